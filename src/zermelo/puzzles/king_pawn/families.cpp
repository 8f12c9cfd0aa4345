// SPDX-License-Identifier: GPL-3.0-or-later
#include <array>

#include "zermelo/puzzles/king_pawn/decide.hpp"
#include "zermelo/puzzles/king_pawn/puzzle.hpp"
#include "zermelo/puzzles/king_pawn/random.hpp"

namespace zermelo::king_pawn {

namespace {

using puzzles::Family;
using puzzles::Game;
using puzzles::GameRequest;
using puzzles::not_found;
using puzzles::Requirement;

constexpr unsigned tries = 100'000;

template <typename Draw, typename Suits>
Result<Game> search(const GameRequest& request, std::string_view what, Draw draw, Suits suits) {
    for (unsigned i = 0; i < tries; ++i) {
        const auto position = draw(request.random);
        if (position && suits(*position)) return Game{*position};
    }
    return not_found(what, tries);
}

std::optional<Position> any_position(Random& random) { return random_position(random); }

template <End end>
Result<Game> make_end(const GameRequest& request) {
    return search(request, "game with this end", any_position,
                  [](const Position& p) { return best_game(p).end == end; });
}

/// The king captures when the pawn stands on the bottom line: a move later Black had won.
Result<Game> make_captured_last(const GameRequest& request) {
    return search(request, "capture on the last line", any_position, [](const Position& p) {
        const BestGame best = best_game(p);
        return best.end == End::pawn_captured && best.walk.back().rank() == Rank{0};
    });
}

/// Two walls of forbidden squares at most, across or along the board, each with two gaps at most; a few marks
/// elsewhere.
std::optional<Position> walled_position(Random& random) {
    Marks marks;
    const std::uint64_t walls = 1 + random.below(2);
    for (std::uint64_t i = 0; i < walls; ++i) {
        const bool across = random.one_in(2);
        const auto line = static_cast<unsigned>(random.below(Board::width));
        Squares wall;
        for (unsigned along = 0; along < Board::width; ++along)
            wall |= (across ? Square{File{along}, Rank{line}} : Square{File{line}, Rank{along}}).set();
        for (std::uint64_t gaps = random.below(3); gaps > 0; --gaps) {
            const auto along = static_cast<unsigned>(random.below(Board::width));
            const Square gap = across ? Square{File{along}, Rank{line}} : Square{File{line}, Rank{along}};
            wall &= ~gap.set();
        }
        marks.forbidden |= wall;
    }
    for (std::uint64_t dust = random.below(6); dust > 0; --dust)
        marks.dangerous |= Square::from_index(static_cast<unsigned>(random.below(Board::square_count))).set();
    marks.dangerous &= ~marks.forbidden;
    const auto king = static_cast<unsigned>(random.below(Board::square_count));
    const auto pawn = static_cast<unsigned>(random.below(Board::square_count));
    const auto position = Position::from({marks, Square::from_index(king), Square::from_index(pawn)});
    return position ? std::optional{*position} : std::nullopt;
}

/// The squares from the pawn's own down to the bottom line.
Squares path_of(const Position& p) {
    Squares path;
    for (unsigned rank = 0; rank <= p.pawn().rank().index(); ++rank)
        path |= Square{p.pawn().file(), Rank{rank}}.set();
    return path;
}

/// Black wins, and White would if the pawn could be taken wherever it comes: all that saves it are the
/// dangerous squares that it stands on or walks over.
Result<Game> make_dangerous_pawn(const GameRequest& request) {
    return search(request, "pawn that dangerous squares save", any_position, [](const Position& p) {
        Marks bare = p.marks();
        bare.dangerous &= ~path_of(p);
        return winner(p) == Color::black && winner(bare, p.king().set(), p.pawn().set()) == Color::white;
    });
}

Result<Game> make_long(const GameRequest& request) {
    return search(request, "long game", any_position, [](const Position& p) {
        constexpr Plies least{11};
        return best_game(p).length >= least;
    });
}

Result<Game> make_walls(const GameRequest& request) {
    return search(request, "game between walls", walled_position, [](const Position&) { return true; });
}

constexpr std::uint64_t games = 100;

constexpr auto all = std::to_array<Family>({
    {"captured", "White wins: the king captures the pawn.", Requirement::none, games, true,
     make_end<End::pawn_captured>},
    {"captured-last", "White wins by capturing on the bottom line, at the last moment.", Requirement::none,
     games, true, make_captured_last},
    {"blocked", "White wins: the king stands below the pawn, which cannot move.", Requirement::none, games,
     true, make_end<End::pawn_obstructed>},
    {"forbidden-below", "White wins: the pawn comes above a forbidden square and cannot move.",
     Requirement::none, games, true, make_end<End::pawn_at_forbidden>},
    {"stalemated", "Black wins: the king is to move and cannot.", Requirement::none, games, true,
     make_end<End::king_without_move>},
    {"bottom", "Black wins: the pawn reaches the bottom line.", Requirement::none, games, true,
     make_end<End::pawn_at_bottom>},
    {"dangerous-pawn",
     "Black wins, and only because the pawn stands on or walks over dangerous squares, where it is safe.",
     Requirement::none, games, true, make_dangerous_pawn},
    {"walls", "Lines of forbidden squares across or along the board, with a gap or two or none.",
     Requirement::none, games, true, make_walls},
    {"long", "The game takes 11 plies or more.", Requirement::none, games, true, make_long},
});

}  // namespace

std::span<const Family> families() { return all; }

}  // namespace zermelo::king_pawn
