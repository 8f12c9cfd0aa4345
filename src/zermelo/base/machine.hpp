// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <string>

/// What the machine has.
namespace zermelo {

/// Bytes of memory that programs can have now; 8 GiB where the system does not say.
std::uint64_t free_memory();
/// Bytes free on the disk of a folder, or of the nearest folder above that is there; nothing if unknown.
std::optional<std::uint64_t> free_disk(const std::string& folder);

}  // namespace zermelo
