// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/puzzles/check_state/check_state.hpp"

#include <algorithm>
#include <vector>

#include "zermelo/base/parallel_for.hpp"
#include "zermelo/puzzles/check_state/crossing.hpp"
#include "zermelo/puzzles/check_state/line_sieve.hpp"
#include "zermelo/puzzles/check_state/small_board.hpp"
#include "zermelo/puzzles/check_state/surroundings.hpp"

namespace zermelo::check_state {

namespace {

using Kings = std::array<Surroundings, 2>;

template <typename Packing, std::size_t Count>
void survey_bucket(const PieceList& list, unsigned bucket, Isa isa,
                   std::array<Surroundings, Count>& squares) {
    LineSieve<Packing, Count> sieve(squares, isa);
    list.for_each_run(bucket, [&](const Run& run) {
        sieve.for_each_hit(run, [&](std::size_t i) {
            const Spot spot = Packing::read(run.words + i * Packing::words);
            for (Surroundings& square : squares) square.add(spot);
        });
    });
}

/// Fills the surroundings of some squares in one pass.
template <typename Packing, std::size_t Count>
void survey(const PieceList& list, Isa isa, std::array<Surroundings, Count>& squares) {
    std::vector<std::array<Surroundings, Count>> others(list.threads() - 1, squares);
    parallel_for(list.threads(), list.partition().buckets(), [&](unsigned taker, unsigned bucket) {
        survey_bucket<Packing>(list, bucket, isa, taker == 0 ? squares : others[taker - 1]);
    });
    for (const auto& part : others)
        for (std::size_t i = 0; i < Count; ++i) squares[i].add(part[i]);
}

template <std::size_t Count>
void survey(const PieceList& list, Isa isa, std::array<Surroundings, Count>& squares) {
    list.wide() ? survey<Wide>(list, isa, squares) : survey<Narrow>(list, isa, squares);
}

std::vector<Spot> pinned_of(const Surroundings& around, Color own) {
    std::vector<Spot> pinned;
    for (const PinnedSpot& pin : pins_of(around, own)) pinned.push_back(pin.pinned);
    return pinned;
}

std::uint64_t king_moves(const Surroundings& around, Color own, std::int64_t n) {
    std::uint64_t moves = 0;
    for (const Step step : queen_steps) {
        const std::int64_t x = around.king().x + step.x;
        const std::int64_t y = around.king().y + step.y;
        if (x < 0 || y < 0 || x >= n || y >= n || is_in(army(own), around.near(step.x, step.y))) continue;
        if (!around.attacked(step.x, step.y, !own)) ++moves;
    }
    return moves;
}

/// Captures on one square by `own`'s pieces other than its king and the pinned ones.
std::uint64_t captures_on(const PieceList& list, Isa isa, const Spot& target, Color own,
                          const std::vector<Spot>& pinned) {
    std::array<Surroundings, 1> squares{Surroundings(target)};
    survey(list, isa, squares);
    std::uint64_t captures = 0;
    for (const Attacker& attacker : attackers_of(squares[0], own)) {
        const bool is_pinned = std::any_of(pinned.begin(), pinned.end(), [&](const Spot& other) {
            return other.x == attacker.spot.x && other.y == attacker.spot.y;
        });
        const bool is_king = attacker.spot.code == static_cast<unsigned>(code_of(own, Kind::king));
        if (!is_pinned && !is_king) ++captures;
    }
    return captures;
}

struct Analysis {
    Kings kings;
    CheckState state;
    std::uint64_t king_moves = 0;
    Rescues rescues;
};

// Why pinned pieces may be left out: a piece is pinned if it is the first on a queen's line from its king and
// an enemy slider of that line is the next. To answer a single check it has to reach the checker's square or
// one between. The line of another slider's check shares no square with the pin's line but the king's (the
// pinned piece is the first on its own line, so the check comes along another), and a knight's square is on
// no queen's line of the king; a pawn's check comes from a neighbour's square on another line. So it would
// leave its line and open it, for the pinning slider is not what it captures. A piece that is not pinned
// opens nothing: all lines that its leaving opens have no enemy slider of theirs next.
Analysis analyse(const PieceList& list, Isa isa) {
    Analysis result{
        {Surroundings(list.king(Color::white)), Surroundings(list.king(Color::black))}, {}, 0, {}};
    survey(list, isa, result.kings);
    const bool white = result.kings[0].attacked(0, 0, Color::black);
    const bool black = result.kings[1].attacked(0, 0, Color::white);
    if (!white && !black) return result;
    if (white && black) {
        result.state.verdict = CheckState::Verdict::impossible;
        return result;
    }
    const Color own = white ? Color::white : Color::black;
    const Surroundings& around = result.kings[index(own)];
    result.state.verdict = CheckState::Verdict::check;
    result.state.threatened = own;
    result.king_moves = king_moves(around, own, static_cast<std::int64_t>(list.n()));
    const std::vector<Attacker> checkers = attackers_of(around, !own);
    if (checkers.size() == 1) {  // nothing but a step of the king answers two
        const Attacker& checker = checkers[0];
        const std::vector<Spot> pinned = pinned_of(around, own);
        if (checker.step && checker.distance > 1)
            result.rescues =
                count_crossings(list, {around.king(), *checker.step, checker.distance}, own, pinned, isa);
        else
            result.rescues.captures = captures_on(list, isa, checker.spot, own, pinned);
    }
    result.state.moves = result.king_moves + result.rescues.captures + result.rescues.interpositions;
    return result;
}

}  // namespace

CheckState decide(const PieceList& list, Isa isa) {
    return list.n() <= largest_small_board ? decide_small(list, isa) : analyse(list, isa).state;
}

Details explain(const PieceList& list, Isa isa) {
    const Analysis analysis = analyse(list, isa);
    Details details;
    details.state = analysis.state;
    details.king_moves = analysis.king_moves;
    details.captures = analysis.rescues.captures;
    details.interpositions = analysis.rescues.interpositions;
    for (const Color color : {Color::white, Color::black}) {
        const Surroundings& around = analysis.kings[index(color)];
        for (const Attacker& checker : attackers_of(around, !color))
            details.checkers[index(color)].push_back(piece_of(checker.spot));
        for (const Spot& spot : pinned_of(around, color))
            details.pinned[index(color)].push_back(piece_of(spot));
    }
    return details;
}

}  // namespace zermelo::check_state
