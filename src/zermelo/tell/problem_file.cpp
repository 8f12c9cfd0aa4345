// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/tell/problem_file.hpp"

#include <algorithm>
#include <atomic>
#include <map>
#include <optional>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "zermelo/base/files.hpp"
#include "zermelo/base/in_order.hpp"
#include "zermelo/base/thread_pool.hpp"
#include "zermelo/compositions/olive_reader.hpp"
#include "zermelo/compositions/popeye_reader.hpp"
#include "zermelo/compositions/popeye_words.hpp"
#include "zermelo/library/library.hpp"
#include "zermelo/tell/errors.hpp"

namespace zermelo::tell {

namespace {

using compositions::Asked;
using compositions::Composition;

/// A problem on its way from the file to its answer.
struct Problem {
    Result<Composition> read;
    std::optional<compositions::CollectionEntry> entry = std::nullopt;  ///< where it is of a collection
    std::string answer = {};
    LineCounts counts = {};
};

/// What all problems are asked, with what one asks for itself.
ProblemRequest request_of(const Asked& asked, ProblemRequest request) {
    compositions::Options& options = request.options;
    options.attacker = asked.attacker;
    options.quodlibet |= asked.quodlibet;
    options.set_play |= asked.set_play;
    options.tree |= asked.tree;
    options.postkey |= asked.postkey;
    options.max_refutations = std::max(options.max_refutations, asked.max_refutations);
    if (asked.max_lines) options.max_lines = std::min(options.max_lines, *asked.max_lines);
    request.duplex |= asked.duplex;
    if (!request.intended) request.intended = asked.intended;
    if (asked.time) request.time = request.time ? std::min(*request.time, {*asked.time}) : *asked.time;
    return request;
}

/// Games by the names of their variants, at their starts.
using Variants = std::map<std::string_view, engine::AnyGameAt>;

/// Those of all conditions that a file may name.
Result<Variants> variants_of_conditions() {
    ZERMELO_TRY(const library::Library shipped, library::Library::open());
    Variants variants;
    for (const auto& condition : compositions::popeye::conditions) {
        if (condition.variant.empty()) continue;
        ZERMELO_TRY(const rules::Rules* const rules, shipped.find_read(std::string{condition.variant}));
        ZERMELO_TRY(engine::AnyGameAt game, library::position_of(*rules, std::nullopt));
        variants.emplace(condition.variant, std::move(game));
    }
    return variants;
}

class ProblemRun {
  public:
    ProblemRun(const engine::AnyGameAt& variant, Variants conditions, const ProblemFileRequest& request,
               const std::string& name, Sink& output)
        : variant_(variant),
          conditions_(std::move(conditions)),
          request_(request),
          name_(name),
          output_(output) {}

    /// `next` gives the problems, one at a time.
    template <typename Next>
    Result<LineCounts> run(const Next& next) {
        const unsigned threads = threads_or_all(request_.threads);
        constexpr std::size_t least_memory = std::size_t{1} << 20U;
        request_.problem.options.memory = std::max(request_.problem.options.memory / threads, least_memory);
        // A problem may take as long as all that are ahead of it.
        constexpr std::size_t ahead = 64;
        ThreadPool pool{threads};
        pool.execute([&] {
            in_order(
                ahead * threads, [&] { return done_ ? std::nullopt : next(); },
                [&](Problem& problem) {
                    if (!done_) answer(problem);
                },
                [&](const Problem& problem) { take(problem); });
        });
        if (error_) return tl::make_unexpected(*error_);
        return counts_;
    }

  private:
    bool json() const { return request_.format == OutputFormat::json; }

    bool as_a_collection() const { return !json() && request_.style.text == ProblemStyle::Text::olive; }

    /// What a line begins with that is no part of an answer.
    std::string comment_sign() const { return request_.style.text == ProblemStyle::Text::latex ? "% " : ""; }

    Result<std::string> written(SolvedProblem found, const Problem& problem) const {
        if (json()) return json_line(json_of(found));
        if (!as_a_collection()) return text_of(std::move(found), request_.style);
        return with_answer(*problem.entry, found);
    }

    /// What is said of a problem that was read.
    Result<std::string> answer_of(const Composition& read, Problem& problem) const {
        ProblemRequest request = request_of(read.asked, request_.problem);
        request.options.tree |= as_a_collection();
        const engine::AnyGameAt& variant =
            read.variant.empty() ? variant_ : conditions_.find(read.variant)->second;
        ZERMELO_TRY(SolvedProblem found, solved(variant, read, request));
        found.line = read.line;
        problem.counts.undecided = found.complete() ? 0 : 1;
        return written(std::move(found), problem);
    }

    void answer(Problem& problem) const {
        Result<std::string> said = problem.read.and_then([&](const Composition& read) {
            Result<std::string> answer = answer_of(read, problem);
            if (!answer) {
                // It is no position, or cannot be written: that lies at no place within the problem.
                answer.error().where = Location{read.line, 1};
                answer.error().input.clear();
            }
            return answer;
        });
        if (said) {
            problem.counts.answered = 1;
            problem.answer = *std::move(said);
            return;
        }
        const Error& error = said.error();
        problem.answer = json()              ? json_line(json_of(error, name_))
                         : as_a_collection() ? with_remark(*problem.entry, error.message)
                                             : comment_sign() + diagnostic(error, name_) + "\n";
        problem.counts = {};
        ++(error.kind == ErrorKind::io ? problem.counts.failed : problem.counts.bad);
    }

    void take(const Problem& problem) {
        if (done_) return;
        counts_ += problem.counts;
        const bool first = counts_.answered + counts_.bad + counts_.failed == 1;
        if (const auto written =
                output_.write((json() || as_a_collection() || first ? "" : "\n") + problem.answer);
            !written) {
            error_ = written.error();
            done_ = true;
        }
    }

    const engine::AnyGameAt& variant_;
    const Variants conditions_;
    ProblemFileRequest request_;
    std::string name_;
    Sink& output_;
    std::atomic<bool> done_ = false;  ///< nobody reads any more
    LineCounts counts_;
    std::optional<Error> error_;
};

}  // namespace

Result<LineCounts> problem_file(const engine::AnyGameAt& variant, const ProblemFileRequest& request,
                                Source& input, Sink& output) {
    const rules::Rules& rules = variant.rules();
    ZERMELO_TRY(const Source text, whole_text(input));
    ZERMELO_TRY(Variants conditions, variants_of_conditions());
    ProblemRun run{variant, std::move(conditions), request, input.name(), output};
    if (compositions::is_collection(*text.mapped())) {
        compositions::OliveReader reader{*text.mapped(), rules};
        return run.run([&]() -> std::optional<Problem> {
            auto entry = reader.next();
            if (!entry) return std::nullopt;
            Problem problem{std::move(entry->problem)};
            problem.entry = std::move(entry);
            return problem;
        });
    }
    if (request.format == OutputFormat::text && request.style.text == ProblemStyle::Text::olive)
        return failure(ErrorKind::bad_usage, "no collection in YAML, expected one to write it back");
    compositions::PopeyeReader reader{*text.mapped(), rules};
    return run.run([&]() -> std::optional<Problem> {
        auto problem = reader.next();
        if (!problem) return std::nullopt;
        return Problem{*std::move(problem)};
    });
}

}  // namespace zermelo::tell
