// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include "zermelo/engine/attacks.hpp"
#include "zermelo/engine/game.hpp"
#include "zermelo/engine/move_sinks.hpp"

/// How games end. Only game.cpp and played_game.cpp include it.
namespace zermelo::engine {

/// Who has won in one position, by each of the ways that rules know; for the side to move.
template <typename Bits>
class Ends {
  public:
    using Set = SquareSet<Bits>;
    using Position = engine::Position<Bits>;

    Ends(const Game<Bits>& game, const Position& p)
        : game_(game),
          compiled_(game.compiled()),
          rules_(compiled_.rules),
          p_(p),
          us_(p.to_move()),
          them_(!us_) {}

    /// As `Game::end_at_once`.
    std::optional<game::Outcome> at_once() const {
        if (rules_.extinction_value)
            if (const auto outcome = extinction_end()) return outcome;
        if (const auto outcome = flag_end()) return outcome;
        if (!rules_.castling_wins.empty())
            if (const auto outcome = castling_end()) return outcome;
        if (rules_.check_counting && p_.checks_left(them_) == 0) return game::Outcome::loss;
        if (compiled_.facts.rows_end && rows_made(them_)) return for_the_other(rules_.rows.value);
        const bool full = rules_.full_board_ends && (compiled_.board & ~p_.occupied()).empty();
        // Men do not move in a pass: kings that face each other now have done so before it.
        const bool faced = rules_.bikjang && p_.passes() != 0 && game_.royals_face(p_);
        if (p_.passes() >= 2 || full || faced) return by_counting();
        return std::nullopt;
    }

    /// What having no move means.
    game::Outcome mate_or_stalemate() const {
        if (game_.in_check(p_)) return rules_.shatar_mate ? mated() : rules_.checkmate_value;
        game::Outcome value = rules_.stalemate_value;
        if (rules_.stalemate_count) {
            const unsigned own = p_.men(us_).size();
            const unsigned other = p_.men(them_).size();
            if (own == other) value = game::Outcome::draw;
            if (own > other) value = for_the_other(value);
        }
        return value == game::Outcome::draw ? by_counting() : value;
    }

    /// As `Game::has_row`.
    bool rows_made(Color side) const {
        const rules::Rows& rows = rules_.rows;
        const Set men = row_men(side);
        if (rows.in_a_row != 0 && men.size() >= rows.in_a_row &&
            std::any_of(compiled_.rows.in_a_row.begin(), compiled_.rows.in_a_row.end(),
                        [&](Set row) { return (row & ~men).empty(); }))
            return true;
        if (rows.collinear != 0 && collinear(men)) return true;
        return (rows.square != 0 && square_full(men)) || (compiled_.facts.connects && chain_made(side));
    }

    static game::Outcome for_the_other(game::Outcome outcome) {
        if (outcome == game::Outcome::draw) return outcome;
        return outcome == game::Outcome::win ? game::Outcome::loss : game::Outcome::win;
    }

    /// What the counting of material makes of a draw, for the side to move.
    game::Outcome by_counting() const {
        const auto won_by = [&](Color side) {
            return side == us_ ? game::Outcome::win : game::Outcome::loss;
        };
        switch (rules_.material_counting) {
            case rules::MaterialCounting::none:
                break;
            case rules::MaterialCounting::white_draw_odds:
                return won_by(Color::white);
            case rules::MaterialCounting::black_draw_odds:
                return won_by(Color::black);
            case rules::MaterialCounting::janggi:
                return won_by(white_has_more_points() ? Color::white : Color::black);
            case rules::MaterialCounting::unweighted: {
                const unsigned white = p_.men(Color::white).size();
                const unsigned black = p_.men(Color::black).size();
                if (white != black) return won_by(white > black ? Color::white : Color::black);
                break;
            }
        }
        return game::Outcome::draw;
    }

  private:
    /// A mate of Shatar, for who is mated.
    game::Outcome mated() const {
        Set others = p_.men(them_);
        if (compiled_.named.knight) others &= ~p_.men(them_, *compiled_.named.knight);
        if (!game_.any_attacked(p_, game_.royals(p_, us_), them_, others)) return game::Outcome::win;
        const bool strong = (p_.strong_checks() >> index(them_) & 1U) != 0;
        return strong ? rules_.checkmate_value : game::Outcome::draw;
    }

    std::optional<game::Outcome> extinction_end() const {
        for (const Color c : {them_, us_}) {
            const unsigned more = rules_.extinction_claim && c == us_ ? 1 : 0;
            const auto gone = [&](unsigned own, unsigned other) {
                return own <= rules_.extinction_count && other >= rules_.extinction_opponent_count + more;
            };
            const auto& side = compiled_.sides[c];
            bool extinct = side.ends_as_a_whole && gone(count_all(c), count_all(!c));
            for (const auto& kinds : side.ending_kinds)
                extinct = extinct || gone(count_all(c, kinds), count_all(!c, kinds));
            if (!extinct) continue;
            return c == us_ ? *rules_.extinction_value : for_the_other(*rules_.extinction_value);
        }
        return std::nullopt;
    }

    /// How many men a side has on the board and in hand: of all kinds, or of some.
    unsigned count_all(Color side) const {
        unsigned count = p_.men(side).size();
        if (rules_.has_hands())
            for (const rules::PieceKind kind : compiled_.kinds()) count += p_.in_hand(side, kind);
        return count;
    }
    unsigned count_all(Color side, const std::vector<rules::PieceKind>& kinds) const {
        unsigned count = 0;
        for (const rules::PieceKind kind : kinds) count += p_.men(side, kind).size() + p_.in_hand(side, kind);
        return count;
    }

    std::optional<game::Outcome> flag_end() const {
        const auto has_royal_flag = [&](Color c) {
            const auto& side = compiled_.sides[c];
            return side.flag_kind && compiled_.is_royal(*side.flag_kind);
        };
        if ((rules_.flag_move || rules_.flag_safe) && flag_reached(us_)) {
            const bool both_count =
                rules_.flag_move ? us_ == Color::white && has_royal_flag(Color::black) : rules_.flag_safe;
            return both_count && flag_reached(them_) ? game::Outcome::draw : game::Outcome::win;
        }
        const bool now = !rules_.flag_move || rules_.flag_safe || has_royal_flag(us_);
        if (!now || !flag_reached(them_)) return std::nullopt;
        if (rules_.flag_move && has_royal_flag(us_) && us_ == Color::black && may_draw_by_flag())
            return std::nullopt;
        return game::Outcome::loss;
    }

    bool flag_reached(Color c) const {
        const auto& side = compiled_.sides[c];
        const Set men = (side.flag_kind ? p_.men(c, *side.flag_kind) : p_.men(c)) & side.flag_region;
        if (men.empty()) return false;
        const bool full =
            rules_.flag_blocked && (side.flag_region & compiled_.board & ~p_.occupied()).empty();
        if (men.size() < rules_.flag_count && !full) return false;
        // A safe flag: with just as many men as are needed, none of them is attacked. Where there is one more
        // move, who is to move has had it.
        if (!rules_.flag_safe || (rules_.flag_move && c == us_)) return true;
        return men.size() != rules_.flag_count || !game_.any_attacked(p_, men, !c);
    }

    /// Whether Black's king can still come to the flag region, too.
    bool may_draw_by_flag() const {
        const auto& side = compiled_.sides[us_];
        if (game_.any_attacked(p_, game_.royals(p_, us_), them_)) return false;
        MoveList list;
        ListSink sink{list};
        game_.generate_going_on(p_, sink);
        return std::any_of(list.begin(), list.end(), [&](Move m) {
            return !m.is_drop() && m.type != Move::Type::pass && compiled_.is_royal(p_.kind_on(m.from)) &&
                   side.flag_region.contains(m.to);
        });
    }

    std::optional<game::Outcome> castling_end() const {
        if (p_.castled()) return game::Outcome::loss;
        const std::string& wins = rules_.castling_wins;
        for (const Color c : {them_, us_}) {
            bool asked = false;
            bool left = false;
            for (const bool kingside : {true, false}) {
                const unsigned right = Position::right(c, kingside);
                if (wins.find("KQkq"[right]) == std::string::npos) continue;
                asked = true;
                left = left || p_.may_castle(right);
            }
            if (asked && !left) return c == us_ ? game::Outcome::loss : game::Outcome::win;
        }
        return std::nullopt;
    }

    /// Whether enough men stand on one line, whatever is between them.
    bool collinear(Set men) const {
        for (Set left = men; left.any();) {
            const Square from = left.take_first();
            for (const auto& [files, ranks] : compiled_.rows.directions) {
                unsigned count = 1;
                for (const int sign : {1, -1})
                    walk(compiled_, from, sign * files, sign * ranks, [&](Square at) {
                        if (men.contains(at)) ++count;
                        return true;
                    });
                if (count >= rules_.rows.collinear) return true;
            }
        }
        return false;
    }

    /// Whether men fill a square of squares.
    bool square_full(Set men) const {
        const unsigned side = rules_.rows.square;
        for (Set left = men; left.any();) {
            const Place place = compiled_.place(left.take_first());
            bool full = true;
            for (unsigned i = 0; i < side * side && full; ++i) {
                const unsigned file = place.file + i % side;
                const unsigned rank = place.rank + i / side;
                full = file < compiled_.files && rank < compiled_.ranks &&
                       men.contains(Square{rank * compiled_.files + file});
            }
            if (full) return true;
        }
        return false;
    }

    /// Whether a chain of men leads from one region of a side to the other.
    bool chain_made(Color side) const {
        const auto& regions = compiled_.sides[side].connect_regions;
        const Set men = row_men(side);
        if ((regions[1] & men).empty()) return false;
        Set chain = regions[0] & men;
        for (Set left = chain; left.any();) {
            const Square at = left.take_first();
            Set next;
            for (const auto& [files, ranks] : compiled_.rows.directions)
                for (const int sign : {1, -1})
                    walk(compiled_, at, sign * files, sign * ranks, [&](Square square) {
                        next |= Set::of(square);
                        return false;
                    });
            next &= men;
            if ((next & regions[1]).any()) return true;
            left |= next & ~chain;
            chain |= next;
        }
        return false;
    }

    /// The men that make rows.
    Set row_men(Color side) const {
        Set men;
        for (const rules::PieceKind kind : compiled_.rows.kinds) men |= p_.men(side, kind);
        return men;
    }

    /// By points of Janggi.
    bool white_has_more_points() const {
        int points = -1;
        for (const auto& [kind, weight] : compiled_.named.weights)
            points += weight * (static_cast<int>(p_.men(Color::white, kind).size()) -
                                static_cast<int>(p_.men(Color::black, kind).size()));
        return points > 0;
    }

    const Game<Bits>& game_;
    const CompiledRules<Bits>& compiled_;
    const rules::Rules& rules_;
    const Position& p_;
    const Color us_;
    const Color them_;
};

}  // namespace zermelo::engine
