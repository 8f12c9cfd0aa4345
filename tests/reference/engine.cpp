// SPDX-License-Identifier: GPL-3.0-or-later
#include "reference/engine.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>

#include "reference/engine_parts.hpp"

namespace zermelo::reference {
namespace {

/// Whether a side has as many of a kind on the board as promotion may bring it to.
bool limit_reached(const Setup& setup, const rules::Rules& rules, Man man) {
    const auto limit = rules.promotion_limit.find(man.letter);
    return limit != rules.promotion_limit.end() && count(setup, man.color, man.letter) >= limit->second;
}

/// The moves of one man to one square: plain, to each kind that it may turn into, or back into what it was. A
/// kind that may not stand there is no choice.
void add_moves(std::vector<Move>& list, const Setup& setup, const rules::Rules& rules, At from, At to) {
    const Man man = *man_on(setup, from);
    const rules::SideRules& side = rules.side(man.color);
    const bool promotes = contains(side.promotion_pawns, man.letter) && side.promotion_region[to.bit()] &&
                          !rules.sittuyin_promotion;
    const bool may_turn = (side.promotion_region[from.bit()] || side.promotion_region[to.bit()]) &&
                          (!rules.piece_promotion_on_capture || man_on(setup, to));
    const auto promoted = rules.promoted_kind.find(man.letter);
    const bool turns = may_turn && promoted != rules.promoted_kind.end() &&
                       !limit_reached(setup, rules, {man.color, promoted->second});
    const bool turns_back = may_turn && rules.piece_demotion && man.turned_from;

    const Move plain{index(setup, from), index(setup, to), 0, Move::Type::normal};
    const bool must = (promotes && rules.mandatory_pawn_promotion) ||
                      ((turns || turns_back) && rules.mandatory_piece_promotion);
    if (!must && !is_stuck(setup, rules, man, to)) list.push_back(plain);
    std::string choices;
    if (promotes) choices = side.promotion_pieces;
    if (turns && !contains(choices, promoted->second)) choices += promoted->second;
    for (const char letter : choices) {
        if (!may_stand(setup, rules, {man.color, letter}, to)) continue;
        if (limit_reached(setup, rules, {man.color, letter})) continue;
        list.push_back(plain);
        list.back().promotion = letter;
    }
    if (turns_back && may_stand(setup, rules, {man.color, *man.turned_from}, to))
        list.push_back({plain.from, plain.to, *man.turned_from, Move::Type::demotion});
}

/// What a man is after a move of its own.
Man moved(const rules::Rules& rules, Man man, At to, Move move) {
    if (move.promotion == 0) return man;
    Man now{man.color, move.promotion};
    if (!rules.keeps_former_kinds() || move.type == Move::Type::demotion) return now;
    const rules::SideRules& side = rules.side(man.color);
    if (contains(side.promotion_pawns, man.letter) &&
        (side.promotion_region[to.bit()] || rules.sittuyin_promotion) &&
        contains(side.promotion_pieces, move.promotion)) {
        now.promoted_pawn = true;
    } else {
        now.turned_from = man.letter;
    }
    return now;
}

/// All moves but passes that one may make if it does not matter what they leave attacked.
std::vector<Move> pseudo_legal(const Setup& setup, const rules::Rules& rules) {
    std::vector<Move> list;
    for (const At from : squares(setup)) {
        const auto& man = man_on(setup, from);
        if (!man || man->color != setup.to_move || is_paralysed(setup, rules, from)) continue;
        for (const At to : quiet_targets(setup, rules, from)) add_moves(list, setup, rules, from, to);
        for (const At to : attacked(setup, rules, from))
            if (man_on(setup, to) && man_on(setup, to)->color != man->color &&
                !(contains(rules.mutually_immune, man->letter) && man_on(setup, to)->letter == man->letter))
                add_moves(list, setup, rules, from, to);
        for (const At to : en_passant_targets(setup, rules, from))
            if (std::find(setup.en_passant.begin(), setup.en_passant.end(), to.place()) !=
                    setup.en_passant.end() &&
                taken_en_passant(setup, to))
                list.push_back({index(setup, from), index(setup, to), 0, Move::Type::en_passant});
    }
    for (const bool kingside : {true, false})
        if (const auto move = castling_move(setup, rules, setup.to_move, kingside)) list.push_back(*move);
    for (const Move move : first_leaps(setup, rules))
        if (std::find(list.begin(), list.end(), move) == list.end()) list.push_back(move);
    for (const Move move : promotions_in_place(setup, rules)) list.push_back(move);
    if (rules.walling != rules::Walling::none && !rules.wall_or_move) {
        std::vector<Move> walled;
        for (const Move move : list)
            for (const Move with : with_walls(setup, rules, move)) walled.push_back(with);
        list = std::move(walled);
    }
    for (const Move move : walls_instead(setup, rules)) list.push_back(move);
    for (const Move move : drops(setup, rules)) list.push_back(move);
    return list;
}

/// The pass of the side to move, shown on its royal's square or its first man's; nothing without men.
std::optional<Move> pass(const Setup& setup, const rules::Rules& rules) {
    std::vector<At> own = royals(setup, rules, setup.to_move);
    for (const At square : squares(setup)) {
        const auto& man = man_on(setup, square);
        if (man && man->color == setup.to_move) own.push_back(square);
    }
    if (own.empty()) return std::nullopt;
    const auto square = index(setup, own.front());
    return Move{square, square, 0, Move::Type::pass};
}

/// The square of the man that a move takes.
std::optional<At> taken(const Setup& setup, Move move) {
    const At to = square_of(setup, move.to);
    if (move.type == Move::Type::en_passant) return taken_en_passant(setup, to);
    if ((move.type == Move::Type::normal || move.type == Move::Type::demotion) && move.from != move.to &&
        man_on(setup, to))
        return to;
    return std::nullopt;
}

bool any_attacked(const Setup& setup, const rules::Rules& rules, const std::vector<At>& men, Color by) {
    return std::any_of(men.begin(), men.end(),
                       [&](At square) { return is_attacked(setup, rules, square, by); });
}

/// Whether a drop that has been made mates by a pawn that may not.
bool mates_by_pawn(const Setup& after, const rules::Rules& rules, Move move) {
    if (!rules.pawn_drop_mate_illegal || !move.is_drop()) return false;
    if (rules.kind(man_on(after, square_of(after, move.to))->letter)->name != "shogiPawn") return false;
    const Color them = after.to_move;
    return any_attacked(after, rules, royals(after, rules, them), !them) && !immediate_end(after, rules) &&
           moves(after, rules).empty();
}

/// Whether a capture takes a last man of its own side off the board, by a blast or as a wall.
bool blows_up_its_own(const Setup& setup, const Setup& after, const rules::Rules& rules, Move move) {
    if (!taken(setup, move)) return false;
    const Color us = setup.to_move;
    for (At square : pseudo_royals(setup, rules, us)) {
        if (square == square_of(setup, move.from)) square = square_of(setup, move.to);
        const auto& man = man_on(after, square);
        if (!man || man->color != us) return true;
    }
    return false;
}

/// Whether a move has brought a man to where nobody stands on any of the squares around it.
bool stands_alone(const Setup& setup, const Setup& after, const rules::Rules& rules, Move move) {
    if (move.type == Move::Type::pass) return false;
    if (!move.is_castling()) return !has_company(after, square_of(after, move.to));
    const auto ends = castling_ends(setup, rules, setup.to_move, move.type == Move::Type::castle_kingside);
    return !has_company(after, ends->king) || !has_company(after, ends->rook);
}

/// Whether a pseudo-legal move leaves nothing attacked that may not be.
bool legal(const Setup& setup, const rules::Rules& rules, Move move) {
    const Color us = setup.to_move;
    const Setup after = play(setup, rules, move);
    if (rules.bikjang && royals_see(setup, rules)) {
        if (move.type == Move::Type::pass) return true;
        if (royals_see(after, rules)) return false;
    }
    if (rules.koeko && stands_alone(setup, after, rules, move)) return false;
    if (any_attacked(after, rules, royals(after, rules, us), !us)) return false;
    if (rules.sittuyin_promotion && move.promotion != 0 && !move.is_drop() &&
        any_attacked(after, rules, royals(after, rules, !us), us))
        return false;
    if (royals_face(after, rules) || flees_from_check(setup, rules, move)) return false;
    if (blows_up_its_own(setup, after, rules, move)) return false;
    const auto captured = taken(setup, move);
    const auto gone = [&](At square) { return captured == square || !man_on(after, square); };
    const auto theirs = pseudo_royals(setup, rules, !us);
    if (std::none_of(theirs.begin(), theirs.end(), gone) && last_men_attacked(after, rules, us)) return false;
    if (!rules.checking || (move.is_drop() && !rules.drop_checks))
        if (any_attacked(after, rules, royals(after, rules, !us), us)) return false;
    return !mates_by_pawn(after, rules, move);
}

/// Whether some man of the side to move may legally capture on an en passant square of the setup.
bool can_take_on(const Setup& setup, const rules::Rules& rules, At square) {
    for (const At pawn : squares(setup)) {
        if (!is_of(setup, pawn, setup.to_move) || !contains(en_passant_targets(setup, rules, pawn), square))
            continue;
        if (rules.madrasi) return true;
        const Move take{index(setup, pawn), index(setup, square), 0, Move::Type::en_passant};
        const bool walls = rules.walling != rules::Walling::none && !rules.wall_or_move;
        const auto ways = walls ? with_walls(setup, rules, take) : std::vector<Move>{take};
        if (std::any_of(ways.begin(), ways.end(), [&](Move way) { return legal(setup, rules, way); }))
            return true;
    }
    return false;
}

/// The en passant field after a move that has been made, by a man that stood on `from` alone: the squares
/// between the ends of an initial move on which an enemy may capture; and the square of the man that moved,
/// where it is not the nearest behind them all. A royal man is never captured so.
std::vector<Place> passed_over(const Setup& after, const rules::Rules& rules, Man man, At from, At to) {
    if (contains(royals(after, rules, !after.to_move), to) || !is_initial(after, rules, man, from, to))
        return {};
    Setup asked = after;
    for (const At square : between(from, to))
        if (on_board(after, square) && !man_on(after, square)) asked.en_passant.push_back(square.place());
    asked.en_passant.push_back(to.place());
    std::vector<Place> result;
    bool named = false;
    for (const At square : between(from, to)) {
        if (!on_board(after, square) || man_on(after, square) || !can_take_on(asked, rules, square)) continue;
        result.push_back(square.place());
        named = named || nearest_behind(after, square) != to;
    }
    if (named) result.push_back(to.place());
    std::sort(result.begin(), result.end(), engine::by_rank);
    return result;
}

/// The rights to castle of a rook that has just been turned over to the other side at home, where the king
/// has not moved.
std::string rights_by_turning(const Setup& before, const Setup& after, const rules::Rules& rules, At to) {
    std::string rights;
    if (!rules.andernach || !rules.gating || !is_of(after, to, !before.to_move)) return rights;
    for (const bool kingside : {true, false}) {
        const auto pair = castling_pair(after, rules, !before.to_move, kingside);
        if (pair && pair->rook == to && contains(gates(before, rules, !before.to_move), pair->king))
            rights += castling_letter(!before.to_move, kingside);
    }
    return rights;
}

/// The rights that are left: king and rook have neither moved nor been captured, and are still the ones that
/// the rules find. And those that a drop brings.
std::string remaining_rights(const Setup& before, const Setup& after, const rules::Rules& rules, Move move) {
    std::string rights;
    if (move.type == Move::Type::pass || move.type == Move::Type::wall) return before.castling;
    const At from = square_of(before, move.from);
    const At to = square_of(before, move.to);
    const auto captured = taken(before, move);
    const std::string brought =
        move.is_drop() ? rights_by_drop(after, rules, to) : rights_by_turning(before, after, rules, to);
    for (const Color side : {Color::white, Color::black})
        for (const bool kingside : {true, false}) {
            const char letter = castling_letter(side, kingside);
            if (contains(brought, letter)) rights += letter;
            if (!contains(before.castling, letter) || contains(brought, letter)) continue;
            const auto pair = castling_pair(before, rules, side, kingside);
            const auto touched = [&](At square) {
                return square == from || square == to || captured == square;
            };
            const auto now = castling_pair(after, rules, side, kingside);
            const bool same = pair && now &&
                              (rules.castling_960 ? now->king == pair->king && is_of(after, pair->rook, side)
                                                  : pair == now);
            if (same && !touched(pair->king) && !touched(pair->rook)) rights += letter;
        }
    return rights;
}

/// Whether a side's series of checks has a strong one: it goes on while every move of the side gives check.
void note_strong_check(Setup& after, const rules::Rules& rules, Color side) {
    const unsigned bit = side == Color::white ? 1 : 2;
    bool check = false;
    bool strong = false;
    for (const At king : royals(after, rules, !side))
        for (const At square : squares(after)) {
            if (!is_of(after, square, side) || !contains(attacked(after, rules, square), king)) continue;
            check = true;
            const std::string& name = rules.kind(man_on(after, square)->letter)->name;
            strong = strong || name == "rook" || name == "bers" || name == "knight";
        }
    if (!check) after.strong_checks &= ~bit;
    if (strong) after.strong_checks |= bit;
}

/// Where any rook castles: which files must be told after a move, as the rooks with rights are the same.
void name_rooks(const Setup& before, Setup& after, const rules::Rules& rules) {
    after.castling_files = {};
    if (!rules.castling_960) return;
    const std::string rights = "KQkq";
    for (std::size_t i = 0; i < rights.size(); ++i) {
        if (!contains(after.castling, rights[i])) continue;
        const Color side = i < 2 ? Color::white : Color::black;
        const auto pair = castling_pair(before, rules, side, i % 2 == 0);
        const auto outermost = castling_pair(after, rules, side, i % 2 == 0);
        if (!contains(before.castling, rights[i])) continue;
        if (!outermost || pair->rook != outermost->rook)
            after.castling_files[i] = static_cast<std::uint8_t>(pair->rook.file);
    }
}

/// The length of a move, as a ruler laid on the board tells it between the middles of squares; castling has
/// that of both men together.
double distance(const Setup& setup, const rules::Rules& rules, Move move) {
    const auto measured = [](At a, At b) { return std::hypot(a.file - b.file, a.rank - b.rank); };
    if (!move.is_castling()) return measured(square_of(setup, move.from), square_of(setup, move.to));
    const bool kingside = move.type == Move::Type::castle_kingside;
    const auto pair = castling_pair(setup, rules, setup.to_move, kingside);
    const auto ends = castling_ends(setup, rules, setup.to_move, kingside);
    return measured(pair->king, ends->king) + measured(pair->rook, ends->rook);
}

}  // namespace

std::vector<Move> moves(const Setup& setup, const rules::Rules& rules) {
    return immediate_end(setup, rules) ? std::vector<Move>{} : legal_moves(setup, rules);
}

std::vector<Move> legal_moves(const Setup& setup, const rules::Rules& rules) {
    const rules::SideRules& side = rules.side(setup.to_move);
    std::vector<Move> list = pseudo_legal(setup, rules);
    if (const auto move = pass(setup, rules); move && side.pass) list.push_back(*move);
    std::erase_if(list, [&](Move move) { return !legal(setup, rules, move); });
    constexpr double rounding = 1e-6;
    if (side.longest_moves)
        for (const Move other : std::vector<Move>{list})
            std::erase_if(list, [&](Move move) {
                return distance(setup, rules, move) + rounding < distance(setup, rules, other);
            });
    const auto is_capture = [&](Move move) { return taken(setup, move).has_value(); };
    if (rules.must_capture && std::any_of(list.begin(), list.end(), is_capture)) {
        std::erase_if(list, [&](Move move) { return !is_capture(move); });
    } else if (rules.must_drop && in_hand(setup, setup.to_move, rules.must_drop_kind) > 0) {
        const auto is_due = [&](Move move) {
            return move.is_drop() && (!rules.must_drop_kind || move.promotion == rules.must_drop_kind);
        };
        const bool can_drop = std::any_of(list.begin(), list.end(), is_due);
        std::erase_if(list, [&](Move move) { return can_drop ? !is_due(move) : move.is_drop(); });
    }
    if (const auto move = pass(setup, rules);
        move && list.empty() && side.pass_on_stalemate && legal(setup, rules, *move))
        list.push_back(*move);
    std::vector<Move> all;
    for (const Move move : list)
        for (const Move with : with_gated(setup, rules, move))
            if (with.gated == move.gated || legal(setup, rules, with)) all.push_back(with);
    return all;
}

Setup play(const Setup& setup, const rules::Rules& rules, Move move) {
    const Color us = setup.to_move;
    const At from = square_of(setup, move.from);
    const At to = square_of(setup, move.to);
    const Man man = move.is_drop() ? dropped(setup, rules, move) : *man_on(setup, from);
    const auto captured = taken(setup, move);
    Setup after = setup;
    after.to_move = !us;
    after.en_passant.clear();
    after.full_moves += us == Color::black ? 1 : 0;
    after.half_moves += 1;
    after.passes = move.type == Move::Type::pass ? setup.passes + 1 : 0;
    switch (move.type) {
        case Move::Type::pass:
        case Move::Type::wall:
            break;
        case Move::Type::normal:
        case Move::Type::en_passant:
        case Move::Type::demotion: {
            if (captured) {
                put_into_hand(after, rules, *man_on(setup, *captured));
                after.men[captured->bit()].reset();
            }
            after.men[from.bit()].reset();
            after.men[to.bit()] = arrived(after, rules, moved(rules, man, to, move), to);
            const rules::Kind* kind = rules.kind(man.letter);
            if (captured || (kind != nullptr && kind->pawn)) after.half_moves = 0;
            flip(after, rules, to, false);
            if (!captured) break;
            if (rules.andernach && !kind->royal) after.men[to.bit()] = Man{!us, after.men[to.bit()]->letter};
            const bool petrifies = contains(rules.petrifying, man.letter);
            if (rules.blast) {
                explode(after, rules, to, petrifies);
            } else if (petrifies) {
                after.men[to.bit()].reset();
                after.walls.set(to.bit());
            }
            break;
        }
        case Move::Type::drop:
        case Move::Type::drop_promoted:
            take_from_hand(after, rules, us, move.promotion);
            after.men[to.bit()] = man;
            flip(after, rules, to, true);
            break;
        case Move::Type::castle_kingside:
        case Move::Type::castle_queenside: {
            const bool kingside = move.type == Move::Type::castle_kingside;
            const auto pair = castling_pair(setup, rules, us, kingside);
            const auto ends = castling_ends(setup, rules, us, kingside);
            if (!pair || !ends) break;  // not a legal move
            const Man rook = *man_on(setup, pair->rook);
            after.men[pair->king.bit()].reset();
            after.men[pair->rook.bit()].reset();
            after.men[ends->king.bit()] = man;
            after.men[ends->rook.bit()] = rook;
            break;
        }
    }
    if (move.gated == Move::wall_gated) {
        if (rules.walling == rules::Walling::duck) after.walls.reset();
        after.walls.set(square_of(setup, move.gate).bit());
    }
    bring_in(after, rules, us, move);
    after.castling = remaining_rights(setup, after, rules, move);
    const bool castles = move.is_castling();
    const bool kingside = move.type == Move::Type::castle_kingside;
    if (castles && rules.opposite_castling) std::erase(after.castling, castling_letter(!us, kingside));
    name_rooks(setup, after, rules);
    settle_gates(setup, after, rules, move);
    after.castled = castles && contains(rules.castling_wins, castling_letter(us, kingside));
    if (rules.check_counting && attacked(after, rules, !us)) {
        unsigned& left = (*after.checks_left)[us];
        if (left > 0) --left;
    }
    if (rules.shatar_mate) note_strong_check(after, rules, us);
    if (move.type == Move::Type::normal && move.promotion == 0 && !captured && after.men[to.bit()] == man)
        after.en_passant = passed_over(after, rules, man, from, to);
    return after;
}

Setup told_by_fen(Setup setup) {
    setup.passes = 0;
    setup.castled = false;
    setup.strong_checks = 0;
    return setup;
}

}  // namespace zermelo::reference
