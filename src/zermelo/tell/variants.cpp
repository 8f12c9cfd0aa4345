// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/tell/variants.hpp"

#include <algorithm>
#include <iterator>
#include <limits>
#include <map>
#include <sstream>
#include <utility>

#include <fmt/format.h>

#include "zermelo/base/ascii.hpp"
#include "zermelo/base/files.hpp"
#include "zermelo/base/quoted.hpp"
#include "zermelo/draw/diagram_svg.hpp"
#include "zermelo/draw/diagram_text.hpp"
#include "zermelo/draw/piece_moves.hpp"
#include "zermelo/draw/pieces.hpp"
#include "zermelo/draw/variant.hpp"
#include "zermelo/library/shipped.hpp"
#include "zermelo/oracle/perft.hpp"
#include "zermelo/rules/hash.hpp"
#include "zermelo/rules/parts.hpp"
#include "zermelo/rules/pieces.hpp"
#include "zermelo/rules/reader.hpp"
#include "zermelo/rules/way_names.hpp"
#include "zermelo/search/perft.hpp"
#include "zermelo/tell/prove.hpp"

namespace zermelo::tell {

namespace {

Result<std::string> perft_text(const engine::AnyGameAt& position, const rules::Rules& rules, Plies depth,
                               const PerftOptions& options) {
    const auto leaves = options.bulk ? search::Leaves::counted : search::Leaves::played;
    std::map<std::string, std::uint64_t> parts;  // the nodes after each first move
    std::uint64_t counted = 0;
    const Progress progress = [&](std::uint64_t done, std::optional<std::uint64_t> all) {
        counted = done;
        if (options.progress) options.progress(done, all);
    };
    if (depth != Plies{0}) parts = oracle::perft_by_move(position, depth, leaves, options.stop, progress);
    std::uint64_t total = depth == Plies{0} ? 1 : 0;
    for (const auto& [move, nodes] : parts) total += nodes;
    if (options.stop.stop_requested())
        return failure(ErrorKind::stopped,
                       fmt::format("interrupted when {} nodes were counted, and all after {} first moves",
                                   std::max(counted, total), parts.size()));
    if (!options.divide) parts.clear();
    if (options.format == OutputFormat::json) {
        Json object = json_object("perft");
        object["variant"] = rules.name;
        object["fen"] = position.fen();
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

struct PlayedMove {
    engine::Move move;
    std::string uci;
    std::string san;
    engine::Setup after;  ///< with the counters going on
};

std::vector<std::string> words_of(const std::string& line) {
    std::istringstream words{line};
    return {std::istream_iterator<std::string>{words}, {}};
}

/// The counters of a FEN go on as chess programs let them: progress sets the first one back, and a move of
/// Black adds to the second. A counting against few men goes on until progress, which may begin another.
void count_move(const engine::Setup& before, bool progress, engine::Setup& after) {
    const auto next = [](auto count) {  // a FEN may say the largest number there is
        return count == std::numeric_limits<decltype(count)>::max() ? count : count + 1;
    };
    after.half_moves = progress ? 0 : next(before.half_moves);
    after.full_moves = before.to_move == Color::black ? next(before.full_moves) : before.full_moves;
    if (!progress) after.counting_limit = before.counting_limit;
}

/// Whether there is no word for a kind, as for customPiece1 where players have none either.
bool is_nameless(const rules::Rules& rules, const rules::Kind& kind) {
    return !rules.names.contains(kind.letter) && rules::is_custom(rules::piece_of_key(kind.name));
}

/// Why no legal move goes from one square to another as `move` says (UCI), as a clause; empty where that is
/// no move of a man. `before`: the setup of `at`.
std::string why_not_legal(const engine::AnyGameAt& at, const engine::Setup& before, std::string_view move) {
    const auto place = [&move] {
        std::size_t length = 1;
        while (length < move.size() && is_digit(move[length])) ++length;
        const auto found = engine::place_of(move.substr(0, length));
        move.remove_prefix(std::min(length, move.size()));
        return found;
    };
    const std::string_view whole = move;
    const auto from = place();
    const auto to = place();
    if (!from || !to || from->file >= before.files || from->rank >= before.ranks) return "";
    if (at.end()) return "the game is over";
    const auto& man = before.men[rules::region_bit(from->file, from->rank)];
    if (!man) return fmt::format("nothing stands on {}", name(*from));
    if (man->color != before.to_move)
        return fmt::format("{} is to move", before.to_move == Color::white ? "White" : "Black");
    const rules::Kind& kind = *at.rules().kind(man->letter);
    const std::string called =
        is_nameless(at.rules(), kind) ? fmt::format("piece {}", man->letter) : at.rules().name_of(kind);
    const std::string squares{whole.substr(0, whole.size() - move.size())};
    std::vector<std::string> ways{squares, squares + '+', squares + '-'};
    for (const rules::Kind& other : at.rules().kinds) ways.push_back(squares + lower(other.letter));
    if (std::none_of(ways.begin(), ways.end(),
                     [&](const std::string& way) { return at.find_pseudo_legal_move(way).has_value(); }))
        return fmt::format("the {} on {} does not go to {}", called, name(*from), name(*to));
    const engine::MoveList moves = at.moves();
    if (at.rules().must_capture && moves.size() != 0 && at.captures(moves[0])) return "who can capture must";
    if (at.in_check()) return "it does not end the check";
    const auto royal = std::find_if(at.rules().kinds.begin(), at.rules().kinds.end(),
                                    [](const rules::Kind& other) { return other.royal; });
    return royal == at.rules().kinds.end()
               ? "the rules forbid what it leaves"
               : fmt::format("it leaves the {} attacked", at.rules().name_of(*royal));
}

/// The moves of a line that begins there, as people write them. `start`: the setup of the position, with
/// the counters of its FEN.
Result<std::vector<PlayedMove>> play_line(engine::AnyGameAt at, const engine::Setup& start,
                                          const std::vector<std::string>& line, const Over& over) {
    std::vector<PlayedMove> played;
    for (const std::string& word : line) {
        ZERMELO_CHECK(unless_over(over));
        const engine::Setup& before = played.empty() ? start : played.back().after;
        const auto move = at.find_written_move(word);
        if (!move) {
            const std::string why = why_not_legal(at, before, word);
            return failure(ErrorKind::bad_usage,
                           fmt::format("{}, move {} of the line, is not legal in {}{}{}",
                                       quoted(word, 40, Unprintable::hex), played.size() + 1,
                                       engine::print_fen(before), why.empty() ? "" : ": ", why));
        }
        std::string uci = at.uci(*move);
        std::string san = at.san(*move);
        const bool progress = at.is_progress(*move);
        at = at.play(*move);
        engine::Setup after = at.setup();
        count_move(before, progress, after);
        played.push_back({*move, std::move(uci), std::move(san), std::move(after)});
    }
    return played;
}

/// The setup of a position with what its FEN says beside it: counters, and marks of promoted pawns.
engine::Setup with_counters(const engine::AnyGameAt& at, const engine::Setup& given) {
    engine::Setup setup = at.setup();
    setup.half_moves = given.half_moves;
    setup.full_moves = given.full_moves;
    setup.counting_limit = given.counting_limit;
    for (std::size_t bit = 0; bit < setup.men.size(); ++bit)
        if (setup.men[bit] && given.men[bit]) setup.men[bit]->marked = given.men[bit]->marked;
    return setup;
}

rules::Look look_of(const rules::Rules& rules, const PictureOptions& options) {
    return options.western ? rules::Look::western : rules::look_of(rules);
}

/// `given`: what the FEN said.
Result<Drawing> draw_line(const engine::AnyGameAt& at, const engine::Setup& given,
                          const std::vector<std::string>& line, const PictureOptions& options,
                          const Over& over = {}) {
    const rules::Rules& rules = at.rules();
    const engine::Setup start = with_counters(at, given);
    ZERMELO_TRY(const auto played, play_line(at, start, line, over));
    std::vector<engine::Move> moves;
    std::vector<std::string> texts;
    std::string names;
    for (const PlayedMove& move : played) {
        moves.push_back(move.move);
        texts.push_back(move.uci);
        names += fmt::format("{}{} {} ({})", names.empty() ? "" : ", ", moves.size(), move.san, move.uci);
    }
    const engine::Setup& setup = played.empty() ? start : played.back().after;
    draw::Diagram diagram = draw::diagram_of(setup, rules, moves, look_of(rules, options));
    diagram.flipped = options.flipped;
    if (!names.empty()) diagram.caption.push_back(names);
    return Drawing{rules.name, engine::print_fen(setup), std::move(texts), draw::text(diagram),
                   draw::svg(diagram)};
}

/// What a FEN says, the variant's start if there is none.
Result<engine::Setup> given_setup(const rules::Rules& rules, const std::optional<std::string>& fen) {
    return about("FEN", engine::parse_fen(fen.value_or(rules.start_fen), rules));
}

Result<engine::AnyGameAt> given_position(const rules::Rules& rules, const engine::Setup& given) {
    return about("FEN", library::position_of(rules, given, Location{1, 1}));
}

Result<Drawing> draw_given(const rules::Rules& rules, const engine::Setup& given, const std::string& line,
                           const PictureOptions& options, const Over& over = {}) {
    ZERMELO_TRY(const auto start, given_position(rules, given));
    return draw_line(start, given, words_of(line), options, over);
}

/// The word for a kind, where there is one; customPiece1 is none.
Json word_of(const rules::Rules& rules, const rules::Kind& kind) {
    return is_nameless(rules, kind) ? Json() : Json(rules.name_of(kind));
}

Json picture_of(const draw::Piece& piece) { return piece.glyph.empty() ? Json() : Json(piece.glyph); }

/// The drawings of a kind in games that have men of their own.
Json own_pictures(const rules::Rules& rules, const rules::Kind& kind) {
    if (rules::look_of(rules) == rules::Look::western) return nullptr;
    const auto picture = [&](Color color) {
        return picture_of(draw::piece_of(rules, kind, color, rules::look_of(rules)));
    };
    return {{"white", picture(Color::white)},
            {"black", picture(Color::black)},
            {"turned", picture_of(draw::turned_piece_of(rules, kind, Color::white, rules::look_of(rules)))}};
}

/// The board of a game that has one of its own.
Json own_board(const rules::Rules& rules) {
    if (rules::look_of(rules) == rules::Look::western) return nullptr;
    const draw::PointLines lines = draw::lines_of(rules, rules::look_of(rules));
    Json palaces = Json::array();
    for (const auto& [a, b] : lines.palaces) {
        Json corners = Json::array();
        corners.push_back(draw::name(a));
        corners.push_back(draw::name(b));
        palaces.push_back(corners);
    }
    return {{"points", draw::ground_of(rules::look_of(rules)) == draw::Ground::points},
            {"palaces", palaces},
            {"river", lines.river ? Json(lines.river->index() + 1) : Json()}};
}

/// A line that says that a section is good, or a line for each of its first `most` errors.
std::string section_text(const rules::RulesSection& section, const std::string& input, std::size_t most) {
    if (section.rules)
        return fmt::format("{}: {}, {}x{}, {} kind{} of pieces: good\n", in_one_line(input), section.name,
                           section.rules->files, section.rules->ranks, section.rules->kinds.size(),
                           section.rules->kinds.size() == 1 ? "" : "s");
    std::string text;
    const std::vector<Error>& errors = section.rules.error();
    for (std::size_t i = 0; i < std::min(most, errors.size()); ++i) {
        Error error = errors[i];
        if (!section.name.empty()) error.message = section.name + ": " + error.message;
        text += diagnostic(error, input) + "\n";
    }
    if (errors.size() > most)
        text.insert(text.size() - 1, fmt::format(" (and {} more)", errors.size() - most));
    return text;
}

std::string warnings_text(const rules::RulesSection& section, const std::string& input) {
    std::string text;
    for (Error warning : section.warnings) {
        warning.input = input;
        text += warning_line(warning) + "\n";
    }
    return text;
}

Json error_objects(const std::vector<Error>& errors, const std::string& input) {
    Json list = Json::array();
    for (const Error& error : errors) list.push_back(json_of(error, input));
    return list;
}

Json section_object(const rules::RulesSection& section, const std::string& input) {
    Json object = json_object("rules_section");
    object["input"] = input;
    object["name"] = section.name.empty() ? Json() : Json(section.name);
    object["line"] = section.where.line;
    object["column"] = section.where.column;
    object["variant"] = section.rules ? variant_object(*section.rules, VariantTexts::none) : Json();
    object["errors"] = section.rules ? Json::array() : error_objects(section.rules.error(), input);
    object["warnings"] = Json::array();
    for (const Error& warning : section.warnings)
        object["warnings"].push_back(
            {{"message", warning.message}, {"line", warning.where->line}, {"column", warning.where->column}});
    return object;
}

Json count_object(const library::CheckedRules& checked, const std::string& input) {
    Json object = json_object("rules_count");
    object["input"] = input;
    object["variant_count"] = checked.sections.size();
    object["good_count"] = checked.good_count();
    object["errors"] = error_objects(checked.errors, input);
    return object;
}

Json catalogue_object(const library::CatalogueEntry* entry) {
    if (entry == nullptr) return nullptr;
    return {{"title", std::string(entry->title)},
            {"sentence", std::string(entry->sentence)},
            {"group", std::string(entry->group)},
            {"place", entry->place}};
}

Json solved_object(const library::SolvedStart* solved) {
    if (solved == nullptr) return nullptr;
    return {{"category", solved->value},
            {"plies", solved->plies.empty() ? Json() : Json(std::stoul(solved->plies))},
            {"source", solved->source}};
}

/// A variant as the list has it: with its pieces, or with the value of its start.
std::string list_line(const rules::Rules& rules, const library::SolvedStart* solved) {
    std::string about;
    if (solved != nullptr) {
        about = in_words(*solved);
    } else {
        for (const rules::Kind& kind : rules.kinds) about += kind.letter;
    }
    constexpr std::size_t size_ends = 24;
    const std::string size = fmt::format("{}x{}", rules.files, rules.ranks);
    const std::size_t before = std::max(rules.name.size() + 1 + size.size(), size_ends) - size.size();
    return rules.name + std::string(before - rules.name.size(), ' ') + size + "  " + about + '\n';
}

}  // namespace

Json variant_object(const rules::Rules& rules, VariantTexts texts) {
    Json object = json_object("variant");
    object["name"] = rules.name;
    object["files"] = rules.files;
    object["ranks"] = rules.ranks;
    object["start_fen"] = rules.start_fen;
    object["hash"] = rules::hash_text(rules);
    object["castling"] = rules::may_castle(rules);
    const std::string wall = draw::wall_words(rules);
    object["wall"] = wall.empty() ? Json() : Json(wall);
    const library::ShippedSection* const shipped = library::shipped_section_of(rules);
    object["family"] = shipped == nullptr ? Json() : Json(shipped->family);
    const bool all = texts == VariantTexts::all;
    object["wins_by_mate"] = Json();
    if (all)
        if (const auto start = library::position_of(rules, std::nullopt))
            object["wins_by_mate"] = start->only_mates_win();
    object["catalogue"] =
        catalogue_object(shipped == nullptr ? nullptr : library::catalogue_entry(rules.name));
    object["solved"] = solved_object(shipped == nullptr ? nullptr : library::solved_start(rules.name));
    object["look"] = rules::look_of(rules) == rules::Look::western
                         ? "western"
                         : rules::name_of(rules::look_ways, rules::look_of(rules));
    object["board"] = own_board(rules);
    object["kinds"] = Json::array();
    for (const rules::Kind& kind : rules.kinds)
        object["kinds"].push_back(
            {{"letter", std::string(1, kind.letter)},
             {"name", word_of(rules, kind)},
             {"betza", kind.betza},
             {"picture", picture_of(draw::piece_of(rules, kind, Color::white, rules::Look::western))},
             {"own_pictures", own_pictures(rules, kind)}});
    object["text"] = all ? Json(describe(rules)) : Json();
    object["ini"] = all ? Json(whole_text(rules)) : Json();
    return object;
}

Result<std::string> perft(library::Library& library, const PositionRequest& request, Plies depth,
                          const PerftOptions& options) {
    ZERMELO_CHECK(oracle::check_limit(depth));
    ZERMELO_TRY(const rules::Rules* const rules, library.find(request.variant, asked_by(options.stop)));
    ZERMELO_TRY(const engine::AnyGameAt start, library::position_of(*rules, request.fen));
    return perft_text(start, *rules, depth, options);
}

Result<Drawing> draw(library::Library& library, const PositionRequest& request, const std::string& line,
                     const PictureOptions& options) {
    ZERMELO_TRY(const rules::Rules* const rules, library.find(request.variant));
    ZERMELO_TRY(const engine::Setup given, given_setup(*rules, request.fen));
    return draw_given(*rules, given, line, options);
}

Result<std::string> picture(const rules::Rules& rules, const std::optional<std::string>& fen,
                            const std::string& line, const PictureOptions& options, const Over& over) {
    ZERMELO_TRY(const engine::Setup given, given_setup(rules, fen));
    if (line.empty()) {
        draw::Diagram diagram = draw::diagram_of(given, rules, {}, look_of(rules, options));
        diagram.flipped = options.flipped;
        return draw::svg(diagram);
    }
    return draw_given(rules, given, line, options, over).map([](const Drawing& drawing) {
        return drawing.svg;
    });
}

Result<std::string> picture(const engine::AnyGameAt& position, const std::vector<std::string>& line,
                            const PictureOptions& options) {
    return draw_line(position, position.setup(), line, options).map([](const Drawing& drawing) {
        return drawing.svg;
    });
}

std::string text_picture(const engine::AnyGameAt& position) {
    return draw::text(draw::diagram_of(position.setup(), position.rules()));
}

Result<Json> line_object(const rules::Rules& rules, const std::optional<std::string>& fen,
                         const std::string& line, const Over& over) {
    ZERMELO_TRY(const engine::Setup given, given_setup(rules, fen));
    ZERMELO_TRY(const auto position, given_position(rules, given));
    const engine::Setup start = with_counters(position, given);
    ZERMELO_TRY(const auto played, play_line(position, start, words_of(line), over));
    Json object = json_object("line");
    object["variant"] = rules.name;
    object["fen"] = engine::print_fen(start);
    object["moves"] = Json::array();
    for (const PlayedMove& move : played)
        object["moves"].push_back(
            {{"move", move.uci}, {"san", move.san}, {"fen", engine::print_fen(move.after)}});
    return object;
}

std::optional<std::string> piece_picture(std::string_view name, std::optional<Color> color) {
    const bool is_letter = name.size() == 1 && is_upper(name[0]);
    const auto art = draw::art(name);
    if (!art && !is_letter) return std::nullopt;
    draw::Piece piece{color.value_or(Color::white), 'P', std::string{name}};
    if (is_letter) piece.letter = name[0];
    if (color || is_letter) return draw::svg(piece);
    return fmt::format("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 100 100\">{}</svg>\n", *art);
}

Json json_of(const Drawing& drawing) {
    Json object = json_object("drawing");
    object["variant"] = drawing.variant;
    object["fen"] = drawing.fen;
    object["line"] = json_moves(drawing.line);
    object["text"] = drawing.text;
    object["svg"] = drawing.svg;
    return object;
}

Result<std::string> list_rules(const library::Library& library, const library::RulesList& which,
                               OutputFormat format) {
    ZERMELO_TRY(const auto listed, library::listed_rules(library, which));
    std::string text;
    for (const rules::Rules* const rules : listed)
        text += format == OutputFormat::json
                    ? json_line(variant_object(*rules, VariantTexts::none))
                    : list_line(*rules, which.solved ? library::solved_start_of(*rules) : nullptr);
    return text;
}

Result<RulesCheck> check_rules(const library::Library& library, const std::string& file,
                               rules::Reading reading, OutputFormat format) {
    const library::FileAndName words =
        library::file_and_name(file).value_or(library::FileAndName{file, std::nullopt});
    const std::string input = input_name(words.path);
    ZERMELO_TRY(const auto text, about(input, read_file(words.path, library::longest_rules)));
    ZERMELO_TRY(const library::CheckedRules checked, library::check_rules_text(library, text, {}, reading));
    RulesCheck result;
    if (words.name) {
        const rules::RulesSection* const section = checked.find(*words.name);
        if (section == nullptr)
            return about(input, Result<RulesCheck>{tl::make_unexpected(
                                    library::chosen(checked, words.name, words.path).error().front())});
        result.text = format == OutputFormat::json
                          ? json_line(section_object(*section, input))
                          : section_text(*section, input, rules::max_errors_told + 1);
        result.good = section->rules.has_value();
        result.warnings = warnings_text(*section, input);
    } else {
        for (const Error& error : checked.errors)
            if (format == OutputFormat::text) result.text += diagnostic(error, input) + "\n";
        for (const rules::RulesSection& section : checked.sections) {
            result.text += format == OutputFormat::json ? json_line(section_object(section, input))
                                                        : section_text(section, input, 1);
            result.warnings += warnings_text(section, input);
        }
        result.text += format == OutputFormat::json ? json_line(count_object(checked, input))
                                                    : library::count_words(input, checked) + "\n";
        result.good = checked.errors.empty() && checked.good_count() == checked.sections.size();
    }
    if (format == OutputFormat::json) result.warnings.clear();
    return result;
}

Result<std::string> show_rules(library::Library& library, const std::string& variant, OutputFormat format) {
    ZERMELO_TRY(const rules::Rules* const rules, library.find(variant));
    if (format == OutputFormat::json) return json_line(variant_object(*rules, VariantTexts::all));
    const library::SolvedStart* const solved = library::solved_start_of(*rules);
    return describe(*rules) + (solved == nullptr ? "" : fmt::format("Solved: {}.\n", in_words(*solved)));
}

Result<std::string> rules_as_ini(library::Library& library, const std::string& variant) {
    return library.find(variant).map([](const rules::Rules* rules) { return whole_text(*rules); });
}

Result<std::string> draw_rules(library::Library& library, const std::string& variant) {
    return library.find(variant).map([](const rules::Rules* rules) { return draw_rules(*rules); });
}

std::string draw_rules(const rules::Rules& rules) {
    draw::SvgOptions options;
    options.title = "How the pieces of " + rules.name + " move";
    return draw::svg(draw::sheet_of(rules), options);
}

}  // namespace zermelo::tell
