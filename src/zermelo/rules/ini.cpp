// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/rules/ini.hpp"

#include <algorithm>
#include <cstdint>
#include <set>
#include <string>
#include <utility>

#include "zermelo/base/ascii.hpp"

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
        const bool allowed = is_letter(c) || is_digit(c) || c == '-' || c == '_' || c == '+' || c == '.';
        if (!allowed) break;
    }
    return length;
}

Result<void> check_name(const IniText& text) {
    if (text.text.empty()) return error_at(text.where, "no name, expected one like [chess] or [mine:chess]");
    const std::size_t length = name_length(text.text);
    if (length < text.text.size())
        return error_at(text.at(length), quoted(text.text.substr(length, 1)) +
                                             " in a variant's name, expected letters, digits, - _ + or .");
    // What begins so is an option, or a folder that is there already.
    if (text.text.front() == '-' || text.text.front() == '.')
        return error_at(text.where,
                        quoted(text.text.substr(0, 1)) +
                            " at the beginning of a variant's name, expected a letter, a digit, _ or +");
    if (text.text.size() > longest_name)
        return error_at(text.at(longest_name), "a variant's name of more than " +
                                                   std::to_string(longest_name) +
                                                   " characters, expected at most that many");
    return {};
}

/// The names that a header gives, as far as it does. One that is too long is cut, since messages begin with
/// it.
IniSection section_of(const IniText& line) {
    const IniText inside = line.part(1, line.text.find(']') - 1);
    const std::size_t colon = inside.text.find(':');
    IniSection section;
    section.name = trimmed(inside.part(0, colon));
    section.name.text = section.name.text.substr(0, longest_name + 1);
    if (colon != std::string_view::npos) section.parent = trimmed(inside.part(colon + 1));
    return section;
}

Result<void> check_header(const IniText& line, const IniSection& section) {
    const std::size_t close = line.text.find(']');
    if (close == std::string_view::npos)
        return error_at(line.at(line.text.size()), "the section's name does not end, expected ']'");
    if (close + 1 < line.text.size())
        return error_at(trimmed(line.part(close + 1)).where,
                        "text after the section's name, expected the line to end at ']'");
    ZERMELO_CHECK(check_name(section.name));
    return section.parent ? check_name(*section.parent) : Result<void>{};
}

/// Takes a rules file apart, line by line.
class IniReader {
  public:
    explicit IniReader(const IniBounds& bounds) : bounds_(bounds) {}

    void read(const IniText& line) {
        if (const auto read = line.text.front() == '[' ? read_header(line) : read_entry(line); !read) {
            std::vector<Error>& errors = file_.sections.empty() ? file_.errors : file_.sections.back().errors;
            const bool told = errors.empty() || told_ < bounds_.errors_of_file;
            if (errors.size() >= bounds_.errors || !told) return;
            errors.push_back(read.error());
            ++told_;
        }
    }

    /// Whether this line begins a section more than are kept.
    bool exceeds(const IniText& line) const {
        return line.text.front() == '[' && file_.sections.size() == bounds_.sections;
    }

    IniFile file() { return std::move(file_); }

  private:
    Result<void> read_entry(const IniText& line) {
        const std::size_t equals = line.text.find('=');
        if (equals == std::string_view::npos)
            return error_at(line.where, quoted(line.text) +
                                            " is no line of a rules file, expected "
                                            "[variant], key = value or a comment after #");
        if (file_.sections.empty()) {
            if (std::exchange(came_early_, true)) return {};
            return error_at(line.where, "a line before the first section, expected [variant] first");
        }
        if (line.text.size() > longest_entry)
            return error_at(line.at(longest_entry), "a line of more than " + std::to_string(longest_entry) +
                                                        " bytes, expected at most that many");
        const IniEntry entry{trimmed(line.part(0, equals)), trimmed(line.part(equals + 1))};
        if (entry.key.text.empty()) return error_at(line.where, "no key before '='");
        file_.sections.back().entries.push_back(entry);
        return {};
    }

    Result<void> read_header(const IniText& line) {
        IniSection& section = file_.sections.emplace_back(section_of(line));
        auto checked = check_header(line, section);
        const bool is_new = names_.insert(section.name.text).second;
        if (checked && !is_new)
            checked = error_at(section.name.where,
                               "the variant " + quoted(section.name.text) + " was there before");
        section.broken = !checked;
        return checked;
    }

    IniBounds bounds_;
    IniFile file_;
    std::set<std::string_view> names_;
    std::size_t told_ = 0;     ///< errors
    bool came_early_ = false;  ///< a line before the first section, which was told
};

}  // namespace

Result<void> check_name(std::string_view name) { return check_name(IniText{name, {}}); }

const IniEntry* IniSection::find(std::string_view key) const {
    for (const IniEntry& entry : entries)
        if (entry.key.text == key) return &entry;
    return nullptr;
}

IniFile read_ini(std::string_view text, const IniBounds& bounds, const Over& over) {
    IniReader reader{bounds};
    std::uint64_t number = 0;
    // Some editors begin every file with it; columns count its bytes.
    constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";
    std::size_t skipped = text.starts_with(byte_order_mark) ? byte_order_mark.size() : 0;
    text.remove_prefix(skipped);
    while (!text.empty() && !(over && over())) {
        const std::size_t end = text.find('\n');
        std::string_view bytes = text.substr(0, end);
        text = end == std::string_view::npos ? std::string_view{} : text.substr(end + 1);
        ++number;
        if (bytes.ends_with('\r')) bytes.remove_suffix(1);
        const IniText line = trimmed({bytes, {number, 1 + skipped}});
        skipped = 0;
        if (line.text.empty() || line.text.front() == '#' || line.text.front() == ';') continue;
        if (reader.exceeds(line)) break;
        reader.read(line);
    }
    return reader.file();
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
