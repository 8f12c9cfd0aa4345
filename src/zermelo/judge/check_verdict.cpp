// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/judge/check_verdict.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <vector>

#include <fmt/format.h>

#include "zermelo/draw/sparse.hpp"
#include "zermelo/draw/text.hpp"
#include "zermelo/judge/json.hpp"
#include "zermelo/puzzles/check_state/check_state.hpp"

namespace zermelo::judge {

namespace {

using check_state::CheckState;

/// The verdict's line, without its end. Cost: no allocation of its own; it is in the fast path.
void append_words(const CheckState& state, Count count, std::string& out) {
    if (state.verdict == CheckState::Verdict::safe) {
        out += "Safe";
    } else if (state.verdict == CheckState::Verdict::impossible) {
        out += "Impossible";
    } else {
        out += name(state.threatened);
        if (state.is_mate()) {
            out += " Checkmate";
        } else if (count == Count::untold) {
            out += " Check";
        } else {
            std::array<char, 20> digits{};
            const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), state.moves).ptr;
            out += " Check - ";
            out.append(digits.data(), end);
            out += " Plausible Moves";
        }
    }
}

Json to_json(const check_state::Piece& piece) {
    return {{"piece", std::string(1, letter_of(piece.color, piece.kind))},
            {"x", piece.column.number()},
            {"y", piece.row.number()}};
}

/// The pieces of both lists, White's list first, each by row and column.
Json to_json(std::array<std::vector<check_state::Piece>, 2> lists) {
    Json all = Json::array();
    for (auto& list : lists) {
        std::sort(list.begin(), list.end(), [](const check_state::Piece& a, const check_state::Piece& b) {
            return a.row != b.row ? a.row < b.row : a.column < b.column;
        });
        for (const check_state::Piece& piece : list) all.push_back(to_json(piece));
    }
    return all;
}

}  // namespace

std::string verdict_of(const check_state::CheckState& state, Count count) {
    std::string words;
    append_words(state, count, words);
    return words;
}

void write_verdict(const check_state::PieceList& pieces, const Options& options, std::uint64_t game,
                   Count count, std::string& out) {
    if (options.form == Form::verdict) {
        append_words(decide(pieces, options.isa), count, out);
        out += '\n';
        return;
    }
    if (options.only_game && *options.only_game != game) return;
    const check_state::Details details = explain(pieces, options.isa);
    const CheckState& state = details.state;
    const std::string words = verdict_of(state, count);
    if (options.form == Form::picture) {
        out += draw::beside(draw::text(pieces, details), words);
        return;
    }
    const bool check = state.verdict == CheckState::Verdict::check;
    append_line(out, {{"game", game},
                      {"verdict", words},
                      {"threatened", check ? Json(name(state.threatened)) : Json()},
                      {"moves", check ? Json(state.moves) : Json()},
                      {"king_moves", check ? Json(details.king_moves) : Json()},
                      {"captures", check ? Json(details.captures) : Json()},
                      {"interpositions", check ? Json(details.interpositions) : Json()},
                      {"checkers", to_json(details.checkers)},
                      {"pinned", to_json(details.pinned)}});
}

}  // namespace zermelo::judge
