// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <type_traits>

#include "zermelo/base/isa.hpp"
#include "zermelo/sparse/packing.hpp"
#include "zermelo/sparse/shard.hpp"
#include "zermelo/sparse/surroundings.hpp"

namespace zermelo::sparse {

/// Finds the pieces that `Surroundings` of some squares would take: nearly all pieces of a large board stand
/// far from their lines, and are passed over without a branch, in 32 bits where these do.
template <typename Packing, std::size_t Count>
class LineSieve {
  public:
    explicit LineSieve(const std::array<Surroundings, Count>& squares, Isa isa = best_isa()) : isa_(isa) {
        for (std::size_t s = 0; s < Count; ++s) {
            x_[s] = static_cast<UInt>(squares[s].king().x);
            y_[s] = static_cast<UInt>(squares[s].king().y);
        }
    }

    /// Calls `visit` with the places in the run of all pieces on a line of one of the squares.
    template <typename Visit>
    void for_each_hit(const Run& run, Visit&& visit) const {
        std::array<std::uint8_t, Shard::chunk_words> hits;
#if ZERMELO_X86
        if (isa_ == Isa::avx2)
            mark_avx2(run, hits.data());
        else
#endif
            mark(run, hits.data());
        std::size_t i = 0;
        for (; i + 8 <= run.count; i += 8) {
            std::uint64_t eight = 0;
            std::memcpy(&eight, hits.data() + i, 8);
            if (eight == 0) [[likely]]
                continue;
            for (std::size_t k = i; k < i + 8; ++k)
                if (hits[k] != 0) visit(k);
        }
        for (; i < run.count; ++i)
            if (hits[i] != 0) visit(i);
    }

  private:
    using UInt = std::conditional_t<Packing::words == 1, std::uint32_t, std::uint64_t>;

    [[gnu::always_inline]] void mark(const Run& run, std::uint8_t* hits) const {
        const std::uint64_t* const words = run.words;
        const std::array<UInt, Count> king_x = x_;
        const std::array<UInt, Count> king_y = y_;
        for (std::size_t i = 0; i < run.count; ++i) {
            const UInt x = static_cast<UInt>(Packing::x(words + i * Packing::words));
            const UInt y = static_cast<UInt>(Packing::y(words + i * Packing::words));
            std::uint32_t hit = 0;
            for (std::size_t s = 0; s < Count; ++s) {
                const UInt dx = x - king_x[s];
                const UInt dy = y - king_y[s];
                // As `Surroundings` has it: |dx|, |dy| ≤ 1, |dx − dy|, |dx + dy| ≤ 2.
                hit |= static_cast<std::uint32_t>(dx + 1 <= 2) | static_cast<std::uint32_t>(dy + 1 <= 2) |
                       static_cast<std::uint32_t>(dx - dy + 2 <= 4) |
                       static_cast<std::uint32_t>(dx + dy + 2 <= 4);
            }
            hits[i] = static_cast<std::uint8_t>(hit);
        }
    }
#if ZERMELO_X86
    ZERMELO_TARGET_AVX2 void mark_avx2(const Run& run, std::uint8_t* hits) const { mark(run, hits); }
#endif

    Isa isa_;
    std::array<UInt, Count> x_;
    std::array<UInt, Count> y_;
};

}  // namespace zermelo::sparse
