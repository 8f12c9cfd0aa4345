// SPDX-License-Identifier: GPL-3.0-or-later
// Hands, drops and men that change sides, one square after the other.
#include <algorithm>
#include <array>
#include <string>

#include "reference/engine_parts.hpp"

namespace zermelo::reference {
namespace {

using rules::Enclosing;

constexpr std::array<At, 4> straight{{{1, 0}, {-1, 0}, {0, 1}, {0, -1}}};
constexpr std::array<At, 8> all_around{
    {{1, 0}, {-1, 0}, {0, 1}, {0, -1}, {1, 1}, {1, -1}, {-1, 1}, {-1, -1}}};

At step(At square, At direction) { return {square.file + direction.file, square.rank + direction.rank}; }

bool is_empty(const Setup& setup, At square) { return on_board(setup, square) && !man_on(setup, square); }

bool is_first_rank(const Setup& setup, At square, Color side) {
    return square.rank == (side == Color::white ? 0 : static_cast<int>(setup.ranks) - 1);
}

/// The enemies in a row from a square that an own man ends.
std::vector<At> enclosed(const Setup& setup, At from, At direction, Color side) {
    std::vector<At> row;
    At here = step(from, direction);
    for (; is_of(setup, here, !side); here = step(here, direction)) row.push_back(here);
    if (!is_of(setup, here, side)) row.clear();
    return row;
}

/// All men of a side around a square.
std::vector<At> around(const Setup& setup, At square, Color side) {
    std::vector<At> found;
    for (const At direction : all_around)
        if (is_of(setup, step(square, direction), side)) found.push_back(step(square, direction));
    return found;
}

/// Whether a man pushed in from an edge could come to stand here.
bool comes_from_an_edge(const Setup& setup, At square) {
    return std::any_of(straight.begin(), straight.end(), [&](At inwards) {
        if (is_empty(setup, step(square, inwards))) return false;
        const At outwards{-inwards.file, -inwards.rank};
        At here = step(square, outwards);
        while (is_empty(setup, here)) here = step(here, outwards);
        return !on_board(setup, here);
    });
}

/// Whether a drop on an empty square stands to other men as the rules ask.
bool encloses(const Setup& setup, const rules::Rules& rules, At square) {
    const Color us = setup.to_move;
    switch (rules.enclosing_drop) {
        case Enclosing::reversi:
            return std::any_of(all_around.begin(), all_around.end(),
                               [&](At direction) { return !enclosed(setup, square, direction, us).empty(); });
        case Enclosing::ataxx:
            return !around(setup, square, us).empty();
        case Enclosing::snort:
            return std::none_of(straight.begin(), straight.end(),
                                [&](At direction) { return is_of(setup, step(square, direction), !us); });
        case Enclosing::anyside:
            return comes_from_an_edge(setup, square);
        case Enclosing::top:
            return !is_empty(setup, {square.file, square.rank - 1});
        case Enclosing::none:
        case Enclosing::quadwrangle:
            break;
    }
    return true;
}

/// Where drops must go first, as long as there is room.
std::vector<At> free_start(const Setup& setup, const rules::Rules& rules) {
    std::vector<At> found;
    if (rules.enclosing_drop == Enclosing::none) return found;
    for (const At square : squares(setup))
        if (rules.enclosing_drop_start[square.bit()] && !man_on(setup, square)) found.push_back(square);
    return found;
}

/// The kind called so, or 0.
rules::Letter letter_of(const rules::Rules& rules, const std::string& name) {
    for (const rules::Kind& kind : rules.kinds)
        if (kind.name == name) return kind.letter;
    return 0;
}

bool is_dark(At square) { return (square.file + square.rank) % 2 == 0; }

/// Whether a man, once dropped, leaves as many of the bishops as there are to each colour of squares.
bool divides_bishops(const Setup& setup, const rules::Rules& rules, rules::Letter letter, At to) {
    const rules::Letter bishop = letter_of(rules, "bishop");
    if (!rules.opposite_bishop_drops || bishop == 0) return true;
    const Man man{setup.to_move, bishop};
    const unsigned all = count_with_hand(setup, man.color, bishop);
    const auto places = [&](bool dark, bool empty_too) {
        unsigned found = 0;
        for (const At square : squares(setup)) {
            if (is_dark(square) != dark) continue;
            const auto& there = man_on(setup, square);
            const bool free = !there && square != to && rules.side(man.color).drop_region[square.bit()] &&
                              may_stand(setup, rules, man, square);
            if ((there && there->color == man.color && there->letter == bishop) || (empty_too && free))
                ++found;
        }
        return found;
    };
    if (letter == bishop) return places(is_dark(to), false) + 1 <= (all + 1) / 2;
    return places(true, true) >= all / 2 && places(false, true) >= all / 2;
}

/// Whether a kind may leave the hand for a square, whatever it then stands there as.
bool may_drop(const Setup& setup, const rules::Rules& rules, const rules::Kind& kind, At to) {
    const Color us = setup.to_move;
    if (man_on(setup, to) || !may_be_dropped(setup, rules, us, kind, to)) return false;
    if (kind.letter == rules.undoubled_kind) {
        unsigned on_the_file = 0;
        for (const At square : squares(setup))
            if (square.file == to.file && is_of(setup, square, us) &&
                man_on(setup, square)->letter == kind.letter)
                ++on_the_file;
        if (on_the_file >= rules.undoubled_count) return false;
    }
    const std::vector<At> start = free_start(setup, rules);
    return start.empty() ? encloses(setup, rules, to) : contains(start, to);
}

bool can_step(const Setup& setup, const rules::Movement& movement, Color side, At from) {
    const int sign = forward(side);
    const At there{from.file + sign * movement.files, from.rank + sign * movement.ranks};
    if (!on_board(setup, there)) return false;
    if (movement.kind == rules::Movement::Kind::hop)  // over a man that may come there
        return on_board(setup, {there.file + sign * movement.files, there.rank + sign * movement.ranks});
    if (movement.kind == rules::Movement::Kind::lame)
        for (const auto& [file, rank] : rules::lame_path(movement.files, movement.ranks))
            if (!on_board(setup, {from.file + sign * file, from.rank + sign * rank})) return false;
    return true;
}

/// Whether a man, alone on the board, has no move from a square but one that it makes where it begins.
bool never_leaves(const Setup& setup, const rules::Rules& rules, Man man, At square) {
    const rules::Kind* kind = rules.kind(man.letter);
    return kind != nullptr &&
           std::none_of(kind->movements.begin(), kind->movements.end(), [&](const rules::Movement& movement) {
               return movement.moves && !movement.initial && can_step(setup, movement, man.color, square);
           });
}

}  // namespace

bool may_be_dropped(const Setup& setup, const rules::Rules& rules, Color side, const rules::Kind& kind,
                    At to) {
    const rules::SideRules& own = rules.side(side);
    if (!own.drop_region[to.bit()] || !may_stand(setup, rules, {side, kind.letter}, to)) return false;
    if (kind.pawn && !rules.promotion_zone_pawn_drops && own.promotion_region[to.bit()]) return false;
    if (kind.pawn && !rules.first_rank_pawn_drops && is_first_rank(setup, to, side)) return false;
    return kind.name != "rook" || !rules.first_rank_rook_drops || is_first_rank(setup, to, side);
}

unsigned in_hand(const Setup& setup, Color side, std::optional<rules::Letter> letter) {
    unsigned found = 0;
    if (setup.hands)
        for (const auto& [held, men] : (*setup.hands)[side])
            if (!letter || held == letter) found += men;
    return found;
}

unsigned count_with_hand(const Setup& setup, Color side, std::optional<rules::Letter> letter) {
    return count(setup, side, letter) + in_hand(setup, side, letter);
}

bool is_stuck(const Setup& setup, const rules::Rules& rules, Man man, At square) {
    return rules.immobility_illegal && never_leaves(setup, rules, man, square) &&
           arrived(setup, rules, man, square) == man;
}

Man arrived(const Setup& setup, const rules::Rules& rules, Man man, At square) {
    for (const auto& [one, other] : rules.turning_kind) {
        if (man.letter != one && man.letter != other) continue;
        Man turned = man;
        turned.letter = man.letter == one ? other : one;
        const bool stays = !never_leaves(setup, rules, man, square) ||
                           never_leaves(setup, rules, turned, square) ||
                           !may_stand(setup, rules, man, square) || !may_stand(setup, rules, turned, square);
        return stays ? man : turned;
    }
    return man;
}

std::vector<Move> drops(const Setup& setup, const rules::Rules& rules) {
    std::vector<Move> list;
    if (!rules.drops) return list;
    const Color us = setup.to_move;
    for (const rules::Kind& kind : rules.kinds) {
        // A king that comes from nowhere would be one too many.
        if (rules.free_drops ? kind.royal : in_hand(setup, us, kind.letter) == 0) continue;
        for (const At to : squares(setup)) {
            if (!may_drop(setup, rules, kind, to)) continue;
            const auto square = index(setup, to);
            const auto may_land = [&](Man man) {
                return may_stand(setup, rules, man, to) && !is_stuck(setup, rules, man, to) &&
                       divides_bishops(setup, rules, arrived(setup, rules, man, to).letter, to);
            };
            if (may_land({us, kind.letter})) list.push_back({square, square, kind.letter, Move::Type::drop});
            const auto turned = rules.promoted_kind.find(kind.letter);
            if (rules.drop_promoted && turned != rules.promoted_kind.end() && may_land({us, turned->second}))
                list.push_back({square, square, kind.letter, Move::Type::drop_promoted});
        }
    }
    return list;
}

Man dropped(const Setup& setup, const rules::Rules& rules, Move move) {
    Man man{setup.to_move, move.promotion};
    if (move.type == Move::Type::drop) return arrived(setup, rules, man, square_of(setup, move.to));
    man.letter = rules.promoted_kind.at(move.promotion);
    if (rules.keeps_former_kinds()) man.turned_from = move.promotion;
    return man;
}

void take_from_hand(Setup& setup, const rules::Rules& rules, Color side, rules::Letter letter) {
    if (rules.free_drops || !setup.hands) return;
    auto& hand = (*setup.hands)[side];
    const auto held = hand.find(letter);
    if (held == hand.end()) return;  // not a legal move
    if (--held->second == 0) hand.erase(held);
}

void put_into_hand(Setup& setup, const rules::Rules& rules, Man captured) {
    if (!(rules.captures_to_hand || rules.captures_to_owner) || !setup.hands) return;
    rules::Letter letter = captured.letter;
    for (const auto& [one, other] : rules.turning_kind)
        if (letter == other) letter = one;
    if (!rules.drop_loop && captured.turned_from) letter = *captured.turned_from;
    if (!rules.drop_loop && captured.promoted_pawn) letter = *rules.main_pawn(captured.color);
    ++(*setup.hands)[rules.captures_to_owner ? captured.color : !captured.color][letter];
}

void flip(Setup& setup, const rules::Rules& rules, At to, bool is_drop) {
    const Color us = man_on(setup, to)->color;
    std::vector<At> turning;
    switch (rules.flip_enclosed) {
        case Enclosing::reversi:
            for (const At direction : all_around)
                for (const At square : enclosed(setup, to, direction, us)) turning.push_back(square);
            break;
        case Enclosing::quadwrangle:
            if (is_drop && around(setup, to, us).empty()) break;
            turning = around(setup, to, !us);
            break;
        case Enclosing::ataxx:
            turning = around(setup, to, !us);
            break;
        case Enclosing::none:
        case Enclosing::snort:
        case Enclosing::anyside:
        case Enclosing::top:
            break;
    }
    for (const At square : turning) setup.men[square.bit()] = Man{us, man_on(setup, square)->letter};
}

std::string rights_by_drop(const Setup& after, const rules::Rules& rules, At to) {
    std::string rights;
    if (!rules.castling || !rules.castling_with_dropped) return rights;
    const Man man = *man_on(after, to);
    const rules::SideRules& side = rules.side(man.color);
    const int last_file = static_cast<int>(after.files) - 1;
    const auto rank = static_cast<int>(rules.castling_rank);
    const At king{static_cast<int>(rules.castling_king_file),
                  man.color == Color::white ? rank : static_cast<int>(after.ranks) - 1 - rank};
    if (!is_of(after, king, man.color) || man_on(after, king)->letter != side.castling_king) return rights;
    for (const int file : {0, last_file}) {
        const At rook{file, king.rank};
        if (rook == king || (to != king && to != rook) || !is_of(after, rook, man.color)) continue;
        if (side.castling_rooks.find(man_on(after, rook)->letter) == std::string::npos) continue;
        const bool kingside = rook.file > king.file;
        if (castling_pair(after, rules, man.color, kingside) == CastlingPair{king, rook})
            rights += castling_letter(man.color, kingside);
    }
    return rights;
}

}  // namespace zermelo::reference
