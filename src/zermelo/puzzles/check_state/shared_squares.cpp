// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <vector>

#include "zermelo/base/parallel_for.hpp"
#include "zermelo/puzzles/check_state/piece_list.hpp"

namespace zermelo::check_state {

namespace {

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

/// A square in the words that a packing has, with other bits set.
template <typename Packing>
using Key = std::array<std::uint64_t, Packing::words>;

template <typename Packing>
Key<Packing> key_of(const std::uint64_t* in) {
    if constexpr (Packing::words == 1)
        return {in[0] | 15};
    else
        return {in[0] | 15, in[1]};
}

/// Looks for pieces on one square in one bucket after another, after a prefilter.
///
/// A first pass sets one of 48 bits a piece or more, by hash, and notes those that were set already; a second
/// one collects the pieces, a few in a hundred, whose bits were noted. Only these collisions are compared.
/// Without a branch a piece, and what is at work at once fits the first-level cache: a hash table of all
/// pieces, whose branches nobody foresees, takes four times as long.
template <typename Packing>
class BucketSquares {
  public:
    /// True if two pieces of the bucket share a square.
    bool shares_square(const PieceList& list, unsigned bucket) {
        const std::size_t count = list.size(bucket);
        if (count < 2) return false;
        const unsigned width =
            std::clamp(static_cast<unsigned>(std::bit_width(bits_a_piece * count - 1)), 6U, 32U);
        shift_ = 64 - width;
        bits_.assign(std::size_t{1} << (width - 6), 0);
        noted_.resize(std::max(noted_.size(), count + 1));
        std::size_t noted = 0;
        list.for_each_run(bucket, [&](const Run& run) { note(run, noted); });
        if (noted == 0) return false;
        bits_.assign(bits_.size(), 0);
        for (std::size_t i = 0; i < noted; ++i) bits_[noted_[i] >> 6] |= std::uint64_t{1} << (noted_[i] & 63);
        collisions_.resize(std::max(collisions_.size(), count + 1));
        std::size_t collisions = 0;
        list.for_each_run(bucket, [&](const Run& run) { gather(run, collisions); });
        const auto end = collisions_.begin() + static_cast<std::ptrdiff_t>(collisions);
        std::sort(collisions_.begin(), end);
        return std::adjacent_find(collisions_.begin(), end) != end;
    }

  private:
    static constexpr std::size_t bits_a_piece = 48;

    std::uint64_t hash(const Key<Packing>& key) const {
        if constexpr (Packing::words == 1)
            return key[0] * multipliers_[0];
        else
            return key[0] * multipliers_[0] + key[1] * multipliers_[1];
    }
    void note(const Run& run, std::size_t& noted) {
        std::uint64_t* const bits = bits_.data();
        std::uint32_t* const out = noted_.data();
        const unsigned shift = shift_;
        std::size_t count = noted;
        for (std::size_t i = 0; i < run.count; ++i) {
            const std::uint64_t bit = hash(key_of<Packing>(run.words + i * Packing::words)) >> shift;
            const std::uint64_t word = bits[bit >> 6];
            out[count] = static_cast<std::uint32_t>(bit);
            count += word >> (bit & 63) & 1;
            bits[bit >> 6] = word | std::uint64_t{1} << (bit & 63);
        }
        noted = count;
    }
    void gather(const Run& run, std::size_t& collisions) {
        const std::uint64_t* const bits = bits_.data();
        Key<Packing>* const out = collisions_.data();
        const unsigned shift = shift_;
        std::size_t count = collisions;
        for (std::size_t i = 0; i < run.count; ++i) {
            const Key<Packing> key = key_of<Packing>(run.words + i * Packing::words);
            const std::uint64_t bit = hash(key) >> shift;
            out[count] = key;
            count += bits[bit >> 6] >> (bit & 63) & 1;
        }
        collisions = count;
    }

    std::array<std::uint64_t, 2> multipliers_{drawn_multiplier(2), drawn_multiplier(3)};
    unsigned shift_ = 0;
    std::vector<std::uint64_t> bits_;
    std::vector<std::uint32_t> noted_;
    std::vector<Key<Packing>> collisions_;
};

template <typename Packing>
bool shares_square(const PieceList& list) {
    std::vector<BucketSquares<Packing>> squares(list.threads());
    std::atomic<bool> shared = false;
    parallel_for(list.threads(), list.partition().buckets(), [&](unsigned thread, unsigned bucket) {
        if (!shared && squares[thread].shares_square(list, bucket)) shared = true;
    });
    return shared;
}

}  // namespace

bool PieceList::has_defect() const {
    if (kings(Color::white) != 1 || kings(Color::black) != 1) return true;
    return n_ <= 16 ? shares_square_small(*this)
           : wide() ? shares_square<Wide>(*this)
                    : shares_square<Narrow>(*this);
}

}  // namespace zermelo::check_state
