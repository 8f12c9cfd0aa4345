// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/puzzles/shrink.hpp"

#include <algorithm>
#include <bit>
#include <optional>

#include "zermelo/puzzles/queen_hunt/puzzle.hpp"

namespace zermelo::queen_hunt {

namespace {

using puzzles::fewer;
using puzzles::Game;

using Pieces = std::vector<Piece>;

constexpr std::uint64_t max_bounds = 16;  // smaller m that are tried one by one

std::uint64_t distance(Square square) { return square.file().index() + square.rank().index(); }

std::optional<Game> made_of(const Pieces& pieces, Plies bound) {
    Placement placement;
    for (const Piece& piece : pieces)
        if (!placement.add(piece.color, piece.kind, piece.square)) return std::nullopt;
    const auto position = placement.position();
    if (!position) return std::nullopt;
    return Game{HuntGame{*position, bound}};
}

void fewer_men(const Pieces& pieces, Plies bound, std::vector<Game>& games) {
    std::vector<std::uint32_t> kept;
    for (std::uint32_t set = 0; set + 1 < std::uint32_t{1} << pieces.size(); ++set) kept.push_back(set);
    std::stable_sort(kept.begin(), kept.end(),
                     [](std::uint32_t a, std::uint32_t b) { return std::popcount(a) < std::popcount(b); });
    for (const std::uint32_t set : kept) {
        Pieces left;
        for (std::size_t i = 0; i < pieces.size(); ++i)
            if ((set >> i & 1U) != 0) left.push_back(pieces[i]);
        if (auto game = made_of(left, bound)) games.push_back(*game);
    }
}

/// The pieces moved by `shift` squares along both axes where all of them stay on the board.
void shifted(const Pieces& pieces, int dx, int dy, Plies bound, std::vector<Game>& games) {
    Pieces moved = pieces;
    for (Piece& piece : moved) {
        const auto square = Square::at(static_cast<int>(piece.square.file().index()) + dx,
                                       static_cast<int>(piece.square.rank().index()) + dy);
        if (!square) return;
        piece.square = *square;
    }
    if (auto game = made_of(moved, bound)) games.push_back(*game);
}

}  // namespace

puzzles::Size size_of(const HuntGame& game) {
    puzzles::Size size{game.position.men(), game.bound.count(), 0, 0, 0};
    for (const Piece& piece : game.position.pieces(Color::white)) {
        size[2] += weight_of(piece.kind);
        size[3] += distance(piece.square);
    }
    return size;
}

std::vector<Game> smaller_games(const HuntGame& game) {
    const Pieces pieces = game.position.pieces(Color::white);
    const std::uint64_t m = game.bound.count();
    std::vector<Game> games;
    fewer_men(pieces, game.bound, games);
    for (std::uint64_t less = 1; less < std::min(m, max_bounds); ++less)
        games.emplace_back(HuntGame{game.position, Plies{less}});
    if (m > max_bounds)
        for (const std::uint64_t less : {m / 2, m - 1})
            games.emplace_back(HuntGame{game.position, Plies{less}});
    for (std::size_t i = 0; i < pieces.size(); ++i)
        for (auto kind = static_cast<unsigned>(Kind::knight); kind > static_cast<unsigned>(pieces[i].kind);
             --kind) {
            Pieces weaker = pieces;
            weaker[i].kind = static_cast<Kind>(kind);
            if (auto smaller = made_of(weaker, game.bound)) games.push_back(*smaller);
        }
    for (int by = static_cast<int>(Board::width) - 1; by > 0; --by)
        for (const auto& [dx, dy] : {std::pair{-by, -by}, std::pair{-by, 0}, std::pair{0, -by}})
            shifted(pieces, dx, dy, game.bound, games);
    for (std::size_t i = 0; i < pieces.size(); ++i)
        for (std::uint64_t nearer = 0; nearer < distance(pieces[i].square); ++nearer)
            for (unsigned square = 0; square < Board::square_count; ++square) {
                const Square to = Square::from_index(square);
                if (distance(to) != nearer) continue;
                Pieces moved = pieces;
                moved[i].square = to;
                if (auto smaller = made_of(moved, game.bound)) games.push_back(*smaller);
            }
    return games;
}

}  // namespace zermelo::queen_hunt
