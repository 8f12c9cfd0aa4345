// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/oracle/tables_making.hpp"

#include <algorithm>
#include <condition_variable>
#include <exception>
#include <functional>
#include <mutex>
#include <thread>
#include <utility>

#include "zermelo/base/stop.hpp"
#include "zermelo/base/thread.hpp"
#include "zermelo/base/thread_pool.hpp"

namespace zermelo::oracle {

class TablesMaking::Work {
  public:
    Work(const tablebase::MakePlan& plan, unsigned threads, tablebase::MakeReport report)
        : report_(std::move(report)) {
        gate_->close();
        thread_ = begin_thread([this, &plan, threads](const std::stop_token& stop) {
            work(plan, threads, StopToken{stop, gate_});
        });
    }
    ~Work() {
        thread_.request_stop();
        thread_ = {};
    }
    Work(const Work&) = delete;
    Work& operator=(const Work&) = delete;

    std::optional<Made> wait(std::optional<std::chrono::steady_clock::time_point> moment,
                             const std::stop_token& stop) {
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

TablesMaking::TablesMaking(const tablebase::MakePlan& plan, unsigned threads, tablebase::MakeReport report)
    : work_(std::make_unique<Work>(plan, threads, std::move(report))) {}

TablesMaking::~TablesMaking() = default;

auto TablesMaking::wait(std::optional<std::chrono::steady_clock::time_point> moment,
                        const std::stop_token& stop) -> std::optional<Made> {
    return work_->wait(moment, stop);
}

}  // namespace zermelo::oracle
