// SPDX-License-Identifier: GPL-3.0-or-later
// Proves that the side to move wins, and prints the line: prove VARIANT FEN PLIES
#include <iostream>
#include <string>

#include <zermelo/game.hpp>
#include <zermelo/prove.hpp>

namespace {

int complain(const std::vector<zermelo::Error>& errors) {
    for (const auto& error : errors) std::cerr << zermelo::text_of(error) << '\n';
    return 2;
}

}  // namespace

int main(int argc, char** argv) {
    if (argc != 4) return complain({{zermelo::ErrorKind::bad_usage, "expected VARIANT FEN PLIES"}});
    const auto variant = zermelo::Variant::named(argv[1]);
    if (!variant) return complain({variant.error()});
    const auto position = zermelo::Position::of_fen(*variant, argv[2]);
    if (!position) return complain(position.error());

    const auto proof = zermelo::prove(*position, zermelo::Plies{std::strtoull(argv[3], nullptr, 10)});
    if (!proof) return complain({proof.error()});
    std::cout << name(proof->verdict);
    if (proof->plies) std::cout << " in " << proof->plies->count() << " plies:";
    zermelo::Game game{*position};
    for (const std::string& text : proof->line) {
        const zermelo::Move move = *game.of_uci(text);
        std::cout << ' ' << game.san(move);
        game.play_unchecked(move);
    }
    std::cout << '\n';
}
