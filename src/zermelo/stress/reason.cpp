// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/stress/reason.hpp"

#include <cstdint>

#include <fmt/format.h>

#include "zermelo/draw/hunt_diagram.hpp"
#include "zermelo/draw/pursuit_diagram.hpp"
#include "zermelo/draw/sparse_diagram.hpp"
#include "zermelo/judge/json.hpp"

namespace zermelo::stress {

namespace {

using judge::Json;

std::string number(const Json& facts, const char* key) {
    return std::to_string(facts[key].get<std::uint64_t>());
}

std::string plies(const Json& count) {
    const auto n = count.get<std::uint64_t>();
    return fmt::format("{} {}", n, n == 1 ? "ply" : "plies");
}

std::string hunt_words(const Json& facts) {
    if (facts["plies"].is_null())
        return fmt::format("White cannot force the capture of Black's queen within {}.",
                           plies(facts["limit_plies"]));
    return fmt::format("White captures Black's queen in {}, first {}.", plies(facts["plies"]),
                       facts["move"].get<std::string>());
}

std::string pieces_words(const Json& pieces) {
    std::string words;
    for (const Json& piece : pieces)
        words += fmt::format("{}{} on ({},{})", words.empty() ? "" : ", ", piece["piece"].get<std::string>(),
                             number(piece, "x"), number(piece, "y"));
    return words;
}

std::string check_words(const Json& facts) {
    const std::string checkers = pieces_words(facts["checkers"]);
    if (checkers.empty()) return "No piece threatens a king.";
    if (facts["threatened"].is_null()) return fmt::format("Both kings are threatened, by {}.", checkers);
    const std::string pinned = pieces_words(facts["pinned"]);
    return fmt::format(
        "{}'s king is threatened by {}. Moves of the king: {}, captures: {}, interpositions: {}.{}",
        facts["threatened"].get<std::string>(), checkers, number(facts, "king_moves"),
        number(facts, "captures"), number(facts, "interpositions"),
        pinned.empty() ? "" : fmt::format(" Pinned: {}.", pinned));
}

std::string pursuit_words(const Json& facts) {
    std::string walk;
    for (const Json& square : facts["walk"])
        walk += fmt::format(" ({},{})", square[0].get<std::uint64_t>(), square[1].get<std::uint64_t>());
    return fmt::format("If White plays best, the game is over after {}: {}. The king's way:{}.",
                       plies(facts["plies"]), facts["end"].get<std::string>(), walk);
}

}  // namespace

Result<std::string> reason_of(const judge::Dialect& dialect, const Case& game) {
    const auto line = judged(dialect, {&game, 1}, judge::Form::json);
    if (!line) return tl::make_unexpected(line.error());
    const Json facts = Json::parse(*line);
    switch (format_of(dialect)) {
        case Format::hunt:
            return hunt_words(facts);
        case Format::rows:
        case Format::pieces:
            return check_words(facts);
        case Format::marks:
            break;
    }
    return pursuit_words(facts);
}

draw::Diagram diagram_of(const Case& game) {
    if (const auto* hunt = std::get_if<HuntCase>(&game))
        return draw::diagram_of(hunt->position, Color::white);
    if (const auto* board = std::get_if<sparse::PlainBoard>(&game)) return draw::diagram_of(*board);
    return draw::diagram_of(std::get<pursuit::Position>(game));
}

}  // namespace zermelo::stress
