// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/tablebase/symmetry.hpp"

#include <algorithm>
#include <tuple>
#include <utility>

namespace zermelo::tablebase {
namespace {

/// One of the eight: files and ranks are flipped first, then swapped.
struct Rotation {
    bool files = false;
    bool ranks = false;
    bool swap = false;

    std::pair<int, int> step(int f, int r) const {
        if (files) f = -f;
        if (ranks) r = -r;
        if (swap) std::swap(f, r);
        return {f, r};
    }
    SquareMap map(unsigned width, unsigned height) const {
        SquareMap result;
        for (unsigned rank = 0; rank < height; ++rank)
            for (unsigned file = 0; file < width; ++file) {
                unsigned f = files ? width - 1 - file : file;
                unsigned r = ranks ? height - 1 - rank : rank;
                if (swap) std::swap(f, r);
                result.emplace_back(r * width + f);
            }
        return result;
    }
};

using Steps = std::vector<std::tuple<int, int, rules::Movement::Kind, unsigned, bool, bool, bool>>;

/// A kind's movements with every step rotated.
template <typename F>
Steps steps(const rules::Kind& kind, F&& rotated) {
    Steps result;
    for (const rules::Movement& m : kind.movements) {
        const auto [files, ranks] = rotated(m.files, m.ranks);
        result.emplace_back(files, ranks, m.kind, m.limit, m.moves, m.captures, m.initial);
    }
    std::sort(result.begin(), result.end());
    result.erase(std::unique(result.begin(), result.end()), result.end());
    return result;
}

/// Letters as a set.
rules::Letters sorted(rules::Letters letters) {
    std::sort(letters.begin(), letters.end());
    return letters;
}

/// Whether a rotation makes the men of `from` move as those of `to` do, of one kind.
template <typename Bits>
bool same_piece_moves(const engine::CompiledRules<Bits>& compiled, const Rotation& rotation,
                      const SquareMap& map, rules::PieceKind kind, Color from, Color to) {
    const rules::Kind& k = compiled.rules.kinds[kind.index()];
    const int sign = from == to ? 1 : -1;
    const auto rotated = steps(k, [&](int f, int r) { return rotation.step(f, r); });
    const auto wanted = steps(k, [&](int f, int r) { return std::pair{sign * f, sign * r}; });
    if (rotated != wanted) return false;
    const engine::PieceMoves<Bits>& a = compiled.piece_moves(from, kind);
    const engine::PieceMoves<Bits>& b = compiled.piece_moves(to, kind);
    if (mapped(map, a.allowed) != b.allowed) return false;
    if (compiled.rules.drops && mapped(map, a.drop_squares) != b.drop_squares) return false;
    // Files on which no other man of the kind is dropped must stay files.
    if (compiled.rules.drops && k.letter == compiled.rules.undoubled_kind && rotation.swap) return false;
    if (k.has_initial_moves() && mapped(map, a.initial_region) != b.initial_region) return false;
    const auto thrice = [&](Color c) { return compiled.crop(compiled.rules.side(c).triple_step_region); };
    if (k.pawn && mapped(map, thrice(from)) != thrice(to)) return false;
    // The double step looks ahead; so, to be on the safe side, does whatever can be captured where it passes.
    const bool ahead = rotation.step(0, 1) == std::pair{0, sign};
    if ((k.pawn && a.initial_region.any()) || !a.passing.empty())
        if (!ahead) return false;
    const auto& side_a = compiled.sides[from];
    const auto& side_b = compiled.sides[to];
    if ((a.promotes || a.promoted_letter) && mapped(map, side_a.promotion_region) != side_b.promotion_region)
        return false;
    return !a.captures_en_passant || mapped(map, side_a.en_passant_region) == side_b.en_passant_region;
}

std::vector<Rotation> rotations_of(unsigned width, unsigned height) {
    std::vector<Rotation> result;
    for (const bool swap : {false, true})
        for (const bool files : {false, true})
            for (const bool ranks : {false, true})
                if (!swap || width == height) result.push_back({files, ranks, swap});
    return result;
}

/// Whether a rotation leaves what rules say of squares, whoever stands there: of `from` what they say of
/// `to`.
template <typename Bits>
bool same_squares(const engine::CompiledRules<Bits>& compiled, const Rotation& rotation, const SquareMap& map,
                  Color from, Color to) {
    const rules::Rules& rules = compiled.rules;
    const auto& side_a = compiled.sides[from];
    const auto& side_b = compiled.sides[to];
    const auto same = [&](const rules::Region& region) {
        return mapped(map, compiled.crop(region)) == compiled.crop(region);
    };
    // Men fall down a file.
    if (rules.enclosing_drop == rules::Enclosing::top && rotation.step(0, 1) != std::pair{0, 1}) return false;
    // Rows count in one direction and not in the other.
    if (rules.ends_by_rows() && rules.rows.vertical != rules.rows.horizontal && rotation.swap) return false;
    for (const std::size_t end : {std::size_t{0}, std::size_t{1}})
        if (mapped(map, side_a.connect_regions[end]) != side_b.connect_regions[end]) return false;
    return mapped(map, compiled.board) == compiled.board &&
           mapped(map, side_a.flag_region) == side_b.flag_region &&
           mapped(map, side_a.wall_region) == side_b.wall_region && same(rules.enclosing_drop_start) &&
           same(rules.diagonal_lines);
}

/// Whether the rules say the same of both sides where it is not a matter of squares.
template <typename Bits>
bool same_sides(const engine::CompiledRules<Bits>& compiled) {
    const rules::Rules& rules = compiled.rules;
    const rules::SideRules& white = rules.side(Color::white);
    const rules::SideRules& black = rules.side(Color::black);
    const Material start = start_material(rules);
    for (const rules::PieceKind k : compiled.royal_kinds)
        if (start.count(Color::white, k) != start.count(Color::black, k)) return false;
    // Which last men end the game may depend on how many a side begins with.
    if (compiled.sides[Color::white].ending_kinds != compiled.sides[Color::black].ending_kinds ||
        compiled.sides[Color::white].ends_as_a_whole != compiled.sides[Color::black].ends_as_a_whole)
        return false;
    // With `flagMove`, kings that have both arrived draw for White alone.
    if (rules.flag_move && black.flag_piece && rules.kind(black.flag_piece)->royal) return false;
    return sorted(white.promotion_pawns) == sorted(black.promotion_pawns) &&
           sorted(white.promotion_pieces) == sorted(black.promotion_pieces) &&
           sorted(white.en_passant_pawns) == sorted(black.en_passant_pawns) && white.pass == black.pass &&
           white.pass_on_stalemate == black.pass_on_stalemate && white.flag_piece == black.flag_piece &&
           white.longest_moves == black.longest_moves &&
           (rules.material_counting == rules::MaterialCounting::none ||
            rules.material_counting == rules::MaterialCounting::unweighted);
}

}  // namespace

template <typename Bits>
std::vector<SquareMap> symmetries(const engine::CompiledRules<Bits>& compiled, const KindSets& kinds) {
    std::vector<SquareMap> result;
    for (const Rotation& rotation : rotations_of(compiled.files, compiled.ranks)) {
        const SquareMap map = rotation.map(compiled.files, compiled.ranks);
        bool same = true;
        for (const Color c : both_colors) {
            same = same && same_squares(compiled, rotation, map, c, c);
            for (const rules::PieceKind k : compiled.kinds())
                same = same && (!kinds[c][k.index()] || same_piece_moves(compiled, rotation, map, k, c, c));
        }
        if (same) result.push_back(map);
    }
    return result;
}

template <typename Bits>
std::optional<SquareMap> colour_swap(const engine::CompiledRules<Bits>& compiled) {
    if (!same_sides(compiled)) return std::nullopt;
    std::vector<Rotation> candidates{{false, true, false}, {true, true, false}};
    for (const Rotation& rotation : rotations_of(compiled.files, compiled.ranks))
        candidates.push_back(rotation);
    for (const Rotation& rotation : candidates) {
        const SquareMap map = rotation.map(compiled.files, compiled.ranks);
        bool same = true;
        for (const Square s : BoardSquares{compiled.squares}) same = same && map[map[s.index()].index()] == s;
        for (const Color c : both_colors) {
            same = same && same_squares(compiled, rotation, map, c, !c);
            for (const rules::PieceKind k : compiled.kinds())
                same = same && same_piece_moves(compiled, rotation, map, k, c, !c);
        }
        if (same) return map;
    }
    return std::nullopt;
}

engine::Setup colours_swapped(const engine::Setup& setup, const SquareMap& swap, unsigned files) {
    engine::Setup swapped = setup;
    swapped.men = {};
    swapped.to_move = !setup.to_move;
    const auto bit = [&](Square square) {
        return rules::region_bit(square.index() % files, square.index() / files);
    };
    for (const Square square : BoardSquares{static_cast<unsigned>(swap.size())}) {
        swapped.walls[bit(swap[square.index()])] = setup.walls[bit(square)];
        const auto& man = setup.men[bit(square)];
        if (!man) continue;
        auto& there = swapped.men[bit(swap[square.index()])];
        there = man;
        there->color = !man->color;
    }
    if (swapped.hands) std::swap((*swapped.hands)[Color::white], (*swapped.hands)[Color::black]);
    if (swapped.checks_left)
        std::swap((*swapped.checks_left)[Color::white], (*swapped.checks_left)[Color::black]);
    return swapped;
}

template std::vector<SquareMap> symmetries(const engine::CompiledRules<std::uint64_t>&, const KindSets&);
template std::vector<SquareMap> symmetries(const engine::CompiledRules<Bits256>&, const KindSets&);
template std::optional<SquareMap> colour_swap(const engine::CompiledRules<std::uint64_t>&);
template std::optional<SquareMap> colour_swap(const engine::CompiledRules<Bits256>&);

}  // namespace zermelo::tablebase
