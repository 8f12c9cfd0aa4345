// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/puzzles/check_state/decide.hpp"

#include <algorithm>
#include <cstdlib>
#include <span>
#include <tuple>
#include <utility>

#include "zermelo/puzzles/check_state/interpositions.hpp"
#include "zermelo/puzzles/check_state/kernels.hpp"
#include "zermelo/puzzles/check_state/piece_list.hpp"
#include "zermelo/puzzles/check_state/rays.hpp"

namespace zermelo::check_state {

namespace {

using Verdict = CheckState::Verdict;

Move move_to(const Piece& piece, std::int64_t x, std::int64_t y,
             std::optional<Piece> captured = std::nullopt) {
    return {piece, Column{static_cast<std::uint64_t>(x) + 1}, Row{static_cast<std::uint64_t>(y) + 1},
            captured};
}

/// What comes of each step of the king. Precondition: `pieces` has every piece that stands on a square beside
/// the king, or that `Rays` of such a square take into account; others do no harm.
std::vector<KingStep> king_steps(std::span<const Spot> pieces, const Spot& king, std::uint64_t n) {
    const auto on_board = [side = static_cast<std::int64_t>(n)](std::int64_t v) {
        return v >= 0 && v < side;
    };
    const Piece mover = piece_of(king);
    std::vector<KingStep> steps;
    steps.reserve(queen_steps.size());
    for (const Step step : queen_steps) {
        const Spot to{king.x + step.x, king.y + step.y};
        if (!on_board(to.x) || !on_board(to.y)) continue;
        Rays rays(to);
        std::optional<Piece> occupant;
        for (const Spot& piece : pieces) {
            if (piece.code != king.code) rays.add(piece);
            if (piece.same_square(to)) occupant = piece_of(piece);
        }
        KingStep found{move_to(mover, to.x, to.y, occupant), occupant && occupant->color == mover.color, {}};
        for (const Attacker& attacker : rays.attackers(!mover.color)) {
            found.attackers.push_back(piece_of(attacker.spot));
            if (attacker.step == Step{-step.x, -step.y}) found.through_king = found.attackers.back();
        }
        steps.push_back(std::move(found));
    }
    return steps;
}

/// Whether a move's piece may leave its line; a move that a pin forbids is noted.
bool is_free(const Move& move, Color own, Reasons& reasons) {
    const std::vector<Pin>& pins = reasons.pins[index(own)];
    const auto pin =
        std::find_if(pins.begin(), pins.end(), [&](const Pin& each) { return each.pinned == move.piece; });
    if (pin != pins.end()) reasons.pinned_moves.push_back({move, pin->pinner});
    return pin == pins.end();
}

/// The pieces of a colour, other than its king, that could capture on a square; pinned ones, too.
std::vector<Attacker> capturers(std::span<const Spot> pieces, const Spot& target, Color own) {
    Rays rays(target);
    for (const Spot& piece : pieces) rays.add(piece);
    std::vector<Attacker> found = rays.attackers(own);
    std::erase_if(found, [&](const Attacker& attacker) {
        return attacker.spot.code == static_cast<unsigned>(code_of(own, Kind::king));
    });
    return found;
}

/// A piece that could go to the square of the ray with this number.
struct Interposition {
    std::int64_t at;
    Spot piece;
};

/// Those of knights and pawns, pinned ones, too.
std::vector<Interposition> step_interpositions(std::span<const Spot> pieces, const CheckRay& ray, Color own) {
    std::vector<Interposition> found;
    for (const Spot& piece : pieces) {
        const auto go = [&](Step step) {
            if (const std::int64_t at = ray.between({piece.x + step.x, piece.y + step.y}); at != 0)
                found.push_back({at, piece});
        };
        if (piece.code == static_cast<unsigned>(code_of(own, Kind::knight)))
            for (const Step jump : knight_steps) go(jump);
        if (piece.code == static_cast<unsigned>(code_of(own, Kind::pawn))) go({0, forward(own)});
    }
    return found;
}

/// Those of sliders, pinned ones, too, found one by one: of all pieces of one family of lines that could come
/// to a square from one side, the nearest alone can.
std::vector<Interposition> slider_interpositions(std::span<const Spot> pieces, const CheckRay& ray,
                                                 Color own) {
    const auto families = families_of(ray, own);
    struct Candidate {
        std::int64_t at;
        std::size_t way;  ///< the family of lines, and the side
        std::int64_t distance;
        Spot piece;
    };
    std::vector<Candidate> candidates;
    for (const Spot& piece : pieces) {
        const std::int64_t off = ray.off(piece);
        if (off == 0) continue;
        for (std::size_t i = 0; i < families.size(); ++i) {
            const std::int64_t at = families[i].intersection(ray, piece);
            if (at != 0 && at != static_cast<std::int64_t>(ray.length))
                candidates.push_back({at, 2 * i + (off > 0 ? 1 : 0), std::abs(off), piece});
        }
    }
    std::sort(candidates.begin(), candidates.end(), [](const Candidate& a, const Candidate& b) {
        return std::tie(a.at, a.way, a.distance) < std::tie(b.at, b.way, b.distance);
    });
    std::vector<Interposition> found;
    for (std::size_t i = 0; i < candidates.size(); ++i) {
        const auto& [at, way, distance, piece] = candidates[i];
        const bool nearest = i == 0 || candidates[i - 1].at != at || candidates[i - 1].way != way;
        if (nearest && is_in(families[way / 2].movers, piece.code)) found.push_back({at, piece});
    }
    return found;
}

/// What some of a board's pieces tell of it.
struct Outline {
    CheckState state;             ///< with the reasons; no interpositions, captures in any order
    std::optional<CheckRay> ray;  ///< the ray of a single check from afar
};

/// Precondition: among the pieces are all on the rays of the nine squares around each king, and all that
/// could capture a checker; of a check from afar those are enough that could without a step over its ray.
Outline outline_of(std::span<const Spot> pieces, const std::array<Spot, 2>& kings, std::uint64_t n) {
    std::array<Rays, 2> rays{Rays(kings[0]), Rays(kings[1])};
    for (const Spot& piece : pieces)
        for (Rays& king : rays) king.add(piece);
    Outline outline;
    CheckState& state = outline.state;
    Reasons& reasons = state.reasons.emplace();
    std::array<std::vector<Attacker>, 2> checkers;
    for (const Color color : both_colors) {
        const Rays& king = rays[index(color)];
        checkers[index(color)] = king.attackers(!color);
        for (const Attacker& checker : checkers[index(color)])
            reasons.checkers[index(color)].push_back(piece_of(checker.spot));
        reasons.pins[index(color)] = king.pins(color);
        if (checkers[index(color)].empty()) continue;
        state.verdict = state.verdict == Verdict::safe ? Verdict::check : Verdict::impossible;
        state.threatened = state.verdict == Verdict::check ? color : Color::white;
    }
    if (state.verdict != Verdict::check) return outline;
    const Color own = state.threatened;
    const Spot& king = kings[index(own)];
    reasons.king_steps = king_steps(pieces, king, n);
    for (const KingStep& step : reasons.king_steps) state.evasions.king_moves += step.is_evasion() ? 1 : 0;
    if (checkers[index(own)].size() != 1) return outline;  // nothing but a step of the king answers two
    const Attacker& checker = checkers[index(own)].front();
    for (const Attacker& capturer : capturers(pieces, checker.spot, own)) {
        const Move move = move_to(piece_of(capturer.spot), checker.spot.x, checker.spot.y,
                                  reasons.checkers[index(own)].front());
        if (is_free(move, own, reasons)) reasons.captures.push_back(move);
    }
    state.evasions.captures = reasons.captures.size();
    if (checker.step && checker.distance > 1) outline.ray = CheckRay{king, *checker.step, checker.distance};
    return outline;
}

}  // namespace

// Why pinned pieces may be left out: a piece is pinned if it is the first on a queen's line from its king and
// an enemy slider of that line is the next. To answer a single check it has to reach the checker's square or
// one between. The line of another slider's check shares no square with the pin's line but the king's (the
// pinned piece is the first on its own line, so the check comes along another), and a knight's square is on
// no queen's line of the king; a pawn's check comes from a neighbour's square on another line. So it would
// leave its line and open it, for the pinning slider is not what it captures. A piece that is not pinned
// opens nothing: all lines that its leaving opens have no enemy slider of theirs next.
CheckState decide_large(const PieceList& list, Isa isa) {
    const std::array kings{list.king(Color::white), list.king(Color::black)};
    const std::vector<Spot> pieces = pieces_near(list, kings, isa);
    auto [state, ray] = outline_of(pieces, kings, list.n());
    if (ray) {
        const Color own = state.threatened;
        std::vector<Spot> pinned;
        for (const Pin& pin : state.reasons->pins[index(own)]) pinned.push_back(spot_of(pin.pinned));
        // Not all are near that could capture from off the ray: these are counted with the rest below.
        for (const Move& capture : state.reasons->captures) {
            const Spot spot = spot_of(capture.piece);
            const bool steps = is_in(codes(own, {Kind::knight, Kind::pawn}), spot.code);
            if (!steps && ray->off(spot) != 0) --state.evasions.captures;
        }
        for (const Interposition& step : step_interpositions(pieces, *ray, own))
            if (!is_pinned(pinned, step.piece)) ++state.evasions.interpositions;
        const SliderMoves moves = count_slider_moves(list, *ray, own, pinned, isa);
        state.evasions.captures += moves.captures;
        state.evasions.interpositions += moves.interpositions;
    }
    state.reasons.reset();
    return state;
}

CheckState decide(const PieceList& list, Isa isa) {
    return list.n() <= largest_small_board ? decide_small(list, isa) : decide_large(list, isa);
}

CheckState explain(const PlainBoard& board, std::size_t most) {
    std::vector<Spot> pieces;
    for (const Piece& piece : board.pieces) pieces.push_back(spot_of(piece));
    const std::array kings{spot_of(king_of(board, Color::white)), spot_of(king_of(board, Color::black))};
    auto [state, ray] = outline_of(pieces, kings, board.n);
    const Color own = state.threatened;
    Reasons& reasons = *state.reasons;
    std::sort(reasons.captures.begin(), reasons.captures.end(), [](const Move& a, const Move& b) {
        return std::tie(a.piece.row, a.piece.column) < std::tie(b.piece.row, b.piece.column);
    });
    if (!ray) return std::move(state);
    std::vector<Interposition> all = slider_interpositions(pieces, *ray, own);
    const std::vector<Interposition> steps = step_interpositions(pieces, *ray, own);
    all.insert(all.end(), steps.begin(), steps.end());
    std::sort(all.begin(), all.end(), [](const Interposition& a, const Interposition& b) {
        return std::tie(a.at, a.piece.y, a.piece.x) < std::tie(b.at, b.piece.y, b.piece.x);
    });
    for (const auto& [at, piece] : all) {
        const Move move =
            move_to(piece_of(piece), ray->king.x + ray->step.x * at, ray->king.y + ray->step.y * at);
        if (!is_free(move, own, reasons)) continue;
        if (reasons.interpositions.size() < most) reasons.interpositions.push_back(move);
        ++state.evasions.interpositions;
    }
    return std::move(state);
}

}  // namespace zermelo::check_state
