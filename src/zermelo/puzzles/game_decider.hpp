// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "zermelo/puzzles/puzzle.hpp"

namespace zermelo::puzzles {

/// Decides batches game by game: a fast path as far as it goes, the careful reader for what the fast path
/// leaves, and nothing but white space at the end.
class GameDecider : public Decider {
  public:
    /// The puzzle must outlive the decider.
    GameDecider(const Puzzle& puzzle, const Options& options)
        : puzzle_(puzzle), options_(options), solver_(puzzle.solver(options)) {}

    void decide(const Batch& batch, Output& output) final;

  protected:
    /// How far a fast path may go.
    struct Reach {
        std::uint64_t games;       ///< the greatest number of games
        const char* stop;          ///< no game that begins here or later
        const char* readable_end;  ///< bytes may be loaded up to here
    };
    /// Decides as many games within `reach` as are written plainly enough, in order, and moves the reader
    /// past them. Returns how many; it never reports an error and may always return 0.
    virtual std::uint64_t decide_fast(Reader& reader, const Reach& reach, std::string& out);
    /// Reads and decides the next game, number `game` of the input: by default as a value, with the solver.
    virtual Result<void> decide_game(Reader& reader, std::uint64_t game, std::string& out);
    /// Called at the start of each batch.
    virtual void begin_batch(const Batch&) {}

    const Options& options() const { return options_; }
    Solver& solver() { return *solver_; }
    /// The statement's bounds where they are enforced, or null.
    Limits* limits() { return options_.limits ? &limits_ : nullptr; }
    /// Whether a game is only counted, since another one is to be drawn.
    bool passes_over(std::uint64_t game) const { return options_.only_game && *options_.only_game != game; }

  private:
    const Puzzle& puzzle_;
    Options options_;
    std::unique_ptr<Solver> solver_;
    Limits limits_;
};

}  // namespace zermelo::puzzles
