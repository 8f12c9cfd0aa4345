// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "zermelo/rules/rules_builder.hpp"
#include "zermelo/rules/shortcuts.hpp"

namespace zermelo::rules {

/// What must be known before a value can be read.
enum class Needs : std::uint8_t { nothing, board, pieces };

/// The keys that say a rule: its name, or one of each side (`…White`, `…Black`), or all three.
enum class Names : std::uint8_t { one, sides, both };

/// A part of the rules that a value of a file sets: how it is read, written and compared. A key that is read
/// and changes nothing has a reader alone.
struct Field {
    Result<void> (*read)(RulesBuilder&, const IniText&, unsigned sides) = nullptr;
    Needs needs = Needs::nothing;
    /// The value as a canonical text has it.
    std::string (*text)(const Rules&, Color) = nullptr;
    /// Gives the pieces that it names other letters, or none; null: it names none, or `rules_builder.cpp`
    /// does it.
    void (*rename)(Rules&, unsigned side, const std::function<std::optional<Letter>(Letter)>&) = nullptr;
    /// Whether two games differ in it.
    bool (*differ)(const Rules&, const Rules&, Color) = nullptr;
    Names names = Names::one;
    bool always = false;                      ///< written even where it says what is so without it
    bool (*written)(const Rules&) = nullptr;  ///< where it is written at all; null: everywhere
};

/// The games of which retrograde analysis knows a rule: with hands means that what is captured is dropped
/// again. Where it is judged, a move taken back is asked of the engine, as squares and attacks alone do not
/// tell whether it is legal.
enum class InTables : std::uint8_t {
    never,
    without_hands,
    with_hands,
    known,
    judged_without_hands,  ///< and not known with them
    judged,
    judged_or_known,  ///< known with hands, judged without
};

/// Whether it is known in such games.
constexpr bool knows(InTables in_tables, bool hands) {
    using enum InTables;
    return in_tables == known || in_tables == judged || in_tables == judged_or_known ||
           (hands ? in_tables == with_hands
                  : in_tables == without_hands || in_tables == judged_without_hands);
}
/// Whether it is judged there.
constexpr bool judges(InTables in_tables, bool hands) {
    using enum InTables;
    return in_tables == judged ||
           (!hands && (in_tables == judged_or_known || in_tables == judged_without_hands));
}

/// A rule of a rules file, declared once. What an entry does not say is the careful answer: no tables, no
/// shortcuts; a test asks for words.
struct Rule {
    std::string_view name;
    Field field;
    InTables in_tables = InTables::never;
    Shortcuts leaves = {};  ///< the shortcuts that stay where it says something
    /// What it says, in words; empty: `words.cpp` composes them, out of several rules or their values.
    std::string_view words = {};

    /// Whether it says something of a side, or of the game, that is not so without it.
    bool acts(const Rules& rules, Color side) const;
    bool acts(const Rules& rules) const { return acts(rules, Color::white) || acts(rules, Color::black); }
    /// The key that says it of a side.
    std::string key(Color side) const;
};

/// All rules but those of pieces, in the order of canonical texts, which is also that in which their keys
/// are applied, the general before the special. A run of rules with names of sides is written for White, then
/// for Black.
std::span<const Rule> all_rules();
/// The one of a name. Precondition: there is one.
const Rule& rule_of(std::string_view name);

/// A key of a rules file, except those that name a piece, and what its value does to the builder.
struct Key {
    std::string name;
    Result<void> (*read)(RulesBuilder&, const IniText&, unsigned sides) = nullptr;
    Needs needs = Needs::nothing;
    unsigned sides = 3;  ///< bits: those it speaks of

    Result<void> apply(RulesBuilder& builder, const IniText& value) const {
        return read(builder, value, sides);
    }
};

/// Board size: to be applied before the pieces.
std::span<const Key> size_keys();
/// All others, in the order in which they are applied whatever their order in the file: the general before
/// the special. They need the size and the pieces.
std::span<const Key> rule_keys();

/// A key that is known but whose rule is not supported.
struct ForeignKey {
    std::string_view name;
    std::string_view neutral;  ///< the value that asks for nothing; empty: there is none
    std::string_view what;     ///< what it is about
};
std::span<const ForeignKey> foreign_keys();

/// A key that has another name now.
struct OlderKey {
    std::string_view name;
    std::string_view now;
    /// What its value did, where that is not what the newer key's does. Needs the board.
    Result<void> (*read)(RulesBuilder&, const IniText&, unsigned sides) = nullptr;
};
/// In the order in which they are applied, before all newer ones.
std::span<const OlderKey> older_keys();

/// `mobilityRegionWhiteRook`: the side and the piece, which may be none of the variant's.
struct MobilityKey {
    Color side = Color::white;
    unsigned piece = 0;
};
std::optional<MobilityKey> mobility_key(std::string_view key);
std::string mobility_key_name(Color side, unsigned piece);
/// Needs both the board and the pieces.
Result<void> apply_mobility(RulesBuilder& builder, MobilityKey key, const IniText& value);

/// The names of all keys that are known, supported or not.
std::vector<std::string> all_keys();

}  // namespace zermelo::rules
