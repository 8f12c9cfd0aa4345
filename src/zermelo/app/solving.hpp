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

#include "zermelo/app/machine.hpp"
#include "zermelo/app/solve.hpp"
#include "zermelo/app/table_folder.hpp"
#include "zermelo/app/tier_record.hpp"
#include "zermelo/solve/retrograde.hpp"
#include "zermelo/solve/tier_verify.hpp"
#include "zermelo/table/write.hpp"

namespace zermelo::app {

/// A tier's tables with what is needed to look a position up.
template <typename Family>
struct TierReader {
    typename Family::Tier tier;
    LoadedTables::Handle bytes;

    std::uint8_t byte(const typename Family::Position& position) const {
        const game::Slot slot = tier.slot(position);
        return (*bytes)[slot.table][slot.index];
    }
};

/// The work of `solve` for a family of tiers (see `HuntFamily`).
template <typename Family>
class Solving {
  public:
    using Id = typename Family::Id;
    using Tier = typename Family::Tier;
    using Position = typename Family::Position;

    Solving(Family family, const variant::Rules& rules, const SolveOptions& options, const Report& report)
        : family_(std::move(family)),
          options_(options),
          report_(report),
          folder_(options.tables, rules),
          budget_(options.memory.value_or(free_memory() / 10 * 9)),
          loaded_(folder_, budget_) {}

    Attempt<void> run() {
        if (auto planned = plan(); !planned) return planned;
        if (auto fits = check_room(); !fits) return fits;
        if (options_.plan_only) return {};
        if (const auto made = folder_.create(); !made) return fail(made.error());
        begun_ = Clock::now();
        for (std::size_t first = 0; first < works_.size();) {
            std::size_t end = first + 1;
            std::uint64_t bytes = works_[first].entries;
            // Small tiers of one depth do not lead to each other: they are solved side by side.
            while (end < works_.size() && works_[end].depth == works_[first].depth &&
                   works_[end].entries < small && bytes + works_[end].entries < budget_ / 8)
                bytes += works_[end++].entries;
            if (auto done = solve_together(first, end); !done) return done;
            first = end;
        }
        conclude();
        return {};
    }

  private:
    using Clock = std::chrono::steady_clock;
    /// A tier of fewer entries is work for one thread.
    static constexpr std::uint64_t small = std::uint64_t{1} << 20U;

    struct Work {
        Id id;
        std::string name;
        std::uint64_t entries = 0;
        unsigned depth = 0;  ///< one more than the deepest tier that it leads to
        std::vector<Id> below;
        bool there = false;  ///< its file is
    };

    static double seconds_since(Clock::time_point begin) {
        return std::chrono::duration<double>(Clock::now() - begin).count();
    }

    Attempt<void> plan() {
        std::vector<Id> roots;
        if (!options_.tiers.empty()) {
            for (const std::string& name : options_.tiers) {
                auto id = family_.parse(name);
                if (!id) return tl::make_unexpected(id.error());
                roots.push_back(*id);
            }
        } else {
            auto standard = family_.standard(options_.men);
            if (!standard) return tl::make_unexpected(standard.error());
            roots = *std::move(standard);
        }
        for (const Id& root : roots) depth(root);
        for (auto& [id, work] : known_) {
            const Tier tier = family_.tier(id);
            for (std::uint32_t t = 0; t < tier.tables(); ++t) work.entries += tier.table_size(t);
            work.there = false;
            if (folder_.has(work.name)) {
                const auto file = folder_.open(work.name);
                if (file)
                    work.there = true;
                else if (file.error().kind != ErrorKind::bad_input || !file.error().message.empty())
                    if (auto kept = judge_broken(work, file.error()); !kept) return kept;
            }
            works_.push_back(work);
        }
        std::stable_sort(works_.begin(), works_.end(), [](const Work& a, const Work& b) {
            return std::pair{a.depth, a.entries} < std::pair{b.depth, b.entries};
        });
        for (const Work& work : works_) {
            all_entries_ += work.entries;
            if (!work.there) open_entries_ += work.entries;
        }
        return {};
    }

    /// A damaged file is made anew; one of other rules is somebody else's.
    Attempt<void> judge_broken(const Work& work, const Error& error) {
        if (error.kind == ErrorKind::bad_input && error.message.find("damaged") != std::string::npos) {
            report_(fmt::format("{}: {}: it is made anew\n", work.name, error.message), false);
            return {};
        }
        return fail(error);
    }

    unsigned depth(const Id& id) {
        if (const auto known = known_.find(id); known != known_.end()) return known->second.depth;
        Work work{id, family_.name(id), 0, 0, family_.below(id), false};
        for (const Id& below : work.below) work.depth = std::max(work.depth, depth(below) + 1);
        const unsigned result = work.depth;
        known_.emplace(id, std::move(work));
        return result;
    }

    std::uint64_t need(const Work& work) const {
        std::uint64_t bytes = work.entries + 24;
        for (const Id& below : work.below) bytes += known_entries_.at(below);
        return bytes;
    }

    Attempt<void> check_room() {
        for (const Work& work : works_) known_entries_[work.id] = work.entries;
        const Work* largest = nullptr;
        std::uint64_t open = 0;
        for (const Work& work : works_) {
            if (work.there) continue;
            ++open;
            if (largest == nullptr || need(work) > need(*largest)) largest = &work;
        }
        // Measured: a byte an entry takes a sixth of that on the disk, or less; small files take a block.
        const std::uint64_t disk = open_entries_ / 5 + 4096 * open;
        report_(fmt::format("{} tiers, {} entries up to symmetry; {} tiers, {} entries to do{}\n",
                            works_.size(), grouped(all_entries_), open, grouped(open_entries_),
                            largest == nullptr
                                ? std::string{"."}
                                : fmt::format(": at most {} of memory ({}), about {} of disk.",
                                              size_text(need(*largest)), largest->name, size_text(disk))),
                false);
        if (largest != nullptr && need(*largest) > budget_)
            return fail({ErrorKind::bad_usage,
                         fmt::format("the tables of {} need {} of memory, expected at most {} ({})",
                                     largest->name, size_text(need(*largest)), size_text(budget_),
                                     options_.memory ? "--memory" : "nine tenths of what is free")});
        const auto free = free_disk(options_.tables);
        if (free && *free < disk)
            return fail(
                {ErrorKind::bad_usage, fmt::format("the tables need about {} in {}, expected at most the {} "
                                                   "that are free there",
                                                   size_text(disk), options_.tables, size_text(*free))});
        return {};
    }

    /// Solves works_[first … end), which do not lead to each other.
    Attempt<void> solve_together(std::size_t first, std::size_t end) {
        std::set<Id> needed;
        std::uint64_t bytes = 0;
        for (std::size_t i = first; i < end; ++i) {
            if (works_[i].there) continue;
            bytes += works_[i].entries;
            needed.insert(works_[i].below.begin(), works_[i].below.end());
        }
        if (bytes == 0) return {};
        for (const Id& id : needed) bytes += known_entries_[id];
        readers_.clear();
        loaded_.make_room(bytes);
        for (const Id& id : needed) {
            auto table = loaded_.get(family_.name(id));
            if (!table) return fail(table.error());
            readers_.emplace(id, std::make_unique<Reader>(Reader{family_.tier(id), *std::move(table)}));
        }
        std::mutex mutex;
        std::optional<Failure> failed;
        const auto one = [&](std::size_t i) {
            {
                const std::lock_guard lock(mutex);
                if (failed) return;
            }
            if (works_[i].there) return;
            auto done = solve_one(works_[i], mutex);
            const std::lock_guard lock(mutex);
            if (!done && !failed) failed = done.error();
        };
        if (end - first == 1)
            one(first);
        else
            tbb::parallel_for(first, end, one);
        if (failed) return tl::make_unexpected(*failed);
        return {};
    }

    Attempt<void> solve_one(const Work& work, std::mutex& mutex) {
        if (work.entries >= small) {
            const std::lock_guard lock(mutex);
            report_(fmt::format("{}: {} entries …\n", work.name, grouped(work.entries)), true);
        }
        std::vector<std::pair<Id, const Reader*>> readers;
        for (const Id& id : work.below) readers.emplace_back(id, readers_.at(id).get());
        const typename Family::template Lookup<Reader> lookup{family_, readers};
        const auto below = [&](const Position& child) { return lookup.find(child)->byte(child); };

        const Tier tier = family_.tier(work.id);
        const auto begun = Clock::now();
        auto solved = solve::Retrograde<Tier, decltype(below)>{tier, family_.scale(), below}.run();
        if (!solved) return fail({solved.error().kind, work.name + ": " + solved.error().message});
        const double solving = seconds_since(begun);

        const solve::TierBytes& values = solved->raw();
        const auto byte = [&](game::Slot slot) { return values[slot.table][slot.index]; };
        const auto audit =
            solve::TierVerifier<Tier, decltype(byte), decltype(below)>{tier, family_.scale(), byte, below}
                .run();
        if (audit.fault)
            return fail(
                {ErrorKind::io,
                 fmt::format(
                     "{}: verification failed, nothing is written: entry {}:{} says {} and must be {}: "
                     "please report this",
                     work.name, audit.fault->slot.table, audit.fault->slot.index, audit.fault->stored,
                     audit.fault->expected)});
        const double both = seconds_since(begun);
        return write(work, tier, std::move(solved->raw()), audit, {solving, both - solving}, mutex);
    }

    struct Times {
        double solve;
        double verify;
    };

    Attempt<void> write(const Work& work, const Tier& tier, solve::TierBytes values,
                        const solve::TierAudit& audit, Times times, std::mutex& mutex) {
        auto record =
            record_of(audit, family_.scale(), [&](std::uint32_t table, std::uint64_t index, bool swapped) {
                return family_.fen(tier, {table, index}, swapped);
            });
        record["seconds"] = {{"solve", times.solve}, {"verify", times.verify}};
        for (auto& table : values) fill_gaps(table);
        table::Header header{folder_.rules(), folder_.variant(), work.name,
                             family_.scale().by_parity() ? table::Scale::parity : table::Scale::outcome,
                             record.dump()};
        const std::vector<std::span<const std::uint8_t>> sides{values.begin(), values.end()};
        if (const auto written = table::write(folder_.path(work.name), header, sides); !written)
            return fail(written.error());

        const std::lock_guard lock(mutex);
        loaded_.put(work.name, std::make_shared<const solve::TierBytes>(std::move(values)));
        done_entries_ += work.entries;
        for (const auto& side : record["sides"]) {
            positions_ += side["positions"].template get<std::uint64_t>();
            unique_ += side["unique"].template get<std::uint64_t>();
        }
        tell(work, record, times);
        return {};
    }

    /// An entry that nobody asks for costs least where it is like the one before.
    static void fill_gaps(std::vector<std::uint8_t>& table) {
        std::uint8_t last = solve::Scale::open;
        for (std::uint8_t& byte : table) {
            if (byte == solve::gap)
                byte = last;
            else
                last = byte;
        }
    }

    void tell(const Work& work, const nlohmann::ordered_json& record, Times times) {
        std::uint64_t longest = 0;
        for (const auto& side : record["sides"])
            for (const char* key : {"longest", "longest_loss"})
                if (!side[key].is_null())
                    longest = std::max(longest, side[key]["plies"].template get<std::uint64_t>());
        const double passed = seconds_since(begun_);
        const double share = static_cast<double>(done_entries_) / static_cast<double>(open_entries_);
        report_(
            fmt::format(
                "{}: {} entries, longest {} plies; solved {:.2f} s, verified {:.2f} s; {:.1f} % done, "
                "{:.2f} M/s, {} left\n",
                work.name, grouped(work.entries), longest, times.solve, times.verify, 100 * share,
                static_cast<double>(done_entries_) / passed / 1e6, time_text(passed / share * (1 - share))),
            false);
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

    using Reader = TierReader<Family>;

    Family family_;
    const SolveOptions& options_;
    const Report& report_;
    TableFolder folder_;
    std::uint64_t budget_;
    LoadedTables loaded_;
    std::map<Id, Work> known_;
    std::map<Id, std::uint64_t> known_entries_;
    std::vector<Work> works_;  ///< behind all that they lead to
    std::map<Id, std::unique_ptr<Reader>> readers_;
    Clock::time_point begun_{};
    std::uint64_t all_entries_ = 0;
    std::uint64_t open_entries_ = 0;
    std::uint64_t done_entries_ = 0;
    std::uint64_t positions_ = 0;
    std::uint64_t unique_ = 0;
};

}  // namespace zermelo::app
