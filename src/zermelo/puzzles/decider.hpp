// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>

#include "zermelo/base/isa.hpp"
#include "zermelo/base/result.hpp"
#include "zermelo/base/source.hpp"

namespace zermelo::puzzles {

/// What is written about each game.
enum class AnswerFormat {
    verdict,  ///< the judge's own line
    json,     ///< one object a line
    picture,  ///< the board drawn, and the verdict
};

/// Solved positions that a puzzle looks up instead of searching (`Puzzle::open_tables`).
class Tables {
  public:
    virtual ~Tables() = default;
    /// Why the first of them that cannot be read cannot, if one was met: what it holds is searched for.
    virtual std::optional<Error> what_failed() const = 0;
};

/// How games are judged.
struct Options {
    AnswerFormat format = AnswerFormat::verdict;
    /// With `AnswerFormat::picture`: the only game to draw, counted from 1; all games if empty.
    std::optional<std::uint64_t> only_game = std::nullopt;
    /// Enforce the statement's own bounds, as a validator of problem data does.
    bool limits = false;
    /// How many threads work; 0 means one for each processor.
    unsigned threads = 0;
    /// Which code path reads and decides; the answers are the same.
    Isa isa = best_isa();
    /// The most bytes of games that a thread takes up at once; chosen for speed if empty. The output is the
    /// same.
    std::optional<std::size_t> max_of_a_chunk = std::nullopt;
    /// Somebody's request to end: a game that would take long to decide is an error then.
    std::stop_token stop = {};
    /// Tables of the same puzzle, which must outlive the run; may be null.
    const Tables* tables = nullptr;
};

/// Games to decide. Either a run of whole games that was cut out of the input, or all of a mapped input, to
/// be decided a chunk at a time.
struct Batch {
    std::string_view text;
    std::size_t begin = 0;  ///< offset in the text at which the first game, or blank lines before it, begin
    /// The decider may stop before a game that begins at or after this offset.
    std::size_t enough = std::string_view::npos;
    /// Bytes may be read (not used) up to here, beyond the text's end: fast paths load whole vectors.
    const char* readable_end = nullptr;
    Location first = {};           ///< where in the input the text begins
    std::uint64_t first_game = 1;  ///< number of the first game in it
    std::uint64_t games = 0;       ///< how many games it holds
    std::uint64_t load = 0;        ///< what `Shape::load` of all earlier games adds up to
    /// What the text is mapped from, if it is; parts that are done with may be given back to it.
    const Source* source = nullptr;
};

/// What a batch came to: the lines of all games before the first error, and the error.
struct Output {
    std::string text;
    std::optional<Error> error = std::nullopt;
    std::uint64_t games = 0;  ///< decided
    std::size_t end = 0;      ///< offset in the batch's text after the last of them
};

/// Decides the games of batches, one batch after the other; every thread has its own.
class Decider {
  public:
    virtual ~Decider() = default;
    /// Appends to `output.text` what the games of `batch` come to, in order, up to the first error.
    /// Anything but white space after the batch's last game is an error, too.
    virtual void decide(const Batch& batch, Output& output) = 0;
};

}  // namespace zermelo::puzzles
