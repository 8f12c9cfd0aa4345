// SPDX-License-Identifier: GPL-3.0-or-later
#include <numeric>
#include <variant>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "zermelo/app/probe.hpp"
#include "zermelo/base/machine.hpp"
#include "zermelo/tablebase/families.hpp"
#include "zermelo/tablebase/prober.hpp"

namespace zermelo::app {
namespace {

using Json = nlohmann::ordered_json;

std::uint64_t sum(const Json& by_distance) {
    std::uint64_t all = 0;
    for (const auto& count : by_distance) all += count.get<std::uint64_t>();
    return all;
}

/// The tables of one variant, told tier by tier.
template <typename Family, typename Bits>
class Statistics {
  public:
    Statistics(Family family, const engine::Game<Bits>& game, const StatsOptions& options)
        : prober_(std::move(family), game, options.tables), options_(options) {}

    Attempt<Json> tiers() {
        Json list = Json::array();
        if (!options_.tier.empty()) {
            const auto name = family().normal(options_.tier);
            if (!name) return tl::make_unexpected(name.error());
            const auto id = family().parse(*name);
            if (!id) return tl::make_unexpected(id.error());
            if (auto told = tell(family().name(*id), *name, list); !told)
                return tl::make_unexpected(told.error());
            return list;
        }
        const auto names = prober_.folder().tiers();
        if (!names) return fail(names.error());
        for (const std::string& name : *names)
            if (auto told = tell(name, std::nullopt, list); !told) return tl::make_unexpected(told.error());
        return list;
    }

  private:
    Family& family() { return prober_.family(); }

    /// Adds what the table of `kept` tells of the tiers that it holds, or of one of them.
    Attempt<void> tell(const std::string& kept, const std::optional<std::string>& only, Json& list) {
        const auto file = prober_.folder().open(kept);
        if (!file) return fail(file.error());
        const Json record = Json::parse(file->header().record, nullptr, false);
        if (!record.contains("sides") || record["sides"].size() != file->sides())
            return fail({ErrorKind::bad_input, prober_.folder().path(kept) + ": a table without its record"});
        const Json& sides = record["sides"];
        const auto id = family().parse(kept);
        if (!id) return tl::make_unexpected(id.error());
        const bool swaps = family().swaps_colors();
        const std::string swapped = swaps ? family().swapped_name(*id) : kept;
        const unsigned second = file->sides() - 1;
        const bool twins = swaps && sides.size() == 1;  // both armies are the same
        const auto add = [&](const std::string& tier, Color mover, unsigned number,
                             bool turned) -> Attempt<void> {
            if (only && *only != tier) return {};
            const Json& side = sides[number];
            Json entry;
            entry["tier"] = tier;
            entry["to_move"] = mover == Color::white ? "white" : "black";
            for (const auto& [key, value] : side.items()) entry[key] = value;
            for (const char* key : {"longest", "longest_loss"}) {
                if (entry[key].is_null()) continue;
                const std::string fen = side[key][turned ? "fen_swapped" : "fen"];
                auto line = best_line(fen);
                if (!line) return tl::make_unexpected(line.error());
                entry[key] = {{"plies", side[key]["plies"]}, {"fen", fen}, {"line", *std::move(line)}};
            }
            entry["checksum"] = fmt::format("{:016x}", file->checksum(number));
            list.push_back(std::move(entry));
            return {};
        };
        if (auto done = add(kept, Color::white, 0, false); !done) return done;
        if (auto done = add(kept, Color::black, second, twins); !done) return done;
        if (swapped == kept) return {};
        if (auto done = add(swapped, Color::white, second, true); !done) return done;
        return add(swapped, Color::black, 0, true);
    }

    Attempt<std::vector<std::string>> best_line(const std::string& fen) {
        const auto setup = engine::parse_fen(fen, prober_.game().rules());
        if (!setup) return fail(setup.error(), "a table's record");
        const auto position = prober_.game().position(*setup);
        if (!position) return fail({ErrorKind::bad_input, "a table's record names no position: " + fen});
        const auto line = prober_.line(*position);
        if (!line) return fail(line.error());
        std::vector<std::string> moves;
        for (const engine::Move& move : *line) moves.push_back(engine::uci(move, prober_.game().rules()));
        return moves;
    }

    tablebase::Prober<Family, Bits> prober_;
    const StatsOptions& options_;
};

std::string longest_text(const Json& longest) {
    if (longest.is_null()) return "-";
    return std::to_string(longest["plies"].get<std::uint64_t>());
}

std::string table_text(const Json& tiers, bool details) {
    std::string text = fmt::format("{:<16}{:<9}{:>16}{:>16}{:>16}{:>16}{:>16}{:>9}{:>9}\n", "tier", "to move",
                                   "positions", "unique", "wins", "losses", "draws", "longest", "loss");
    std::uint64_t positions = 0;
    std::uint64_t unique = 0;
    for (const Json& tier : tiers) {
        text += fmt::format("{:<16}{:<9}{:>16}{:>16}{:>16}{:>16}{:>16}{:>9}{:>9}\n",
                            tier["tier"].get<std::string>(), tier["to_move"].get<std::string>(),
                            grouped(tier["positions"]), grouped(tier["unique"]), grouped(sum(tier["wins"])),
                            grouped(sum(tier["losses"])), grouped(tier["draws"]),
                            longest_text(tier["longest"]), longest_text(tier["longest_loss"]));
        if (tier["to_move"] != "white") continue;
        positions += tier["positions"].get<std::uint64_t>();
        unique += tier["unique"].get<std::uint64_t>();
    }
    text += fmt::format("{:<16}{:<9}{:>16}{:>16}\n", "all", "white", grouped(positions), grouped(unique));
    if (!details) return text;
    for (const Json& tier : tiers) {
        text += fmt::format("\n{}, {} to move\n", tier["tier"].get<std::string>(),
                            tier["to_move"].get<std::string>());
        for (const auto& [key, name] : {std::pair{"wins", "win"}, std::pair{"losses", "loss"}})
            for (const auto& [plies, count] : tier[key].items())
                text += fmt::format("  {:<5} in {:>3} plies {:>16}\n", name, plies, grouped(count));
        for (const auto& [key, name] : {std::pair{"longest", "win"}, std::pair{"longest_loss", "loss"}}) {
            if (tier[key].is_null()) continue;
            text += fmt::format("  The longest {}: {}\n    {}\n", name, tier[key]["fen"].get<std::string>(),
                                fmt::join(tier[key]["line"].get<std::vector<std::string>>(), " "));
        }
    }
    return text;
}

}  // namespace

Attempt<std::string> stats(Library& library, const std::string& variant, const StatsOptions& options) {
    const auto rules = library.find(variant);
    if (!rules) return tl::make_unexpected(rules.error());
    const auto at = position_of(**rules, std::nullopt);
    if (!at) return tl::make_unexpected(at.error());
    const auto tiers = std::visit(
        [&]<typename Bits>(const engine::GameAt<Bits>& start) {
            return tablebase::with_family(start.game, [&]<typename Family>(Family family) {
                return Statistics<Family, Bits>{std::move(family), start.game, options}.tiers();
            });
        },
        *at);
    if (!tiers) return tl::make_unexpected(tiers.error());
    if (options.json)
        return Json{{"variant", (*rules)->name}, {"unit", "plies"}, {"tiers", *tiers}}.dump() + "\n";
    return table_text(*tiers, !options.tier.empty());
}

}  // namespace zermelo::app
