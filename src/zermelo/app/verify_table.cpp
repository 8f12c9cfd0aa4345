// SPDX-License-Identifier: GPL-3.0-or-later
#include <filesystem>
#include <variant>

#include <fmt/format.h>

#include "zermelo/app/probe.hpp"
#include "zermelo/base/json.hpp"
#include "zermelo/base/machine.hpp"
#include "zermelo/puzzles/tier_kernels.hpp"
#include "zermelo/tablebase/table_folder.hpp"
#include "zermelo/tablebase/verify_file.hpp"

namespace zermelo::app {

bool is_table(const std::string& path) { return tablebase::file::is_table(path); }

Result<std::string> verify_table(Library& library, const std::string& path, Form form) {
    // Where the folder is called as a variant is, the file is called as its tier.
    const std::string folder = std::filesystem::absolute(path).parent_path().filename().string();
    ZERMELO_TRY(const tablebase::file::File file,
                tablebase::file::File::open(
                    path, library.find_read(folder) ? tablebase::repair_words(path) : std::string{}));
    ZERMELO_TRY(const rules::Rules* const rules, library.find_read(file.header().variant));
    ZERMELO_TRY(const engine::AnyGameAt at, position_of(*rules, std::nullopt));
    const auto verified = std::visit(
        [&](const auto& start) {
            const auto graph = tablebase::tier_graph(start.game, puzzles::tier_kernels());
            return tablebase::verify_file(*graph, *rules, file);
        },
        at);
    ZERMELO_TRY(const std::uint64_t positions, verified);
    if (form == Form::json) {
        Json object = json_object("table");
        object["file"] = path;
        object["variant"] = rules->name;
        object["tier"] = file.header().tier;
        object["position_count"] = positions;
        object["checksum"] = fmt::format("{:016x}", file.checksum());
        return json_line(object);
    }
    return fmt::format("{} of {}: {} positions, every one follows from its successors; checksum {:016x}\n",
                       file.header().tier, rules->name, grouped(positions), file.checksum());
}

}  // namespace zermelo::app
