// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "zermelo/base/result.hpp"

namespace zermelo::compositions {

/// A node of a document in YAML, with its bytes in the text.
struct YamlNode {
    enum class Kind : std::uint8_t { scalar, sequence, mapping };
    Kind kind = Kind::scalar;
    bool flow = false;               ///< a sequence or mapping in brackets
    std::string scalar;              ///< its value: quotes and line ends are read
    std::vector<YamlNode> items;     ///< or the values of a mapping
    std::vector<YamlNode> keys;      ///< a scalar for each value of a mapping
    std::size_t begin = 0, end = 0;  ///< bytes from the begin of the text

    /// Keys with their values, in the order of the text.
    std::vector<std::pair<const YamlNode&, const YamlNode&>> members() const;
    /// The value of a key of a mapping; nothing if there is none.
    const YamlNode* find(std::string_view key) const;
};

/// The one document of a text in YAML 1.1; nothing if it has none. Tags are not looked at.
///
/// Errors (bad_input): what is no YAML, an alias, a key that is no scalar, one that stands twice, more than
/// 16 levels, a second document, lines that end otherwise than in LF or CR LF. The byte at which an error
/// lies is its column, from 1, its line 1: the caller knows the lines. Cost: O(bytes).
Result<std::optional<YamlNode>> read_yaml(std::string_view text);

}  // namespace zermelo::compositions
