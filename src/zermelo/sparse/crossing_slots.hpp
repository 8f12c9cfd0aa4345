// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "zermelo/base/isa.hpp"
#include "zermelo/sparse/check_frame.hpp"
#include "zermelo/sparse/shard.hpp"

namespace zermelo::sparse {

/// What one byte of a filter tells of the crossings that fall into its slot: four bits for each side of the
/// check line.
namespace slot_bits {
inline constexpr std::uint32_t some = 1;      ///< there is a piece
inline constexpr std::uint32_t several = 2;   ///< there is more than one
inline constexpr std::uint32_t may_move = 4;  ///< one of them may move along its line
inline constexpr std::uint32_t sides = 0x11;  ///< `some` on both sides
}  // namespace slot_bits

/// From squares of the check line to slots of a filter. The first slots are for what is off the line; that
/// they are many keeps the updates of neighbours in the list apart.
struct SlotMap {
    static constexpr std::uint32_t off_line = 64;

    bool direct = true;            ///< a slot a square; else by hash
    std::uint32_t slots = 1;       ///< without those off the line; above the line's length if direct
    std::uint64_t multiplier = 1;  ///< of the hash, odd

    std::size_t size() const { return std::size_t{off_line} + slots; }
    /// Precondition: `i` is a square of the line.
    template <bool Direct, typename Int>
    [[gnu::always_inline]] std::uint32_t at(Int i) const {
        if constexpr (Direct) return off_line + static_cast<std::uint32_t>(i);
        std::uint32_t hash = 0;
        if constexpr (sizeof(Int) == 4)
            hash = static_cast<std::uint32_t>(i) * static_cast<std::uint32_t>(multiplier);
        else
            hash = static_cast<std::uint32_t>(static_cast<std::uint64_t>(i) * multiplier >> 32);
        return off_line + static_cast<std::uint32_t>(std::uint64_t{hash} * slots >> 32);
    }
    std::uint32_t at(std::int64_t i, bool narrow) const {
        if (direct) return at<true>(i);
        return narrow ? at<false>(static_cast<std::int32_t>(i)) : at<false>(i);
    }
};

/// Where the pieces of a run meet the check line along one family of lines.
struct Placements {
    std::array<std::uint32_t, Shard::chunk_words> slots;
    std::array<std::uint32_t, Shard::chunk_words> updates;  ///< `some`, perhaps with `may_move`, on a side
    bool near = false;  ///< is a piece near the line, as `CheckFrame` has it?
};

/// Fills `Placements`, piece by piece without a branch, in 32 bits where these do.
template <typename Packing, bool Diagonal>
class Placer {
  public:
    using Frame = CheckFrame<Diagonal>;

    Placer(const Frame& frame, const SlotMap& map, Isa isa)
        : frame_(frame),
          map_(map),
          isa_(isa),
          king_x_(static_cast<Int>(frame.king_x())),
          king_y_(static_cast<Int>(frame.king_y())),
          a_(frame.a_terms()),
          b_(frame.b_terms()),
          length_(static_cast<UInt>(frame.length())) {}

    const Frame& frame() const { return frame_; }
    const SlotMap& map() const { return map_; }

    template <unsigned Family>
    void place(const Run& run, Placements& out) const {
#if ZERMELO_X86
        if (isa_ == Isa::avx2) {
            map_.direct ? place_avx2<Family, true>(run, out) : place_avx2<Family, false>(run, out);
            return;
        }
#endif
        map_.direct ? place_run<Family, true>(run, out) : place_run<Family, false>(run, out);
    }

  private:
    using Int = std::conditional_t<Packing::words == 1, std::int32_t, std::int64_t>;
    using UInt = std::make_unsigned_t<Int>;
    /// dx, dy or their opposite, chosen by masks.
    struct Terms {
        Int from_x, from_y, opposite;
        explicit Terms(const typename Frame::Terms& terms)
            : from_x(terms.x != 0 ? -1 : 0),
              from_y(terms.y != 0 ? -1 : 0),
              opposite(terms.x + terms.y < 0 ? -1 : 0) {}
        [[gnu::always_inline]] Int operator()(Int dx, Int dy) const {
            return (((dx & from_x) | (dy & from_y)) ^ opposite) - opposite;
        }
    };

#if ZERMELO_X86
    template <unsigned Family, bool Direct>
    ZERMELO_TARGET_AVX2 void place_avx2(const Run& run, Placements& out) const {
        place_run<Family, Direct>(run, out);
    }
#endif

    template <unsigned Family, bool Direct>
    [[gnu::always_inline]] void place_run(const Run& run, Placements& out) const {
        const std::uint64_t* const words = run.words;
        const Int king_x = king_x_;
        const Int king_y = king_y_;
        const Terms to_a = a_;
        const Terms to_b = b_;
        const UInt length = length_;
        const SlotMap map = map_;
        const std::uint32_t sliders = frame_.sliders(Family);
        std::uint32_t near = 0;
        for (std::size_t k = 0; k < run.count; ++k) {
            const std::uint64_t* const word = words + k * Packing::words;
            const Int dx = static_cast<Int>(Packing::x(word)) - king_x;
            const Int dy = static_cast<Int>(Packing::y(word)) - king_y;
            const Int a = to_a(dx, dy);
            const Int b = to_b(dx, dy);
            const Int off = Diagonal ? a - b : b;
            Int i = 0;
            bool inside = off != 0;
            if constexpr (Diagonal) {
                i = Family == 0 ? a : Family == 1 ? b : (a + b) >> 1;
                if constexpr (Family == 2) inside &= ((a + b) & 1) == 0;
            } else {
                i = Family == 0 ? a : Family == 1 ? a + b : a - b;
            }
            inside &= static_cast<UInt>(i - 1) < length;
            near |= static_cast<UInt>(off) + 3 <= 6 ? 1U : 0U;
            const std::uint32_t update =
                slot_bits::some | (sliders >> (static_cast<std::uint32_t>(*word) & 15) & 1U) << 2;
            out.updates[k] = off > 0 ? update << 4 : update;
            out.slots[k] = inside ? map.at<Direct>(i) : static_cast<std::uint32_t>(k % SlotMap::off_line);
        }
        out.near = near != 0;
    }

    Frame frame_;
    SlotMap map_;
    Isa isa_;
    Int king_x_, king_y_;
    Terms a_, b_;
    UInt length_;
};

}  // namespace zermelo::sparse
