// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/tell/probe.hpp"

#include <memory>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "zermelo/base/json.hpp"
#include "zermelo/base/plies_text.hpp"
#include "zermelo/engine/notation.hpp"
#include "zermelo/oracle/question.hpp"
#include "zermelo/tablebase/table_folder.hpp"
#include "zermelo/tell/move_names.hpp"
#include "zermelo/tell/position.hpp"

namespace zermelo::tell {
namespace {

std::string words(const game::Bounds& bounds) {
    const auto value = bounds.value();
    if (!value) return "unknown";
    if (!value->distance) return std::string{name(value->outcome)};
    return fmt::format("{} in {}", name(value->outcome), plies_text(*value->distance));
}

/// The position and each of its moves, in lines for people.
std::string text_of(const engine::AnyGameAt& at, const oracle::Answer& known, bool line) {
    std::string text = fmt::format("{}: {}\n", at.fen(), words(known.bounds));
    for (const auto& [move, bounds, refutation] : known.moves) {
        const std::string value = words(bounds);
        text +=
            fmt::format("  {:<6} {:<7} {}\n", at.uci(move), at.san(move),
                        bounds.is_optimal(known.bounds).value_or(false) ? fmt::format("{:<18} optimal", value)
                        : bounds.keeps_result(known.bounds).value_or(false)
                            ? fmt::format("{:<18} keeps the result", value)
                            : value);
    }
    if (!known.line)
        return line && !known.table_error
                   ? text + "Line: not known: a table has outcomes alone, without distances\n"
                   : text;
    return text + (known.line->empty() ? "Line: nobody can force the end\n"
                                       : line_text("Line:", at, engine::ucis(*known.line, at.rules())));
}

/// One line: the value, and after it the moves to the end in both notations.
std::string short_text_of(const engine::AnyGameAt& at, const oracle::Answer& known) {
    if (!known.line || known.line->empty()) return words(known.bounds) + "\n";
    const auto line = engine::ucis(*known.line, at.rules());
    return fmt::format("{}: {} ({})\n", words(known.bounds), fmt::join(line, " "),
                       fmt::join(at.sans(line), " "));
}

}  // namespace

Result<Probed> probe(library::Library& library, const PositionRequest& request, const ProbeOptions& options) {
    ZERMELO_TRY(const auto rules, library.find(request.variant));
    ZERMELO_TRY(const auto folder,
                tablebase::TableFolder::existing(options.tables, *rules, library.shell_words(*rules)));
    ZERMELO_TRY(const auto at, library::position_of(*rules, request.fen));
    ZERMELO_TRY(auto known,
                oracle::Session{folder}.answer(oracle::Question::of_tables(at, true, options.line)));
    const bool json = options.format == OutputFormat::json;
    return Probed{json ? json_line(position_object(at, known)) : text_of(at, known, options.line),
                  std::move(known.table_error)};
}

Result<LineCounts> probe_lines(library::Library& library, const std::string& variant,
                               const ProbeOptions& options, Source& input, Sink& output) {
    ZERMELO_TRY(const rules::Rules* const rules, library.find(variant));
    ZERMELO_TRY(const auto folder,
                tablebase::TableFolder::existing(options.tables, *rules, library.shell_words(*rules)));
    ZERMELO_TRY(const engine::AnyGameAt start, library::position_of(*rules, std::nullopt));
    const auto answerer = [&]() -> AnswerLine {
        const auto session = std::make_shared<oracle::Session>(folder);
        return [&, session](std::string_view line) -> Result<LineAnswer> {
            const bool json = options.format == OutputFormat::json;
            ZERMELO_TRY(const auto at, library::position_in(start, line));
            ZERMELO_TRY(auto known, session->answer(oracle::Question::of_tables(at, json, options.line)));
            return LineAnswer{json ? json_line(position_object(at, known)) : short_text_of(at, known), true,
                              std::move(known.table_error)};
        };
    };
    return answer_lines(input, output, {answerer, options.format});
}

}  // namespace zermelo::tell
