// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/variant_builder.hpp"

#include <algorithm>

#include "zermelo/api/internals.hpp"
#include "zermelo/base/quoted.hpp"
#include "zermelo/rules/keys.hpp"
#include "zermelo/rules/pieces.hpp"

namespace zermelo {

namespace {

bool is_piece(std::string_view kind) { return rules::piece_of_key(kind) != rules::count_of_pieces(); }

}  // namespace

VariantBuilder::VariantBuilder(std::string name) : name_(std::move(name)) {}
VariantBuilder::VariantBuilder(std::string name, const Variant& parent)
    : name_(std::move(name)), parent_(parent) {}

VariantBuilder& VariantBuilder::board(unsigned files, unsigned ranks) {
    return say("maxFile", written(files)).say("maxRank", written(ranks));
}

VariantBuilder& VariantBuilder::start(std::string_view fen) { return say("startFen", std::string{fen}); }

VariantBuilder& VariantBuilder::piece(std::string_view kind, char letter) {
    return say_of(kind, std::string{kind}, written(letter));
}

VariantBuilder& VariantBuilder::piece(char letter, std::string_view betza) {
    const auto is_free = [&](const std::string& key) {
        if (std::any_of(lines_.begin(), lines_.end(), [&](const auto& line) { return line.first == key; }))
            return false;
        if (!parent_) return true;
        const auto& kinds = Internals::of(*parent_)->rules().kinds;
        return std::none_of(kinds.begin(), kinds.end(), [&](const auto& kind) { return kind.name == key; });
    };
    unsigned number = 1;
    std::string key = "customPiece1";
    while (!is_free(key)) key = "customPiece" + std::to_string(++number);
    return piece(key, letter, betza);
}

VariantBuilder& VariantBuilder::piece(std::string_view kind, char letter, std::string_view betza) {
    return say_of(kind, std::string{kind}, written(letter) + ':' + std::string{betza});
}

VariantBuilder& VariantBuilder::without(std::string_view kind) {
    return say_of(kind, std::string{kind}, "-");
}

VariantBuilder& VariantBuilder::mobility(Color side, std::string_view kind, const Squares& squares) {
    const unsigned piece = rules::piece_of_key(kind);
    return say_of(kind, is_piece(kind) ? rules::mobility_key_name(side, piece) : std::string{},
                  squares.text());
}

std::string VariantBuilder::of_side(std::string_view key, Color side) {
    return std::string{key} + std::string{zermelo::name(side)};
}

VariantBuilder& VariantBuilder::say_of(std::string_view kind, std::string key, std::string value) {
    if (is_piece(kind)) return say(std::move(key), std::move(value));
    no_kinds_.emplace_back(kind);
    return *this;
}

VariantBuilder& VariantBuilder::say(std::string key, std::string value) {
    const auto said =
        std::find_if(lines_.begin(), lines_.end(), [&](const auto& line) { return line.first == key; });
    if (said != lines_.end()) lines_.erase(said);
    lines_.emplace_back(std::move(key), std::move(value));
    return *this;
}

tl::expected<Variant, std::vector<Error>> VariantBuilder::build() const {
    std::vector<Error> errors;
    for (const std::string& kind : no_kinds_)
        errors.push_back({ErrorKind::bad_input,
                          "no kind of piece is called so, expected one of rules files, such as knight or "
                          "customPiece1 to customPiece" +
                              std::to_string(rules::custom_pieces),
                          Location{}, quoted(kind, 40, Unprintable::hex)});
    auto built = library::CompiledVariant::of_lines(
        name_, parent_ ? &Internals::of(*parent_)->rules() : nullptr, lines_);
    if (!built) errors.insert(errors.end(), built.error().begin(), built.error().end());
    if (!errors.empty()) return tl::make_unexpected(std::move(errors));
    return Internals::variant(*std::move(built));
}

}  // namespace zermelo
