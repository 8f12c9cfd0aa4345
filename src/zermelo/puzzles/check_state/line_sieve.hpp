// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "zermelo/base/isa.hpp"
#include "zermelo/puzzles/check_state/packing.hpp"
#include "zermelo/puzzles/check_state/shard.hpp"
#include "zermelo/puzzles/check_state/surroundings.hpp"

namespace zermelo::check_state {

/// Finds the pieces that `Surroundings` of some squares would take: nearly all pieces of a large board stand
/// far from their lines, and are passed over without a branch, in 32 bits where these do.
template <typename Packing, std::size_t Count>
class LineSieve {
  public:
    explicit LineSieve(const std::array<Surroundings, Count>& squares, Isa isa) : isa_(isa) {
        for (std::size_t s = 0; s < Count; ++s) {
            x_[s] = static_cast<UInt>(squares[s].king().x);
            y_[s] = static_cast<UInt>(squares[s].king().y);
        }
    }

    /// Calls `visit` with the places in the run of all pieces on a line of one of the squares.
    template <typename Visit>
    void for_each_hit(const Run& run, Visit&& visit) const {
        Hits hits;
#if ZERMELO_X86
        if (isa_ == Isa::avx2)
            mark_avx2(run, hits);
        else
#endif
            mark(run, hits);
        for (std::size_t from = 0; from < run.count; from += block) {
            const std::size_t to = std::min(run.count, from + block);
            std::uint32_t any = 0;
            for (std::size_t i = from; i < to; ++i) any |= hits[i];
            if (any == 0) [[likely]]
                continue;
            for (std::size_t i = from; i < to; ++i)
                if (hits[i] != 0) visit(i);
        }
    }

  private:
    using UInt = std::conditional_t<Packing::words == 1, std::uint32_t, std::uint64_t>;
    using Hits = std::array<std::uint32_t, Shard::chunk_words>;
    static constexpr std::size_t block = 16;

    /// -r ≤ v ≤ r for a difference that may have wrapped around.
    [[gnu::always_inline]] static std::uint32_t within(UInt v, UInt r) { return v + r <= 2 * r ? 1U : 0U; }

    [[gnu::always_inline]] void mark(const Run& run, Hits& hits) const {
        const std::uint64_t* const words = run.words;
        const std::array<UInt, Count> king_x = x_;
        const std::array<UInt, Count> king_y = y_;
        const std::size_t count = run.count;
        for (std::size_t i = 0; i < count; ++i) {
            const UInt x = static_cast<UInt>(Packing::x(words + i * Packing::words));
            const UInt y = static_cast<UInt>(Packing::y(words + i * Packing::words));
            std::uint32_t hit = 0;
            for (std::size_t s = 0; s < Count; ++s) {
                const UInt dx = x - king_x[s];
                const UInt dy = y - king_y[s];
                // As `Surroundings` has it: |dx|, |dy| ≤ 1, |dx − dy|, |dx + dy| ≤ 2.
                hit |= within(dx, 1) | within(dy, 1) | within(dx - dy, 2) | within(dx + dy, 2);
            }
            hits[i] = hit;
        }
    }
#if ZERMELO_X86
    ZERMELO_TARGET_AVX2 void mark_avx2(const Run& run, Hits& hits) const { mark(run, hits); }
#endif

    Isa isa_;
    std::array<UInt, Count> x_;
    std::array<UInt, Count> y_;
};

}  // namespace zermelo::check_state
