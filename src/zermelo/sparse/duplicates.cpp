// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <vector>

#include <tbb/blocked_range.h>
#include <tbb/parallel_for.h>

#include "zermelo/sparse/piece_list.hpp"

namespace zermelo::sparse {

namespace {

constexpr std::uint64_t largest_bitmap = std::uint64_t{1} << 22;

template <typename Packing>
bool shares_square_bitmap(const PieceList& list, std::uint64_t* bits) {
    const std::uint64_t n = list.n();
    bool shared = false;
    list.for_each_run([&](const Run& run) {
        for (std::size_t i = 0; i < run.count; ++i) {
            const Spot spot = Packing::read(run.words + i * Packing::words);
            const std::uint64_t square =
                static_cast<std::uint64_t>(spot.y) * n + static_cast<std::uint64_t>(spot.x);
            const std::uint64_t bit = std::uint64_t{1} << (square & 63);
            shared |= (bits[square >> 6] & bit) != 0;
            bits[square >> 6] |= bit;
        }
    });
    return shared;
}

/// For n ≤ 16.
bool shares_square_small(const PieceList& list) {
    std::array<std::uint32_t, 16> rows{};
    std::uint32_t shared = 0;
    list.for_each_run([&](const Run& run) {
        for (std::size_t i = 0; i < run.count; ++i) {
            const Spot spot = Narrow::read(run.words + i);
            std::uint32_t& row = rows[static_cast<std::size_t>(spot.y)];
            const std::uint32_t bit = 1U << spot.x;
            shared |= row & bit;
            row |= bit;
        }
    });
    return shared != 0;
}

/// A set of the squares of one bucket: open addressing, at most half full. An entry is 32 bits: the
/// number of the piece within the bucket from 1 (0: free), and as much of the hash above it as there is
/// room for, so that the piece itself is looked at only if it is very likely the same square.
template <typename Packing>
class BucketSquares {
  public:
    /// True if two pieces of the bucket share a square; stops at the first.
    bool shares_square(const PieceList& list, unsigned bucket) {
        constexpr std::size_t a_run = Shard::chunk_words / Packing::words;
        runs_.clear();
        std::size_t count = 0;
        list.for_each_run(bucket, [&](const Run& run) {
            runs_.push_back(run);
            count += run.count;
        });
        if (count < 2) return false;
        const unsigned bits = static_cast<unsigned>(std::bit_width(2 * count - 1));
        const std::size_t mask = (std::size_t{1} << bits) - 1;
        entries_.assign(mask + 1, 0);
        // Runs may be partly filled: number pieces by run and place.
        const auto number_bits = static_cast<unsigned>(std::bit_width(runs_.size() * a_run));
        const std::uint32_t number_mask = static_cast<std::uint32_t>((std::uint64_t{1} << number_bits) - 1);
        for (std::size_t r = 0; r < runs_.size(); ++r) {
            for (std::size_t i = 0; i < runs_[r].count; ++i) {
                const Spot spot = Packing::read(runs_[r].words + i * Packing::words);
                const std::uint64_t hash =
                    hash_(static_cast<std::uint64_t>(spot.x), static_cast<std::uint64_t>(spot.y));
                const std::uint32_t tag = static_cast<std::uint32_t>(hash) & ~number_mask;
                // The bucket took the highest eight bits of the hash; the tag took low ones.
                std::size_t at = (hash >> 32) & mask;
                while (entries_[at] != 0) {
                    if ((entries_[at] & ~number_mask) == tag) {
                        const std::size_t number = (entries_[at] & number_mask) - 1;
                        const Spot other =
                            Packing::read(runs_[number / a_run].words + number % a_run * Packing::words);
                        if (other.x == spot.x && other.y == spot.y) return true;
                    }
                    at = (at + 1) & mask;
                }
                entries_[at] = tag | static_cast<std::uint32_t>(r * a_run + i + 1);
            }
        }
        return false;
    }

  private:
    SquareHash hash_;
    std::vector<Run> runs_;
    std::vector<std::uint32_t> entries_;
};

template <typename Packing>
bool shares_square(const PieceList& list, std::size_t size) {
    if (list.n() <= largest_bitmap && list.n() * list.n() <= largest_bitmap) {
        const std::uint64_t squares = list.n() * list.n();
        if (squares / 64 <= size) {
            std::vector<std::uint64_t> bits(squares / 64 + 1);
            return shares_square_bitmap<Packing>(list, bits.data());
        }
    }
    if (list.shards() == 1) {
        BucketSquares<Packing> squares;
        for (unsigned bucket = 0; bucket < list.buckets(); ++bucket)
            if (squares.shares_square(list, bucket)) return true;
        return false;
    }
    std::atomic<bool> shared{false};
    tbb::parallel_for(tbb::blocked_range<unsigned>(0, list.buckets()), [&](const auto& range) {
        BucketSquares<Packing> squares;
        for (unsigned bucket = range.begin(); bucket != range.end(); ++bucket) {
            if (shared.load(std::memory_order_relaxed)) return;
            if (squares.shares_square(list, bucket)) shared.store(true, std::memory_order_relaxed);
        }
    });
    return shared.load();
}

}  // namespace

std::optional<Defect> PieceList::find_defect() const {
    const bool shared = n_ <= 16 ? shares_square_small(*this)
                        : wide() ? shares_square<Wide>(*this, size())
                                 : shares_square<Narrow>(*this, size());
    if (shared) return Defect::shared_square;
    return find_wrong_kings();
}

}  // namespace zermelo::sparse
