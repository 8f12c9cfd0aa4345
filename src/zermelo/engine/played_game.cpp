// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/engine/played_game.hpp"

#include <algorithm>
#include <utility>

#include "zermelo/engine/ends.hpp"
#include "zermelo/engine/notation.hpp"

// Source of the rules: docs/rules.md, "History". Numbers of the countings are those of
// https://en.wikipedia.org/wiki/Makruk and of the laws of ASEAN chess.

namespace zermelo::engine {
namespace {

/// How many men of a kind that rules files call so a side has; none where there is no such kind.
template <typename Bits>
unsigned men_called(const GameAt<Bits>& at, Color side, std::string_view kind) {
    const auto& kinds = at.game.rules().kinds;
    for (unsigned i = 0; i < kinds.size(); ++i)
        if (kinds[i].name == kind) return at.position.men(side, rules::PieceKind{i}).size();
    return 0;
}

/// How many moves may be counted against the men of a side, as they stand; 0: none are.
template <typename Bits>
unsigned count_limit(const GameAt<Bits>& at, Color side) {
    const unsigned own = at.position.men(side).size();
    const unsigned others = at.position.men(!side).size();
    const auto of_the_other = [&](std::string_view kind) { return men_called(at, !side, kind); };
    const bool pawns = men_called(at, side, "pawn") + of_the_other("pawn") != 0;
    switch (at.game.rules().history.counting) {
        case rules::CountingRule::none:
            return 0;
        case rules::CountingRule::makruk:
        case rules::CountingRule::cambodian: {
            // In Cambodia everything ends a move sooner, and a side with three men may count with pawns
            // there.
            const bool cambodian = at.game.rules().history.counting == rules::CountingRule::cambodian;
            const unsigned sooner = cambodian ? 1 : 0;
            if (others == 1 || (cambodian ? own > 3 : pawns)) return 0;
            if (own > 1) return 64 - sooner;
            if (pawns) return 0;
            if (const unsigned rooks = of_the_other("rook")) return (rooks > 1 ? 8 : 16) - sooner;
            const unsigned silvers = of_the_other("silver");
            if (silvers > 1) return 22 - sooner;
            if (of_the_other("knight") > 1) return 32 - sooner;
            return (silvers == 1 ? 44 : 64) - sooner;
        }
        case rules::CountingRule::asean:
            if (pawns || own > 1) return 0;
            if (of_the_other("rook") != 0) return 16;
            if (of_the_other("silver") != 0) return 44;
            return of_the_other("knight") != 0 ? 64 : 0;
    }
    return 0;
}

/// What is counted after a move, with what was counted before, this ply included.
template <typename Bits>
std::optional<Counting> counting_after(std::optional<Counting> counting, const GameAt<Bits>& from, Move move,
                                       const GameAt<Bits>& at) {
    const rules::CountingRule rule = at.game.rules().history.counting;
    const Color us = at.position.to_move();
    const auto is_pawn = [&](Square square) {
        return from.game.rules().kinds[from.position.kind_on(square).index()].name == "pawn";
    };
    const unsigned all = at.position.men().size();
    const unsigned own = at.position.men(us).size();
    const bool captured = captures(from.position, move);
    const bool no_pawns = men_called(at, us, "pawn") + men_called(at, !us, "pawn") == 0;
    // Who is bare and has captured the last pawn begins to count by the men there are.
    if (rule != rules::CountingRule::asean && captured && from.position.men().contains(move.to) &&
        is_pawn(move.to) && at.position.men(!us).size() == 1 && no_pawns)
        if (const unsigned limit = count_limit(at, !us)) counting = Counting{2 * all - 1, 2 * limit};
    const bool promoted = !move.is_drop() && move.promotion != 0 && is_pawn(move.from);
    if (counting && !((captured || promoted) && own == 1)) return counting;
    if (const unsigned limit = count_limit(at, us))
        counting = Counting{rule == rules::CountingRule::asean || own > 1 ? 0 : 2 * all, 2 * limit};
    return counting;
}

/// Whether one move takes another one back.
bool takes_back(Move later, Move earlier) {
    return later.type == Move::Type::normal && earlier.type == Move::Type::normal &&
           later.from == earlier.to && later.to == earlier.from && earlier.promotion == 0;
}

}  // namespace

std::string_view name(EndedBy by) {
    switch (by) {
        case EndedBy::position:
            return "position";
        case EndedBy::repetition:
            return "repetition";
        case EndedBy::perpetual_check:
            return "perpetual check";
        case EndedBy::moving_to_and_fro:
            return "moving to and fro";
        case EndedBy::move_rule:
            return "move rule";
        case EndedBy::counting:
            return "counting";
    }
    return {};
}

unsigned perpetual_fold(const rules::HistoryRules& history) {
    constexpr unsigned customary = 3;
    if (!history.perpetual_check_loses) return 0;
    return history.fold_rule != 0 ? history.fold_rule : customary;
}

PlayedGame::PlayedGame(const AnyGameAt& at, std::uint64_t half_moves,
                       std::optional<std::uint64_t> counting_limit)
    : both_{{at, at}},
      key_(at.key()),
      check_(at.in_check()),
      without_progress_(counting_limit ? 0 : half_moves) {
    if (counting_limit) counting_ = Counting{half_moves, *counting_limit};
}

void PlayedGame::play(Move move) {
    at().play(move, both_[1 - now_]);
    now_ = 1 - now_;
    const bool captured = from().captures(move);
    before_.push_back({key_, move, check_, captured});
    const rules::Rules& rules = at().rules();
    same_men_ = captured && !rules.has_hands() && !rules.drops ? 0 : same_men_ + 1;
    key_ = at().key_after(from(), key_, move);
    check_ = at().in_check();
    look(move);
}

void PlayedGame::look(Move move) {
    const rules::HistoryRules& history = at().rules().history;
    without_progress_ = from().is_progress(move) ? 0 : without_progress_ + 1;
    if (history.counting != rules::CountingRule::none) {
        if (counting_) ++counting_->plies;
        counting_ = std::visit(
            [&]<typename Bits>(const GameAt<Bits>& here) {
                return counting_after(counting_, std::get<GameAt<Bits>>(from()), move, here);
            },
            at());
    }
    by_history_.reset();
    if (history.move_rule != 0 && without_progress_ >= 2 * std::uint64_t{history.move_rule})
        by_history_ = PlayedEnd{drawn(), EndedBy::move_rule};
    const auto repeated = repetition();
    if (!by_history_) by_history_ = repeated;
    if (!by_history_ && counting_ && counting_->plies > counting_->limit)
        by_history_ = PlayedEnd{game::Outcome::draw, EndedBy::counting};
}

game::Outcome PlayedGame::drawn() const {
    return std::visit(
        []<typename Bits>(const GameAt<Bits>& at) {
            return Ends<Bits>{at.game, at.position}.by_counting();
        },
        at());
}

std::optional<PlayedEnd> PlayedGame::repetition() {
    const rules::HistoryRules& history = at().rules().history;
    const unsigned checks = perpetual_fold(history);
    std::optional<PlayedEnd> end;
    if (history.moving_to_and_fro_loses && moves_to_and_fro())
        end = PlayedEnd{game::Outcome::win, EndedBy::moving_to_and_fro};
    occurrences_ = 1;
    for (std::size_t plies = 2; plies <= same_men_; plies += 2) {
        if (ago(plies).key != key_) continue;
        ++occurrences_;
        if (!end && occurrences_ == checks) end = perpetual_check(plies);
        if (!end && occurrences_ == history.fold_rule) {
            const bool turned = history.fold_value_is_whites && at().to_move() == Color::black;
            const game::Outcome value = history.fold_value == game::Outcome::draw ? drawn()
                                        : turned ? Ends<std::uint64_t>::for_the_other(history.fold_value)
                                                 : history.fold_value;
            end = PlayedEnd{value, EndedBy::repetition};
        }
    }
    return end;
}

std::optional<PlayedEnd> PlayedGame::perpetual_check(std::size_t plies) const {
    bool by_the_other = true;
    bool by_us = true;
    for (std::size_t back = 0; back < plies; ++back) {
        bool& all = back % 2 == 0 ? by_the_other : by_us;
        all = all && check(back);
    }
    if (!by_the_other && !by_us) return std::nullopt;
    // Where both do so neither has lost; then the number alone ends the game, whatever it else says.
    if (by_the_other && by_us)
        return at().rules().history.fold_rule == 0 ? std::nullopt
                                                   : std::optional{PlayedEnd{drawn(), EndedBy::repetition}};
    return PlayedEnd{by_us ? game::Outcome::loss : game::Outcome::win, EndedBy::perpetual_check};
}

bool PlayedGame::moves_to_and_fro() const {
    const auto end = std::min<std::uint64_t>(before_.size(), without_progress_);
    if (end < 8) return false;
    const Move last = move(0);
    // Who never comes near the enemy's king, as a guard or the king itself, may do so.
    const bool attacks = std::visit(
        [&](const auto& at) {
            const auto& compiled = at.game.compiled();
            const Color us = at.position.to_move();
            if (last.type != Move::Type::normal || at.position.code_on(last.to) == 0) return false;
            const auto& allowed = compiled.piece_moves(!us, at.position.kind_on(last.to)).allowed;
            for (const rules::PieceKind kind : compiled.kinds())
                if (compiled.is_royal(kind) && (compiled.piece_moves(us, kind).allowed & allowed).any())
                    return true;
            return false;
        },
        at());
    if (!attacks || check(1) || check(3)) return false;
    // How many moves of the man to and fro have been found; a pass after the first one does not count.
    unsigned found = takes_back(last, move(2)) ? 2 : move(2).type == Move::Type::pass ? 1 : 0;
    for (std::size_t back = 4; found != 0 && back < before_.size() && back <= end; back += 2) {
        if (back + 1 <= end && check(back + 1)) return false;
        if (found == 4) return !ago(back + 1).captured && move(back - 2).from == move(back).to;
        found = takes_back(found == 1 ? last : move(back - 2), move(back)) ? found + 1 : 0;
    }
    return false;
}

std::optional<PlayedEnd> PlayedGame::end() const {
    if (const auto outcome = at().end()) return PlayedEnd{*outcome, EndedBy::position};
    return by_history_;
}

}  // namespace zermelo::engine
