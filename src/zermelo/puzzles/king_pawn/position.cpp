// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/puzzles/king_pawn/position.hpp"

#include <cassert>

namespace zermelo::king_pawn {

std::string describe(Refusal refusal) {
    switch (refusal) {
        case Refusal::mark_twice:
            return "a square is marked both forbidden and dangerous, expected one mark";
        case Refusal::king_not_on_open:
            return "the king stands on a square that is not open, expected a square marked '.'";
        case Refusal::pawn_on_forbidden:
            return "the pawn stands on a forbidden square, expected a square marked '.' or 'D'";
        case Refusal::pawn_on_king:
            return "the pawn stands on the king's square, expected another square";
    }
    return {};
}

tl::expected<Position, std::vector<Refusal>> Position::from(const Setup& setup) {
    std::vector<Refusal> refusals;
    if ((setup.marks.forbidden & setup.marks.dangerous).any()) refusals.push_back(Refusal::mark_twice);
    if (!setup.marks.open().contains(setup.king)) refusals.push_back(Refusal::king_not_on_open);
    if (setup.marks.forbidden.contains(setup.pawn)) refusals.push_back(Refusal::pawn_on_forbidden);
    if (setup.pawn == setup.king) refusals.push_back(Refusal::pawn_on_king);
    if (!refusals.empty()) return tl::make_unexpected(std::move(refusals));
    return Position{setup};
}

Position Position::from_checked(const Setup& setup) {
    assert(from(setup).has_value());
    return Position{setup};
}

}  // namespace zermelo::king_pawn
