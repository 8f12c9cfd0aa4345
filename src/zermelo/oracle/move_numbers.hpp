// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "zermelo/engine/move.hpp"
#include "zermelo/rules/rules.hpp"

/// Moves as numbers, as programs that learn choose among them.
namespace zermelo::oracle {

/// A move and its number.
struct NumberedMove {
    std::uint64_t number;
    engine::Move move;
};

/// The numbers of a variant's moves, from 0: what the text of a move as UCI says, as docs/python.md
/// ("Actions") has it. Never changed: any thread.
class MoveNumbers {
  public:
    /// Cost: O(kinds).
    explicit MoveNumbers(const rules::Rules& rules);

    /// How many numbers there are.
    std::uint64_t count() const { return count_; }
    /// Precondition: the move is legal somewhere in the variant. Cost: some nanoseconds.
    std::uint64_t operator()(engine::Move move) const;
    /// The moves with their numbers, in the order of these, in a list that is cleared first.
    void list(const engine::MoveList& moves, std::vector<NumberedMove>& numbered) const;

  private:
    std::uint64_t squares_;
    std::uint64_t kinds_;
    std::array<std::uint8_t, 128> kind_{};       // by its letter, from 0
    std::array<std::uint8_t, 128> promotion_{};  // what a letter of a promotion says: a turn
    std::uint64_t pass_;
    std::uint64_t without_walls_;
    std::uint64_t count_;
};

}  // namespace zermelo::oracle
