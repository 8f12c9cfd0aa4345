// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <cstdlib>
#include <optional>
#include <utility>
#include <vector>

#include "zermelo/engine/compiled_rules.hpp"

/// How a kind's movements become sets of squares. Only compiled_rules.cpp includes it.
namespace zermelo::engine {

/// Compiles how one kind of one side moves.
template <typename Bits>
class PieceCompiler {
  public:
    using Set = SquareSet<Bits>;

    /// Makes lines as it needs them. Precondition: the kinds of `compiled` have their numbers, and its
    /// squares are known.
    PieceCompiler(CompiledRules<Bits>& compiled, const rules::Kind& kind, Color color)
        : compiled_(compiled),
          rules_(compiled.rules),
          side_(rules_.side(color)),
          kind_(kind),
          color_(color),
          turn_(color == Color::white ? 1 : -1),
          initial_(compiled.squares),
          ordinary_(compiled.squares) {}

    PieceMoves<Bits> run() {
        say_what_it_is();
        for (const rules::Movement& m : kind_.movements) add(m);
        if (compiled_.diagonal_lines.any()) add_diagonals();
        if (kind_.pawn) add_first_steps();
        // A royal piece is never captured, so neither is it en passant.
        if (!kind_.royal) list_initial_moves();
        if (rules_.immobility_illegal || rules_.turned_round(kind_.letter)) find_where_it_is_stuck();
        if (rules_.drops || rules_.gates_from_hand) find_drop_squares();
        return std::move(piece_);
    }

  private:
    using Lame = typename PieceMoves<Bits>::Lame;
    using LameLeap = typename PieceMoves<Bits>::LameLeap;

    BoardSquares squares() const { return BoardSquares{compiled_.squares}; }

    void say_what_it_is() {
        piece_.present = true;
        piece_.allowed = compiled_.board;
        if (const auto region = side_.mobility.find(kind_.letter); region != side_.mobility.end())
            piece_.allowed &= compiled_.crop(region->second);
        for (const Barred& b : compiled_.barred)
            if (b.bars({color_, kind_.letter})) piece_.allowed &= ~compiled_.crop(b.squares);
        piece_.promotes = rules::contains(side_.promotion_pawns, kind_.letter);
        if (piece_.promotes) piece_.promotions = side_.promotion_pieces;
        if (const auto turned = rules_.promoted_kind.find(kind_.letter); turned != rules_.promoted_kind.end())
            piece_.promoted_letter = turned->second;
        if (const auto other = rules_.turned_round(kind_.letter))
            piece_.turned_round = compiled_.kind_of(*other);
        piece_.turns =
            piece_.promotes || piece_.promoted_letter || rules_.piece_demotion || piece_.turned_round;
        piece_.captures_en_passant = rules::contains(side_.en_passant_pawns, kind_.letter);
        piece_.initial_region = compiled_.crop(side_.double_step_region);
    }

    void add(const rules::Movement& m) {
        const int df = turn_ * m.files;
        const int dr = turn_ * m.ranks;
        switch (m.kind) {
            case rules::Movement::Kind::leap:
                if (m.initial)
                    add_initial_ride(df, dr, 1);
                else
                    add_leap(m, df, dr);
                break;
            case rules::Movement::Kind::lame:
                add_lame(df, dr, m.moves, m.captures && !m.initial,
                         m.initial ? std::optional{piece_.initial_region} : std::nullopt);
                break;
            case rules::Movement::Kind::ride:
                if (m.initial)
                    // Each length of the ride is a leap that every square before it can block.
                    for (unsigned n = 1;
                         n <= (m.limit == 0 ? std::max(compiled_.files, compiled_.ranks) : m.limit); ++n)
                        add_initial_ride(df, dr, n);
                else
                    add_ride(m, df, dr);
                break;
            case rules::Movement::Kind::hop:
                add_hop(m, df, dr);
                break;
        }
    }

    void add_leap(const rules::Movement& m, int df, int dr) {
        const unsigned sideways_from = kind_.name == "soldier" ? rules_.soldier_rank : 0;
        piece_.leaps.resize(compiled_.squares);
        for (const Square s : squares()) {
            const unsigned rank = compiled_.place(s).rank;
            const unsigned own_rank = color_ == Color::white ? rank : compiled_.ranks - 1 - rank;
            const auto to = compiled_.shifted(s, df, dr);
            if (!to || !piece_.allowed.contains(*to) || (df != 0 && own_rank < sideways_from)) continue;
            if (m.moves) piece_.leaps[s.index()].quiet |= Set::of(*to);
            if (m.captures) piece_.leaps[s.index()].capture |= Set::of(*to);
            if (m.moves) ordinary_[s.index()] |= Set::of(*to);
        }
    }

    /// Adds an initial move of `steps` equal steps, past squares that must be empty.
    void add_initial_ride(int df, int dr, unsigned steps) {
        Lame lame;
        lame.capture = false;
        lame.initial = true;
        for (const Square s : squares()) {
            LameLeap step;
            std::optional<Square> at;
            if (piece_.initial_region.contains(s)) at = compiled_.shifted(s, df, dr);
            for (unsigned i = 1; i < steps && at; ++i) {
                step.path |= Set::of(*at);
                at = compiled_.shifted(*at, df, dr);
            }
            if (at) step.to = Set::of(*at) & piece_.allowed;
            initial_[s.index()] |= step.to;
            lame.by_square.push_back(step);
        }
        piece_.lame.push_back(std::move(lame));
    }

    /// `starts`: where it may begin if it is an initial move.
    void add_lame(int df, int dr, bool quiet, bool capture, const std::optional<Set>& starts) {
        Lame lame;
        lame.quiet = quiet;
        lame.capture = capture;
        lame.initial = starts.has_value();
        for (const Square s : squares()) {
            const LameLeap step = starts && !starts->contains(s) ? LameLeap{} : lame_leap(s, df, dr);
            if (quiet && !starts) ordinary_[s.index()] |= step.to;
            if (starts) initial_[s.index()] |= step.to;
            lame.by_square.push_back(step);
        }
        piece_.lame.push_back(std::move(lame));
    }

    LameLeap lame_leap(Square from, int df, int dr) const {
        const auto to = compiled_.shifted(from, df, dr);
        if (!to) return {};
        LameLeap step{Set::of(*to) & piece_.allowed, {}};
        for (const auto& [f, r] : rules::lame_path(df, dr)) {
            const auto between = compiled_.shifted(from, f, r);
            if (!between) return {};
            step.path |= Set::of(*between);
        }
        return step;
    }

    void add_ride(const rules::Movement& m, int df, int dr) {
        const bool up = rises(df, dr);
        const std::uint16_t id = line_id(df, dr, m.limit);
        for (const Square s : squares())
            if (m.moves) ordinary_[s.index()] |= up ? compiled_.line(id, s).up : compiled_.line(id, s).down;
        const auto same = std::find_if(piece_.rides.begin(), piece_.rides.end(), [&](const auto& ride) {
            return ride.line == id && ride.quiet == m.moves && ride.capture == m.captures;
        });
        auto& ride = same != piece_.rides.end() ? *same : piece_.rides.emplace_back();
        ride.line = id;
        ride.quiet = m.moves;
        ride.capture = m.captures;
        (up ? ride.up : ride.down) = true;
    }

    void add_hop(const rules::Movement& m, int df, int dr) {
        const std::uint16_t line = line_id(df, dr, 0);
        const std::uint16_t landing = line_id(df, dr, m.limit == 1 ? 1 : 0);
        const std::uint16_t reach = line_id(df, dr, m.limit > 1 ? m.limit : 0);
        piece_.hops.push_back({line, landing, reach, rises(df, dr), m.moves, m.captures && !m.initial,
                               m.initial, kind_.name == "janggiCannon"});
    }

    /// Whether a direction leads to squares of higher index. A line goes both ways and is named by this one.
    static bool rises(int df, int dr) { return dr > 0 || (dr == 0 && df > 0); }
    std::uint16_t line_id(int df, int dr, unsigned limit) {
        const int sign = rises(df, dr) ? 1 : -1;
        return compiled_.line_id(sign * df, sign * dr, limit);
    }

    /// What kinds of Janggi do along the diagonals of marked squares.
    void add_diagonals() {
        const bool steps =
            kind_.name == "wazir" || kind_.name == "soldier" || (kind_.royal && kind_.betza == "W");
        for (const int files_step : {1, -1})
            for (const int ranks_step : {1, -1}) {
                if (kind_.name == "soldier" && ranks_step != turn_) continue;
                if (steps) add_diagonal_step(files_step, ranks_step);
                if (ranks_step == -1) continue;
                const std::uint16_t line = compiled_.line_id(files_step, 1, 0, true);
                if (kind_.name == "rook") piece_.rides.push_back({line, true, true, true, true});
                for (const bool up : {true, false})
                    if (kind_.name == "janggiCannon")
                        piece_.hops.push_back({line, line, line, up, true, true, false, true});
            }
    }

    void add_diagonal_step(int files_step, int ranks_step) {
        piece_.leaps.resize(compiled_.squares);
        for (const Square s : squares()) {
            const auto to = compiled_.shifted(s, files_step, ranks_step);
            const Set& marked = compiled_.diagonal_lines;
            if (!to || !marked.contains(s) || !marked.contains(*to) || !piece_.allowed.contains(*to))
                continue;
            piece_.leaps[s.index()].quiet |= Set::of(*to);
            piece_.leaps[s.index()].capture |= Set::of(*to);
        }
    }

    /// A pawn's double step, and its triple step.
    void add_first_steps() {
        add_lame(0, 2 * turn_, true, false, piece_.initial_region);
        if (const Set starts = compiled_.crop(side_.triple_step_region); starts.any())
            add_lame(0, 3 * turn_, true, false, starts);
    }

    void list_initial_moves() {
        std::vector<Set> passing(compiled_.squares);
        for (const Square s : squares()) {
            initial_[s.index()] &= compiled_.board.contains(s) ? ~ordinary_[s.index()] : Set{};
            for (Set left = initial_[s.index()]; left.any();) {
                const Square to = left.take_first();
                if (passes_over(s, to)) passing[s.index()] |= Set::of(to);
            }
        }
        const auto is_any = [](const Set& set) { return set.any(); };
        if (std::any_of(passing.begin(), passing.end(), is_any)) piece_.passing = std::move(passing);
        if (std::any_of(initial_.begin(), initial_.end(), is_any)) piece_.initial = std::move(initial_);
    }

    /// Whether a move has squares between its ends: on a rank, file or diagonal, by more than one step.
    bool passes_over(Square from, Square to) const {
        const int across = std::abs(compiled_.place(to).file - compiled_.place(from).file);
        const int along = std::abs(compiled_.place(to).rank - compiled_.place(from).rank);
        return std::max(across, along) > 1 && (across == 0 || along == 0 || across == along);
    }

    /// Where it could never move again.
    void find_where_it_is_stuck() {
        for (const Square s : squares()) {
            const auto leaves = [&](const rules::Movement& m) {
                return m.moves && !m.initial && leads_on(s, m, turn_ * m.files, turn_ * m.ranks);
            };
            if (std::none_of(kind_.movements.begin(), kind_.movements.end(), leaves))
                piece_.stuck |= Set::of(s);
        }
    }

    /// Whether a movement leads from a square to another one of an empty board, or of one with a man to hop
    /// over.
    bool leads_on(Square s, const rules::Movement& m, int df, int dr) const {
        if (!compiled_.shifted(s, df, dr)) return false;
        if (m.kind == rules::Movement::Kind::hop) return compiled_.shifted(s, 2 * df, 2 * dr).has_value();
        if (m.kind != rules::Movement::Kind::lame) return true;
        const auto path = rules::lame_path(df, dr);
        return std::all_of(path.begin(), path.end(), [&](const auto& step) {
            return compiled_.shifted(s, step.first, step.second).has_value();
        });
    }

    void find_drop_squares() {
        Set first_rank;
        const unsigned rank = color_ == Color::white ? 0 : compiled_.ranks - 1;
        for (unsigned file = 0; file < compiled_.files; ++file)
            first_rank |= Set::of(Square{rank * compiled_.files + file});
        piece_.drop_squares = compiled_.crop(side_.drop_region) & piece_.allowed;
        if (kind_.pawn && !rules_.promotion_zone_pawn_drops)
            piece_.drop_squares &= ~compiled_.crop(side_.promotion_region);
        if (kind_.pawn && !rules_.first_rank_pawn_drops) piece_.drop_squares &= ~first_rank;
        if (kind_.name == "rook" && rules_.first_rank_rook_drops) piece_.drop_squares &= first_rank;
    }

    CompiledRules<Bits>& compiled_;
    const rules::Rules& rules_;
    const rules::SideRules& side_;
    const rules::Kind& kind_;
    const Color color_;
    const int turn_;  ///< ranks forward
    PieceMoves<Bits> piece_;
    std::vector<Set> initial_;   ///< initial moves, by square
    std::vector<Set> ordinary_;  ///< every quiet move on an empty board that is not an initial one
};

}  // namespace zermelo::engine
