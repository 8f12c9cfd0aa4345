// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>

/// Sizes and times in words.
namespace zermelo {

/// "8,178,345,690".
std::string grouped(std::uint64_t number);
/// "3.2 GiB".
std::string size_text(std::uint64_t bytes);
/// "2 h 03 min", "4 min 10 s", "3.2 s".
std::string time_text(double seconds);

}  // namespace zermelo
