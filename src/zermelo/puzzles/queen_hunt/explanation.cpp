// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/puzzles/queen_hunt/explanation.hpp"

#include <algorithm>
#include <memory>

#include "zermelo/puzzles/queen_hunt/decide.hpp"
#include "zermelo/puzzles/queen_hunt/moves.hpp"
#include "zermelo/puzzles/queen_hunt/tiers.hpp"

namespace zermelo::queen_hunt {

namespace {

using HuntProver = Prover<Tiers>;

/// Whether Black takes White's queen whatever White plays.
bool loses_queen_at_once(const Position& position) {
    MoveList moves;
    list_moves(position, moves);
    return std::all_of(moves.begin(), moves.end(), [&](const Move& move) {
        const Position after_move = play(position, move);
        return !lost(after_move) && wins_at_once(after_move);
    });
}

/// Asks the solver where its answer is near, and searches on a budget where it may be far.
class Searcher {
  public:
    Searcher(HuntSolver& solver, const HuntEffort& effort)
        : solver_(&solver), effort_(effort), budget_(limits()) {}

    /// Whether the side to move wins within a bound that is shorter than that of the verdict; nothing if the
    /// budget is used up.
    Result<std::optional<bool>> wins_within(const Position& position, Plies bound) {
        if (bound <= HuntProver::search_to || position.men() <= HuntProver::max_men)
            return solver_->wins_within(position, bound).map([](bool wins) { return std::optional{wins}; });
        const auto answer = prover().prove(position, bound, &budget_);
        if (answer.verdict == search::Verdict::unknown) return std::nullopt;
        return answer.verdict == search::Verdict::win;
    }

    /// Looks for a win beyond the bound of a verdict that was no.
    Result<void> look_beyond(const Position& position, HuntReasons& reasons) {
        const bool has_tables =
            reasons.bound > HuntProver::search_to && position.men() <= HuntProver::max_men;
        const Plies any{~std::uint64_t{0}};
        if (has_tables || position.men() <= effort_.table_men) {
            ZERMELO_TRY(const auto win, solver_->prove(position, any));
            if (win) reasons.shortest = win->plies;
            reasons.never = !win;
            return {};
        }
        if (loses_queen_at_once(position)) {
            reasons.never = true;
            return {};
        }
        search::Budget budget{limits()};
        const auto answer = prover().prove(position, reasons.bound + beyond, &budget);
        reasons.shortest = answer.length;
        if (answer.none_within) reasons.none_within = std::max(reasons.none_within, *answer.none_within);
        return {};
    }

  private:
    /// A search that sees everything at every depth would not end by its budget.
    static constexpr Plies beyond{100};

    using Prover = search::ForcedWin<Rules>;
    search::Limits limits() const { return {.time = {}, .nodes = effort_.nodes, .stop = {}}; }
    Prover& prover() {
        if (prover_ == nullptr) prover_ = std::make_unique<Prover>();
        return *prover_;
    }

    HuntSolver* solver_;
    HuntEffort effort_;
    search::Budget budget_;           // for all refutations
    std::unique_ptr<Prover> prover_;  // made when it is needed
};

/// All moves that take the enemy queen.
std::vector<Move> captures_of_queen(const Position& position) {
    MoveList moves;
    list_moves(position, moves);
    std::vector<Move> captures;
    std::copy_if(moves.begin(), moves.end(), std::back_inserter(captures),
                 [&](const Move& move) { return lost(play(position, move)); });
    return captures;
}

/// Chooses which piece takes the queen after each reply that leaves it, with as few different pieces as a
/// greedy choice finds.
void choose_captures(const Position& after_move, std::vector<HuntReply>& replies) {
    struct Open {
        HuntReply* reply;
        std::vector<Move> captures;

        const Move* by_piece_on(unsigned square) const {
            const auto found = std::find_if(captures.begin(), captures.end(),
                                            [&](const Move& each) { return each.from_index == square; });
            return found == captures.end() ? nullptr : &*found;
        }
    };
    std::vector<Open> open;
    for (HuntReply& reply : replies)
        if (reply.left == Plies{1}) open.push_back({&reply, captures_of_queen(play(after_move, reply.move))});
    while (!open.empty()) {
        unsigned best = 0;
        std::ptrdiff_t most = 0;
        for (unsigned square = 0; square < Board::square_count; ++square) {
            const auto count = std::count_if(open.begin(), open.end(), [&](const Open& each) {
                return each.by_piece_on(square) != nullptr;
            });
            if (count <= most) continue;
            most = count;
            best = square;
        }
        std::erase_if(open, [&](const Open& each) {
            const Move* const capture = each.by_piece_on(best);
            if (capture != nullptr) each.reply->answer = *capture;
            return capture != nullptr;
        });
    }
}

Result<std::vector<HuntReply>> replies_to(const Position& after_move, Plies within, HuntSolver& solver) {
    MoveList moves;
    list_moves(after_move, moves);
    std::vector<HuntReply> replies;
    for (const Move& move : moves) {
        ZERMELO_TRY(const auto win, solver.prove(play(after_move, move), within));
        if (!win) return failure(ErrorKind::bad_usage, "a won hunt with a reply that holds, expected none");
        replies.push_back({move, win->plies, win->move});
    }
    choose_captures(after_move, replies);
    return replies;
}

Result<void> follow_line(Position position, HuntWin win, HuntSolver& solver, std::vector<HuntMove>& line) {
    while (true) {
        HuntMove step{position, win.move, win.plies, {}, {}};
        const Position after_move = play(position, win.move);
        if (win.plies > Plies{1}) {
            ZERMELO_TRY(auto replies, replies_to(after_move, win.plies - Plies{2}, solver));
            step.replies = std::move(replies);
            const auto longest =
                std::max_element(step.replies.begin(), step.replies.end(),
                                 [](const HuntReply& a, const HuntReply& b) { return a.left < b.left; });
            step.longest = static_cast<std::size_t>(longest - step.replies.begin());
        }
        line.push_back(step);
        if (win.plies <= Plies{3}) return {};
        const HuntReply& reply = step.replies[*step.longest];
        position = play(after_move, reply.move);
        win = {reply.left, reply.answer};
    }
}

/// The first reply that refutes; those that refuted other moves come first, so that few are named.
Result<void> refute(const Position& after_move, Plies left, Searcher& searcher, std::vector<Move>& known,
                    HuntTry& result) {
    if (const auto capture = winning_move(after_move)) {
        result.reply = *capture;
        result.loses_queen = true;
        return {};
    }
    std::vector<Move> order;
    for (const Move& move : known)
        if (is_legal(after_move, move)) order.push_back(move);
    MoveList moves;
    list_moves(after_move, moves);
    std::copy_if(moves.begin(), moves.end(), std::back_inserter(order), [&](const Move& move) {
        return std::find(known.begin(), known.end(), move) == known.end();
    });
    for (const Move& move : order) {
        ZERMELO_TRY(const auto wins, searcher.wins_within(play(after_move, move), left));
        if (wins != false) continue;  // White wins, or it took too long to see
        result.reply = move;
        if (std::find(known.begin(), known.end(), move) == known.end()) known.push_back(move);
        return {};
    }
    return {};
}

Result<void> refute_all(const Position& position, Searcher& searcher, HuntReasons& reasons) {
    if (reasons.bound < Plies{3}) return {};
    MoveList moves;
    list_moves(position, moves);
    std::vector<Move> known;
    for (const Move& move : moves) {
        HuntTry result{move, {}, false};
        const Position after_move = play(position, move);
        ZERMELO_CHECK(refute(after_move, reasons.bound - Plies{2}, searcher, known, result));
        reasons.tries.push_back(result);
    }
    return {};
}

}  // namespace

Result<HuntReasons> reasons_of(const Position& position, Plies bound, HuntSolver& solver,
                               const HuntEffort& effort) {
    HuntReasons reasons{bound, {}, {}, false, {}, {}};
    ZERMELO_TRY(const auto win, solver.prove(position, bound));
    if (win) {
        reasons.shortest = win->plies;
        ZERMELO_CHECK(follow_line(position, *win, solver, reasons.line));
        return reasons;
    }
    reasons.none_within = bound;
    Searcher searcher{solver, effort};
    ZERMELO_CHECK(refute_all(position, searcher, reasons));
    ZERMELO_CHECK(searcher.look_beyond(position, reasons));
    return reasons;
}

}  // namespace zermelo::queen_hunt
