// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "zermelo/base/json.hpp"
#include "zermelo/base/random.hpp"
#include "zermelo/base/result.hpp"
#include "zermelo/puzzles/decider.hpp"
#include "zermelo/puzzles/family.hpp"
#include "zermelo/puzzles/game.hpp"
#include "zermelo/puzzles/reader.hpp"

namespace zermelo::tablebase {
class TableFolder;
}

/// What a judged puzzle offers. Everything that judges, explains, generates, validates, checks and stresses
/// sees a puzzle through this alone; what there is of one lies in its folder.
namespace zermelo::puzzles {

struct Explanation;

/// The puzzle in words, as `zermelo games` shows it.
struct Description {
    std::string_view name;    ///< as on the command line: `cstate2`
    std::string_view source;  ///< the problem that it comes from
    std::string_view question;
    std::string_view rules;   ///< several lines
    std::string_view format;  ///< the format of the input, several lines
};

/// What the first line of a game says of the whole.
struct Shape {
    std::uint64_t lines = 0;  ///< lines with something on them, the first included
    std::uint64_t load = 0;   ///< what the game adds to a bound on the sum over the input
};

/// The statement's own bounds, held while one game after the other is read.
struct Limits {
    std::uint64_t load = 0;  ///< what the games read so far add up to
};

/// How far some words are a verdict of the puzzle, right or wrong.
enum class VerdictMatch { none, beginning, whole };

/// How large a game is, compared number by number: first how many pieces or marks it has and how far it
/// reaches (a bound, a board's side), in the puzzle's own order, at last where things stand.
using Size = std::array<std::uint64_t, 7>;

/// One of the first two numbers of a `Size`, as users know it.
struct Measure {
    std::string_view name{};  ///< "men", as in `--max-men`; empty: nobody chooses it
    std::uint64_t least = 0;  ///< that any game has
};
using Measures = std::array<Measure, 2>;

/// What a random game may have.
struct GameBounds {
    static constexpr std::uint64_t any = ~std::uint64_t{0};
    std::uint64_t load = 0;  ///< what the games drawn before it add to the sum that the statement bounds
    /// The most of each of the puzzle's `measures`; no less than its least.
    std::array<std::uint64_t, 2> most{any, any};
};

/// Decides games for one thread; it may keep what it learns from one game to the next. Errors of all calls:
/// those of the puzzle's algorithms; a game that was read gives none of them where its puzzle says no other.
class Solver {
  public:
    virtual ~Solver() = default;
    /// The judge's line, without its end.
    virtual Result<std::string> verdict(const Game& game) = 0;
    /// The members of `judge --json`, the verdict first.
    virtual Result<Json> members(const Game& game) = 0;
    /// The board drawn as text and the verdict beside it: `judge --draw`.
    virtual Result<std::string> picture(const Game& game) = 0;
    /// The reason of the verdict: `explain`. Cost: that of the verdict and some more.
    virtual Result<Explanation> explain(const Game& game) = 0;
};

/// A judged puzzle. Its input is a line with the number of games, then the games; each takes a number of
/// lines that is fixed or that its first line says. Records stand on lines. Between games blank lines count
/// for nothing; inside a game one is an error.
///
/// Required: what has no body here. The rest has a default that serves small puzzles; what it costs is said.
/// Precondition of all calls with a game: it is the puzzle's own.
class Puzzle {
  public:
    virtual ~Puzzle() = default;

    virtual const Description& description() const = 0;
    std::string_view name() const { return description().name; }

    // Games as text.

    /// The statement's bound on the number of games, which `Options::limits` enforces.
    virtual std::uint64_t max_games() const = 0;
    /// How many lines each game has, if that is the same for all; 0 if its first line says.
    virtual std::uint64_t fixed_lines() const { return 0; }
    /// What the game's first line says. Nothing if there is an error in the line; then `read` finds it there.
    /// Preconditions: the line is not blank and comes without its end; blanks may stand around its words.
    virtual std::optional<Shape> shape(std::string_view first_line) const = 0;
    /// Whether a line looks like the first of a game, given the one before it; lines are as for `shape`. A
    /// guess that is right for games written as the format says lets threads start in the middle of an input.
    /// The default guesses nothing: a mapped input is scanned for its lines before threads begin.
    virtual bool begins_game(std::string_view previous, std::string_view line) const;
    /// Whether the statement's example has a blank line after each game.
    virtual bool blank_line_after_game() const { return false; }
    /// Reads the next game with care, blank lines before it included: the only judge of what is wrong.
    /// `limits`: enforces the statement's bounds and adds what the game counts; may be null. Errors
    /// (`ErrorKind::bad_input`): the first one of the game, with its place.
    virtual Result<Game> read(Reader& reader, Limits* limits) const = 0;
    /// Appends the game as the statement writes it, a blank line after it included.
    virtual void write(const Game& game, std::string& out) const = 0;

    // Deciding.

    /// `options.isa`, `options.threads` and `options.tables` matter.
    virtual std::unique_ptr<Solver> solver(const Options& options) const = 0;
    /// The default reads each game with care and asks a solver.
    virtual std::unique_ptr<Decider> decider(const Options& options) const;
    /// The variant whose solved tables hold this puzzle's positions, if there is one.
    virtual std::optional<std::string_view> table_variant() const { return std::nullopt; }
    /// The tables of a folder of that variant. Errors: those of reading them; no tables of this puzzle.
    virtual Result<std::unique_ptr<const Tables>> open_tables(const tablebase::TableFolder& folder) const;

    // What other programs print.

    /// Words have one space between them.
    virtual VerdictMatch match_verdict(std::string_view words) const = 0;
    /// The verdicts that there are, in words: "YES or NO".
    virtual std::string_view verdicts() const = 0;

    // Games to try programs with.

    /// A game within the statement's bounds, few pieces as often as many, hard by construction.
    /// Cost: O(size).
    virtual Game random_game(Random& random, const GameBounds& bounds) const = 0;
    /// What `random_game` keeps to of `GameBounds::most`. By default nothing: then users cannot choose sizes,
    /// and the games that a program is tried with first are as large as those that come later.
    virtual Measures measures() const { return {}; }
    /// What a game adds to that sum.
    virtual std::uint64_t load(const Game& game) const;
    /// The statement's bound on that sum.
    virtual std::uint64_t max_load() const { return ~std::uint64_t{0}; }
    /// Families of generated games, in the order in which they are listed; they live as long as the program.
    virtual std::span<const Family> families() const { return {}; }
    /// Whether the requirements make sense for the puzzle at all. Errors: `ErrorKind::bad_usage`.
    virtual Result<void> check(const Requirements& requirements) const;

    // Shrinking.

    virtual Size size(const Game& game) const = 0;
    /// Games one step smaller than this one by `size`, all within the rules and the statement's bounds, the
    /// largest steps first.
    virtual std::vector<Game> smaller(const Game& game) const = 0;
    /// Shows `visit` every game within the statement's bounds, each once, in the order of `size`, until it
    /// returns false; false then. The default shows none: without it nobody can say that no smaller game
    /// fails. Cost: O(size) a game.
    virtual bool each_by_size(const std::function<bool(Game)>& visit) const;
};

}  // namespace zermelo::puzzles
