// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/puzzles/check_state/moves.hpp"

#include <algorithm>
#include <cstdlib>
#include <tuple>

#include "zermelo/puzzles/check_state/crossing.hpp"
#include "zermelo/puzzles/check_state/surroundings.hpp"

namespace zermelo::check_state {

namespace {

Spot spot_of(const Piece& piece) {
    return {static_cast<std::int64_t>(piece.column.number()) - 1,
            static_cast<std::int64_t>(piece.row.number()) - 1,
            static_cast<unsigned>(code_of(piece.color, piece.kind))};
}

Move move_to(const Piece& piece, const Spot& to, std::optional<Piece> captured = std::nullopt) {
    return {piece, Column{static_cast<std::uint64_t>(to.x) + 1}, Row{static_cast<std::uint64_t>(to.y) + 1},
            captured};
}

auto by_place(const Piece& piece) { return std::tuple{piece.row.number(), piece.column.number()}; }

std::vector<KingStep> king_steps_of(const PlainBoard& board, const Spot& king) {
    const auto n = static_cast<std::int64_t>(board.n);
    std::vector<Surroundings> squares;
    std::vector<std::optional<Piece>> occupants;
    for (const Step step : queen_steps) {
        const Spot to{king.x + step.x, king.y + step.y};
        if (to.x >= 0 && to.y >= 0 && to.x < n && to.y < n) squares.emplace_back(to);
    }
    occupants.resize(squares.size());
    for (const Piece& piece : board.pieces) {
        const Spot spot = spot_of(piece);
        if (spot.code == king.code) continue;
        for (std::size_t i = 0; i < squares.size(); ++i) {
            squares[i].add(spot);
            if (squares[i].king().x == spot.x && squares[i].king().y == spot.y) occupants[i] = piece;
        }
    }
    const Piece mover = piece_of(king);
    std::vector<KingStep> steps;
    for (std::size_t i = 0; i < squares.size(); ++i) {
        KingStep step{move_to(mover, squares[i].king(), occupants[i]), false, {}};
        step.taken = occupants[i] && occupants[i]->color == mover.color;
        for (const Attacker& attacker : attackers_of(squares[i], !mover.color))
            step.attackers.push_back(piece_of(attacker.spot));
        steps.push_back(std::move(step));
    }
    return steps;
}

/// Whether the move's piece may leave its line; if it is pinned, the move that it may not make is noted.
bool is_free(const Move& move, const std::vector<Pin>& pins, std::vector<PinnedMove>& noted) {
    const auto pin =
        std::find_if(pins.begin(), pins.end(), [&](const Pin& each) { return each.pinned == move.piece; });
    if (pin == pins.end()) return true;
    noted.push_back({move, pin->pinner});
    return false;
}

/// A piece that reaches the square at this distance from the king, on the line between king and checker.
struct Block {
    std::int64_t at;
    std::size_t piece;  ///< its place in the board's list
};

/// Where the lines of all pieces cross the check's line, the nearest from each side first: it alone can move
/// there that way.
std::vector<Block> sliding_blocks(const PlainBoard& board, const CheckLine& line, Color own) {
    struct Crossing {
        std::int64_t at;
        std::int64_t distance;
        unsigned way;  ///< the family of lines, and the side that it comes from
        std::size_t piece;
    };
    const auto families = families_of(line, own);
    std::vector<Crossing> crossings;
    for (std::size_t i = 0; i < board.pieces.size(); ++i) {
        const Spot spot = spot_of(board.pieces[i]);
        const std::int64_t off = line.off(spot);
        if (off == 0) continue;
        for (unsigned family = 0; family < families.size(); ++family)
            if (const std::int64_t at = families[family].crossing(line, spot); at != 0)
                crossings.push_back({at, std::abs(off), family * 2 + (off > 0 ? 1U : 0U), i});
    }
    std::sort(crossings.begin(), crossings.end(), [](const Crossing& a, const Crossing& b) {
        return std::tie(a.at, a.way, a.distance) < std::tie(b.at, b.way, b.distance);
    });
    std::vector<Block> blocks;
    for (std::size_t i = 0; i < crossings.size(); ++i) {
        const Crossing& nearest = crossings[i];
        if (i > 0 && crossings[i - 1].at == nearest.at && crossings[i - 1].way == nearest.way) continue;
        if (is_in(families[nearest.way / 2].movers, spot_of(board.pieces[nearest.piece]).code))
            blocks.push_back({nearest.at, nearest.piece});
    }
    return blocks;
}

/// The squares between king and checker that knights and pawns can step on.
void add_steps(const PlainBoard& board, const CheckLine& line, Color own, std::vector<Block>& blocks) {
    for (std::size_t i = 0; i < board.pieces.size(); ++i) {
        const Piece& piece = board.pieces[i];
        if (piece.color != own) continue;
        const Spot spot = spot_of(piece);
        const auto step = [&](int dx, int dy) {
            if (const std::int64_t at = line.at({spot.x + dx, spot.y + dy}); at != 0)
                blocks.push_back({at, i});
        };
        if (piece.kind == Kind::knight)
            for (const Step jump : knight_steps) step(jump.x, jump.y);
        if (piece.kind == Kind::pawn) step(0, forward(own));
    }
}

/// Precondition: the line's squares are empty.
std::vector<Block> blocks_of(const PlainBoard& board, const CheckLine& line, Color own) {
    std::vector<Block> blocks = sliding_blocks(board, line, own);
    add_steps(board, line, own, blocks);
    std::sort(blocks.begin(), blocks.end(), [&](const Block& a, const Block& b) {
        return a.at != b.at ? a.at < b.at : by_place(board.pieces[a.piece]) < by_place(board.pieces[b.piece]);
    });
    return blocks;
}

void add_captures(const PlainBoard& board, const Piece& checker, Color own, const std::vector<Pin>& pins,
                  Rescuers& result) {
    Surroundings around{spot_of(checker)};
    for (const Piece& piece : board.pieces) around.add(spot_of(piece));
    for (const Attacker& attacker : attackers_of(around, own)) {
        const Piece piece = piece_of(attacker.spot);
        if (piece.kind == Kind::king) continue;  // among his steps
        const Move move = move_to(piece, spot_of(checker), checker);
        if (is_free(move, pins, result.pinned_moves)) result.captures.push_back(move);
    }
    std::sort(result.captures.begin(), result.captures.end(),
              [](const Move& a, const Move& b) { return by_place(a.piece) < by_place(b.piece); });
}

void add_interpositions(const PlainBoard& board, const Spot& king, const Attacker& checker, Color own,
                        const std::vector<Pin>& pins, std::size_t most, Rescuers& result) {
    const Step step = *checker.step;
    const CheckLine line{king, step, checker.distance - 1};
    const std::vector<Block> blocks = blocks_of(board, line, own);
    for (const Block& block : blocks) {
        const Move move =
            move_to(board.pieces[block.piece], {king.x + step.x * block.at, king.y + step.y * block.at});
        if (!is_free(move, pins, result.pinned_moves)) continue;
        if (result.interpositions.size() < most)
            result.interpositions.push_back(move);
        else
            ++result.untold;
    }
}

}  // namespace

std::uint64_t Rescuers::count() const {
    const auto steps =
        std::count_if(king_steps.begin(), king_steps.end(), [](const KingStep& s) { return s.plausible(); });
    return static_cast<std::uint64_t>(steps) + captures.size() + interpositions.size() + untold;
}

Threats threats_of(const PlainBoard& board) {
    std::array<Surroundings, 2> kings{Surroundings(spot_of(king_of(board, Color::white))),
                                      Surroundings(spot_of(king_of(board, Color::black)))};
    for (const Piece& piece : board.pieces)
        for (Surroundings& king : kings) king.add(spot_of(piece));
    Threats threats;
    for (const Color color : {Color::white, Color::black}) {
        for (const Attacker& attacker : attackers_of(kings[index(color)], !color))
            threats.checkers[index(color)].push_back(piece_of(attacker.spot));
        for (const PinnedSpot& pin : pins_of(kings[index(color)], color))
            threats.pins[index(color)].push_back({piece_of(pin.pinned), piece_of(pin.pinner)});
    }
    return threats;
}

Rescuers rescuers_of(const PlainBoard& board, const Threats& threats, Color threatened, std::size_t most) {
    const Spot king = spot_of(king_of(board, threatened));
    Rescuers result;
    result.king_steps = king_steps_of(board, king);
    const std::vector<Piece>& checkers = threats.checkers[index(threatened)];
    if (checkers.size() != 1) return result;  // nothing but a step of the king answers two
    const std::vector<Pin>& pins = threats.pins[index(threatened)];
    add_captures(board, checkers[0], threatened, pins, result);
    Surroundings around{king};
    around.add(spot_of(checkers[0]));
    const std::vector<Attacker> seen = attackers_of(around, !threatened);
    if (seen[0].step && seen[0].distance > 1)
        add_interpositions(board, king, seen[0], threatened, pins, most, result);
    return result;
}

}  // namespace zermelo::check_state
