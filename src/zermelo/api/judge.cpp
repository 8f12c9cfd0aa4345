// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/judge.hpp"

#include "zermelo/api/internals.hpp"
#include "zermelo/base/source.hpp"
#include "zermelo/base/thread_pool.hpp"
#include "zermelo/puzzles/puzzle.hpp"
#include "zermelo/tell/explain.hpp"
#include "zermelo/tell/judge.hpp"
#include "zermelo/tell/puzzles.hpp"

namespace zermelo {

namespace {

/// Hands on what is written, until somebody asks to stop.
class CallerSink : public Sink {
  public:
    CallerSink(const std::function<void(std::string_view)>& output, const std::stop_token& stop)
        : output_(output), stop_(stop) {}
    Result<void> write(std::string_view bytes) override {
        if (stop_.stop_requested()) return stopped();
        output_(bytes);
        return {};
    }

  private:
    const std::function<void(std::string_view)>& output_;
    const std::stop_token& stop_;
};

Result<Source> opened(const Input& input) {
    if (input.source != nullptr) return Source::of_stream(input.words, *input.source);
    if (!input.is_file) return Source::of_text("input", input.words);
    return input.words == "-" ? Source::standard_input() : Source::open(input.words);
}

}  // namespace

Result<Puzzle> Puzzle::named(std::string_view name) {
    return tell::find_puzzle(name).map([](const puzzles::Puzzle* puzzle) { return Puzzle{puzzle}; });
}

std::vector<std::string> Puzzle::names() { return tell::all_puzzle_names(); }

std::string Puzzle::name() const { return std::string{puzzle_->name()}; }
std::string Puzzle::question() const { return std::string{puzzle_->description().question}; }
std::string Puzzle::rules() const { return std::string{puzzle_->description().rules}; }
std::string Puzzle::input_format() const { return std::string{puzzle_->description().format}; }

Result<std::uint64_t> Puzzle::judge(const Input& input,
                                    const std::function<void(std::string_view lines)>& output,
                                    const JudgeOptions& options) const {
    ZERMELO_CHECK(check_threads(options.threads));
    ZERMELO_TRY(Source source, opened(input));
    puzzles::Options how;
    how.format = options.json ? puzzles::AnswerFormat::json : puzzles::AnswerFormat::verdict;
    how.limits = options.limits;
    how.threads = options.threads;
    how.stop = options.stop;
    CallerSink sink{output, options.stop};
    return about(source.name(), tell::judge(*puzzle_, source, how, sink, {}, options.tables))
        .map([](const tell::Judged& judged) { return judged.games; });
}

Result<std::vector<std::string>> Puzzle::judge(const Input& input, const JudgeOptions& options) const {
    std::vector<std::string> lines;
    const auto split = [&](std::string_view text) {
        for (std::size_t begin = 0, end = 0; begin < text.size(); begin = end + 1) {
            end = text.find('\n', begin);
            lines.emplace_back(text.substr(begin, end - begin));
        }
    };
    ZERMELO_CHECK(judge(input, split, options));
    return lines;
}

Result<Explanation> Puzzle::explain(std::string_view input, std::uint64_t game) const {
    ZERMELO_TRY(const Json found, about("input", tell::explain_game(*puzzle_, input, game)));
    const Json& explanation = found.at("explanation");
    std::vector<std::string> summary;
    for (const Json& sentence : explanation.at("summary").elements()) summary.push_back(sentence.string());
    return Explanation{explanation.at("verdict").string(), found.at("text").string(), std::move(summary),
                       found.at("svg").string()};
}

}  // namespace zermelo
