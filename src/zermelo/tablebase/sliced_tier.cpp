// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/tablebase/sliced_tier.hpp"

#include <algorithm>
#include <limits>
#include <span>

#include "zermelo/engine/attacks.hpp"

namespace zermelo::tablebase {
namespace {

using Set = SquareSet<std::uint64_t>;

/// Whether a kind only slides, steps and leaps, stays what it is, and cannot be captured in passing.
bool moves_plainly(const engine::Gait<std::uint64_t>& gait, Set board) {
    return gait.hops.empty() && gait.passing.empty() && !gait.promotes && gait.promoted_letter == 0 &&
           gait.allowed == board;
}

/// Whether nothing but attacks on the royal men restricts a side and ends the game.
bool plain(const engine::Tables<std::uint64_t>& tables) {
    return tables.plain_legality && !tables.ends_at_once && !tables.rules.must_capture &&
           tables.royal_kinds.size() == 1;
}

}  // namespace

std::optional<LineTier> LineTier::make(const Tier& tier) {
    const engine::Tables<std::uint64_t>& tables = tier.game().tables();
    const auto men = tier.men_in_order();
    if (!plain(tables) || tier.game().wins_unmoved() || men.size() <= royals || men.size() > most_fixed + 1 ||
        tables.board.size() != tables.squares || men[0].color == men[1].color)
        return std::nullopt;
    unsigned copies = 1;
    unsigned alike = 1;
    for (unsigned i = 0; i < men.size(); ++i) {
        if (tables.is_royal[men[i].kind] != (i < royals)) return std::nullopt;
        if (!moves_plainly(tables.gait(men[i].color, men[i].kind), tables.board)) return std::nullopt;
        alike =
            i > royals && men[i].color == men[i - 1].color && men[i].kind == men[i - 1].kind ? alike + 1 : 1;
        if ((copies *= alike) > most_copies) return std::nullopt;
    }

    LineTier lines{tier};
    lines.squares_ = tables.squares;
    lines.runs_ = tier.last_runs();
    lines.has_equals_ = copies > 1;
    lines.runner_ = men.back();
    for (auto man = men.begin(); man != men.end() - 1; ++man) {
        Fixed fixed{man->color,
                    man->kind,
                    lines.ways(man->color, man->kind, false),
                    {},
                    lines.ways(man->color, man->kind, true)};
        fixed.back.resize(tables.squares);
        for (unsigned from = 0; from < tables.squares; ++from)
            for (const Way& way : fixed.quiet[from]) fixed.back[way.end].push_back({way.path, from});
        lines.fixed_.push_back(std::move(fixed));
    }
    lines.number_leads();
    std::uint64_t count = lines.leads_->classes().size();
    for (unsigned i = royals; i < lines.fixed_.size(); ++i)
        if ((count *= tables.squares) > std::numeric_limits<std::uint32_t>::max()) return std::nullopt;
    lines.number_lines();
    return lines;
}

LineTier::Ways LineTier::ways(Color color, unsigned kind, bool captures) const {
    const engine::Tables<std::uint64_t>& tables = tier_.game().tables();
    const engine::Gait<std::uint64_t>& gait = tables.gait(color, kind);
    Ways ways(squares_);
    for (unsigned from = 0; from < squares_; ++from) {
        const auto add = [&](Set to, const auto& path) {
            while (to.any()) {
                const unsigned end = to.take_first();
                ways[from].push_back({path(end).bits(), end});
            }
        };
        if (!gait.leaps.empty())
            add(captures ? gait.leaps[from].capture : gait.leaps[from].quiet, [](unsigned) { return Set{}; });
        for (const auto& ride : gait.rides) {
            if (captures ? !ride.capture : !ride.quiet) continue;
            const auto& line = tables.line(ride.line, from);
            if (ride.up) add(line.up, [&](unsigned end) { return line.up & Set::below(end); });
            if (ride.down) add(line.down, [&](unsigned end) { return line.down & Set::above(end); });
        }
        for (const auto& lame : gait.lame)
            if (captures ? lame.capture : lame.quiet)
                add(lame.by_square[from].to, [&](unsigned) { return lame.by_square[from].path; });
    }
    return ways;
}

void LineTier::number_leads() {
    const engine::Tables<std::uint64_t>& tables = tier_.game().tables();
    maps_ = symmetries(tables, kinds_of(tier_.material(), tables.rules));
    const auto number_of = [&](const SquareMap& map) {
        return static_cast<std::uint32_t>(std::find(maps_.begin(), maps_.end(), map) - maps_.begin());
    };
    inverses_.resize(maps_.size());
    for (std::uint32_t a = 0; a < maps_.size(); ++a)
        for (std::uint32_t b = 0; b < maps_.size(); ++b) {
            SquareMap product(squares_);
            for (unsigned s = 0; s < squares_; ++s) product[s] = maps_[a][maps_[b][s]];
            products_.push_back(number_of(product));
            if (products_.back() == 0) inverses_[a] = b;
        }
    // What strikes at once from where a royal man stands: no position has him beside such a one.
    const auto attacks = [&](unsigned man, unsigned from, unsigned to) {
        const auto& ways = fixed_[man].captures[from];
        return std::any_of(ways.begin(), ways.end(),
                           [&](const Way& way) { return way.end == to && way.path == 0; });
    };
    const PlacementPart<std::uint64_t> royal{tables.board, 1, true, squares_};
    leads_ = std::make_shared<const Leads>(
        squares_, maps_, std::vector{royal, royal}, [&](std::span<const Set> at) {
            return !attacks(0, at[0].first(), at[1].first()) || !attacks(1, at[1].first(), at[0].first());
        });
    lead_places_.resize(std::size_t{squares_} * squares_);
    for (unsigned a = 0; a < squares_; ++a)
        for (unsigned b = 0; b < squares_; ++b)
            if (a != b) lead_places_[a * squares_ + b] = leads_->place(std::array{Set::of(a), Set::of(b)});
}

LineTier::Strides LineTier::strides_of(unsigned without, std::uint64_t& lines) const {
    Strides strides{};
    std::uint32_t stride = 1;
    for (auto i = static_cast<unsigned>(fixed_.size()); i-- > royals;) {
        strides[i] = stride;
        if (i != without) stride *= squares_;
    }
    strides[0] = stride;
    lines = std::uint64_t{stride} * leads_->classes().size();
    return strides;
}

void LineTier::number_lines() {
    std::uint64_t lines = 0;
    strides_ = strides_of(nobody, lines);
    lines_ = static_cast<std::uint32_t>(lines);
    for (unsigned man = royals; man <= fixed_.size(); ++man) {
        strides_without_.push_back(strides_of(man, lines));
        lines_without_.push_back(static_cast<std::uint32_t>(lines));
    }
}

LineTier::Line LineTier::stand(std::uint32_t number, const Strides& strides, unsigned without) const {
    Line line;
    line.number = number;
    line.lead = number / strides[0];
    const auto royal_squares = leads_->kept(line.lead);
    std::uint32_t rest = number % strides[0];
    unsigned men = 0;
    for (unsigned i = 0; i < fixed_.size(); ++i) {
        if (i == without) continue;
        if (i < royals) {
            line.squares[i] = static_cast<std::uint8_t>(royal_squares[i].first());
        } else {
            line.squares[i] = static_cast<std::uint8_t>(rest / strides[i]);
            rest %= strides[i];
        }
        line.occupied |= bit(line.squares[i]);
        ++men;
    }
    const bool apart = static_cast<unsigned>(std::popcount(line.occupied)) == men;
    line.free = apart ? tier_.game().tables().board.bits() & ~line.occupied : 0;
    return line;
}

LineTier::Position LineTier::put(Color to_move, const Line& line, unsigned without,
                                 std::optional<unsigned> lane) const {
    Position p;
    p.to_move_ = to_move;
    for (unsigned i = 0; i < fixed_.size(); ++i)
        if (i != without) p.put(line.squares[i], fixed_[i].color, fixed_[i].kind);
    if (lane) p.put(*lane, runner_.color, runner_.kind);
    return p;
}

LineTier::Position LineTier::position(Color to_move, const Line& line, unsigned lane) const {
    return put(to_move, line, nobody, lane);
}

LineTier::Lanes LineTier::positions(Color to_move, const Line& line) const {
    Lanes found = line.free;
    if (found == 0) return 0;
    const unsigned royal = fixed_[0].color == to_move ? 1 : 0;
    const unsigned square = line.squares[royal];
    for (unsigned man = 0; man < fixed_.size(); ++man) {
        if (fixed_[man].color != to_move) continue;
        for (const Way& way : fixed_[man].captures[line.squares[man]])
            if (way.end == square && (way.path & line.occupied) == 0) found &= way.path;
    }
    if (runner_.color == to_move)
        found &= ~tier_.unmoves().strikers(to_move, runner_.kind, square, Set{line.occupied}).bits();
    return found;
}

LineTier::Lanes LineTier::ordered(const Line& line) const {
    Lanes lanes = line.free;
    if (!has_equals_) return lanes;
    for (unsigned man = royals; man < fixed_.size(); ++man) {
        if (!equal(man, man + 1)) continue;
        const unsigned at = line.squares[man];
        if (man + 1 == fixed_.size())
            lanes &= ~(bit(at) | (bit(at) - 1));
        else if (line.squares[man + 1] < at)
            return 0;
    }
    return lanes;
}

std::pair<std::uint32_t, unsigned> LineTier::ordered_copy(const Line& line, unsigned lane,
                                                          std::uint32_t symmetry) const {
    std::array<std::uint8_t, most_fixed + 1> squares{};
    const auto& map = maps_[symmetry];
    for (unsigned man = royals; man < fixed_.size(); ++man) squares[man] = map[line.squares[man]];
    squares[fixed_.size()] = map[lane];
    // No three are alike: that would be more than `most_copies`.
    for (unsigned man = royals; man < fixed_.size(); ++man)
        if (equal(man, man + 1) && squares[man] > squares[man + 1]) std::swap(squares[man], squares[man + 1]);
    return {number(line.lead, strides_, nobody, [&](unsigned man) { return squares[man]; }),
            squares[fixed_.size()]};
}

LineTier::Lanes LineTier::least(const Line& line) const {
    Lanes least = ordered(line);
    for (const std::uint32_t symmetry : leads_->classes()[line.lead].stabilizer)
        for (Set left{least}; left.any();) {
            const unsigned lane = left.take_first();
            if (ordered_copy(line, lane, symmetry) < std::pair{line.number, lane}) least &= ~bit(lane);
        }
    return least;
}

LineTier::Lanes LineTier::runner_steps(const Line& line, unsigned lane) const {
    const engine::Tables<std::uint64_t>& tables = tier_.game().tables();
    return targets(tables, tables.gait(runner_.color, runner_.kind), lane, Set{line.occupied}, Set{line.free},
                   Set{})
        .bits();
}

LineTier::Lanes LineTier::runner_steps_back(const Line& line, unsigned lane) const {
    return tier_.unmoves().origins(runner_.color, runner_.kind, lane, Set{line.occupied | bit(lane)}).bits();
}

}  // namespace zermelo::tablebase
