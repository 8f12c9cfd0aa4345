// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/app/judge.hpp"

#include <new>

#include <fmt/format.h>

#include "zermelo/app/games.hpp"

namespace zermelo::app {

Result<std::uint64_t> judge(const std::string& game, Source& input, const judge::Options& options,
                            Sink& output, const judge::Progress& progress) {
    const judge::Dialect* dialect = judge::find_dialect(game);
    if (dialect == nullptr) {
        std::string known;
        for (const Game& each : games()) known += fmt::format("{}{}", known.empty() ? "" : ", ", each.name);
        return failure(ErrorKind::bad_usage,
                       fmt::format("unknown game '{}', expected one of {}", game, known));
    }
    try {
        auto decided = judge::run(input, *dialect, options, output, progress);
        if (decided && options.only_game && *options.only_game > *decided) {
            return failure(ErrorKind::bad_usage, fmt::format("there is no game {}, the input has {}",
                                                             *options.only_game, *decided));
        }
        return decided;
    } catch (const std::bad_alloc&) {
        return failure(ErrorKind::io, "out of memory");
    }
}

}  // namespace zermelo::app
