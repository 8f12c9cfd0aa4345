// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "zermelo/game/game.hpp"
#include "zermelo/tablebase/game_tier.hpp"
#include "zermelo/tablebase/symmetry.hpp"

namespace zermelo::tablebase {

/// A tier cut into lines: what `game::Lined` asks.
///
/// The last man of the tier's index is the *runner*; all others are *fixed*. The positions that differ in
/// nothing but where the runner stands are a line, and a lane of it is the runner's square. The two royal men
/// lead the numbers of lines, folded by the symmetries of the board as in `Placements`.
class LineTier {
  public:
    using Tier = GameTier<std::uint64_t>;
    using Position = Tier::Position;
    using Lanes = game::Lanes;

    static constexpr unsigned most_fixed = 12;
    static constexpr unsigned royals = 2;
    static constexpr unsigned most_copies = 4;

    /// A line: who stands where but for the runner.
    struct Line {
        std::uint32_t number = 0;
        std::uint32_t lead = 0;                          ///< the class of the royals' squares
        std::array<std::uint8_t, most_fixed> squares{};  ///< of the fixed men
        Lanes occupied = 0;                              ///< by them
        Lanes free = 0;  ///< where the runner may stand: nowhere if two men share a square
    };

    /// The tier's lines, if it has them: one royal man a side and at least one other, all free to stand on
    /// every square of a board of at most 64; only moves that slide, step or leap, none that turns a man into
    /// another or can be captured en passant; nothing but attacks on the royal men restricts a side, and no
    /// way to win but mate. Equal men are told apart here; there are no lines where that makes more than
    /// `most_copies` of a placement. Cost: O(men × squares × moves).
    static std::optional<LineTier> make(const Tier& tier);

    const Tier& tier() const { return tier_; }
    std::uint32_t lines() const { return lines_; }
    unsigned lanes() const { return squares_; }
    Line line(std::uint32_t number) const { return stand(number, strides_, nobody); }

    /// The lanes of a line that are positions with this side to move.
    Lanes positions(Color to_move, const Line& line) const;
    Position position(Color to_move, const Line& line, unsigned lane) const;
    /// Precondition: the lane is one of `positions`.
    std::optional<game::Outcome> end(Color to_move, const Line& line, unsigned lane) const {
        return tier_.end(position(to_move, line, lane));
    }

    /// Whether there is a table with this side to move. If not, its positions stand in the other's with
    /// colours swapped.
    bool stored(Color to_move) const { return to_move == Color::white || tier_.tables() == 2; }
    /// Calls f(lane, slot) for some lanes of a line. Precondition: they are of `positions`. Cost: 10 ns a
    /// lane where equal men run, or one of two sides that share a table; elsewhere slots are side by side.
    template <typename F>
    void each_slot(const Line& line, Color to_move, Lanes lanes, F&& f) const {
        if (lanes == 0) return;
        const auto first = static_cast<unsigned>(std::countr_zero(lanes));
        game::Slot slot = tier_.slot(position(to_move, line, first));
        if (runs_ && stored(to_move)) {
            for (Lanes left = line.free & ~(bit(first) - 1); left != 0; left &= left - 1, ++slot.index)
                if ((left & -left & lanes) != 0) f(static_cast<unsigned>(std::countr_zero(left)), slot);
            return;
        }
        const Position before = position(!to_move, line, first);
        const auto seat = tier_.seat(before);
        f(first, slot);
        for (Set left{lanes & (lanes - 1)}; left.any();) {
            const unsigned lane = left.take_first();
            f(lane, seat.slot_if(runner_.color, first, lane));
        }
    }
    /// How many placements each lane stands for.
    unsigned weight(const Line& line) const { return leads_->classes()[line.lead].weight; }
    /// The lanes that are left if of all orders of equal men only one is looked at.
    Lanes ordered(const Line& line) const;
    /// Those of the `ordered` lanes of which no symmetry makes one of a lesser number of line, or lane.
    Lanes least(const Line& line) const;

    /// What a symmetry makes of lanes.
    Lanes turned(std::uint32_t symmetry, Lanes lanes) const {
        return symmetry == 0 ? lanes : mapped(maps_[symmetry], Set{lanes}).bits();
    }
    Lanes turned_back(std::uint32_t symmetry, Lanes lanes) const {
        return turned(inverses_[symmetry], lanes);
    }
    unsigned turned_lane(std::uint32_t symmetry, unsigned lane) const { return maps_[symmetry][lane]; }

    /// Calls f(step) for the moves of the side's fixed men that capture nothing, until it says true. Whether
    /// what they lead to is a position is another question.
    template <typename F>
    void each_step(const Line& line, Color side, F&& f) const {
        for (unsigned man = 0; man < fixed_.size(); ++man)
            if (fixed_[man].color == side)
                for (const Way& way : fixed_[man].quiet[line.squares[man]])
                    if (((way.path | bit(way.end)) & line.occupied) == 0)
                        if (const auto to = moved(line, man, way.end))
                            if (f(game::LineStep{to->first, to->second, way.path | bit(way.end)})) return;
    }
    /// The same backwards: calls f(step) for lines from which such a move leads here, for all copies of each.
    template <typename F>
    void each_step_back(const Line& line, Color side, F&& f) const {
        for (unsigned man = 0; man < fixed_.size(); ++man) {
            if (fixed_[man].color != side) continue;
            for (const Way& way : fixed_[man].back[line.squares[man]]) {
                if (((way.path | bit(way.end)) & line.occupied) != 0) continue;
                const auto from = moved(line, man, way.end);
                if (!from) continue;
                const Lanes blocked = way.path | bit(way.end);
                f(game::LineStep{from->first, from->second, blocked});
                // Copies of a line whose royals stay where they are come of this line's own copies.
                if (man < royals) each_copy(from->first, from->second, blocked, f);
            }
        }
    }
    /// Where the runner of a lane goes without capturing, and where it has come from.
    Color runner_side() const { return runner_.color; }
    Lanes runner_steps(const Line& line, unsigned lane) const;
    Lanes runner_steps_back(const Line& line, unsigned lane) const;

    /// Men that may be captured have numbers below this; the runner has the last.
    unsigned men() const { return static_cast<unsigned>(fixed_.size()) + 1; }
    bool takeable(unsigned man) const { return man >= royals; }
    Color side_of(unsigned man) const { return man == fixed_.size() ? runner_.color : fixed_[man].color; }
    /// So many lines are left without a man; each has one lane if that is the runner.
    std::uint32_t lines_without(unsigned man) const { return lines_without_[man - royals]; }
    /// Calls f(lane, position) for the positions of such a line in which the side is to move that the man
    /// was of.
    template <typename F>
    void each_without(unsigned man, std::uint32_t number, F&& f) const {
        const Line line = stand(number, strides_without_[man - royals], man);
        if (line.free == 0) return;
        const bool runs = man != fixed_.size();
        for (Set left{runs ? line.free : 1}; left.any();) {
            const unsigned lane = left.take_first();
            const Position p =
                put(side_of(man), line, man, runs ? std::optional<unsigned>{lane} : std::nullopt);
            if (tier_.game().guards_its_own(p)) f(lane, p);
        }
    }
    /// Calls f(capture) for the captures of a side. Whether what they lead to is a position is another
    /// question.
    template <typename F>
    void each_capture(const Line& line, Color side, F&& f) const;

  private:
    using Set = SquareSet<std::uint64_t>;
    using Leads = Lead<std::uint64_t>;
    static constexpr unsigned nobody = ~0U;
    static constexpr Lanes bit(unsigned square) { return Lanes{1} << square; }

    /// A move of one man: the squares that must be empty on its path.
    struct Way {
        Lanes path = 0;
        unsigned end = 0;
    };
    using Ways = std::vector<std::vector<Way>>;  ///< by square
    struct Fixed {
        Color color;
        unsigned kind;
        Ways quiet;
        Ways back;  ///< `quiet` from where they end
        Ways captures;
    };
    using Strides = std::array<std::uint32_t, most_fixed>;  ///< of the royals' class (first), of the others

    explicit LineTier(Tier tier) : tier_(std::move(tier)) {}
    void number_leads();
    void number_lines();
    Ways ways(Color color, unsigned kind, bool captures) const;
    Strides strides_of(unsigned without, std::uint64_t& lines) const;

    /// A line by its number, one man perhaps left out.
    Line stand(std::uint32_t number, const Strides& strides, unsigned without) const;
    Position put(Color to_move, const Line& line, unsigned without, std::optional<unsigned> lane) const;
    /// The number of a line after one of its men has moved (or nobody), perhaps another taken off, and the
    /// symmetry that folded it; nothing where the royals stand so that it has no positions.
    std::optional<std::pair<std::uint32_t, std::uint32_t>> moved(const Line& line, unsigned man, unsigned to,
                                                                 const Strides& strides,
                                                                 unsigned without) const {
        std::array<std::uint8_t, most_fixed> squares = line.squares;
        if (man < fixed_.size()) squares[man] = static_cast<std::uint8_t>(to);
        Leads::Place place{line.lead, 0};
        if (man < royals) place = lead_places_[squares[0] * squares_ + squares[1]];
        if (place.class_number == Leads::nobody) return std::nullopt;
        const auto& map = maps_[place.symmetry];
        return std::pair{
            number(place.class_number, strides, without, [&](unsigned i) { return map[squares[i]]; }),
            place.symmetry};
    }
    /// The number of a line whose royals' class is given, and of each other fixed man but one the square.
    template <typename Square>
    std::uint32_t number(std::uint32_t lead, const Strides& strides, unsigned without,
                         Square&& square) const {
        std::uint32_t sum = lead * strides[0];
        for (unsigned i = royals; i < fixed_.size(); ++i)
            if (i != without) sum += square(i) * strides[i];
        return sum;
    }
    std::optional<std::pair<std::uint32_t, std::uint32_t>> moved(const Line& line, unsigned man,
                                                                 unsigned to) const {
        if (man < royals) return moved(line, man, to, strides_, nobody);
        return std::pair{line.number + (to - line.squares[man]) * strides_[man], std::uint32_t{0}};
    }
    /// The other copies of a line that symmetries make which keep its royals.
    template <typename F>
    void each_copy(std::uint32_t number, std::uint32_t symmetry, Lanes blocked, F&& f) const {
        const auto& stabilizer = leads_->classes()[number / strides_[0]].stabilizer;
        if (stabilizer.empty()) return;
        const Line line = this->line(number);
        for (const std::uint32_t s : stabilizer)
            f(game::LineStep{copy(line, s), products_[s * maps_.size() + symmetry], blocked});
    }
    std::uint32_t copy(const Line& line, std::uint32_t symmetry) const {
        const auto& map = maps_[symmetry];
        return number(line.lead, strides_, nobody, [&](unsigned i) { return map[line.squares[i]]; });
    }

    bool equal(unsigned man, unsigned other) const {
        return side_of(man) == side_of(other) && kind_of(man) == kind_of(other);
    }
    unsigned kind_of(unsigned man) const { return man == fixed_.size() ? runner_.kind : fixed_[man].kind; }
    /// The number of an ordered line and lane that a symmetry which keeps the royals makes of one.
    std::pair<std::uint32_t, unsigned> ordered_copy(const Line& line, unsigned lane,
                                                    std::uint32_t symmetry) const;

    Tier tier_;
    unsigned squares_ = 0;
    bool runs_ = false;
    bool has_equals_ = false;
    std::vector<Fixed> fixed_;  ///< the royals first
    Tier::Man runner_{};
    std::vector<SquareMap> maps_;  ///< the identity first
    std::vector<std::uint32_t> inverses_;
    std::vector<std::uint32_t> products_;  ///< `a * maps + b`: b, and then a
    std::shared_ptr<const Leads> leads_;
    std::vector<Leads::Place> lead_places_;  ///< of the first royal's square × squares + the second's
    Strides strides_{};
    std::uint32_t lines_ = 0;
    std::vector<Strides> strides_without_;  ///< by man, from the first that is not royal on
    std::vector<std::uint32_t> lines_without_;
};

template <typename F>
void LineTier::each_capture(const Line& line, Color side, F&& f) const {
    const auto runner = static_cast<unsigned>(fixed_.size());
    for (unsigned man = 0; man < runner; ++man) {
        if (fixed_[man].color != side) continue;
        for (const Way& way : fixed_[man].captures[line.squares[man]]) {
            if ((way.path & line.occupied) != 0) continue;
            unsigned taken = runner;
            if ((line.occupied & bit(way.end)) != 0)
                for (taken = royals; taken < runner && line.squares[taken] != way.end; ++taken) {
                }
            else if (runner_.color == side)
                continue;
            // A royal man on the square is none to be taken.
            if (taken == runner && (line.occupied & bit(way.end)) != 0) continue;
            if (side_of(taken) == side) continue;
            const auto left = moved(line, man, way.end, strides_without_[taken - royals], taken);
            if (!left) continue;
            const Lanes lanes = taken == runner ? bit(way.end) : line.free & ~way.path;
            f(game::LineCapture{taken, left->first, left->second, lanes, std::nullopt});
        }
    }
    if (runner_.color != side) return;
    for (unsigned taken = royals; taken < runner; ++taken) {
        if (fixed_[taken].color == side) continue;
        const unsigned at = line.squares[taken];
        const Lanes lanes =
            tier_.unmoves().strikers(side, runner_.kind, at, Set{line.occupied}).bits() & line.free;
        if (lanes == 0) continue;
        const auto left = moved(line, runner, 0, strides_without_[taken - royals], taken);
        f(game::LineCapture{taken, left->first, left->second, lanes, at});
    }
}

}  // namespace zermelo::tablebase
