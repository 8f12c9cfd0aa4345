// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <exception>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
#include <thread>

#include "zermelo/oracle/analysis.hpp"
#include "zermelo/protocol/output.hpp"

namespace zermelo::protocol {

/// What came of an analysis so far.
struct Thought {
    oracle::AnalysisReport report;
    std::chrono::steady_clock::duration time;  ///< since it began
    bool chosen = false;                       ///< its first move was chosen by somebody else
};

/// How many moves a side makes in `distance` plies, if it begins: what GUIs count mates in.
constexpr std::uint64_t mate_moves(Plies distance) { return (distance.count() + 1) / 2; }

/// What a win is worth in hundredths of a pawn of which no length is known, from a table of outcomes alone.
constexpr std::uint64_t unlimited_score = 20'000;

/// No score of what is not proved is shown beyond it, however sure the win or the loss looks.
constexpr play::Score max_shown_score = 10'000;
constexpr play::Score as_shown(play::Score score) {
    return std::clamp(score, -max_shown_score, max_shown_score);
}

/// The plies that GUIs are told: how deep all moves were searched for wins and losses, or looked at.
constexpr std::uint64_t depth(const oracle::AnalysisReport& report) {
    return std::max(report.depth, report.seen).count();
}

/// An analysis under way, which gives its answer once and in time: when it ends by itself, when its time is
/// over, or when it is asked to, whichever is first. A search that does not listen, as on large boards full
/// of riders, is answered for after a moment by what it has told before. So is one that has used up the
/// memory; where even the answer finds none, `std::bad_alloc` is thrown to who asks for it.
class Thinking {
  public:
    using Clock = std::chrono::steady_clock;

    /// Who hears of it, on other threads, one call at a time.
    struct Listener {
        std::function<void(const Thought&)> thought;  ///< something new, before the answer
        std::function<void(const Thought&)> answer;   ///< the last, called once unless `abandon` is first
        std::function<void(const Error&)> error;      ///< a table failed; the answer comes all the same
    };

    /// Lets somebody else choose among the moves of a report that are not proved to lose, on the thread that
    /// searches. `until`: when the answer is due. `prefer` takes the move over if it is one of them; false:
    /// it is not. It returns as soon as it is to stop.
    using Prefer = std::function<bool(engine::Move)>;
    using Choose =
        std::function<void(const oracle::AnalysisReport& report, std::optional<Clock::time_point> until,
                           const std::stop_token& stop, const Prefer& prefer)>;
    /// How long proofs may take where somebody else chooses and there is no limit of time; else
    /// `proofs_share`.
    static constexpr std::chrono::seconds proofs_time{1};

    struct Time {
        std::optional<Clock::duration> limit = std::nullopt;
        bool hold = false;  ///< no answer before `stop` or `release`
        /// What it may take where that makes the moves to come quick; nothing: no more than the limit.
        std::optional<Clock::duration> most = std::nullopt;
        /// Who chooses shares the clock's time out by itself, and may take as much as that.
        bool shared_out = false;
    };

    /// Begins. `position` is not over. Throws `std::bad_alloc`, as for all memory, where threads are lacking.
    Thinking(engine::AnyGameAt position, oracle::AnalysisRequest request, Time time,
             std::shared_ptr<oracle::OpenTables> tables, Listener listener, Choose choose = {});
    /// As `abandon`; then it waits for the search to end. Nobody is told anything after an answer.
    ~Thinking();
    Thinking(const Thinking&) = delete;
    Thinking& operator=(const Thinking&) = delete;

    /// Asks for the answer, and returns when it has been given.
    void stop();
    /// Lets it answer by itself, with so much time from now on.
    void release(std::optional<Clock::duration> limit);
    /// Returns when the answer has been given; asks for it where it is held. False: the GUI has gone before
    /// that, and there will be none.
    bool finish(const Gui& gui);
    /// Ends it without an answer, unless there was one.
    void abandon();
    bool answered() const;
    /// Does some work before the answer can be given; false: it has been given, or never will, and nothing
    /// is done.
    bool unless_answered(const std::function<void()>& work) const;
    /// What was told last, if anything was.
    std::optional<Thought> last() const;

  private:
    void search();
    void analyse();
    void let_choose();
    bool prefer(engine::Move move);
    /// The time that is left for what makes the moves to come quick, which the answer then waits for; nothing
    /// where it is less than what is needed.
    std::optional<Clock::duration> more_time(Clock::duration needed);
    void watch();
    /// Answers by what is known. Precondition: the mutex is held.
    void answer();
    /// Precondition: the mutex is held.
    void check_failure() const;

    engine::AnyGameAt position_;
    oracle::AnalysisRequest request_;
    std::shared_ptr<oracle::OpenTables> tables_;
    Listener listener_;
    Choose choose_;
    Clock::time_point begin_ = Clock::now();

    mutable std::mutex mutex_;
    std::condition_variable changed_;
    std::optional<Clock::time_point> deadline_;
    std::optional<Clock::duration> max_;
    bool hold_;
    bool asked_ = false;
    bool abandoned_ = false;
    bool searched_ = false;
    bool answered_ = false;
    std::exception_ptr failed_;  ///< there was no memory, not even for an answer
    std::optional<Thought> last_;
    std::stop_source end_;
    std::jthread searcher_, watcher_;
};

}  // namespace zermelo::protocol
