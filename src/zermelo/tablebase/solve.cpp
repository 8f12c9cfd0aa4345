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

/// Don't-care entries cost least where they are like the one before; `last`: that of the first.
template <typename Entry>
void fill_dont_care(std::span<Entry> entries, Entry& last) {
    for (Entry& entry : entries) {
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
          loaded_(folder_, options.outcomes),
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
        if (plan_.way(work_[first]).below_in_files) return open_sub_tiers(work_[first]);
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

    /// Opens the files of all that a tier leads to, with nothing else in memory.
    Result<void> open_sub_tiers(const PlannedTier& work) {
        sub_tables_.clear();
        loaded_.make_room(plan_.room(), plan_.room());
        for (const TierIndex sub : work.sub_tiers) {
            if (!plan_.knows(sub)) continue;
            ZERMELO_TRY(file::File file, folder_.open(graph_.name(sub)));
            if (!options_.outcomes) ZERMELO_CHECK(folder_.expect_distances(file));
            sub_tables_.emplace(sub, std::make_shared<const FileValues>(std::move(file)));
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
        if (plan_.method(work) == SolvableTier::Method::in_parts)
            return about(work.name, solve_in_parts(work, at_work, mutex));
        bool refused = false;
        const auto may_take = [&](std::uint64_t bytes) {
            auto room = check_room(bytes);
            refused = !room;
            return room;
        };
        auto solved = solve_planned(work, plan_.method(work), sub_tables_, at_work, may_take, options_.stop);
        if (refused && batch_.size == 1 && plan_.fits_in_parts(work)) {
            ZERMELO_CHECK(open_sub_tiers(work));
            return about(work.name, solve_in_parts(work, at_work, mutex));
        }
        return std::move(solved).and_then(
            [&](SolvedTier&& tier) { return write(work, std::move(tier), mutex); });
    }

    /// Whether a tier that is at work may take `bytes` bytes, beside the tables that it leads to.
    Result<void> check_room(std::uint64_t bytes) const {
        for (const auto& sub : sub_tables_) bytes += sub.second.memory();
        if (bytes <= budget_) return {};
        return failure(
            ErrorKind::bad_usage,
            fmt::format("distances that do not fit into bytes: with 16 bits a position it needs {} of "
                        "memory, expected at most {} ({})",
                        size_text(bytes), size_text(budget_),
                        options_.memory ? "what was asked for" : "nine tenths of what is free"));
    }

    /// Solves a tier with what it leads to in files; verifies what was written, before it has its name.
    /// Outcomes alone are taken from a file of distances that is verified and then removed.
    Result<void> solve_in_parts(const PlannedTier& work, const SolvableTier::Progress& at_work,
                                std::mutex& mutex) {
        const std::vector<ValueSource> sub_tables = sub_tables_of(work, sub_tables_);
        const std::string path = folder_.path(work.name);
        ZERMELO_TRY(SlotStore store, SlotStore::create(path + ".parts"));
        ZERMELO_TRY(const SolvedInParts solved,
                    work.tier->solve_in_parts(sub_tables, std::move(store), PartSizes::of(work.entries),
                                              at_work, options_.stop));
        const auto solved_at = Clock::now();
        at_work("writing");
        const std::string whole = options_.outcomes ? path + ".distances" : path;
        const TierRecord record = record_of(solved.audit, graph_.encoding(), *work.tier);
        ZERMELO_TRY(file::TemporaryFile written,
                    solved.values.wide() ? write_parts<std::uint16_t>(whole, work, record, solved.values)
                                         : write_parts<std::uint8_t>(whole, work, record, solved.values));
        at_work("verifying");
        ZERMELO_TRY(file::File file, file::File::open(written.name()));
        ZERMELO_TRY(const TierAudit audit,
                    work.tier->verify(std::make_shared<const FileValues>(std::move(file)), graph_.encoding(),
                                      sub_tables, {}, options_.stop));
        ZERMELO_CHECK(check_audit(work, audit));
        if (!options_.outcomes)
            return keep(work, std::move(written), record, solved.solve_seconds, seconds_since(solved_at),
                        mutex);
        const TierRecord counts = record_of(solved.audit, ValueEncoding::outcomes_alone(), *work.tier);
        ZERMELO_TRY(file::TemporaryFile outcomes, write_outcomes(work, counts, written.name()));
        return keep(work, std::move(outcomes), counts, solved.solve_seconds, seconds_since(solved_at), mutex);
    }

    /// The outcomes of a file of distances.
    Result<file::TemporaryFile> write_outcomes(const PlannedTier& work, const TierRecord& record,
                                               const std::string& distances) const {
        const ValueEncoding encoding = ValueEncoding::outcomes_alone();
        ZERMELO_TRY(const file::File file, file::File::open(distances));
        std::vector<file::EntrySource<std::uint8_t>> sides;
        for (unsigned side = 0; side < file.sides(); ++side)
            sides.push_back({file.entries(side),
                             [&, side](std::uint64_t first, std::span<std::uint8_t> into) -> Result<void> {
                                 for (std::uint64_t i = 0; i < into.size(); ++i) {
                                     ZERMELO_TRY(const Number number, file.entry(side, first + i));
                                     into[i] = static_cast<std::uint8_t>(encoding.taken(number));
                                 }
                                 return {};
                             }});
        return file::write_temporary(folder_.path(work.name), header(work, record, encoding),
                                     std::span<const file::EntrySource<std::uint8_t>>{sides},
                                     file::outcome_packing, options_.stop);
    }

    Result<void> write(const PlannedTier& work, SolvedTier solved, std::mutex& mutex) {
        const bool outcomes = options_.outcomes;
        const ValueEncoding encoding = outcomes ? ValueEncoding::outcomes_alone() : graph_.encoding();
        const TierRecord record = record_of(solved.audit, encoding, *work.tier);
        solved.values.visit([](auto& tables) {
            for (auto& table : tables) {
                using Entry = typename std::remove_cvref_t<decltype(table)>::value_type;
                Entry last = ValueEncoding::draw;
                fill_dont_care<Entry>(table, last);
            }
        });
        if (outcomes) solved.values = outcomes_of(std::move(solved.values));
        const file::Packing packing = outcomes ? file::outcome_packing : file::Packing{};
        ZERMELO_TRY(file::TemporaryFile written, std::as_const(solved.values).visit([&](const auto& tables) {
            using Entry = typename std::remove_cvref_t<decltype(tables[0])>::value_type;
            const std::vector<std::span<const Entry>> sides{tables.begin(), tables.end()};
            return file::write_temporary(folder_.path(work.name), header(work, record, encoding), sides,
                                         packing, options_.stop);
        }));
        ZERMELO_CHECK(
            keep(work, std::move(written), record, solved.solve_seconds, solved.verify_seconds, mutex));
        const std::lock_guard lock(mutex);
        loaded_.put(work.name, std::make_shared<const TierValues>(std::move(solved.values)));
        return {};
    }

    template <typename Entry>
    Result<file::TemporaryFile> write_parts(const std::string& path, const PlannedTier& work,
                                            const TierRecord& record, const PartwiseValues& values) const {
        std::vector<file::EntrySource<Entry>> sides;
        for (std::uint32_t t = 0; t < values.tables(); ++t)
            sides.push_back({values.size(t),
                             [&values, t, window = std::vector<Entry>{}, last = Entry{ValueEncoding::draw}](
                                 std::uint64_t first, std::span<Entry> into) mutable {
                                 return read_parts(values, t, first, into, window, last);
                             }});
        return file::write_temporary(path, header(work, record, graph_.encoding()),
                                     std::span<const file::EntrySource<Entry>>{sides}, {}, options_.stop);
    }
    /// Reads entries of a table from `first` on; `window` is where the one before was, and `last` it.
    template <typename Entry>
    static Result<void> read_parts(const PartwiseValues& values, std::uint32_t table, std::uint64_t first,
                                   std::span<Entry> into, std::vector<Entry>& window, Entry& last) {
        while (!into.empty()) {
            const std::uint64_t within = first % values.window();
            if (within == 0) {
                ZERMELO_TRY(window, values.template read<Entry>(table, first / values.window()));
                fill_dont_care<Entry>(window, last);
            }
            const std::uint64_t count = std::min<std::uint64_t>(into.size(), window.size() - within);
            std::copy_n(window.begin() + static_cast<std::ptrdiff_t>(within), count, into.begin());
            into = into.subspan(count);
            first += count;
        }
        return {};
    }

    file::Header header(const PlannedTier& work, const TierRecord& record, ValueEncoding encoding) const {
        return {folder_.rules(), folder_.variant(), work.name,
                !encoding.has_distances() ? file::Encoding::alone
                : encoding.by_parity()    ? file::Encoding::parity
                                          : file::Encoding::outcome,
                text(record)};
    }

    /// Gives a file its name, now or when its batch is done, and reports it.
    Result<void> keep(const PlannedTier& work, file::TemporaryFile written, const TierRecord& record,
                      double solve_seconds, double verify_seconds, std::mutex& mutex) {
        if (batch_.size == 1) ZERMELO_CHECK(written.finish());
        const std::lock_guard lock(mutex);
        if (batch_.size > 1) temporary_.push_back(std::move(written));
        done_entries_ += work.entries;
        positions_ += record.positions();
        unique_ += record.unique();
        const auto longest =
            options_.outcomes ? std::nullopt : std::optional<std::uint64_t>{record.longest()};
        batch_.add(work, longest);
        batch_.records.push_back(
            {work.name, work.entries, plan_.method(work), threads(), solve_seconds, verify_seconds});
        report_(TierSolved{work.name, work.entries, longest, solve_seconds, verify_seconds, progress(),
                           batch_.size > max_lines});
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
    TierSources sub_tables_;                      ///< tables that the tiers at work lead to
    std::vector<file::TemporaryFile> temporary_;  ///< files of the tiers at work, whole and not yet flushed
    /// What is solved side by side.
    struct Batch {
        std::size_t size = 0;
        std::uint64_t entries = 0;
        std::optional<std::uint64_t> longest;
        std::string longest_in;
        std::string last;
        std::vector<RunRecord> records;

        void add(const PlannedTier& work, std::optional<std::uint64_t> plies) {
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
