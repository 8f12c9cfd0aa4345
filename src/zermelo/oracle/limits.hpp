// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <stop_token>
#include <string>

#include "zermelo/base/result.hpp"
#include "zermelo/plies.hpp"
#include "zermelo/search/budget.hpp"

/// How much a question may cost, as users say it.
namespace zermelo::oracle {

/// More plies than anybody could count or prove. It is small enough that the searches, which go down a ply a
/// call, need less than a stack of 1 MiB on boards of every size.
inline constexpr Plies max_plies{250};

/// That a search is asked to go no deeper than `max_plies`. Errors (`ErrorKind::bad_usage`): it is.
Result<void> check_limit(std::optional<Plies> limit);

/// A position with more legal moves than this is refused where all of them are to be listed: a FEN is written
/// for each. Chess has at most 218.
inline constexpr std::size_t max_moves_listed = 4096;

/// Errors (bad_input, input "FEN"): more legal moves than `max_moves_listed`.
Result<void> check_move_count(std::uint64_t count);

/// What a user says of limits, as a search takes it.
search::Limits limits_of(std::optional<std::chrono::duration<double>> time,
                         std::optional<std::uint64_t> nodes, std::stop_token stop);
/// The limit that ended a search, in a word; nothing: none did.
std::string name_of_limit(std::optional<search::Stop> stop);

}  // namespace zermelo::oracle
