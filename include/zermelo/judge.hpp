// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "zermelo/error.hpp"
#include "zermelo/export.hpp"

namespace zermelo::puzzles {
class Puzzle;
}

/// The judged puzzles: verdicts at the speed at which their input can be read, and the reasons of them.
namespace zermelo {

/// Where a judge's input comes from.
struct Input {
    /// A file; "-" is standard input.
    static Input file(std::string path) { return {std::move(path), true}; }
    static Input text(std::string text) { return {std::move(text), false}; }

    std::string words;  ///< the path, or the text itself
    bool is_file = false;
};

struct JudgeOptions {
    bool json = false;     ///< a JSON object a game and line, as docs/json.md has it, instead of its verdict
    bool limits = false;   ///< enforce the problem statement's own bounds
    unsigned threads = 0;  ///< all processors if 0, at most 1,024
    std::optional<std::string> tables{};  ///< a folder, for games that need long searches
    std::stop_token stop{};
};

/// The reason of a verdict.
struct Explanation {
    std::string verdict;
    std::string text;                  ///< the picture as text, the reason and all details
    std::vector<std::string> summary;  ///< the reason in a sentence or a few
    std::string svg;
};

/// A puzzle whose games are judged. A reference to what is never gone: copies are cheap.
class ZERMELO_API Puzzle {
  public:
    /// Errors (`ErrorKind::bad_usage`): there is none of that name; the message has those that there are.
    static Result<Puzzle> named(std::string_view name);
    static std::vector<std::string> names();

    std::string name() const;
    std::string question() const;
    /// Several lines each.
    std::string rules() const;
    std::string input_format() const;

    /// Decides all games and hands the lines on in their order, some at a time, from one thread at a time.
    /// Returns the number of games. Errors: the first thing that is wrong, with its place; all lines before
    /// it have been handed on; somebody asked to stop (`ErrorKind::stopped`). Memory: some megabytes,
    /// whatever the input's size.
    Result<std::uint64_t> judge(const Input& input, const std::function<void(std::string_view lines)>& output,
                                const JudgeOptions& options = {}) const;
    /// The lines themselves.
    Result<std::vector<std::string>> judge(const Input& input, const JudgeOptions& options = {}) const;

    /// The reason of the verdict of one game of an input, counted from 1. Errors: there is no such game
    /// (`ErrorKind::bad_usage`); the first thing that is wrong with the input.
    Result<Explanation> explain(std::string_view input, std::uint64_t game = 1) const;

  private:
    explicit Puzzle(const puzzles::Puzzle* puzzle) : puzzle_(puzzle) {}
    const puzzles::Puzzle* puzzle_;
};

}  // namespace zermelo
