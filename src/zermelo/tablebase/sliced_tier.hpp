// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "zermelo/base/by_color.hpp"
#include "zermelo/tablebase/game_tier.hpp"
#include "zermelo/tablebase/slices.hpp"
#include "zermelo/tablebase/symmetry.hpp"

namespace zermelo::tablebase {

/// A tier cut into slices: what `Sliced` asks.
///
/// The last man of the tier's index is the *varying man*; all others are *fixed*. The positions that differ
/// in nothing but where the varying man stands are a slice, and a square of it is where that stands. The two
/// royal men are the leading pieces of the numbers of slices, folded by the symmetries of the board as in
/// `Placements`; each other fixed man has the squares on which it may be found.
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
    using Place = std::pair<SliceIndex, Square>;

    /// The tier's slices, if it has them: one royal man a side and at least one other, on a board of at most
    /// 64 squares, all of which every man may enter; only moves that slide, step or leap; men that turn do so
    /// like pawns, into kinds that are neither royal nor their own; nothing but attacks on the royal men
    /// restricts a side, and no way to win but mate. Equal men are distinguished here; there are no slices
    /// where that makes more than `max_copies` of a placement. Cost: O(men × squares × moves).
    static std::optional<SlicedTier> make(const Tier& tier);

    const Tier& tier() const { return tier_; }
    std::uint32_t slices() const { return whole_.slices; }
    unsigned squares() const { return squares_; }
    Slice slice(SliceIndex index) const { return stand(index, whole_); }

    /// The squares of a slice that are positions with this side to move.
    SliceSquares positions(Color to_move, const Slice& slice) const;
    Position position(Color to_move, const Slice& slice, Square square) const;
    /// Where a position of the tier stands, seen by the colours that it has. Of equal men the one on the
    /// lower square comes first.
    Place place(const Position& position) const;
    /// Precondition: the square is one of `positions`.
    std::optional<game::Outcome> end(Color to_move, const Slice& slice, Square square) const {
        return tier_.end(position(to_move, slice, square));
    }

    /// Whether there is a table with this side to move. If not, its positions stand in the other's with
    /// colours swapped.
    bool stored(Color to_move) const { return to_move == Color::white || tier_.tables() == 2; }
    /// Calls f(square, slot, count) for some squares of a slice, `count` of them in a row whose slots are in
    /// a row, too, and for all entries of each of which no symmetry makes a copy that has a square of its
    /// own. Where there is more than one in a row, squares of which no position is asked are among them, and
    /// no other slice has their entries unless equal men have changed places there. Precondition: the squares
    /// are of `positions`. Cost: 5 ns a square in a mirrored slice, some 20 ns where the varying man is not
    /// by itself the last of the tier's index, and elsewhere nothing to speak of.
    template <typename F>
    void each_slot(const Slice& slice, Color to_move, SliceSquares squares, F&& f) const {
        if (squares == 0) return;
        const Square first = Set{squares}.first();
        const Position before = position(!to_move, slice, first);
        const auto children = tier_.child_index(before);
        if (royals_lead_ || !children.has_twins())
            if (const auto run = children.run_of(varying().color, first))
                return each_slot(*run, slice, squares, f);
        const Position at_first = position(to_move, slice, first);
        for (Set left{squares}; left.any();) {
            const Square square = left.take_first();
            const auto show = [&](Slot slot) { f(square, slot, 1U); };
            if (square == first)
                royals_lead_ ? show(tier_.slot(at_first)) : tier_.each_slot(at_first, show);
            else if (royals_lead_)
                show(children.slot_if(varying().color, first, square));
            else
                children.each_slot_if(varying().color, first, square, show);
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

    /// Calls f(move) for the moves of the side's fixed men that stay in the tier, until it says true. Whether
    /// what they lead to is a position is another question.
    template <typename F>
    void each_move(const Slice& slice, Color side, F&& f) const {
        for (ManIndex man; man < varying_man(); ++man) {
            if (this->man(man).color != side) continue;
            for (const Way& way : this->man(man).quiet[slice.square_of(man).index()]) {
                const SliceSquares blocked = way.path | bit(way.end);
                if ((blocked & slice.occupied) != 0) continue;
                if (man >= first_other) {
                    if (f(SliceMove{SliceIndex{slice.index.number() + way.steps}, identity, blocked})) return;
                } else if (const auto to = moved_royal(slice, man, way.end)) {
                    if (f(SliceMove{to->first, to->second, blocked})) return;
                }
            }
        }
    }
    /// The same backwards: calls f(move) for slices from which such a move leads here, for all copies of
    /// each.
    template <typename F>
    void each_unmove(const Slice& slice, Color side, F&& f) const {
        for (ManIndex man; man < varying_man(); ++man) {
            if (this->man(man).color != side) continue;
            for (const Way& way : this->man(man).back[slice.square_of(man).index()]) {
                const SliceSquares blocked = way.path | bit(way.end);
                if ((blocked & slice.occupied) != 0) continue;
                if (man >= first_other) {
                    // Copies of a slice whose royals stay where they are come of this slice's own copies.
                    f(SliceMove{SliceIndex{slice.index.number() + way.steps}, identity, blocked});
                } else if (const auto from = moved_royal(slice, man, way.end)) {
                    f(SliceMove{from->first, from->second, blocked});
                    each_copy(from->first, from->second, blocked, f);
                }
            }
        }
    }
    /// Where the varying man goes from a square without leaving the tier, and where it has come from.
    Color varying_side() const { return varying().color; }
    SliceSquares varying_moves(const Slice& slice, Square square) const;
    SliceSquares varying_unmoves(const Slice& slice, Square square) const;

    /// Whether any square is `unindexed`.
    bool has_unindexed() const { return passes_[Color::white] || passes_[Color::black]; }
    /// The squares from which a move of the side may pass where an enemy captures en passant, and maybe more.
    SliceSquares unindexed(const Slice& slice, Color side) const {
        return passes_[side] ? passing_squares(slice, side) : 0;
    }

    std::uint32_t exits() const { return static_cast<std::uint32_t>(exits_.size()); }
    std::uint32_t exit_slices(ExitIndex exit) const { return this->exit(exit).slices; }
    unsigned exit_columns(ExitIndex exit) const { return this->exit(exit).columns; }
    unsigned exit_column(ExitIndex exit, Square square) const {
        return this->exit(exit).column[square.index()];
    }
    /// Calls f(column, position) for the positions of an exit's slice that a move out of the tier may lead
    /// to: where a man may turn into several kinds, for each.
    template <typename F>
    void each_exit_position(ExitIndex exit, SliceIndex index, F&& f) const;
    /// Calls f(move) for the moves of a side out of the tier. Whether what they lead to is a position is
    /// another question.
    template <typename F>
    void each_move_out(const Slice& slice, Color side, F&& f) const;

  private:
    using Set = SquareSet<std::uint64_t>;
    using Leading = LeadingPieces<std::uint64_t>;
    static constexpr ManIndex first_other{royals};  ///< that is not royal
    static constexpr SliceSquares bit(Square square) { return square_bit(square); }

    /// A move of one man: the squares that must be empty on its path.
    struct Way {
        SliceSquares path = 0;
        Square end{0};
        bool stays = true;        ///< the man may come there as what it is
        bool turns = false;       ///< it may come there as another kind
        std::uint32_t steps = 0;  ///< to the slice that it leads to, where no royal man goes and it stays
    };
    using Ways = std::vector<std::vector<Way>>;  ///< by square
    /// Squares in order, and their numbers.
    struct Squares {
        SliceSquares all = 0;
        std::vector<Square> list;
        std::array<std::uint8_t, max_slice_squares> number{};
    };
    struct Man {
        Color color = Color::white;
        rules::PieceKind kind{0};
        Squares found;           ///< where it may stand
        Ways quiet;              ///< to where it stays what it is
        Ways back;               ///< `quiet` from where they end
        Ways turning;            ///< quiet moves to where it turns
        Ways captures;           ///< all
        Squares turned;          ///< where it may stand once it has turned
        SliceSquares stays = 0;  ///< where it may come to as what it is
        /// Into what it turns on a square.
        std::vector<std::vector<rules::PieceKind>> kinds;
    };
    using Strides = std::array<std::uint32_t, max_fixed>;  ///< first that of the royals' class

    /// Whom a move takes, and who turns: what is left is numbered in slices like those of the tier, which is
    /// the exit of nobody.
    struct Exit {
        std::optional<ManIndex> taken;
        std::optional<ManIndex> turned;
        Strides strides{};
        std::uint32_t slices = 0;
        unsigned columns = 1;
        std::array<std::uint8_t, max_slice_squares> column{};  ///< by the varying man's square
    };

    template <typename F>
    static void each_slot(const Tier::ChildIndex::Run& run, const Slice& slice, SliceSquares squares, F&& f) {
        if (!run.straight()) {
            for (Set left{squares}; left.any();) {
                const Square square = left.take_first();
                f(square, run.slot_if(square), 1U);
            }
            return;
        }
        for (SliceSquares left = slice.free; left != 0;) {
            const Square square = Set{left}.first();
            const auto count = static_cast<unsigned>(std::countr_one(left >> square.index()));
            f(square, run.slot_if(square), count);
            left &= ~((~SliceSquares{0} >> (max_slice_squares - count)) << square.index());
        }
    }

    explicit SlicedTier(Tier tier) : tier_(std::move(tier)) {}
    std::optional<Man> compile(Tier::Man of) const;
    static Squares numbered(SliceSquares squares);
    template <typename F>
    void each_way(const Man& man, Square from, bool captures, F&& f) const;
    void number_leading_pieces();
    /// An exit with its numbers, but nothing where these are over 32 bits.
    std::optional<Exit> numbered(std::optional<ManIndex> taken, std::optional<ManIndex> turned) const;
    bool number_exits();
    void number_steps();
    ManIndex varying_man() const { return ManIndex{men() - 1}; }
    /// The royals are the first men, the varying man is the last.
    unsigned men() const { return static_cast<unsigned>(men_.size()); }
    const Man& man(ManIndex man) const { return men_[man.number()]; }
    const Man& varying() const { return men_.back(); }
    const Exit& exit(ExitIndex exit) const { return exits_[exit.number()]; }
    /// Precondition: there is one.
    ExitIndex exit_of(std::optional<ManIndex> taken, std::optional<ManIndex> turned) const {
        return ExitIndex{exit_numbers_[exit_key(taken, turned)]};
    }
    std::size_t exit_key(std::optional<ManIndex> taken, std::optional<ManIndex> turned) const {
        const unsigned nobody = men();
        return (taken ? taken->number() : nobody) * (men() + 1) + (turned ? turned->number() : nobody);
    }
    const Squares& squares_of(ManIndex man, const Exit& exit) const {
        return man == exit.turned ? this->man(man).turned : this->man(man).found;
    }

    const SquareMap& map(SymmetryIndex symmetry) const { return maps_[symmetry.number()]; }
    Slice stand(SliceIndex index, const Exit& exit) const;
    /// The fixed men alone.
    Position put(Color to_move, const Slice& slice, const Exit& exit) const;
    /// The slice after one of its men has moved, and the symmetry that folded it; nothing where the royals
    /// stand so that it has no positions. No fixed man moves if it is the varying one.
    std::optional<std::pair<SliceIndex, SymmetryIndex>> moved(const Slice& slice, ManIndex man, Square to,
                                                              const Exit& exit) const {
        std::array<Square, max_fixed> squares = slice.squares;
        if (man != varying_man()) squares[man.number()] = to;
        Leading::Folded folded{slice.leading_class, identity};
        if (man < first_other) folded = folded_royals(squares[0], squares[1]);
        if (folded.leading_class == Leading::impossible) return std::nullopt;
        const SquareMap& map = this->map(folded.symmetry);
        return std::pair{
            index(folded.leading_class, exit, [&](ManIndex i) { return map[squares[i.number()].index()]; }),
            folded.symmetry};
    }
    const Leading::Folded& folded_royals(Square first, Square second) const {
        return leading_folded_[first.index() * squares_ + second.index()];
    }
    /// The slice whose royals' class is given, and of each other fixed man but one that is taken the square.
    template <typename SquareOf>
    SliceIndex index(LeadingClassIndex leading_class, const Exit& exit, SquareOf&& square_of) const {
        std::uint32_t sum = leading_class.number() * exit.strides[0];
        for (ManIndex man = first_other; man < varying_man(); ++man)
            if (man != exit.taken)
                sum += squares_of(man, exit).number[square_of(man).index()] * exit.strides[man.number()];
        return SliceIndex{sum};
    }
    /// The same within the tier, of a royal man.
    std::optional<std::pair<SliceIndex, SymmetryIndex>> moved_royal(const Slice& slice, ManIndex man,
                                                                    Square to) const {
        const bool first = man == ManIndex{};
        const auto& folded = folded_royals(first ? to : slice.squares[0], first ? slice.squares[1] : to);
        if (folded.leading_class == Leading::impossible) return std::nullopt;
        if (folded.symmetry != identity) return moved(slice, man, to, whole_);
        const std::uint32_t classes = folded.leading_class.number() - slice.leading_class.number();
        return std::pair{SliceIndex{slice.index.number() + classes * whole_.strides[0]}, identity};
    }
    /// The other copies of a slice that symmetries make which keep its royals.
    template <typename F>
    void each_copy(SliceIndex index, SymmetryIndex symmetry, SliceSquares blocked, F&& f) const {
        const auto& stabilizer = leading_->at(leading_class(index, whole_)).stabilizer;
        if (stabilizer.empty()) return;
        const Slice slice = this->slice(index);
        for (const SymmetryIndex s : stabilizer)
            f(SliceMove{copy(slice, s), products_[s.number() * maps_.size() + symmetry.number()], blocked});
    }
    static LeadingClassIndex leading_class(SliceIndex index, const Exit& exit) {
        return LeadingClassIndex{index.number() / exit.strides[0]};
    }
    SliceIndex copy(const Slice& slice, SymmetryIndex symmetry) const {
        const SquareMap& map = this->map(symmetry);
        return index(slice.leading_class, whole_,
                     [&](ManIndex man) { return map[slice.square_of(man).index()]; });
    }
    SliceSquares passing_squares(const Slice& slice, Color side) const;

    static ManIndex next(ManIndex man) { return ++man; }
    /// Precondition: the man is a fixed one.
    bool like_next(ManIndex man) const {
        return this->man(man).color == this->man(next(man)).color &&
               this->man(man).kind == this->man(next(man)).kind;
    }
    /// The ordered slice and square that a symmetry which keeps the royals makes of one.
    Place ordered_copy(const Slice& slice, Square square, SymmetryIndex symmetry) const;

    Tier tier_;
    unsigned squares_ = 0;
    bool royals_lead_ = false;
    bool has_equals_ = false;
    ByColor<bool> passes_{};  ///< whether men of the side may pass where an enemy captures en passant
    std::vector<Man> men_;
    std::vector<SquareMap> maps_;  ///< the identity first
    std::vector<SymmetryIndex> inverses_;
    std::vector<SymmetryIndex> products_;  ///< `a * maps + b`: b, and then a
    std::shared_ptr<const Leading> leading_;
    std::vector<Leading::Folded> leading_folded_;  ///< by the first royal's square × squares + the second's
    Exit whole_;
    std::vector<Exit> exits_;
    std::vector<std::uint32_t> exit_numbers_;  ///< by `exit_key`
};

template <typename F>
void SlicedTier::each_exit_position(ExitIndex exit, SliceIndex index, F&& f) const {
    const Exit& left = this->exit(exit);
    const Slice slice = stand(index, left);
    if (slice.free == 0) return;
    const Color to_move = left.turned ? !man(*left.turned).color : man(*left.taken).color;
    Position p = put(to_move, slice, left);
    engine::UncheckedEditor<std::uint64_t> board{p};
    const auto show = [&](Square square) {
        const unsigned column = left.column[square.index()];
        if (!tier_.game().guards_its_own(p)) return;
        if (!left.turned) return f(column, std::as_const(p));
        const Man& pawn = man(*left.turned);
        const Square at = left.turned == varying_man() ? square : slice.square_of(*left.turned);
        board.take(at, pawn.color);
        for (const rules::PieceKind kind : pawn.kinds[at.index()]) {
            board.put(at, pawn.color, kind);
            f(column, std::as_const(p));
            board.take(at, pawn.color);
        }
        board.put(at, pawn.color, pawn.kind);
    };
    if (left.taken == varying_man()) return show(Square{0});
    for (Set squares{slice.free}; squares.any();) {
        const Square square = squares.take_first();
        board.put(square, varying().color, varying().kind);
        show(square);
        board.take(square, varying().color);
    }
}

template <typename F>
void SlicedTier::each_move_out(const Slice& slice, Color side, F&& f) const {
    const ManIndex last = varying_man();
    const auto leave = [&](ManIndex man, std::optional<ManIndex> taken, bool turns, Square to,
                           SliceSquares squares, std::optional<Square> ends) {
        const ExitIndex exit = exit_of(taken, turns ? std::optional{man} : std::nullopt);
        const auto left = moved(slice, man, to, this->exit(exit));
        if (left) f(SliceExit{exit, left->first, left->second, squares, ends});
    };
    for (ManIndex man; man < last; ++man) {
        if (this->man(man).color != side) continue;
        const unsigned from = slice.square_of(man).index();
        for (const Way& way : this->man(man).turning[from])
            if (((way.path | bit(way.end)) & slice.occupied) == 0)
                leave(man, std::nullopt, true, way.end, slice.free & ~(way.path | bit(way.end)),
                      std::nullopt);
        for (const Way& way : this->man(man).captures[from]) {
            if ((way.path & slice.occupied) != 0) continue;
            ManIndex taken = last;
            if ((slice.occupied & bit(way.end)) != 0)
                for (taken = first_other; taken < last && slice.square_of(taken) != way.end; ++taken) {
                }
            // A royal man on the square is none to be taken.
            if (taken == last && (slice.occupied & bit(way.end)) != 0) continue;
            if (this->man(taken).color == side) continue;
            const SliceSquares squares = slice.free & (taken == last ? bit(way.end) : ~way.path);
            if (squares == 0) continue;
            if (way.stays) leave(man, taken, false, way.end, squares, std::nullopt);
            if (way.turns) leave(man, taken, true, way.end, squares, std::nullopt);
        }
    }
    if (varying().color != side) return;
    for (ManIndex taken = first_other; taken < last; ++taken) {
        if (man(taken).color == side) continue;
        const Square at = slice.square_of(taken);
        const SliceSquares squares =
            tier_.unmoves().attackers(side, varying().kind, at, Set{slice.occupied}).bits() & slice.free;
        if (squares == 0) continue;
        if ((varying().stays & bit(at)) != 0) leave(last, taken, false, at, squares, at);
        if ((varying().turned.all & bit(at)) != 0) leave(last, taken, true, at, squares, at);
    }
    if (varying().turned.all == 0) return;
    for (Set left{slice.free}; left.any();) {
        const Square square = left.take_first();
        for (const Way& way : varying().turning[square.index()])
            if (((way.path | bit(way.end)) & slice.occupied) == 0)
                leave(last, std::nullopt, true, way.end, bit(square), way.end);
    }
}

}  // namespace zermelo::tablebase
