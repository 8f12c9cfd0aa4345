// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "zermelo/board/square.hpp"

namespace zermelo::puzzles {

/// Columns and rows between each square of a `Geometry` and a1.
template <typename Board>
inline constexpr std::array<unsigned, Board::square_count> distances_from_corner = [] {
    std::array<unsigned, Board::square_count> all{};
    for (unsigned i = 0; i < all.size(); ++i) all[i] = i / Board::width + i % Board::width;
    return all;
}();

/// Every way to put things on different squares of a small board so that their distances from the corner add
/// up to a sum.
class Placements {
  public:
    /// `distances`: of every square, by its index. It must outlive this object.
    explicit Placements(std::span<const unsigned> distances)
        : distances_(distances), max_(*std::max_element(distances.begin(), distances.end())) {}

    /// The largest sum that `things` things can have, or more.
    std::uint64_t max_sum(std::size_t things) const { return std::uint64_t{max_} * things; }

    /// Shows `visit` the squares of the things, a list for each way, until it returns false; false then.
    /// `twins[i]`: thing i is like thing i − 1, so that the two are not exchanged. Cost: O(squares^things).
    template <typename Visit>
    bool each(const std::vector<bool>& twins, std::uint64_t sum, const Visit& visit) const {
        std::vector<Square> squares;
        return put_next(twins, sum, squares, visit);
    }

  private:
    template <typename Visit>
    bool put_next(const std::vector<bool>& twins, std::uint64_t sum, std::vector<Square>& squares,
                  const Visit& visit) const {
        const std::size_t thing = squares.size();
        if (thing == twins.size()) return sum != 0 || visit(squares);
        const std::uint64_t left = max_sum(twins.size() - thing - 1);
        const unsigned first = thing > 0 && twins[thing] ? squares.back().index() + 1 : 0;
        for (unsigned index = first; index < distances_.size(); ++index) {
            const Square square{index};
            const unsigned distance = distances_[index];
            if (distance > sum || sum - distance > left) continue;
            if (std::find(squares.begin(), squares.end(), square) != squares.end()) continue;
            squares.push_back(square);
            const bool more = put_next(twins, sum - distance, squares, visit);
            squares.pop_back();
            if (!more) return false;
        }
        return true;
    }

    std::span<const unsigned> distances_;
    unsigned max_;
};

}  // namespace zermelo::puzzles
