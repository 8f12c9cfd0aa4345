// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>

namespace tbb {

template <typename Number>
class blocked_range {
  public:
    blocked_range(Number begin, Number end, std::size_t /*most*/) : begin_(begin), end_(end) {}
    Number begin() const { return begin_; }
    Number end() const { return end_; }

  private:
    Number begin_;
    Number end_;
};

}  // namespace tbb
