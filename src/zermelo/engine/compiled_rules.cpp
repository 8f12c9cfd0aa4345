// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/engine/compiled_rules.hpp"

#include <algorithm>

#include "zermelo/engine/attacks.hpp"
#include "zermelo/engine/extinction.hpp"
#include "zermelo/engine/piece_compiler.hpp"
#include "zermelo/rules/castling_home.hpp"

namespace zermelo::engine {

namespace {

/// The points of men in Janggi. Source: the rules of the Korean Janggi Association, as Fairy-Stockfish has
/// them.
constexpr std::array<std::pair<std::string_view, int>, 6> janggi_weights{{
    {"rook", 13},
    {"janggiCannon", 7},
    {"horse", 5},
    {"janggiElephant", 3},
    {"wazir", 3},
    {"soldier", 2},
}};

}  // namespace

template <typename Bits>
CompiledRules<Bits>::CompiledRules(const rules::Rules& rules_in, const rules::Region& holes_in,
                                   const std::vector<Barred>& barred_in, rules::Shortcuts allowed)
    : rules(rules_in),
      holes(holes_in),
      barred(barred_in),
      files(rules.files),
      ranks(rules.ranks),
      squares(files * ranks),
      keys(rules.kinds.size(), squares) {
    number_kinds();
    compile_squares();
    for (const Color color : both_colors) {
        for (const rules::Kind& kind : rules.kinds)
            sides[color].piece_moves.push_back(PieceCompiler<Bits>{*this, kind, color}.run());
        compile_turning(color);
        compile_attackers(color);
        compile_side(color);
        compile_en_passant(color);
        compile_ending_kinds(color);
    }
    for (const Color color : both_colors) compile_passing(color);
    for (const rules::Kind& kind : rules.kinds) list_kind(kind, kind_of(kind.letter));
    for (const rules::Letter l : rules.extinction_kinds) extinction_kinds.push_back(kind_of(l));
    list_rows();
    if (rules.flying_general || rules.bikjang) facing_lines = {line_id(1, 0, 0), line_id(0, 1, 0)};
    facts = facts_of(*this, allowed);
}

template <typename Bits>
void CompiledRules<Bits>::number_kinds() {
    for (const rules::Kind& kind : rules.kinds) {
        const auto index = static_cast<unsigned>(letters.size());
        kind_by_letter_[static_cast<unsigned>(kind.letter - 'A')] = static_cast<std::uint8_t>(index);
        letters += kind.letter;
        if (kind.royal) royal_kinds.emplace_back(index);
        royal_.push_back(kind.royal);
    }
}

template <typename Bits>
void CompiledRules<Bits>::compile_squares() {
    for (const Square s : BoardSquares{squares}) {
        const auto [file, rank] = place(s);
        if (!holes.test(rules::region_bit(file, rank))) board |= Set::of(s);
        if ((file + rank) % 2 == 0) dark_squares |= Set::of(s);
        if (file == 0 || file + 1U == files || rank == 0 || rank + 1U == ranks) edge |= Set::of(s);
    }
    diagonal_lines = crop(rules.diagonal_lines);
    for (const Square s : BoardSquares{squares}) {
        Set& near = beside_squares.emplace_back();
        for (const int files_step : {-1, 0, 1})
            for (const int ranks_step : {-1, 0, 1})
                if (const auto at = shifted(s, files_step, ranks_step)) near |= Set::of(*at);
        near &= ~Set::of(s);
    }
}

template <typename Bits>
void CompiledRules<Bits>::compile_side(Color color) {
    const rules::SideRules& from = rules.side(color);
    CompiledSide<Bits>& side = sides[color];
    side.promotion_region = crop(from.promotion_region);
    side.wall_region = crop(from.wall_region);
    side.en_passant_region = crop(from.en_passant_region);
    side.flag_region = crop(from.flag_region);
    for (std::size_t i = 0; i < 2; ++i) side.connect_regions[i] = crop(from.connect_regions[i]);
    if (from.flag_piece) side.flag_kind = kind_of(*from.flag_piece);
    for (const rules::Letter l : from.en_passant_pawns)
        if (rules.kind(l) != nullptr) side.en_passant_kinds.push_back(kind_of(l));
    if (const auto letter = rules.main_pawn(color)) side.main_pawn = kind_of(*letter);
    side.castling_ends = {find_castling_ends(color, true), find_castling_ends(color, false)};
    side.castling_homes = {find_castling_home(color, true), find_castling_home(color, false)};
    for (const rules::Kind& kind : rules.kinds)
        if (kind.letter == from.castling_king || rules::contains(from.castling_rooks, kind.letter))
            side.castling_kinds |= 1U << kind_of(kind.letter).index();
    side.may_pass = from.pass || from.pass_on_stalemate;
}

template <typename Bits>
void CompiledRules<Bits>::compile_en_passant(Color color) {
    CompiledSide<Bits>& side = sides[color];
    if (side.en_passant_kinds.empty()) return;
    side.en_passant_capturers.assign(squares, Set{});
    const auto captures = [](const auto& way) { return way.capture; };
    for (const rules::PieceKind kind : side.en_passant_kinds) {
        const PieceMoves<Bits>& piece = piece_moves(color, kind);
        const bool from_afar = std::any_of(piece.rides.begin(), piece.rides.end(), captures) ||
                               std::any_of(piece.lame.begin(), piece.lame.end(), captures) ||
                               std::any_of(piece.hops.begin(), piece.hops.end(), captures);
        for (const Square s : BoardSquares{squares}) {
            Set& from = side.en_passant_capturers[s.index()];
            if (from_afar) from = ~Set{};
            for (const auto& leaps : side.attackers.leaps)
                if (leaps.kind == kind) from |= leaps.from[s.index()];
        }
    }
}

template <typename Bits>
void CompiledRules<Bits>::compile_passing(Color color) {
    CompiledSide<Bits>& side = sides[color];
    side.passing_watched.assign(squares, Set{});
    const std::vector<Set>& capturers = sides[!color].en_passant_capturers;
    if (capturers.empty()) return;
    for (const PieceMoves<Bits>& piece : side.piece_moves)
        for (const Square from : BoardSquares{static_cast<unsigned>(piece.passing.size())})
            for (Set to = piece.passing[from.index()]; to.any();)
                for (Set over = between(*this, from, to.take_first()); over.any();)
                    side.passing_watched[from.index()] |= capturers[over.take_first().index()];
}

/// Where men turn round they need not leave as what they were.
template <typename Bits>
void CompiledRules<Bits>::compile_turning(Color color) {
    for (const auto& [first, second] : rules.turning_kind) {
        PieceMoves<Bits>& one = sides[color].piece_moves[kind_of(first).index()];
        PieceMoves<Bits>& other = sides[color].piece_moves[kind_of(second).index()];
        const Set both = one.allowed & other.allowed;
        one.turn_squares = both & one.stuck & ~other.stuck;
        other.turn_squares = both & other.stuck & ~one.stuck;
        for (PieceMoves<Bits>* const piece : {&one, &other})
            piece->stuck = rules.immobility_illegal ? piece->stuck & ~piece->turn_squares : Set{};
    }
}

template <typename Bits>
void CompiledRules<Bits>::compile_ending_kinds(Color color) {
    const EndingKinds ending = engine::ending_kinds(rules, color);
    for (const rules::Letters& together : ending.kinds) {
        auto& list = sides[color].ending_kinds.emplace_back();
        for (const rules::Letter l : together) list.push_back(kind_of(l));
    }
    sides[color].ends_as_a_whole = ending.together;
}

/// Notes what rules say of a kind, by its name or its letter.
template <typename Bits>
void CompiledRules<Bits>::list_kind(const rules::Kind& kind, rules::PieceKind k) {
    if (kind.pawn) named.pawn = k;
    if (kind.name == "rook") named.rook = k;
    if (kind.name == "knight") named.knight = k;
    if (kind.name == "bishop") named.bishop = k;
    if (kind.name == "fers") named.fers = k;
    if (kind.name == "shogiPawn") named.shogi_pawn = k;
    if (kind.name == "janggiCannon") named.shy_hopper = k;
    if (kind.name == "rook" || kind.name == "bers" || kind.name == "knight")
        named.strong_checkers.push_back(k);
    for (const auto& [name, weight] : janggi_weights)
        if (kind.name == name) named.weights.emplace_back(k, weight);
    if (rules::contains(rules.petrifying, kind.letter)) petrifying.push_back(k);
    if (rules::contains(rules.blast_immune, kind.letter)) blast_immune.push_back(k);
    if (rules::contains(rules.mutually_immune, kind.letter)) mutually_immune_kinds_ |= 1U << k.index();
    if (rules.rows.any_kind || rules::contains(rules.rows.kinds, kind.letter)) rows.kinds.push_back(k);
}

template <typename Bits>
void CompiledRules<Bits>::list_rows() {
    if (rules.rows.vertical) rows.directions.emplace_back(0, 1);
    if (rules.rows.horizontal) rows.directions.emplace_back(1, 0);
    if (rules.rows.diagonal) rows.directions.insert(rows.directions.end(), {{1, 1}, {-1, 1}});
    for (const auto& [files_step, ranks_step] : rows.directions)
        for (const Square s : BoardSquares{squares}) {
            Set row;
            auto at = board.contains(s) ? std::optional{s} : std::nullopt;
            for (; at && row.size() < rules.rows.in_a_row; at = shifted(*at, files_step, ranks_step))
                row |= Set::of(*at);
            if (row.any() && row.size() == rules.rows.in_a_row) rows.in_a_row.push_back(row);
        }
}

template <typename Bits>
Setup CompiledRules<Bits>::empty_setup() const {
    Setup setup;
    setup.files = files;
    setup.ranks = ranks;
    setup.holes = holes;
    setup.barred = barred;
    return setup;
}

template <typename Bits>
typename CompiledRules<Bits>::Set CompiledRules<Bits>::crop(const rules::Region& region) const {
    Set set;
    if (region.none()) return set;
    for (const Square s : BoardSquares{squares})
        if (region.test(rules::region_bit(place(s).file, place(s).rank))) set |= Set::of(s);
    return set;
}

template <typename Bits>
std::optional<Square> CompiledRules<Bits>::shifted(Square square, int files_step, int ranks_step) const {
    const int file = place(square).file + files_step;
    const int rank = place(square).rank + ranks_step;
    if (file < 0 || rank < 0 || file >= static_cast<int>(files) || rank >= static_cast<int>(ranks))
        return std::nullopt;
    const Square to{static_cast<unsigned>(rank) * files + static_cast<unsigned>(file)};
    if (!board.contains(to)) return std::nullopt;
    return to;
}

/// The line of a direction (of rising index) and a limit, made when it is first asked for.
template <typename Bits>
std::uint16_t CompiledRules<Bits>::line_id(int files_step, int ranks_step, unsigned limit, bool marked) {
    const auto known = std::find_if(line_names_.begin(), line_names_.end(), [&](const LineName& n) {
        return n.files == files_step && n.ranks == ranks_step && n.limit == limit && n.marked == marked;
    });
    if (known != line_names_.end()) return static_cast<std::uint16_t>(known - line_names_.begin());
    line_names_.push_back({files_step, ranks_step, limit, marked});
    const Set within = marked ? diagonal_lines : board;
    const auto ray = [&](Square from, int sign) {
        Set set;
        unsigned steps = 0;
        if (!within.contains(from)) return set;
        for (auto at = shifted(from, sign * files_step, sign * ranks_step);
             at && within.contains(*at) && (limit == 0 || steps < limit);
             at = shifted(*at, sign * files_step, sign * ranks_step), ++steps)
            set |= Set::of(*at);
        return set;
    };
    for (const Square s : BoardSquares{squares}) lines_.push_back({ray(s, 1), ray(s, -1)});
    return static_cast<std::uint16_t>(line_names_.size() - 1);
}

template <typename Bits>
std::optional<CastlingPair> CompiledRules<Bits>::find_castling_ends(Color color, bool kingside) const {
    const unsigned file = kingside ? rules.castling_kingside_file : rules.castling_queenside_file;
    if (rules.castling_rank >= ranks || file >= files || (kingside && file == 0) ||
        (!kingside && file + 1 == files))
        return std::nullopt;
    const unsigned rank = color == Color::white ? rules.castling_rank : ranks - 1 - rules.castling_rank;
    const unsigned king = rank * files + file;
    const CastlingPair ends{Square{king}, Square{kingside ? king - 1 : king + 1}};
    if (!board.contains(ends.king) || !board.contains(ends.rook)) return std::nullopt;
    return ends;
}

template <typename Bits>
std::optional<CastlingPair> CompiledRules<Bits>::find_castling_home(Color color, bool kingside) const {
    const auto home = rules::castling_home(rules, color, kingside);
    if (!home) return std::nullopt;
    const unsigned rank = color == Color::white ? rules.castling_rank : ranks - 1 - rules.castling_rank;
    return CastlingPair{Square{rank * files + home->king}, Square{rank * files + home->rook}};
}

template <typename Bits>
void CompiledRules<Bits>::compile_attackers(Color color) {
    Attackers<Bits>& all = sides[color].attackers;
    for (const rules::PieceKind k : kinds()) {
        const PieceMoves<Bits>& piece = piece_moves(color, k);
        typename Attackers<Bits>::Leaps leaps{k, std::vector<Set>(squares)};
        bool any = false;
        for (const Square s : BoardSquares{static_cast<unsigned>(piece.leaps.size())})
            for (Set to = piece.leaps[s.index()].capture; to.any();) {
                leaps.from[to.take_first().index()] |= Set::of(s);
                any = true;
            }
        if (any) all.leaps.push_back(std::move(leaps));
        for (const auto& lame : piece.lame) {
            if (!lame.capture) continue;
            typename Attackers<Bits>::Lame back{k, std::vector<typename PieceMoves<Bits>::LameLeap>(squares)};
            for (const Square s : BoardSquares{squares})
                if (lame.by_square[s.index()].to.any())
                    back.by_target[lame.by_square[s.index()].to.first().index()] = {
                        Set::of(s), lame.by_square[s.index()].path};
            all.lame.push_back(std::move(back));
        }
        typename Attackers<Bits>::Hoppers hoppers{k, {}};
        for (const auto& hop : piece.hops) {
            if (!hop.capture) continue;
            hoppers.from.resize(squares);
            for (const Square s : BoardSquares{squares}) {
                const auto& reach = line(hop.reach, s);
                for (Set to = hop.up ? reach.up : reach.down; to.any();)
                    hoppers.from[to.take_first().index()] |= Set::of(s);
            }
        }
        if (!hoppers.from.empty()) all.hoppers.push_back(std::move(hoppers));
    }
    for (std::uint16_t id = 0; id < line_names_.size(); ++id)
        for (const bool up : {false, true}) group_riders(id, up, color);
}

/// Adds those who capture along a line, from up it or from down it, to the attackers of a side. Lines that
/// the same kinds use are kept together.
template <typename Bits>
void CompiledRules<Bits>::group_riders(std::uint16_t id, bool up, Color color) {
    std::vector<rules::PieceKind> riding;
    for (const rules::PieceKind k : kinds())
        for (const auto& ride : piece_moves(color, k).rides)
            if (ride.line == id && ride.capture && (up ? ride.down : ride.up)) riding.push_back(k);
    if (riding.empty()) return;
    auto& groups = sides[color].attackers.riders;
    auto group = std::find_if(groups.begin(), groups.end(),
                              [&](const auto& riders) { return riders.kinds == riding; });
    if (group == groups.end()) {
        const bool restricted = std::any_of(riding.begin(), riding.end(), [&](rules::PieceKind k) {
            return piece_moves(color, k).allowed != board;
        });
        group = groups.insert(groups.end(), {riding, {}, restricted, std::vector<Set>(squares)});
    }
    const auto same =
        std::find_if(group->rays.begin(), group->rays.end(), [&](const auto& ray) { return ray.line == id; });
    auto& ray = same != group->rays.end() ? *same : group->rays.emplace_back();
    ray.line = id;
    (up ? ray.up : ray.down) = true;
    for (const Square s : BoardSquares{squares})
        group->reach[s.index()] |= up ? line(id, s).up : line(id, s).down;
}

template class CompiledRules<std::uint64_t>;
template class CompiledRules<Bits256>;

}  // namespace zermelo::engine
