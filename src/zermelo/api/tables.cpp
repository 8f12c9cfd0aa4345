// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/tables.hpp"

#include "zermelo/api/internals.hpp"
#include "zermelo/base/thread_pool.hpp"
#include "zermelo/engine/notation.hpp"
#include "zermelo/oracle/open_tables.hpp"
#include "zermelo/oracle/table_answers.hpp"
#include "zermelo/tell/probe.hpp"
#include "zermelo/tell/solve.hpp"

namespace zermelo {

Tables::Tables(std::vector<std::string> folders)
    : open_(std::make_shared<oracle::OpenTables>(std::move(folders))) {}

Result<std::optional<Value>> Tables::value(const Position& position) const {
    return open_->value(Internals::of(position).at);
}

Result<std::vector<MoveValue>> Tables::moves(const Position& position) const {
    ZERMELO_TRY(const auto known, oracle::values_or_error(*open_, Internals::of(position).at, false));
    const rules::Rules& rules = Internals::of(position).variant->rules();
    std::vector<MoveValue> moves;
    for (const auto& [move, bounds, refutation] : known.moves)
        moves.push_back({engine::uci(move, rules), bounds.value(), bounds.is_optimal(known.bounds),
                         bounds.keeps_result(known.bounds)});
    return moves;
}

Result<std::vector<std::string>> Tables::line(const Position& position) const {
    const engine::AnyGameAt& at = Internals::of(position).at;
    ZERMELO_TRY(const auto known, oracle::values_or_error(*open_, at, true));
    return known.line ? engine::ucis(*known.line, at.rules()) : std::vector<std::string>{};
}

std::vector<std::string> Tables::tiers(const Variant& variant) const {
    std::vector<std::string> tiers;
    for (const auto& folder : open_->folders_of(Internals::of(variant)->rules()))
        tiers.insert(tiers.end(), folder.tiers.begin(), folder.tiers.end());
    return tiers;
}

Result<void> solve(const Variant& variant, const SolveOptions& options) {
    tell::SolveOptions how;
    how.tables = options.folder;
    how.men = options.men;
    how.tiers = options.tiers;
    how.outcomes = options.outcomes;
    ZERMELO_CHECK(check_threads(options.threads));
    if (options.threads != 0) how.threads = options.threads;
    how.memory = options.memory;
    how.stop = options.stop;
    const auto report = [&](const tell::SolveEvent& event) {
        std::string line = tell::text_of(event);
        if (!line.empty()) line.pop_back();
        if (options.report && !line.empty()) options.report(line);
    };
    const auto& compiled = *Internals::of(variant);
    return tell::solve(compiled.library(), compiled.rules().name, how, report);
}

}  // namespace zermelo
