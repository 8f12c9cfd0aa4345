// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/rules/ini.hpp"

#include <algorithm>
#include <cstdint>
#include <set>
#include <string>
#include <utility>

namespace zermelo::rules {
namespace {

bool is_blank(char c) { return c == ' ' || c == '\t'; }

IniText trimmed(IniText text) {
    std::size_t begin = 0;
    std::size_t end = text.text.size();
    while (begin < end && is_blank(text.text[begin])) ++begin;
    while (end > begin && is_blank(text.text[end - 1])) --end;
    return text.part(begin, end - begin);
}

/// Names of variants are letters, digits and a few signs, so that they can stand on a command line.
std::size_t name_length(std::string_view text) {
    std::size_t length = 0;
    for (; length < text.size(); ++length) {
        const char c = text[length];
        const bool allowed = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
                             c == '-' || c == '_' || c == '+' || c == '.';
        if (!allowed) break;
    }
    return length;
}

Result<IniText> variant_name(const IniText& text) {
    if (text.text.empty()) return error_at(text.where, "no name, expected one like [chess] or [mine:chess]");
    const std::size_t length = name_length(text.text);
    if (length < text.text.size())
        return error_at(text.at(length), quoted(text.text.substr(length, 1)) +
                                             " in a variant's name, expected letters, digits, - _ + or .");
    return text;
}

Result<IniSection> header(const IniText& line) {
    const std::size_t close = line.text.find(']');
    if (close == std::string_view::npos)
        return error_at(line.at(line.text.size()), "the section's name does not end, expected ']'");
    if (close + 1 < line.text.size())
        return error_at(trimmed(line.part(close + 1)).where,
                        "text behind the section's name, expected the line to end at ']'");
    const IniText inside = line.part(1, close - 1);
    const std::size_t colon = inside.text.find(':');
    IniSection section;
    ZERMELO_TRY(const auto name, variant_name(trimmed(inside.part(0, colon))));
    section.name = name;
    if (colon != std::string_view::npos) {
        ZERMELO_TRY(const auto parent, variant_name(trimmed(inside.part(colon + 1))));
        section.parent = parent;
    }
    return section;
}

}  // namespace

const IniEntry* IniSection::find(std::string_view key) const {
    for (const IniEntry& entry : entries)
        if (entry.key.text == key) return &entry;
    return nullptr;
}

Result<std::vector<IniSection>> read_ini(std::string_view text) {
    std::vector<IniSection> sections;
    std::set<std::string_view> names;
    std::set<std::string_view> keys;
    std::uint64_t number = 0;
    // Some editors begin every file with it; columns count its bytes.
    constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";
    std::size_t skipped = text.starts_with(byte_order_mark) ? byte_order_mark.size() : 0;
    text.remove_prefix(skipped);
    while (!text.empty()) {
        const std::size_t end = text.find('\n');
        std::string_view bytes = text.substr(0, end);
        text = end == std::string_view::npos ? std::string_view{} : text.substr(end + 1);
        ++number;
        if (bytes.ends_with('\r')) bytes.remove_suffix(1);
        const IniText line = trimmed({bytes, {number, 1 + skipped}});
        skipped = 0;
        if (line.text.empty() || line.text.front() == '#' || line.text.front() == ';') continue;
        if (line.text.front() == '[') {
            ZERMELO_TRY(auto section, header(line));
            if (!names.insert(section.name.text).second)
                return error_at(section.name.where,
                                "the variant " + quoted(section.name.text) + " was there before");
            sections.push_back(std::move(section));
            keys.clear();
            continue;
        }
        const std::size_t equals = line.text.find('=');
        if (equals == std::string_view::npos)
            return error_at(line.where, quoted(line.text) +
                                            " is no line of a rules file, expected "
                                            "[variant], key = value or a comment after #");
        if (sections.empty())
            return error_at(line.where, "a line before the first section, expected [variant] first");
        const IniEntry entry{trimmed(line.part(0, equals)), trimmed(line.part(equals + 1))};
        if (entry.key.text.empty()) return error_at(line.where, "no key before '='");
        if (!keys.insert(entry.key.text).second)
            return error_at(entry.key.where,
                            "the key " + quoted(entry.key.text) + " was there before in this section");
        sections.back().entries.push_back(entry);
    }
    return sections;
}

std::vector<IniText> words(const IniText& text) {
    std::vector<IniText> result;
    for (std::size_t at = 0; at < text.text.size();) {
        if (is_blank(text.text[at])) {
            ++at;
            continue;
        }
        std::size_t end = at;
        while (end < text.text.size() && !is_blank(text.text[end])) ++end;
        result.push_back(text.part(at, end - at));
        at = end;
    }
    return result;
}

tl::unexpected<Error> error_at(Location where, std::string message) {
    return failure(ErrorKind::bad_input, std::move(message), where);
}

}  // namespace zermelo::rules
