// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

#include "zermelo/base/progress.hpp"
#include "zermelo/base/sink.hpp"
#include "zermelo/base/source.hpp"
#include "zermelo/puzzles/puzzle.hpp"

namespace zermelo::judge {

/// Decides a whole input: verdicts go to `sink` in the order of the games, while it reads.
///
/// The first error ends the run: what all earlier games came to has been written when it returns the
/// error (`ErrorKind::bad_input` with its place; `ErrorKind::io` where reading or writing failed).
/// Returns the number of games decided. Memory: some chunks of input a thread, at most 16 MiB of them while a
/// slow game holds up those after it, unless one game is larger; mapped files may be larger than memory. The
/// output is the same for every number of threads. `progress`: in bytes.
Result<std::uint64_t> run(Source& source, const puzzles::Puzzle& puzzle, const puzzles::Options& options,
                          Sink& sink, const Progress& progress = {});

}  // namespace zermelo::judge
