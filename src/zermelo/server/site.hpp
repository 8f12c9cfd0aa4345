// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <tl/expected.hpp>

#include "zermelo/base/json.hpp"
#include "zermelo/library/game_cache.hpp"
#include "zermelo/library/library.hpp"
#include "zermelo/oracle/open_tables.hpp"
#include "zermelo/server/arguments.hpp"
#include "zermelo/server/jobs.hpp"
#include "zermelo/server/message.hpp"

namespace zermelo::puzzles {
class Puzzle;
}

namespace zermelo::server {

struct SiteOptions {
    std::vector<std::string> tables{};  ///< folders
    std::vector<std::string> hosts{};   ///< names, besides `localhost` and addresses, that requests may call
    JobLimits jobs{};
    std::uint64_t job_nodes = 50'000'000;             ///< nodes of one job
    std::size_t job_memory = std::size_t{64} << 20U;  ///< bytes of a job's table of what was proved
    double judge_seconds = 2;                         ///< for the games of one request
    std::size_t body = std::size_t{4} << 20U;  ///< what requests are held to elsewhere; here it is only said
};

/// Why a request has no answer.
struct Refusal {
    unsigned status = 400;
    Error error{};
    std::string allowed{};  ///< methods, of a path that has others
    Refusal(Error why);     // NOLINT(google-explicit-constructor): as `tell::http_status` has it
    Refusal(unsigned code, std::string message)
        : status(code), error{ErrorKind::bad_usage, std::move(message)} {}
};

/// All that the server answers, without a network: the page's files, and the calls of docs/server.md. A thin
/// face: what is answered are functions of `tell/`. Any thread.
///
/// It refuses what a page of somebody else's could send through a browser: a `Host` that is no address and
/// none of the names that it knows (DNS rebinding), and a POST from another origin.
class Site {
  public:
    Site(library::Library library, SiteOptions options);

    /// The whole answer, errors included. Cost: bounded by the options' limits; jobs are done elsewhere.
    Response answer(const Request& request);

    /// Whether an answer may take long: what others ask does not wait for it.
    static bool is_long(const Request& request);

    /// As `Jobs::do_waiting`.
    void do_waiting_job(const std::function<void(const Json& job)>& report) { jobs_.do_waiting(report); }

    /// As `OpenTables::close_unused`.
    void close_unused_tables() { tables_.close_unused(); }

    /// Ends all jobs, and begins none any more.
    void stop();

  private:
    using Answer = tl::expected<Response, Refusal>;
    /// What a route's pattern has a place for: `{}`.
    using Words = std::vector<std::string>;
    struct Route {
        std::string_view method;
        std::string_view pattern;
        Answer (Site::*handler)(const Request&, const Words&);
        bool is_long = false;
    };
    static const std::vector<Route>& routes();
    struct JobBounds {
        std::chrono::duration<double> time;
        std::uint64_t nodes;
    };

    /** Why the page that a request comes from may not ask, if it may not. */
    std::optional<Refusal> refused_origin(const Request& request) const;
    /** Why a body is not taken, if it is not: only of these types no form of another page's can be. */
    static std::optional<Refusal> refused_type(const Request& request);
    Answer routed(const Request& request);

    // site.cpp
    Answer file(const Request& request, const Words& words);
    Answer front(const Request& request, const Words& words);
    Answer document(const Request& request, const Words& words);
    Answer piece(const Request& request, const Words& words);
    Answer server(const Request& request, const Words& words);

    // site_variants.cpp
    Answer variants(const Request& request, const Words& words);
    Answer variant(const Request& request, const Words& words);
    Answer described(const Request& request, const Words& words);
    Answer rules(const Request& request, const Words& words);
    Answer position(const Request& request, const Words& words);
    Answer value(const Request& request, const Words& words);
    Answer draw(const Request& request, const Words& words);
    Answer draw_problem(const Request& request, const Words& words);
    Answer line(const Request& request, const Words& words);
    Answer batch(const Request& request, const Words& words);
    Answer begin_job(const Request& request, const Words& words);
    /// What a job of a kind does, by the members that this kind has.
    tl::expected<JobWork, Refusal> search_work(Arguments& arguments, std::string_view kind,
                                               const rules::Rules& rules, const JobBounds& bounds);
    tl::expected<JobWork, Refusal> problem_work(Arguments& arguments, const rules::Rules& rules,
                                                const JobBounds& bounds);
    Answer look_at_job(const Request& request, const Words& words);
    Answer cancel_job(const Request& request, const Words& words);
    Answer tables(const Request& request, const Words& words);
    Answer statistics(const Request& request, const Words& words);
    Answer probe(const Request& request, const Words& words);
    Answer mainline(const Request& request, const Words& words);

    // site_puzzles.cpp
    Answer puzzles(const Request& request, const Words& words);
    Answer puzzle(const Request& request, const Words& words);
    Answer judge(const Request& request, const Words& words);
    Answer check(const Request& request, const Words& words);
    Answer explain(const Request& request, const Words& words);
    Answer generate(const Request& request, const Words& words);

    /// The position of a request as lila-tablebase has them; in its FEN `_` may stand for a space.
    tl::expected<engine::AnyGameAt, Refusal> tablebase_position(const Request& request, const Words& words);
    /// The rules that a request means: the site's own (`variant`), or of a text that came with it (`rules`,
    /// and `variant` where it holds several).
    tl::expected<rules::Rules, Refusal> rules_of(Arguments& arguments, const std::stop_token& left) const;
    /// A rules text of a request. `left`: its client has.
    Result<library::CheckedRules> checked_rules(std::string_view text, const std::stop_token& left) const;
    tl::expected<const rules::Rules*, Refusal> shipped(const std::string& name) const;
    tl::expected<const puzzles::Puzzle*, Refusal> puzzle_of(const Words& words) const;

    library::Library library_;
    SiteOptions options_;
    oracle::OpenTables tables_;
    library::GameCache games_;
    Jobs jobs_;
};

}  // namespace zermelo::server
