// SPDX-License-Identifier: GPL-3.0-or-later
// Where men go and what they attack, one square after the other.
#include <algorithm>
#include <cstdlib>
#include <string>

#include "reference/engine.hpp"
#include "reference/engine_parts.hpp"

namespace zermelo::reference {
namespace {

bool is_wall(const Setup& setup, At square) {
    return square.file >= 0 && square.rank >= 0 && square.file < static_cast<int>(rules::max_files) &&
           square.rank < static_cast<int>(rules::max_ranks) && setup.walls[square.bit()];
}

bool is_free(const Setup& setup, At square) { return on_board(setup, square) && !man_on(setup, square); }

bool is_janggi_cannon(const rules::Rules& rules, const std::optional<Man>& man) {
    return man && rules.kind(man->letter) != nullptr && rules.kind(man->letter)->name == "janggiCannon";
}

/// The squares on which a movement ends, seen by `color`: empty ones, and the first man in the way.
std::vector<At> landings(const Setup& setup, const rules::Rules& rules, At from, Color color,
                         const rules::Movement& movement) {
    const bool shy = is_janggi_cannon(rules, man_on(setup, from));
    const int sign = forward(color);
    const int files = sign * movement.files;
    const int ranks = sign * movement.ranks;
    At here = from;
    const auto step = [&] {
        here = {here.file + files, here.rank + ranks};
        return on_board(setup, here);
    };
    std::vector<At> result;
    unsigned before = 0;  // steps up to and with the piece that is passed over
    switch (movement.kind) {
        case rules::Movement::Kind::leap:
            if (step()) result.push_back(here);
            return result;
        case rules::Movement::Kind::lame:
            for (const auto& [f, r] : rules::lame_path(movement.files, movement.ranks))
                if (!is_free(setup, {from.file + sign * f, from.rank + sign * r})) return result;
            if (step()) result.push_back(here);
            return result;
        case rules::Movement::Kind::hop:
            do {
                const bool there = step();
                if (!there && !is_wall(setup, here)) return result;
                ++before;
            } while (!is_wall(setup, here) && !man_on(setup, here));
            if (shy && is_janggi_cannon(rules, man_on(setup, here))) return result;
            break;
        case rules::Movement::Kind::ride:
            break;
    }
    // A hop counts from its start, but the grasshopper lands right behind what it passes over.
    const unsigned gone = movement.limit == 1 ? 0 : before;
    for (unsigned steps = gone; movement.limit == 0 || steps < movement.limit; ++steps) {
        if (!step()) break;
        if (!shy || !is_janggi_cannon(rules, man_on(setup, here))) result.push_back(here);
        if (man_on(setup, here)) break;
    }
    return result;
}

/// Where a kind of Janggi goes along the diagonals of marked squares.
std::vector<At> along_diagonals(const Setup& setup, const rules::Rules& rules, const rules::Kind& kind,
                                Man man, At from) {
    std::vector<At> result;
    const auto marked = [&](At square) {
        return square.file >= 0 && square.rank >= 0 && square.file < static_cast<int>(setup.files) &&
               square.rank < static_cast<int>(setup.ranks) && !setup.holes[square.bit()] &&
               rules.diagonal_lines[square.bit()];
    };
    if (!marked(from)) return result;
    const bool steps = kind.name == "wazir" || kind.name == "soldier" || (kind.royal && kind.betza == "W");
    for (const At direction : {At{1, 1}, At{1, -1}, At{-1, 1}, At{-1, -1}}) {
        const auto next = [&](At square) {
            return At{square.file + direction.file, square.rank + direction.rank};
        };
        const auto is_taken = [&](At square) { return is_wall(setup, square) || man_on(setup, square); };
        At here = next(from);
        if (steps && (kind.name != "soldier" || direction.rank == forward(man.color)) && marked(here) &&
            !is_wall(setup, here))
            result.push_back(here);
        if (kind.name == "janggiCannon") {
            while (marked(here) && !is_taken(here)) here = next(here);
            if (!marked(here) || is_janggi_cannon(rules, man_on(setup, here))) continue;
            here = next(here);
        }
        if (kind.name != "rook" && kind.name != "janggiCannon") continue;
        for (; marked(here) && !is_wall(setup, here); here = next(here)) {
            if (kind.name == "rook" || !is_janggi_cannon(rules, man_on(setup, here))) result.push_back(here);
            if (is_taken(here)) break;
        }
    }
    return result;
}

/// `steps` steps straight ahead over empty squares.
std::vector<At> steps_ahead(const Setup& setup, At from, Color color, int steps) {
    At here = from;
    for (int i = 0; i < steps; ++i) {
        here.rank += forward(color);
        if (!is_free(setup, here)) return {};
    }
    return {here};
}

/// Whether a man makes this movement from its square: a soldier steps sideways from some rank on.
bool has_learnt(const Setup& setup, const rules::Rules& rules, const rules::Kind& kind, Man man, At from,
                const rules::Movement& movement) {
    const int rank = man.color == Color::white ? from.rank : static_cast<int>(setup.ranks) - 1 - from.rank;
    return kind.name != "soldier" || movement.files == 0 || rank >= static_cast<int>(rules.soldier_rank);
}

/// Which initial moves a man may make from its square.
struct Starts {
    bool double_steps = false;  ///< and other initial moves
    bool triple_steps = false;
};

/// Empty squares to which the man on `from` may go, initial moves only where it may make them.
std::vector<At> quiet_targets(const Setup& setup, const rules::Rules& rules, At from, Starts starts) {
    const Man man = *man_on(setup, from);
    const rules::Kind* kind = rules.kind(man.letter);
    if (kind == nullptr) return {};
    std::vector<At> candidates;
    for (const rules::Movement& movement : kind->movements)
        if (movement.moves && (!movement.initial || starts.double_steps) &&
            has_learnt(setup, rules, *kind, man, from, movement))
            for (const At to : landings(setup, rules, from, man.color, movement)) candidates.push_back(to);
    for (const At to : along_diagonals(setup, rules, *kind, man, from)) candidates.push_back(to);
    if (kind->pawn && starts.double_steps)
        for (const At to : steps_ahead(setup, from, man.color, 2)) candidates.push_back(to);
    if (kind->pawn && starts.triple_steps)
        for (const At to : steps_ahead(setup, from, man.color, 3)) candidates.push_back(to);
    std::vector<At> result;
    for (const At to : candidates)
        if (!man_on(setup, to) && may_stand(setup, rules, man, to) && !contains(result, to))
            result.push_back(to);
    return result;
}

}  // namespace

std::vector<At> squares(const Setup& setup) {
    const int files = static_cast<int>(std::min(setup.files, rules::max_files));
    const int ranks = static_cast<int>(std::min(setup.ranks, rules::max_ranks));
    std::vector<At> result;
    result.reserve(std::size_t{rules::max_files} * rules::max_ranks);
    for (int rank = 0; rank < ranks; ++rank)
        for (int file = 0; file < files; ++file)
            if (on_board(setup, {file, rank})) result.push_back({file, rank});
    return result;
}

bool on_board(const Setup& setup, At square) {
    return square.file >= 0 && square.rank >= 0 &&
           square.file < static_cast<int>(std::min(setup.files, rules::max_files)) &&
           square.rank < static_cast<int>(std::min(setup.ranks, rules::max_ranks)) &&
           !setup.holes[square.bit()] && !setup.walls[square.bit()];
}

const std::optional<Man>& man_on(const Setup& setup, At square) { return setup.men[square.bit()]; }

Square index(const Setup& setup, At square) {
    return Square{static_cast<unsigned>(square.rank) * setup.files + static_cast<unsigned>(square.file)};
}

At square_of(const Setup& setup, Square square) {
    return {static_cast<int>(square.index() % setup.files), static_cast<int>(square.index() / setup.files)};
}

bool may_stand(const Setup& setup, const rules::Rules& rules, Man man, At square) {
    const char letter = man.color == Color::white ? man.letter : static_cast<char>(man.letter - 'A' + 'a');
    for (const Barred& group : setup.barred)
        if (group.squares[square.bit()] && (group.men == "*" || group.men.find(letter) != std::string::npos))
            return false;
    const auto& mobility = rules.side(man.color).mobility;
    const auto region = mobility.find(man.letter);
    return region == mobility.end() || region->second[square.bit()];
}

std::vector<At> quiet_targets(const Setup& setup, const rules::Rules& rules, At from) {
    const rules::SideRules& side = rules.side(man_on(setup, from)->color);
    return quiet_targets(setup, rules, from,
                         {side.double_step_region[from.bit()], side.triple_step_region[from.bit()]});
}

std::vector<At> quiet_targets_without_start(const Setup& setup, const rules::Rules& rules, At from) {
    return quiet_targets(setup, rules, from, Starts{});
}

std::vector<At> between(At from, At to) {
    const int files = to.file - from.file;
    const int ranks = to.rank - from.rank;
    std::vector<At> result;
    if (files != 0 && ranks != 0 && std::abs(files) != std::abs(ranks)) return result;
    const int steps = std::max(std::abs(files), std::abs(ranks));
    for (int i = 1; i < steps; ++i)
        result.push_back({from.file + files / steps * i, from.rank + ranks / steps * i});
    return result;
}

bool is_initial(const Setup& setup, const rules::Rules& rules, Man man, At from, At to) {
    Setup alone = setup;
    alone.men = {};
    alone.walls = {};
    alone.men[from.bit()] = man;
    return contains(quiet_targets(alone, rules, from), to) &&
           !contains(quiet_targets(alone, rules, from, Starts{}), to);
}

std::vector<At> attacked(const Setup& setup, const rules::Rules& rules, At from) {
    const Man man = *man_on(setup, from);
    const rules::Kind* kind = rules.kind(man.letter);
    if (kind == nullptr) return {};
    std::vector<At> result;
    for (const rules::Movement& movement : kind->movements)
        if (movement.captures && !movement.initial && has_learnt(setup, rules, *kind, man, from, movement))
            for (const At to : landings(setup, rules, from, man.color, movement))
                if (may_stand(setup, rules, man, to) && !contains(result, to)) result.push_back(to);
    for (const At to : along_diagonals(setup, rules, *kind, man, from))
        if (may_stand(setup, rules, man, to) && !contains(result, to)) result.push_back(to);
    return result;
}

bool is_attacked(const Setup& setup, const rules::Rules& rules, At square, Color by) {
    for (const At from : squares(setup)) {
        const auto& man = man_on(setup, from);
        if (!man || man->color != by || !contains(attacked(setup, rules, from), square)) continue;
        if (is_paralysed(setup, rules, from)) continue;
        Setup captured = setup;
        captured.men[from.bit()].reset();
        if (!rules.koeko || has_company(captured, square)) return true;
    }
    return false;
}

bool has_company(const Setup& setup, At square) {
    for (int files = -1; files <= 1; ++files)
        for (int ranks = -1; ranks <= 1; ++ranks) {
            const At other{square.file + files, square.rank + ranks};
            if (other != square && on_board(setup, other) && man_on(setup, other)) return true;
        }
    return false;
}

bool is_paralysed(const Setup& setup, const rules::Rules& rules, At square) {
    const Man man = *man_on(setup, square);
    if (!rules.madrasi || rules.kind(man.letter) == nullptr || rules.kind(man.letter)->royal) return false;
    for (const At from : squares(setup)) {
        const auto& other = man_on(setup, from);
        if (!other || other->color == man.color || other->letter != man.letter) continue;
        if (contains(attacked(setup, rules, from), square)) return true;
        if (other->color != setup.to_move) continue;
        for (const At passed : en_passant_targets(setup, rules, from))
            if (std::find(setup.en_passant.begin(), setup.en_passant.end(), passed.place()) !=
                    setup.en_passant.end() &&
                taken_en_passant(setup, passed) == square)
                return true;
    }
    return false;
}

std::vector<At> royals(const Setup& setup, const rules::Rules& rules, Color side) {
    std::vector<At> result;
    for (const At square : squares(setup)) {
        const auto& man = man_on(setup, square);
        if (!man || man->color != side) continue;
        const rules::Kind* kind = rules.kind(man->letter);
        if (kind != nullptr && kind->royal) result.push_back(square);
    }
    return result;
}

std::vector<At> pseudo_royals(const Setup& setup, const rules::Rules& rules, Color side) {
    std::vector<At> result;
    if (!rules.extinction_pseudo_royal) return result;
    const auto add_if_few = [&](const auto& is_one) {
        std::vector<At> found;
        for (const At square : squares(setup)) {
            const auto& man = man_on(setup, square);
            if (man && man->color == side && is_one(*man)) found.push_back(square);
        }
        if (found.size() <= std::size_t{rules.extinction_count} + 1)
            for (const At square : found)
                if (!contains(result, square)) result.push_back(square);
    };
    for (const rules::Letter letter : rules.extinction_kinds)
        add_if_few([&](Man man) { return man.letter == letter; });
    if (rules.extinction_total) add_if_few([](Man) { return true; });
    return result;
}

bool attacked(const Setup& setup, const rules::Rules& rules, Color side) {
    for (const At square : royals(setup, rules, side))
        if (is_attacked(setup, rules, square, !side)) return true;
    return last_men_attacked(setup, rules, side) || royals_face(setup, rules);
}

std::optional<At> taken_en_passant(const Setup& setup, At target) {
    for (const Place place : setup.en_passant) {
        const auto& man = man_on(setup, at(place));
        if (man && man->color != setup.to_move) return at(place);
    }
    return nearest_behind(setup, target);
}

std::optional<At> nearest_behind(const Setup& setup, At target) {
    const int behind = -forward(setup.to_move);
    for (At square = target; square.rank >= 0 && square.rank < static_cast<int>(rules::max_ranks);
         square.rank += behind) {
        if (!on_board(setup, square)) continue;
        const auto& man = man_on(setup, square);
        if (square != target && man && man->color != setup.to_move) return square;
    }
    return std::nullopt;
}

std::vector<At> en_passant_targets(const Setup& setup, const rules::Rules& rules, At from) {
    const Man man = *man_on(setup, from);
    const rules::SideRules& side = rules.side(man.color);
    if (side.en_passant_pawns.find(man.letter) == std::string::npos) return {};
    const auto quiet = quiet_targets(setup, rules, from);
    std::vector<At> result;
    for (const At to : attacked(setup, rules, from))
        if (!man_on(setup, to) && side.en_passant_region[to.bit()] && !contains(quiet, to) &&
            !is_stuck(setup, rules, man, to))
            result.push_back(to);
    return result;
}

}  // namespace zermelo::reference
