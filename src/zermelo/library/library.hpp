// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "zermelo/base/result.hpp"
#include "zermelo/base/stop.hpp"
#include "zermelo/engine/any_game.hpp"
#include "zermelo/engine/setup.hpp"
#include "zermelo/rules/reader.hpp"
#include "zermelo/rules/rules.hpp"

namespace zermelo::library {

/// No rules file is longer: what is, is refused unread.
inline constexpr std::size_t longest_rules = std::size_t{16} << 20;

/// A rules file read and looked at: each section by itself.
using CheckedRules = rules::RulesFile;

/// A rules file that a library has read, with a variant that is good.
struct LibraryFile {
    std::string input;  ///< what messages call it; all errors and warnings say it, too
    CheckedRules rules;
};

/// How a library reads the files of its users.
struct FileReading {
    rules::Reading reading = rules::Reading::strict;
    /// Is told each file as soon as it is read, for what was refused in it.
    std::function<void(const LibraryFile&)> tell = {};
    /// Is told each section in which something was forgiven, once, as soon as a variant is found that is made
    /// of it.
    std::function<void(const rules::RulesSection&)> tell_forgiven = {};
};

/// The variants that can be named: those that are shipped inside the program, and those of rules files.
///
/// A section of a file that is not good is remembered with its errors: who names it is told the first.
class Library {
  public:
    /// The shipped variants and then those of `files`, each of which may have parents among all before it.
    /// A section of a later file takes the place of a variant of the same name. Errors: a file that cannot be
    /// read, or without any good variant (its first error).
    static Result<Library> open(const std::vector<std::string>& files = {}, FileReading how = {});

    /// A library of one variant.
    static Library of(rules::Rules rules);

    /// The variant that a user means: a name, `FILE.ini` with a single variant, or `FILE.ini:NAME`.
    /// Errors: as `chosen` of a file, the first; no such variant (`ErrorKind::bad_usage`, with the nearest
    /// names); the first error of a section that is not good; a file that cannot be read; (stopped) it was
    /// `over` while a file was read.
    Result<const rules::Rules*> find(const std::string& name, const Over& over = {});

    /// The same, by name alone: no file is read, whatever the name says.
    Result<const rules::Rules*> find_read(const std::string& name) const;

    /// Tells `FileReading::tell_forgiven` every good section that it was not told yet.
    void tell_forgiven();

    /// What names one of its variants on a command line, as words of a shell: "chess", "mine.ini:other", or
    /// "--variant-path mine.ini mine" where it was found so.
    std::string shell_words(const rules::Rules& rules) const;

    /// The names of all variants, in the order of their files, the replaced ones left out. No rules are read.
    std::vector<std::string> names() const;

    /// All variants, in the same order, every one of them read.
    std::vector<const rules::Rules*> all() const;

    /// The variant of a name, or null where nothing is called so. Errors: the first of a section that is not
    /// good.
    Result<const rules::Rules*> known(std::string_view name) const;

    /// The variant of a name, or nothing.
    const rules::Rules* named(std::string_view name) const { return known(name).value_or(nullptr); }

  private:
    tl::unexpected<Error> not_found(const std::string& name, const char* expected) const;
    Result<LibraryFile> read(const std::string& path, const Over& over) const;
    void add(LibraryFile file);
    /// Tells of what was forgiven in a section and in its parents. `file`: the place of its file.
    void tell_forgiven(std::size_t file, const rules::RulesSection& section);
    /// The parent of a section, or null where no file has it. `file`: the place of its file, then the
    /// parent's.
    const rules::RulesSection* parent_of(const rules::RulesSection& section, std::size_t& file) const;
    /// The same of the section that has these rules.
    const rules::Rules* note_forgiven(const rules::Rules* rules);

    bool with_shipped_ = false;
    std::deque<LibraryFile> files_;   // what users added; a deque: pointers into its elements stay
    std::vector<std::string> paths_;  // the files that it was opened with
    FileReading how_;
    std::map<const rules::Rules*, std::string> found_as_;  // "mine.ini:other"
    std::set<const rules::RulesSection*> told_;            // whether or not there was something to tell
};

/// What a text of somebody else may describe: 64 variants, and of steps as many as 232 games of chess have.
inline constexpr rules::RulesBounds outside_text_bounds{64, std::uint64_t{1} << 19U};

/// Checks a text as a rules file whose parents may be variants of the library, which stays as it is. A text
/// without any section is an error of the file, too.
/// Errors: (stopped) it was `over` before the end; all others as data, see `rules::read_rules_file`. Cost,
/// with `outside_text_bounds` and a text of 64 KiB: the worst that was found took a tenth of a second and 40
/// MB; a variant of it compiles in half as much.
Result<CheckedRules> check_rules_text(const Library& library, std::string_view text,
                                      const rules::RulesBounds& bounds = outside_text_bounds,
                                      rules::Reading reading = rules::Reading::strict, const Over& over = {});

/// `FILE.ini` or `FILE.ini:NAME`, as a user names a rules file or a variant of it.
struct FileAndName {
    std::string path;
    std::optional<std::string> name;
};
/// Nothing if the word is neither.
std::optional<FileAndName> file_and_name(const std::string& word);

/// The variant of a rules file that a user means: the one called `name`, or without a name the only one.
/// `path`: how the user names the file, if it is one.
/// Errors: all of that section; without a name all of a file that has one section or no good one; none of
/// that name, or several without a name (`ErrorKind::bad_usage`, with the nearest names or all that are
/// good).
tl::expected<const rules::Rules*, std::vector<Error>> chosen(const CheckedRules& file,
                                                             const std::optional<std::string>& name,
                                                             const std::optional<std::string>& path = {});

/// "mine.ini: 2 of 3 variants are good".
std::string count_words(std::string_view input, const CheckedRules& file);

/// The position that a user means: of a FEN, or the variant's start. Errors: a FEN that cannot be read (its
/// input is "FEN"); a position with violations, all of them in one message.
Result<engine::AnyGameAt> position_of(const rules::Rules& rules, const std::optional<std::string>& fen);
/// The same of a setup that was read at `where`.
Result<engine::AnyGameAt> position_of(const rules::Rules& rules, const engine::Setup& setup, Location where);

/// The same of a FEN where a game of the variant is compiled already, which serves as long as the terrain is
/// its own.
Result<engine::AnyGameAt> position_in(const engine::AnyGameAt& game, std::string_view fen);

/// Options of a search from where this number of plies without progress was played, or, with a limit, was
/// counted against few men.
template <typename Options>
Options with_counters(Options options, std::uint64_t half_moves,
                      std::optional<std::uint64_t> counting_limit) {
    options.half_moves = counting_limit ? 0 : half_moves;
    options.counting_left.reset();
    if (counting_limit) options.counting_left = *counting_limit - std::min(*counting_limit, half_moves);
    return options;
}
/// The same with the counters that a FEN gives.
template <typename Options>
Options with_counters(Options options, const rules::Rules& rules, std::string_view fen) {
    const auto setup = engine::parse_fen(fen, rules);
    return setup ? with_counters(std::move(options), setup->half_moves, setup->counting_limit) : options;
}

}  // namespace zermelo::library
