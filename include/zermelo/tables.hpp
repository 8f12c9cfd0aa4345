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

namespace zermelo::app {
class OpenTables;
}

/// Complete tables: the exact value of every position of some material.
namespace zermelo {

/// A legal move and what it is worth.
struct MoveValue {
    std::string move;
    /// For who makes the move, this ply included; nothing where no table holds it.
    std::optional<Value> value = std::nullopt;
    std::optional<bool> optimal = std::nullopt;  ///< it reaches the position's value as fast as any
    std::optional<bool> keeps = std::nullopt;    ///< it reaches the position's outcome
};

/// The tables of some folders, kept open from one question to the next. Any thread may ask.
class ZERMELO_API Tables {
  public:
    /// `folders`: as `solve` and `zermelo solve` write to. Nothing is opened yet: tables may come and go.
    explicit Tables(std::vector<std::string> folders);
    // Copied, not moved: copies ask the same open files.
    Tables(const Tables&) = default;
    Tables& operator=(const Tables&) = default;

    /// The exact value for the side to move; nothing where no table holds it. Errors (`ErrorKind::io`,
    /// `bad_input`): a table that cannot be read or is damaged. Cost: some µs.
    Result<std::optional<Value>> value(const Position& position) const;
    /// Every legal move, the best first. Errors: as `value`; more than 4,096 moves (`ErrorKind::bad_input`).
    Result<std::vector<MoveValue>> moves(const Position& position) const;
    /// Best play of both sides to the end; empty where nobody can force it, and where no table holds the
    /// position. Errors: as `moves`.
    Result<std::vector<std::string>> line(const Position& position) const;

    /// The names of the tiers that are there, "KRvK".
    std::vector<std::string> tiers(const Variant& variant) const;

  private:
    std::shared_ptr<app::OpenTables> open_;
};

struct SolveOptions {
    std::string folder;                ///< a variant's tables lie in a folder of its name in it
    std::optional<unsigned> men{};     ///< all tiers of at most so many men
    std::vector<std::string> tiers{};  ///< these, "QRBvQN", and what they lead to
    unsigned threads =
        0;  ///< all processors if 0, at most 1,024; the whole process has no more oneTBB threads meanwhile
    std::optional<std::uint64_t>
        memory{};            ///< bytes that tables may take; nine tenths of what is free if absent
    std::stop_token stop{};  ///< ends it within about a second; the same call goes on later
    std::function<void(std::string_view line)> report{};  ///< how far it is, a line for people at a time
};

/// Solves, verifies and writes tables. What is there already is kept. Errors: a variant without tiers, or
/// tiers that it does not have (`ErrorKind::bad_usage`); too little memory or disk; files that cannot be
/// written; somebody asked to stop (`stopped`).
ZERMELO_API Result<void> solve(const Variant& variant, const SolveOptions& options);

}  // namespace zermelo
