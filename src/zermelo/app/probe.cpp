// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/app/probe.hpp"

#include <algorithm>
#include <memory>
#include <utility>
#include <variant>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "zermelo/app/move_names.hpp"
#include "zermelo/app/position.hpp"
#include "zermelo/base/json.hpp"
#include "zermelo/base/plies_text.hpp"
#include "zermelo/engine/notation.hpp"
#include "zermelo/puzzles/tier_kernels.hpp"
#include "zermelo/tablebase/prober.hpp"

namespace zermelo::app {
namespace {

std::string words(const game::Value& value) {
    if (!value.distance) return "draw";
    return fmt::format("{} in {}", name(value.outcome), plies_text(*value.distance));
}

/// What the tables of a variant say of its positions.
template <typename Bits>
class Answerer {
  public:
    Answerer(const engine::Game<Bits>& game, const tablebase::TableFolder& folder,
             const ProbeOptions& options)
        : prober_(tablebase::tier_graph(game, puzzles::tier_kernels()), game, folder), options_(options) {}

    const engine::Game<Bits>& game() const { return prober_.game(); }

    Result<std::string> text(const engine::Position<Bits>& position) {
        ZERMELO_TRY(const auto value, about("FEN", prober_.value(position)));
        ZERMELO_TRY(const auto moves, prober_.moves(position));
        std::string text = fmt::format("{}: {}\n", print_fen(game().setup(position)), words(value));
        for (const auto& move : moves)
            text +=
                fmt::format("  {:<6} {:<7} {}\n", uci(move.move), engine::san(game(), position, move.move),
                            move.optimal ? fmt::format("{:<18} optimal", words(move.value))
                            : move.keeps ? fmt::format("{:<18} keeps the result", words(move.value))
                                         : words(move.value));
        if (!options_.line) return text;
        ZERMELO_TRY(const auto best, oracle::best_line(prober_, position));
        if (best.empty()) return text + "Line: nobody can force the end\n";
        return text + line_text("Line:", engine::GameAt<Bits>{game(), position}, best);
    }

    /// One line: the value, and after it the moves to the end in both notations.
    Result<std::string> short_text(const engine::Position<Bits>& position) {
        ZERMELO_TRY(const auto value, prober_.value(position));
        if (!options_.line || !value.distance) return words(value) + "\n";
        ZERMELO_TRY(const auto best, oracle::best_line(prober_, position));
        return fmt::format("{}: {} ({})\n", words(value), fmt::join(best, " "),
                           fmt::join(sans_of(engine::GameAt<Bits>{game(), position}, best), " "));
    }

    Result<std::string> json(const engine::Position<Bits>& position) {
        ZERMELO_TRY(const auto known, oracle::all_known(prober_, position, options_.line));
        return json_line(position_object(game(), position, known));
    }

  private:
    std::string uci(const engine::Move& move) const { return engine::uci(move, game().rules()); }

    tablebase::Prober<Bits> prober_;
    const ProbeOptions& options_;
};

}  // namespace

Result<std::string> probe(Library& library, const PositionRequest& request, const ProbeOptions& options) {
    ZERMELO_TRY(const auto rules, library.find(request.variant));
    ZERMELO_TRY(const auto folder,
                tablebase::TableFolder::existing(options.tables, *rules, library.shell_words(*rules)));
    ZERMELO_TRY(const auto at, position_of(*rules, request.fen));
    return std::visit(
        [&]<typename Bits>(const engine::GameAt<Bits>& start) {
            Answerer<Bits> answerer{start.game, folder, options};
            return options.form == Form::json ? answerer.json(start.position) : answerer.text(start.position);
        },
        at);
}

Result<Json> known_value(oracle::OpenTables& tables, const engine::AnyGameAt& position, bool line) {
    ZERMELO_TRY(const auto known, oracle::known_values(tables, position, line));
    return position_object(position, known);
}

Result<LineCounts> probe_lines(Library& library, const std::string& variant, const ProbeOptions& options,
                               Source& input, Sink& output) {
    ZERMELO_TRY(const rules::Rules* const rules, library.find(variant));
    ZERMELO_TRY(const auto folder,
                tablebase::TableFolder::existing(options.tables, *rules, library.shell_words(*rules)));
    ZERMELO_TRY(const engine::AnyGameAt start, position_of(*rules, std::nullopt));
    const auto answerer = [&]() -> AnswerLine {
        return std::visit(
            [&]<typename Bits>(const engine::GameAt<Bits>& at) -> AnswerLine {
                const auto one = std::make_shared<Answerer<Bits>>(at.game, folder, options);
                return [&, one](std::string_view line) -> Result<LineAnswer> {
                    ZERMELO_TRY(const auto asked, position_in(one->game(), line));
                    const auto answer = [&](Answerer<Bits>& who) {
                        return (options.form == Form::json ? who.json(asked.position)
                                                           : who.short_text(asked.position))
                            .map([](std::string text) { return LineAnswer{std::move(text)}; });
                    };
                    if (&asked.game.tables() == &one->game().tables()) return answer(*one);
                    Answerer<Bits> elsewhere{asked.game, folder, options};
                    return answer(elsewhere);
                };
            },
            start);
    };
    return answer_lines(input, output, {answerer, options.form});
}

}  // namespace zermelo::app
