// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/engine/compiled_rules.hpp"

#include <algorithm>
#include <cstdlib>

#include "zermelo/base/random.hpp"
#include "zermelo/engine/extinction.hpp"
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
      squares(files * ranks) {
    for (const Square s : BoardSquares{squares})
        if (!holes.test(rules::region_bit(place(s).file, place(s).rank))) board |= Set::of(s);
    for (const rules::Kind& kind : rules.kinds) {
        const auto index = static_cast<unsigned>(letters.size());
        kind_by_letter[static_cast<unsigned>(kind.letter - 'A')] = static_cast<std::uint8_t>(index);
        letters += kind.letter;
        if (kind.royal) royal_kinds.emplace_back(index);
        royal.push_back(kind.royal);
    }
    diagonal_lines = crop(rules.diagonal_lines);
    Random random{0x5A65726D656C6F};
    key_parts.resize(2 * letters.size() * squares + 2 * squares + 7 + 2 * 26 + 3 * squares + 3 + 4);
    for (Hash128& part : key_parts) part = {random(), random()};
    for (const Color color : both_colors) {
        auto& side_moves = all_piece_moves[static_cast<unsigned>(color)];
        side_moves.resize(rules.kinds.size());
        for (std::size_t k = 0; k < rules.kinds.size(); ++k) {
            compile(rules.kinds[k], color, side_moves[k]);
            compile_drops(rules.kinds[k], color, side_moves[k]);
        }
        compile_attackers(color);
        const rules::SideRules& from = rules.side(color);
        Side& side = sides[static_cast<unsigned>(color)];
        side.promotion_region = crop(from.promotion_region);
        side.wall_region = crop(from.wall_region);
        side.en_passant_region = crop(from.en_passant_region);
        side.flag_region = crop(from.flag_region);
        for (std::size_t i = 0; i < 2; ++i) side.connect_regions[i] = crop(from.connect_regions[i]);
        connects = connects || (side.connect_regions[0].any() && side.connect_regions[1].any());
        if (from.flag_piece != 0) side.flag_kind = kind_of(from.flag_piece);
        for (const rules::Letter l : from.en_passant_pawns)
            if (rules.kind(l) != nullptr) side.en_passant_kinds.push_back(kind_of(l));
        side.castling_ends = {find_castling_ends(color, true), find_castling_ends(color, false)};
        side.castling_homes = {find_castling_home(color, true), find_castling_home(color, false)};
        side.may_pass = from.pass || from.pass_on_stalemate;
        if (const rules::Letter letter = rules.main_pawn(color); letter != 0)
            main_pawn[static_cast<unsigned>(color)] = kind_of(letter);
    }
    for (const rules::Kind& kind : rules.kinds) {
        if (kind.name == "shogiPawn") shogi_pawn = kind_of(kind.letter);
        if (kind.name == "bishop") bishop = kind_of(kind.letter);
        if (kind.name == "janggiCannon") shy_hopper = kind_of(kind.letter);
        if (kind.name == "rook") rook = kind_of(kind.letter);
        if (kind.name == "fers") fers = kind_of(kind.letter);
        if (kind.name == "knight") knight = kind_of(kind.letter);
        if (kind.name == "rook" || kind.name == "bers" || kind.name == "knight")
            strong_checkers.push_back(kind_of(kind.letter));
        for (const auto& [name, weight] : janggi_weights)
            if (kind.name == name) weights.emplace_back(kind_of(kind.letter), weight);
        if (rules::contains(rules.petrifying, kind.letter)) petrifying.push_back(kind_of(kind.letter));
        if (kind.pawn) pawn = kind_of(kind.letter);
        if (rules::contains(rules.mutually_immune, kind.letter))
            mutually_immune_kinds |= 1U << kind_of(kind.letter).index();
        if (rules.rows.any_kind || rules::contains(rules.rows.kinds, kind.letter))
            row_kinds.push_back(kind_of(kind.letter));
        if (rules::contains(rules.blast_immune, kind.letter)) blast_immune.push_back(kind_of(kind.letter));
    }
    for (const Color c : both_colors)
        for (const rules::Kind& kind : rules.kinds)
            if (kind.letter == rules.side(c).castling_king ||
                rules::contains(rules.side(c).castling_rooks, kind.letter))
                castling_kinds[static_cast<unsigned>(c)] |= 1U << kind_of(kind.letter).index();
    if (rules.rows.vertical) row_directions.emplace_back(0, 1);
    if (rules.rows.horizontal) row_directions.emplace_back(1, 0);
    if (rules.rows.diagonal) row_directions.insert(row_directions.end(), {{1, 1}, {-1, 1}});
    if (rules.flying_general || rules.bikjang) facing_lines = {line_id(1, 0, 0), line_id(0, 1, 0)};
    for (const Square s : BoardSquares{squares}) {
        const auto [file, rank] = place(s);
        if ((file + rank) % 2 == 0) dark_squares |= Set::of(s);
        if (file == 0 || file + 1U == files || rank == 0 || rank + 1U == ranks) edge |= Set::of(s);
    }
    for (const Square s : BoardSquares{squares}) {
        Set& near = beside_squares.emplace_back();
        for (const int files_step : {-1, 0, 1})
            for (const int ranks_step : {-1, 0, 1})
                if (const auto at = shifted(s, files_step, ranks_step)) near |= Set::of(*at);
        near &= ~Set::of(s);
    }
    for (const rules::Letter l : rules.extinction_kinds) extinction_kinds.push_back(kind_of(l));
    bool extinction = false;
    for (const Color c : both_colors) {
        const EndingKinds ending = engine::ending_kinds(rules, c);
        Side& side = sides[static_cast<unsigned>(c)];
        for (const rules::Letters& letters : ending.kinds) {
            auto& kinds = side.ending_kinds.emplace_back();
            for (const rules::Letter l : letters) kinds.push_back(kind_of(l));
        }
        side.ends_as_a_whole = ending.together;
        extinction = extinction || ending.any();
    }
    // What each rule leaves by itself is in `allowed`; here is what they do together, or with the pieces.
    using Shortcut = rules::Shortcut;
    plain_quiets = allowed.has(Shortcut::plain_quiets) && !rules.has_hands();
    plain_moves = allowed.has(Shortcut::plain_moves) && plain_quiets;
    more_quiets = !allowed.has(Shortcut::usual_quiets);
    free_choice = allowed.has(Shortcut::free_choice);
    notes_ends = !allowed.has(Shortcut::nothing_noted);
    rows_end = rules.ends_by_rows();
    ends_beyond_material = !allowed.has(Shortcut::ends_by_material);
    ends_at_once = ends_beyond_material || extinction;
    mates_are_judged = !allowed.has(Shortcut::plain_mates);
    last_men_stay = allowed.has(Shortcut::last_men_stay) && rules.extinction_pseudo_royal && last_men_end() &&
                    keeps_last_kinds() && !takes_last_in_passing();
    only_mates_win =
        allowed.has(Shortcut::only_mates_win) && !ends_beyond_material && (!extinction || last_men_stay);
    may_leave_attacked = !allowed.has(Shortcut::nobody_guarded) || !royal_kinds.empty();
    plain_legality = allowed.has(Shortcut::plain_legality) && royal_kinds.size() <= 1 &&
                     (!rules.blast || royal_kinds.empty());
    plain_drops = allowed.has(Shortcut::plain_drops) && plain_legality && rules.drops;
    // Cannons do not capture each other, wherever they go: nothing that squares alone tell.
    const bool last_cannon = shy_hopper && rules::contains(rules.extinction_kinds, letter(*shy_hopper));
    last_man_legality = allowed.has(Shortcut::last_man_legality) && !last_cannon &&
                        rules.extinction_pseudo_royal && !rules.extinction_total && royal_kinds.empty() &&
                        keeps_last_kinds();
    const bool moves_to_capture = captures_are_moves();
    captures_decide = allowed.has(Shortcut::captures_decide) && moves_to_capture && extinction &&
                      *rules.extinction_value == game::Outcome::loss && royal_kinds.empty() &&
                      rules.stalemate_value != game::Outcome::loss && !rules.has_hands() && !last_cannon;
    for (const Color c : both_colors)
        for (const rules::PieceKind k : extinction_kinds)
            captures_decide = captures_decide && !piece_moves(c, k).promotes;
    takes_what_it_attacks = allowed.has(Shortcut::takes_what_it_attacks) && moves_to_capture &&
                            plain_legality && royal_kinds.empty() && !shy_hopper;
    if (allowed.has(Shortcut::uses_up)) uses = used_up();
    for (const Color c : both_colors) weigh_moves(c);
}

/// See `Uses`. Men that change sides, and moves that go nowhere, are not looked into. A pass uses up nothing,
/// but two in a row end the game, and a position knows of one.
template <typename Bits>
auto CompiledRules<Bits>::used_up() const -> Uses {
    const bool castles = castling_kinds[0] != 0 || castling_kinds[1] != 0;
    if (castles) return Uses::nothing;
    if (rules.walling != rules::Walling::none)
        return rules.walling != rules::Walling::duck ? Uses::squares_for_walls : Uses::nothing;
    if (rules.captures_to_hand) return Uses::nothing;
    bool drops_alone = true;
    for (const rules::Kind& kind : rules.kinds) {
        drops_alone = drops_alone && !kind.pawn && kind.movements.empty();
        for (const rules::Movement& m : kind.movements)
            if (m.moves && m.ranks <= 0) return Uses::nothing;
    }
    if (drops_alone) return Uses::empty_squares;
    if (rules.free_drops || rules.flip_enclosed != rules::Enclosing::none) return Uses::nothing;
    if (rules.soldier_rank != 0 || rules.diagonal_lines.any()) return Uses::nothing;
    return Uses::men_and_ranks;
}

/// See `endless` and `capture_moves`.
template <typename Bits>
void CompiledRules<Bits>::weigh_moves(Color color) {
    std::vector<bool>& moving = endless[static_cast<unsigned>(color)];
    moving.assign(letters.size(), false);
    const auto may_move = [&](rules::PieceKind kind) {
        const auto& movements = rules.kinds[kind.index()].movements;
        return rules.kinds[kind.index()].pawn ||
               std::any_of(movements.begin(), movements.end(), [](const auto& m) { return m.moves; });
    };
    const auto is_moving = [&](rules::Letter letter) { return moving[kind_of(letter).index()]; };
    for (bool changed = true; changed;) {
        changed = false;
        for (const rules::PieceKind kind : kinds()) {
            const PieceMoves<Bits>& piece = piece_moves(color, kind);
            const bool moves = may_move(kind) || rules.piece_demotion ||
                               (piece.promoted_letter != 0 && is_moving(piece.promoted_letter)) ||
                               std::any_of(piece.promotions.begin(), piece.promotions.end(), is_moving);
            changed = changed || moves != moving[kind.index()];
            moving[kind.index()] = moves;
        }
    }
    unsigned& most = capture_moves[static_cast<unsigned>(color)];
    for (const rules::PieceKind kind : kinds())
        for (const rules::Movement& m : rules.kinds[kind.index()].movements) {
            if (!m.captures) continue;
            const unsigned back = m.ranks > 0 ? 0 : m.ranks == 0 ? 1 : ranks;
            most = std::max(most, moving[kind.index()] ? back : 1U);
        }
}

/// Whether every man may come to where it captures: not where it must turn and cannot, or could never leave
/// the square.
template <typename Bits>
bool CompiledRules<Bits>::captures_are_moves() const {
    const auto holds = [&](Color c, const PieceMoves<Bits>& piece) {
        const Set region = sides[static_cast<unsigned>(c)].promotion_region;
        const auto may_be_had = [&](rules::Letter into) {
            return !rules.promotion_limit.contains(into) &&
                   (region & ~piece_moves(c, kind_of(into)).allowed).empty();
        };
        if (piece.stuck.any()) return false;
        if (piece.promotes && rules.mandatory_pawn_promotion &&
            std::none_of(piece.promotions.begin(), piece.promotions.end(), may_be_had))
            return false;
        // Such men may turn where they leave the region, too.
        return !rules.mandatory_piece_promotion ||
               (!rules.piece_demotion && (piece.promoted_letter == 0 ||
                                          piece_moves(c, kind_of(piece.promoted_letter)).allowed == board));
    };
    for (const Color c : both_colors)
        for (const rules::PieceKind k : kinds())
            if (!holds(c, piece_moves(c, k))) return false;
    return true;
}

/// Whether no move makes another kind of a man that may be a last one, or such a man of another kind.
template <typename Bits>
bool CompiledRules<Bits>::keeps_last_kinds() const {
    const auto may_be_last = [&](char letter) { return rules::contains(rules.extinction_kinds, letter); };
    for (const Color c : both_colors)
        for (const rules::PieceKind kind : kinds()) {
            const PieceMoves<Bits>& piece = piece_moves(c, kind);
            if (piece.turns && may_be_last(letter(kind))) return false;
            if (piece.promoted_letter != 0 && may_be_last(piece.promoted_letter)) return false;
            if (std::any_of(piece.promotions.begin(), piece.promotions.end(), may_be_last)) return false;
        }
    return !rules.piece_demotion;
}

/// Whether a man that may be a last one can be captured en passant, which no rule of last men looks at.
template <typename Bits>
bool CompiledRules<Bits>::last_men_end() const {
    return !rules.has_hands() && std::all_of(sides.begin(), sides.end(), [&](const Side& side) {
        return side.ending_kinds.size() == extinction_kinds.size() &&
               side.ends_as_a_whole == rules.extinction_total;
    });
}

template <typename Bits>
bool CompiledRules<Bits>::takes_last_in_passing() const {
    if (sides[0].en_passant_kinds.empty() && sides[1].en_passant_kinds.empty()) return false;
    for (const Color c : both_colors)
        for (const rules::PieceKind kind : kinds()) {
            const bool may_be_last =
                rules.extinction_total || rules::contains(rules.extinction_kinds, letter(kind));
            if (may_be_last && !piece_moves(c, kind).passing.empty()) return true;
        }
    return false;
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

/// Whether a move has squares between its ends: on a rank, file or diagonal, by more than one step.
template <typename Bits>
bool CompiledRules<Bits>::passes_over(Square from, Square to) const {
    const int across = std::abs(place(to).file - place(from).file);
    const int along = std::abs(place(to).rank - place(from).rank);
    return std::max(across, along) > 1 && (across == 0 || along == 0 || across == along);
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
    for (const Square s : BoardSquares{squares}) lines.push_back({ray(s, 1), ray(s, -1)});
    return static_cast<std::uint16_t>(line_names_.size() - 1);
}

template <typename Bits>
void CompiledRules<Bits>::compile(const rules::Kind& kind, Color color, PieceMoves<Bits>& piece) {
    const rules::SideRules& side = rules.side(color);
    const int turn = color == Color::white ? 1 : -1;
    piece.present = true;
    piece.allowed = board;
    if (const auto region = side.mobility.find(kind.letter); region != side.mobility.end())
        piece.allowed &= crop(region->second);
    for (const Barred& b : barred)
        if (b.bars({color, kind.letter})) piece.allowed &= ~crop(b.squares);
    piece.promotes = rules::contains(side.promotion_pawns, kind.letter);
    if (piece.promotes) piece.promotions = side.promotion_pieces;
    if (const auto turned = rules.promoted_kind.find(kind.letter); turned != rules.promoted_kind.end())
        piece.promoted_letter = turned->second;
    piece.turns = piece.promotes || piece.promoted_letter != 0 || rules.piece_demotion;
    piece.captures_en_passant = rules::contains(side.en_passant_pawns, kind.letter);

    const Set initial_region = piece.initial_region = crop(side.double_step_region);
    std::vector<Set> initial(squares);
    std::vector<Set> ordinary(squares);  // every quiet move on an empty board that is not an initial one
    const auto lame_step = [&](Square from, int df, int dr, const std::optional<Set>& starts) ->
        typename PieceMoves<Bits>::LameLeap {
            if (starts && !starts->contains(from)) return {};
            const auto to = shifted(from, df, dr);
            if (!to) return {};
            typename PieceMoves<Bits>::LameLeap step{Set::of(*to) & piece.allowed, {}};
            for (const auto& [f, r] : rules::lame_path(df, dr)) {
                const auto between = shifted(from, f, r);
                if (!between) return {};
                step.path |= Set::of(*between);
            }
            return step;
        };
    // `starts`: where it may begin if it is an initial move.
    const auto add_lame = [&](int df, int dr, bool quiet, bool capture, const std::optional<Set>& starts) {
        typename PieceMoves<Bits>::Lame lame;
        lame.quiet = quiet;
        lame.capture = capture;
        lame.initial = starts.has_value();
        for (const Square s : BoardSquares{squares}) {
            lame.by_square.push_back(lame_step(s, df, dr, starts));
            if (quiet && !starts) ordinary[s.index()] |= lame.by_square[s.index()].to;
            if (starts) initial[s.index()] |= lame.by_square[s.index()].to;
        }
        piece.lame.push_back(std::move(lame));
    };

    const unsigned sideways_from = kind.name == "soldier" ? rules.soldier_rank : 0;
    const auto may_step = [&](Square from, int df) {
        const unsigned rank = color == Color::white ? place(from).rank : ranks - 1 - place(from).rank;
        return df == 0 || rank >= sideways_from;
    };
    for (const rules::Movement& m : kind.movements) {
        const int df = turn * m.files;
        const int dr = turn * m.ranks;
        const bool rising = dr > 0 || (dr == 0 && df > 0);
        const int sign = rising ? 1 : -1;
        switch (m.kind) {
            case rules::Movement::Kind::leap:
                if (m.initial) {
                    typename PieceMoves<Bits>::Lame lame;
                    lame.capture = false;
                    lame.initial = true;
                    for (const Square s : BoardSquares{squares}) {
                        typename PieceMoves<Bits>::LameLeap step;
                        if (initial_region.contains(s))
                            if (const auto to = shifted(s, df, dr)) step.to = Set::of(*to) & piece.allowed;
                        lame.by_square.push_back(step);
                        initial[s.index()] |= step.to;
                    }
                    piece.lame.push_back(std::move(lame));
                    break;
                }
                piece.leaps.resize(squares);
                for (const Square s : BoardSquares{squares}) {
                    const auto to = shifted(s, df, dr);
                    if (!to || !piece.allowed.contains(*to) || !may_step(s, df)) continue;
                    if (m.moves) piece.leaps[s.index()].quiet |= Set::of(*to);
                    if (m.captures) piece.leaps[s.index()].capture |= Set::of(*to);
                    if (m.moves) ordinary[s.index()] |= Set::of(*to);
                }
                break;
            case rules::Movement::Kind::lame:
                add_lame(df, dr, m.moves, m.captures && !m.initial,
                         m.initial ? std::optional{initial_region} : std::nullopt);
                break;
            case rules::Movement::Kind::ride: {
                if (m.initial) {
                    // Each length of the ride is a leap that every square before it can block.
                    const unsigned most = m.limit == 0 ? std::max(files, ranks) : m.limit;
                    for (int n = 1; n <= static_cast<int>(most); ++n) {
                        typename PieceMoves<Bits>::Lame lame;
                        lame.capture = false;
                        lame.initial = true;
                        for (const Square s : BoardSquares{squares}) {
                            typename PieceMoves<Bits>::LameLeap step;
                            std::optional<Square> at;
                            if (initial_region.contains(s)) at = shifted(s, df, dr);
                            for (int i = 1; i < n && at; ++i) {
                                step.path |= Set::of(*at);
                                at = shifted(*at, df, dr);
                            }
                            if (at) step.to = Set::of(*at) & piece.allowed;
                            initial[s.index()] |= step.to;
                            lame.by_square.push_back(step);
                        }
                        piece.lame.push_back(std::move(lame));
                    }
                    break;
                }
                const std::uint16_t id = line_id(sign * df, sign * dr, m.limit);
                for (const Square s : BoardSquares{squares})
                    if (m.moves) ordinary[s.index()] |= rising ? line(id, s).up : line(id, s).down;
                const auto same = std::find_if(piece.rides.begin(), piece.rides.end(), [&](const auto& ride) {
                    return ride.line == id && ride.quiet == m.moves && ride.capture == m.captures;
                });
                auto& ride = same != piece.rides.end() ? *same : piece.rides.emplace_back();
                ride.line = id;
                ride.quiet = m.moves;
                ride.capture = m.captures;
                (rising ? ride.up : ride.down) = true;
                break;
            }
            case rules::Movement::Kind::hop:
                piece.hops.push_back(
                    {line_id(sign * df, sign * dr, 0), line_id(sign * df, sign * dr, m.limit == 1 ? 1 : 0),
                     line_id(sign * df, sign * dr, m.limit > 1 ? m.limit : 0), rising, m.moves,
                     m.captures && !m.initial, m.initial, kind.name == "janggiCannon"});
                break;
        }
    }
    if (diagonal_lines.any()) compile_diagonals(kind, color, piece);
    if (kind.pawn) add_lame(0, 2 * turn, true, false, initial_region);
    if (const Set starts = crop(side.triple_step_region); kind.pawn && starts.any())
        add_lame(0, 3 * turn, true, false, starts);
    // A royal piece is never captured, so neither is it en passant.
    if (kind.royal) return;
    std::vector<Set> passing(squares);
    const auto is_any = [](const Set& set) { return set.any(); };
    for (const Square s : BoardSquares{squares}) {
        initial[s.index()] &= board.contains(s) ? ~ordinary[s.index()] : Set{};
        for (Set left = initial[s.index()]; left.any();) {
            const Square to = left.take_first();
            if (passes_over(s, to)) passing[s.index()] |= Set::of(to);
        }
    }
    if (std::any_of(passing.begin(), passing.end(), is_any)) piece.passing = std::move(passing);
    if (std::any_of(initial.begin(), initial.end(), is_any)) piece.initial = std::move(initial);
}

/// What kinds of Janggi do along the diagonals of marked squares.
template <typename Bits>
void CompiledRules<Bits>::compile_diagonals(const rules::Kind& kind, Color color, PieceMoves<Bits>& piece) {
    const bool steps = kind.name == "wazir" || kind.name == "soldier" || (kind.royal && kind.betza == "W");
    const int forward = color == Color::white ? 1 : -1;
    if (steps) piece.leaps.resize(squares);
    for (const int files_step : {1, -1})
        for (const int ranks_step : {1, -1}) {
            if (kind.name == "soldier" && ranks_step != forward) continue;
            for (const Square s : BoardSquares{steps ? squares : 0}) {
                const auto to = shifted(s, files_step, ranks_step);
                if (!to || !diagonal_lines.contains(s) || !diagonal_lines.contains(*to)) continue;
                if (!piece.allowed.contains(*to)) continue;
                piece.leaps[s.index()].quiet |= Set::of(*to);
                piece.leaps[s.index()].capture |= Set::of(*to);
            }
            if (ranks_step == -1) continue;
            const std::uint16_t line = line_id(files_step, 1, 0, true);
            if (kind.name == "rook") piece.rides.push_back({line, true, true, true, true});
            for (const bool up : {true, false})
                if (kind.name == "janggiCannon")
                    piece.hops.push_back({line, line, line, up, true, true, false, true});
        }
}

/// Where a man may be dropped, and where it could never move again.
template <typename Bits>
void CompiledRules<Bits>::compile_drops(const rules::Kind& kind, Color color, PieceMoves<Bits>& piece) {
    const rules::SideRules& side = rules.side(color);
    if (rules.immobility_illegal) {
        const int turn = color == Color::white ? 1 : -1;
        for (const Square s : BoardSquares{squares}) {
            const bool leaves = std::any_of(kind.movements.begin(), kind.movements.end(), [&](const auto& m) {
                if (!m.moves || m.initial) return false;
                const int df = turn * m.files;
                const int dr = turn * m.ranks;
                if (m.kind == rules::Movement::Kind::hop)
                    return shifted(s, df, dr).has_value() && shifted(s, 2 * df, 2 * dr).has_value();
                if (m.kind == rules::Movement::Kind::lame)
                    for (const auto& [file, rank] : rules::lame_path(df, dr))
                        if (!shifted(s, file, rank)) return false;
                return shifted(s, df, dr).has_value();
            });
            if (!leaves) piece.stuck |= Set::of(s);
        }
    }
    if (!rules.drops && !rules.gates_from_hand) return;
    const auto first_rank = [&] {
        rules::Region region;
        for (unsigned file = 0; file < files; ++file)
            region.set(rules::region_bit(file, color == Color::white ? 0 : ranks - 1));
        return crop(region);
    };
    piece.drop_squares = crop(side.drop_region) & piece.allowed;
    if (kind.pawn && !rules.promotion_zone_pawn_drops) piece.drop_squares &= ~crop(side.promotion_region);
    if (kind.pawn && !rules.first_rank_pawn_drops) piece.drop_squares &= ~first_rank();
    if (kind.name == "rook" && rules.first_rank_rook_drops) piece.drop_squares &= first_rank();
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
    Attackers<Bits>& all = attackers[static_cast<unsigned>(color)];
    const auto& side_moves = all_piece_moves[static_cast<unsigned>(color)];
    for (const rules::PieceKind k : kinds()) {
        const PieceMoves<Bits>& piece = side_moves[k.index()];
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
        if (std::any_of(piece.hops.begin(), piece.hops.end(), [](const auto& hop) { return hop.capture; }))
            all.hoppers.push_back(k);
    }
    // Every line with the kinds that capture along it; then lines that the same kinds use, together.
    for (std::uint16_t id = 0; id < line_names_.size(); ++id) {
        for (const bool up : {false, true}) {
            std::vector<rules::PieceKind> riding;
            for (const rules::PieceKind k : kinds())
                for (const auto& ride : side_moves[k.index()].rides)
                    if (ride.line == id && ride.capture && (up ? ride.down : ride.up)) riding.push_back(k);
            if (riding.empty()) continue;
            auto group = std::find_if(all.riders.begin(), all.riders.end(),
                                      [&](const auto& riders) { return riders.kinds == riding; });
            if (group == all.riders.end()) {
                const bool restricted = std::any_of(riding.begin(), riding.end(), [&](rules::PieceKind k) {
                    return side_moves[k.index()].allowed != board;
                });
                group =
                    all.riders.insert(all.riders.end(), {riding, {}, restricted, std::vector<Set>(squares)});
            }
            const auto same = std::find_if(group->rays.begin(), group->rays.end(),
                                           [&](const auto& ray) { return ray.line == id; });
            auto& ray = same != group->rays.end() ? *same : group->rays.emplace_back();
            ray.line = id;
            (up ? ray.up : ray.down) = true;
            for (const Square s : BoardSquares{squares})
                group->reach[s.index()] |= up ? line(id, s).up : line(id, s).down;
        }
    }
}

template struct CompiledRules<std::uint64_t>;
template struct CompiledRules<Bits256>;

}  // namespace zermelo::engine
