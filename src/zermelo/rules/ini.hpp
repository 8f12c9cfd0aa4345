// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>
#include <vector>

#include "zermelo/base/quoted.hpp"
#include "zermelo/base/result.hpp"
#include "zermelo/base/stop.hpp"

namespace zermelo::rules {

/// A piece of a rules file and where it begins. The characters belong to the text that was read.
struct IniText {
    std::string_view text;
    Location where;

    /// The part from `offset` on, at most `count` characters.
    IniText part(std::size_t offset, std::size_t count = std::string_view::npos) const {
        return {text.substr(offset, count), at(offset)};
    }
    Location at(std::size_t offset) const { return {where.line, where.column + offset}; }
};

struct IniEntry {
    IniText key;
    IniText value;  ///< without the blanks around it; may be empty
};

/// `[name]` or `[name:parent]` and the lines `key = value` below it, in the order of the file.
struct IniSection {
    IniText name;
    std::optional<IniText> parent;
    std::vector<IniEntry> entries;  ///< a key may stand in several
    std::vector<Error> errors;      ///< what is wrong with its header and its lines
    bool broken = false;            ///< its header is wrong; the name is then a guess, and may be empty

    /// The first entry of a key, or nothing. Cost: O(entries).
    const IniEntry* find(std::string_view key) const;
};

/// The most bytes of a line `key = value`: what reads a value does so at once.
inline constexpr std::size_t longest_entry = std::size_t{8} << 10U;

/// The most characters of a variant's name: messages begin with it.
inline constexpr std::size_t longest_name = 100;

/// The sections of a rules file, in its order.
struct IniFile {
    std::vector<IniSection> sections;
    std::vector<Error> errors;  ///< errors in lines that belong to no section
};

/// How much of a text is kept.
struct IniBounds {
    std::size_t sections;        ///< the reading ends after these
    std::size_t errors;          ///< each section has at most
    std::size_t errors_of_file;  ///< all together, each section's first besides
};

/// Whether a variant may be called so. Errors (bad_input): it may not, and the column of what is wrong.
Result<void> check_name(std::string_view name);

/// Reads the syntax alone, no key or value is looked at.
///
/// Lines end with LF or CRLF; blanks and tabs around names, keys and values do not count; lines that begin
/// with '#' or ';' are comments. Errors (bad_input, with line and column; the first of
/// them, see `IniBounds`): any other line, a line before the first section (the first one alone is told), a
/// malformed name, one of more than `longest_name` characters, a section that was there before, a line of
/// more than `longest_entry` bytes. A line with an error is passed over; a wrong header begins a section that
/// is `broken`. Cost: O(length × log sections); it ends at the line before which `over` is so.
IniFile read_ini(std::string_view text, const IniBounds& bounds, const Over& over = {});

/// The words of a text, parted by blanks and tabs.
std::vector<IniText> words(const IniText& text);

/// A word of a rules file, for a message.
inline std::string quoted(std::string_view text) {
    return zermelo::quoted(text, 40, Unprintable::question_mark);
}

/// An error at a place of the text.
tl::unexpected<Error> error_at(Location where, std::string message);

}  // namespace zermelo::rules
