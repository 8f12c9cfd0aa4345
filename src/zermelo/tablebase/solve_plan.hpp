// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "zermelo/app/solve.hpp"
#include "zermelo/base/machine.hpp"
#include "zermelo/game/game.hpp"
#include "zermelo/tablebase/file/file.hpp"
#include "zermelo/tablebase/slices.hpp"
#include "zermelo/tablebase/table_folder.hpp"

namespace zermelo::tablebase {

/// What a run of `solve` has to do: the tiers that are asked for and all that they lead to, those first that
/// others lead to; what of it is there; and whether memory and disk are enough.
template <typename Family>
class SolvePlan {
  public:
    using Id = typename Family::Id;

    /// A tier to be solved.
    struct Work {
        Id id;
        std::string name;
        std::uint64_t entries = 0;
        unsigned depth = 0;  ///< one more than the deepest tier that it leads to
        std::vector<Id> below;
        /// Bytes that it takes to solve and verify it by lines, if it has them.
        std::optional<std::uint64_t> line_bytes;
        bool there = false;  ///< its file is
    };

    /// A tier of fewer entries is work for one thread.
    static constexpr std::uint64_t small = std::uint64_t{1} << 20U;
    /// So many small tiers are solved side by side, and flushed to the disk together.
    static constexpr std::size_t most_together = 256;

    /// The arguments must outlive it. `budget`: bytes of memory that tables may take.
    SolvePlan(Family& family, const app::SolveOptions& options, const app::Report& report,
              const TableFolder& folder, std::uint64_t budget)
        : family_(family), options_(options), report_(report), folder_(folder), budget_(budget) {}

    /// Finds out what there is to do. Errors: a tier that is none; a file that is of other rules or cannot be
    /// read.
    app::Attempt<void> plan() {
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
        for (const Id& root : roots)
            if (auto noted = note(root); !noted) return noted;
        for (auto& [id, work] : known_) {
            if (folder_.has(work.name)) {
                const auto file = folder_.open(work.name);
                work.there = file.has_value();
                if (!file)
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

    /// Says what the work takes. Errors: more than there is of memory or disk.
    app::Attempt<void> check_room() {
        const Work* largest = nullptr;
        std::uint64_t open = 0;
        for (const Work& work : works_) {
            if (work.there) continue;
            ++open;
            if (largest == nullptr || need(work) > need(*largest)) largest = &work;
        }
        // Measured: a byte an entry takes a sixth of that on the disk, or less; small files take a block.
        const std::uint64_t disk = open_entries_ / 5 + 4096 * open;
        const auto tiers = [](std::uint64_t n) { return n == 1 ? "1 tier" : fmt::format("{} tiers", n); };
        report_(fmt::format("{}, {} entries up to symmetry; {}, {} entries to do{}\n", tiers(works_.size()),
                            grouped(all_entries_), tiers(open), grouped(open_entries_),
                            largest == nullptr
                                ? std::string{"."}
                                : fmt::format(": at most {} of memory ({}), about {} of disk.",
                                              size_text(need(*largest)), largest->name, size_text(disk))),
                false);
        if (largest != nullptr && need(*largest) > budget_)
            return app::fail({ErrorKind::bad_usage,
                              fmt::format("the tables of {} need {} of memory, expected at most {} ({})",
                                          largest->name, size_text(need(*largest)), size_text(budget_),
                                          options_.memory ? "--memory" : "nine tenths of what is free")});
        const auto free = free_disk(options_.tables);
        if (free && *free < disk)
            return app::fail(
                {ErrorKind::bad_usage, fmt::format("the tables need about {} in {}, expected at most the {} "
                                                   "that are free there",
                                                   size_text(disk), options_.tables, size_text(*free))});
        return {};
    }

    /// Takes note of tables that another run has made since `plan`.
    void look_again() {
        for (Work& work : works_) {
            if (work.there || !folder_.has(work.name) || !folder_.open(work.name)) continue;
            work.there = true;
            open_entries_ -= work.entries;
        }
    }

    /// What is to be done, in order. Precondition of this and all below: `plan` went well.
    std::vector<Work> open() const {
        std::vector<Work> open = works_;
        std::erase_if(open, [](const Work& work) { return work.there; });
        return open;
    }
    std::uint64_t open_entries() const { return open_entries_; }
    /// Of a material that no position has, none.
    std::uint64_t entries(const Id& id) const {
        const auto known = known_.find(id);
        return known == known_.end() ? 0 : known->second.entries;
    }
    /// Whether a tier is to be solved by lines: it has them, and there is memory.
    bool by_lines(const Work& work) const {
        return work.line_bytes && *work.line_bytes + below_bytes(work) <= budget_;
    }
    /// Whether some position has the material.
    bool knows(const Id& id) const { return known_.count(id) != 0; }

    /// Small tiers of one depth do not lead to each other: they are solved side by side, as many as do not
    /// need more memory than the largest tier does anyway.
    std::size_t end_of_batch(const std::vector<Work>& works, std::size_t first) const {
        std::size_t end = first + 1;
        if (works[first].entries >= small) return end;
        std::uint64_t bytes = 0;
        std::set<Id> needed;
        const auto take = [&](const Work& work) {
            bytes += working_bytes(work);
            for (const Id& below : work.below)
                if (needed.insert(below).second) bytes += entries(below);
        };
        take(works[first]);
        for (; end < works.size() && end - first < most_together && works[end].depth == works[first].depth;
             ++end) {
            take(works[end]);
            if (works[end].entries >= small || bytes > budget_ / 2) break;
        }
        return end;
    }

  private:
    /// A damaged file is made anew; one of other rules is somebody else's.
    app::Attempt<void> judge_broken(const Work& work, const Error& error) {
        if (tablebase::file::says_damaged(error)) {
            report_(fmt::format("{}: {}: it is made anew\n", work.name, error.message), false);
            return {};
        }
        return app::fail(error);
    }

    /// Notes a tier and all that it leads to.
    app::Attempt<void> note(const Id& id) {
        if (known_.count(id) != 0) return {};
        const auto tier = family_.tier(id);
        if (!tier) return app::fail(tier.error());
        Work work{id, family_.name(id), 0, 0, family_.below(*tier), std::nullopt, false};
        for (std::uint32_t t = 0; t < tier->tables(); ++t) work.entries += tier->table_size(t);
        if constexpr (requires { Family::lines(*tier); })
            if (const auto lines = Family::lines(*tier))
                work.line_bytes = tablebase::line_memory(*lines, work.entries);
        for (const Id& below : work.below) {
            if (!family_.possible(below)) continue;
            if (auto noted = note(below); !noted) return noted;
            work.depth = std::max(work.depth, known_.at(below).depth + 1);
        }
        known_.emplace(id, std::move(work));
        return {};
    }

    std::uint64_t need(const Work& work) const { return working_bytes(work) + below_bytes(work); }
    std::uint64_t working_bytes(const Work& work) const {
        return by_lines(work) ? *work.line_bytes : work.entries + work.entries / 8 + 24;
    }
    std::uint64_t below_bytes(const Work& work) const {
        std::uint64_t bytes = 0;
        for (const Id& below : work.below) bytes += entries(below);
        return bytes;
    }

    Family& family_;
    const app::SolveOptions& options_;
    const app::Report& report_;
    const TableFolder& folder_;
    std::uint64_t budget_;
    std::map<Id, Work> known_;
    std::vector<Work> works_;  ///< behind all that they lead to
    std::uint64_t all_entries_ = 0;
    std::uint64_t open_entries_ = 0;
};

}  // namespace zermelo::tablebase
