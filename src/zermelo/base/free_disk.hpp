// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace zermelo {

/// Bytes free on the disk of a folder, or of the nearest folder above that is there; nothing if unknown.
std::optional<std::uint64_t> free_disk(const std::string& folder);

}  // namespace zermelo
