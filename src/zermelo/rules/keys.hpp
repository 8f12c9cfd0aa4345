// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "zermelo/rules/rules_builder.hpp"

namespace zermelo::rules {

/// What must be known before a value can be read.
enum class Needs : std::uint8_t { nothing, board, pieces };

/// A key of a rules file, except those that name a piece, and what its value does to the builder.
struct Key {
    std::string_view name;
    Result<void> (*apply)(RulesBuilder&, const IniText&);
    Needs needs = Needs::nothing;
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

/// A key that has another name now, with what its value did.
struct OlderKey {
    Key old;
    std::string_view now;
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
