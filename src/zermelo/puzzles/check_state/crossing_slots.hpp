// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "zermelo/base/isa.hpp"
#include "zermelo/puzzles/check_state/check_frame.hpp"
#include "zermelo/puzzles/check_state/shard.hpp"
#include "zermelo/puzzles/check_state/zones.hpp"

namespace zermelo::check_state {

/// What one byte of a filter tells of the crossings that fall into its slot: four bits for each side of the
/// check line.
namespace slot_bits {
inline constexpr std::uint32_t some = 1;      ///< there is a piece
inline constexpr std::uint32_t several = 2;   ///< there is more than one
inline constexpr std::uint32_t may_move = 4;  ///< one of them may move along its line
inline constexpr std::uint32_t sides = 0x11;  ///< `some` on both sides
}  // namespace slot_bits

/// From squares of the check line, or from those of one zone of it, to slots of a filter. The first slots are
/// for what is off the line; that they are many keeps the updates of neighbours in the list apart.
struct SlotMap {
    static constexpr std::uint32_t off_line = 64;

    bool direct = true;            ///< a slot a square; else by hash
    std::uint32_t slots = 1;       ///< without those off the line
    std::uint64_t multiplier = 1;  ///< of the hash, odd
    /// Square i lies in column (or row) origin + i, or origin - i if backward. Without zones that is i.
    std::int64_t origin = 0;
    bool backward = false;
    std::uint32_t first = 0;  ///< if direct: the least number of a square's column in its zone
    Zones zones;
    unsigned zone = 0;

    std::size_t size() const { return std::size_t{off_line} + slots; }
    /// Is a square of the line in the zone?
    bool holds(std::int64_t i) const { return zones.of(column(i)) == zone; }
    /// How squares come to slots, in a few plain numbers that a loop over pieces keeps in registers.
    template <bool Direct, typename Int>
    class Rule {
      public:
        explicit Rule(const SlotMap& map)
            : multiplier_(static_cast<UInt>(map.multiplier)),
              odd_(static_cast<std::uint32_t>(map.multiplier)),
              slots_(map.slots),
              base_(off_line - map.first),
              origin_(static_cast<Int>(map.origin)),
              opposite_(map.backward ? -1 : 0),
              shift_(map.zones.bits()) {}
        /// Precondition: `i` is a square of the line that the map holds.
        [[gnu::always_inline]] std::uint32_t operator()(Int i) const {
            if constexpr (Direct) {
                const Int column = (i ^ opposite_) - opposite_ + origin_;
                return base_ + static_cast<std::uint32_t>(static_cast<UInt>(column) >> shift_);
            } else {
                // Two rounds: after one alone, squares evenly apart would all meet or none, by luck.
                const UInt product = static_cast<UInt>(i) * multiplier_;
                auto hash = static_cast<std::uint32_t>(product >> (sizeof(Int) == 8 ? 32 : 0));
                hash = (hash ^ hash >> 15) * odd_;
                return off_line + static_cast<std::uint32_t>(std::uint64_t{hash} * slots_ >> 32);
            }
        }

      private:
        using UInt = std::make_unsigned_t<Int>;
        UInt multiplier_;
        std::uint32_t odd_;
        std::uint32_t slots_;
        std::uint32_t base_;
        Int origin_;
        Int opposite_;
        unsigned shift_;
    };
    std::uint32_t at(std::int64_t i, bool narrow) const {
        if (direct) return Rule<true, std::int64_t>(*this)(i);
        return narrow ? Rule<false, std::int32_t>(*this)(static_cast<std::int32_t>(i))
                      : Rule<false, std::int64_t>(*this)(i);
    }
    /// The column of a square, in a zone's own terms.
    std::uint64_t column(std::int64_t i) const {
        return static_cast<std::uint64_t>(backward ? origin - i : origin + i);
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
        const SlotMap::Rule<Direct, Int> slot_of(map_);
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
                // Between two squares: -1, which is off the line; a condition would make a branch of it.
                i = Family == 0 ? a : Family == 1 ? b : (a + b) >> 1 | -((a + b) & 1);
            } else {
                i = Family == 0 ? a : Family == 1 ? a + b : a - b;
            }
            inside &= static_cast<UInt>(i - 1) < length;
            near |= static_cast<UInt>(off) + 3 <= 6 ? 1U : 0U;
            const std::uint32_t update =
                slot_bits::some | (sliders >> (static_cast<std::uint32_t>(*word) & 15) & 1U) << 2;
            out.updates[k] = off > 0 ? update << 4 : update;
            out.slots[k] = inside ? slot_of(i) : static_cast<std::uint32_t>(k % SlotMap::off_line);
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

}  // namespace zermelo::check_state
