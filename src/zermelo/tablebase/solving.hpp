// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <oneapi/tbb/parallel_for.h>

#include "zermelo/app/solve.hpp"
#include "zermelo/base/machine.hpp"
#include "zermelo/tablebase/file/unfinished.hpp"
#include "zermelo/tablebase/file/write.hpp"
#include "zermelo/tablebase/solve_plan.hpp"
#include "zermelo/tablebase/table_folder.hpp"
#include "zermelo/tablebase/tier_reader.hpp"
#include "zermelo/tablebase/tier_record.hpp"
#include "zermelo/tablebase/tier_solving.hpp"

namespace zermelo::tablebase {

/// The work of `solve` for a family of tiers (see `HuntFamily`).
template <typename Family>
class Solving {
  public:
    using Id = typename Family::Id;
    using Tier = typename Family::Tier;
    using Position = typename Family::Position;
    using Plan = SolvePlan<Family>;
    using Work = typename Plan::Work;

    Solving(Family family, const rules::Rules& rules, const app::SolveOptions& options,
            const app::Report& report)
        : family_(std::move(family)),
          options_(options),
          report_(report),
          folder_(options.tables, rules),
          budget_(options.memory.value_or(free_memory() / 10 * 9)),
          loaded_(folder_, budget_),
          plan_(family_, options, report, folder_, budget_) {}

    app::Attempt<void> run() {
        if (auto planned = plan_.plan(); !planned) return planned;
        if (auto fits = plan_.check_room(); !fits) return fits;
        if (options_.plan_only) return {};
        if (const auto made = folder_.create(); !made) return app::fail(made.error());
        const auto lock = folder_.lock();
        if (!lock) return app::fail(lock.error());
        plan_.look_again();
        tablebase::file::Unfinished::sweep(folder_.path());
        begun_ = Clock::now();
        works_ = plan_.open();
        for (std::size_t first = 0; first < works_.size();) {
            const std::size_t end = plan_.end_of_batch(works_, first);
            if (auto done = solve_together(first, end); !done) return done;
            first = end;
        }
        conclude();
        return {};
    }

  private:
    using Clock = std::chrono::steady_clock;
    using Reader = TierReader<Family>;
    using Below = typename Family::template Below<Reader>;
    /// More of them are told in one line.
    static constexpr std::size_t most_lines = 8;

    static double seconds_since(Clock::time_point begin) {
        return std::chrono::duration<double>(Clock::now() - begin).count();
    }

    /// Solves works_[first … end), which do not lead to each other.
    app::Attempt<void> solve_together(std::size_t first, std::size_t end) {
        std::set<Id> needed;
        std::uint64_t bytes = 0;
        for (std::size_t i = first; i < end; ++i) {
            tiers_.emplace(works_[i].id, *family_.tier(works_[i].id));
            bytes += works_[i].entries;
            for (const Id& below : works_[i].below)
                if (plan_.knows(below)) needed.insert(below);
        }
        for (const Id& id : needed) bytes += plan_.entries(id);
        loaded_.make_room(bytes);
        for (const Id& id : needed) {
            auto table = loaded_.get(family_.name(id));
            if (!table)
                return app::fail(table.error().kind == ErrorKind::bad_input ? unusable(table.error())
                                                                            : table.error());
            readers_.emplace(id, std::make_unique<Reader>(Reader{*family_.tier(id), *std::move(table)}));
        }
        const auto begun = Clock::now();
        together_ = {};
        std::mutex mutex;
        std::optional<app::Failure> failed;
        const auto one = [&](std::size_t i) {
            {
                const std::lock_guard lock(mutex);
                if (failed) return;
            }
            auto done = solve_one(works_[i], end - first, mutex);
            const std::lock_guard lock(mutex);
            if (!done && !failed) failed = done.error();
        };
        if (end - first == 1)
            one(first);
        else
            tbb::parallel_for(first, end, one);
        readers_.clear();
        tiers_.clear();
        // What is whole is kept even if another tier failed.
        if (const auto finished = tablebase::file::Unfinished::finish_all(unfinished_); !finished && !failed)
            failed = app::Failure{finished.error()};
        unfinished_.clear();
        if (failed) return tl::make_unexpected(*failed);
        if (end - first > most_lines) tell_together(end - first, seconds_since(begun));
        return {};
    }

    static Error unusable(Error error) {
        error.message += ": remove it, and the next run makes it anew";
        return error;
    }

    /// `together`: how many tiers are at work side by side.
    app::Attempt<void> solve_one(const Work& work, std::size_t together, std::mutex& mutex) {
        // What a large tier is at, for those who watch.
        const auto at_work = [&](std::string_view what) {
            if (work.entries < Plan::small) return;
            const std::lock_guard lock(mutex);
            report_(fmt::format("{}: {} entries, {} …\n", work.name, grouped(work.entries), what), true);
        };
        std::vector<const Reader*> readers;
        for (const Id& id : work.below) {
            const auto reader = readers_.find(id);
            readers.push_back(reader == readers_.end() ? nullptr : reader->second.get());
        }
        const Tier& tier = tiers_.at(work.id);
        const Below below{family_, tier, std::move(readers)};

        const TierSolving<Tier, Below> way{tier, family_.scale(), below, at_work};
        auto solved = [&] {
            if constexpr (requires { Family::lines(tier); })
                if (plan_.by_lines(work)) return way.by_lines(*Family::lines(tier));
            return way.by_entries();
        }();
        if (!solved) return app::fail({solved.error().kind, work.name + ": " + solved.error().message});
        if (const auto& fault = solved->audit.fault)
            return app::fail(
                {ErrorKind::io,
                 fmt::format(
                     "{}: verification failed, nothing is written: entry {}:{} says {} and must be {}: "
                     "please report this",
                     work.name, fault->slot.table, fault->slot.index, fault->stored, fault->expected)});
        return write(work, tier, *std::move(solved), together, mutex);
    }

    app::Attempt<void> write(const Work& work, const Tier& tier, SolvedTier solved, std::size_t together,
                             std::mutex& mutex) {
        auto record = record_of(solved.audit, family_.scale(),
                                [&](std::uint32_t table, std::uint64_t index, bool swapped) {
                                    return family_.fen(tier, {table, index}, swapped);
                                });
        record["seconds"] = {{"solve", solved.solving}, {"verify", solved.verifying}};
        for (auto& table : solved.values) fill_gaps(table);
        tablebase::file::Header header{
            folder_.rules(), folder_.variant(), work.name,
            family_.scale().by_parity() ? tablebase::file::Scale::parity : tablebase::file::Scale::outcome,
            record.dump()};
        const std::vector<std::span<const std::uint8_t>> sides{solved.values.begin(), solved.values.end()};
        auto written = tablebase::file::write_unfinished(folder_.path(work.name), header, sides);
        if (!written) return app::fail(written.error());
        if (together == 1)
            if (const auto finished = written->finish(); !finished) return app::fail(finished.error());

        const std::lock_guard lock(mutex);
        if (together > 1) unfinished_.push_back(*std::move(written));
        loaded_.put(work.name, std::make_shared<const tablebase::TierBytes>(std::move(solved.values)));
        done_entries_ += work.entries;
        for (const auto& side : record["sides"]) {
            positions_ += side["positions"].template get<std::uint64_t>();
            unique_ += side["unique"].template get<std::uint64_t>();
        }
        std::uint64_t longest = 0;
        for (const auto& side : record["sides"])
            for (const char* key : {"longest", "longest_loss"})
                if (!side[key].is_null())
                    longest = std::max(longest, side[key]["plies"].template get<std::uint64_t>());
        together_.add(work, longest);
        tell(work, longest, solved, together > most_lines);
        return {};
    }

    /// An entry that nobody asks for costs least where it is like the one before.
    static void fill_gaps(std::vector<std::uint8_t>& table) {
        std::uint8_t last = tablebase::Scale::open;
        for (std::uint8_t& byte : table) {
            if (byte == tablebase::gap)
                byte = last;
            else
                last = byte;
        }
    }

    void tell(const Work& work, std::uint64_t longest, const SolvedTier& solved, bool transient) {
        report_(fmt::format("{}: {} entries, longest {} plies; solved {:.2f} s, verified {:.2f} s; {}\n",
                            work.name, grouped(work.entries), longest, solved.solving, solved.verifying,
                            progress()),
                transient);
    }

    void tell_together(std::size_t tiers, double seconds) {
        report_(fmt::format("{} tiers, the last {}: {} entries, longest {} plies ({}); {:.2f} s; {}\n", tiers,
                            together_.last, grouped(together_.entries), together_.longest,
                            together_.longest_in, seconds, progress()),
                false);
    }

    std::string progress() const {
        const double passed = seconds_since(begun_);
        const double share = static_cast<double>(done_entries_) / static_cast<double>(plan_.open_entries());
        return fmt::format("{:.1f} % done, {:.2f} M/s, {} left", 100 * share,
                           static_cast<double>(done_entries_) / passed / 1e6,
                           time_text(passed / share * (1 - share)));
    }

    void conclude() {
        const double passed = seconds_since(begun_);
        if (positions_ == 0)
            report_("All of these tables are there.\n", false);
        else
            report_(
                fmt::format(
                    "{} positions ({} up to symmetry) solved, verified and written in {}: {:.2f} M/s up to "
                    "symmetry.\n",
                    grouped(positions_), grouped(unique_), time_text(passed),
                    static_cast<double>(unique_) / passed / 1e6),
                false);
    }

    Family family_;
    const app::SolveOptions& options_;
    const app::Report& report_;
    TableFolder folder_;
    std::uint64_t budget_;
    LoadedTables loaded_;
    Plan plan_;
    std::vector<Work> works_;
    std::map<Id, std::unique_ptr<Reader>> readers_;  ///< of what the tiers at work lead to
    std::map<Id, Tier> tiers_;                       ///< at work
    std::vector<tablebase::file::Unfinished>
        unfinished_;  ///< of the tiers at work: whole, and not yet flushed
    /// What was solved side by side.
    struct Together {
        std::uint64_t entries = 0;
        std::uint64_t longest = 0;
        std::string longest_in;
        std::string last;

        void add(const Work& work, std::uint64_t plies) {
            entries += work.entries;
            if (longest_in.empty() || plies > longest) {
                longest = plies;
                longest_in = work.name;
            }
            last = work.name;
        }
    };
    Together together_;
    Clock::time_point begun_{};
    std::uint64_t done_entries_ = 0;
    std::uint64_t positions_ = 0;
    std::uint64_t unique_ = 0;
};

}  // namespace zermelo::tablebase
