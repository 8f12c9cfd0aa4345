// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/tell/verify_table.hpp"

#include <filesystem>

#include <fmt/format.h>

#include "zermelo/base/json.hpp"
#include "zermelo/base/quoted.hpp"
#include "zermelo/base/size_text.hpp"
#include "zermelo/puzzles/tier_kernels.hpp"
#include "zermelo/tablebase/table_folder.hpp"
#include "zermelo/tablebase/verify_file.hpp"

namespace zermelo::tell {

bool is_table(const std::string& path) { return tablebase::file::is_table(path); }

namespace {

using TableFile = tablebase::file::File;

/// How a table is made anew that lies at `path`, for a message. A damaged file may still say in its header
/// what it is; else its place does, `DIR/VARIANT/TIER.zt`, where its folder is called as a variant is.
std::string repair_words(const library::Library& library, const std::string& path, const TableFile* file) {
    const std::filesystem::path place = std::filesystem::absolute(path).lexically_normal();
    const std::string folder = place.parent_path().filename().string();
    const std::string variant = file != nullptr ? file->header().variant : folder;
    const std::string tier = file != nullptr ? file->header().tier : place.stem().string();
    const auto known = library.find_read(variant);
    if (file == nullptr && !known)
        return "`zermelo solve VARIANT --tiers TIER --tables DIR` makes it anew, as DIR/VARIANT/TIER.zt";
    const std::string named =
        known ? library.shell_words(**known) : "--variant-path FILE " + shell_word(variant);
    if (folder == variant && place.stem() == tier)
        return tablebase::solve_words(named, tier, std::filesystem::path{path}.parent_path().string()) +
               " makes it anew";
    return fmt::format("`zermelo solve {} --tiers {} --tables DIR` makes it anew, as DIR/{}/{}.zt", named,
                       tier, variant, tier);
}

Result<TableFile> open_table(const library::Library& library, const std::string& path) {
    const auto file = TableFile::open(path);
    return TableFile::open(path, repair_words(library, path, file ? &*file : nullptr));
}

}  // namespace

Result<std::string> verify_table(library::Library& library, const std::string& path, OutputFormat format,
                                 const Progress& progress) {
    ZERMELO_TRY(const TableFile file, open_table(library, path));
    const auto known = library.find_read(file.header().variant);
    if (!known) {
        ZERMELO_CHECK(file.check());  // what is damaged is that, whatever its rules are
        if (known.error().where) return tl::make_unexpected(known.error());  // a place in its rules file
        return failure(known.error().kind, known.error().message + ", expected the file of its rules, too");
    }
    const rules::Rules* const rules = *known;
    ZERMELO_TRY(const engine::AnyGameAt at, library::position_of(*rules, std::nullopt));
    ZERMELO_TRY(const std::uint64_t positions, tablebase::verify_file(*puzzles::tier_graph(at), *rules, file,
                                                                      library.shell_words(*rules), progress));
    if (format == OutputFormat::json) {
        Json object = json_object("table");
        object["file"] = path;
        object["variant"] = rules->name;
        object["tier"] = file.header().tier;
        object["position_count"] = positions;
        object["checksum"] = fmt::format("{:016x}", file.checksum());
        return json_line(object);
    }
    return fmt::format("{} of {}: {} positions, {}; checksum {:016x}\n", file.header().tier, rules->name,
                       grouped(positions),
                       file.outcomes_alone()
                           ? "each outcome follows from those of its successors, which is no proof of a win"
                           : "every one follows from its successors",
                       file.checksum());
}

}  // namespace zermelo::tell
