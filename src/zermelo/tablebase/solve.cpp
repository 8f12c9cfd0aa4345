// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/tablebase/solve.hpp"

#include <algorithm>
#include <chrono>
#include <mutex>
#include <set>
#include <span>
#include <type_traits>
#include <utility>

#include <fmt/format.h>

#include "zermelo/base/each_part.hpp"
#include "zermelo/base/size_text.hpp"
#include "zermelo/base/thread_pool.hpp"
#include "zermelo/system/free_memory.hpp"
#include "zermelo/tablebase/file/temporary_file.hpp"
#include "zermelo/tablebase/file/write.hpp"
#include "zermelo/tablebase/run_record.hpp"
#include "zermelo/tablebase/solve_plan.hpp"
#include "zermelo/tablebase/table_folder.hpp"
#include "zermelo/tablebase/tier_record.hpp"

namespace zermelo::tablebase {
namespace {

/// Don't-care entries cost least where they are like the one before.
template <typename Entry>
void fill_dont_care(std::vector<Entry>& table) {
    Entry last = ValueEncoding::draw;
    for (Entry& entry : table) {
        if (entry == dont_care_mark<Entry>)
            entry = last;
        else
            last = entry;
    }
}

/// A run of `solve`.
class Run {
  public:
    Run(const TierGraph& graph, TableFolder folder, const SolveOptions& options, const Report& report)
        : graph_(graph),
          options_(options),
          report_(report),
          folder_(std::move(folder)),
          budget_(options.memory.value_or(free_memory() / 10 * 9)),
          loaded_(folder_),
          plan_(graph, options, report, folder_, budget_) {}

    Result<void> run() {
        ZERMELO_CHECK(plan_.plan());
        ZERMELO_CHECK(plan_.check_room());
        if (options_.plan_only) return {};
        ZERMELO_CHECK(folder_.create());
        std::optional<TableFolder::Lock> lock;
        if (!options_.only_tier) {
            ZERMELO_TRY(TableFolder::Lock held, folder_.lock());
            lock.emplace(std::move(held));
            plan_.recheck();
            file::TemporaryFile::sweep(folder_.path());
        }
        begun_ = Clock::now();
        work_ = plan_.take_work();
        for (std::size_t first = 0; first < work_.size();) {
            const std::size_t end = plan_.end_of_batch(work_, first);
            ZERMELO_CHECK(solve_batch(first, end));
            first = end;
        }
        report_(SolveDone{positions_, unique_, seconds_since(begun_), options_.trust});
        return {};
    }

  private:
    using Clock = std::chrono::steady_clock;
    /// More of them are reported in one line.
    static constexpr std::size_t max_lines = 8;

    static double seconds_since(Clock::time_point begin) {
        return std::chrono::duration<double>(Clock::now() - begin).count();
    }

    /// Solves work_[first … end), which do not lead to each other.
    Result<void> solve_batch(std::size_t first, std::size_t end) {
        ZERMELO_CHECK(load_sub_tiers(first, end));
        const auto begun = Clock::now();
        batch_ = {};
        batch_.size = end - first;
        std::mutex mutex;
        std::optional<Error> failed;
        const auto one = [&](std::size_t i) {
            {
                const std::lock_guard lock(mutex);
                if (failed) return;
            }
            auto done = solve_one(work_[i], mutex);
            work_[i].tier.reset();
            const std::lock_guard lock(mutex);
            if (!done && !failed) failed = done.error();
        };
        if (batch_.size == 1)
            one(first);
        else
            each_part(end - first, 1, {}, [&](std::size_t i, std::size_t) { one(first + i); });
        sub_tables_.clear();
        // What is whole is kept even if another tier failed.
        if (const auto finished = file::TemporaryFile::finish_all(temporary_); !finished && !failed)
            failed = finished.error();
        temporary_.clear();
        if (failed) return tl::make_unexpected(*failed);
        ZERMELO_CHECK(append_run_records(folder_.runs_path(), batch_.records));
        if (batch_.size > max_lines) report_batch(seconds_since(begun));
        return {};
    }

    /// Takes the tables of all that work_[first … end) lead to into memory.
    Result<void> load_sub_tiers(std::size_t first, std::size_t end) {
        std::set<TierIndex> seen;
        std::vector<TierIndex> needed;
        std::uint64_t bytes = 0;
        for (std::size_t i = first; i < end; ++i) {
            bytes += plan_.working_bytes(work_[i]);
            for (const TierIndex sub : work_[i].sub_tiers)
                if (plan_.knows(sub) && seen.insert(sub).second) needed.push_back(sub);
        }
        std::sort(needed.begin(), needed.end(),
                  [&](TierIndex a, TierIndex b) { return graph_.before(a, b); });
        for (const TierIndex sub : needed) bytes += plan_.entries(sub);
        loaded_.make_room(bytes, plan_.room());
        for (const TierIndex sub : needed) {
            if (options_.stop.stop_requested()) return stopped();
            ZERMELO_TRY(auto table, loaded_.get(graph_.name(sub)));
            sub_tables_.emplace(sub, std::move(table));
        }
        return {};
    }

    Result<void> solve_one(const PlannedTier& work, std::mutex& mutex) {
        // What a large tier is at, for those who watch.
        const auto at_work = [&](std::string_view what) {
            if (work.entries < SolvePlan::small) return;
            const std::lock_guard lock(mutex);
            report_(TierAtWork{work.name, work.entries, std::string{what}});
        };
        const auto may_take = [&](std::uint64_t bytes) { return check_room(bytes); };
        ZERMELO_TRY(SolvedTier solved,
                    solve_planned(work, plan_.method(work), sub_tables_, at_work, may_take, options_.stop));
        return write(work, std::move(solved), mutex);
    }

    /// Whether a tier that is at work may take `bytes` bytes, beside the tables that it leads to.
    Result<void> check_room(std::uint64_t bytes) const {
        for (const auto& sub : sub_tables_) bytes += sub.second->memory();
        if (bytes <= budget_) return {};
        return failure(
            ErrorKind::bad_usage,
            fmt::format("distances that do not fit into bytes: with 16 bits a position it needs {} of "
                        "memory, expected at most {} ({})",
                        size_text(bytes), size_text(budget_),
                        options_.memory ? "--memory" : "nine tenths of what is free"));
    }

    Result<void> write(const PlannedTier& work, SolvedTier solved, std::mutex& mutex) {
        const TierRecord record = record_of(solved.audit, graph_.encoding(), *work.tier);
        solved.values.visit([](auto& tables) {
            for (auto& table : tables) fill_dont_care(table);
        });
        const file::Header header{
            folder_.rules(), folder_.variant(), work.name,
            graph_.encoding().by_parity() ? file::Encoding::parity : file::Encoding::outcome, text(record)};
        ZERMELO_TRY(file::TemporaryFile written, std::as_const(solved.values).visit([&](const auto& tables) {
            using Entry = typename std::remove_cvref_t<decltype(tables[0])>::value_type;
            const std::vector<std::span<const Entry>> sides{tables.begin(), tables.end()};
            return file::write_temporary(folder_.path(work.name), header, sides, {}, options_.stop);
        }));
        if (batch_.size == 1) ZERMELO_CHECK(written.finish());

        const std::lock_guard lock(mutex);
        if (batch_.size > 1) temporary_.push_back(std::move(written));
        loaded_.put(work.name, std::make_shared<const TierValues>(std::move(solved.values)));
        done_entries_ += work.entries;
        positions_ += record.positions();
        unique_ += record.unique();
        batch_.add(work, record.longest());
        batch_.records.push_back({work.name, work.entries, plan_.method(work), threads(),
                                  solved.solve_seconds, solved.verify_seconds});
        report_(TierSolved{work.name, work.entries, record.longest(), solved.solve_seconds,
                           solved.verify_seconds, progress(), batch_.size > max_lines});
        return {};
    }

    unsigned threads() const { return options_.threads.value_or(threads_here()); }

    void report_batch(double seconds) {
        report_(BatchSolved{batch_.size, batch_.last, batch_.entries, batch_.longest, batch_.longest_in,
                            seconds, progress()});
    }

    SolveProgress progress() const {
        const double passed = seconds_since(begun_);
        const double share = static_cast<double>(done_entries_) / static_cast<double>(plan_.entries_to_do());
        return {share, static_cast<double>(done_entries_) / passed, passed / share * (1 - share)};
    }

    const TierGraph& graph_;
    const SolveOptions& options_;
    const Report& report_;
    TableFolder folder_;
    std::uint64_t budget_;
    LoadedTables loaded_;
    SolvePlan plan_;
    std::vector<PlannedTier> work_;
    TablesInMemory sub_tables_;                   ///< tables that the tiers at work lead to
    std::vector<file::TemporaryFile> temporary_;  ///< files of the tiers at work, whole and not yet flushed
    /// What is solved side by side.
    struct Batch {
        std::size_t size = 0;
        std::uint64_t entries = 0;
        std::uint64_t longest = 0;
        std::string longest_in;
        std::string last;
        std::vector<RunRecord> records;

        void add(const PlannedTier& work, std::uint64_t plies) {
            entries += work.entries;
            if (longest_in.empty() || plies > longest) {
                longest = plies;
                longest_in = work.name;
            }
            last = work.name;
        }
    };
    Batch batch_;
    Clock::time_point begun_{};
    std::uint64_t done_entries_ = 0;
    std::uint64_t positions_ = 0;
    std::uint64_t unique_ = 0;
};

}  // namespace

Result<void> solve(const TierGraph& graph, const rules::Rules& rules, const SolveOptions& options,
                   const Report& report) {
    ZERMELO_TRY(TableFolder folder, TableFolder::of(options.tables, rules, options.named));
    // oneTBB's own threads would end the program where there is no memory for one; a pool does with fewer.
    ThreadPool pool{options.threads.value_or(threads_here())};
    Result<void> solved;
    pool.execute([&] { solved = Run{graph, std::move(folder), options, report}.run(); });
    return solved;
}

}  // namespace zermelo::tablebase
