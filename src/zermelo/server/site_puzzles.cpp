// SPDX-License-Identifier: GPL-3.0-or-later
#include <utility>

#include <fmt/format.h>

#include "zermelo/server/answers.hpp"
#include "zermelo/server/request_bounds.hpp"
#include "zermelo/server/site.hpp"
#include "zermelo/tell/check.hpp"
#include "zermelo/tell/errors.hpp"
#include "zermelo/tell/explain.hpp"
#include "zermelo/tell/generate.hpp"
#include "zermelo/tell/judge.hpp"
#include "zermelo/tell/puzzles.hpp"

namespace zermelo::server {
namespace {

/// The most games that a request may have generated.
constexpr std::uint64_t max_generated = 10'000;
/// What an input is called in errors.
constexpr std::string_view input = "text";

}  // namespace

tl::expected<const puzzles::Puzzle*, Refusal> Site::puzzle_of(const Words& words) const {
    const auto puzzle = tell::find_puzzle(words[0]);
    if (!puzzle) return tl::make_unexpected(Refusal{404, puzzle.error().message});
    return *puzzle;
}

Site::Answer Site::puzzles(const Request& /*request*/, const Words& /*words*/) {
    Json object = json_object("puzzles");
    ZERMELO_TRY(object["puzzles"], tell::puzzle_objects());
    return json_response(object);
}

Site::Answer Site::puzzle(const Request& /*request*/, const Words& words) {
    ZERMELO_TRY(const auto* const puzzle, puzzle_of(words));
    ZERMELO_TRY(const Json object, tell::puzzle_object(*puzzle));
    return json_response(object);
}

Site::Answer Site::judge(const Request& request, const Words& words) {
    ZERMELO_TRY(const auto* const puzzle, puzzle_of(words));
    ZERMELO_TRY(Arguments arguments, Arguments::of(request.body, options_.body));
    const auto text = arguments.text("text");
    ZERMELO_CHECK(arguments.finish());
    if (!text) return arguments.missing("text");
    Source source = Source::of_text(std::string{input}, *text);
    const Deadline deadline{options_.judge_seconds, request.stop, "games"};
    BoundedSink sink{longest_answer, deadline.stop(), "games"};
    puzzles::Options options;
    options.stop = deadline.stop();
    options.format = puzzles::AnswerFormat::json;
    options.threads = 1;
    const auto judged = tell::judge(*puzzle, source, options, sink);
    Json object = json_object("judged");
    object["puzzle"] = words[0];
    const Json error = judged ? Json() : tell::json_of(deadline.error(judged.error()), input);
    Response response;
    response.body = with_list(object, "games", sink.text(), "error", error);
    return response;
}

Site::Answer Site::check(const Request& request, const Words& words) {
    ZERMELO_TRY(const auto* const puzzle, puzzle_of(words));
    ZERMELO_TRY(Arguments arguments, Arguments::of(request.body, options_.body));
    const auto text = arguments.text("text");
    const auto output = arguments.text("output");
    ZERMELO_CHECK(arguments.finish());
    if (!text) return arguments.missing("text");
    if (!output) return arguments.missing("output");
    const Deadline deadline{options_.judge_seconds, request.stop, "games"};
    puzzles::Options options;
    options.stop = deadline.stop();
    options.threads = 1;
    const auto checked = about(input, tell::check_output(*puzzle, *text, *output, options));
    if (!checked) return tl::make_unexpected(Refusal{deadline.error(checked.error())});
    return json_response(tell::json_of(*puzzle, *checked));
}

Site::Answer Site::explain(const Request& request, const Words& words) {
    ZERMELO_TRY(const auto* const puzzle, puzzle_of(words));
    ZERMELO_TRY(Arguments arguments, Arguments::of(request.body, options_.body));
    const auto text = arguments.text("text");
    const auto game = arguments.number("game", 1, ~std::uint64_t{0});
    ZERMELO_CHECK(arguments.finish());
    if (!text) return arguments.missing("text");
    const Deadline deadline{options_.judge_seconds, request.stop, "games"};
    const auto explained =
        about(input, tell::explain_game(*puzzle, *text, game.value_or(1), deadline.stop()));
    if (!explained) return tl::make_unexpected(Refusal{deadline.error(explained.error())});
    return json_response(*explained);
}

Site::Answer Site::generate(const Request& request, const Words& words) {
    ZERMELO_TRY(const auto* const puzzle, puzzle_of(words));
    ZERMELO_TRY(Arguments arguments, Arguments::of(request.body));
    tell::GenerateOptions options;
    options.family = arguments.text("family");
    options.seed = arguments.number("seed", 0, ~std::uint64_t{0}).value_or(options.seed);
    options.games = arguments.number("count", 1, max_generated).value_or(1);
    constexpr std::uint64_t any = ~std::uint64_t{0};
    options.requirements.plies = arguments.number("plies", 0, any);
    options.requirements.men = arguments.number("men", 0, any);
    options.requirements.n = arguments.number("n", 0, any);
    options.requirements.pieces = arguments.number("pieces", 0, any);
    options.requirements.interpositions = arguments.number("interpositions", 0, any);
    ZERMELO_CHECK(arguments.finish());
    const Deadline deadline{options_.judge_seconds, request.stop, "games"};
    BoundedSink sink{options_.body, deadline.stop(), "games"};
    options.stop = deadline.stop();
    if (const auto generated = tell::generate(*puzzle, options, sink); !generated)
        return tl::make_unexpected(Refusal{deadline.error(generated.error())});
    Json object = json_object("generated");
    object["puzzle"] = words[0];
    object["family"] = json_or_null(options.family);
    object["seed"] = options.seed;
    object["text"] = sink.text();
    return json_response(object);
}

}  // namespace zermelo::server
