// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <utility>

#include "zermelo/search/budget.hpp"

namespace zermelo::compositions {

/// The limits of a search, used up one position at a time.
class Spending {
  public:
    explicit Spending(search::Limits limits) : budget_(std::move(limits)) {}

    /// Takes one position. False: a limit is reached, and whatever is found from now on is not complete.
    bool one() {
        if (granted_ == 0) granted_ = budget_.take(64);
        if (granted_ == 0) return false;
        --granted_;
        return true;
    }
    /// Whether a limit is reached; looks at the clock and at the request to end now and then. For work within
    /// a position: one may have thousands of moves.
    bool due() {
        constexpr unsigned between_looks = 256;
        if (++since_look_ < between_looks) return over();
        since_look_ = 0;
        return look();
    }
    /// The same, looking each time: for what costs more than a microsecond.
    bool look() { return budget_.over(); }
    /// Whether a limit has been reached.
    bool over() const { return budget_.stopped().has_value(); }
    std::optional<search::Stop> why() const { return budget_.stopped(); }
    std::uint64_t used() const { return budget_.nodes_used() - granted_; }

  private:
    search::Budget budget_;
    std::uint64_t granted_ = 0;
    unsigned since_look_ = 0;
};

}  // namespace zermelo::compositions
