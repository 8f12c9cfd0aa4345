// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/tablebase/sliced_tier.hpp"

#include <algorithm>
#include <limits>
#include <span>

#include "zermelo/engine/attacks.hpp"

namespace zermelo::tablebase {
namespace {

using Set = SquareSet<std::uint64_t>;

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
    SlicedTier slices{tier};
    slices.squares_ = compiled.squares;
    unsigned copies = 1;
    unsigned alike = 1;
    for (unsigned i = 0; i < men.size(); ++i) {
        if (compiled.is_royal(men[i].kind) != (i < royals)) return std::nullopt;
        alike =
            i > royals && men[i].color == men[i - 1].color && men[i].kind == men[i - 1].kind ? alike + 1 : 1;
        if ((copies *= alike) > max_copies) return std::nullopt;
        auto man = slices.compile(men[i]);
        if (!man) return std::nullopt;
        slices.men_.push_back(*std::move(man));
    }
    slices.royals_lead_ = tier.royals_lead();
    slices.has_equals_ = copies > 1;
    for (const Color side : both_colors)
        slices.passes_[side] =
            std::any_of(men.begin(), men.end(),
                        [&](const auto& man) {
                            return man.color == side && !compiled.piece_moves(side, man.kind).passing.empty();
                        }) &&
            std::any_of(men.begin(), men.end(), [&](const auto& man) {
                return man.color != side && compiled.piece_moves(!side, man.kind).captures_en_passant;
            });
    slices.number_leading_pieces();
    if (!slices.number_exits()) return std::nullopt;
    slices.number_steps();
    return slices;
}

/// How a man moves; nothing where that is more than slices know.
auto SlicedTier::compile(Tier::Man of) const -> std::optional<Man> {
    const engine::CompiledRules<std::uint64_t>& compiled = tier_.game().compiled();
    const engine::PieceMoves<std::uint64_t>& piece = compiled.piece_moves(of.color, of.kind);
    const auto stays_or_rules = [&](rules::Letter letter) {
        return letter == compiled.letter(of.kind) || compiled.is_royal(compiled.kind_of(letter));
    };
    if (!piece.hops.empty() || piece.promoted_letter || piece.allowed != compiled.board ||
        std::any_of(piece.promotions.begin(), piece.promotions.end(), stays_or_rules))
        return std::nullopt;
    Man man;
    man.color = of.color;
    man.kind = of.kind;
    const Set region = piece.promotes ? compiled.sides[of.color].promotion_region : Set{};
    const bool must_turn = compiled.rules.mandatory_pawn_promotion;
    const Set found = tier_.found(of.color, of.kind);
    if (compiled.is_royal(of.kind) && found != compiled.board) return std::nullopt;
    man.stays = (must_turn ? found & ~region : found).bits();
    man.found = numbered(found.bits());
    man.kinds.resize(squares_);
    for (Set left = region; left.any();) {
        const Square square = left.take_first();
        for (const rules::Letter letter : piece.promotions)
            if (compiled.piece_moves(of.color, compiled.kind_of(letter)).allowed.contains(square))
                man.kinds[square.index()].push_back(compiled.kind_of(letter));
    }
    for (auto* ways : {&man.quiet, &man.back, &man.turning, &man.captures}) ways->resize(squares_);
    SliceSquares turned = 0;
    bool closed = true;
    for (const Square from : man.found.list) {
        const auto arriving = [&](Way way) {
            way.stays = !(must_turn && region.contains(way.end));
            way.turns = !man.kinds[way.end.index()].empty();
            closed = closed && (!way.stays || found.contains(way.end));
            if (way.turns) turned |= bit(way.end);
            return way;
        };
        each_way(man, from, false, [&](Way way) {
            way = arriving(way);
            if (way.turns) man.turning[from.index()].push_back(way);
            if (!way.stays) return;
            man.quiet[from.index()].push_back(way);
            man.back[way.end.index()].push_back({way.path, from});
        });
        each_way(man, from, true, [&](Way way) { man.captures[from.index()].push_back(arriving(way)); });
    }
    man.turned = numbered(turned);
    return closed ? std::optional{std::move(man)} : std::nullopt;
}

auto SlicedTier::numbered(SliceSquares squares) -> Squares {
    Squares result;
    result.all = squares;
    for (Set left{squares}; left.any();) {
        const Square square = left.take_first();
        result.number[square.index()] = static_cast<std::uint8_t>(result.list.size());
        result.list.push_back(square);
    }
    return result;
}

/// Calls f(way) for the moves of a man from a square, with nothing known but where they lead.
template <typename F>
void SlicedTier::each_way(const Man& man, Square from, bool captures, F&& f) const {
    const engine::CompiledRules<std::uint64_t>& compiled = tier_.game().compiled();
    const engine::PieceMoves<std::uint64_t>& piece = compiled.piece_moves(man.color, man.kind);
    const auto add = [&](Set to, const auto& path) {
        while (to.any()) {
            const Square end = to.take_first();
            f(Way{path(end).bits(), end});
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
            add(lame.by_square[from.index()].to, [&](Square) { return lame.by_square[from.index()].path; });
}

void SlicedTier::number_leading_pieces() {
    const engine::CompiledRules<std::uint64_t>& compiled = tier_.game().compiled();
    maps_ = symmetries(compiled, kinds_of(tier_.material(), compiled.rules));
    std::erase_if(maps_, [&](const SquareMap& map) {
        return std::any_of(men_.begin(), men_.end(), [&](const Man& man) {
            return tablebase::mapped(map, Set{man.found.all}) != Set{man.found.all};
        });
    });
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
    const auto attacks = [&](const Man& royal, Square from, Square to) {
        const auto& ways = royal.captures[from.index()];
        return std::any_of(ways.begin(), ways.end(),
                           [&](const Way& way) { return way.end == to && way.path == 0; });
    };
    const PlacementPart<std::uint64_t> part{compiled.board, 1, true, squares_};
    leading_ = std::make_shared<const Leading>(squares_, maps_, std::vector{part, part},
                                               [&](std::span<const Set> at) {
                                                   return !attacks(men_[0], at[0].first(), at[1].first()) ||
                                                          !attacks(men_[1], at[1].first(), at[0].first());
                                               });
    leading_folded_.resize(std::size_t{squares_} * squares_);
    for (const Square a : BoardSquares{squares_})
        for (const Square b : BoardSquares{squares_})
            if (a != b)
                leading_folded_[a.index() * squares_ + b.index()] =
                    leading_->folded(std::array{Set::of(a), Set::of(b)});
}

auto SlicedTier::numbered(std::optional<ManIndex> taken, std::optional<ManIndex> turned) const
    -> std::optional<Exit> {
    Exit exit{taken, turned};
    std::uint64_t stride = 1;
    for (unsigned i = varying_man().number(); i-- > royals;) {
        const ManIndex man{i};
        exit.strides[i] = static_cast<std::uint32_t>(stride);
        if (man != taken) stride *= squares_of(man, exit).list.size();
        if (stride > std::numeric_limits<std::uint32_t>::max()) return std::nullopt;
    }
    exit.strides[0] = static_cast<std::uint32_t>(stride);
    if ((stride *= leading_->classes()) > std::numeric_limits<std::uint32_t>::max()) return std::nullopt;
    exit.slices = static_cast<std::uint32_t>(stride);
    if (taken == varying_man()) return exit;
    if (turned == varying_man()) {
        exit.column = varying().turned.number;
        exit.columns = static_cast<unsigned>(varying().turned.list.size());
    } else {
        for (const Square square : BoardSquares{squares_})
            exit.column[square.index()] = static_cast<std::uint8_t>(square.index());
        exit.columns = squares_;
    }
    return exit;
}

/// False where a number is over 32 bits.
bool SlicedTier::number_exits() {
    exit_numbers_.resize(exit_key(std::nullopt, std::nullopt) + 1);
    const auto add = [&](std::optional<ManIndex> taken, std::optional<ManIndex> turned) {
        exit_numbers_[exit_key(taken, turned)] = exits();
        const auto exit = numbered(taken, turned);
        if (exit) exits_.push_back(*exit);
        return exit.has_value();
    };
    const auto whole = numbered(std::nullopt, std::nullopt);
    if (!whole) return false;
    whole_ = *whole;
    for (ManIndex man = first_other; man.number() < men(); ++man) {
        if (!add(man, std::nullopt)) return false;
        if (this->man(man).turned.all == 0) continue;
        if (!add(std::nullopt, man)) return false;
        for (ManIndex taken = first_other; taken.number() < men(); ++taken)
            if (this->man(taken).color != this->man(man).color && !add(taken, man)) return false;
    }
    return true;
}

void SlicedTier::number_steps() {
    for (ManIndex man = first_other; man < varying_man(); ++man) {
        const auto& number = this->man(man).found.number;
        for (auto* ways : {&men_[man.number()].quiet, &men_[man.number()].back})
            for (const Square from : BoardSquares{squares_})
                for (Way& way : (*ways)[from.index()])
                    way.steps = (std::uint32_t{number[way.end.index()]} - number[from.index()]) *
                                whole_.strides[man.number()];
    }
}

SlicedTier::Slice SlicedTier::stand(SliceIndex index, const Exit& exit) const {
    Slice slice;
    slice.index = index;
    slice.leading_class = leading_class(index, exit);
    const auto royal_squares = leading_->kept(slice.leading_class);
    std::uint32_t rest = index.number() % exit.strides[0];
    unsigned men = 0;
    for (ManIndex man; man < varying_man(); ++man) {
        if (man == exit.taken) continue;
        Square& square = slice.squares[man.number()];
        if (man < first_other) {
            square = royal_squares[man.number()].first();
        } else {
            const auto& list = squares_of(man, exit).list;
            square = list[rest / exit.strides[man.number()]];
            rest %= exit.strides[man.number()];
        }
        slice.occupied |= bit(square);
        ++men;
    }
    const bool apart = static_cast<unsigned>(std::popcount(slice.occupied)) == men;
    const SliceSquares all = squares_of(varying_man(), exit).all;
    slice.free = apart ? all & ~slice.occupied : 0;
    return slice;
}

SlicedTier::Position SlicedTier::put(Color to_move, const Slice& slice, const Exit& exit) const {
    Position p;
    engine::UncheckedEditor<std::uint64_t> board{p};
    board.to_move(to_move);
    for (ManIndex man; man < varying_man(); ++man)
        if (man != exit.taken) board.put(slice.square_of(man), this->man(man).color, this->man(man).kind);
    return p;
}

SlicedTier::Position SlicedTier::position(Color to_move, const Slice& slice, Square square) const {
    Position p = put(to_move, slice, whole_);
    engine::UncheckedEditor<std::uint64_t>{p}.put(square, varying().color, varying().kind);
    return p;
}

auto SlicedTier::place(const Position& position) const -> Place {
    std::array<Square, max_fixed + 1> squares{};
    for (unsigned i = 0; i < men();) {
        Set same = position.men(men_[i].color, men_[i].kind);
        while (same.any()) squares[i++] = same.take_first();
    }
    const Leading::Folded& folded = folded_royals(squares[0], squares[1]);
    const SquareMap& map = this->map(folded.symmetry);
    return {
        index(folded.leading_class, whole_, [&](ManIndex man) { return map[squares[man.number()].index()]; }),
        map[squares[men() - 1].index()]};
}

SliceSquares SlicedTier::positions(Color to_move, const Slice& slice) const {
    SliceSquares found = slice.free;
    if (found == 0) return 0;
    const Square square = slice.squares[men_[0].color == to_move ? 1 : 0];
    for (ManIndex man; man < varying_man(); ++man) {
        if (this->man(man).color != to_move) continue;
        for (const Way& way : this->man(man).captures[slice.square_of(man).index()])
            if (way.end == square && (way.path & slice.occupied) == 0) found &= way.path;
    }
    if (varying_side() == to_move)
        found &= ~tier_.unmoves().attackers(to_move, varying().kind, square, Set{slice.occupied}).bits();
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

auto SlicedTier::ordered_copy(const Slice& slice, Square square, SymmetryIndex symmetry) const -> Place {
    std::array<Square, max_fixed + 1> squares{};
    const SquareMap& map = this->map(symmetry);
    const unsigned last = varying_man().number();
    for (unsigned i = royals; i < last; ++i) squares[i] = map[slice.squares[i].index()];
    squares[last] = map[square.index()];
    // No three are alike: that would be more than `max_copies`.
    for (unsigned i = royals; i < last; ++i)
        if (like_next(ManIndex{i}) && squares[i] > squares[i + 1]) std::swap(squares[i], squares[i + 1]);
    return {index(slice.leading_class, whole_, [&](ManIndex man) { return squares[man.number()]; }),
            squares[last]};
}

SliceSquares SlicedTier::least(const Slice& slice) const {
    SliceSquares least = ordered(slice);
    for (const SymmetryIndex symmetry : leading_->at(slice.leading_class).stabilizer)
        for (Set left{least}; left.any();) {
            const Square square = left.take_first();
            if (ordered_copy(slice, square, symmetry) < Place{slice.index, square}) least &= ~bit(square);
        }
    return least;
}

SliceSquares SlicedTier::varying_moves(const Slice& slice, Square square) const {
    const engine::CompiledRules<std::uint64_t>& compiled = tier_.game().compiled();
    return targets(compiled, compiled.piece_moves(varying().color, varying().kind), square,
                   Set{slice.occupied}, Set{varying().stays & ~slice.occupied}, Set{})
        .bits();
}

SliceSquares SlicedTier::varying_unmoves(const Slice& slice, Square square) const {
    if ((varying().stays & bit(square)) == 0) return 0;
    return tier_.unmoves()
               .origins(varying().color, varying().kind, square, Set{slice.occupied | bit(square)})
               .bits() &
           slice.free;
}

SliceSquares SlicedTier::passing_squares(const Slice& slice, Color side) const {
    const engine::CompiledRules<std::uint64_t>& compiled = tier_.game().compiled();
    // From which squares of the varying man, or whatever it does, an enemy captures on one of some squares.
    const auto taking = [&](Set passed) {
        SliceSquares from = 0;
        const auto captures = [&](const Man& man) {
            return man.color != side && compiled.piece_moves(man.color, man.kind).captures_en_passant;
        };
        for (ManIndex man; man < varying_man(); ++man)
            if (captures(this->man(man)))
                for (const Way& way : this->man(man).captures[slice.square_of(man).index()])
                    if (passed.contains(way.end)) return ~SliceSquares{0};
        if (captures(varying()))
            while (passed.any())
                from |= tier_.unmoves().attackers(!side, varying().kind, passed.take_first(), Set{}).bits();
        return from;
    };
    SliceSquares squares = 0;
    const auto add = [&](const Man& man, Square from, SliceSquares among) {
        const auto& passing = compiled.piece_moves(side, man.kind).passing;
        if (man.color != side || passing.empty()) return;
        for (Set to = passing[from.index()]; to.any();) {
            const Square end = to.take_first();
            if ((slice.occupied & bit(end)) != 0) continue;
            squares |= among & ~bit(end) &
                       taking(engine::between(compiled, from, end) & compiled.sides[!side].en_passant_region);
        }
    };
    for (ManIndex man = first_other; man < varying_man(); ++man)
        add(this->man(man), slice.square_of(man), slice.free);
    for (Set left{slice.free}; varying().color == side && left.any();) {
        const Square square = left.take_first();
        add(varying(), square, bit(square));
    }
    return squares;
}

}  // namespace zermelo::tablebase
