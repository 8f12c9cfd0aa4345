// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <deque>
#include <utility>

namespace tbb {

template <typename T>
class concurrent_queue {
  public:
    void push(T item) { items_.push_back(std::move(item)); }
    bool try_pop(T& item) {
        if (items_.empty()) return false;
        item = std::move(items_.front());
        items_.pop_front();
        return true;
    }

  private:
    std::deque<T> items_;
};

}  // namespace tbb
