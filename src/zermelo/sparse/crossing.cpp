// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/sparse/crossing.hpp"

#include <algorithm>
#include <cstdlib>
#include <optional>
#include <vector>

#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>

#include "zermelo/sparse/contested.hpp"
#include "zermelo/sparse/crossing_slots.hpp"
#include "zermelo/sparse/large_array.hpp"

namespace zermelo::sparse {

namespace {

constexpr std::size_t slots_a_piece = 2;
constexpr std::size_t least_slots = 1024;
// Each part has a filter of its own until they are merged: at most this many slots a piece in all.
constexpr std::size_t most_slots_a_piece = 6;

SlotMap slot_map(const PieceList& list, std::uint64_t length, CrossingSlots wanted) {
    const auto enough = static_cast<std::uint32_t>(
        std::clamp(slots_a_piece * list.size(), least_slots, std::size_t{0xFFFF'0000U}));
    SlotMap map;
    map.direct = wanted.kind == CrossingSlots::Kind::direct ||
                 (wanted.kind == CrossingSlots::Kind::automatic && length < enough);
    map.slots = map.direct          ? static_cast<std::uint32_t>(length) + 1
                : wanted.count != 0 ? wanted.count
                                    : enough;
    map.multiplier = SquareHash()(1, 2) | 1;
    return map;
}

unsigned parts_for(const PieceList& list, const SlotMap& map) {
    if (list.shards() == 1) return 1;
    const std::size_t threads = static_cast<std::size_t>(tbb::this_task_arena::max_concurrency());
    const std::size_t room = std::max<std::size_t>(1, most_slots_a_piece * list.size() / map.slots);
    return static_cast<unsigned>(std::min({threads, room, std::size_t{list.buckets()}}));
}

/// Why a filter suffices. A piece crosses the check line on at most one square of each family of lines, and
/// the nearest piece on each side of each square is the only one that can move there that way. Where a slot
/// and side has one piece, no other piece is on its line and side, whatever the hash: it moves there if it
/// may. Only where it has several, and one that may move, is it to be settled which of them is nearest on its
/// line: those are gathered in a second pass.
template <typename Packing, bool Diagonal>
class CrossingCount {
  public:
    using Frame = CheckFrame<Diagonal>;

    CrossingCount(const PieceList& list, const Frame& frame, std::span<const Spot> pinned, const SlotMap& map,
                  Isa isa)
        : list_(list),
          pinned_(pinned),
          placer_(frame, map, isa),
          parts_(parts_for(list, map)),
          slots_(map.size()),
          filters_(parts_) {
        filters_[0] = LargeArray<std::uint8_t>(slots_);
    }

    Rescues run() {
        const unsigned codes = list_.codes();
        const Frame& frame = placer_.frame();
        bool first = true;
        const auto family = [&]<unsigned Family>() {
            // What nobody can move along does not matter; but one pass is needed for what is close.
            if ((codes & frame.sliders(Family)) == 0) return;
            count_family<Family>(first);
            first = false;
        };
        family.template operator()<0>();
        family.template operator()<1>();
        family.template operator()<2>();
        if (first) count_family<0>(true);
        if (frame.captures_from_beyond(close_)) ++close_.rescues.captures;
        return {close_.rescues.captures + tally_.captures,
                close_.rescues.interpositions + tally_.interpositions};
    }

  private:
    template <typename Task>
    void in_parts(Task&& task) {
        if (parts_ == 1)
            task(0U);
        else
            tbb::parallel_for(0U, parts_, task);
    }
    template <typename Visit>
    void for_each_run(unsigned part, Visit&& visit) const {
        const unsigned buckets = list_.buckets();
        for (unsigned b = buckets * part / parts_; b < buckets * (part + 1) / parts_; ++b)
            list_.for_each_run(b, visit);
    }
    std::uint8_t* filter(unsigned part) { return filters_[part].data(); }

    template <unsigned Family>
    void count_family(bool with_close) {
        std::vector<typename Frame::Close> closes(parts_);
        in_parts([&](unsigned part) { fill<Family>(part, with_close ? &closes[part] : nullptr); });
        for (const auto& close : closes) close_.add(close);
        in_parts([&](unsigned part) { merge(part); });
        for (unsigned part = 1; part < parts_; ++part) filters_[part] = {};
        std::fill_n(filter(0), SlotMap::off_line, std::uint8_t{0});
        for (const Spot& spot : pinned_) remove<Family>(spot);
        if (count_single()) settle_contested<Family>();
    }

    template <unsigned Family>
    void fill(unsigned part, typename Frame::Close* close) {
        if (part != 0) filters_[part] = LargeArray<std::uint8_t>(slots_);
        std::uint8_t* const slots = filter(part);
        const SlotMap& map = placer_.map();
        std::fill_n(slots, slots_, std::uint8_t{0});
        // The checker's square must not be mistaken for another one.
        if (!map.direct) slots[map.at(placer_.frame().length(), narrow)] = slot_bits::sides;
        Placements placed;
        for_each_run(part, [&](const Run& run) {
            placer_.template place<Family>(run, placed);
            for (std::size_t k = 0; k < run.count; ++k) __builtin_prefetch(slots + placed.slots[k], 1);
            for (std::size_t k = 0; k < run.count; ++k) {
                std::uint8_t& slot = slots[placed.slots[k]];
                const std::uint32_t update = placed.updates[k];
                const std::uint32_t old = slot;
                slot = static_cast<std::uint8_t>(old | update | (old & update & slot_bits::sides) << 1);
            }
            if (placed.near && close != nullptr) [[unlikely]]
                take_close(run, *close);
        });
    }

    void take_close(const Run& run, typename Frame::Close& close) const {
        const Frame& frame = placer_.frame();
        for (std::size_t k = 0; k < run.count; ++k) {
            const Spot spot = Packing::read(run.words + k * Packing::words);
            if (frame.place(spot).near_line()) frame.take_close(spot, pinned_, close);
        }
    }

    /// Merges a share of the slots of all parts into the first filter.
    void merge(unsigned share) {
        const std::size_t begin = slots_ * share / parts_;
        const std::size_t end = slots_ * (share + 1) / parts_;
        std::uint8_t* const into = filter(0);
        for (unsigned part = 1; part < parts_; ++part) {
            const std::uint8_t* const from = filter(part);
            for (std::size_t at = begin; at < end; ++at)
                into[at] = static_cast<std::uint8_t>(into[at] | from[at] |
                                                     (into[at] & from[at] & slot_bits::sides) << 1);
        }
    }

    /// Where a pinned piece is alone it does not move.
    template <unsigned Family>
    void remove(const Spot& spot) {
        const auto place = placer_.frame().place(spot);
        if (place.off() == 0) return;
        const std::int64_t i = placer_.frame().crossing(Family, place);
        if (i == 0) return;
        std::uint8_t& slot = filter(0)[placer_.map().at(i, narrow)];
        const unsigned shift = place.off() > 0 ? 4 : 0;
        if ((slot >> shift & slot_bits::several) == 0)
            slot = static_cast<std::uint8_t>(slot & ~(slot_bits::may_move << shift));
    }

    /// Counts what is alone and may move; true if there is anything else that may.
    bool count_single() {
        const std::uint8_t* const slots = filter(0);
        const auto single = [](std::uint32_t slot) {
            return slot & ~(slot >> 1) & slot >> 2 & slot_bits::sides;
        };
        std::uint64_t moves = 0;
        std::uint32_t contested = 0;
        for (std::size_t from = 0; from < slots_;) {
            const std::size_t to = std::min(slots_, from + 4096);
            std::uint32_t sum = 0;
            for (; from < to; ++from) {
                const std::uint32_t slot = slots[from];
                sum += (single(slot) & 1) + (single(slot) >> 4);
                contested |= slot >> 1 & slot >> 2 & slot_bits::sides;
            }
            moves += sum;
        }
        if (placer_.map().direct) {
            const std::uint32_t last = single(slots[placer_.map().at(placer_.frame().length(), narrow)]);
            const std::uint64_t captures = (last & 1) + (last >> 4);
            tally_.captures += captures;
            moves -= captures;
        }
        tally_.interpositions += moves;
        return contested != 0;
    }

    template <unsigned Family>
    void settle_contested() {
        gathered_.resize(parts_);
        tables_.resize(parts_);
        in_parts([&](unsigned part) { gather<Family>(part, gathered_[part]); });
        std::vector<Tally> tallies(parts_);
        in_parts([&](unsigned part) {
            tallies[part] = settle<Packing>(gathered_, placer_.frame().length(), placer_.map().multiplier,
                                            part, parts_, tables_[part]);
        });
        for (const Tally& tally : tallies) {
            tally_.captures += tally.captures;
            tally_.interpositions += tally.interpositions;
        }
    }

    template <unsigned Family>
    void gather(unsigned part, Gathered<Packing>& out) {
        const Frame& frame = placer_.frame();
        const std::uint8_t* const slots = filter(0);
        if (out.entries.size() == 0) {  // what is not written takes no memory
            std::size_t pieces = 0;
            for_each_run(part, [&](const Run& run) { pieces += run.count; });
            out.entries = LargeArray<Contested<Packing>>(pieces, Pages::small);
        }
        out.count = 0;
        Placements placed;
        std::array<std::uint16_t, Shard::chunk_words> chosen;
        for_each_run(part, [&](const Run& run) {
            placer_.template place<Family>(run, placed);
            for (std::size_t k = 0; k < run.count; ++k) __builtin_prefetch(slots + placed.slots[k]);
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
                                            is_in(frame.sliders(Family), spot.code) && !is_pinned(spot)};
            }
        });
    }
    bool is_pinned(const Spot& spot) const {
        for (const Spot& other : pinned_)
            if (other.x == spot.x && other.y == spot.y) return true;
        return false;
    }

    static constexpr bool narrow = Packing::words == 1;

    const PieceList& list_;
    std::span<const Spot> pinned_;
    Placer<Packing, Diagonal> placer_;
    unsigned parts_;
    std::size_t slots_;
    std::vector<LargeArray<std::uint8_t>> filters_;  // all but the first only until they are merged
    std::vector<Gathered<Packing>> gathered_;
    std::vector<std::vector<std::uint32_t>> tables_;
    typename Frame::Close close_;
    Tally tally_;
};

template <bool Diagonal>
Rescues count(const PieceList& list, const CheckLine& line, Color own, std::span<const Spot> pinned,
              CrossingSlots slots, Isa isa) {
    const CheckFrame<Diagonal> frame(line, own);
    const SlotMap map = slot_map(list, line.length, slots);
    if (list.wide()) return CrossingCount<Wide, Diagonal>(list, frame, pinned, map, isa).run();
    return CrossingCount<Narrow, Diagonal>(list, frame, pinned, map, isa).run();
}

}  // namespace

Rescues count_crossings(const PieceList& list, const CheckLine& line, Color own, std::span<const Spot> pinned,
                        CrossingSlots slots, Isa isa) {
    return line.step.diagonal() ? count<true>(list, line, own, pinned, slots, isa)
                                : count<false>(list, line, own, pinned, slots, isa);
}

}  // namespace zermelo::sparse
