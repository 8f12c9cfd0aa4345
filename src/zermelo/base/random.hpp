// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>

namespace zermelo {

/// A small random generator with the same numbers on every machine (SplitMix64, Steele, Lea and
/// Flood 2014): for generators of test data and hash seeds, never for secrets.
class Random {
  public:
    using result_type = std::uint64_t;
    explicit constexpr Random(std::uint64_t seed) : state_(seed) {}

    static constexpr result_type min() { return 0; }
    static constexpr result_type max() { return ~result_type{0}; }

    constexpr result_type operator()() {
        state_ += 0x9E3779B97F4A7C15U;
        std::uint64_t z = state_;
        z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9U;
        z = (z ^ (z >> 27)) * 0x94D049BB133111EBU;
        return z ^ (z >> 31);
    }

    /// A number from 0 to bound − 1, each as likely to within bound / 2^64. Precondition: bound ≥ 1.
    constexpr std::uint64_t below(std::uint64_t bound) { return (*this)() % bound; }

    /// Puts a sequence that has indices into a random order, each as likely. Cost: O(size).
    template <typename Sequence>
    constexpr void shuffle(Sequence& sequence) {
        for (std::size_t left = sequence.size(); left > 1; --left)
            std::swap(sequence[left - 1], sequence[below(left)]);
    }

    /// True once in `n` times on average. Precondition: n ≥ 1.
    constexpr bool one_in(std::uint64_t n) { return below(n) == 0; }

  private:
    std::uint64_t state_;
};

}  // namespace zermelo
