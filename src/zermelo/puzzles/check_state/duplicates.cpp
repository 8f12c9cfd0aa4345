// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <vector>

#include "zermelo/base/in_turn.hpp"
#include "zermelo/puzzles/check_state/piece_list.hpp"
#include "zermelo/puzzles/check_state/square_hash.hpp"

namespace zermelo::check_state {

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

/// A square in so many words, other bits set.
template <typename Packing>
using Key = std::array<std::uint64_t, Packing::words>;

template <typename Packing>
Key<Packing> key_of(const std::uint64_t* in) {
    if constexpr (Packing::words == 1)
        return {in[0] | 15};
    else
        return {in[0] | 15, in[1]};
}

/// Looks for pieces on one square in one bucket after another.
///
/// Two bits at work: a first pass sets one of some sixteen bits a piece, by hash, and notes those that were
/// set already; a second one gathers the pieces, a sixteenth of all, whose bits were noted. Only these are
/// compared. Without a branch a piece, and what is at work at once fits the first-level cache.
template <typename Packing>
class BucketSquares {
  public:
    /// True if two pieces of the bucket share a square. Cost: O(pieces) expected.
    bool shares_square(const PieceList& list, unsigned bucket) {
        std::size_t count = 0;
        list.for_each_run(bucket, [&](const Run& run) { count += run.count; });
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
        suspects_.resize(std::max(suspects_.size(), count + 1));
        std::size_t suspects = 0;
        list.for_each_run(bucket, [&](const Run& run) { gather(run, suspects); });
        return any_equal(suspects);
    }

  private:
    static constexpr std::size_t bits_a_piece = 12;

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
    void gather(const Run& run, std::size_t& suspects) {
        const std::uint64_t* const bits = bits_.data();
        Key<Packing>* const out = suspects_.data();
        const unsigned shift = shift_;
        std::size_t count = suspects;
        for (std::size_t i = 0; i < run.count; ++i) {
            const Key<Packing> key = key_of<Packing>(run.words + i * Packing::words);
            const std::uint64_t bit = hash(key) >> shift;
            out[count] = key;
            count += bits[bit >> 6] >> (bit & 63) & 1;
        }
        suspects = count;
    }
    /// A table of numbers of suspects from 1, at most half full; stops at the first square met again.
    bool any_equal(std::size_t suspects) {
        const unsigned width = static_cast<unsigned>(std::bit_width(2 * suspects));
        const std::size_t mask = (std::size_t{1} << width) - 1;
        table_.assign(mask + 1, 0);
        for (std::size_t i = 0; i < suspects; ++i) {
            const std::uint64_t first = hash(suspects_[i]);
            std::size_t at = (first ^ first >> 32) * multipliers_[0] >> 32 & mask;
            while (table_[at] != 0) {
                if (suspects_[table_[at] - 1] == suspects_[i]) return true;
                at = (at + 1) & mask;
            }
            table_[at] = static_cast<std::uint32_t>(i + 1);
        }
        return false;
    }

    std::array<std::uint64_t, 2> multipliers_{SquareHash()(3, 4) | 1, SquareHash()(5, 6) | 1};
    unsigned shift_ = 0;
    std::vector<std::uint64_t> bits_;
    std::vector<std::uint32_t> noted_;
    std::vector<Key<Packing>> suspects_;
    std::vector<std::uint32_t> table_;
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
    std::vector<BucketSquares<Packing>> squares(list.threads());
    std::atomic<bool> shared = false;
    take_in_turn(list.threads(), list.buckets(), [&](unsigned taker, unsigned bucket) {
        if (!shared && squares[taker].shares_square(list, bucket)) shared = true;
    });
    return shared;
}

}  // namespace

std::optional<Defect> PieceList::find_defect() const {
    const bool shared = n_ <= 16 ? shares_square_small(*this)
                        : wide() ? shares_square<Wide>(*this, size())
                                 : shares_square<Narrow>(*this, size());
    if (shared) return Defect::shared_square;
    return find_wrong_kings();
}

}  // namespace zermelo::check_state
