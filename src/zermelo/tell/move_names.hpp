// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <map>
#include <string>
#include <vector>

#include "zermelo/engine/any_game.hpp"

namespace zermelo::tell {

/// The last move of a line in both notations, "Kd3 (c3d3)". Precondition: as of `AnyGameAt::sans`, and there
/// is one.
std::string last_of(const engine::AnyGameAt& start, const std::vector<std::string>& line);

/// The same of some first moves of a position, which last_of would list anew for each.
class FirstMoveNames {
  public:
    /// Precondition: all are legal there. Cost: for each as much as to find out whether it mates.
    FirstMoveNames(const engine::AnyGameAt& start, std::vector<std::string> ucis);
    /// Precondition: it is one of them.
    std::string of(const std::string& uci) const;

  private:
    std::map<std::string, std::string> sans_;  ///< by the move as UCI has it
};

/// Two lines of text, the second below the first: `label` and the moves as UCI, and by `AnyGameAt::sans`.
std::string line_text(std::string_view label, const engine::AnyGameAt& start,
                      const std::vector<std::string>& line);

}  // namespace zermelo::tell
