// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/app/variants.hpp"

#include <algorithm>
#include <map>
#include <sstream>
#include <utility>

#include <fmt/format.h>

#include "zermelo/base/files.hpp"
#include "zermelo/base/json.hpp"
#include "zermelo/draw/diagram_svg.hpp"
#include "zermelo/draw/diagram_text.hpp"
#include "zermelo/draw/piece_moves.hpp"
#include "zermelo/draw/variant.hpp"
#include "zermelo/engine/notation.hpp"
#include "zermelo/rules/hash.hpp"
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
    std::map<std::string, std::uint64_t> parts;  // the nodes behind each first move
    std::uint64_t total = 0;
    if (options.divide && depth != Plies{0}) {
        for (const auto& [move, nodes] : search::perft_divided(at.game, at.position, depth, leaves)) {
            parts[engine::uci(move, rules)] = nodes;
            total += nodes;
        }
    } else {
        total = search::perft(at.game, at.position, depth, leaves);
    }
    if (options.form == Form::json) {
        Json object = json_object("perft");
        object["variant"] = rules.name;
        object["fen"] = engine::print_fen(at.game.setup(at.position));
        object["depth"] = depth.count();
        object["unit"] = "plies";
        object["node_count"] = total;
        object["moves"] = options.divide ? Json::array() : Json();
        for (const auto& [move, nodes] : parts)
            object["moves"].push_back({{"move", move}, {"node_count", nodes}});
        return json_line(object);
    }
    std::string text;
    for (const auto& [move, nodes] : parts) text += fmt::format("{}: {}\n", move, nodes);
    return text + fmt::format("Nodes: {}\n", total);
}

/// What there is to be known of a variant at once.
Json variant_object(const rules::Rules& rules) {
    Json object = json_object("variant");
    object["name"] = rules.name;
    object["files"] = rules.files;
    object["ranks"] = rules.ranks;
    object["start_fen"] = rules.start_fen;
    object["hash"] = rules::hash_text(rules);
    object["kinds"] = Json::array();
    for (const rules::Kind& kind : rules.kinds)
        object["kinds"].push_back({{"letter", std::string(1, kind.letter)}, {"betza", kind.betza}});
    return object;
}

/// The counters of a FEN go on as chess programs let them, though the rules here do not look at them: a
/// capture or a move of a pawn sets the first one back, and a move of Black adds to the second.
void count_move(const engine::Setup& before, const engine::Move& move, const rules::Rules& rules,
                engine::Setup& after) {
    const auto men = [](const engine::Setup& setup) {
        return std::count_if(setup.men.begin(), setup.men.end(),
                             [](const auto& man) { return man.has_value(); });
    };
    const auto& man = before.men[rules::region_bit(move.from % before.files, move.from / before.files)];
    const bool by_pawn = move.type != engine::Move::Type::pass && man && rules.kind(man->letter)->pawn;
    after.half_moves = by_pawn || men(after) < men(before) ? 0 : before.half_moves + 1;
    after.full_moves = before.full_moves + (before.to_move == Color::black ? 1 : 0);
}

/// `given`: the setup of the position, with the counters of its FEN.
template <typename Bits>
Result<Drawing> draw_line(const engine::GameAt<Bits>& at, const rules::Rules& rules,
                          const engine::Setup& given, const std::string& line) {
    auto position = at.position;
    engine::Setup setup = at.game.setup(position);
    setup.half_moves = given.half_moves;
    setup.full_moves = given.full_moves;
    std::vector<engine::Move> played;
    std::vector<std::string> texts;
    std::string names;
    std::istringstream words{line};
    for (std::string word; words >> word;) {
        const auto move = engine::find_move(at.game, position, word);
        if (!move)
            return failure(ErrorKind::bad_usage,
                           fmt::format("--line: '{}', move {} of the line, is not legal in {}", word,
                                       played.size() + 1, engine::print_fen(setup)));
        played.push_back(*move);
        texts.push_back(word);
        names += fmt::format("{}{} {} ({})", names.empty() ? "" : ", ", played.size(),
                             engine::san(at.game, position, *move), word);
        position = at.game.play(position, *move);
        const engine::Setup before = std::exchange(setup, at.game.setup(position));
        count_move(before, *move, rules, setup);
    }
    draw::Diagram diagram = draw::diagram_of(setup, rules, played);
    if (!names.empty()) diagram.caption.push_back(names);
    return Drawing{rules.name, engine::print_fen(setup), std::move(texts), draw::text(diagram),
                   draw::svg(diagram)};
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
    return set_up(library, request).and_then([&](const auto& found) -> Result<Drawing> {
        const rules::Rules& rules = *found.first;
        ZERMELO_TRY(const auto given, engine::parse_fen(request.fen.value_or(rules.start_fen), rules));
        return std::visit([&](const auto& at) { return draw_line(at, rules, given, line); }, found.second);
    });
}

std::string json_of(const Drawing& drawing) {
    Json object = json_object("drawing");
    object["variant"] = drawing.variant;
    object["fen"] = drawing.fen;
    object["line"] = json_moves(drawing.line);
    object["text"] = drawing.text;
    object["svg"] = drawing.svg;
    return json_line(object);
}

std::string list_rules(const Library& library, Form form) {
    std::string text;
    for (const rules::Rules* rules : library.all()) {
        if (form == Form::json) {
            text += json_line(variant_object(*rules));
            continue;
        }
        std::string letters;
        for (const rules::Kind& kind : rules->kinds) letters += kind.letter;
        text += fmt::format("{:<18} {:>5}  {}\n", rules->name,
                            fmt::format("{}x{}", rules->files, rules->ranks), letters);
    }
    return text;
}

Result<std::string> check_rules(Library& library, const std::string& path, Form form) {
    return library.add_file(path).map([&](const std::vector<const rules::Rules*>& added) {
        std::string text;
        for (const rules::Rules* rules : added)
            if (form == Form::json)
                text += json_line(variant_object(*rules));
            else
                text += fmt::format("{}: {}, {}x{}, {} kinds of pieces: good\n", input_name(path),
                                    rules->name, rules->files, rules->ranks, rules->kinds.size());
        return text;
    });
}

Result<std::string> show_rules(Library& library, const std::string& variant, Form form) {
    ZERMELO_TRY(const rules::Rules* const rules, library.find(variant));
    std::string words = describe(*rules);
    if (form == Form::text) return words;
    Json object = variant_object(*rules);
    object["text"] = words;
    return json_line(object);
}

Result<std::string> rules_as_ini(Library& library, const std::string& variant) {
    return library.find(variant).map([](const rules::Rules* rules) { return canonical_text(*rules); });
}

Result<std::string> draw_rules(Library& library, const std::string& variant) {
    return library.find(variant).map([](const rules::Rules* rules) {
        draw::SvgOptions options;
        options.title = "How the pieces of " + rules->name + " move";
        return draw::svg(draw::sheet_of(*rules), options);
    });
}

}  // namespace zermelo::app
