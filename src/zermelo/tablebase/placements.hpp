// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "zermelo/board/wide_set.hpp"
#include "zermelo/tablebase/leading_pieces.hpp"

// Here and not with the definitions: these come after the declarations as extern templates, and GCC would not
// heed it.
#define ZERMELO_INLINED [[gnu::always_inline]] inline

namespace zermelo::tablebase {

/// All ways to place some groups of equal men on a board, as numbers without holes to speak of.
///
/// The first groups, the *leading pieces*, are numbered together by a table, one number a class under the
/// board's symmetries; each further group is a combination of the squares that are left (colexicographic
/// order). So placements that a symmetry makes each other have one number, with one exception: where a
/// symmetry leaves the leading pieces as they are, what it makes of the others has a number of its own
/// (`each_index`). With two men of two kinds leading that concerns some tenth of all.
///
/// Leading pieces that stand as no position has them, as the caller says, have no number. Groups that may not
/// stand everywhere come first; beyond the leading pieces they are combinations of all squares that they may
/// stand on, and the numbers that put two men on one square name nothing. Source: the combinatorial number
/// system (Lehmer 1964); folding as in Kryukov's and Syzygy's tables.
template <typename Bits>
class Placements {
  public:
    using Set = SquareSet<Bits>;
    /// Men of one kind and side. Precondition of all: 1 ≤ men ≤ 16, and as many allowed squares.
    struct Group {
        Set allowed;
        unsigned men = 1;
    };
    using Symmetry = typename LeadingPieces<Bits>::Symmetry;

    static constexpr unsigned max_groups = 16;
    static constexpr unsigned max_men = 16;
    /// A set a group, in the order of the index (`order`). Not even zeros before they are given: to make
    /// them so took as long as to find a number.
    class Sets {
      public:
        Sets() {}
        static Sets none() {
            Sets sets;
            sets.sets_.fill(Set{});
            return sets;
        }
        Set& operator[](std::size_t i) { return sets_[i]; }
        const Set& operator[](std::size_t i) const { return sets_[i]; }

      private:
        union {
            std::array<Set, max_groups> sets_;
        };
    };

    /// Whether there is any placement to be numbered in which the leading pieces stand so: the groups' sets
    /// in the order in which they were given, the others empty.
    using Possible = std::function<bool(const Sets&)>;

    /// `symmetries` is a group with the identity first, and all of it leaves every group's squares as they
    /// are, and what is possible. Precondition: at most `max_groups` groups; without one there is one
    /// number, of the empty board. Cost: O(leading placements × symmetries), at most some thousands.
    Placements(
        unsigned squares, const std::vector<Group>& groups, std::vector<Symmetry> symmetries,
        const Possible& possible = [](const Sets&) { return true; });
    /// The same with board and symmetries of `leading`, and all that is possible there. Cost: nothing to
    /// speak of where they are known.
    Placements(SharedLeadingPieces<Bits>& leading, const std::vector<Group>& groups);

    /// The groups' numbers, as they were given, in the order of the index.
    const std::vector<unsigned>& order() const { return order_; }
    std::size_t groups() const { return parts_.size(); }
    /// How many of them lead.
    std::size_t leading() const { return leading_->parts().size(); }
    /// How many numbers there are; 2^62 if they are that many or more, and then nothing else may be asked.
    std::uint64_t size() const { return size_; }

    /// The number of a placement. Precondition: the sets are disjoint, allowed, of the right sizes, and the
    /// leading pieces possible. Cost: O(men), some 3 ns each.
    std::uint64_t index(const Sets& sets) const;
    /// Calls f for every number that stands for this placement or one that a symmetry makes of it, `index`
    /// first. Cost: as `index` for each.
    template <typename F>
    void each_index(const Sets& sets, F&& f) const {
        Indices all;
        indices(sets, all);
        for (unsigned i = 0; i < all.count; ++i) f(all.numbers[i]);
    }

    /// Numbers of placements that differ from one in where a single man stands. It need not be possible
    /// itself.
    class Neighbours {
      public:
        Neighbours(const Placements& placements, const Sets& sets);
        /// `index` after a man of a set goes from one square to another. Preconditions: it stands there; `to`
        /// is empty and allowed; the leading pieces are possible then. Cost: some 10 ns for other men, else
        /// that of `index`.
        std::uint64_t index_after(std::size_t set, Square from, Square to) const;
        /// `each_index` after that. Precondition and cost: as of `index_after`.
        template <typename F>
        void each_index_after(std::size_t set, Square from, Square to, F&& f) const {
            if (set >= placements_->leading() && placements_->leading_->at(class_).stabilizer.empty())
                return f(index_after(set, from, to));
            Sets moved = sets_;
            moved[set] ^= Set::of(from) | Set::of(to);
            placements_->each_index(moved, f);
        }

        /// Whether a symmetry but the identity keeps the leading pieces where they are.
        bool has_twins() const { return !placements_->leading_->at(class_).stabilizer.empty(); }
        /// `index_after` where only the last man of the index goes: the numbers are side by side, in the
        /// order of its squares as they are folded.
        struct Run {
            std::uint64_t first = 0;
            Set free;
            const Symmetry* symmetry = nullptr;  ///< nothing: the identity
            std::uint64_t index(Square to) const {
                const Square folded = symmetry == nullptr ? to : (*symmetry)[to.index()];
                return first + (free & Set::below(folded)).size();
            }
        };
        /// Nothing where the man of a set is not by itself the last one, or may not stand everywhere.
        std::optional<Run> run(std::size_t set) const;

      private:
        friend class Placements;
        const Placements* placements_;
        const Symmetry* symmetry_ = nullptr;  ///< that folds the leading pieces
        bool folds_ = false;                  ///< it is not the identity
        LeadingClassIndex class_;
        Sets sets_;
        Sets folded_;
        Sets taken_;                                    ///< by the folded parts before
        std::array<std::uint64_t, max_groups> before_;  ///< the number that the parts before make up
    };

    /// Goes through the placements by ascending number. Cost of a step: O(1) on average.
    class Cursor {
      public:
        /// Precondition: index < size().
        Cursor(const Placements& placements, std::uint64_t index);
        /// Whether the number names a placement.
        bool valid() const { return valid_; }
        /// The sets of the groups that there are; the others mean nothing.
        const Sets& sets() const { return sets_; }
        /// How many placements, out of all without folding, this number stands for.
        unsigned weight() const { return placements_->leading_->at(class_).weight; }
        /// Whether no smaller number stands for a placement that a symmetry makes of this one. Cost: O(1),
        /// or that of `each_index` where the leading pieces have a symmetry.
        bool is_least(std::uint64_t index) const;
        /// How many symmetries, the identity among them, leave the placement as it is. Cost: as of
        /// `is_least`.
        unsigned symmetries() const;
        /// On to the next number. Precondition: there is one.
        void next();

      private:
        void leading();
        void first(std::size_t part);
        bool advance(std::size_t part);
        void leave(std::size_t part);

        const Placements* placements_;
        LeadingClassIndex class_;
        Sets sets_;
        Sets free_;   ///< where a part's men may stand, given the parts before
        Sets taken_;  ///< by the parts before
        std::array<std::array<Square, max_men>, max_groups>
            men_;  ///< ascending, of the parts that do not lead
        bool valid_ = true;
    };

  private:
    using Part = PlacementPart<Bits>;

    struct Indices {
        unsigned count = 0;
        std::array<std::uint64_t, 8> numbers;
    };

    /// Puts the groups in order, and those that lead first, which are given back.
    std::vector<Part> arrange(unsigned squares, const std::vector<Group>& groups);
    void take(std::shared_ptr<const LeadingPieces<Bits>> lead);

    /// The number of a placement from a part on, what the parts before make up and take given; `men(i)` stand
    /// in part i.
    template <typename Men>
    ZERMELO_INLINED std::uint64_t tail_from(std::size_t first, std::uint64_t before, Set taken,
                                            Men&& men) const;
    ZERMELO_INLINED std::uint64_t tail(LeadingClassIndex leading_class, const Sets& sets) const;
    ZERMELO_INLINED void transform(SymmetryIndex symmetry, const Sets& from, Sets& to) const;
    void indices(const Sets& sets, Indices& all) const;

    Set board_;
    std::vector<Part> parts_;
    std::vector<unsigned> squares_left_;  ///< by the parts before
    std::vector<unsigned> order_;
    std::shared_ptr<const LeadingPieces<Bits>> leading_;
    std::uint64_t tail_size_ = 1;
    std::uint64_t size_ = 0;
};

extern template class Placements<std::uint16_t>;
extern template class Placements<std::uint64_t>;
extern template class Placements<Bits256>;

}  // namespace zermelo::tablebase

#undef ZERMELO_INLINED
