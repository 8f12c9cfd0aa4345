// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

#include "zermelo/sparse/check_frame.hpp"
#include "zermelo/sparse/large_array.hpp"

namespace zermelo::sparse {

/// The crossings of one family with a strip of the check line, an entry of 4 bytes for each square and side:
/// the distance of the nearest piece, times 2, plus 1 if that piece cannot move there. Only for n ≤ 2^30.
template <bool Diagonal, unsigned Family>
class DirectCrossings {
  public:
    using Frame = CheckFrame<Diagonal>;

    /// The entries that a strip takes, with a place for what lies off it.
    static std::size_t entries_for(std::size_t squares) { return 2 * (squares + 1); }

    /// `entries` lends its memory, at least `entries_for` the strip's squares. Precondition: the strip is not
    /// empty.
    DirectCrossings(const Frame& frame, Strip strip, LargeArray<std::uint32_t>& entries)
        : frame_(frame),
          strip_(strip),
          size_(entries_for(static_cast<std::size_t>(strip.last - strip.first) + 1)),
          entries_(entries.data()) {
        std::fill_n(entries_, size_, empty);
    }

    void run(const PieceList& list, std::span<const Spot> pinned) {
        list.for_each_run([&](const Run& run) { take(run, pinned); });
        for (const Spot& spot : pinned) remove(spot);
    }

    typename Frame::Close count() const {
        typename Frame::Close total = close_;
        std::uint64_t moves = 0;
        for (std::size_t i = 2; i < size_; ++i) moves += ~entries_[i] & 1U;
        if (strip_.has(frame_.length())) {
            const std::size_t last = index(frame_.length(), false);
            const std::uint64_t captures = (~entries_[last] & 1U) + (~entries_[last + 1] & 1U);
            total.rescues.captures += captures;
            moves -= captures;
        }
        total.rescues.interpositions += moves;
        return total;
    }

  private:
    static constexpr std::uint32_t empty = ~std::uint32_t{0};
    struct Update {
        std::uint32_t at;
        std::uint32_t value;
    };

    /// Collects the crossings of a run before it enters them, so that the loads of many entries are under way
    /// at once: the tables of a long line do not fit any cache.
    void take(const Run& run, std::span<const Spot> pinned) {
        const Frame frame = frame_;
        const Strip strip = strip_;
        std::uint32_t* const entries = entries_;
        const unsigned blockers = ~frame.sliders(Family);
        std::array<Update, Shard::chunk_words> updates;
        std::size_t count = 0;
        for (std::size_t k = 0; k < run.count; ++k) {
            const Spot spot = Narrow::read(run.words + k);
            const auto place = frame.place(spot);
            if (place.near_line()) [[unlikely]] {
                if (Family == 0) frame_.take_close(spot, strip, pinned, close_);
                if (place.off() == 0) continue;
            }
            const Crossing crossing = Frame::crossing(Family, place);
            const bool inside = strip.has(crossing.i);
            const std::size_t square = inside ? static_cast<std::size_t>(crossing.i - strip.first) + 1 : 0;
            const std::size_t at = 2 * square + (place.off() > 0 ? 1 : 0);
            updates[count] = {
                static_cast<std::uint32_t>(at),
                static_cast<std::uint32_t>(crossing.distance) << 1 | (blockers >> spot.code & 1U)};
            __builtin_prefetch(entries + at, 1);
            count += inside ? 1 : 0;
        }
        for (std::size_t k = 0; k < count; ++k) {
            const std::uint32_t old = entries[updates[k].at];
            entries[updates[k].at] = updates[k].value < old ? updates[k].value : old;
        }
    }

    /// Squares from 1, so that `take` has a place for what lies off the strip. Precondition: the strip has
    /// `i`.
    std::size_t index(std::int64_t i, bool side) const {
        return 2 * (static_cast<std::size_t>(i - strip_.first) + 1) + (side ? 1 : 0);
    }
    /// Takes a pinned piece's move away where it is the nearest one; there is no other piece at its distance.
    void remove(const Spot& spot) {
        const auto place = frame_.place(spot);
        const Crossing crossing = Frame::crossing(Family, place);
        if (place.off() == 0 || !strip_.has(crossing.i)) return;
        std::uint32_t& entry = entries_[index(crossing.i, place.off() > 0)];
        if (entry >> 1 == static_cast<std::uint32_t>(crossing.distance)) entry |= 1U;
    }

    const Frame frame_;
    Strip strip_;
    std::size_t size_;
    std::uint32_t* entries_;
    typename Frame::Close close_;
};

}  // namespace zermelo::sparse
