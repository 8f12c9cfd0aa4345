// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <span>
#include <vector>

#include "zermelo/board/wide_set.hpp"
#include "zermelo/tablebase/indices.hpp"

// With declarations, not with definitions that follow them: GCC would not heed it in templates that are
// declared extern.
#define ZERMELO_INLINED [[gnu::always_inline]] inline

namespace zermelo::tablebase {

constexpr std::uint64_t too_many_placements = std::uint64_t{1} << 62U;

/// `binomials[n][k]`, n ≤ 256 and k ≤ 16, at most `too_many_placements`.
inline constexpr auto binomials = [] {
    std::array<std::array<std::uint64_t, 17>, 257> table{};
    for (std::size_t n = 0; n <= 256; ++n) {
        table[n][0] = 1;
        for (std::size_t k = 1; k <= std::min<std::size_t>(n, 16); ++k)
            table[n][k] =
                std::min(too_many_placements, table[n - 1][k - 1] + (k <= n - 1 ? table[n - 1][k] : 0));
    }
    return table;
}();

inline constexpr std::array<std::uint8_t, 256> bits_of_byte = [] {
    std::array<std::uint8_t, 256> counts{};
    for (unsigned byte = 0; byte < 256; ++byte) counts[byte] = static_cast<std::uint8_t>(count_bits(byte));
    return counts;
}();

/// The number of a set of 1 to 16 squares among the sets of that size within another (colexicographic
/// order). Precondition: men ⊆ among. Source: the combinatorial number system (Lehmer 1964).
template <typename Set>
ZERMELO_INLINED std::uint64_t combination_rank(Set men, Set among) {
    const auto before = [&](Square square) {
        const Set set = among & Set::below(square);
        if constexpr (sizeof(Set) == 2)
            return unsigned{bits_of_byte[set.bits() & 255]} + bits_of_byte[set.bits() >> 8];
        else
            return set.size();
    };
    std::uint64_t result = before(men.take_first());
    for (unsigned k = 2; men.any(); ++k) result += binomials[before(men.take_first())][k];
    return result;
}

/// A word that has four bits for each of 16 squares, with a one for every square after the first.
inline constexpr std::uint64_t ones_after_first = 0x1111'1111'1111'1110;

/// Men of one kind and side in the order of an index of placements (`Placements`).
template <typename Bits>
struct PlacementPart {
    SquareSet<Bits> allowed;
    unsigned men = 1;
    bool everywhere = true;   ///< they may stand on every square: their combinations are of those left
    std::uint64_t radix = 1;  ///< how many numbers the part has

    friend bool operator==(const PlacementPart&, const PlacementPart&) = default;
};

/// The ways in which the first parts of an index, its *leading pieces*, may stand: a number a class under the
/// board's symmetries, looked up in a table. It never changes: any number of indices and threads may share
/// one.
template <typename Bits>
class LeadingPieces {
  public:
    using Set = SquareSet<Bits>;
    using Part = PlacementPart<Bits>;
    /// Where each square goes.
    using Symmetry = std::vector<Square>;
    /// Asked of disjoint sets, one a part.
    using Possible = std::function<bool(std::span<const Set>)>;

    /// The class of what is not possible.
    static constexpr LeadingClassIndex impossible{~std::uint32_t{0}};
    struct Folded {
        LeadingClassIndex leading_class = impossible;
        SymmetryIndex symmetry{};  ///< that makes it the one that its class keeps
    };
    struct Class {
        unsigned weight = 0;                    ///< how many ways to stand are of it
        std::vector<SymmetryIndex> stabilizer;  ///< symmetries but the identity that keep them where they are
    };

    /// `symmetries` and `possible`: as of `Placements`. Precondition: the radix of a part is the number of
    /// all its sets. Cost: O(product of the radices × symmetries).
    LeadingPieces(unsigned squares, std::vector<Symmetry> symmetries, std::vector<Part> parts,
                  const Possible& possible);

    const std::vector<Part>& parts() const { return parts_; }
    std::size_t classes() const { return classes_.size(); }
    const Class& at(LeadingClassIndex leading_class) const { return classes_[leading_class.number()]; }
    const Symmetry& symmetry(SymmetryIndex symmetry) const { return symmetries_[symmetry.number()]; }
    /// `folded` by the squares of parts of one man each on a board of 16, those of a part with four bits more
    /// than of the next; where a symmetry brings each square, and how many squares that a class leaves free
    /// come before it, both four bits a square.
    const Folded& folded_at(std::size_t squares) const { return folded_[squares]; }
    std::uint64_t goals(SymmetryIndex symmetry) const { return goals_[symmetry.number()]; }
    std::uint64_t free_before(LeadingClassIndex leading_class) const {
        return free_before_[leading_class.number()];
    }
    /// The sets that a class keeps, one a part.
    std::span<const Set> kept(LeadingClassIndex leading_class) const {
        return std::span{kept_}.subspan(leading_class.number() * parts_.size(), parts_.size());
    }

    /// Precondition: `sets[i]` is a set of part i; others are not looked at.
    template <typename Sets>
    ZERMELO_INLINED const Folded& folded(const Sets& sets) const {
        return folded_[rank(sets)];
    }
    ZERMELO_INLINED Set transform(SymmetryIndex symmetry, Set set) const {
        if constexpr (sizeof(Set) == 2) {
            const auto& half = halves_[symmetry.number()];
            return Set{static_cast<Bits>(half[0][set.bits() & 0xFFU] | half[1][set.bits() >> 8U])};
        } else {
            Set result;
            while (set.any()) result |= Set::of(symmetries_[symmetry.number()][set.take_first().index()]);
            return result;
        }
    }

  private:
    template <typename Sets>
    ZERMELO_INLINED std::uint64_t rank(const Sets& sets) const {
        std::uint64_t raw = 0;
        for (std::size_t i = 0; i < parts_.size(); ++i)
            raw = raw * parts_[i].radix + combination_rank(sets[i], parts_[i].allowed);
        return raw;
    }
    void number(const std::vector<Set>& sets, const std::vector<SymmetryIndex>& inverse);

    std::vector<Part> parts_;
    std::vector<Symmetry> symmetries_;
    /// For boards of 16 squares: what each symmetry makes of the low and of the high byte.
    std::vector<std::array<std::array<std::uint16_t, 256>, 2>> halves_;
    std::vector<std::uint64_t> goals_;  ///< for these, too
    std::vector<std::uint64_t> free_before_;
    std::vector<Folded> folded_;
    std::vector<Class> classes_;
    std::vector<Set> kept_;
};

/// The leading pieces of indices that have board and symmetries in common, where all ways to stand are
/// possible: each is numbered once. Any number of threads may ask at once.
template <typename Bits>
class SharedLeadingPieces {
  public:
    using Symmetry = typename LeadingPieces<Bits>::Symmetry;
    SharedLeadingPieces(unsigned squares, std::vector<Symmetry> symmetries)
        : squares_(squares), symmetries_(std::move(symmetries)) {}

    unsigned squares() const { return squares_; }
    std::shared_ptr<const LeadingPieces<Bits>> of(const std::vector<PlacementPart<Bits>>& parts);

  private:
    unsigned squares_;
    std::vector<Symmetry> symmetries_;
    std::mutex mutex_;
    std::vector<std::shared_ptr<const LeadingPieces<Bits>>> leading_;
};

extern template class LeadingPieces<std::uint16_t>;
extern template class LeadingPieces<std::uint64_t>;
extern template class LeadingPieces<Bits256>;
extern template class SharedLeadingPieces<std::uint16_t>;
extern template class SharedLeadingPieces<std::uint64_t>;
extern template class SharedLeadingPieces<Bits256>;

}  // namespace zermelo::tablebase

#undef ZERMELO_INLINED
