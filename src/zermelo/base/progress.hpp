// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <functional>
#include <optional>

namespace zermelo {

/// Called now and then with how much of long work is done, and how much there is where that is known: bytes
/// of an input, games, positions. It is called by one thread at a time, and must be quick.
using Progress = std::function<void(std::uint64_t done, std::optional<std::uint64_t> total)>;

}  // namespace zermelo
