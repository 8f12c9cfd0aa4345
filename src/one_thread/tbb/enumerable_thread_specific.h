// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

/// oneTBB's interfaces, as far as they are used here, for one thread.
namespace tbb {

template <typename T>
class enumerable_thread_specific {
  public:
    enumerable_thread_specific() = default;
    template <typename Make>
    explicit enumerable_thread_specific(Make make) : own_(make()) {}
    T& local() { return own_; }

  private:
    T own_{};
};

}  // namespace tbb
