// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "zermelo/base/result.hpp"
#include "zermelo/library/library.hpp"
#include "zermelo/rules/rules.hpp"

namespace zermelo::library {

/// Which variants are listed.
struct RulesList {
    std::optional<std::string> family{};  ///< those of one shipped file: "small"
    std::optional<std::string> size{};    ///< those on boards of that size, files by ranks: "5x6"
    bool solved = false;                  ///< those of which the value of the start is known
};

/// The variants of a library, those of a family together. Only those are read that may be among them, and
/// their parents. Errors (bad_usage): no such family; a size that is none.
Result<std::vector<const rules::Rules*>> listed_rules(const Library& library, const RulesList& which);
/// Their names. Errors: as above.
Result<std::vector<std::string>> listed_variants(const Library& library, const RulesList& which);

}  // namespace zermelo::library
