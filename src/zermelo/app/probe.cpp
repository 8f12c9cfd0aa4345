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

template <typename Bits>
Result<std::vector<std::string>> best_line(tablebase::Prober<Bits>& prober,
                                           const engine::Position<Bits>& position) {
    ZERMELO_TRY(const auto best, prober.line(position));
    std::vector<std::string> moves;
    for (const engine::Move& move : best) moves.push_back(engine::uci(move, prober.game().rules()));
    return moves;
}

/// The position where no table holds it: what its end, and the tables behind its moves, say, as far as these
/// can be read.
template <typename Bits>
Result<KnownValues> known_without_table(OpenTables& tables, const engine::GameAt<Bits>& at) {
    KnownValues known;
    if (const auto outcome = at.game.end(at.position)) {
        known.bounds = game::Bounds{game::ended(*outcome)};
        known.source = ValueSource::rules;
        return known;
    }
    ZERMELO_CHECK(check_move_count(at.game.count(at.position)));
    engine::MoveList moves;
    at.game.moves(at.position, moves);
    bool looked_up = false;
    for (const engine::Move& move : moves) {
        const engine::GameAt<Bits> after{at.game, at.game.play(at.position, move)};
        const auto value = tables.value(after);
        if (!value) known.error = value.error();
        const bool is_known = value && *value;
        looked_up = looked_up || (is_known && !at.game.end(after.position));
        known.moves.push_back({move, (is_known ? game::Bounds{**value} : game::Bounds::not_over()).turned()});
    }
    known.conclude();
    if (known.bounds.outcome()) known.source = looked_up ? ValueSource::tables : ValueSource::search;
    return known;
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
        ZERMELO_TRY(const auto best, best_line(prober_, position));
        if (best.empty()) return text + "Line: nobody can force the end\n";
        return text + line_text("Line:", engine::GameAt<Bits>{game(), position}, best);
    }

    /// The value in a line, and behind it the moves to the end in both notations.
    Result<std::string> short_text(const engine::Position<Bits>& position) {
        ZERMELO_TRY(const auto value, prober_.value(position));
        if (!options_.line || !value.distance) return words(value) + "\n";
        ZERMELO_TRY(const auto best, best_line(prober_, position));
        return fmt::format("{}: {} ({})\n", words(value), fmt::join(best, " "),
                           fmt::join(sans_of(engine::GameAt<Bits>{game(), position}, best), " "));
    }

    Result<std::string> json(const engine::Position<Bits>& position) {
        ZERMELO_TRY(const auto known, all_known(prober_, position, options_.line));
        return json_line(position_object(game(), position, known));
    }

  private:
    std::string uci(const engine::Move& move) const { return engine::uci(move, game().rules()); }

    tablebase::Prober<Bits> prober_;
    const ProbeOptions& options_;
};

}  // namespace

template <typename Bits>
Result<KnownValues> all_known(tablebase::Prober<Bits>& prober, const engine::Position<Bits>& position,
                              bool line) {
    ZERMELO_TRY(const auto value, about("FEN", prober.value(position)));
    ZERMELO_TRY(const auto moves, prober.moves(position));
    KnownValues known;
    known.bounds = game::Bounds{value};
    known.source = prober.game().end(position) ? ValueSource::rules : ValueSource::tables;
    for (const auto& move : moves) known.moves.push_back({move.move, game::Bounds{move.value}});
    if (line) {
        ZERMELO_TRY(known.line, best_line(prober, position));
    }
    return known;
}

template Result<KnownValues> all_known(tablebase::Prober<std::uint64_t>&,
                                       const engine::Position<std::uint64_t>&, bool);
template Result<KnownValues> all_known(tablebase::Prober<Bits256>&, const engine::Position<Bits256>&, bool);

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

Result<KnownValues> known_values(OpenTables& tables, const engine::AnyGameAt& position, bool line) {
    return std::visit(
        [&]<typename Bits>(const engine::GameAt<Bits>& at) -> Result<KnownValues> {
            auto prober = tables.take(at);
            if (!prober) return known_without_table(tables, at);
            auto known = all_known(*prober, at.position, line);
            if (known) {
                tables.give_back<Bits>(std::move(prober));
                return known;
            }
            auto others = known_without_table(tables, at);
            if (others) others->error = std::move(known.error());
            return others;
        },
        position);
}

Result<KnownValues> values_or_error(OpenTables& tables, const engine::AnyGameAt& position, bool line) {
    ZERMELO_TRY(KnownValues known, known_values(tables, position, line));
    if (known.error) return tl::make_unexpected(*std::move(known.error));
    return known;
}

Result<Json> known_value(OpenTables& tables, const engine::AnyGameAt& position, bool line) {
    ZERMELO_TRY(const KnownValues known, known_values(tables, position, line));
    return std::visit([&](const auto& at) { return position_object(at.game, at.position, known); }, position);
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
