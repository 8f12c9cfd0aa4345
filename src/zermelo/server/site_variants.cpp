// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <optional>
#include <set>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "zermelo/base/cut.hpp"
#include "zermelo/base/quoted.hpp"
#include "zermelo/server/answers.hpp"
#include "zermelo/server/request_bounds.hpp"
#include "zermelo/server/site.hpp"
#include "zermelo/tell/errors.hpp"
#include "zermelo/tell/lila_tablebase.hpp"
#include "zermelo/tell/position.hpp"
#include "zermelo/tell/probe.hpp"
#include "zermelo/tell/problem.hpp"
#include "zermelo/tell/problem_picture.hpp"
#include "zermelo/tell/problem_style.hpp"
#include "zermelo/tell/prove.hpp"
#include "zermelo/tell/stats.hpp"
#include "zermelo/tell/value.hpp"
#include "zermelo/tell/variants.hpp"

namespace zermelo::server {
namespace {

/// The most of a rules file that a request may bring.
constexpr std::size_t longest_rules = std::size_t{64} << 10U;
/// The most of a line of moves.
constexpr std::size_t longest_line = std::size_t{16} << 10U;
/// The most lines of a batch.
constexpr std::size_t max_lines = 10'000;
/// A certificate that is larger is left to the command line.
constexpr std::size_t longest_certificate = std::size_t{8} << 20U;

/// The most solutions of a length that a composed problem's answer tells, and the most half-moves that it
/// tells in all.
constexpr std::size_t max_problem_lines = 1000;
constexpr std::size_t longest_problem = 30'000;

/// A job's first try, which others wait for, takes no longer to lay out than it may last.
constexpr std::size_t memory_of_first_try = std::size_t{8} << 20U;

/// What clients of lila-tablebase call chess.
constexpr std::string_view standard = "standard";

/// What is asked of a composed problem, and who made it: the last members that are read.
tl::expected<tell::ProblemRequest, Refusal> problem_of(Arguments& arguments) {
    tell::ProblemRequest request;
    request.fen = arguments.text("fen");
    const auto stipulation = arguments.text("stipulation");
    request.start = arguments.text("start");
    request.twins = arguments.texts("twins");
    request.duplex = arguments.flag("duplex");
    request.intended = arguments.number("intended", 0, ~std::uint64_t{0});
    compositions::Options& options = request.options;
    const auto attacker = arguments.text("attacker");
    options.quodlibet = arguments.flag("quodlibet");
    const auto restriction = arguments.text("restrict");
    options.set_play = arguments.flag("set_play");
    options.max_refutations = static_cast<unsigned>(arguments.number("tries", 0, 1000).value_or(0));
    options.tree = arguments.flag("variations");
    options.postkey = arguments.flag("postkey");
    request.heading.authors = arguments.texts("authors");
    request.heading.title = arguments.text("title").value_or("");
    request.heading.source = arguments.text("source").value_or("");
    request.heading.award = arguments.text("award").value_or("");
    ZERMELO_CHECK(arguments.finish());
    if (!stipulation) return arguments.missing("stipulation");
    request.stipulation = *stipulation;
    if (attacker) {
        ZERMELO_TRY(options.attacker, about("attacker", tell::parse_attacker(*attacker)));
    }
    if (restriction) {
        ZERMELO_TRY(options.restriction, about("restrict", compositions::Restriction::parse(*restriction)));
    }
    return request;
}

/// The object of an answer, with the certificate that `text` has. `command`: what writes larger ones.
Result<Json> with_certificate(const tell::Certification& found, const StringSink& text, bool wins,
                              std::string_view command, Json object) {
    const std::size_t size = found.certified ? text.text().size() : 0;
    if (size > longest_certificate && wins)
        return failure(ErrorKind::bad_usage,
                       fmt::format("a certificate of {} bytes, expected at most {}: `zermelo {}` "
                                   "writes it to a file",
                                   size, longest_certificate, command));
    object["certificate"] = size == 0 || size > longest_certificate ? Json() : Json(text.text());
    return object;
}

}  // namespace

tl::expected<const rules::Rules*, Refusal> Site::shipped(const std::string& name) const {
    const auto found = library_.find_read(name);
    if (found) return *found;
    Refusal refusal{found.error()};
    refusal.status = 404;
    return tl::make_unexpected(std::move(refusal));
}

Result<library::CheckedRules> Site::checked_rules(std::string_view text, const std::stop_token& left) const {
    const Patience patience{options_.judge_seconds, left, "sections"};
    return patience.kept(library::check_rules_text(library_, text, library::outside_text_bounds,
                                                   rules::Reading::strict, patience.asked()));
}

tl::expected<rules::Rules, Refusal> Site::rules_of(Arguments& arguments, const std::stop_token& left) const {
    const auto name = arguments.text("variant");
    const auto text = arguments.text("rules", longest_rules);
    if (!text) {
        if (arguments.failed()) return arguments.missing("rules");
        if (!name) return arguments.missing("variant");
        ZERMELO_TRY(const rules::Rules* const known, shipped(*name));
        return *known;
    }
    ZERMELO_TRY(const library::CheckedRules checked, checked_rules(*text, left));
    const auto found = library::chosen(checked, name);
    if (found) return **found;
    Error error = found.error().front();
    if (error.input.empty()) error.input = "rules";
    return tl::make_unexpected(Refusal{std::move(error)});
}

Site::Answer Site::variants(const Request& request, const Words& /*words*/) {
    const auto asked = [&](const char* name) -> std::optional<std::string> {
        const auto found = request.query.find(name);
        return found == request.query.end() ? std::nullopt : std::optional{found->second};
    };
    const std::string solved = asked("solved").value_or("false");
    if (solved != "true" && solved != "false")
        return tl::make_unexpected(Refusal{
            400, fmt::format("solved is {}, expected true or false", quoted(solved, 40, Unprintable::hex))});
    const library::RulesList which{asked("family"), asked("size"), solved == "true"};
    ZERMELO_TRY(const auto listed, library::listed_rules(library_, which).map_error([](const Error& error) {
        return Refusal{error};
    }));
    Json object = json_object("variants");
    object["variants"] = Json::array();
    for (const rules::Rules* const rules : listed)
        object["variants"].push_back(tell::variant_object(*rules, tell::VariantTexts::none));
    return json_response(object);
}

Site::Answer Site::variant(const Request& /*request*/, const Words& words) {
    ZERMELO_TRY(const rules::Rules* const rules, shipped(words[0]));
    return json_response(tell::variant_object(*rules, tell::VariantTexts::all));
}

Site::Answer Site::described(const Request& request, const Words& /*words*/) {
    ZERMELO_TRY(Arguments arguments, Arguments::of(request.body));
    ZERMELO_TRY(const rules::Rules rules, rules_of(arguments, request.stop));
    ZERMELO_CHECK(arguments.finish());
    return json_response(tell::variant_object(rules, tell::VariantTexts::all));
}

Site::Answer Site::rules(const Request& request, const Words& /*words*/) {
    ZERMELO_TRY(Arguments arguments, Arguments::of(request.body));
    const auto text = arguments.text("rules", longest_rules);
    ZERMELO_CHECK(arguments.finish());
    if (!text) return arguments.missing("rules");
    ZERMELO_TRY(const library::CheckedRules checked, checked_rules(*text, request.stop));
    Json object = json_object("rules_check");
    object["variants"] = Json::array();
    for (const rules::RulesSection& section : checked.sections)
        if (section.rules)
            object["variants"].push_back(tell::variant_object(*section.rules, tell::VariantTexts::all));
    object["errors"] = Json::array();
    for (const Error& error : all_errors(checked)) object["errors"].push_back(tell::json_of(error, "rules"));
    return json_response(object);
}

Site::Answer Site::position(const Request& request, const Words& /*words*/) {
    ZERMELO_TRY(Arguments arguments, Arguments::of(request.body));
    ZERMELO_TRY(const rules::Rules rules, rules_of(arguments, request.stop));
    const auto fen = arguments.text("fen");
    ZERMELO_CHECK(arguments.finish());
    const Patience patience{options_.judge_seconds, request.stop, "moves"};
    ZERMELO_TRY(const Json setup, patience.kept(tell::setup_object(rules, fen, patience.asked())));
    return json_response(setup);
}

Site::Answer Site::value(const Request& request, const Words& /*words*/) {
    ZERMELO_TRY(Arguments arguments, Arguments::of(request.body));
    ZERMELO_TRY(const rules::Rules rules, rules_of(arguments, request.stop));
    const auto fen = arguments.text("fen");
    const bool line = arguments.flag("line");
    ZERMELO_CHECK(arguments.finish());
    ZERMELO_TRY(const auto position, games_.position(rules, fen));
    const Patience patience{options_.judge_seconds, request.stop, "moves"};
    ZERMELO_TRY(const Json value,
                patience.kept(tell::known_value(tables_, position, line, patience.asked())));
    return json_response(value);
}

Site::Answer Site::batch(const Request& request, const Words& /*words*/) {
    Response response;
    response.content_type = "application/x-ndjson";
    std::string ended;
    const Deadline deadline{options_.judge_seconds, request.stop, "lines"};
    BoundedSink sink{longest_answer, deadline.stop(), "lines"};
    std::string_view lines = request.body;
    std::size_t number = 0;
    while (!lines.empty()) {
        const std::string_view line = cut(lines, '\n');
        if (++number > max_lines)
            return tl::make_unexpected(
                Refusal{413, fmt::format("more than {} lines, expected at most that many", max_lines)});
        if (line.find_first_not_of(" \t\r") == std::string_view::npos) continue;
        if (request.stop.stop_requested()) return tl::make_unexpected(Refusal{503, nobody_waits});
        Request one;
        one.body = line;
        one.stop = deadline.stop();
        const Answer answer = value(one, {});
        const auto text = [&] {
            if (answer) return answer->body;
            Error error = answer.error().error;
            if (error.input != "body")
                error.where.reset();  // a place in a text that the line has, not in the line
            return tell::json_of_line(error, "body", number);
        };
        if (const auto written = sink.write(text()); !written) {
            // The answers before it are good, and the client sees where they end.
            ended = tell::json_of_line(deadline.error(written.error()), "body", number);
            break;
        }
    }
    response.body = std::move(sink).take() + ended;
    return response;
}

Site::Answer Site::line(const Request& request, const Words& /*words*/) {
    ZERMELO_TRY(Arguments arguments, Arguments::of(request.body));
    ZERMELO_TRY(const rules::Rules rules, rules_of(arguments, request.stop));
    const auto fen = arguments.text("fen");
    const auto line = arguments.text("line", longest_line);
    const bool problem = arguments.flag("problem");
    ZERMELO_CHECK(arguments.finish());
    if (!line) return arguments.missing("line");
    const Patience patience{options_.judge_seconds, request.stop, "moves"};
    if (problem) {
        ZERMELO_TRY(const auto variant, games_.position(rules, std::nullopt));
        ZERMELO_TRY(const Json object,
                    patience.kept(tell::problem_line(variant, fen, *line, patience.asked())));
        return json_response(object);
    }
    ZERMELO_TRY(const Json object, patience.kept(tell::line_object(rules, fen, *line, patience.asked())));
    return json_response(object);
}

Site::Answer Site::draw(const Request& request, const Words& /*words*/) {
    ZERMELO_TRY(Arguments arguments, Arguments::of(request.body));
    ZERMELO_TRY(const rules::Rules rules, rules_of(arguments, request.stop));
    const auto fen = arguments.text("fen");
    const auto line = arguments.text("line", longest_line);
    tell::PictureOptions options;
    options.flipped = arguments.flag("flipped");
    options.western = arguments.flag("western");
    ZERMELO_CHECK(arguments.finish());
    Response response;
    response.content_type = "image/svg+xml";
    const Patience patience{options_.judge_seconds, request.stop, "moves"};
    ZERMELO_TRY(response.body,
                patience.kept(tell::picture(rules, fen, line.value_or(""), options, patience.asked())));
    return response;
}

Site::Answer Site::draw_problem(const Request& request, const Words& /*words*/) {
    ZERMELO_TRY(Arguments arguments, Arguments::of(request.body));
    ZERMELO_TRY(const rules::Rules rules, rules_of(arguments, request.stop));
    ZERMELO_TRY(const tell::ProblemRequest problem, problem_of(arguments));
    ZERMELO_TRY(const auto variant, games_.position(rules, std::nullopt));
    ZERMELO_TRY(const auto composition, tell::composition(variant, problem));
    Response response;
    response.content_type = "image/svg+xml";
    response.body = tell::problem_picture(composition, rules);
    return response;
}

tl::expected<JobWork, Refusal> Site::search_work(Arguments& arguments, std::string_view kind,
                                                 const rules::Rules& rules, const JobBounds& bounds) {
    const auto fen = arguments.text("fen");
    // Each kind asks for members of its own.
    std::optional<Plies> plies;
    if (kind == "moves" || kind == "prove")
        if (const auto asked = arguments.number("plies", 0, oracle::max_plies.count())) plies = Plies{*asked};
    const bool certificate = (kind == "prove" || kind == "value") && arguments.flag("certificate");
    Restriction restriction;
    if (const auto text = kind == "prove" ? arguments.text("restrict") : std::nullopt) {
        ZERMELO_TRY(restriction, about("restrict", tell::parse_restriction(*text)));
    }
    ZERMELO_CHECK(arguments.finish());
    // What is wrong with the position is told at once.
    ZERMELO_TRY(auto position, games_.position(rules, fen));
    oracle::Question question{std::move(position)};
    question.asked = kind == "value"   ? oracle::Asked::outcome
                     : kind == "moves" ? oracle::Asked::moves
                                       : oracle::Asked::win;
    question.plies = plies;
    question.restriction = restriction;
    question.time = bounds.time;
    question.nodes = bounds.nodes;
    question.memory = options_.job_memory;
    question = library::with_counters(std::move(question), rules, fen.value_or(rules.start_fen));
    return [asked = std::move(question), certificate,
            tables = tables_.folder_of(rules)](const JobProgress& progress) -> Result<Json> {
        oracle::Question question = asked;
        question.stop = progress.stop;
        if (progress.first_try) question.memory = std::min(question.memory, memory_of_first_try);
        oracle::Session session{tables};
        const oracle::Report report = [&](const oracle::Progress& made) {
            if (made.depth > Plies{0}) progress.reached(*made.depth, {});
        };
        StringSink text;
        if (certificate) question.certificate = &text;
        switch (question.asked) {
            case oracle::Asked::outcome: {
                ZERMELO_TRY(const auto found, tell::or_uncertified(tell::value(session, question, report)));
                return with_certificate(found, text, found.bounds.at_most().has_value(), "value",
                                        tell::json_of(found));
            }
            case oracle::Asked::win: {
                ZERMELO_TRY(const auto proof, tell::or_uncertified(tell::prove(session, question, report)));
                return with_certificate(proof, text, proof.verdict == Verdict::win, "prove",
                                        tell::json_of(proof, true));
            }
            default:
                return tell::searched_values(session, question, progress.reached);
        }
    };
}

tl::expected<JobWork, Refusal> Site::problem_work(Arguments& arguments, const rules::Rules& rules,
                                                  const JobBounds& bounds) {
    const bool verify = arguments.flag("verify");
    const auto max_lines = arguments.number("max_lines", 0, max_problem_lines);
    const std::vector<std::string> formats = arguments.texts("write");
    const auto letters = tell::men_letters(arguments.text("letters").value_or("en"));
    ZERMELO_TRY(tell::ProblemRequest request, problem_of(arguments));
    request.time = bounds.time;
    compositions::Options& options = request.options;
    options.verify = verify;
    options.max_lines = max_lines.value_or(options.max_lines);
    options.memory = options_.job_memory;
    for (const std::string& format : formats)
        if (!tell::text_named(format) || std::count(formats.begin(), formats.end(), format) > 1)
            return failure(ErrorKind::bad_input,
                           "write: expected text, popeye, latex, olv and inp, once each", std::nullopt,
                           "body");
    if (!letters)
        return failure(ErrorKind::bad_input, "letters: expected en, de, fr or es", std::nullopt, "body");
    ZERMELO_TRY(auto variant, games_.position(rules, std::nullopt));
    // What is wrong with what is asked is told at once; with a position, when it is its turn.
    ZERMELO_TRY(auto problem, tell::composition(variant, request));
    const std::size_t count = problem.diagrams.size() * (request.duplex ? 2 : 1);
    request.nodes = std::max<std::uint64_t>(1, bounds.nodes / count);
    options.max_tree = longest_problem / count;
    options.max_line_moves = longest_problem / count;
    return [asked = std::move(request), problem = std::move(problem), formats, letters = *letters,
            variant = std::move(variant)](const JobProgress& progress) -> Result<Json> {
        tell::ProblemRequest request = asked;
        request.options.limits.stop = progress.stop;
        if (progress.first_try)
            request.options.memory = std::min(request.options.memory, memory_of_first_try);
        ZERMELO_TRY(const auto solved, tell::solved(variant, problem, request));
        Json object = tell::json_of(solved);
        if (!formats.empty())
            object["written"] = tell::written(problem, variant.rules(), solved, formats, letters);
        return object;
    };
}

Site::Answer Site::begin_job(const Request& request, const Words& /*words*/) {
    ZERMELO_TRY(Arguments arguments, Arguments::of(request.body));
    const std::string kind = arguments.text("kind").value_or("");
    ZERMELO_TRY(const rules::Rules rules, rules_of(arguments, request.stop));
    if (kind != "value" && kind != "moves" && kind != "prove" && kind != "problem")
        return failure(ErrorKind::bad_input, "kind: expected value, moves, prove or problem", std::nullopt,
                       "body");
    const JobBounds bounds{
        std::min(options_.jobs.max_time,
                 std::chrono::duration<double>{arguments.seconds("seconds").value_or(1e9)}),
        arguments.number("nodes", 1, options_.job_nodes).value_or(options_.job_nodes)};
    ZERMELO_TRY(JobWork work, kind == "problem" ? problem_work(arguments, rules, bounds)
                                                : search_work(arguments, kind, rules, bounds));
    const auto job = jobs_.begin(request.client, kind, bounds.time, std::move(work));
    if (!job) return tl::make_unexpected(Refusal{503, "too many jobs wait, try again"});
    return json_response(*job, 202);
}

Site::Answer Site::look_at_job(const Request& /*request*/, const Words& words) {
    const auto job = jobs_.look(words[0]);
    if (!job) return tl::make_unexpected(Refusal{404, "there is no such job (any more)"});
    return json_response(*job);
}

Site::Answer Site::cancel_job(const Request& /*request*/, const Words& words) {
    const auto job = jobs_.cancel(words[0]);
    if (!job) return tl::make_unexpected(Refusal{404, "there is no such job (any more)"});
    return json_response(*job);
}

Site::Answer Site::tables(const Request& /*request*/, const Words& /*words*/) {
    Json object = json_object("tables");
    object["variants"] = Json::array();
    for (const rules::Rules* rules : library_.all()) {
        std::set<std::string> tiers;
        for (const auto& folder : tables_.folders_of(*rules))
            tiers.insert(folder.tiers.begin(), folder.tiers.end());
        if (!tiers.empty())
            object["variants"].push_back({{"variant", rules->name}, {"table_count", tiers.size()}});
    }
    return json_response(object);
}

Site::Answer Site::statistics(const Request& request, const Words& words) {
    ZERMELO_TRY(const rules::Rules* const rules, shipped(words[0]));
    const auto tier = request.query.find("tier");
    const std::string only = tier == request.query.end() ? "" : tier->second;
    Json object = json_object("statistics");
    object["variant"] = rules->name;
    object["tiers"] = Json::array();
    std::set<std::pair<std::string, std::string>>
        seen;  // a tier that several folders have is told of the first
    std::optional<Error> error;
    for (const auto& folder : tables_.folders_of(*rules)) {
        const auto sides = tell::tier_objects(*rules, folder.name, only);
        if (!sides) {
            error = sides.error();
            if (only.empty()) return tl::make_unexpected(Refusal{*error});
            continue;
        }
        for (const Json& each : sides->elements())
            if (seen.emplace(each.at("tier").string(), each.at("to_move").string()).second)
                object["tiers"].push_back(each);
    }
    if (error && seen.empty()) return tl::make_unexpected(Refusal{404, error->message});
    return json_response(object);
}

tl::expected<engine::AnyGameAt, Refusal> Site::tablebase_position(const Request& request,
                                                                  const Words& words) {
    ZERMELO_TRY(const rules::Rules* const rules, shipped(words[0] == standard ? "chess" : words[0]));
    const auto asked = request.query.find("fen");
    if (asked == request.query.end())
        return tl::make_unexpected(Refusal{400, "no fen in the query, expected ?fen=…"});
    std::string fen = asked->second;
    std::replace(fen.begin(), fen.end(), '_', ' ');
    ZERMELO_TRY(auto position, games_.position(*rules, fen));
    return position;
}

Site::Answer Site::probe(const Request& request, const Words& words) {
    const auto accepted = request.headers.find("accept");
    const auto takes = [&](std::string_view type) {
        return accepted->second.find(type) != std::string::npos;
    };
    if (accepted != request.headers.end() && !takes("application/json") && !takes("*/*") &&
        !takes("application/*"))
        return tl::make_unexpected(
            Refusal{406, "this is answered as application/json, expected a client that accepts it"});
    ZERMELO_TRY(const auto position, tablebase_position(request, words));
    ZERMELO_TRY(const Json answer, tell::lila_position(tables_, position));
    return json_response(answer);
}

Site::Answer Site::mainline(const Request& request, const Words& words) {
    ZERMELO_TRY(const auto position, tablebase_position(request, words));
    ZERMELO_TRY(const auto answer, tell::lila_mainline(tables_, position));
    if (!answer) return tl::make_unexpected(Refusal{404, "no table has this position"});
    return json_response(*answer);
}

}  // namespace zermelo::server
