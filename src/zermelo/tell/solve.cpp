// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/tell/solve.hpp"

#include <cmath>
#include <cstdint>
#include <optional>
#include <variant>

#include <fmt/format.h>

#include "zermelo/base/json.hpp"
#include "zermelo/base/quoted.hpp"
#include "zermelo/base/size_text.hpp"
#include "zermelo/puzzles/tier_kernels.hpp"

namespace zermelo::tell {

namespace {

using tablebase::BatchSolved;
using tablebase::SolveDone;
using tablebase::SolvePlanned;
using tablebase::SolveProgress;
using tablebase::TierAtWork;
using tablebase::TierDamaged;
using tablebase::TierPlanned;
using tablebase::TierSolved;

std::string text(const SolveProgress& progress) {
    return fmt::format("{:.1f} % done, {:.2f} M/s, {} left", 100 * progress.share,
                       progress.entries_per_second / 1e6, time_text(progress.seconds_left));
}

std::string text(const SolvePlanned& plan) {
    const auto tiers = [](std::uint64_t n) { return n == 1 ? "1 tier" : fmt::format("{} tiers", n); };
    const auto largest = [&] {
        if (size_text(plan.largest_memory) == size_text(plan.memory)) return plan.largest;
        return fmt::format("{} needs {}", plan.largest, size_text(plan.largest_memory));
    };
    return fmt::format("{}, {} entries up to symmetry; {}, {} entries to do{}", tiers(plan.tiers),
                       grouped(plan.entries), tiers(plan.tiers_to_do), grouped(plan.entries_to_do),
                       plan.largest.empty()
                           ? std::string{"."}
                           : fmt::format(": at most {} of memory ({}), about {} of disk.",
                                         size_text(plan.memory), largest(), size_text(plan.disk)));
}

// The graph is for programs.
std::string text(const TierPlanned&) { return {}; }

std::string text(const TierDamaged& tier) {
    return fmt::format("{}: {}: it {} made anew", tier.tier, in_one_line(tier.message),
                       tier.planned ? "would be" : "is");
}

std::string text(const TierAtWork& tier) {
    return fmt::format("{}: {} entries, {} …", tier.tier, grouped(tier.entries), tier.what);
}

std::string text(const TierSolved& tier) {
    const std::string longest =
        tier.longest ? fmt::format("longest {} plies", *tier.longest) : "outcomes alone";
    return fmt::format("{}: {} entries, {}; solved {:.2f} s, verified {:.2f} s; {}", tier.tier,
                       grouped(tier.entries), longest, tier.solve_seconds, tier.verify_seconds,
                       text(tier.progress));
}

std::string text(const BatchSolved& batch) {
    const std::string longest = batch.longest
                                    ? fmt::format("longest {} plies ({})", *batch.longest, batch.longest_in)
                                    : "outcomes alone";
    return fmt::format("{} tiers, the last {}: {} entries, {}; {:.2f} s; {}", batch.tiers, batch.last,
                       grouped(batch.entries), longest, batch.seconds, text(batch.progress));
}

std::string text(const SolveDone& done) {
    if (done.positions == 0)
        return done.trusted ? "All of these tables are there. Their bytes were not checked."
                            : "All of these tables are there, and whole.";
    return fmt::format(
        "{} positions ({} up to symmetry) solved, verified and written in {}: {:.2f} M/s up to "
        "symmetry.",
        grouped(done.positions), grouped(done.unique), time_text(done.seconds),
        static_cast<double>(done.unique) / done.seconds / 1e6);
}

/// In thousandths.
double rounded(double number) { return std::round(number * 1000) / 1000; }

Json json(const SolvePlanned& plan) {
    Json object = json_object("solve_plan");
    object["tier_count"] = plan.tiers;
    object["entry_count"] = plan.entries;
    object["to_do_tier_count"] = plan.tiers_to_do;
    object["to_do_entry_count"] = plan.entries_to_do;
    object["memory_bytes"] = plan.memory;
    object["disk_bytes"] = plan.largest.empty() ? 0 : plan.disk;
    return object;
}

Json json(const TierPlanned& tier) {
    Json object = json_object("tier_plan");
    object["tier"] = tier.tier;
    object["there"] = tier.there;
    object["needs"] = tier.needs;
    object["entry_count"] = tier.entries;
    object["method"] = tier.method;
    object["memory_bytes"] = tier.memory;
    object["disk_bytes"] = tier.disk;
    object["seconds"] = tier.seconds;
    return object;
}

Json json(const TierDamaged& tier) {
    Json object = json_object("tier_damaged");
    object["tier"] = tier.tier;
    object["message"] = tier.message;
    return object;
}

Json json(const TierSolved& tier) {
    Json object = json_object("tier_solved");
    object["tier"] = tier.tier;
    object["entry_count"] = tier.entries;
    object["plies"] = json_or_null(tier.longest);
    object["unit"] = "plies";
    object["solve_seconds"] = rounded(tier.solve_seconds);
    object["verify_seconds"] = rounded(tier.verify_seconds);
    object["share_done"] = rounded(tier.progress.share);
    object["seconds_left"] = rounded(tier.progress.seconds_left);
    return object;
}

Json json(const SolveDone& done) {
    Json object = json_object("solve_done");
    object["position_count"] = done.positions;
    object["unique_position_count"] = done.unique;
    object["seconds"] = rounded(done.seconds);
    object["checked"] = !done.trusted;
    return object;
}

// Programs get no object for these: each tier of a batch has its own, and a tier at work is news only to
// people who watch.
Json json(const TierAtWork&) { return {}; }
Json json(const BatchSolved&) { return {}; }

/// What a run has done that was stopped.
class SolvedSoFar {
  public:
    void add(const SolveEvent& event) {
        if (const auto* const plan = std::get_if<SolvePlanned>(&event)) tiers_to_do_ = plan->tiers_to_do;
        if (!std::holds_alternative<TierSolved>(event)) return;
        ++solved_;
        share_ = std::get<TierSolved>(event).progress.share;
    }
    std::string text() const {
        if (!tiers_to_do_) return "interrupted before anything was begun; the same command begins anew";
        return fmt::format(
            "interrupted when {} of {} tier{} {:.1f} % of all entries, were solved and written; the same "
            "command goes on",
            solved_, *tiers_to_do_, *tiers_to_do_ == 1 ? "," : "s,", 100 * share_);
    }

  private:
    std::optional<std::uint64_t> tiers_to_do_;
    std::uint64_t solved_ = 0;
    double share_ = 0;
};

}  // namespace

bool is_transient(const SolveEvent& event) {
    const auto* const solved = std::get_if<TierSolved>(&event);
    return std::holds_alternative<TierAtWork>(event) || (solved != nullptr && solved->one_of_many);
}

std::string text_of(const SolveEvent& event) {
    const std::string line = std::visit([](const auto& each) { return text(each); }, event);
    return line.empty() ? line : line + "\n";
}

Json json_of(const SolveEvent& event) {
    return std::visit([](const auto& each) { return json(each); }, event);
}

Result<void> solve(library::Library& library, const std::string& variant, const SolveOptions& options,
                   const Report& report) {
    ZERMELO_TRY(const rules::Rules* const rules, library.find(variant, asked_by(options.stop)));
    ZERMELO_TRY(const engine::AnyGameAt at, library::position_of(*rules, std::nullopt));
    SolveOptions named = options;
    named.named = library.shell_words(*rules);
    SolvedSoFar so_far;
    auto solved = tablebase::solve(*puzzles::tier_graph(at), *rules, named, [&](const SolveEvent& event) {
        so_far.add(event);
        report(event);
    });
    if (!solved && solved.error().kind == ErrorKind::stopped) solved.error().message = so_far.text();
    return solved;
}

}  // namespace zermelo::tell
