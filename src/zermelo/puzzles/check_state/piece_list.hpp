// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <new>
#include <vector>

#include "zermelo/puzzles/check_state/hash_partition.hpp"
#include "zermelo/puzzles/check_state/piece.hpp"
#include "zermelo/puzzles/check_state/rays.hpp"

namespace zermelo::check_state {

/// Eight bytes a piece, for boards up to 2^30: 30 bits of column, 30 of row, 4 of code.
struct Narrow {
    using Int = std::int32_t;  ///< holds sums and differences of two coordinates
    static constexpr std::size_t words = 1;
    static constexpr std::uint64_t largest_n = std::uint64_t{1} << 30;

    static void write(std::uint64_t* out, std::uint64_t x, std::uint64_t y, unsigned code) {
        out[0] = x << 34 | y << 4 | code;
    }
    static std::uint32_t x(const std::uint64_t* in) { return static_cast<std::uint32_t>(in[0] >> 34); }
    static std::uint32_t y(const std::uint64_t* in) {
        return static_cast<std::uint32_t>(in[0]) >> 4 | static_cast<std::uint32_t>(in[0] >> 32 & 3) << 28;
    }
    static Spot read(const std::uint64_t* in) { return {x(in), y(in), static_cast<unsigned>(in[0] & 15)}; }
};

/// Sixteen bytes a piece, for every board that there is: 60 bits of column and 4 of code, then the row.
struct Wide {
    using Int = std::int64_t;
    static constexpr std::size_t words = 2;

    static void write(std::uint64_t* out, std::uint64_t x, std::uint64_t y, unsigned code) {
        out[0] = x << 4 | code;
        out[1] = y;
    }
    static std::uint64_t x(const std::uint64_t* in) { return in[0] >> 4; }
    static std::uint64_t y(const std::uint64_t* in) { return in[1]; }
    static Spot read(const std::uint64_t* in) {
        return {static_cast<std::int64_t>(x(in)), static_cast<std::int64_t>(y(in)),
                static_cast<unsigned>(in[0] & 15)};
    }
};

/// Pieces that lie together in memory; at most `chunk_words` words.
struct Run {
    const std::uint64_t* words = nullptr;
    std::size_t count = 0;
};
inline constexpr std::size_t chunk_words = 256;

/// The pieces that one thread adds to a `PieceList`. Aligned so that two threads never write to one cache
/// line.
class alignas(128) PieceBuffer {
  public:
    /// Adds a piece. Preconditions: 1 ≤ x, y ≤ n; the code is not `invalid`. Cost: O(1), a few ns.
    void add(Column x, Row y, Code code) {
        const std::uint64_t x0 = x.number() - 1;
        const std::uint64_t y0 = y.number() - 1;
        const auto bits = static_cast<unsigned>(code);
        codes_ |= 1U << bits;
        if (kind_of(code) == Kind::king) [[unlikely]]
            note_king({static_cast<std::int64_t>(x0), static_cast<std::int64_t>(y0), bits});
        Bucket& bucket = buckets_[wide_ ? partition_.bucket_of(x0, y0) : partition_.narrow_bucket_of(x0, y0)];
        __builtin_prefetch(bucket.cursor + 2 * words_a_line, 1);
        if (!wide_) [[likely]] {
            Narrow::write(bucket.cursor, x0, y0, bits);
            bucket.cursor += Narrow::words;
        } else {
            Wide::write(bucket.cursor, x0, y0, bits);
            bucket.cursor += Wide::words;
        }
        if (used(bucket) == 0) [[unlikely]]
            extend(bucket);
    }

  private:
    friend class PieceList;

    static constexpr std::size_t words_a_line = 8;  // a line of the processor's caches
    static constexpr std::uint32_t no_chunk = ~std::uint32_t{0};
    struct Free {
        std::align_val_t alignment;
        void operator()(std::uint64_t* words) const { ::operator delete(words, alignment); }
    };
    using Slab = std::unique_ptr<std::uint64_t, Free>;  // memory for many chunks
    struct Bucket {
        std::uint64_t* cursor = nullptr;  // where the next piece goes
        std::uint32_t last = no_chunk;    // the chunk being filled
        std::uint32_t full = 0;           // how many chunks were filled before
    };
    struct Chunk {
        std::uint64_t* words;
        std::uint32_t previous;  // the chunk that the same bucket filled before
    };
    struct King {
        std::uint64_t count = 0;
        Spot spot;
    };

    void begin(bool wide, const HashPartition& partition);
    void extend(Bucket& bucket);
    void note_king(const Spot& king);
    /// Words that pieces have taken of the chunk being filled; 0 if none, or all, where the next one begins.
    static std::size_t used(const Bucket& bucket) {
        return reinterpret_cast<std::uintptr_t>(bucket.cursor) / sizeof(std::uint64_t) % chunk_words;
    }
    /// Words that pieces of a bucket have taken.
    std::size_t words(unsigned bucket) const {
        return buckets_[bucket].full * chunk_words + used(buckets_[bucket]);
    }
    template <typename Visit>
    void for_each_run(unsigned bucket, Visit&& visit) const {
        const std::size_t words_a_piece = wide_ ? Wide::words : Narrow::words;
        const Bucket& b = buckets_[bucket];
        std::size_t words = used(b);
        // A bucket's chunks lie anywhere: no processor foresees the next one.
        const auto fetch = [](const std::uint64_t* chunk) {
            for (std::size_t at = 0; at < chunk_words; at += words_a_line) __builtin_prefetch(chunk + at);
        };
        for (std::uint32_t i = b.last; i != no_chunk; i = chunks_[i].previous) {
            if (const std::uint32_t next = chunks_[i].previous; next != no_chunk) fetch(chunks_[next].words);
            if (words != 0) visit(Run{chunks_[i].words, words / words_a_piece});
            words = chunk_words;
        }
    }

    bool wide_ = false;
    unsigned codes_ = 0;  // a bit for each code that occurs
    HashPartition partition_;
    std::vector<Bucket> buckets_;
    std::vector<Chunk> chunks_;
    std::uint32_t chunks_used_ = 0;
    std::vector<Slab> slabs_;
    std::array<King, 2> kings_;
};

/// The pieces of one board, as a parser finds them; made to be filled again for the next board.
///
/// Buffers are filled independently of each other, each by one thread at a time; which buffer a piece is in,
/// and the order, mean nothing. Inside a buffer the pieces are scattered over the buckets of a
/// `HashPartition`, so that pieces on one square meet in one bucket, those of a line in few.
/// At most 10^9 pieces. Memory: 8 bytes a piece for n ≤ 2^30 and 16 beyond it, and at most 2 KiB a bucket on
/// top.
class PieceList {
  public:
    PieceList();

    /// Forgets all pieces and starts a board of n × n squares.
    /// `expected_pieces` is a hint for the layout and may be wrong by any factor.
    /// Preconditions: 1 ≤ n ≤ largest_board; buffers ≥ 1.
    /// Cost: no allocation once a board as large has been held, except for new buffers.
    void begin(std::uint64_t n, std::size_t expected_pieces, unsigned buffers = 1);

    /// Begins the board, with one buffer, and adds its pieces.
    void assign(const PlainBoard& board);
    /// Precondition: index < buffers.
    PieceBuffer& buffer(unsigned index) { return buffers_[index]; }

    std::uint64_t n() const { return n_; }
    /// Threads that passes over the list may use: one for a single buffer, else all of the task arena.
    unsigned threads() const;
    /// The number of pieces. Cost: O(buckets).
    std::size_t size() const;
    /// Those of a bucket of the partition. Cost: O(buffers).
    std::size_t size(unsigned bucket) const;

    /// Whether this is no board: two pieces share a square, or a side has not one king; exact.
    /// Cost: O(pieces × log pieces) at worst, mostly O(pieces); up to 32 bytes of memory for each piece of
    /// the largest bucket. Threads: all that there are if there is more than one buffer.
    bool has_defect() const;

    /// What the passes over a list need. `bucket` < partition().buckets(); `visit` takes a `Run`.
    bool wide() const { return n_ > Narrow::largest_n; }
    const HashPartition& partition() const { return partition_; }
    template <typename Visit>
    void for_each_run(unsigned bucket, Visit&& visit) const {
        for (unsigned i = 0; i < buffer_count_; ++i) buffers_[i].for_each_run(bucket, visit);
    }
    template <typename Visit>
    void for_each_run(Visit&& visit) const {
        for (unsigned bucket = 0; bucket < partition_.buckets(); ++bucket) for_each_run(bucket, visit);
    }
    /// A bit for each code that a piece has.
    unsigned codes() const;
    /// A white or black king's square. Precondition: there is exactly one.
    Spot king(Color color) const;

  private:
    std::uint64_t kings(Color color) const;

    std::uint64_t n_ = 1;
    unsigned buffer_count_ = 0;
    HashPartition partition_;
    std::vector<PieceBuffer> buffers_;
};

/// The pieces of a board as a list. Preconditions: as of `PieceList::begin`.
PieceList list_of(const PlainBoard& board);

}  // namespace zermelo::check_state
