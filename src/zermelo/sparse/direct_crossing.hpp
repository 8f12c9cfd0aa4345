// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <vector>

#include "zermelo/sparse/check_frame.hpp"

namespace zermelo::sparse {

/// The crossings of a strip of the check line, an entry of 4 bytes for each of its squares, family and side:
/// the distance of the nearest piece, times 2, plus 1 if that piece cannot move there. Only for n ≤ 2^30.
template <bool Diagonal>
class DirectCrossings {
  public:
    using Frame = CheckFrame<Diagonal>;

    DirectCrossings(const CheckFrame<Diagonal>& frame, Strip strip)
        : frame_(frame),
          strip_(strip),
          stride_(2 * (static_cast<std::size_t>(strip.last - strip.first) + 2)),
          entries_(stride_ * Frame::families, empty) {}

    void run(const PieceList& list, std::span<const Spot> pinned) {
        list.for_each_run([&](const Run& run) {
            for (std::size_t k = 0; k < run.count; ++k) {
                const Spot spot = Narrow::read(run.words + k);
                const auto place = frame_.place(spot);
                if (place.near_line()) [[unlikely]] {
                    frame_.take_close(spot, strip_, pinned, close_);
                    if (place.off() == 0) continue;
                }
                for (unsigned family = 0; family < Frame::families; ++family) {
                    const Crossing crossing = Frame::crossing(family, place);
                    const std::uint32_t value = value_of(family, crossing, spot.code);
                    std::uint32_t& entry = entries_[index(family, crossing.i, place.off() > 0)];
                    entry = value < entry ? value : entry;
                }
            }
        });
        for (const Spot& spot : pinned) remove(spot);
    }

    typename Frame::Close count() const {
        typename Frame::Close total = close_;
        for (unsigned family = 0; family < Frame::families; ++family) {
            const std::uint32_t* entry = entries_.data() + family * stride_;
            std::uint64_t moves = 0;
            for (std::size_t i = 2; i < stride_; ++i) moves += (entry[i] & 1U) ^ 1U;
            if (strip_.has(frame_.length())) {
                const std::size_t last = index(0, frame_.length(), false);
                const std::uint64_t captures = (~entry[last] & 1U) + (~entry[last + 1] & 1U);
                total.rescues.captures += captures;
                moves -= captures;
            }
            total.rescues.interpositions += moves;
        }
        return total;
    }

  private:
    static constexpr std::uint32_t empty = ~std::uint32_t{0};

    /// Entries 0 and 1 of a family take what lies off the strip, so that the hot loop has no branch for it.
    std::size_t index(unsigned family, std::int64_t i, bool side) const {
        const std::size_t square = strip_.has(i) ? static_cast<std::size_t>(i - strip_.first) + 1 : 0;
        return family * stride_ + 2 * square + (side ? 1 : 0);
    }
    std::uint32_t value_of(unsigned family, Crossing crossing, unsigned code) const {
        return static_cast<std::uint32_t>(crossing.distance) << 1 | (~frame_.sliders(family) >> code & 1U);
    }
    /// Takes a pinned piece's moves away where it is the nearest one; there is no other piece at its
    /// distance.
    void remove(const Spot& spot) {
        const auto place = frame_.place(spot);
        if (place.off() == 0) return;
        for (unsigned family = 0; family < Frame::families; ++family) {
            const Crossing crossing = Frame::crossing(family, place);
            std::uint32_t& entry = entries_[index(family, crossing.i, place.off() > 0)];
            if (entry == value_of(family, crossing, spot.code)) entry |= 1U;
        }
    }

    const Frame frame_;
    Strip strip_;
    std::size_t stride_;
    std::vector<std::uint32_t> entries_;
    typename Frame::Close close_;
};

}  // namespace zermelo::sparse
