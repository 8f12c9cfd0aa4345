// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/engine/played_game.hpp"

#include <algorithm>
#include <cstddef>
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

game::Outcome fold_outcome(const rules::HistoryRules& history, Color to_move) {
    const bool turned = history.fold_value_is_whites && to_move == Color::black;
    return turned ? Ends<std::uint64_t>::for_the_other(history.fold_value) : history.fold_value;
}

unsigned perpetual_fold(const rules::HistoryRules& history) {
    constexpr unsigned customary = 3;
    if (!history.perpetual_check_loses) return 0;
    return history.fold_rule != 0 ? history.fold_rule : customary;
}

/// Finds out what the rules of history know of a position, where all before it have been looked at.
class PlayedGame::Look {
  public:
    /// Precondition: the position and the one before it are kept.
    Look(const PlayedGame& game, std::size_t number)
        : game_(game),
          number_(number),
          now_(game.plies_[number]),
          at_(game.position(number)),
          history_(at_.rules().history) {}

    void look() {
        const AnyGameAt& from = game_.position(number_ - 1);
        const Known& before = ago(1).known;
        Known& known = now_.known;
        known.check = at_.in_check();
        known.captured = from.captures(now_.move);
        const rules::Rules& rules = at_.rules();
        known.same_men = known.captured && !rules.has_hands() && !rules.drops ? 0 : before.same_men + 1;
        known.without_progress = from.is_progress(now_.move) ? 0 : before.without_progress + 1;
        known.counting = before.counting;
        if (history_.counting != rules::CountingRule::none) {
            if (known.counting) ++known.counting->plies;
            known.counting = std::visit(
                [&]<typename Bits>(const GameAt<Bits>& at) {
                    return counting_after(known.counting, std::get<GameAt<Bits>>(from), now_.move, at);
                },
                at_);
        }
        known.end.reset();
        if (history_.move_rule != 0 && known.without_progress >= 2 * std::uint64_t{history_.move_rule})
            known.end = GameEnd{drawn(), EndedBy::move_rule};
        if (!known.end) known.end = repetition();
        if (!known.end && known.counting && known.counting->plies > known.counting->limit)
            known.end = GameEnd{game::Outcome::draw, EndedBy::counting};
    }

  private:
    std::optional<GameEnd> repetition() {
        if (history_.moving_to_and_fro_loses && moves_to_and_fro())
            return GameEnd{game::Outcome::win, EndedBy::moving_to_and_fro};
        const unsigned checks = perpetual_fold(history_);
        if (checks == 0 && history_.fold_rule == 0) return std::nullopt;
        const Hash128 key = game_.key(number_);
        unsigned occurrences = 1;
        for (std::size_t plies = 2; plies <= now_.known.same_men; plies += 2) {
            if (game_.key(number_ - plies) != key) continue;
            ++occurrences;
            if (occurrences == checks)
                if (const auto end = perpetual_check(plies)) return end;
            if (occurrences == history_.fold_rule) {
                const game::Outcome value = fold_outcome(history_, at_.to_move());
                return GameEnd{value == game::Outcome::draw ? drawn() : value, EndedBy::repetition};
            }
        }
        return std::nullopt;
    }

    /// Whether one side's moves since the position that came a number of plies ago have all given check.
    std::optional<GameEnd> perpetual_check(std::size_t plies) const {
        const auto perpetual = PerpetualCheck::of(plies, [&](std::size_t back) { return check(back); });
        if (perpetual.by_one())
            return GameEnd{perpetual.by_us ? game::Outcome::loss : game::Outcome::win,
                           EndedBy::perpetual_check};
        // Where both do so neither has lost; then the number alone ends the game, whatever it else says.
        if (perpetual.by_us && history_.fold_rule != 0) return GameEnd{drawn(), EndedBy::repetition};
        return std::nullopt;
    }

    bool moves_to_and_fro() const {
        const auto end = std::min<std::uint64_t>(number_, now_.known.without_progress);
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
            at_);
        if (!attacks || check(1) || check(3)) return false;
        // How many moves of the man to and fro have been found; a pass after the first one does not count.
        unsigned found = takes_back(last, move(2)) ? 2 : move(2).type == Move::Type::pass ? 1 : 0;
        for (std::size_t back = 4; found != 0 && back < number_ && back <= end; back += 2) {
            if (back + 1 <= end && check(back + 1)) return false;
            if (found == 4) return !ago(back).known.captured && move(back - 2).from == move(back).to;
            found = takes_back(found == 1 ? last : move(back - 2), move(back)) ? found + 1 : 0;
        }
        return false;
    }

    /// What a draw is worth for the side to move, where material is counted.
    game::Outcome drawn() const {
        return std::visit(
            []<typename Bits>(const GameAt<Bits>& at) {
                return Ends<Bits>{at.game, at.position}.by_counting();
            },
            at_);
    }

    const Ply& ago(std::size_t plies) const { return game_.plies_[number_ - plies]; }
    /// Whether who was to move a number of plies ago was in check, and the move that had led there.
    bool check(std::size_t plies) const { return ago(plies).known.check; }
    Move move(std::size_t plies) const { return ago(plies).move; }

    const PlayedGame& game_;
    std::size_t number_;
    Ply& now_;
    const AnyGameAt& at_;
    const rules::HistoryRules& history_;
};

PlayedGame::PlayedGame(const AnyGameAt& start, std::uint64_t half_moves,
                       std::optional<std::uint64_t> counting_limit, Keeps keeps)
    : plies_(1), keeps_(keeps) {
    at_ = positions_.emplace_back(std::make_unique<AnyGameAt>(start)).get();
    Ply& first = plies_.front();
    first.looked = true;
    first.known.check = start.in_check();
    if (counting_limit)
        first.known.counting = Counting{half_moves, *counting_limit};
    else
        first.known.without_progress = half_moves;
}

PlayedGame::PlayedGame(const PlayedGame& other) { *this = other; }

PlayedGame& PlayedGame::operator=(const PlayedGame& other) {
    if (this == &other) return *this;
    keeps_ = other.keeps_;
    number_ = other.number_;
    const auto last = other.plies_.begin() + static_cast<std::ptrdiff_t>(number_) + 1;
    plies_.assign(other.plies_.begin(), last);
    const std::size_t count = std::min(other.positions_.size(), number_ + 1);
    for (std::size_t i = 0; i < count; ++i) {
        if (i == positions_.size())
            positions_.push_back(std::make_unique<AnyGameAt>(*other.positions_[i]));
        else
            *positions_[i] = *other.positions_[i];
    }
    at_ = &position(number_);
    return *this;
}

const AnyGameAt& PlayedGame::play(Move move) {
    const std::size_t next = slot(number_ + 1);
    if (next == positions_.size()) positions_.push_back(std::make_unique<AnyGameAt>(*at_));
    if (number_ + 1 == plies_.size()) plies_.emplace_back();
    at_->play(move, *positions_[next]);
    if (keeps_ == Keeps::last) key(number_);
    ++number_;
    at_ = positions_[next].get();
    Ply& ply = plies_[number_];
    ply.move = move;
    ply.keyed = false;
    ply.looked = false;
    if (keeps_ == Keeps::last) {
        key(number_);
        look();
    }
    return *at_;
}

const Hash128& PlayedGame::key(std::size_t number) const {
    Ply& ply = plies_[number];
    if (!ply.keyed) {
        const bool steps = number != 0 && plies_[number - 1].keyed;
        ply.key = steps ? position(number).key_after(position(number - 1), plies_[number - 1].key, ply.move)
                        : position(number).key();
        ply.keyed = true;
    }
    return ply.key;
}

std::vector<Move> PlayedGame::moves() const {
    std::vector<Move> moves;
    moves.reserve(plies());
    for (std::size_t number = 1; number <= number_; ++number) moves.push_back(plies_[number].move);
    return moves;
}

unsigned PlayedGame::occurrences() const {
    const Hash128 now = key();
    unsigned count = 1;
    for (std::size_t plies = 2; plies <= known().same_men; plies += 2)
        if (key(number_ - plies) == now) ++count;
    return count;
}

auto PlayedGame::look() const -> const Known& {
    std::size_t number = number_;
    while (!plies_[number].looked) --number;
    for (++number; number <= number_; ++number) {
        Look{*this, number}.look();
        plies_[number].looked = true;
    }
    return plies_[number_].known;
}

std::optional<GameEnd> PlayedGame::end() const {
    if (const auto outcome = at().end()) return GameEnd{*outcome, EndedBy::position};
    return known().end;
}

}  // namespace zermelo::engine
