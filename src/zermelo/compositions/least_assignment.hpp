// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <cstddef>
#include <limits>
#include <vector>

namespace zermelo::compositions {

/// The least sum of costs where each of some places has a man of its own.
///
/// Source: the Hungarian method (Kuhn 1955), with shortest augmenting paths.
class LeastAssignment {
  public:
    /// `cost(place, man)`: what it costs there; `never` or more: it cannot. Returns `never` where the places
    /// cannot all be taken. Preconditions: places ≤ men; no sum of costs below `never` exceeds it. Cost:
    /// O(places² · men).
    template <typename Cost>
    unsigned least(std::size_t places, std::size_t men, unsigned never, const Cost& cost) {
        // Most often nobody is nearest to two places.
        done_.assign(men, 0);
        unsigned nearest_sum = 0;
        bool apart = true;
        for (std::size_t place = 0; place < places; ++place) {
            std::size_t nearest = 0;
            unsigned best = never;
            for (std::size_t man = 0; man < men; ++man)
                if (const unsigned here = cost(place, man); here < best) {
                    best = here;
                    nearest = man;
                }
            if (best == never) return never;
            nearest_sum += best;
            apart = apart && done_[nearest] == 0;
            done_[nearest] = 1;
        }
        if (apart) return std::min(nearest_sum, never);
        constexpr int far = std::numeric_limits<int>::max() / 2;
        // Row and column 0 stand for nobody: a path begins there.
        row_.assign(places + 1, 0);
        column_.assign(men + 1, 0);
        place_of_.assign(men + 1, 0);
        from_.assign(men + 1, 0);
        for (std::size_t place = 1; place <= places; ++place) {
            place_of_[0] = place;
            std::size_t man = 0;
            shortest_.assign(men + 1, far);
            done_.assign(men + 1, 0);
            do {
                done_[man] = 1;
                const std::size_t at = place_of_[man];
                int least = far;
                std::size_t next = 0;
                for (std::size_t j = 1; j <= men; ++j) {
                    if (done_[j] != 0) continue;
                    const int reduced = static_cast<int>(std::min<unsigned>(cost(at - 1, j - 1), never)) -
                                        row_[at] - column_[j];
                    if (reduced < shortest_[j]) {
                        shortest_[j] = reduced;
                        from_[j] = man;
                    }
                    if (shortest_[j] < least) {
                        least = shortest_[j];
                        next = j;
                    }
                }
                for (std::size_t j = 0; j <= men; ++j) {
                    if (done_[j] != 0) {
                        row_[place_of_[j]] += least;
                        column_[j] -= least;
                    } else {
                        shortest_[j] -= least;
                    }
                }
                man = next;
            } while (place_of_[man] != 0);
            while (man != 0) {
                place_of_[man] = place_of_[from_[man]];
                man = from_[man];
            }
        }
        unsigned sum = 0;
        for (std::size_t j = 1; j <= men; ++j)
            if (place_of_[j] != 0) sum += std::min<unsigned>(cost(place_of_[j] - 1, j - 1), never);
        return std::min(sum, never);
    }

  private:
    std::vector<int> row_, column_, shortest_;
    std::vector<std::size_t> place_of_, from_;
    std::vector<char> done_;
};

}  // namespace zermelo::compositions
