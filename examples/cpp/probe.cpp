// SPDX-License-Identifier: GPL-3.0-or-later
// The exact value of a position and of each of its moves: probe FOLDER VARIANT FEN
// The tables of the folder are those that `zermelo solve` writes, or `zermelo::solve`.
#include <iostream>

#include <zermelo/tables.hpp>

namespace {

int complain(const std::vector<zermelo::Error>& errors) {
    for (const auto& error : errors) std::cerr << zermelo::text_of(error) << '\n';
    return 2;
}

std::string words(const std::optional<zermelo::Value>& value) {
    if (!value) return "unknown";
    std::string words{name(value->outcome)};
    if (value->distance) words += " in " + std::to_string(value->distance->count());
    return words;
}

}  // namespace

int main(int argc, char** argv) {
    if (argc != 4) return complain({{zermelo::ErrorKind::bad_usage, "expected FOLDER VARIANT FEN"}});
    const zermelo::Tables tables{{argv[1]}};
    const auto variant = zermelo::Variant::named(argv[2]);
    if (!variant) return complain({variant.error()});
    const auto position = zermelo::Position::of_fen(*variant, argv[3]);
    if (!position) return complain(position.error());

    const auto value = tables.value(*position);
    if (!value) return complain({value.error()});
    std::cout << words(*value) << '\n';
    const auto moves = tables.moves(*position);
    if (!moves) return complain({moves.error()});
    for (const auto& each : *moves)
        std::cout << "  " << position->san(*position->of_uci(each.move)) << "  " << words(each.value) << '\n';
}
