// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/tell/judge.hpp"

#include <memory>
#include <new>

#include <fmt/format.h>

#include "zermelo/library/library.hpp"
#include "zermelo/puzzles/registry.hpp"
#include "zermelo/tablebase/table_folder.hpp"

namespace zermelo::tell {

namespace {

using Tables = std::unique_ptr<const puzzles::Tables>;

/// "simplified": those with tables.
std::string solved_puzzles() {
    std::string names;
    for (const puzzles::Puzzle* each : puzzles::all())
        if (each->table_variant()) names += fmt::format("{}{}", names.empty() ? "" : " or ", each->name());
    return names;
}

Result<Tables> open_tables(const puzzles::Puzzle& puzzle, const std::string& path) {
    const auto variant = puzzle.table_variant();
    if (!variant)
        return failure(ErrorKind::bad_usage,
                       fmt::format("tables for {}, expected {}", puzzle.name(), solved_puzzles()));
    ZERMELO_TRY(const auto library, library::Library::open());
    ZERMELO_TRY(const auto rules, library.find_read(std::string{*variant}));
    ZERMELO_TRY(const tablebase::TableFolder folder, tablebase::TableFolder::existing(path, *rules));
    return puzzle.open_tables(folder);
}

}  // namespace

Result<Judged> judge(const puzzles::Puzzle& puzzle, Source& input, const puzzles::Options& options,
                     Sink& output, const Progress& progress, const std::optional<std::string>& tables) {
    puzzles::Options with_tables = options;
    Tables opened;
    if (tables) {
        ZERMELO_TRY(opened, open_tables(puzzle, *tables));
        with_tables.tables = opened.get();
    }
    try {
        ZERMELO_TRY(const std::uint64_t games, judge::run(input, puzzle, with_tables, output, progress));
        if (options.only_game && *options.only_game > games)
            return failure(ErrorKind::bad_usage,
                           fmt::format("there is no game {}, the input has {}", *options.only_game, games));
        return Judged{games, opened ? opened->what_failed() : std::nullopt};
    } catch (const std::bad_alloc&) {
        return failure(ErrorKind::io, "out of memory");
    }
}

}  // namespace zermelo::tell
