// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/app/variants.hpp"

#include <algorithm>
#include <map>
#include <sstream>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "zermelo/base/files.hpp"
#include "zermelo/draw/diagram_svg.hpp"
#include "zermelo/draw/diagram_text.hpp"
#include "zermelo/draw/variant.hpp"
#include "zermelo/engine/notation.hpp"
#include "zermelo/rules/reader.hpp"
#include "zermelo/search/perft.hpp"

namespace zermelo::app {

namespace {

Result<std::pair<const rules::Rules*, engine::AnyGameAt>> set_up(Library& library,
                                                                 const PositionRequest& request) {
    ZERMELO_TRY(const auto rules, library.find(request.variant));
    ZERMELO_TRY(auto game, position_of(*rules, request.fen));
    return std::pair{rules, std::move(game)};
}

template <typename Bits>
std::string perft_text(const engine::GameAt<Bits>& at, const rules::Rules& rules, Plies depth,
                       const PerftOptions& options) {
    const auto leaves = options.bulk ? search::Leaves::counted : search::Leaves::played;
    std::map<std::string, std::uint64_t> parts;
    std::uint64_t total = 0;
    if (options.divide && depth != Plies{0}) {
        for (const auto& [move, nodes] : search::perft_divided(at.game, at.position, depth, leaves)) {
            parts[engine::uci(move, rules)] = nodes;
            total += nodes;
        }
    } else {
        total = search::perft(at.game, at.position, depth, leaves);
    }
    if (options.json) {
        nlohmann::ordered_json json{{"variant", rules.name},
                                    {"fen", engine::print_fen(at.game.setup(at.position))},
                                    {"depth", depth.count()},
                                    {"nodes", total}};
        if (options.divide) json["moves"] = parts;
        return json.dump() + "\n";
    }
    std::string text;
    for (const auto& [move, nodes] : parts) text += fmt::format("{}: {}\n", move, nodes);
    return text + fmt::format("Nodes: {}\n", total);
}

template <typename Bits>
Result<Drawing> draw_line(const engine::GameAt<Bits>& at, const rules::Rules& rules,
                          const std::string& line) {
    auto position = at.position;
    std::vector<engine::Move> played;
    std::istringstream words{line};
    for (std::string word; words >> word;) {
        engine::MoveList moves;
        at.game.moves(position, moves);
        const auto move = std::find_if(moves.begin(), moves.end(),
                                       [&](engine::Move m) { return engine::uci(m, rules) == word; });
        if (move == moves.end())
            return failure(ErrorKind::bad_usage,
                           fmt::format("--line: '{}', move {} of the line, is not legal in {}", word,
                                       played.size() + 1, engine::print_fen(at.game.setup(position))));
        played.push_back(*move);
        position = at.game.play(position, *move);
    }
    const draw::Diagram diagram = draw::diagram_of(at.game.setup(position), rules, played);
    return Drawing{draw::text(diagram), draw::svg(diagram)};
}

}  // namespace

Result<std::string> perft(Library& library, const PositionRequest& request, Plies depth,
                          const PerftOptions& options) {
    if (depth > most_plies)
        return failure(ErrorKind::bad_usage,
                       fmt::format("{} plies, expected at most {}", depth.count(), most_plies.count()));
    return set_up(library, request).map([&](const auto& found) {
        return std::visit([&](const auto& at) { return perft_text(at, *found.first, depth, options); },
                          found.second);
    });
}

Result<Drawing> draw(Library& library, const PositionRequest& request, const std::string& line) {
    return set_up(library, request).and_then([&](const auto& found) {
        return std::visit([&](const auto& at) { return draw_line(at, *found.first, line); }, found.second);
    });
}

std::string list_rules(const Library& library) {
    std::string text;
    for (const rules::Rules* rules : library.all()) {
        std::string letters;
        for (const rules::Kind& kind : rules->kinds) letters += kind.letter;
        text += fmt::format("{:<18} {:>5}  {}\n", rules->name,
                            fmt::format("{}x{}", rules->files, rules->ranks), letters);
    }
    return text;
}

Result<std::string> check_rules(Library& library, const std::string& path) {
    return library.add_file(path).map([&](const std::vector<const rules::Rules*>& added) {
        std::string text;
        for (const rules::Rules* rules : added)
            text += fmt::format("{}: {}, {}x{}, {} kinds of pieces: good\n", input_name(path), rules->name,
                                rules->files, rules->ranks, rules->kinds.size());
        return text;
    });
}

Result<std::string> show_rules(Library& library, const std::string& variant) {
    return library.find(variant).map([](const rules::Rules* rules) { return describe(*rules); });
}

}  // namespace zermelo::app
