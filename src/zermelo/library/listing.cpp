// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/library/listing.hpp"

#include <algorithm>
#include <charconv>
#include <set>
#include <string_view>

#include <fmt/format.h>

#include "zermelo/base/nearest.hpp"
#include "zermelo/base/quoted.hpp"
#include "zermelo/library/shipped.hpp"

namespace zermelo::library {

namespace {

struct BoardSize {
    unsigned files = 0;
    unsigned ranks = 0;
};

/// "5x6", files first. Errors: anything else.
Result<std::optional<BoardSize>> board_size(const std::optional<std::string>& text) {
    if (!text) return std::nullopt;
    BoardSize size;
    const char* const last = text->data() + text->size();
    const auto files = std::from_chars(text->data(), last, size.files);
    if (files.ec == std::errc{} && files.ptr != last && *files.ptr == 'x') {
        const auto ranks = std::from_chars(files.ptr + 1, last, size.ranks);
        if (ranks.ec == std::errc{} && ranks.ptr == last) return size;
    }
    return failure(ErrorKind::bad_usage,
                   fmt::format("{} is no size of a board, expected files x ranks, as 5x6",
                               quoted(*text, 40, Unprintable::hex)));
}

/// The names of those that may be listed, as far as they say it without being read.
Result<std::vector<std::string>> listed_names(const Library& library, const RulesList& which) {
    std::vector<std::string> names = library.names();
    if (which.solved)
        std::erase_if(names, [](const std::string& name) { return solved_start(name) == nullptr; });
    if (!which.family) return names;
    const std::vector<std::string> families = shipped_families();
    if (std::find(families.begin(), families.end(), *which.family) == families.end())
        return failure(ErrorKind::bad_usage,
                       fmt::format("no family {}{}", quoted(*which.family, 40, Unprintable::hex),
                                   expected_one_of(*which.family, families)));
    std::set<std::string_view> members;
    for (const ShippedSection& section : shipped_sections())
        if (section.family == *which.family) members.insert(section.name);
    std::erase_if(names, [&](const std::string& name) { return !members.contains(name); });
    return names;
}

}  // namespace

Result<std::vector<const rules::Rules*>> listed_rules(const Library& library, const RulesList& which) {
    ZERMELO_TRY(const auto size, board_size(which.size));
    ZERMELO_TRY(const auto names, listed_names(library, which));
    std::vector<const rules::Rules*> listed;
    for (const std::string& name : names) {
        ZERMELO_TRY(const rules::Rules* const rules, library.known(name));
        if (size && (rules->files != size->files || rules->ranks != size->ranks)) continue;
        if (!which.solved || solved_start_of(*rules) != nullptr) listed.push_back(rules);
    }
    return listed;
}

Result<std::vector<std::string>> listed_variants(const Library& library, const RulesList& which) {
    if (!which.family && !which.size && !which.solved) return library.names();
    ZERMELO_TRY(const auto listed, listed_rules(library, which));
    std::vector<std::string> names;
    for (const rules::Rules* const rules : listed) names.push_back(rules->name);
    return names;
}

}  // namespace zermelo::library
