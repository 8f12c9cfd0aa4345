// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "zermelo/puzzles/check_state/large_array.hpp"
#include "zermelo/puzzles/check_state/packing.hpp"
#include "zermelo/puzzles/check_state/partition.hpp"
#include "zermelo/puzzles/check_state/piece.hpp"

namespace zermelo::check_state {

/// One part of a `PieceList`. Aligned so that two threads never write to one cache line.
class alignas(128) Shard {
  public:
    static constexpr std::size_t chunk_words = 256;

    /// Adds a piece. Preconditions: 1 ≤ x, y ≤ n; the code is not `invalid`. Cost: O(1), a few ns.
    void add(Column x, Row y, Code code) {
        const std::uint64_t x0 = x.number() - 1;
        const std::uint64_t y0 = y.number() - 1;
        const auto bits = static_cast<unsigned>(code);
        codes_ |= 1U << bits;
        if (kind_of(code) == Kind::king) [[unlikely]]
            note_king(x0, y0, bits);
        Bucket& bucket = buckets_[small_  ? 0
                                  : wide_ ? partition_.bucket_of(x0, y0)
                                          : partition_.narrow_bucket_of(x0, y0)];
        __builtin_prefetch(bucket.cursor + ahead, 1);
        if (!wide_) [[likely]] {
            Narrow::write(bucket.cursor, x0, y0, bits);
            bucket.cursor += Narrow::words;
        } else {
            Wide::write(bucket.cursor, x0, y0, bits);
            bucket.cursor += Wide::words;
        }
        if (bucket.cursor == bucket.end) [[unlikely]]
            extend(bucket);
    }

  private:
    friend class PieceList;

    static constexpr std::size_t words_a_line = 8;
    static constexpr std::size_t ahead = 2 * words_a_line;
    static constexpr std::uint32_t no_chunk = ~std::uint32_t{0};
    struct Bucket {
        std::uint64_t* cursor = nullptr;  // where the next piece goes
        std::uint64_t* end = nullptr;
        std::uint32_t last = no_chunk;  // the chunk being filled
        std::uint32_t full = 0;         // how many chunks were filled before
    };
    struct Chunk {
        std::uint64_t* words;
        std::uint32_t previous;  // the chunk that the same bucket filled before
    };
    struct King {
        std::uint64_t count = 0;
        Spot spot;
    };

    void begin(bool wide, const Partition& partition, std::size_t expected_chunks);
    void extend(Bucket& bucket);
    void note_king(std::uint64_t x, std::uint64_t y, unsigned code);
    /// Words that pieces of a bucket have taken.
    std::size_t words(unsigned bucket) const {
        const Bucket& b = buckets_[bucket];
        return (b.full + std::size_t{1}) * chunk_words - static_cast<std::size_t>(b.end - b.cursor);
    }
    template <typename Visit>
    void for_each_run(unsigned bucket, Visit&& visit) const;

    bool wide_ = false;
    bool small_ = true;   // there is one bucket
    unsigned codes_ = 0;  // a bit for each code that occurs
    Partition partition_;
    std::vector<Bucket> buckets_;
    std::vector<Chunk> chunks_;
    std::uint32_t chunks_used_ = 0;
    std::vector<LargeArray<std::uint64_t>> slabs_;
    std::size_t first_slab_ = 1;  // the least number of chunks of the next one
    std::array<King, 2> kings_;
};

template <typename Visit>
void Shard::for_each_run(unsigned bucket, Visit&& visit) const {
    const std::size_t words_a_piece = wide_ ? Wide::words : Narrow::words;
    const Bucket& b = buckets_[bucket];
    std::size_t words = chunk_words - static_cast<std::size_t>(b.end - b.cursor);
    // A bucket's chunks lie anywhere: no processor foresees the next one.
    const auto fetch = [](const std::uint64_t* chunk) {
        for (std::size_t word = 0; word < chunk_words; word += words_a_line) __builtin_prefetch(chunk + word);
    };
    for (std::uint32_t i = b.last; i != no_chunk; i = chunks_[i].previous) {
        if (const std::uint32_t next = chunks_[i].previous; next != no_chunk) fetch(chunks_[next].words);
        if (words != 0) visit(Run{chunks_[i].words, words / words_a_piece});
        words = chunk_words;
    }
}

}  // namespace zermelo::check_state
