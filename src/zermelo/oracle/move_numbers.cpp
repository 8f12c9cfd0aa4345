// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/oracle/move_numbers.hpp"

#include <algorithm>

#include "zermelo/rules/parts.hpp"

namespace zermelo::oracle {
namespace {

// Turns: what a number says that a piece turns into.
constexpr std::uint8_t stays = 0;
constexpr std::uint8_t promoted_kind = 1;
constexpr std::uint8_t first_kind = 2;

std::size_t place(rules::Letter letter) { return static_cast<unsigned char>(letter); }

}  // namespace

MoveNumbers::MoveNumbers(const rules::Rules& rules)
    : squares_(std::uint64_t{rules.files} * rules.ranks), kinds_(rules.kinds.size()) {
    promotion_.fill(promoted_kind);  // unless pawns promote to it, a move's text says `+`
    for (std::size_t i = 0; i < rules.kinds.size(); ++i) {
        const rules::Letter letter = rules.kinds[i].letter;
        kind_[place(letter)] = static_cast<std::uint8_t>(i);
        for (const rules::SideRules& side : rules.sides)
            if (rules::contains(side.promotion_pieces, letter))
                promotion_[place(letter)] = static_cast<std::uint8_t>(first_kind + i);
    }
    promotion_[0] = stays;
    const std::uint64_t turns = first_kind + kinds_ + (rules.piece_demotion ? 1 : 0);
    pass_ = turns * squares_ * squares_;
    without_walls_ = pass_ + 1 + (rules.drops ? 2 * kinds_ * squares_ : 0);
    count_ = without_walls_ * (rules.walling != rules::Walling::none ? squares_ + 1 : 1);
}

std::uint64_t MoveNumbers::operator()(engine::Move move) const {
    if (move.is_drop()) {
        const std::uint64_t promoted = move.type == engine::Move::Type::drop_promoted ? kinds_ : 0;
        return pass_ + 1 + (kind_[place(move.promotion)] + promoted) * squares_ + move.to.index();
    }
    std::uint64_t from = move.from.index();
    std::uint64_t to = move.to.index();
    std::uint64_t turns = promotion_[place(move.promotion)];
    if (move.type == engine::Move::Type::demotion) turns = first_kind + kinds_;
    if (const auto gated = move.gates()) {
        turns = first_kind + kind_[place(*gated)];
        if (move.is_castling() && move.gate != move.from) {  // into the rook's gate
            to = from;
            from = move.gate.index();
        }
    }
    const auto wall = move.wall();
    if (from == to && turns == stays && !wall) return pass_;
    const std::uint64_t number = (turns * squares_ + from) * squares_ + to;
    return wall ? number + without_walls_ * (wall->index() + 1) : number;
}

void MoveNumbers::list(const engine::MoveList& moves, std::vector<NumberedMove>& numbered) const {
    numbered.clear();
    for (const engine::Move move : moves) numbered.push_back({(*this)(move), move});
    std::sort(numbered.begin(), numbered.end(),
              [](const NumberedMove& a, const NumberedMove& b) { return a.number < b.number; });
}

}  // namespace zermelo::oracle
