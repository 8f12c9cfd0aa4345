// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "zermelo/error.hpp"
#include "zermelo/export.hpp"
#include "zermelo/position.hpp"
#include "zermelo/value.hpp"
#include "zermelo/variant.hpp"

namespace zermelo::oracle {
class OpenTables;
}

/// Complete tables: the exact value of every position of some material, or its outcome alone.
namespace zermelo {

/// A legal move and what it is worth.
struct MoveValue {
    std::string move;
    /// The value for the side that makes the move, this ply included; empty where no table holds it.
    std::optional<Value> value = std::nullopt;
    /// Whether the move reaches the position's value, as fast as any move; empty where that is not known.
    std::optional<bool> optimal = std::nullopt;
    /// Whether the move reaches the position's outcome; empty where that is not known.
    std::optional<bool> keeps = std::nullopt;
};

/// The tables of some folders, kept open from one question to the next. Any thread may ask.
class ZERMELO_API Tables {
  public:
    /// The tables in `folders`, which `solve` or `zermelo solve` writes to. Nothing is opened yet: tables may
    /// come and go.
    explicit Tables(std::vector<std::string> folders);
    // Copied, not moved: copies ask the same open files.
    Tables(const Tables&) = default;
    Tables& operator=(const Tables&) = default;

    /// The exact value for the side to move; from a table of outcomes alone a win or a loss without its
    /// distance. Empty where no table holds the position. Errors (`ErrorKind::io`, `bad_input`): a table that
    /// cannot be read or is damaged. Cost: about a µs where the place in the table was
    /// asked for lately, else some µs.
    Result<std::optional<Value>> value(const Position& position) const;
    /// Every legal move with its value, the best first. Errors: those of `value`; more than 4,096 moves
    /// (`ErrorKind::bad_input`).
    Result<std::vector<MoveValue>> moves(const Position& position) const;
    /// Best play of both sides to the end of the game; empty where neither side can force a win, and where no
    /// table holds the position, or one on the way has outcomes alone. Errors: those of `moves`.
    Result<std::vector<std::string>> line(const Position& position) const;

    /// The names of the tiers of a variant whose tables are in the folders, such as "KRvK".
    std::vector<std::string> tiers(const Variant& variant) const;

  private:
    std::shared_ptr<oracle::OpenTables> open_;
};

/// Which tables are made, where, and with what.
struct SolveOptions {
    /// The folder for tables. The tables of a variant lie in a folder of its name in it.
    std::string folder;
    /// Solves all tiers of at most this number of men.
    std::optional<unsigned> men{};
    /// Solves these tiers, such as "QRBvQN", and those that they lead to.
    std::vector<std::string> tiers{};
    /// Whether tables of outcomes alone are made, which take about an eighth of the space. Tables that are
    /// there are kept, with distances or without; a run that wants distances puts such in the place of the
    /// others.
    bool outcomes = false;
    /// How many threads work, at most 1,024; one for each processor if 0. The whole process has no more
    /// oneTBB threads than that during the call.
    unsigned threads = 0;
    /// The bytes that tables may take; nine tenths of what is free if empty.
    std::optional<std::uint64_t> memory{};
    /// Ends the call within about a second when a stop is requested; the same call goes on from there later.
    std::stop_token stop{};
    /// Hears how far the work is: each call gets a line for people, without a line end.
    std::function<void(std::string_view line)> report{};
};

/// Solves tiers, verifies their tables and writes them. Tables that are there already are kept. Errors: a
/// variant without tiers, or tiers that it does not have (`ErrorKind::bad_usage`); too little memory or disk;
/// files that cannot be written; somebody asked to stop (`stopped`).
ZERMELO_API Result<void> solve(const Variant& variant, const SolveOptions& options);

}  // namespace zermelo
