// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstddef>

namespace zermelo::judge {

/// How many bytes of games make a good chunk: so many that handing them out costs nothing, so few
/// that they stay in the cache, that all threads have something to do, and that verdicts come while others
/// are sought. Games differ a millionfold in how long they take, so this is learnt from the chunks before.
///
/// All members may be called by several threads at once.
class ChunkSize {
  public:
    using Duration = std::chrono::steady_clock::duration;

    /// What a chunk is to take.
    static constexpr std::chrono::milliseconds aim{4};
    /// No chunk is smaller, and the first ones are not larger: a few games of the smallest puzzle.
    static constexpr std::size_t least = 64;

    /// Precondition: most ≥ least.
    explicit ChunkSize(std::size_t most) : max_(most) {}

    /// Bytes of the next chunk; from `least` to `most`.
    std::size_t size() const { return size_.load(std::memory_order_relaxed); }

    /// Learns that a chunk of `bytes` took this long. Pieces become smaller at once, and larger step by step.
    void took(std::size_t bytes, Duration time) {
        const double share = Duration{aim} / std::max(std::chrono::duration<double>{1e-9},
                                                      std::chrono::duration<double>{time});
        const double wanted = std::clamp(static_cast<double>(bytes) * share, double{least}, 1e15);
        size_.store(std::clamp(static_cast<std::size_t>(wanted), least, std::min(max_, 4 * size())),
                    std::memory_order_relaxed);
    }

  private:
    std::size_t max_;
    std::atomic<std::size_t> size_ = least;
};

}  // namespace zermelo::judge
