// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/app/judge.hpp"

#include <new>

#include <fmt/format.h>

#include "zermelo/app/games.hpp"
#include "zermelo/app/library.hpp"
#include "zermelo/judge/hunt_tables.hpp"
#include "zermelo/puzzles/queen_hunt/hunt_family.hpp"
#include "zermelo/tablebase/table_folder.hpp"

namespace zermelo::app {

namespace {

Result<judge::HuntTables> open_tables(const std::string& path) {
    const auto library = Library::open();
    if (!library) return tl::make_unexpected(library.error());
    const auto rules = library->find_read("simplified");
    if (!rules) return tl::make_unexpected(rules.error());
    const tablebase::TableFolder folder{path, **rules};
    const auto names = folder.tiers();
    if (!names) return tl::make_unexpected(names.error());
    const queen_hunt::HuntFamily family;
    judge::HuntTables tables;
    for (const std::string& name : *names) {
        auto file = folder.open(name);
        if (!file) return tl::make_unexpected(file.error());
        const auto id = family.parse(name);
        if (!id) return tl::make_unexpected(id.error());
        if (const auto added = tables.add(*id, *std::move(file)); !added)
            return tl::make_unexpected(added.error());
    }
    return tables;
}

}  // namespace

Result<std::uint64_t> judge(const std::string& game, Source& input, const judge::Options& options,
                            Sink& output, const judge::Progress& progress,
                            const std::optional<std::string>& tables) {
    judge::Options with_tables = options;
    Result<judge::HuntTables> opened;
    if (tables) {
        if (game != "simplified")
            return failure(ErrorKind::bad_usage,
                           fmt::format("tables for {}, expected simplified with --tables", game));
        opened = open_tables(*tables);
        if (!opened) return tl::make_unexpected(opened.error());
        with_tables.hunt_tables = &*opened;
    }
    const auto dialect = find_game(game);
    if (!dialect) return tl::make_unexpected(dialect.error());
    try {
        auto decided = judge::run(input, **dialect, with_tables, output, progress);
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
