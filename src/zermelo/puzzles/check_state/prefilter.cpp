// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <vector>

#include "zermelo/base/parallel_for.hpp"
#include "zermelo/puzzles/check_state/kernels.hpp"
#include "zermelo/puzzles/check_state/piece_list.hpp"

namespace zermelo::check_state {

namespace {

/// Nearly all pieces are passed over without a branch, in 32 bits where these do.
template <typename Packing>
class Prefilter {
  public:
    Prefilter(const std::array<Spot, 2>& squares, Isa isa) : isa_(isa) {
        for (std::size_t s = 0; s < squares.size(); ++s) {
            x_[s] = static_cast<UInt>(squares[s].x);
            y_[s] = static_cast<UInt>(squares[s].y);
        }
    }

    void gather(const Run& run, std::vector<Spot>& found) const {
        Marks marks;
#if ZERMELO_X86
        if (isa_ == Isa::avx2)
            mark_avx2(run, marks);
        else
#endif
            mark(run, marks);
        for (std::size_t i = 0; i < run.count; ++i)
            if (marks[i] != 0) [[unlikely]]
                found.push_back(Packing::read(run.words + i * Packing::words));
    }

  private:
    using UInt = std::make_unsigned_t<typename Packing::Int>;
    using Marks = std::array<std::uint32_t, chunk_words>;

    /// -r ≤ v ≤ r for a difference that may have wrapped around.
    [[gnu::always_inline]] static std::uint32_t within(UInt v, UInt r) { return v + r <= 2 * r ? 1U : 0U; }

    [[gnu::always_inline]] void mark(const Run& run, Marks& marks) const {
        const Prefilter self = *this;  // so that no store into `marks` could change it
        for (std::size_t i = 0; i < run.count; ++i) {
            const UInt x = static_cast<UInt>(Packing::x(run.words + i * Packing::words));
            const UInt y = static_cast<UInt>(Packing::y(run.words + i * Packing::words));
            std::uint32_t near = 0;
            for (std::size_t s = 0; s < self.x_.size(); ++s) {
                const UInt dx = x - self.x_[s];
                const UInt dy = y - self.y_[s];
                near |= within(dx, 2) | within(dy, 2) | within(dx - dy, 3) | within(dx + dy, 3);
            }
            marks[i] = near;
        }
    }
#if ZERMELO_X86
    ZERMELO_TARGET_AVX2 void mark_avx2(const Run& run, Marks& marks) const { mark(run, marks); }
#endif

    Isa isa_;
    std::array<UInt, 2> x_;
    std::array<UInt, 2> y_;
};

template <typename Packing>
std::vector<Spot> gather(const PieceList& list, const std::array<Spot, 2>& squares, Isa isa) {
    const Prefilter<Packing> prefilter(squares, isa);
    std::vector<std::vector<Spot>> found(list.threads());
    parallel_for(list.threads(), list.partition().buckets(), [&](unsigned thread, unsigned bucket) {
        list.for_each_run(bucket, [&](const Run& run) { prefilter.gather(run, found[thread]); });
    });
    for (std::size_t i = 1; i < found.size(); ++i)
        found[0].insert(found[0].end(), found[i].begin(), found[i].end());
    return std::move(found[0]);
}

}  // namespace

std::vector<Spot> pieces_near(const PieceList& list, const std::array<Spot, 2>& squares, Isa isa) {
    return list.wide() ? gather<Wide>(list, squares, isa) : gather<Narrow>(list, squares, isa);
}

}  // namespace zermelo::check_state
