// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
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
    std::size_t groups() const { return groups_; }
    /// How many of them lead.
    std::size_t leading() const { return lead_; }
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

    /// Up to 16 men of a board of 16 squares by their squares, in the order of the groups: those of one group
    /// in any order.
    class MenSquares {
      public:
        /// Precondition: each man is put once.
        void put(unsigned man, unsigned square) { squares_ |= std::uint64_t{square} << (60 - 4 * man); }
        /// The same with a man elsewhere.
        MenSquares moved(unsigned man, unsigned from, unsigned to) const {
            MenSquares after = *this;
            after.squares_ ^= std::uint64_t{from ^ to} << (60 - 4 * man);
            return after;
        }

      private:
        friend class Placements;
        std::uint64_t squares_ = 0;  ///< four bits each, the first man's highest
    };
    /// `index` of men. Preconditions: all groups may stand everywhere, and have one man where they lead, else
    /// one or two; no two men share a square. Cost: O(men), some 1.5 ns each.
    std::uint64_t number(MenSquares men) const
        requires(sizeof(Bits) == 2)
    {
        return number(men, folded(men));
    }
    /// The same if `each_index` has no other number: no symmetry keeps the leading men.
    std::optional<std::uint64_t> only_number(MenSquares men) const
        requires(sizeof(Bits) == 2)
    {
        const auto& folded = this->folded(men);
        if (!leading_->at(folded.leading_class).stabilizer.empty()) return std::nullopt;
        return number(men, folded);
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
        /// The first of them that the last step has changed.
        std::size_t changed() const { return changed_; }
        /// How many placements, out of all without folding, this number stands for.
        unsigned weight() const { return placements_->leading_->at(class_).weight; }
        /// Whether no smaller number stands for a placement that a symmetry makes of this one. Cost: O(1),
        /// or that of `each_index` where the leading pieces have a symmetry.
        bool is_least(std::uint64_t index) const { return !has_twins() || is_least_of_twins(index); }
        /// How many symmetries, the identity among them, leave the placement as it is. Cost: as of
        /// `is_least`.
        unsigned symmetries() const;
        /// On to the next number. Precondition: there is one.
        ZERMELO_INLINED void next();
        /// On to a number. Precondition: size() > index ≥ the number where it is. Cost: some 5 ns where the
        /// last group alone changes, else as to make one.
        void seek(std::uint64_t index);
        /// The first number after those with the same men in all groups up to this one. Cost: a division.
        std::uint64_t end_of(std::size_t group) const {
            const std::uint64_t size =
                group < placements_->lead_ ? placements_->tail_size_ : placements_->weights_[group].weight;
            return (index_ / size + 1) * size;
        }
        /// On to that number. Precondition: it is less than size().
        void leave_group(std::size_t group) {
            index_ = end_of(group);
            next_part(group + 1);
        }
        /// Whether symmetries keep the leading men.
        bool has_twins() const { return !placements_->leading_->at(class_).stabilizer.empty(); }

      private:
        void place(std::uint64_t index);
        void leading();
        void first(std::size_t part);
        ZERMELO_INLINED bool advance(std::size_t part);
        void leave(std::size_t part);
        void unrank(std::size_t part, std::uint64_t combination);
        void next_part(std::size_t part);
        void check();
        bool is_least_of_twins(std::uint64_t index) const;

        const Placements* placements_;
        LeadingClassIndex class_;
        Sets sets_;
        Sets free_;   ///< where a part's men may stand, given the parts before
        Sets taken_;  ///< by the parts before
        std::array<std::array<Square, max_men>, max_groups>
            men_;  ///< ascending, of the parts that do not lead
        std::uint64_t index_;
        std::uint64_t row_end_;  ///< the first number after those with these men but for the last part's
        std::size_t changed_ = 0;
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

    using Folded = typename LeadingPieces<Bits>::Folded;
    const Folded& folded(MenSquares men) const {
        return leading_->folded_at(men.squares_ >> (64U - 4U * lead_));
    }
    std::uint64_t number(MenSquares men, const Folded& folded) const
        requires(sizeof(Bits) == 2)
    {
        const std::uint64_t goals = leading_->goals(folded.symmetry);
        std::uint64_t before = leading_->free_before(folded.leading_class);
        std::uint64_t number = folded.leading_class.number() * tail_size_;
        std::uint64_t left = men.squares_ << 4U * lead_;
        const auto take_shift = [&] {
            const std::uint64_t shift = (goals >> (left >> 60U) * 4U & 15U) * 4U;
            left <<= 4U;
            return shift;
        };
        for (std::size_t i = lead_; i < groups_; ++i) {
            const std::uint64_t shift = take_shift();
            std::uint64_t rank = before >> shift & 15U;
            std::uint64_t taken = ones_after_first << shift;
            if (weights_[i].two) {
                const std::uint64_t second = take_shift();
                const std::uint64_t other = before >> second & 15U;
                taken += ones_after_first << second;
                const std::uint64_t greater = std::max(rank, other);
                rank = std::min(rank, other) + greater * (greater - 1) / 2;
            }
            before -= taken;
            number += rank * weights_[i].weight;
        }
        return number;
    }

    Set board_;
    std::vector<Part> parts_;
    std::vector<unsigned> squares_left_;  ///< by the parts before
    std::vector<unsigned> order_;
    std::shared_ptr<const LeadingPieces<Bits>> leading_;
    std::size_t groups_ = 0;
    std::size_t lead_ = 0;    ///< how many of them lead
    bool everywhere_ = true;  ///< all men but the leading ones may stand everywhere
    struct Weight {
        std::uint64_t weight = 1;  ///< the product of the radices of the parts after it
        bool two = false;          ///< men
    };
    std::vector<Weight> weights_;  ///< by part
    std::uint64_t tail_size_ = 1;
    std::uint64_t size_ = 0;
};

/// The next combination of a part; false, and nothing changes, after the last.
template <typename Bits>
bool Placements<Bits>::Cursor::advance(std::size_t part) {
    auto& men = men_[part];
    const unsigned count = placements_->parts_[part].men;
    for (unsigned k = 0; k < count; ++k) {
        const Set above = free_[part] & Set::above(men[k]);
        if (above.empty()) return false;
        const Square next = above.first();
        if (k + 1 < count && next == men[k + 1]) continue;
        sets_[part] ^= Set::of(men[k]) | Set::of(next);
        men[k] = next;
        Set free = free_[part];
        for (unsigned i = 0; i < k; ++i) {
            const Square least = free.take_first();
            sets_[part] ^= Set::of(men[i]) ^ Set::of(least);
            men[i] = least;
        }
        return true;
    }
    return false;
}

template <typename Bits>
void Placements<Bits>::Cursor::next() {
    ++index_;
    const std::size_t last = placements_->groups_ - 1;
    if (last >= placements_->lead_ && advance(last)) [[likely]] {
        changed_ = last;
        if (!placements_->everywhere_) check();
    } else {
        next_part(last);
    }
}

extern template class Placements<std::uint16_t>;
extern template class Placements<std::uint64_t>;
extern template class Placements<Bits256>;

}  // namespace zermelo::tablebase

#undef ZERMELO_INLINED
