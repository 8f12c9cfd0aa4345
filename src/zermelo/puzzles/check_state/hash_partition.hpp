// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>

namespace zermelo::check_state {

/// A linear form of a square's column and row with coefficients 0, 1 and -1. Its level sets are the lines of
/// one direction.
struct LinearForm {
    int x = 0;
    int y = 0;

    constexpr std::int64_t operator()(std::int64_t column, std::int64_t row) const {
        return x * column + y * row;
    }
};

/// The hash partition of a board: a square's bucket is told by the remainders of its column and its row
/// modulo an odd number of parts.
///
/// Remainders add up. So all squares of a line, whatever its direction, lie in one bucket for each part, and
/// these are known beforehand: what has to do with the lines of one remainder is found in a fraction of the
/// buckets and needs a fraction of the memory, which stays in a cache. The moduli have no factor in common
/// with ten, since boards are made of round numbers. A board of which all squares have one remainder is
/// decided as well, but as slowly as without a partition.
class HashPartition {
  public:
    HashPartition() = default;
    /// A partition for `pieces` pieces. `wide`: a piece takes twice as much memory.
    HashPartition(std::size_t pieces, bool wide) {
        parts_ = pieces < std::size_t{1} << 14   ? 1
                 : pieces < std::size_t{1} << 18 ? 7
                 : pieces < std::size_t{1} << 21 ? 17
                 : wide                          ? 61
                                                 : 31;
        fraction_ = ~std::uint64_t{0} / parts_ + 1;
        high_ = (std::uint64_t{1} << 30) % parts_;
    }

    unsigned parts() const { return parts_; }
    unsigned buckets() const { return parts_ * parts_; }
    unsigned bucket_of(std::uint64_t x, std::uint64_t y) const {
        return remainder(x) * parts_ + remainder(y);
    }
    /// The same for coordinates below 2^30, for which less is to be multiplied.
    unsigned narrow_bucket_of(std::uint64_t x, std::uint64_t y) const {
        return parts_ == 1 ? 0 : small_remainder(x) * parts_ + small_remainder(y);
    }
    /// The remainder of any number.
    unsigned part_of(std::int64_t number) const {
        const std::int64_t parts = parts_;
        return static_cast<unsigned>((number % parts + parts) % parts);
    }
    /// Calls `visit` with every bucket that holds squares where the form has a remainder.
    template <typename Visit>
    void for_each_bucket(LinearForm form, unsigned part, Visit&& visit) const {
        for (unsigned k = 0; k < parts_; ++k) {
            // Where both coefficients count, the column's remainder is k and tells the row's.
            const unsigned x = form.y == 0 ? part_of(form.x * std::int64_t{part}) : k;
            const unsigned y =
                form.y == 0 ? k : part_of(form.y * (std::int64_t{part} - form.x * std::int64_t{x}));
            visit(x * parts_ + y);
        }
    }

  private:
    __extension__ using Product = unsigned __int128;
    /// Exact below 2^36. Source: D. Lemire, O. Kaser and N. Kurz, "Faster remainder by direct computation"
    /// (2019).
    unsigned small_remainder(std::uint64_t number) const {
        return static_cast<unsigned>(Product{fraction_ * number} * parts_ >> 64);
    }
    /// Exact below 2^60: that of a sum which has the same.
    unsigned remainder(std::uint64_t number) const {
        return small_remainder((number & 0x3FFF'FFFFU) + (number >> 30) * high_);
    }

    unsigned parts_ = 1;
    std::uint64_t fraction_ = 0;
    std::uint64_t high_ = 0;
};

/// An odd number to hash with. They are drawn once a process, so that nobody can prepare a board whose
/// squares fall together; no answer depends on them. Precondition: which < 4.
std::uint64_t drawn_multiplier(unsigned which);

}  // namespace zermelo::check_state
