// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/oracle/tables_on_demand.hpp"

#include <algorithm>
#include <condition_variable>
#include <exception>
#include <functional>
#include <mutex>
#include <stop_token>
#include <thread>
#include <utility>

#include "zermelo/base/stop.hpp"
#include "zermelo/base/thread.hpp"
#include "zermelo/base/thread_pool.hpp"
#include "zermelo/puzzles/tier_kernels.hpp"

namespace zermelo::oracle {

namespace {

using Clock = std::chrono::steady_clock;

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
        for (const rules::PieceKind k : game.compiled().kinds()) men += position.in_hand(c, k);
    return men;
}

}  // namespace

/// Tables that another thread makes while somebody waits for them, and at no other time.
template <typename Bits>
class TablesOnDemand<Bits>::Making {
  public:
    using Made = Result<tablebase::TablesInMemory>;

    Making(const tablebase::MakePlan& plan, unsigned threads, const tablebase::MakeReport& report)
        : report_(report) {
        gate_->close();
        thread_ = begin_thread([this, &plan, threads](const std::stop_token& stop) {
            work(plan, threads, StopToken{stop, gate_});
        });
    }
    ~Making() {
        thread_.request_stop();
        thread_ = {};
    }
    Making(const Making&) = delete;
    Making& operator=(const Making&) = delete;

    /// What was made; nothing: the moment came, or the stop was asked for, before its end. Throws what the
    /// making has thrown.
    std::optional<Made> wait(std::optional<Clock::time_point> moment, const std::stop_token& stop) {
        const std::stop_callback closes{stop, [this] { gate_->close(); }};
        if (!stop.stop_requested()) gate_->open();
        std::unique_lock lock{mutex_};
        const auto ended = [this] { return made_ || thrown_; };
        if (moment) {
            changed_.wait_until(lock, stop, *moment, ended);
        } else {
            changed_.wait(lock, stop, ended);
        }
        gate_->close();
        if (thrown_) std::rethrow_exception(thrown_);
        return std::move(made_);
    }

  private:
    void work(const tablebase::MakePlan& plan, unsigned threads, const StopToken& stop) noexcept {
        std::optional<Made> made;
        std::exception_ptr thrown;
        try {
            ThreadPool pool{std::max(threads, 1U)};
            pool.execute([&] { made = plan.make(report_, stop); });
        } catch (...) {
            thrown = std::current_exception();
        }
        const std::lock_guard lock{mutex_};
        made_ = std::move(made);
        thrown_ = std::move(thrown);
        changed_.notify_all();
    }

    tablebase::MakeReport report_;
    std::shared_ptr<Gate> gate_ = std::make_shared<Gate>();
    std::mutex mutex_;
    std::condition_variable_any changed_;
    std::optional<Made> made_;
    std::exception_ptr thrown_;
    std::jthread thread_;
};

template <typename Bits>
TablesOnDemand<Bits>::TablesOnDemand(engine::Game<Bits> game, const Position& root, std::size_t memory,
                                     unsigned threads)
    : game_(std::move(game)), root_(root), memory_(memory), threads_(threads) {}

template <typename Bits>
TablesOnDemand<Bits>::~TablesOnDemand() = default;

template <typename Bits>
bool TablesOnDemand<Bits>::go_on_for(const engine::GameAt<Bits>& at) {
    if (&at.game.compiled() != &game_.compiled() || over_) return false;
    if (plan_) {
        const auto tiers = prober_->tiers_of(at.position);
        if (!tiers ||
            !std::all_of(tiers->begin(), tiers->end(), [&](auto tier) { return plan_->makes(tier); }))
            return false;
    }
    root_ = at.position;
    return true;
}

template <typename Bits>
std::uint64_t TablesOnDemand<Bits>::more_of(const search::Budget& budget) {
    const std::uint64_t left = nodes_left(budget, budget.nodes_used());
    if (left != 0 || !budget.deadline()) return left;
    const auto now = Clock::now();
    return *budget.deadline() - now < now - begun_ ? never : 0;
}

template <typename Bits>
bool TablesOnDemand<Bits>::plan(const search::Budget& budget) {
    if (over_) return false;
    over_ = true;
    if (men_of(game_, root_) > max_men) return false;
    prober_ = puzzles::make_prober(game_);
    const auto tiers = prober_->tiers_of(root_);
    if (!tiers) return false;
    const StopAt stop{budget.deadline(), budget.limits().stop};
    plan_ = tablebase::MakePlan::of(prober_->graph(), *tiers, max_bytes(), stop.token());
    over_ = !plan_ && !stop.token().stop_requested();
    return plan_.has_value();
}

template <typename Bits>
std::uint64_t TablesOnDemand<Bits>::nodes_left(const search::Budget& budget, std::uint64_t used) {
    const std::uint64_t all = searched_ + used;
    if (all < first_look) return first_look - all;
    if (over_ || (!plan_ && !plan(budget))) return never;
    // They count as much as the search before them, and take as long.
    if (budget.limits().nodes && *budget.limits().nodes < *work() + std::max(*work(), used)) return never;
    return all < *work() && !making_ ? *work() - all : 0;
}

template <typename Bits>
std::optional<std::uint64_t> TablesOnDemand<Bits>::work() const {
    if (!plan_) return std::nullopt;
    return plan_->work() * nodes_of_100_entries / 100;
}

template <typename Bits>
auto TablesOnDemand<Bits>::make(search::Budget& budget, const tablebase::MakeReport& report)
    -> Result<std::unique_ptr<tablebase::Prober<Bits>>> {
    if (!making_) making_ = std::make_unique<Making>(*plan_, threads_, report);
    auto made = making_->wait(budget.deadline(), budget.limits().stop);
    if (!made) {
        budget.over();
        return failure(ErrorKind::stopped, "tables in memory are not finished");
    }
    making_.reset();
    over_ = true;
    if (!*made) {
        if (made->error().kind == ErrorKind::io) return tl::make_unexpected(std::move(made->error()));
        return nullptr;
    }
    for (const auto& [tier, values] : **made) made_bytes_ += values->memory();
    prober_->hold(*std::move(*made));
    return std::move(prober_);
}

template class TablesOnDemand<std::uint64_t>;
template class TablesOnDemand<Bits256>;

}  // namespace zermelo::oracle
