// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

#include "zermelo/base/result.hpp"
#include "zermelo/compositions/composition.hpp"
#include "zermelo/compositions/popeye_words.hpp"
#include "zermelo/rules/rules.hpp"

namespace zermelo::compositions {

/// Reads problems as Popeye 4.104 takes them (its `.inp` files), one after the other. docs/problems.md says
/// what is read; nothing is passed over that would change what is solved.
class PopeyeReader {
  public:
    /// Both must outlive it.
    PopeyeReader(std::string_view text, const rules::Rules& rules);

    /// The next problem; nothing at the end. Errors (bad_input, with the place in the text): what is not
    /// known, or cannot be; after one reading goes on at the next problem, where one begins.
    /// Cost: O(bytes of the problem).
    std::optional<Result<Composition>> next();

  private:
    std::string_view text_;
    const rules::Rules& rules_;
    std::size_t at_ = 0;
    std::uint64_t line_ = 1;  ///< the line in which `at_` lies, and where it begins
    std::size_t line_begin_ = 0;
    std::optional<popeye::Language> language_;  ///< nothing where a first problem is to begin
    bool any_ = false;
};

}  // namespace zermelo::compositions
