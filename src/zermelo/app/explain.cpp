// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/app/explain.hpp"

#include <new>
#include <utility>

#include <fmt/format.h>

#include "zermelo/app/explain_parts.hpp"
#include "zermelo/app/judge.hpp"
#include "zermelo/app/whole_text.hpp"
#include "zermelo/base/files.hpp"
#include "zermelo/draw/diagram_svg.hpp"
#include "zermelo/explain/check.hpp"
#include "zermelo/explain/hunt.hpp"
#include "zermelo/explain/pursuit.hpp"
#include "zermelo/judge/json.hpp"

namespace zermelo::app {

namespace {

using explain::Explanation;

/// A game's reason in words and as fields.
struct Told {
    Explanation words;
    judge::Json fields;
};

Result<Told> tell(const judge::Dialect&, const stress::HuntCase& game, judge::HuntSolver& solver) {
    const auto account = explain::account_of(game.position, game.bound, solver);
    if (!account) return tl::make_unexpected(account.error());
    return Told{explain::tell(game.position, *account), fields_of(*account)};
}

Result<Told> tell(const judge::Dialect& dialect, const check_state::PlainBoard& board, judge::HuntSolver&) {
    const auto account = explain::account_of(board);
    return Told{explain::tell(board, account, count_of(dialect)), fields_of(account)};
}

Result<Told> tell(const judge::Dialect&, const king_pawn::Position& position, judge::HuntSolver&) {
    const king_pawn::Account account = king_pawn::explain(position);
    return Told{explain::tell(position, account), fields_of(account)};
}

Result<Told> tell_case(const judge::Dialect& dialect, const stress::Case& game, judge::HuntSolver& solver) {
    return std::visit([&](const auto& each) { return tell(dialect, each, solver); }, game);
}

class NoSink final : public Sink {
  public:
    Result<void> write(std::string_view) override { return {}; }
};

std::string written(std::uint64_t number, const Told& told, bool json) {
    if (!json) return fmt::format("Game {}\n{}", number, text_of(told.words));
    judge::Json object{{"game", number}, {"verdict", told.words.verdict}};
    object.update(told.fields);
    object["summary"] = told.words.summary;
    object["details"] = told.words.details;
    return object.dump() + "\n";
}

Result<void> draw_case(const judge::Dialect& dialect, const stress::Case& game, judge::HuntSolver& solver,
                       const std::string& path) {
    const auto diagram = diagram_of_case(dialect, game, solver);
    if (!diagram) return tl::make_unexpected(diagram.error());
    return write_file(path, draw::svg(*diagram));
}

Result<std::uint64_t> explain_all(const judge::Dialect& dialect, std::string_view input,
                                  const ExplainOptions& options, Sink& output) {
    const std::vector<stress::Case> games = stress::read_cases(stress::format_of(dialect), input);
    const std::uint64_t count = games.size();
    if (options.only_game && (*options.only_game == 0 || *options.only_game > count))
        return failure(ErrorKind::bad_usage,
                       fmt::format("there is no game {}, the input has {}", *options.only_game, count));
    judge::HuntSolver solver;
    if (!options.svg.empty())
        if (auto drawn = draw_case(dialect, games[*options.only_game - 1], solver, options.svg); !drawn)
            return tl::make_unexpected(drawn.error());
    const std::uint64_t first = options.only_game.value_or(1);
    const std::uint64_t last = options.only_game.value_or(count);
    for (std::uint64_t number = first; number <= last; ++number) {
        const auto told = tell_case(dialect, games[number - 1], solver);
        if (!told) return tl::make_unexpected(told.error());
        const std::string gap = number > first && !options.json ? "\n" : "";
        if (auto done = output.write(gap + written(number, *told, options.json)); !done)
            return tl::make_unexpected(done.error());
    }
    return count;
}

}  // namespace

Result<Explanation> explain_case(const judge::Dialect& dialect, const stress::Case& game,
                                 judge::HuntSolver& solver) {
    return tell_case(dialect, game, solver).map([](Told&& told) { return std::move(told.words); });
}

Result<std::uint64_t> explain(const std::string& game, Source input, const ExplainOptions& options,
                              Sink& output) {
    if (!options.svg.empty() && !options.only_game)
        return failure(ErrorKind::bad_usage, "a picture of all games, expected the number of one with --svg");
    try {
        auto whole = whole_text(input, ~std::size_t{0});
        if (!whole) return tl::make_unexpected(whole.error());
        NoSink nowhere;
        const auto judged = judge(game, *whole, {}, nowhere);
        if (!judged) return judged;
        return explain_all(*judge::find_dialect(game), whole->mapped().value_or(""), options, output);
    } catch (const std::bad_alloc&) {
        return failure(ErrorKind::io, "out of memory");
    }
}

}  // namespace zermelo::app
