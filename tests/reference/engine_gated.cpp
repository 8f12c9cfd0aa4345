// SPDX-License-Identifier: GPL-3.0-or-later
// Moves that bring something else: walls, men that come into gates, first leaps, promotions in place.
#include <algorithm>
#include <cstdlib>

#include "reference/engine_parts.hpp"

namespace zermelo::reference {
namespace {

/// Whether a wall may stand so: on the edge, or beside another by rank or file.
bool is_at_an_edge(const Setup& setup, At square) {
    const int files = static_cast<int>(setup.files);
    const int ranks = static_cast<int>(setup.ranks);
    if (square.file == 0 || square.rank == 0 || square.file == files - 1 || square.rank == ranks - 1)
        return true;
    for (const At other : {At{square.file + 1, square.rank}, At{square.file - 1, square.rank},
                           At{square.file, square.rank + 1}, At{square.file, square.rank - 1}})
        if (setup.walls[other.bit()]) return true;
    return false;
}

/// Where the man that has moved could go next without capturing, by a move that is not an initial one;
/// nowhere if its own capture has taken it off the board.
std::vector<At> reached_next(const Setup& setup, const Setup& after, const rules::Rules& rules, Move move) {
    At at = square_of(setup, move.to);
    if (move.is_castling())
        at = castling_ends(setup, rules, setup.to_move, move.type == Move::Type::castle_kingside)->king;
    if (!man_on(after, at)) return {};
    return quiet_targets_without_start(after, rules, at);
}

}  // namespace

std::vector<Move> with_walls(const Setup& setup, const rules::Rules& rules, Move move) {
    // The board as it is when the wall is put; a wall that was there before is in the way all the same.
    const Setup after = move.type == Move::Type::wall ? setup : play(setup, rules, move);
    std::vector<Move> list;
    for (const At square : squares(setup)) {
        if (man_on(after, square) || after.walls[square.bit()]) continue;
        if (!rules.side(setup.to_move).wall_region[square.bit()]) continue;
        if (rules.walling == rules::Walling::past && square != square_of(setup, move.from)) continue;
        if (rules.walling == rules::Walling::edge && !is_at_an_edge(after, square)) continue;
        if (rules.walling == rules::Walling::arrow) {
            const auto reached = reached_next(setup, after, rules, move);
            if (!contains(reached, square)) continue;
        }
        list.push_back(move);
        list.back().gated = Move::wall_gated;
        list.back().gate = index(setup, square);
    }
    return list;
}

std::vector<Move> walls_instead(const Setup& setup, const rules::Rules& rules) {
    if (!rules.wall_or_move || rules.walling == rules::Walling::none) return {};
    for (const At square : squares(setup)) {
        const auto& man = man_on(setup, square);
        if (!man || man->color != setup.to_move) continue;
        const Square first = index(setup, square);
        return with_walls(setup, rules, {first, first, 0, Move::Type::wall});
    }
    return {};
}

std::vector<At> gates(const Setup& setup, const rules::Rules& rules, Color side) {
    std::vector<At> result;
    if (!rules.gating) return result;
    if (rules.gates_from_hand && !rules.captures_to_hand && !rules.captures_to_owner &&
        in_hand(setup, side) == 0)
        return result;
    for (const At square : squares(setup)) {
        const auto& man = man_on(setup, square);
        if (man && man->color == side && setup.gates[side][square.bit()]) result.push_back(square);
    }
    for (const bool kingside : {true, false}) {
        if (setup.castling.find(castling_letter(side, kingside)) == std::string::npos) continue;
        const auto pair = castling_pair(setup, rules, side, kingside);
        if (!pair) continue;
        for (const At square : {pair->king, pair->rook})
            if (!contains(result, square)) result.push_back(square);
    }
    return result;
}

std::vector<Move> with_gated(const Setup& setup, const rules::Rules& rules, Move move) {
    std::vector<Move> list{move};
    const Color us = setup.to_move;
    if (!rules.gates_from_hand || move.is_drop() || move.type == Move::Type::pass ||
        move.type == Move::Type::demotion)
        return list;
    const At from = square_of(setup, move.from);
    const auto turned = rules.promoted_kind.find(man_on(setup, from)->letter);
    if (move.promotion != 0 && turned != rules.promoted_kind.end() && turned->second == move.promotion)
        return list;
    std::vector<At> left{from};
    std::vector<At> blocked;
    if (move.is_castling()) {
        const bool kingside = move.type == Move::Type::castle_kingside;
        left.push_back(castling_pair(setup, rules, us, kingside)->rook);
        const auto ends = castling_ends(setup, rules, us, kingside);
        blocked = {ends->king, ends->rook};
    }
    const auto open = gates(setup, rules, us);
    for (const At square : left)
        for (const rules::Kind& kind : rules.kinds) {
            if (!contains(open, square) || contains(blocked, square)) continue;
            if (rules.free_drops && kind.royal) continue;
            if (is_stuck(setup, rules, {us, kind.letter}, square)) continue;
            if (in_hand(setup, us, kind.letter) == 0 || !may_be_dropped(setup, rules, us, kind, square))
                continue;
            list.push_back(move);
            list.back().gated = kind.letter;
            list.back().gate = index(setup, square);
        }
    return list;
}

void bring_in(Setup& setup, const rules::Rules& rules, Color side, Move move) {
    if (move.gated == 0 || move.gated == Move::wall_gated) return;
    take_from_hand(setup, rules, side, move.gated);
    setup.men[square_of(setup, move.gate).bit()] = Man{side, move.gated};
}

void settle_gates(const Setup& before, Setup& after, const rules::Rules& rules, Move move) {
    if (!rules.gating) return;
    const Color us = before.to_move;
    const At from = square_of(before, move.from);
    const At to = square_of(before, move.to);
    std::array<std::vector<At>, 2> open;
    for (const Color side : {Color::white, Color::black})
        open[side == Color::white ? 0 : 1] = gates(before, rules, side);
    const auto close = [&](Color side, At square) { std::erase(open[side == Color::white ? 0 : 1], square); };
    if (move.type != Move::Type::pass && !move.is_drop()) close(us, from);
    if (move.type == Move::Type::normal) close(!us, to);
    if (move.is_castling())
        close(us, castling_pair(before, rules, us, move.type == Move::Type::castle_kingside)->rook);
    const bool by_rook = rules.first_leaps && !move.is_drop() && !move.is_castling() &&
                         move.type != Move::Type::pass &&
                         rules.kind(man_on(before, from)->letter)->name == "rook";
    if (by_rook)
        for (const At king : royals(after, rules, !us))
            if (king.file == to.file || king.rank == to.rank) close(!us, king);
    for (const Color side : {Color::white, Color::black})
        std::erase_if(open[side == Color::white ? 0 : 1], [&](At square) {
            const auto& man = man_on(after, square);
            return !man || man->color != side;
        });
    // What the rights to castle say already is not said again.
    after.gates = {};
    for (const Color side : {Color::white, Color::black}) {
        Setup rights = after;
        const auto said = gates(rights, rules, side);
        if (rules.gates_from_hand && !rules.captures_to_hand && !rules.captures_to_owner &&
            in_hand(after, side) == 0)
            continue;
        for (const At square : open[side == Color::white ? 0 : 1])
            if (!contains(said, square)) after.gates[side].set(square.bit());
    }
}

std::vector<Move> first_leaps(const Setup& setup, const rules::Rules& rules) {
    std::vector<Move> list;
    if (!rules.first_leaps) return list;
    const Color us = setup.to_move;
    const int up = forward(us);
    for (const At from : gates(setup, rules, us)) {
        const rules::Kind& kind = *rules.kind(man_on(setup, from)->letter);
        std::vector<At> ends;
        if (kind.royal && !attacked(setup, rules, us))
            ends = {{from.file + 2, from.rank + up}, {from.file - 2, from.rank + up}};
        if (kind.name == "fers") ends = {{from.file, from.rank + 2 * up}};
        for (const At to : ends)
            if (on_board(setup, to) && !man_on(setup, to) && may_stand(setup, rules, {us, kind.letter}, to) &&
                !is_stuck(setup, rules, {us, kind.letter}, to))
                list.push_back({index(setup, from), index(setup, to), 0, Move::Type::normal});
    }
    return list;
}

std::vector<Move> promotions_in_place(const Setup& setup, const rules::Rules& rules) {
    std::vector<Move> list;
    if (!rules.sittuyin_promotion) return list;
    const Color us = setup.to_move;
    const rules::SideRules& side = rules.side(us);
    for (const At from : squares(setup)) {
        const auto& man = man_on(setup, from);
        if (!man || man->color != us || side.promotion_pawns.find(man->letter) == std::string::npos) continue;
        if (count(setup, us, man->letter) > 1 && !side.promotion_region[from.bit()]) continue;
        for (const char letter : side.promotion_pieces) {
            const auto limit = rules.promotion_limit.find(letter);
            if (limit != rules.promotion_limit.end() && count(setup, us, letter) >= limit->second) continue;
            Setup turned = setup;
            turned.men[from.bit()] = Man{us, letter};
            auto ends = quiet_targets_without_start(turned, rules, from);
            if (may_stand(setup, rules, {us, letter}, from)) ends.push_back(from);
            for (const At to : ends) {
                Setup after = turned;
                after.men[from.bit()].reset();
                after.men[to.bit()] = Man{us, letter};
                const auto reached = attacked(after, rules, to);
                if (std::none_of(reached.begin(), reached.end(), [&](At square) {
                        return man_on(after, square) && man_on(after, square)->color != us;
                    }))
                    list.push_back({index(setup, from), index(setup, to), letter, Move::Type::normal});
            }
        }
    }
    return list;
}

}  // namespace zermelo::reference
