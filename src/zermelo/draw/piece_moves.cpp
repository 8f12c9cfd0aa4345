// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/draw/piece_moves.hpp"

#include <algorithm>
#include <map>
#include <utility>

#include <fmt/format.h>

#include "zermelo/draw/variant.hpp"
#include "zermelo/rules/way_names.hpp"

namespace zermelo::draw {

namespace {

using rules::Movement;
using Need = Sign::Need;

Need need_of(const Movement& movement) {
    if (movement.initial) return Need::initial;
    if (movement.kind == Movement::Kind::lame) return Need::free_way;
    return movement.kind == Movement::Kind::hop ? Need::hurdle : Need::nothing;
}

/// Whether White has squares from which initial moves and double steps are allowed.
bool double_steps(const rules::Rules& rules) {
    for (unsigned rank = 0; rank < rules.ranks; ++rank)
        for (unsigned file = 0; file < rules.files; ++file)
            if (rules.side(Color::white).double_step_region.test(rules::region_bit(file, rank))) return true;
    return false;
}

/// The moves of one kind from one square, collected square by square.
class Moves {
  public:
    explicit Moves(Diagram& diagram, Place from) : diagram_(diagram), from_(from) {}

    void add(const Movement& movement) {
        // A hopper's hurdle takes the first step at the least; the grasshopper's may stand however far away.
        const bool hops = movement.kind == Movement::Kind::hop;
        const bool one = movement.kind == Movement::Kind::leap || movement.kind == Movement::Kind::lame;
        const int last = one ? 1
                         : movement.limit == 0 || (hops && movement.limit == 1)
                             ? int{Diagram::most}
                             : static_cast<int>(movement.limit);
        for (int i = hops ? 2 : 1; i <= last; ++i) {
            // Beyond the left and the lower edge numbers wrap around, and are off the board, too.
            const Place to{File{from_.file.index() + static_cast<unsigned>(i * movement.files)},
                           Rank{from_.rank.index() + static_cast<unsigned>(i * movement.ranks)}};
            if (!diagram_.contains(to)) return;
            auto& [moves, captures] = found_[to][need_of(movement)];
            moves = moves || movement.moves;
            captures = captures || (movement.captures && !movement.initial);
        }
    }

    /// Shows them. What a piece may do anyway is not said again with a need.
    void show() const {
        for (const auto& [place, needs] : found_) {
            std::pair<bool, bool> shown{false, false};
            for (const auto& [need, can] : needs) {
                const bool moves = can.first && !shown.first;
                const bool captures = can.second && !shown.second;
                if (!moves && !captures) continue;
                diagram_.at(place).signs.push_back({moves && captures ? Sign::Shape::both
                                                    : moves           ? Sign::Shape::move
                                                                      : Sign::Shape::capture,
                                                    need});
                shown = {shown.first || moves, shown.second || captures};
            }
        }
    }

  private:
    Diagram& diagram_;
    Place from_;
    std::map<Place, std::map<Need, std::pair<bool, bool>>> found_{};
};

Diagram diagram_of(const rules::Kind& kind, const rules::Rules& rules) {
    Diagram diagram = Diagram::blank(rules.files, rules.ranks);
    const Place middle{File{(rules.files - 1) / 2}, Rank{(rules.ranks - 1) / 2}};
    diagram.at(middle).piece = piece_of(rules, kind, Color::white, rules::look_of(rules));
    Moves moves{diagram, middle};
    const bool initial = double_steps(rules);
    for (const Movement& movement : kind.movements)
        if (initial || !movement.initial) moves.add(movement);
    if (kind.pawn && initial) {
        Movement twice;
        twice.ranks = 2;
        twice.captures = false;
        twice.initial = true;
        moves.add(twice);
    }
    moves.show();
    diagram.caption.push_back(
        fmt::format("{} ({}){}", rules.name_of(kind), kind.letter, kind.royal ? ", royal" : ""));
    if (kind.name.starts_with("custom")) diagram.caption.push_back("Betza " + kind.betza);
    return diagram;
}

}  // namespace

Sheet sheet_of(const rules::Rules& rules) {
    Sheet sheet;
    for (const rules::Kind& kind : rules.kinds) sheet.small.push_back(diagram_of(kind, rules));
    sheet.caption.push_back(fmt::format(
        "{}: White's pieces on an otherwise empty board; Black's move the other way round.", rules.name));
    return sheet;
}

}  // namespace zermelo::draw
