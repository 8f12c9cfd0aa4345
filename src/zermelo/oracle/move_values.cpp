// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/oracle/move_values.hpp"

#include <algorithm>
#include <utility>

#include "zermelo/oracle/limits.hpp"

namespace zermelo::oracle {

template <typename Bits>
std::optional<std::uint64_t> MoveValues<Bits>::nodes_of(const Question& question) {
    if (!question.nodes || question.plies) return question.nodes;
    return *question.nodes / 2;
}

template <typename Bits>
Result<Answer> MoveValues<Bits>::search(search::Budget& budget) {
    const Question& question = this->question();
    const auto& [asked, report, game, root] = this->asking_;
    nodes_left_ = nodes_of(question);
    ProofMemory memory{question.plies ? question.memory : question.memory / 2};
    ValueSearch<Bits> search{game, root, {.budget = &budget}, memory};
    AnyLength any_length{game, root, question.memory / 2};
    std::uint64_t nodes = question.plies ? search::Budget::no_end : first_stretch;
    for (Plies depth{1}; depth <= question.plies.value_or(max_plies); depth = depth + Plies{1}) {
        bool done = false;
        for (;; nodes *= 2) {
            const bool ended = budget.part(nodes, [&](search::Budget& stretch) {
                done = search.search(depth, &stretch);
                return stretch.ended();
            });
            if (done || !ended) break;
            if (look_for_any_length(search, any_length, budget, nodes)) tell(depth - Plies{1}, search);
            if (all_known(search)) break;
        }
        if (search.value(depth) && !line_) find_line(search);
        if (!done) break;
        tell(depth, search);
        if (all_known(search)) break;
    }
    for (; !question.plies && !budget.over() && !all_known(search) && nodes_left_ != 0; nodes *= 2)
        if (look_for_any_length(search, any_length, budget, nodes)) tell(max_plies, search);
    Answer answer = known(search);
    answer.nodes = budget.nodes_used();
    if (!all_known(search)) answer.stopped_by = budget.stopped();
    return answer;
}

/// A stretch of the search for who wins at any length: of the position first, then of the moves of which that
/// is not known. Returns whether something new is known of the position.
template <typename Bits>
bool MoveValues<Bits>::look_for_any_length(const ValueSearch<Bits>& search, AnyLength& any_length,
                                           const search::Budget& whole, std::uint64_t stretch) {
    const auto before = root_bounds_;
    any_length.add(root_bounds_);
    search::Budget budget{whole.beside(std::min(stretch, nodes_left_.value_or(stretch)))};
    if (!any_length.bounds().value()) any_length.run(budget);
    root_bounds_ = any_length.bounds();
    if (nodes_left_) *nodes_left_ -= budget.nodes_used();
    const auto& moves = search.moves();
    move_bounds_.resize(moves.size());
    search::Budget for_moves{whole.beside(search::Budget::no_end)};
    for (std::size_t i = 0; i < moves.size(); ++i) {
        if (budget.over()) break;
        const bool open = root_bounds_.outcome() && !known_of(moves[i], i).outcome();
        std::uint64_t nodes = open ? stretch / moves.size() : 0;
        if (nodes_left_) *nodes_left_ -= nodes = std::min(nodes, *nodes_left_);
        move_bounds_[i].add(any_length.after(moves[i].move, nodes, for_moves));
    }
    const bool names_a_win = root_bounds_.won() && !wins(search) && name_a_win(search, any_length, for_moves);
    return names_a_win || root_bounds_ != before;
}

/// Whether a move is known to win.
template <typename Bits>
bool MoveValues<Bits>::wins(const ValueSearch<Bits>& search) const {
    const auto& moves = search.moves();
    for (std::size_t i = 0; i < moves.size(); ++i)
        if (known_of(moves[i], i).won()) return true;
    return false;
}

/// Asks the proof of a win for the move that begins it. Returns whether it tells one.
template <typename Bits>
bool MoveValues<Bits>::name_a_win(const ValueSearch<Bits>& search, AnyLength& any_length,
                                  const search::Budget& whole) {
    if (any_length.bounds().is_unlimited()) return false;
    search::Budget budget{whole.beside(nodes_for_a_line)};
    auto found = any_length.line(budget);
    if (found.moves.empty()) return false;
    const auto& moves = search.moves();
    for (std::size_t i = 0; i < moves.size(); ++i)
        if (moves[i].move == found.moves.front())
            move_bounds_[i].add(game::Bounds::won_within(*any_length.bounds().at_most()));
    if (found.complete && !line_) line_ = std::move(found.moves);
    return true;
}

/// What both searches have proved of a move.
template <typename Bits>
game::Bounds MoveValues<Bits>::known_of(const RootMove<Bits>& move, std::size_t number) const {
    game::Bounds bounds = move.bounds();
    if (number < move_bounds_.size()) bounds.add(move_bounds_[number]);
    return bounds;
}

template <typename Bits>
bool MoveValues<Bits>::all_known(const ValueSearch<Bits>& search) const {
    const auto& moves = search.moves();
    for (std::size_t i = 0; i < moves.size(); ++i) {
        const game::Bounds known = known_of(moves[i], i);
        // To a depth, what a table of outcomes alone knows is searched for its length.
        if (this->question().plies ? !known.exact() : !known.value()) return false;
    }
    return true;
}

/// Precondition: the value is known.
template <typename Bits>
void MoveValues<Bits>::find_line(ValueSearch<Bits>& search) {
    const RootMove<Bits>& first = *search.best();
    line_ = first.after.at_most() ? search.line(first) : std::vector<engine::Move>{};
}

template <typename Bits>
Answer MoveValues<Bits>::known(const ValueSearch<Bits>& search) const {
    Answer known;
    known.line = line_;
    known.bounds = root_bounds_;
    for (std::size_t i = 0; i < search.moves().size(); ++i)
        known.moves.push_back({search.moves()[i].move, known_of(search.moves()[i], i)});
    known.conclude();
    if (known.bounds.outcome()) known.source = ValueSource::search;
    return known;
}

template <typename Bits>
void MoveValues<Bits>::tell(Plies depth, const ValueSearch<Bits>& search) const {
    if (!this->asking_.report) return;
    const Answer so_far = known(search);
    Progress progress;
    progress.bounds = so_far.bounds;
    progress.depth = depth;
    progress.known = &so_far;
    this->asking_.report(progress);
}

template class MoveValues<std::uint64_t>;
template class MoveValues<Bits256>;

}  // namespace zermelo::oracle
