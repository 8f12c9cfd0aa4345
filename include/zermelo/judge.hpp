// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <functional>
#include <iosfwd>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "zermelo/error.hpp"
#include "zermelo/export.hpp"

namespace zermelo::puzzles {
class Puzzle;
}

/// The judged puzzles: verdicts, at the speed at which their input can be read, and their reasons.
namespace zermelo {

/// Where a judge's input comes from.
struct Input {
    /// Input from a file; the path "-" is standard input.
    static Input file(std::string path) { return {std::move(path), true}; }
    /// Input that is at hand as a text.
    static Input text(std::string text) { return {std::move(text), false}; }
    /// Input that a stream gives, from where it stands to its end, while it comes: it need not be there as a
    /// whole, and it is read by one thread at a time, not always the caller's. `name` is what errors call it.
    /// What the stream throws comes through.
    static Input stream(std::istream& stream, std::string name = "input") {
        return {std::move(name), false, &stream};
    }

    std::string words;               ///< the path, the text itself, or the stream's name
    bool is_file = false;            ///< whether `words` is a path
    std::istream* source = nullptr;  ///< the stream, which must outlive the call; null: there is none
};

struct JudgeOptions {
    /// Whether each game's line is a JSON object, as docs/json.md has it, instead of the verdict.
    bool json = false;
    bool limits = false;   ///< whether the problem statement's own bounds are enforced
    unsigned threads = 0;  ///< how many threads work, at most 1,024; one for each processor if 0
    /// A folder of tables, for games that need long searches. One that cannot be read is done without.
    std::optional<std::string> tables{};
    std::stop_token stop{};  ///< ends the call when a stop is requested
};

/// The reason of a verdict.
struct Explanation {
    std::string verdict;
    std::string text;                  ///< the picture as text, the reason and all details
    std::vector<std::string> summary;  ///< the reason in one sentence or a few
    std::string svg;                   ///< the picture as an SVG document
};

/// A puzzle whose games are judged. It refers to data that lives as long as the program: copies are cheap.
class ZERMELO_API Puzzle {
  public:
    /// The puzzle of a name. Errors (`ErrorKind::bad_usage`): no puzzle has that name; the message lists the
    /// names that there are.
    static Result<Puzzle> named(std::string_view name);
    static std::vector<std::string> names();

    std::string name() const;
    /// What is asked about each game, in a sentence.
    std::string question() const;
    /// The rules in words, several lines.
    std::string rules() const;
    /// The input format in words, several lines.
    std::string input_format() const;

    /// Decides all games and hands the lines to `output` in their order, some at a time, from one thread at a
    /// time. Returns the number of games. Errors: the first thing that is wrong with the input, with its
    /// place, after all lines before it were handed on; more than 1,024 threads (`ErrorKind::bad_usage`);
    /// somebody asked to stop (`ErrorKind::stopped`). Memory: some megabytes, whatever the input's size.
    Result<std::uint64_t> judge(const Input& input, const std::function<void(std::string_view lines)>& output,
                                const JudgeOptions& options = {}) const;
    /// The same, but returns the lines, one an element, without line ends.
    Result<std::vector<std::string>> judge(const Input& input, const JudgeOptions& options = {}) const;

    /// The reason of the verdict of one game of an input; games count from 1. Errors: there is no such game
    /// (`ErrorKind::bad_usage`); the first thing that is wrong with the input.
    Result<Explanation> explain(std::string_view input, std::uint64_t game = 1) const;

  private:
    explicit Puzzle(const puzzles::Puzzle* puzzle) : puzzle_(puzzle) {}
    const puzzles::Puzzle* puzzle_;
};

}  // namespace zermelo
