// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/puzzles/check_state/piece_list.hpp"

#include <algorithm>
#include <chrono>

#include "zermelo/base/random.hpp"
#include "zermelo/base/thread_pool.hpp"
#include "zermelo/system/huge_pages.hpp"

namespace zermelo::check_state {

std::uint64_t drawn_multiplier(unsigned which) {
    static const std::array<std::uint64_t, 4> multipliers = [] {
        static const char here = 0;
        Random random(
            static_cast<std::uint64_t>(std::chrono::steady_clock::now().time_since_epoch().count()) ^
            reinterpret_cast<std::uintptr_t>(&here) << 20);
        std::array<std::uint64_t, 4> drawn{};
        for (std::uint64_t& each : drawn) each = random() | 1;
        return drawn;
    }();
    return multipliers[which];
}

PieceList::PieceList() { begin(1, 0); }

void PieceList::begin(std::uint64_t n, std::size_t expected_pieces, unsigned buffers) {
    n_ = n;
    buffer_count_ = buffers;
    partition_ = HashPartition(expected_pieces, wide());
    if (buffers_.size() < buffers) buffers_.resize(buffers);
    for (unsigned i = 0; i < buffers; ++i) buffers_[i].begin(wide(), partition_);
}

unsigned PieceList::threads() const { return buffer_count_ == 1 ? 1 : threads_here(); }

std::size_t PieceList::size() const {
    std::size_t pieces = 0;
    for (unsigned bucket = 0; bucket < partition_.buckets(); ++bucket) pieces += size(bucket);
    return pieces;
}

std::size_t PieceList::size(unsigned bucket) const {
    std::size_t words = 0;
    for (unsigned i = 0; i < buffer_count_; ++i) words += buffers_[i].words(bucket);
    return words / (wide() ? Wide::words : Narrow::words);
}

unsigned PieceList::codes() const {
    unsigned all = 0;
    for (unsigned i = 0; i < buffer_count_; ++i) all |= buffers_[i].codes_;
    return all;
}

Spot PieceList::king(Color color) const {
    Spot found;
    for (unsigned i = 0; i < buffer_count_; ++i) {
        const PieceBuffer::King& king = buffers_[i].kings_[index(color)];
        if (king.count != 0) found = king.spot;
    }
    return found;
}

std::uint64_t PieceList::kings(Color color) const {
    std::uint64_t count = 0;
    for (unsigned i = 0; i < buffer_count_; ++i) count += buffers_[i].kings_[index(color)].count;
    return count;
}

void PieceBuffer::begin(bool wide, const HashPartition& partition) {
    wide_ = wide;
    partition_ = partition;
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

void PieceBuffer::extend(Bucket& bucket) {
    if (chunks_used_ == chunks_.size()) {
        constexpr std::size_t largest_slab = 1024;  // chunks: 2 MiB, which is a huge page
        const std::size_t least = partition_.buckets() > largest_slab / 4 ? largest_slab : 1;
        const std::size_t count = std::clamp(chunks_.size(), least, largest_slab);
        constexpr std::size_t chunk_bytes = chunk_words * sizeof(std::uint64_t);
        const std::size_t bytes = count * chunk_bytes;
        const std::align_val_t alignment{count == largest_slab ? bytes : chunk_bytes};
        slabs_.emplace_back(static_cast<std::uint64_t*>(::operator new(bytes, alignment)), Free{alignment});
        if (count == largest_slab) prefer_huge_pages(slabs_.back().get(), bytes);
        for (std::size_t i = 0; i < count; ++i)
            chunks_.push_back({slabs_.back().get() + i * chunk_words, no_chunk});
    }
    const std::uint32_t chunk = chunks_used_++;
    chunks_[chunk].previous = bucket.last;
    const std::uint32_t full = bucket.last == no_chunk ? 0 : bucket.full + 1;
    bucket = {chunks_[chunk].words, chunk, full};
}

void PieceBuffer::note_king(const Spot& king) {
    King& noted = kings_[index(color_of(static_cast<Code>(king.code)))];
    ++noted.count;
    noted.spot = king;
}

void PieceList::assign(const PlainBoard& board) {
    begin(board.n, board.pieces.size());
    for (const Piece& piece : board.pieces)
        buffer(0).add(piece.column, piece.row, code_of(piece.color, piece.kind));
}

PieceList list_of(const PlainBoard& board) {
    PieceList list;
    list.assign(board);
    return list;
}

}  // namespace zermelo::check_state
