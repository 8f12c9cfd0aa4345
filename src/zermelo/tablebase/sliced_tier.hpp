// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "zermelo/tablebase/game_tier.hpp"
#include "zermelo/tablebase/slices.hpp"
#include "zermelo/tablebase/symmetry.hpp"

namespace zermelo::tablebase {

/// A tier cut into slices: what `Sliced` asks.
///
/// The last man of the tier's index is the *varying man*; all others are *fixed*. The positions that differ
/// in nothing but where the varying man stands are a slice, and a square of it is where that stands. The two
/// royal men are the leading pieces of the numbers of slices, folded by the symmetries of the board as in
/// `Placements`.
class SlicedTier {
  public:
    using Tier = GameTier<std::uint64_t>;
    using Position = Tier::Position;

    static constexpr unsigned max_fixed = 12;
    static constexpr unsigned royals = 2;
    static constexpr unsigned max_copies = 4;

    /// A slice: who stands where but for the varying man.
    struct Slice {
        SliceIndex index;
        LeadingClassIndex leading_class;          ///< the class of the royals' squares
        std::array<Square, max_fixed> squares{};  ///< where the fixed men stand
        SliceSquares occupied = 0;                ///< by them
        SliceSquares free = 0;  ///< where the varying man may stand: nowhere if two men share a square

        /// Precondition: the man is a fixed one.
        Square square_of(ManIndex man) const { return squares[man.number()]; }
    };

    /// The tier's slices, if it has them: one royal man a side and at least one other, all free to stand on
    /// every square of a board of at most 64; only moves that slide, step or leap, none that turns a man into
    /// another or can be captured en passant; nothing but attacks on the royal men restricts a side, and no
    /// way to win but mate. Equal men are distinguished here; there are no slices where that makes more than
    /// `max_copies` of a placement. Cost: O(men × squares × moves).
    static std::optional<SlicedTier> make(const Tier& tier);

    const Tier& tier() const { return tier_; }
    std::uint32_t slices() const { return slices_; }
    unsigned squares() const { return squares_; }
    Slice slice(SliceIndex index) const { return stand(index, strides_, std::nullopt); }

    /// The squares of a slice that are positions with this side to move.
    SliceSquares positions(Color to_move, const Slice& slice) const;
    Position position(Color to_move, const Slice& slice, Square square) const;
    /// Precondition: the square is one of `positions`.
    std::optional<game::Outcome> end(Color to_move, const Slice& slice, Square square) const {
        return tier_.end(position(to_move, slice, square));
    }

    /// Whether there is a table with this side to move. If not, its positions stand in the other's with
    /// colours swapped.
    bool stored(Color to_move) const { return to_move == Color::white || tier_.tables() == 2; }
    /// Calls f(square, slot) for some squares of a slice. Precondition: they are of `positions`. Cost: 10 ns
    /// a square where equal men run, or one of two sides that share a table; elsewhere slots are side by
    /// side.
    template <typename F>
    void each_slot(const Slice& slice, Color to_move, SliceSquares squares, F&& f) const {
        if (squares == 0) return;
        const Square first = Set{squares}.first();
        Slot slot = tier_.slot(position(to_move, slice, first));
        if (contiguous_ && stored(to_move)) {
            for (SliceSquares left = slice.free & ~(bit(first) - 1); left != 0;
                 left &= left - 1, ++slot.index)
                if ((left & -left & squares) != 0) f(Set{left}.first(), slot);
            return;
        }
        const Position before = position(!to_move, slice, first);
        const auto children = tier_.child_index(before);
        f(first, slot);
        for (Set left{squares & (squares - 1)}; left.any();) {
            const Square square = left.take_first();
            f(square, children.slot_if(varying_.color, first, square));
        }
    }
    /// How many placements each square stands for.
    unsigned weight(const Slice& slice) const { return leading_->at(slice.leading_class).weight; }
    /// The squares that are left if of all orders of equal men only one is looked at.
    SliceSquares ordered(const Slice& slice) const;
    /// Those of the `ordered` squares of which no symmetry makes one of a lesser number of slice, or square.
    SliceSquares least(const Slice& slice) const;

    /// What a symmetry makes of squares.
    SliceSquares mapped(SymmetryIndex symmetry, SliceSquares squares) const {
        return symmetry == identity ? squares : tablebase::mapped(map(symmetry), Set{squares}).bits();
    }
    SliceSquares turned_back(SymmetryIndex symmetry, SliceSquares squares) const {
        return mapped(inverses_[symmetry.number()], squares);
    }
    Square turned_square(SymmetryIndex symmetry, Square square) const {
        return map(symmetry)[square.index()];
    }

    /// Calls f(move) for the moves of the side's fixed men that capture nothing, until it says true. Whether
    /// what they lead to is a position is another question.
    template <typename F>
    void each_move(const Slice& slice, Color side, F&& f) const {
        for (ManIndex man; man < varying_man(); ++man)
            if (fixed(man).color == side)
                for (const Way& way : fixed(man).quiet[slice.square_of(man).index()])
                    if (((way.path | bit(way.end)) & slice.occupied) == 0)
                        if (const auto to = moved(slice, man, way.end))
                            if (f(SliceMove{to->first, to->second, way.path | bit(way.end)})) return;
    }
    /// The same backwards: calls f(move) for slices from which such a move leads here, for all copies of
    /// each.
    template <typename F>
    void each_unmove(const Slice& slice, Color side, F&& f) const {
        for (ManIndex man; man < varying_man(); ++man) {
            if (fixed(man).color != side) continue;
            for (const Way& way : fixed(man).back[slice.square_of(man).index()]) {
                if (((way.path | bit(way.end)) & slice.occupied) != 0) continue;
                const auto from = moved(slice, man, way.end);
                if (!from) continue;
                const SliceSquares blocked = way.path | bit(way.end);
                f(SliceMove{from->first, from->second, blocked});
                // Copies of a slice whose royals stay where they are come of this slice's own copies.
                if (man < first_other) each_copy(from->first, from->second, blocked, f);
            }
        }
    }
    /// Where the varying man goes from a square without capturing, and where it has come from.
    Color varying_side() const { return varying_.color; }
    SliceSquares varying_moves(const Slice& slice, Square square) const;
    SliceSquares varying_unmoves(const Slice& slice, Square square) const;

    /// The royals are the first men, the varying man is the last.
    unsigned men() const { return static_cast<unsigned>(fixed_.size()) + 1; }
    bool capturable(ManIndex man) const { return man >= first_other; }
    Color side_of(ManIndex man) const { return man == varying_man() ? varying_.color : fixed(man).color; }
    /// The number of slices that are left without a man, and of squares that each of them has. Precondition:
    /// the man is `capturable`.
    std::uint32_t slices_without(ManIndex man) const { return slices_without_[man.number() - royals]; }
    unsigned squares_without(ManIndex man) const { return man == varying_man() ? 1 : squares_; }
    /// Calls f(square, position) for the positions of such a slice in which the side is to move that the man
    /// was of.
    template <typename F>
    void each_position_without(ManIndex man, SliceIndex index, F&& f) const {
        const Slice slice = stand(index, strides_without(man), man);
        if (slice.free == 0) return;
        const bool runs = man != varying_man();
        for (Set left{runs ? slice.free : 1}; left.any();) {
            const Square square = left.take_first();
            const Position p =
                put(side_of(man), slice, man, runs ? std::optional<Square>{square} : std::nullopt);
            if (tier_.game().guards_its_own(p)) f(square, p);
        }
    }
    /// Calls f(capture) for the captures of a side. Whether what they lead to is a position is another
    /// question.
    template <typename F>
    void each_capture(const Slice& slice, Color side, F&& f) const;

  private:
    using Set = SquareSet<std::uint64_t>;
    using Leading = LeadingPieces<std::uint64_t>;
    static constexpr ManIndex first_other{royals};  ///< that is not royal
    static constexpr SliceSquares bit(Square square) { return square_bit(square); }

    /// A move of one man: the squares that must be empty on its path.
    struct Way {
        SliceSquares path = 0;
        Square end{0};
    };
    using Ways = std::vector<std::vector<Way>>;  ///< by square
    struct Fixed {
        Color color;
        rules::PieceKind kind;
        Ways quiet;
        Ways back;  ///< `quiet` from where they end
        Ways captures;
    };
    using Strides = std::array<std::uint32_t, max_fixed>;  ///< first that of the royals' class

    explicit SlicedTier(Tier tier) : tier_(std::move(tier)) {}
    void number_leading_pieces();
    void number_slices();
    Ways ways(Color color, rules::PieceKind kind, bool captures) const;
    Strides strides_of(std::optional<ManIndex> without, std::uint64_t& slices) const;
    const Strides& strides_without(ManIndex man) const { return strides_without_[man.number() - royals]; }
    ManIndex varying_man() const { return ManIndex{static_cast<std::uint32_t>(fixed_.size())}; }
    const Fixed& fixed(ManIndex man) const { return fixed_[man.number()]; }

    const SquareMap& map(SymmetryIndex symmetry) const { return maps_[symmetry.number()]; }
    /// A slice by its index, one man perhaps left out.
    Slice stand(SliceIndex index, const Strides& strides, std::optional<ManIndex> without) const;
    Position put(Color to_move, const Slice& slice, std::optional<ManIndex> without,
                 std::optional<Square> square) const;
    /// The slice after one of its men has moved, perhaps another taken off, and the symmetry that folded it;
    /// nothing where the royals stand so that it has no positions. No fixed man moves if it is the varying
    /// one.
    std::optional<std::pair<SliceIndex, SymmetryIndex>> moved(const Slice& slice, ManIndex man, Square to,
                                                              const Strides& strides,
                                                              std::optional<ManIndex> without) const {
        std::array<Square, max_fixed> squares = slice.squares;
        if (man != varying_man()) squares[man.number()] = to;
        Leading::Folded folded{slice.leading_class, identity};
        if (man < first_other) folded = leading_folded_[squares[0].index() * squares_ + squares[1].index()];
        if (folded.leading_class == Leading::impossible) return std::nullopt;
        const SquareMap& map = this->map(folded.symmetry);
        return std::pair{index(folded.leading_class, strides, without,
                               [&](ManIndex i) { return map[squares[i.number()].index()]; }),
                         folded.symmetry};
    }
    /// The slice whose royals' class is given, and of each other fixed man but one the square.
    template <typename SquareOf>
    SliceIndex index(LeadingClassIndex leading_class, const Strides& strides, std::optional<ManIndex> without,
                     SquareOf&& square_of) const {
        std::uint32_t sum = leading_class.number() * strides[0];
        for (ManIndex man = first_other; man < varying_man(); ++man)
            if (man != without) sum += square_of(man).index() * strides[man.number()];
        return SliceIndex{sum};
    }
    std::optional<std::pair<SliceIndex, SymmetryIndex>> moved(const Slice& slice, ManIndex man,
                                                              Square to) const {
        if (man < first_other) return moved(slice, man, to, strides_, std::nullopt);
        const unsigned steps = to.index() - slice.square_of(man).index();
        return std::pair{SliceIndex{slice.index.number() + steps * strides_[man.number()]}, identity};
    }
    /// The other copies of a slice that symmetries make which keep its royals.
    template <typename F>
    void each_copy(SliceIndex index, SymmetryIndex symmetry, SliceSquares blocked, F&& f) const {
        const auto& stabilizer = leading_->at(leading_class(index, strides_)).stabilizer;
        if (stabilizer.empty()) return;
        const Slice slice = this->slice(index);
        for (const SymmetryIndex s : stabilizer)
            f(SliceMove{copy(slice, s), products_[s.number() * maps_.size() + symmetry.number()], blocked});
    }
    static LeadingClassIndex leading_class(SliceIndex index, const Strides& strides) {
        return LeadingClassIndex{index.number() / strides[0]};
    }
    SliceIndex copy(const Slice& slice, SymmetryIndex symmetry) const {
        const SquareMap& map = this->map(symmetry);
        return index(slice.leading_class, strides_, std::nullopt,
                     [&](ManIndex man) { return map[slice.square_of(man).index()]; });
    }

    static ManIndex next(ManIndex man) { return ++man; }
    /// Precondition: the man is a fixed one.
    bool like_next(ManIndex man) const {
        return fixed(man).color == side_of(next(man)) && fixed(man).kind == kind_of(next(man));
    }
    rules::PieceKind kind_of(ManIndex man) const {
        return man == varying_man() ? varying_.kind : fixed(man).kind;
    }
    /// The ordered slice and square that a symmetry which keeps the royals makes of one.
    std::pair<SliceIndex, Square> ordered_copy(const Slice& slice, Square square,
                                               SymmetryIndex symmetry) const;

    Tier tier_;
    unsigned squares_ = 0;
    bool contiguous_ = false;
    bool has_equals_ = false;
    std::vector<Fixed> fixed_;  ///< the royals first
    Tier::Man varying_{Color::white, rules::PieceKind{0}};
    std::vector<SquareMap> maps_;  ///< the identity first
    std::vector<SymmetryIndex> inverses_;
    std::vector<SymmetryIndex> products_;  ///< `a * maps + b`: b, and then a
    std::shared_ptr<const Leading> leading_;
    std::vector<Leading::Folded> leading_folded_;  ///< by the first royal's square × squares + the second's
    Strides strides_{};
    std::uint32_t slices_ = 0;
    std::vector<Strides> strides_without_;  ///< by man, from the first that is not royal on
    std::vector<std::uint32_t> slices_without_;
};

template <typename F>
void SlicedTier::each_capture(const Slice& slice, Color side, F&& f) const {
    const ManIndex varying = varying_man();
    for (ManIndex man; man < varying; ++man) {
        if (fixed(man).color != side) continue;
        for (const Way& way : fixed(man).captures[slice.square_of(man).index()]) {
            if ((way.path & slice.occupied) != 0) continue;
            ManIndex taken = varying;
            if ((slice.occupied & bit(way.end)) != 0)
                for (taken = first_other; taken < varying && slice.square_of(taken) != way.end; ++taken) {
                }
            else if (varying_.color == side)
                continue;
            // A royal man on the square is none to be taken.
            if (taken == varying && (slice.occupied & bit(way.end)) != 0) continue;
            if (side_of(taken) == side) continue;
            const auto left = moved(slice, man, way.end, strides_without(taken), taken);
            if (!left) continue;
            const SliceSquares squares = taken == varying ? bit(way.end) : slice.free & ~way.path;
            f(SliceCapture{taken, left->first, left->second, squares, std::nullopt});
        }
    }
    if (varying_.color != side) return;
    for (ManIndex taken = first_other; taken < varying; ++taken) {
        if (fixed(taken).color == side) continue;
        const Square at = slice.square_of(taken);
        const SliceSquares squares =
            tier_.unmoves().attackers(side, varying_.kind, at, Set{slice.occupied}).bits() & slice.free;
        if (squares == 0) continue;
        const auto left = moved(slice, varying, Square{0}, strides_without(taken), taken);
        f(SliceCapture{taken, left->first, left->second, squares, at});
    }
}

}  // namespace zermelo::tablebase
