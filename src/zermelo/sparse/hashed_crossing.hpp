// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <vector>

#include "zermelo/sparse/check_frame.hpp"
#include "zermelo/sparse/large_array.hpp"

namespace zermelo::sparse {

/// The crossings that fall into one slice of all (square, family, side) by hash: a table of 4 bytes an entry,
/// which hold a piece's number in the list from 1, the family above it and, above that, as much of the hash
/// as there is room for. The piece itself tells the square and the side.
template <typename Packing, bool Diagonal>
class HashedCrossings {
  public:
    using Frame = CheckFrame<Diagonal>;

    /// `chunks` as of `PieceList::chunks`. Preconditions: slice < slices; fewer than 2^30 places in `chunks`.
    HashedCrossings(const Frame& frame, const PieceList& list,
                    const std::vector<const std::uint64_t*>& chunks, std::size_t expected_entries,
                    std::uint64_t slice, std::uint64_t slices)
        : frame_(frame),
          chunks_(chunks),
          a_chunk_(list.pieces_a_chunk()),
          slice_(slice),
          slices_(slices),
          number_bits_(static_cast<unsigned>(std::bit_width(chunks.size() * a_chunk_))),
          entries_(capacity_for(expected_entries), 0) {}

    void run(const PieceList& list, std::span<const Spot> pinned) {
        list.for_each_run([&](const Run& run) { take(run, pinned); });
        for (const Spot& spot : pinned) remove(spot);
    }

    typename Frame::Close count() const { return close_; }

  private:
    // Room for the entries at a load of 0.75.
    static std::size_t capacity_for(std::size_t entries) { return entries + entries / 3 + 8; }

    std::uint64_t hash_of(unsigned family, std::int64_t i, bool side) const {
        return hash_(static_cast<std::uint64_t>(i), family * 2 + (side ? 1U : 0U));
    }
    std::uint64_t slice_of(std::uint64_t hash) const { return (hash >> 48) * slices_ >> 16; }
    std::size_t slot_of(std::uint64_t hash) const {
        return static_cast<std::size_t>(static_cast<Wide128>(hash << 16) * entries_.size() >> 64);
    }
    std::uint32_t number_mask() const { return (std::uint32_t{1} << number_bits_) - 1; }
    /// All of an entry but the number.
    std::uint32_t tag_of(unsigned family, std::uint64_t hash) const {
        return static_cast<std::uint32_t>((hash << 2 | family) << number_bits_);
    }
    Spot piece(std::uint32_t entry) const {
        const std::size_t number = (entry & number_mask()) - 1;
        return Packing::read(chunks_[number / a_chunk_] + number % a_chunk_ * Packing::words);
    }
    void tally(unsigned family, std::int64_t i, unsigned code, std::uint64_t change) {
        if (!is_in(frame_.sliders(family), code)) return;
        (i == frame_.length() ? close_.rescues.captures : close_.rescues.interpositions) += change;
    }

    struct Found {
        std::size_t at;
        bool same;  // the entry at `at` is a piece on the same crossing; otherwise it is free
        Spot spot;
        std::int64_t distance;
    };
    Found find(unsigned family, std::int64_t i, bool side, std::uint64_t hash) const {
        const std::uint32_t tag = tag_of(family, hash);
        std::size_t at = slot_of(hash);
        for (; entries_[at] != 0; at = at + 1 == entries_.size() ? 0 : at + 1) {
            if ((entries_[at] & ~number_mask()) != tag) continue;
            const Spot spot = piece(entries_[at]);
            const auto place = frame_.place(spot);
            const Crossing crossing = Frame::crossing(family, place);
            if (crossing.i == i && (place.off() > 0) == side) return {at, true, spot, crossing.distance};
        }
        return {at, false, {}, 0};
    }
    struct Update {
        Crossing crossing;
        std::uint64_t hash;
        std::uint32_t number;
        std::uint8_t family;
        bool side;
        std::uint8_t code;
    };
    /// Collects the crossings of a run before it enters them, so that the loads of many entries are under way
    /// at once (a quarter less time for 10^7 pieces).
    void take(const Run& run, std::span<const Spot> pinned) {
        const Strip line{1, frame_.length()};
        std::array<Update, Shard::chunk_words / Packing::words * Frame::families> updates;
        std::size_t count = 0;
        for (std::size_t k = 0; k < run.count; ++k) {
            const Spot spot = Packing::read(run.words + k * Packing::words);
            const auto place = frame_.place(spot);
            if (place.near_line()) [[unlikely]] {
                if (slice_ == 0) frame_.take_close(spot, line, pinned, close_);
                if (place.off() == 0) continue;
            }
            for (unsigned family = 0; family < Frame::families; ++family) {
                const Crossing crossing = Frame::crossing(family, place);
                const bool side = place.off() > 0;
                const std::uint64_t hash = hash_of(family, crossing.i, side);
                updates[count] = {crossing,
                                  hash,
                                  static_cast<std::uint32_t>(run.first_index + k + 1),
                                  static_cast<std::uint8_t>(family),
                                  side,
                                  static_cast<std::uint8_t>(spot.code)};
                count += static_cast<unsigned>(line.has(crossing.i)) &
                         static_cast<unsigned>(slice_of(hash) == slice_);
            }
        }
        for (std::size_t k = 0; k < count; ++k) __builtin_prefetch(&entries_[slot_of(updates[k].hash)], 1);
        for (std::size_t k = 0; k < count; ++k) insert(updates[k]);
    }
    void insert(const Update& update) {
        const unsigned family = update.family;
        const Crossing& crossing = update.crossing;
        const Found found = find(family, crossing.i, update.side, update.hash);
        if (found.same && found.distance <= crossing.distance) return;
        if (found.same) tally(family, crossing.i, found.spot.code, ~std::uint64_t{0});
        tally(family, crossing.i, update.code, 1);
        entries_[found.at] = tag_of(family, update.hash) | update.number;
        if (!found.same && ++used_ > entries_.size() - entries_.size() / 10) grow();
    }
    /// Doubles the table. A slice holds its share of the crossings but for chance, so this hardly ever
    /// happens.
    void grow() {
        LargeArray<std::uint32_t> old(entries_.size() * 2, 0);
        std::swap(old, entries_);
        for (std::size_t k = 0; k < old.size(); ++k) {
            const std::uint32_t entry = old[k];
            if (entry == 0) continue;
            const unsigned family = entry >> number_bits_ & 3U;
            const auto place = frame_.place(piece(entry));
            std::size_t at = slot_of(hash_of(family, Frame::crossing(family, place).i, place.off() > 0));
            while (entries_[at] != 0) at = at + 1 == entries_.size() ? 0 : at + 1;
            entries_[at] = entry;
        }
    }
    void remove(const Spot& spot) {
        const auto place = frame_.place(spot);
        if (place.off() == 0) return;
        for (unsigned family = 0; family < Frame::families; ++family) {
            const Crossing crossing = Frame::crossing(family, place);
            const bool side = place.off() > 0;
            const std::uint64_t hash = hash_of(family, crossing.i, side);
            if (!Strip{1, frame_.length()}.has(crossing.i) || slice_of(hash) != slice_) continue;
            const Found found = find(family, crossing.i, side, hash);
            if (found.same && found.distance == crossing.distance)
                tally(family, crossing.i, spot.code, ~std::uint64_t{0});
        }
    }

    const Frame frame_;
    const std::vector<const std::uint64_t*>& chunks_;
    std::size_t a_chunk_;
    std::uint64_t slice_, slices_;
    unsigned number_bits_;
    SquareHash hash_;
    LargeArray<std::uint32_t> entries_;
    std::size_t used_ = 0;
    typename Frame::Close close_;
};

}  // namespace zermelo::sparse
