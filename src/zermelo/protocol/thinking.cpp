// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/protocol/thinking.hpp"

#include <algorithm>
#include <exception>
#include <new>
#include <utility>

#include "zermelo/base/thread.hpp"
#include "zermelo/protocol/clock.hpp"

namespace zermelo::protocol {

namespace {

/// How long an answer waits for a search that was asked to end.
constexpr std::chrono::milliseconds grace{20};

}  // namespace

Thinking::Thinking(engine::AnyGameAt position, oracle::AnalysisRequest request, Time time,
                   std::shared_ptr<oracle::OpenTables> tables, Listener listener, Choose choose)
    : position_(std::move(position)),
      request_(std::move(request)),
      tables_(std::move(tables)),
      listener_(std::move(listener)),
      choose_(std::move(choose)),
      max_(time.most),
      hold_(time.hold) {
    if (time.limit)
        deadline_ = begin_ + (choose_ && time.shared_out ? time.most.value_or(*time.limit) : *time.limit);
    if (!time.hold) request_.time = time.limit;
    if (choose_ && request_.time) *request_.time /= proofs_share;
    if (choose_ && time.hold) request_.time = proofs_time;
    request_.more_time = [this](Clock::duration needed) { return more_time(needed); };
    request_.stop = end_.get_token();
    // Where the second thread cannot begin, the search of the first is ended before it is waited for.
    struct Begun {
        Thinking* thinking;
        ~Begun() {
            if (thinking != nullptr) thinking->abandon();
        }
    } begun{this};
    searcher_ = begin_thread([this] { search(); });
    watcher_ = begin_thread([this] { watch(); });
    begun.thinking = nullptr;
}

Thinking::~Thinking() { abandon(); }

void Thinking::search() {
    bool out_of_memory = false;
    try {
        analyse();
        if (choose_) let_choose();
    } catch (const std::bad_alloc&) {
        out_of_memory = true;
    }
    const std::lock_guard lock{mutex_};
    if (out_of_memory && !answered_ && !abandoned_) {
        // What the search held is free again.
        try {
            listener_.error({ErrorKind::io, "out of memory"});
        } catch (const std::bad_alloc&) {
            failed_ = std::current_exception();
        }
    }
    searched_ = true;
    changed_.notify_all();
}

void Thinking::analyse() {
    oracle::analyse(position_, request_, *tables_, [this](const oracle::AnalysisReport& report) {
        const std::lock_guard lock{mutex_};
        if (answered_ || abandoned_) return;
        if (report.error && !(last_ && last_->report.error)) listener_.error(*report.error);
        last_ = Thought{report, Clock::now() - begin_};
        listener_.thought(*last_);
        changed_.notify_all();
    });
}

void Thinking::let_choose() {
    oracle::AnalysisReport report;
    std::optional<Clock::time_point> until;
    {
        const std::lock_guard lock{mutex_};
        if (answered_ || abandoned_ || !last_) return;
        report = last_->report;
        if (!hold_) until = deadline_;
    }
    const auto may = [](const oracle::AnalysisLine& line) { return !line.bounds.lost(); };
    const auto choices = std::count_if(report.lines.begin(), report.lines.end(), may);
    // Where it is proved what is best, or nothing is left to choose, nobody is asked.
    if (report.decided || choices < 2 || report.lines.front().bounds.won()) return;
    choose_(report, until, end_.get_token(), [this](engine::Move move) { return prefer(move); });
}

bool Thinking::prefer(engine::Move move) {
    const std::lock_guard lock{mutex_};
    auto& lines = last_->report.lines;
    const auto found =
        std::find_if(lines.begin(), lines.end(), [&](const auto& each) { return each.move == move; });
    if (found == lines.end() || found->bounds.lost()) return false;
    std::rotate(lines.begin(), found, found + 1);
    if (lines.front().moves.empty()) lines.front().moves = {move};
    last_->chosen = true;
    return true;
}

auto Thinking::more_time(Clock::duration needed) -> std::optional<Clock::duration> {
    const std::lock_guard lock{mutex_};
    if (hold_ || !deadline_) return Clock::duration::max();
    const auto end = std::max(*deadline_, begin_ + max_.value_or(Clock::duration::zero()));
    const auto left = end - Clock::now();
    if (left < needed) return std::nullopt;
    deadline_ = end;
    changed_.notify_all();
    return left;
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
    if (!abandoned_) answer();
    answered_ = true;
    changed_.notify_all();
}

void Thinking::answer() {
    try {
        Thought last = last_.value_or(Thought{});
        last.time = Clock::now() - begin_;
        if (last.report.lines.empty()) {  // it found no memory to say anything at all
            oracle::AnalysisLine line;
            line.move = request_.moves.empty() ? position_.moves()[0] : request_.moves.front();
            line.moves = {line.move};
            last.report.lines.push_back(std::move(line));
        }
        listener_.answer(last);
    } catch (const std::bad_alloc&) {
        failed_ = std::current_exception();
    }
}

void Thinking::check_failure() const {
    if (failed_) std::rethrow_exception(failed_);
}

void Thinking::stop() {
    std::unique_lock lock{mutex_};
    asked_ = true;
    changed_.notify_all();
    changed_.wait(lock, [this] { return answered_; });
    check_failure();
}

void Thinking::release(std::optional<Clock::duration> limit) {
    const std::lock_guard lock{mutex_};
    hold_ = false;
    if (limit) deadline_ = Clock::now() + *limit;
    changed_.notify_all();
}

bool Thinking::finish(const Gui& gui) {
    constexpr std::chrono::milliseconds between_looks{100};
    std::unique_lock lock{mutex_};
    if (hold_) asked_ = true;
    changed_.notify_all();
    while (!changed_.wait_for(lock, between_looks, [this] { return answered_; })) {
        if (!gui.gone()) continue;
        abandoned_ = true;
        end_.request_stop();
        changed_.notify_all();
        return false;
    }
    check_failure();
    return true;
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
    check_failure();
    return answered_;
}

std::optional<Thought> Thinking::last() const {
    const std::lock_guard lock{mutex_};
    return last_;
}

}  // namespace zermelo::protocol
