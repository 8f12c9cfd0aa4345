// SPDX-License-Identifier: GPL-3.0-or-later
// Rules of single games: blasts, kings that face each other, rows and chains.
#include <algorithm>
#include <cstdlib>
#include <utility>

#include "reference/engine.hpp"
#include "reference/engine_parts.hpp"

namespace zermelo::reference {
namespace {

bool are_beside(At a, At b) {
    return a != b && std::abs(a.file - b.file) <= 1 && std::abs(a.rank - b.rank) <= 1;
}

std::vector<At> men_of(const Setup& setup, Color side, const std::string& letters) {
    std::vector<At> result;
    for (const At square : squares(setup)) {
        const auto& man = man_on(setup, square);
        if (man && man->color == side && contains(letters, man->letter)) result.push_back(square);
    }
    return result;
}

std::string all_letters(const rules::Rules& rules) {
    std::string letters;
    for (const rules::Kind& kind : rules.kinds) letters += kind.letter;
    return letters;
}

}  // namespace

bool last_man_in_danger(const Setup& setup, const rules::Rules& rules, At square, Color side) {
    // What would turn into a wall by capturing, and may not, is no danger.
    Setup dangers = setup;
    for (const At at : squares(setup)) {
        const auto& man = man_on(setup, at);
        if (man && man->color != side && contains(rules.petrifying, man->letter) &&
            contains(rules.extinction_kinds, man->letter))
            dangers.men[at.bit()]->color = side;
    }
    // Nor is a capture whose blast would take an enemy's last man, too.
    if (rules.blast)
        for (const At at : pseudo_royals(setup, rules, !side))
            if (are_beside(at, square)) return false;
    return is_attacked(dangers, rules, square, !side);
}

bool last_men_attacked(const Setup& setup, const rules::Rules& rules, Color side) {
    const auto is_in_danger = [&](At square) { return last_man_in_danger(setup, rules, square, side); };
    const auto last = pseudo_royals(setup, rules, side);
    if (std::any_of(last.begin(), last.end(), is_in_danger)) return true;
    if (!rules.extinction_pseudo_royal || !rules.duple_check) return false;
    const auto all =
        men_of(setup, side, rules.extinction_total ? all_letters(rules) : rules.extinction_kinds);
    return !all.empty() && std::all_of(all.begin(), all.end(), is_in_danger);
}

bool royals_face(const Setup& setup, const rules::Rules& rules) {
    return rules.flying_general && royals_see(setup, rules);
}

bool see_each_other(const Setup& setup, At one, At other) {
    if (one.file != other.file && one.rank != other.rank) return false;
    const auto way = between(one, other);
    return std::all_of(way.begin(), way.end(),
                       [&](At square) { return on_board(setup, square) && !man_on(setup, square); });
}

bool royals_see(const Setup& setup, const rules::Rules& rules) {
    for (const At white : royals(setup, rules, Color::white))
        for (const At black : royals(setup, rules, Color::black))
            if (see_each_other(setup, white, black)) return true;
    return false;
}

bool flees_from_check(const Setup& setup, const rules::Rules& rules, Move move) {
    if (!rules.makpong || move.is_drop() || move.type == Move::Type::pass) return false;
    const At from = square_of(setup, move.from);
    if (!rules.kind(man_on(setup, from)->letter)->royal) return false;
    for (const At square : squares(setup)) {
        const auto& man = man_on(setup, square);
        if (!man || man->color == setup.to_move) continue;
        const auto reached = attacked(setup, rules, square);
        if (std::find(reached.begin(), reached.end(), from) == reached.end()) continue;
        if (square != square_of(setup, move.to)) return true;
    }
    return false;
}

void explode(Setup& setup, const rules::Rules& rules, At square, bool petrifies) {
    for (const At at : squares(setup)) {
        const auto man = man_on(setup, at);
        if (!man || contains(rules.blast_immune, man->letter)) continue;
        if (at != square && (!are_beside(at, square) || rules.kind(man->letter)->pawn)) continue;
        put_into_hand(setup, rules, *man);
        setup.men[at.bit()].reset();
        if (at == square ? petrifies : rules.petrify_blast) setup.walls.set(at.bit());
    }
}

bool has_row(const Setup& setup, const rules::Rules& rules, Color side) {
    const rules::Rows& rows = rules.rows;
    const auto men = men_of(setup, side, rows.any_kind ? all_letters(rules) : rows.kinds);
    const auto is_one = [&](At square) { return std::find(men.begin(), men.end(), square) != men.end(); };
    Setup bare = setup;
    bare.walls = {};
    std::vector<std::pair<int, int>> directions;
    if (rows.vertical) directions.emplace_back(0, 1);
    if (rows.horizontal) directions.emplace_back(1, 0);
    if (rows.diagonal) directions.insert(directions.end(), {{1, 1}, {1, -1}});

    for (const At square : men)
        for (const auto& [files, ranks] : directions) {
            unsigned adjoining = 0;
            while (is_one({square.file + static_cast<int>(adjoining) * files,
                           square.rank + static_cast<int>(adjoining) * ranks}))
                ++adjoining;
            if (rows.in_a_row != 0 && adjoining >= rows.in_a_row) return true;
            unsigned on_line = 1;  // walls do not end a line
            for (const int sign : {1, -1})
                for (At at{square.file + sign * files, square.rank + sign * ranks}; on_board(bare, at);
                     at = {at.file + sign * files, at.rank + sign * ranks})
                    on_line += is_one(at) ? 1 : 0;
            if (rows.collinear != 0 && on_line >= rows.collinear) return true;
        }
    if (rows.square != 0)
        for (const At corner : men) {
            unsigned inside = 0;
            for (const At square : men)
                if (square.file >= corner.file && square.rank >= corner.rank &&
                    square.file < corner.file + static_cast<int>(rows.square) &&
                    square.rank < corner.rank + static_cast<int>(rows.square))
                    ++inside;
            if (inside == rows.square * rows.square) return true;
        }

    const auto& regions = rules.side(side).connect_regions;
    std::vector<At> chain;
    for (const At square : men)
        if (regions[0][square.bit()]) chain.push_back(square);
    for (std::size_t i = 0; i < chain.size(); ++i)
        for (const auto& [files, ranks] : directions)
            for (const int sign : {1, -1}) {
                const At next{chain[i].file + sign * files, chain[i].rank + sign * ranks};
                if (!is_one(next)) continue;
                if (regions[1][next.bit()]) return true;
                if (std::find(chain.begin(), chain.end(), next) == chain.end()) chain.push_back(next);
            }
    return false;
}

}  // namespace zermelo::reference
