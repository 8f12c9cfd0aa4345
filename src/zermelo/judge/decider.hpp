// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>

#include "zermelo/judge/dialect.hpp"
#include "zermelo/judge/reader.hpp"

namespace zermelo::judge {

/// What every dialect's decider does alike: game after game, the fast path as far as it goes, the careful
/// reader for what the fast path leaves, and nothing but white space at the end.
class GameDecider : public Decider {
  public:
    void decide(const Batch& batch, Output& output) final;

  protected:
    /// How far a fast path may go.
    struct Reach {
        std::uint64_t games;       ///< at most so many
        const char* stop;          ///< none that begins here or behind
        const char* readable_end;  ///< bytes may be loaded up to here
    };
    /// Decides as many games within `reach` as are written plainly enough, in order, and moves the reader
    /// behind them. Returns how many; it never reports an offence and may always return 0.
    virtual std::uint64_t decide_fast(Reader& reader, const Reach& reach, std::string& out) = 0;
    /// Reads and decides the next game, number `game` of the input.
    virtual Result<void> decide_game(Reader& reader, std::uint64_t game, std::string& out) = 0;
    /// Called at the start of each batch, for deciders that sum up over the input.
    virtual void begin_batch(const Batch&) {}
};

}  // namespace zermelo::judge
