// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "zermelo/app/errors.hpp"
#include "zermelo/engine/any_game.hpp"
#include "zermelo/rules/reader.hpp"
#include "zermelo/rules/rules.hpp"

namespace zermelo::app {

/// No rules file is longer: what is, is refused unread.
inline constexpr std::size_t longest_rules = std::size_t{16} << 20;

/// The variants that can be named: those that are shipped inside the program, and those of rules files.
class Library {
  public:
    /// The shipped variants and then those of `files`, each of which may have parents among all before it.
    /// A variant of a later file takes the place of one of the same name. Errors: a file that cannot be read,
    /// that `engine::read_variants` refuses, or without any variant.
    static Result<Library> open(const std::vector<std::string>& files = {});

    /// A library of one variant.
    static Library of(rules::Rules rules);

    /// The variant that a user means: a name, `FILE.ini` with a single variant, or `FILE.ini:NAME`.
    /// Errors: no such variant, or a file of several without a name behind it (`ErrorKind::bad_usage`, with
    /// the nearest names or all of the file); a file without any (`ErrorKind::bad_input`); as `open` for a
    /// file.
    Result<const rules::Rules*> find(const std::string& name);

    /// The same, by name alone: no file is read, whatever the name says. Errors: no such variant.
    Result<const rules::Rules*> find_read(const std::string& name) const;

    /// What names one of its variants on a command line, as words of a shell: "chess", "mine.ini:other", or
    /// "--variant-path mine.ini mine" where it was found so.
    std::string shell_words(const rules::Rules& rules) const;

    /// In the order of their files, the replaced ones left out.
    std::vector<const rules::Rules*> all() const;

    /// Reads one more file and returns its variants, of which there is one at least. Errors: as `open`.
    Result<std::vector<const rules::Rules*>> add_file(const std::string& path);

    /// The variant of a name, or nothing.
    const rules::Rules* named(std::string_view name) const;

  private:
    Result<std::vector<const rules::Rules*>> add_text(std::string_view text,
                                                      const rules::CheckStart& check_start);

    std::deque<rules::Rules> rules_;                       // a deque: pointers to its elements stay
    std::size_t shipped_ = 0;                              // the first ones
    std::vector<std::string> files_;                       // those that it was opened with
    std::map<const rules::Rules*, std::string> found_as_;  // "mine.ini:other"
};

/// A rules file read and looked at: the variants that are good, and all that is wrong.
using CheckedRules = rules::RulesFile;

/// What a text of somebody else may describe: 64 variants, and of steps as many as 232 games of chess have.
inline constexpr rules::RulesBounds strangers_bounds{64, std::uint64_t{1} << 19U};

/// Checks a text as a rules file whose parents may be variants of the library, which stays as it is. A text
/// without any variant is an error, too.
/// Errors: all as data, see `rules::read_rules_file`. Cost, with `strangers_bounds` and a text of 64 KiB: the
/// worst that was found took a tenth of a second and 40 MB; a variant of it compiles in half as much.
CheckedRules check_rules_text(const Library& library, std::string_view text,
                              const rules::RulesBounds& bounds = strangers_bounds);

/// The position that a user means: of a FEN, or the variant's start. Errors: a FEN that cannot be read (its
/// input is "FEN"); a position with violations, all of them in one message.
Result<engine::AnyGameAt> position_of(const rules::Rules& rules, const std::optional<std::string>& fen);
/// The same of a setup that was read at `where`.
Result<engine::AnyGameAt> position_of(const rules::Rules& rules, const engine::Setup& setup, Location where);

/// The same where a game of the variant is compiled already: it serves as long as the terrain is its own.
template <typename Bits>
Result<engine::GameAt<Bits>> position_in(const engine::Game<Bits>& game, std::string_view fen);

extern template Result<engine::GameAt<std::uint64_t>> position_in(const engine::Game<std::uint64_t>&,
                                                                  std::string_view);
extern template Result<engine::GameAt<Bits256>> position_in(const engine::Game<Bits256>&, std::string_view);

/// What is wrong with a position, in one line.
std::string words(const std::vector<engine::Violation>& violations, const rules::Rules& rules);

}  // namespace zermelo::app
