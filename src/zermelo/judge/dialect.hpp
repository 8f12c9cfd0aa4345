// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "zermelo/base/isa.hpp"
#include "zermelo/base/result.hpp"
#include "zermelo/base/source.hpp"

namespace zermelo::judge {

/// What is written about each game.
enum class Form {
    verdict,  ///< the judge's own line
    json,     ///< one object a line
    picture,  ///< the board drawn, and the verdict
};

class HuntTables;

struct Options {
    Form form = Form::verdict;
    /// With `Form::picture`: the only game to draw, counted from 1; all games if empty.
    std::optional<std::uint64_t> only_game = std::nullopt;
    /// Enforce the statement's own bounds, as a validator of problem data does.
    bool limits = false;
    /// How many threads work; 0 means one for each processor.
    unsigned threads = 0;
    /// Which code path reads and decides; the answers are the same.
    Isa isa = best_isa();
    /// The most bytes of games that a thread takes up at once; chosen for speed if empty. The output is the
    /// same.
    std::optional<std::size_t> most_of_a_piece = std::nullopt;
    /// Table files of the queen hunt, for long wins; may be null. They must outlive the run.
    const HuntTables* hunt_tables = nullptr;
};

/// Games to decide. Either a run of whole games that was cut out of the input, or all of a mapped input, to
/// be decided a stretch at a time.
struct Batch {
    std::string_view text;
    std::size_t begin = 0;  ///< offset in the text at which the first game, or blank lines before it, begin
    /// The decider may stop before a game that begins at or behind this offset.
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

/// What a batch came to: the lines of all games before the first offence, and the offence.
struct Output {
    std::string text;
    std::optional<Error> error = std::nullopt;
    std::uint64_t games = 0;  ///< decided
    std::size_t end = 0;      ///< offset in the batch's text behind the last of them
};

/// The first line of a game tells how many lines there are.
struct Shape {
    std::uint64_t lines = 0;  ///< lines with something on them, the first included
    std::uint64_t load = 0;   ///< what the game adds to a bound on the sum over the input
};

/// Decides the games of batches, one batch after the other; every thread has its own.
class Decider {
  public:
    virtual ~Decider() = default;
    /// Appends to `output.text` what the games of `batch` come to, in order, up to the first offence.
    /// It offends too if anything but white space follows the batch's last game.
    virtual void decide(const Batch& batch, Output& output) = 0;
};

/// A judge's input and output format. Input is a line with the number of games, then the games; each
/// takes a number of lines that its first line tells. Records stand on lines; blank lines count for nothing.
class Dialect {
  public:
    virtual ~Dialect() = default;
    /// As on the command line: `cstate2`.
    virtual std::string_view name() const = 0;
    /// The statement's bound on the number of games, which `Options::limits` enforces.
    virtual std::uint64_t most_games() const = 0;
    /// How many lines each game has, if that is the same for all; 0 if its first line tells.
    virtual std::uint64_t fixed_lines() const { return 0; }
    /// The shape that the game's first line tells. Nothing if the line offends; then `Decider::decide`
    /// finds the offence in that line. Precondition: the line is not blank.
    virtual std::optional<Shape> shape(std::string_view first_line) const = 0;
    /// Whether a line looks like the first of a game, given the line before it that is not blank. A guess
    /// that is right for games written as the format says lets threads start in the middle of an input;
    /// false, always, if a line does not show it.
    virtual bool begins_game(std::string_view previous, std::string_view line) const {
        static_cast<void>(previous), static_cast<void>(line);
        return false;
    }
    virtual std::unique_ptr<Decider> decider(const Options& options) const = 0;
};

/// All dialects. They live as long as the program.
std::span<const Dialect* const> dialects();

/// The dialect called `name`, or nothing.
const Dialect* find_dialect(std::string_view name);

}  // namespace zermelo::judge
