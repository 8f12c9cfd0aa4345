// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/app/probe.hpp"

#include <variant>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "zermelo/engine/notation.hpp"
#include "zermelo/puzzles/tier_kernels.hpp"
#include "zermelo/tablebase/prober.hpp"

namespace zermelo::app {
namespace {

using Json = nlohmann::ordered_json;

const char* category(game::Outcome outcome) {
    return outcome == game::Outcome::win ? "win" : outcome == game::Outcome::loss ? "loss" : "draw";
}

/// Plies to the end, negative for who loses; null where nobody can force it.
Json distance(const game::Value& value) {
    if (!value.distance) return nullptr;
    const auto plies = static_cast<std::int64_t>(value.distance->count());
    return value.outcome == game::Outcome::loss ? -plies : plies;
}

std::string words(const game::Value& value) {
    if (!value.distance) return "draw";
    return fmt::format("{} in {} {}", category(value.outcome), value.distance->count(),
                       value.distance->count() == 1 ? "ply" : "plies");
}

template <typename Bits>
Result<std::string> answer(tablebase::Prober<Bits> prober, const engine::Position<Bits>& position,
                           const ProbeOptions& options) {
    ZERMELO_TRY(const auto value, about("FEN", prober.value(position)));
    ZERMELO_TRY(const auto moves, prober.moves(position));
    std::vector<std::string> line;
    if (options.line) {
        ZERMELO_TRY(const auto best, prober.line(position));
        for (const engine::Move& move : best) line.push_back(engine::uci(move, prober.game().rules()));
    }
    const std::string fen = print_fen(prober.game().setup(position));
    const auto& game = prober.game();
    if (options.json) {
        Json json;
        json["variant"] = game.rules().name;
        json["fen"] = fen;
        json["category"] = category(value.outcome);
        json["dtm"] = distance(value);
        json["unit"] = "plies";
        const bool over = game.end(position).has_value();
        json["game_over"] = over;
        json["checkmate"] = over && !game.has_move(position) && game.in_check(position);
        json["stalemate"] = over && !game.has_move(position) && !game.in_check(position);
        Json list = Json::array();
        for (const auto& move : moves)
            list.push_back({{"uci", engine::uci(move.move, game.rules())},
                            {"category", category(move.value.outcome)},
                            {"dtm", distance(move.value)},
                            {"optimal", move.optimal},
                            {"keeps_result", move.keeps}});
        json["moves"] = std::move(list);
        if (options.line) json["line"] = line;
        return json.dump() + "\n";
    }
    std::string text = fmt::format("{}: {}\n", fen, words(value));
    for (const auto& move : moves)
        text += fmt::format("  {:<6} {}\n", engine::uci(move.move, game.rules()),
                            move.optimal ? fmt::format("{:<18} optimal", words(move.value))
                            : move.keeps ? fmt::format("{:<18} keeps the result", words(move.value))
                                         : words(move.value));
    if (options.line)
        text += fmt::format("Line: {}\n", line.empty() ? "nobody can force the end"
                                                       : fmt::format("{}", fmt::join(line, " ")));
    return text;
}

}  // namespace

Result<std::string> probe(Library& library, const PositionRequest& request, const ProbeOptions& options) {
    ZERMELO_TRY(const auto rules, library.find(request.variant));
    ZERMELO_TRY(const auto folder, tablebase::TableFolder::existing(options.tables, *rules));
    ZERMELO_TRY(const auto at, position_of(*rules, request.fen));
    return std::visit(
        [&]<typename Bits>(const engine::GameAt<Bits>& start) {
            return answer(tablebase::Prober<Bits>{tablebase::tier_graph(start.game, puzzles::tier_kernels()),
                                                  start.game, folder},
                          start.position, options);
        },
        at);
}

}  // namespace zermelo::app
