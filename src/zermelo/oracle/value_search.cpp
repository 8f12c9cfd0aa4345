// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/oracle/value_search.hpp"

#include <algorithm>
#include <atomic>
#include <utility>

#include "zermelo/base/parallel_for.hpp"
#include "zermelo/search/best_play.hpp"

namespace zermelo::oracle {

namespace {

template <typename Bits>
bool wins(const RootMove<Bits>& move, Plies within) {
    return move.decided() && move.bounds().win_within(within) == Verdict::win;
}

}  // namespace

template <typename Bits>
auto ProofMemory::provers(const GameWithTables<Bits>& game) -> Provers<Bits>& {
    auto* const kept = std::get_if<Provers<Bits>>(&provers_);
    const auto serves = [&](const auto& prover) {
        return &prover.game().compiled() == &game.compiled() && !prover.full();
    };
    if (kept != nullptr && !kept->empty() && std::all_of(kept->begin(), kept->end(), serves)) return *kept;
    auto& provers = provers_.template emplace<Provers<Bits>>();
    for (unsigned i = 0; i < threads_; ++i) provers.emplace_back(game, bytes_ / threads_);
    return provers;
}

template <typename Bits>
auto ProofMemory::on_demand(const engine::GameAt<Bits>& at) -> TablesOnDemand<Bits>& {
    auto* const kept = std::get_if<OnDemand<Bits>>(&on_demand_);
    if (kept != nullptr && *kept && (*kept)->go_on_for(at)) return **kept;
    on_demand_ = OnDemand<Bits>{};  // no memory for both
    return *(on_demand_.template emplace<OnDemand<Bits>>(
        std::make_unique<TablesOnDemand<Bits>>(at.game, at.position, bytes_, threads_)));
}

template <typename Bits>
auto ProofMemory::play(const engine::Game<Bits>& game) -> play::Search<Bits>& {
    auto* const kept = std::get_if<Play<Bits>>(&play_);
    if (kept != nullptr && *kept && &(*kept)->game().compiled() == &game.compiled()) return **kept;
    play_ = Play<Bits>{};  // no memory for both
    return *(play_.template emplace<Play<Bits>>(std::make_unique<play::Search<Bits>>(game, bytes_ / 4)));
}

template <typename Bits>
void ProofMemory::foresee(const engine::GameAt<Bits>& at, std::vector<engine::Move> line) {
    std::vector<Hash128> keys;
    keys.reserve(line.size());
    auto position = at.position;
    for (const engine::Move move : line) {
        keys.push_back(at.game.key(position));
        position = at.game.play(position, move);
    }
    foreseen_ = Foreseen<Bits>{at.game, std::move(line), std::move(keys)};
}

template <typename Bits>
std::vector<engine::Move> ProofMemory::foreseen(const engine::GameAt<Bits>& at) const {
    const auto* const kept = std::get_if<Foreseen<Bits>>(&foreseen_);
    if (kept == nullptr || &kept->game.compiled() != &at.game.compiled()) return {};
    const auto found = std::find(kept->keys.begin(), kept->keys.end(), at.game.key(at.position));
    return {kept->line.begin() + (found - kept->keys.begin()), kept->line.end()};
}

template <typename Bits>
ValueSearch<Bits>::ValueSearch(const GameWithTables<Bits>& game, const engine::Position<Bits>& root,
                               const Options& options, ProofMemory& memory)
    : game_(game),
      provers_(memory.provers(game_)),
      wins_only_(options.wins_only),
      enough_wins_(options.enough_wins) {
    search::Limits limits = options.limits;
    if (limits.nodes) *limits.nodes = std::max<std::uint64_t>(*limits.nodes / provers_.size(), 1);
    if (options.budget != nullptr) {
        budgets_ = {options.budget};
    } else {
        for (std::size_t i = 0; i < provers_.size(); ++i)
            budgets_.push_back(&own_budgets_.emplace_back(limits));
    }
    if (provers_.size() > 1) pool_.emplace(static_cast<unsigned>(provers_.size()));
    engine::MoveList moves;
    game_.moves(root, moves);
    moves_.reserve(moves.size());
    for (const Move move : moves) {
        RootMove<Bits> next{move, game_.play(root, move)};
        if (budgets_.front()->over()) {
            // To look for the end of the game takes milliseconds where there are thousands of moves.
        } else if (const auto end = game_.end(next.child)) {
            next.after = game::Bounds{game::ended(*end)};
        } else if (const auto known = game_.known_value(next.child)) {
            next.after = game::Bounds{*known};
        }
        moves_.push_back(next);
    }
}

template <typename Bits>
bool ValueSearch<Bits>::search_move(unsigned thread, RootMove<Bits>& move, Plies left,
                                    search::Budget& budget) {
    auto& prover = provers_[thread];
    move.thread = thread;
    if (budget.over())
        return false;  // to look for a win at once takes long where there are thousands of moves
    // Exact where it is proved: all shorter lengths were looked for.
    const auto proved = [](game::Outcome outcome, Plies length) {
        return game::Bounds{game::Value{outcome, length}};
    };
    if (const auto none = move.after.no_loss_within()) {
        const auto lost = prover.prove_loss(move.child, left, &budget, *none);
        if (lost.verdict == Verdict::unknown) return false;
        move.after.add(lost.length ? proved(game::Outcome::loss, *lost.length)
                                   : game::Bounds::not_lost_within(left));
    }
    if (wins_only_ || move.decided()) return true;
    if (const auto none = move.after.no_win_within()) {
        const auto won = prover.prove(move.child, left, &budget, *none);
        if (won.verdict == Verdict::unknown) return false;
        move.after.add(won.length ? proved(game::Outcome::win, *won.length)
                                  : game::Bounds::not_won_within(left));
    }
    // Nobody wins before all play ends.
    const auto longest = game_.plies_left(move.child);
    if (!move.decided() && longest && left >= *longest) move.after.add(game::Bounds::draw());
    return true;
}

template <typename Bits>
bool ValueSearch<Bits>::search_all(Plies depth, const auto& with_budget) {
    const auto threads = static_cast<unsigned>(provers_.size());
    std::atomic<std::size_t> won = wins_within(depth);
    std::atomic<bool> complete = true;
    const auto work = [&](unsigned worker, unsigned item) {
        RootMove<Bits>& move = moves_[item];
        if (move.decided() || !complete || won >= enough_wins_) return;
        const bool done = with_budget(worker, [&](search::Budget& budget) {
            return search_move(worker, move, depth - Plies{1}, budget);
        });
        if (!done) complete = false;
        if (wins(move, depth)) ++won;
    };
    const auto all = [&] { parallel_for(threads, static_cast<unsigned>(moves_.size()), work); };
    if (pool_) {
        pool_->execute(all);
    } else {
        all();
    }
    return complete;
}

template <typename Bits>
bool ValueSearch<Bits>::search(Plies depth, search::Budget* part) {
    return search_all(depth, [&](unsigned worker, const auto& search) {
        return search(part != nullptr ? *part : *budgets_[worker]);
    });
}

template <typename Bits>
bool ValueSearch<Bits>::search_some(Plies depth, std::uint64_t nodes) {
    std::vector<std::uint64_t> left(budgets_.size(), nodes);
    return search_all(depth, [&](unsigned worker, const auto& search) {
        return budgets_[worker]->part(left[worker], [&](search::Budget& part) {
            const bool done = search(part);
            left[worker] -= part.nodes_used();
            return done;
        });
    });
}

template <typename Bits>
bool ValueSearch<Bits>::stopped() const {
    return std::any_of(budgets_.begin(), budgets_.end(), [](const auto* each) { return each->stopped(); });
}

template <typename Bits>
std::size_t ValueSearch<Bits>::wins_within(Plies plies) const {
    return static_cast<std::size_t>(
        std::count_if(moves_.begin(), moves_.end(), [&](const auto& each) { return wins(each, plies); }));
}

template <typename Bits>
bool ValueSearch<Bits>::decided() const {
    return std::all_of(moves_.begin(), moves_.end(), [](const auto& each) { return each.decided(); });
}

template <typename Bits>
const RootMove<Bits>* ValueSearch<Bits>::best() const {
    const RootMove<Bits>* best = nullptr;
    for (const auto& each : moves_)
        if (each.decided() && (best == nullptr || precedes(each.bounds(), best->bounds()))) best = &each;
    return best;
}

template <typename Bits>
std::optional<game::Value> ValueSearch<Bits>::value(Plies depth) const {
    const auto* const found = best();
    const bool known = found != nullptr && (wins(*found, depth) || decided());
    return known ? found->bounds().value() : std::nullopt;
}

template <typename Bits>
auto ValueSearch<Bits>::line(const RootMove<Bits>& first, search::Budget* budget)
    -> std::optional<std::vector<Move>> {
    std::vector<Move> line{first.move};
    const auto length = first.after.at_most();
    if (!length) return line;
    const auto rest =
        search::principal_line(provers_[first.thread], first.child, *length,
                               budget != nullptr ? budget : budgets_[first.thread], first.after.won());
    if (!rest.complete) return std::nullopt;
    line.insert(line.end(), rest.moves.begin(), rest.moves.end());
    return line;
}

template <typename Bits>
std::uint64_t ValueSearch<Bits>::nodes() const {
    std::uint64_t nodes = 0;
    for (const search::Budget* const budget : budgets_) nodes += budget->nodes_used();
    return nodes;
}

template auto ProofMemory::provers(const GameWithTables<std::uint64_t>&) -> Provers<std::uint64_t>&;
template auto ProofMemory::provers(const GameWithTables<Bits256>&) -> Provers<Bits256>&;
template auto ProofMemory::on_demand(const engine::GameAt<std::uint64_t>&) -> TablesOnDemand<std::uint64_t>&;
template auto ProofMemory::on_demand(const engine::GameAt<Bits256>&) -> TablesOnDemand<Bits256>&;
template auto ProofMemory::play(const engine::Game<std::uint64_t>&) -> play::Search<std::uint64_t>&;
template auto ProofMemory::play(const engine::Game<Bits256>&) -> play::Search<Bits256>&;
template void ProofMemory::foresee(const engine::GameAt<std::uint64_t>&, std::vector<engine::Move>);
template void ProofMemory::foresee(const engine::GameAt<Bits256>&, std::vector<engine::Move>);
template auto ProofMemory::foreseen(const engine::GameAt<std::uint64_t>&) const -> std::vector<engine::Move>;
template auto ProofMemory::foreseen(const engine::GameAt<Bits256>&) const -> std::vector<engine::Move>;
template class ValueSearch<std::uint64_t>;
template class ValueSearch<Bits256>;

}  // namespace zermelo::oracle
