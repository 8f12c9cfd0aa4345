// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/tablebase/tier_rules.hpp"

#include "zermelo/engine/setup.hpp"
#include "zermelo/engine/setup_check.hpp"
#include "zermelo/tablebase/table_rules.hpp"

namespace zermelo::tablebase {
namespace {

/// The squares on which the check of setups finds nothing wrong with a man of the kind.
template <typename Bits>
SquareSet<Bits> found_squares(const engine::Game<Bits>& game, Color color, rules::PieceKind kind) {
    using Set = SquareSet<Bits>;
    const engine::CompiledRules<Bits>& compiled = game.compiled();
    const auto bit = [&](Square s) {
        return rules::region_bit(compiled.place(s).file, compiled.place(s).rank);
    };
    const engine::Man man{color, compiled.letter(kind)};
    // All at once, but for royal pieces, of which too many would be a violation, too.
    const auto without_violation = [&](Set on) {
        engine::Setup setup = compiled.empty_setup();
        for (Set left = on; left.any();) setup.men[bit(left.take_first())] = man;
        for (const engine::Violation& v : engine::violations(setup, game))
            if (v.place) on = on & ~Set::of(compiled.square(*v.place));
        return on;
    };
    if (!compiled.is_royal(kind)) return without_violation(compiled.board);
    Set found;
    for (Set left = compiled.piece_moves(color, kind).allowed; left.any();)
        found |= without_violation(Set::of(left.take_first()));
    return found;
}

/// Whether moves that can be captured en passant lead from a square back to it.
template <typename Bits>
bool goes_in_circles(const engine::PieceMoves<Bits>& piece, unsigned squares) {
    if (piece.passing.empty()) return false;
    // Squares from which no such move leads on are taken out, until nothing changes.
    SquareSet<Bits> left;
    for (const Square s : BoardSquares{squares})
        if (piece.passing[s.index()].any()) left |= SquareSet<Bits>::of(s);
    for (auto before = SquareSet<Bits>{}; before != left;) {
        before = left;
        for (const Square s : BoardSquares{squares})
            if (left.contains(s) && (piece.passing[s.index()] & left).empty())
                left = left & ~SquareSet<Bits>::of(s);
    }
    return left.any();
}

}  // namespace

template <typename Bits>
TierRules<Bits>::TierRules(engine::Game<Bits> of)
    : game(std::move(of)),
      swap(colour_swap(game.compiled())),
      unmoves(game.compiled()),
      judged(judges_moves(game.rules())) {
    const engine::CompiledRules<Bits>& compiled = game.compiled();
    for (const Color c : both_colors) {
        const bool taken = !compiled.sides[!c].en_passant_kinds.empty();
        for (const rules::PieceKind k : compiled.kinds()) {
            found[c].push_back(found_squares(game, c, k) &
                               within_reach(compiled, c, k).value_or(compiled.board));
            if (taken && goes_in_circles(compiled.piece_moves(c, k), compiled.squares))
                endless[c] += compiled.letter(k);
        }
    }
    // A start with pawns far back lets those of one side be found where the other's may not.
    for (const rules::PieceKind k : compiled.kinds())
        if (swap && mapped(*swap, found[Color::white][k.index()]) != found[Color::black][k.index()])
            swap.reset();
}

template <typename Bits>
std::optional<Square> TierRules<Bits>::misplaced(const engine::Position<Bits>& p) const {
    for (const Color c : both_colors)
        for (const rules::PieceKind k : game.compiled().kinds())
            if (const auto out = p.men(c, k) & ~found[c][k.index()]; out.any()) return out.first();
    return std::nullopt;
}

template <typename Bits>
std::string TierRules<Bits>::fen(const engine::Position<Bits>& p, bool swapped) const {
    const engine::Setup setup = game.setup(p);
    return engine::print_fen(swapped ? colours_swapped(setup, *swap, game.compiled().files) : setup);
}

template struct TierRules<std::uint64_t>;
template struct TierRules<Bits256>;

}  // namespace zermelo::tablebase
