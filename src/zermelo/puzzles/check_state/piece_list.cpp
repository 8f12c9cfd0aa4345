// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/puzzles/check_state/piece_list.hpp"

#include <algorithm>
#include <chrono>

#include <tbb/task_arena.h>

#include "zermelo/base/random.hpp"
#include "zermelo/puzzles/check_state/square_hash.hpp"

namespace zermelo::check_state {

namespace {

// Chunks of a slab: 2 MiB, which is a huge page. Slabs start small for small boards and at once so large for
// large ones; a hint that is far too high costs no more than one.
constexpr std::size_t largest_slab = 1024;
constexpr std::size_t worth_a_large_page = largest_slab / 2;

struct Seeds {
    std::uint64_t first;
    std::uint64_t second;
};

Seeds process_seeds() {
    static const Seeds seeds = [] {
        static const char here = 0;
        Random random(
            static_cast<std::uint64_t>(std::chrono::steady_clock::now().time_since_epoch().count()) ^
            reinterpret_cast<std::uintptr_t>(&here) << 20);
        const std::uint64_t first = random();
        return Seeds{first, random()};
    }();
    return seeds;
}

}  // namespace

SquareHash::SquareHash() : first_(process_seeds().first), second_(process_seeds().second) {}

PieceList::PieceList() { begin(1, 0); }

void PieceList::begin(std::uint64_t n, std::size_t expected_pieces, unsigned shards) {
    n_ = n;
    shard_count_ = shards;
    partition_ = Partition(expected_pieces);
    if (shards_.size() < shards) shards_.resize(shards);
    const std::size_t a_chunk = Shard::chunk_words / (wide() ? Wide::words : Narrow::words);
    const std::size_t chunks = expected_pieces / shards / a_chunk + partition_.buckets();
    for (unsigned i = 0; i < shards; ++i) shards_[i].begin(wide(), partition_, chunks);
}

unsigned PieceList::threads() const {
    return shard_count_ == 1 ? 1 : static_cast<unsigned>(tbb::this_task_arena::max_concurrency());
}

std::size_t PieceList::size() const {
    std::size_t pieces = 0;
    for (unsigned bucket = 0; bucket < partition_.buckets(); ++bucket) pieces += size(bucket);
    return pieces;
}

std::size_t PieceList::size(unsigned bucket) const {
    std::size_t words = 0;
    for (unsigned i = 0; i < shard_count_; ++i) words += shards_[i].words(bucket);
    return words / (wide() ? Wide::words : Narrow::words);
}

unsigned PieceList::codes() const {
    unsigned all = 0;
    for (unsigned i = 0; i < shard_count_; ++i) all |= shards_[i].codes_;
    return all;
}

Spot PieceList::king(Color color) const {
    Spot found;
    for (unsigned i = 0; i < shard_count_; ++i) {
        const Shard::King& king = shards_[i].kings_[color == Color::black ? 1 : 0];
        if (king.count != 0) found = king.spot;
    }
    return found;
}

std::optional<Defect> PieceList::find_wrong_kings() const {
    std::array<std::uint64_t, 2> counts{};
    for (unsigned i = 0; i < shard_count_; ++i)
        for (std::size_t c = 0; c < 2; ++c) counts[c] += shards_[i].kings_[c].count;
    if (counts[0] == 0) return Defect::missing_white_king;
    if (counts[0] > 1) return Defect::second_white_king;
    if (counts[1] == 0) return Defect::missing_black_king;
    if (counts[1] > 1) return Defect::second_black_king;
    return std::nullopt;
}

void Shard::begin(bool wide, const Partition& partition, std::size_t expected_chunks) {
    wide_ = wide;
    first_slab_ = expected_chunks >= worth_a_large_page ? largest_slab : 1;
    partition_ = partition;
    small_ = partition.buckets() == 1;
    chunks_used_ = 0;
    codes_ = 0;
    kings_ = {};
    const std::size_t count = partition.buckets();
    if (buckets_.size() < count) buckets_.resize(count);
    for (std::size_t i = 0; i < count; ++i) {
        buckets_[i] = Bucket{};
        extend(buckets_[i]);
    }
}

void Shard::extend(Bucket& bucket) {
    if (chunks_used_ == chunks_.size()) {
        const std::size_t count = std::clamp(chunks_.size(), first_slab_, largest_slab);
        slabs_.emplace_back(count * chunk_words);
        for (std::size_t i = 0; i < count; ++i)
            chunks_.push_back({slabs_.back().data() + i * chunk_words, no_chunk});
    }
    const std::uint32_t chunk = chunks_used_++;
    chunks_[chunk].previous = bucket.last;
    const std::uint32_t full = bucket.last == no_chunk ? 0 : bucket.full + 1;
    bucket = {chunks_[chunk].words, chunks_[chunk].words + chunk_words, chunk, full};
}

void Shard::note_king(std::uint64_t x, std::uint64_t y, unsigned code) {
    King& king = kings_[color_of(static_cast<Code>(code)) == Color::black ? 1 : 0];
    ++king.count;
    king.spot = {static_cast<std::int64_t>(x), static_cast<std::int64_t>(y), code};
}

PieceList list_of(const PlainBoard& board, unsigned shards) {
    PieceList list;
    list.begin(board.n, board.pieces.size(), shards);
    unsigned next = 0;
    for (const Piece& piece : board.pieces) {
        list.shard(next).add(piece.column, piece.row, code_of(piece.color, piece.kind));
        next = next + 1 == shards ? 0 : next + 1;
    }
    return list;
}

}  // namespace zermelo::check_state
