// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <span>

#include "zermelo/puzzles/check_state/contested.hpp"
#include "zermelo/puzzles/check_state/crossing_slots.hpp"
#include "zermelo/puzzles/check_state/large_array.hpp"

namespace zermelo::check_state {

/// The filter of one family of lines, or of one zone of it.
///
/// Why a filter suffices. A piece crosses the check line on at most one square of each family of lines, and
/// the nearest piece on each side of each square is the only one that can move there that way. Where a slot
/// and side has one piece, no other piece is on its line and side, whatever the hash: it moves there if it
/// may. Only where it has several, and one that may move, is it to be settled which of them is nearest on its
/// line: those are gathered in a second pass.
///
/// Its memory is used again by the next family or zone.
template <typename Packing, bool Diagonal>
class CrossingFilter {
  public:
    using Frame = CheckFrame<Diagonal>;
    using Place = Placer<Packing, Diagonal>;

    /// Empties the filter for the squares of the placer's map.
    void begin(const Place& placer) {
        const SlotMap& map = placer.map();
        const std::size_t size = padded(map.size());
        if (slots_.size() < size) {
            slots_ = {};  // given back before more is taken
            slots_ = LargeArray<std::uint8_t>(size);
        }
        std::fill_n(slots_.data(), size, std::uint8_t{0});
        // The checker's square must not be mistaken for another one.
        if (!map.direct) slots_[map.at(placer.frame().length(), narrow)] = slot_bits::sides;
    }
    void give_back() { slots_ = {}; }

    /// Takes a run's pieces; true if one is near the line, as `CheckFrame` has it.
    template <unsigned Family>
    bool add(const Place& placer, const Run& run) {
        std::uint8_t* const slots = slots_.data();
        Placements placed;
        placer.template place<Family>(run, placed);
        fetch(placer.map(), placed, run.count);
        for (std::size_t k = 0; k < run.count; ++k) {
            std::uint8_t& slot = slots[placed.slots[k]];
            const std::uint32_t update = placed.updates[k];
            const std::uint32_t old = slot;
            slot = static_cast<std::uint8_t>(old | update | (old & update & slot_bits::sides) << 1);
        }
        return placed.near;
    }

    /// Takes the pieces of another filter of the same map, of some slots only.
    void merge(const CrossingFilter& other, std::size_t begin, std::size_t end) {
        std::uint8_t* const into = slots_.data();
        const std::uint8_t* const from = other.slots_.data();
        for (std::size_t at = begin; at < end; ++at)
            into[at] = static_cast<std::uint8_t>(into[at] | from[at] |
                                                 (into[at] & from[at] & slot_bits::sides) << 1);
    }

    /// Counts what is alone and may move; true if there is anything else that may. Once all pieces are in.
    template <unsigned Family>
    bool count_single(const Place& placer, std::span<const Spot> pinned, Tally& tally) {
        const SlotMap& map = placer.map();
        std::fill_n(slots_.data(), SlotMap::off_line, std::uint8_t{0});
        for (const Spot& spot : pinned) remove<Family>(placer, spot);
        const std::uint8_t* const slots = slots_.data();
        std::uint64_t moves = 0;
        std::uint64_t contested = 0;
        for (std::size_t from = 0; from < map.size();) {
            const std::size_t to = std::min(padded(map.size()), from + 8 * words_at_once);
            std::uint64_t sum = 0;  // eight sums of a byte
            for (; from < to; from += 8) {
                std::uint64_t word = 0;
                std::memcpy(&word, slots + from, sizeof word);
                sum += (single(word) & ones) + (single(word) >> 4 & ones);
                contested |= word >> 1 & word >> 2;
            }
            constexpr std::uint64_t pairs = 0x00FF'00FF'00FF'00FFU;
            moves += ((sum & pairs) + (sum >> 8 & pairs)) * 0x0001'0001'0001'0001U >> 48;
        }
        if (const std::int64_t last = placer.frame().length(); map.direct && map.holds(last)) {
            const std::uint64_t checker = single(slots[map.at(last, narrow)]);
            const std::uint64_t captures = (checker & 1) + (checker >> 4);
            tally.captures += captures;
            moves -= captures;
        }
        tally.interpositions += moves;
        return (contested & sides) != 0;
    }

    /// Takes the contested crossings of a run's pieces. Once all pieces are in.
    template <unsigned Family>
    void gather(const Place& placer, std::span<const Spot> pinned, const Run& run,
                Gathered<Packing>& out) const {
        const Frame& frame = placer.frame();
        const std::uint8_t* const slots = slots_.data();
        Placements placed;
        placer.template place<Family>(run, placed);
        fetch(placer.map(), placed, run.count);
        std::array<std::uint16_t, Shard::chunk_words> chosen;
        std::size_t count = 0;
        for (std::size_t k = 0; k < run.count; ++k) {
            const std::uint32_t slot = slots[placed.slots[k]];
            chosen[count] = static_cast<std::uint16_t>(k);
            count += (slot >> 1 & slot >> 2 & placed.updates[k] & slot_bits::sides) != 0 ? 1 : 0;
        }
        for (std::size_t c = 0; c < count; ++c) {
            const Spot spot = Packing::read(run.words + chosen[c] * Packing::words);
            const auto place = frame.place(spot);
            const std::int64_t off = place.off();
            out.entries[out.count++] = {frame.crossing(Family, place), off > 0, std::abs(off),
                                        is_in(frame.sliders(Family), spot.code) && !is_pinned(pinned, spot)};
        }
    }

  private:
    static constexpr bool narrow = Packing::words == 1;
    static constexpr std::uint64_t ones = 0x0101'0101'0101'0101U;
    static constexpr std::uint64_t sides = ones * slot_bits::sides;
    static constexpr std::size_t words_at_once = 127;  // each adds at most 2 to a sum of a byte

    /// Slots are counted eight at a time.
    static std::size_t padded(std::size_t slots) { return (slots + 7) / 8 * 8; }
    /// Of eight slots at once: `some` where there is one piece and may move.
    static std::uint64_t single(std::uint64_t slots) { return slots & ~(slots >> 1) & slots >> 2 & sides; }

    /// Sets loads of slots under way; only for a filter too large for the second-level cache, since to ask
    /// for what is near takes as long as to use it.
    void fetch(const SlotMap& map, const Placements& placed, std::size_t count) const {
        constexpr std::size_t is_near = std::size_t{1} << 20;
        if (map.size() <= is_near) return;
        for (std::size_t k = 0; k < count; ++k) __builtin_prefetch(slots_.data() + placed.slots[k], 1);
    }
    /// Where a pinned piece is alone it does not move.
    template <unsigned Family>
    void remove(const Place& placer, const Spot& spot) {
        const auto place = placer.frame().place(spot);
        if (place.off() == 0) return;
        const std::int64_t i = placer.frame().crossing(Family, place);
        if (i == 0 || !placer.map().holds(i)) return;
        std::uint8_t& slot = slots_[placer.map().at(i, narrow)];
        const unsigned shift = place.off() > 0 ? 4 : 0;
        if ((slot >> shift & slot_bits::several) == 0)
            slot = static_cast<std::uint8_t>(slot & ~(slot_bits::may_move << shift));
    }
    static bool is_pinned(std::span<const Spot> pinned, const Spot& spot) {
        return std::any_of(pinned.begin(), pinned.end(),
                           [&](const Spot& other) { return other.x == spot.x && other.y == spot.y; });
    }

    LargeArray<std::uint8_t> slots_;
};

}  // namespace zermelo::check_state
