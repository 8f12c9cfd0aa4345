// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/protocol/thinking.hpp"

#include <utility>

namespace zermelo::protocol {

namespace {

/// How long an answer waits for a search that was asked to end.
constexpr std::chrono::milliseconds grace{20};

}  // namespace

Thinking::Thinking(engine::AnyGameAt position, app::AnalysisRequest request, Time time,
                   std::shared_ptr<app::OpenTables> tables, Listener listener)
    : position_(std::move(position)),
      request_(std::move(request)),
      tables_(std::move(tables)),
      listener_(std::move(listener)),
      hold_(time.hold) {
    if (time.limit) deadline_ = begin_ + *time.limit;
    if (!time.hold) request_.time = time.limit;
    request_.stop = end_.get_token();
    searcher_ = std::thread{[this] { search(); }};
    watcher_ = std::thread{[this] { watch(); }};
}

Thinking::~Thinking() {
    abandon();
    watcher_.join();
    searcher_.join();
}

void Thinking::search() {
    app::analyse(position_, request_, *tables_, [this](const app::AnalysisReport& report) {
        const std::lock_guard lock{mutex_};
        if (answered_ || abandoned_) return;
        if (report.error && !(last_ && last_->report.error)) listener_.error(*report.error);
        last_ = Thought{report, Clock::now() - begin_};
        listener_.thought(*last_);
        changed_.notify_all();
    });
    const std::lock_guard lock{mutex_};
    searched_ = true;
    changed_.notify_all();
}

void Thinking::watch() {
    std::unique_lock lock{mutex_};
    const auto ends = [this] { return asked_ || abandoned_ || (searched_ && !hold_); };
    while (!ends() && (!deadline_ || hold_ || Clock::now() < *deadline_)) {
        if (deadline_ && !hold_) {
            changed_.wait_until(lock, *deadline_);
        } else {
            changed_.wait(lock);
        }
    }
    end_.request_stop();
    changed_.wait_for(lock, grace, [this] { return searched_ || abandoned_; });
    changed_.wait(lock, [this] { return last_ || searched_ || abandoned_; });
    if (!abandoned_) {
        Thought last = last_.value_or(Thought{});
        last.time = Clock::now() - begin_;
        listener_.answer(last);
    }
    answered_ = true;
    changed_.notify_all();
}

void Thinking::stop() {
    std::unique_lock lock{mutex_};
    asked_ = true;
    changed_.notify_all();
    changed_.wait(lock, [this] { return answered_; });
}

void Thinking::release(std::optional<Clock::duration> limit) {
    const std::lock_guard lock{mutex_};
    hold_ = false;
    if (limit) deadline_ = Clock::now() + *limit;
    changed_.notify_all();
}

void Thinking::finish() {
    std::unique_lock lock{mutex_};
    if (hold_) asked_ = true;
    changed_.notify_all();
    changed_.wait(lock, [this] { return answered_; });
}

void Thinking::abandon() {
    const std::lock_guard lock{mutex_};
    abandoned_ = true;
    end_.request_stop();
    changed_.notify_all();
}

bool Thinking::unless_answered(const std::function<void()>& work) const {
    const std::lock_guard lock{mutex_};
    if (answered_ || abandoned_) return false;
    work();
    return true;
}

bool Thinking::answered() const {
    const std::lock_guard lock{mutex_};
    return answered_;
}

std::optional<Thought> Thinking::last() const {
    const std::lock_guard lock{mutex_};
    return last_;
}

}  // namespace zermelo::protocol
