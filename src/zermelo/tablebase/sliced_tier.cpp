// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/tablebase/sliced_tier.hpp"

#include <algorithm>
#include <limits>
#include <span>

#include "zermelo/engine/attacks.hpp"

namespace zermelo::tablebase {
namespace {

using Set = SquareSet<std::uint64_t>;

/// Whether a kind only slides, steps and leaps, stays what it is, and cannot be captured in passing.
bool moves_plainly(const engine::PieceMoves<std::uint64_t>& piece, Set board) {
    return piece.hops.empty() && piece.passing.empty() && !piece.promotes && !piece.promoted_letter &&
           piece.allowed == board;
}

/// Whether nothing but attacks on the royal men restricts a side and ends the game.
bool plain(const engine::CompiledRules<std::uint64_t>& compiled) {
    return compiled.facts.plain_legality && !compiled.facts.ends_at_once && !compiled.rules.must_capture &&
           compiled.royal_kinds.size() == 1;
}

}  // namespace

std::optional<SlicedTier> SlicedTier::make(const Tier& tier) {
    const engine::CompiledRules<std::uint64_t>& compiled = tier.game().compiled();
    const auto men = tier.men_in_order();
    if (!tier.plain() || !plain(compiled) || tier.game().wins_unmoved() || men.size() <= royals ||
        men.size() > max_fixed + 1 || compiled.board.size() != compiled.squares ||
        men[0].color == men[1].color)
        return std::nullopt;
    unsigned copies = 1;
    unsigned alike = 1;
    for (unsigned i = 0; i < men.size(); ++i) {
        if (compiled.is_royal(men[i].kind) != (i < royals)) return std::nullopt;
        if (!moves_plainly(compiled.piece_moves(men[i].color, men[i].kind), compiled.board))
            return std::nullopt;
        alike =
            i > royals && men[i].color == men[i - 1].color && men[i].kind == men[i - 1].kind ? alike + 1 : 1;
        if ((copies *= alike) > max_copies) return std::nullopt;
    }

    SlicedTier slices{tier};
    slices.squares_ = compiled.squares;
    slices.contiguous_ = tier.last_is_contiguous();
    slices.has_equals_ = copies > 1;
    slices.varying_ = men.back();
    for (auto man = men.begin(); man != men.end() - 1; ++man) {
        Fixed fixed{man->color,
                    man->kind,
                    slices.ways(man->color, man->kind, false),
                    {},
                    slices.ways(man->color, man->kind, true)};
        fixed.back.resize(compiled.squares);
        for (const Square from : BoardSquares{compiled.squares})
            for (const Way& way : fixed.quiet[from.index()])
                fixed.back[way.end.index()].push_back({way.path, from});
        slices.fixed_.push_back(std::move(fixed));
    }
    slices.number_leading_pieces();
    std::uint64_t count = slices.leading_->classes();
    for (unsigned i = royals; i < slices.fixed_.size(); ++i)
        if ((count *= compiled.squares) > std::numeric_limits<std::uint32_t>::max()) return std::nullopt;
    slices.number_slices();
    return slices;
}

SlicedTier::Ways SlicedTier::ways(Color color, rules::PieceKind kind, bool captures) const {
    const engine::CompiledRules<std::uint64_t>& compiled = tier_.game().compiled();
    const engine::PieceMoves<std::uint64_t>& piece = compiled.piece_moves(color, kind);
    Ways ways(squares_);
    for (const Square from : BoardSquares{squares_}) {
        const auto add = [&](Set to, const auto& path) {
            while (to.any()) {
                const Square end = to.take_first();
                ways[from.index()].push_back({path(end).bits(), end});
            }
        };
        if (!piece.leaps.empty())
            add(captures ? piece.leaps[from.index()].capture : piece.leaps[from.index()].quiet,
                [](Square) { return Set{}; });
        for (const auto& ride : piece.rides) {
            if (captures ? !ride.capture : !ride.quiet) continue;
            const auto& ray = compiled.line(ride.line, from);
            if (ride.up) add(ray.up, [&](Square end) { return ray.up & Set::below(end); });
            if (ride.down) add(ray.down, [&](Square end) { return ray.down & Set::above(end); });
        }
        for (const auto& lame : piece.lame)
            if (captures ? lame.capture : lame.quiet)
                add(lame.by_square[from.index()].to,
                    [&](Square) { return lame.by_square[from.index()].path; });
    }
    return ways;
}

void SlicedTier::number_leading_pieces() {
    const engine::CompiledRules<std::uint64_t>& compiled = tier_.game().compiled();
    maps_ = symmetries(compiled, kinds_of(tier_.material(), compiled.rules));
    const auto number_of = [&](const SquareMap& map) {
        return SymmetryIndex{
            static_cast<std::uint32_t>(std::find(maps_.begin(), maps_.end(), map) - maps_.begin())};
    };
    inverses_.resize(maps_.size());
    for (std::uint32_t a = 0; a < maps_.size(); ++a)
        for (std::uint32_t b = 0; b < maps_.size(); ++b) {
            SquareMap product(squares_);
            for (unsigned s = 0; s < squares_; ++s) product[s] = maps_[a][maps_[b][s].index()];
            products_.push_back(number_of(product));
            if (products_.back() == identity) inverses_[a] = SymmetryIndex{b};
        }
    // What attacks from next door: no position has a royal man beside such a one.
    const auto attacks = [&](const Fixed& royal, Square from, Square to) {
        const auto& ways = royal.captures[from.index()];
        return std::any_of(ways.begin(), ways.end(),
                           [&](const Way& way) { return way.end == to && way.path == 0; });
    };
    const PlacementPart<std::uint64_t> part{compiled.board, 1, true, squares_};
    leading_ = std::make_shared<const Leading>(squares_, maps_, std::vector{part, part},
                                               [&](std::span<const Set> at) {
                                                   return !attacks(fixed_[0], at[0].first(), at[1].first()) ||
                                                          !attacks(fixed_[1], at[1].first(), at[0].first());
                                               });
    leading_folded_.resize(std::size_t{squares_} * squares_);
    for (const Square a : BoardSquares{squares_})
        for (const Square b : BoardSquares{squares_})
            if (a != b)
                leading_folded_[a.index() * squares_ + b.index()] =
                    leading_->folded(std::array{Set::of(a), Set::of(b)});
}

SlicedTier::Strides SlicedTier::strides_of(std::optional<ManIndex> without, std::uint64_t& slices) const {
    Strides strides{};
    std::uint32_t stride = 1;
    for (auto i = static_cast<unsigned>(fixed_.size()); i-- > royals;) {
        strides[i] = stride;
        if (ManIndex{i} != without) stride *= squares_;
    }
    strides[0] = stride;
    slices = std::uint64_t{stride} * leading_->classes();
    return strides;
}

void SlicedTier::number_slices() {
    std::uint64_t slices = 0;
    strides_ = strides_of(std::nullopt, slices);
    slices_ = static_cast<std::uint32_t>(slices);
    for (ManIndex man = first_other; man.number() < men(); ++man) {
        strides_without_.push_back(strides_of(man, slices));
        slices_without_.push_back(static_cast<std::uint32_t>(slices));
    }
}

SlicedTier::Slice SlicedTier::stand(SliceIndex index, const Strides& strides,
                                    std::optional<ManIndex> without) const {
    Slice slice;
    slice.index = index;
    slice.leading_class = leading_class(index, strides);
    const auto royal_squares = leading_->kept(slice.leading_class);
    std::uint32_t rest = index.number() % strides[0];
    unsigned men = 0;
    for (unsigned i = 0; i < fixed_.size(); ++i) {
        if (ManIndex{i} == without) continue;
        if (i < royals) {
            slice.squares[i] = royal_squares[i].first();
        } else {
            slice.squares[i] = Square{rest / strides[i]};
            rest %= strides[i];
        }
        slice.occupied |= bit(slice.squares[i]);
        ++men;
    }
    const bool apart = static_cast<unsigned>(std::popcount(slice.occupied)) == men;
    slice.free = apart ? tier_.game().compiled().board.bits() & ~slice.occupied : 0;
    return slice;
}

SlicedTier::Position SlicedTier::put(Color to_move, const Slice& slice, std::optional<ManIndex> without,
                                     std::optional<Square> square) const {
    Position p;
    engine::UncheckedEditor<std::uint64_t> board{p};
    board.to_move(to_move);
    for (ManIndex man; man < varying_man(); ++man)
        if (man != without) board.put(slice.square_of(man), fixed(man).color, fixed(man).kind);
    if (square) board.put(*square, varying_.color, varying_.kind);
    return p;
}

SlicedTier::Position SlicedTier::position(Color to_move, const Slice& slice, Square square) const {
    return put(to_move, slice, std::nullopt, square);
}

SliceSquares SlicedTier::positions(Color to_move, const Slice& slice) const {
    SliceSquares found = slice.free;
    if (found == 0) return 0;
    const Square square = slice.squares[fixed_[0].color == to_move ? 1 : 0];
    for (ManIndex man; man < varying_man(); ++man) {
        if (fixed(man).color != to_move) continue;
        for (const Way& way : fixed(man).captures[slice.square_of(man).index()])
            if (way.end == square && (way.path & slice.occupied) == 0) found &= way.path;
    }
    if (varying_.color == to_move)
        found &= ~tier_.unmoves().attackers(to_move, varying_.kind, square, Set{slice.occupied}).bits();
    return found;
}

SliceSquares SlicedTier::ordered(const Slice& slice) const {
    SliceSquares squares = slice.free;
    if (!has_equals_) return squares;
    for (ManIndex man = first_other; man < varying_man(); ++man) {
        if (!like_next(man)) continue;
        const Square at = slice.square_of(man);
        if (next(man) == varying_man())
            squares &= ~(bit(at) | (bit(at) - 1));
        else if (slice.square_of(next(man)) < at)
            return 0;
    }
    return squares;
}

std::pair<SliceIndex, Square> SlicedTier::ordered_copy(const Slice& slice, Square square,
                                                       SymmetryIndex symmetry) const {
    std::array<Square, max_fixed + 1> squares{};
    const SquareMap& map = this->map(symmetry);
    for (unsigned i = royals; i < fixed_.size(); ++i) squares[i] = map[slice.squares[i].index()];
    squares[fixed_.size()] = map[square.index()];
    // No three are alike: that would be more than `max_copies`.
    for (unsigned i = royals; i < fixed_.size(); ++i)
        if (like_next(ManIndex{i}) && squares[i] > squares[i + 1]) std::swap(squares[i], squares[i + 1]);
    return {index(slice.leading_class, strides_, std::nullopt,
                  [&](ManIndex man) { return squares[man.number()]; }),
            squares[fixed_.size()]};
}

SliceSquares SlicedTier::least(const Slice& slice) const {
    SliceSquares least = ordered(slice);
    for (const SymmetryIndex symmetry : leading_->at(slice.leading_class).stabilizer)
        for (Set left{least}; left.any();) {
            const Square square = left.take_first();
            if (ordered_copy(slice, square, symmetry) < std::pair{slice.index, square}) least &= ~bit(square);
        }
    return least;
}

SliceSquares SlicedTier::varying_moves(const Slice& slice, Square square) const {
    const engine::CompiledRules<std::uint64_t>& compiled = tier_.game().compiled();
    return targets(compiled, compiled.piece_moves(varying_.color, varying_.kind), square, Set{slice.occupied},
                   Set{slice.free}, Set{})
        .bits();
}

SliceSquares SlicedTier::varying_unmoves(const Slice& slice, Square square) const {
    return tier_.unmoves()
        .origins(varying_.color, varying_.kind, square, Set{slice.occupied | bit(square)})
        .bits();
}

}  // namespace zermelo::tablebase
