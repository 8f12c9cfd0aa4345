// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "zermelo/puzzles/check_state/packing.hpp"
#include "zermelo/puzzles/check_state/partition.hpp"
#include "zermelo/puzzles/check_state/piece.hpp"
#include "zermelo/puzzles/check_state/shard.hpp"

namespace zermelo::check_state {

/// Why a list of pieces is no board.
enum class Defect {
    shared_square,  ///< two pieces stand on one square
    missing_white_king,
    second_white_king,
    missing_black_king,
    second_black_king,
};

/// The pieces of one board, as a parser finds them; made to be filled again for the next board.
///
/// Shards are filled independently of each other, each by one thread at a time; which shard a piece
/// is in, and the order, mean nothing. Inside a shard the pieces are scattered over the buckets of a
/// `Partition`, so that pieces on one square meet in one bucket, those of a line in few.
/// At most 10^9 pieces. Memory: 8 bytes a piece for n ≤ 2^30 and 16 beyond it, and at most 2 KiB a bucket on
/// top.
class PieceList {
  public:
    PieceList();

    /// Forgets all pieces and starts a board of n × n squares.
    /// `expected_pieces` is a hint for the layout and may be wrong by any factor.
    /// Preconditions: 1 ≤ n ≤ largest_board; shards ≥ 1.
    /// Cost: no allocation once a board as large has been held, except for new shards.
    void begin(std::uint64_t n, std::size_t expected_pieces, unsigned shards = 1);

    /// Precondition: index < shards().
    Shard& shard(unsigned index) { return shards_[index]; }

    std::uint64_t n() const { return n_; }
    unsigned shards() const { return shard_count_; }
    /// Threads that passes over the list may use: one for a single shard, else all of the task arena.
    unsigned threads() const;
    /// The number of pieces. Cost: O(buckets).
    std::size_t size() const;
    /// Those of a bucket of the partition. Cost: O(shards).
    std::size_t size(unsigned bucket) const;

    /// The first reason, in the order of `Defect`, why this is no board; exact.
    /// Cost: O(pieces) expected, up to 24 bytes of memory for each piece of the largest bucket.
    /// Threads: all that there are if there is more than one shard.
    std::optional<Defect> find_defect() const;

    /// What the passes over a list need. `bucket` < partition().buckets(); `visit` takes a `Run`.
    bool wide() const { return n_ > Narrow::largest_n; }
    const Partition& partition() const { return partition_; }
    template <typename Visit>
    void for_each_run(unsigned bucket, Visit&& visit) const;
    template <typename Visit>
    void for_each_run(Visit&& visit) const {
        for (unsigned bucket = 0; bucket < partition_.buckets(); ++bucket) for_each_run(bucket, visit);
    }
    /// All pieces where the form has a remainder modulo partition().parts().
    template <typename Visit>
    void for_each_run(Form form, unsigned part, Visit&& visit) const {
        partition_.for_each_bucket(form, part, [&](unsigned bucket) { for_each_run(bucket, visit); });
    }
    /// A bit for each code that a piece has.
    unsigned codes() const;
    /// A white or black king's square. Precondition: there is exactly one.
    Spot king(Color color) const;

  private:
    std::optional<Defect> find_wrong_kings() const;

    std::uint64_t n_ = 1;
    unsigned shard_count_ = 0;
    Partition partition_;
    std::vector<Shard> shards_;
};

/// The pieces of a board as a list, taken in turn by its shards. Preconditions: as of `PieceList::begin`.
PieceList list_of(const PlainBoard& board, unsigned shards = 1);

template <typename Visit>
void PieceList::for_each_run(unsigned bucket, Visit&& visit) const {
    for (unsigned i = 0; i < shard_count_; ++i) shards_[i].for_each_run(bucket, visit);
}

}  // namespace zermelo::check_state
