// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/app/tables_on_demand.hpp"

#include <algorithm>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <stop_token>
#include <thread>
#include <utility>

#include "zermelo/base/thread.hpp"
#include "zermelo/base/thread_pool.hpp"
#include "zermelo/puzzles/tier_kernels.hpp"

namespace zermelo::app {

namespace {

using Clock = std::chrono::steady_clock;

/// What takes no more is not worth a plan.
constexpr std::uint64_t first_look = 50'000;
/// Nodes in the time of an entry that is solved and verified by itself, in hundredths.
constexpr std::uint64_t nodes_of_100_entries = 40;

/// A request to end that comes at some moment, or with another one.
class StopAt {
  public:
    StopAt(std::optional<Clock::time_point> moment, const std::stop_token& other)
        : relay_(other, [this] { source_.request_stop(); }) {
        if (moment) clock_ = begin_thread([this, moment](const std::stop_token& end) { wait(*moment, end); });
    }

    std::stop_token token() const { return source_.get_token(); }

  private:
    void wait(Clock::time_point moment, const std::stop_token& end) {
        std::unique_lock lock{mutex_};
        never_.wait_until(lock, end, moment, [] { return false; });
        if (!end.stop_requested()) source_.request_stop();
    }

    std::stop_source source_;
    std::stop_callback<std::function<void()>> relay_;
    std::mutex mutex_;
    std::condition_variable_any never_;
    std::jthread clock_;
};

template <typename Bits>
std::size_t men_of(const engine::Game<Bits>& game, const engine::Position<Bits>& position) {
    std::size_t men = position.occupied().size();
    for (const Color c : both_colors)
        for (const rules::PieceKind k : game.tables().kinds()) men += position.in_hand(c, k);
    return men;
}

}  // namespace

template <typename Bits>
void TablesOnDemand<Bits>::watch(search::Budget& budget) {
    budget.halt_at(first_look, [this, &budget] { return nodes_left(budget, budget.nodes_used()); });
}

template <typename Bits>
std::uint64_t TablesOnDemand<Bits>::nodes_left(const search::Budget& budget, std::uint64_t used) {
    constexpr std::uint64_t for_ever = search::Budget::no_slice;
    if (used < first_look) return first_look - used;
    if (!plan_) {
        if (men_of(game_, root_) > most_men) return for_ever;
        prober_ = std::make_unique<tablebase::Prober<Bits>>(
            tablebase::tier_graph(game_, puzzles::tier_kernels()), game_);
        const auto tiers = prober_->tiers_of(root_);
        if (!tiers) return for_ever;
        const StopAt stop{budget.deadline(), budget.limits().stop};
        plan_ = tablebase::MakePlan::of(prober_->graph(), *tiers, memory_ - memory_ / 4, stop.token());
        if (!plan_) return for_ever;
    }
    const std::uint64_t work = plan_->work() * nodes_of_100_entries / 100;
    // They count as much as the search before them, and take as long.
    if (budget.limits().nodes && *budget.limits().nodes < work + std::max(work, used)) return for_ever;
    if (used < work) return work - used;
    const auto now = Clock::now();
    return budget.deadline() && *budget.deadline() - now < now - begun_ ? for_ever : 0;
}

template <typename Bits>
auto TablesOnDemand<Bits>::make(const search::Budget& budget, unsigned threads,
                                const tablebase::MakeReport& report)
    -> Result<std::unique_ptr<tablebase::Prober<Bits>>> {
    const StopAt stop_at{budget.deadline(), budget.limits().stop};
    const std::stop_token stop = stop_at.token();
    std::optional<Result<tablebase::TablesInMemory>> made;
    ThreadPool pool{std::max(threads, 1U)};
    pool.execute([&] { made = plan_->make(report, stop); });
    if (!*made) {
        const ErrorKind kind = made->error().kind;
        if (kind == ErrorKind::stopped || kind == ErrorKind::io)
            return tl::make_unexpected(std::move(made->error()));
        return nullptr;
    }
    for (const auto& [tier, values] : **made) made_bytes_ += values->memory();
    prober_->hold(*std::move(*made));
    return std::move(prober_);
}

search::Stop why_stopped(const search::Budget& budget) {
    return budget.limits().stop.stop_requested() ? search::Stop::request : search::Stop::time;
}

template class TablesOnDemand<std::uint64_t>;
template class TablesOnDemand<Bits256>;

}  // namespace zermelo::app
