// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <string>

/// What the machine has, and sizes and times in words.
namespace zermelo {

/// Bytes of memory that programs can have now; 8 GiB where the system does not say.
std::uint64_t free_memory();
/// Bytes free on the disk of a folder, or of the nearest folder above that is there; nothing if unknown.
std::optional<std::uint64_t> free_disk(const std::string& folder);

/// "8,178,345,690".
std::string grouped(std::uint64_t number);
/// "3.2 GiB".
std::string size_text(std::uint64_t bytes);
/// "2 h 03 min", "4 min 10 s", "3.2 s".
std::string time_text(double seconds);

}  // namespace zermelo
