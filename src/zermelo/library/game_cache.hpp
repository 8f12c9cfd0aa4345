// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <list>
#include <mutex>
#include <optional>
#include <string>
#include <utility>

#include "zermelo/base/hash128.hpp"
#include "zermelo/base/result.hpp"
#include "zermelo/engine/any_game.hpp"
#include "zermelo/rules/rules.hpp"

namespace zermelo::library {

/// Games that were compiled, of the rules that were asked about last: positions of equal rules then share
/// what was compiled. Any thread.
class GameCache {
  public:
    /// As `position_of`. Cost: where the rules were asked about a while ago, that of `rules::hash`
    /// instead of compiling them.
    Result<engine::AnyGameAt> position(const rules::Rules& rules, const std::optional<std::string>& fen);

  private:
    static constexpr std::size_t most = 64;

    std::mutex mutex_;
    std::list<std::pair<Hash128, engine::AnyGameAt>> games_;  // at their starts, the last used first
};

}  // namespace zermelo::library
