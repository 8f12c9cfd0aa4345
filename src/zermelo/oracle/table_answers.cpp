// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/oracle/table_answers.hpp"

#include <utility>
#include <variant>

#include "zermelo/oracle/limits.hpp"
#include "zermelo/oracle/question.hpp"

namespace zermelo::oracle {
namespace {

/// The position where no table holds it: what its end, and the tables for its moves, say, as far as these
/// can be read.
template <typename Bits>
Result<Answer> known_without_table(OpenTables& tables, const engine::GameAt<Bits>& at, const Over& over) {
    Answer known;
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
        ZERMELO_CHECK(unless_over(over));
        const engine::GameAt<Bits> after{at.game, at.game.play(at.position, move)};
        const auto value = tables.value(after);
        if (!value && !known.table_error) known.table_error = value.error();
        const bool is_known = value && *value;
        looked_up = looked_up || (is_known && !at.game.end(after.position));
        known.moves.push_back(
            {move, (is_known ? game::Bounds{**value} : game::Bounds::not_over()).of_the_move()});
    }
    known.conclude();
    if (known.bounds.outcome()) known.source = looked_up ? ValueSource::tables : ValueSource::search;
    return known;
}

}  // namespace

template <typename Bits>
Answer answer_of_tables(tablebase::Prober<Bits>& tables, const engine::Position<Bits>& position,
                        const Question& question) {
    const auto& game = tables.game();
    Answer answer;
    /// What was looked up, or nothing.
    const auto noted = [&](auto result) {
        answer.complete = answer.complete && result;
        if (!result && !answer.table_error) answer.table_error = std::move(result.error());
        return result ? std::optional{*std::move(result)} : std::nullopt;
    };
    const auto value = noted(about("FEN", tables.value(position)));
    if (!value) return answer;
    answer.bounds = game::Bounds{*value};
    const bool over = game.end(position).has_value();
    answer.source = over ? ValueSource::rules : ValueSource::tables;
    // A question about a win has no line of anything else.
    const bool of_win = question.asked == Asked::win;
    if (question.line && (!of_win || answer.bounds.win_within(question.plies) == Verdict::win)) {
        const auto line = noted(tables.line(position));
        if (line) answer.line = *line;
        // Outcomes alone have no line.
        answer.complete = answer.complete && answer.line;
    }
    if (!question.moves || over) return answer;
    engine::MoveList moves;
    game.moves(position, moves);
    for (const engine::Move& move : moves) {
        const auto child = game.play(position, move);
        const auto worth = noted(tables.value(child));
        MoveAnswer& each = answer.moves.emplace_back();
        each = {move, (worth ? game::Bounds{*worth} : game::Bounds::not_over()).of_the_move()};
        const bool refuted = of_win && each.bounds.win_within(question.plies) == Verdict::no_win;
        if (worth && refuted && !game.end(child)) each.refutation = noted(tables.best(child));
    }
    answer.conclude();
    return answer;
}

template Answer answer_of_tables(tablebase::Prober<std::uint64_t>&, const engine::Position<std::uint64_t>&,
                                 const Question&);
template Answer answer_of_tables(tablebase::Prober<Bits256>&, const engine::Position<Bits256>&,
                                 const Question&);

Result<Answer> known_values(OpenTables& tables, const engine::AnyGameAt& position, bool line,
                            const Over& over) {
    const Question question = Question::of_tables(position, true, line);
    return std::visit(
        [&]<typename Bits>(const engine::GameAt<Bits>& at) -> Result<Answer> {
            const auto all = [&](tablebase::Prober<Bits>& prober) -> Result<Answer> {
                Answer known = answer_of_tables(prober, at.position, question);
                if (known.table_error) return tl::make_unexpected(*std::move(known.table_error));
                return known;
            };
            auto known = tables.first(at, all);
            if (known && *known) return **std::move(known);
            ZERMELO_TRY(Answer others, known_without_table(tables, at, over));
            if (!known) others.table_error = std::move(known.error());
            // The position's own table may be good, and that of a move not.
            if (const auto value = tables.value(at); value && *value) {
                others.bounds.add(game::Bounds{**value});
                if (!at.game.end(at.position)) others.source = ValueSource::tables;
            }
            if (auto moves = line ? tables.line(at) : std::nullopt; moves && *moves)
                others.line = **std::move(moves);
            return others;
        },
        position);
}

Result<Answer> values_or_error(OpenTables& tables, const engine::AnyGameAt& position, bool line) {
    ZERMELO_TRY(Answer known, known_values(tables, position, line));
    if (known.table_error) return tl::make_unexpected(*std::move(known.table_error));
    return known;
}

}  // namespace zermelo::oracle
