// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/base/free_disk.hpp"

#include <filesystem>
#include <system_error>

namespace zermelo {

std::optional<std::uint64_t> free_disk(const std::string& folder) {
    std::error_code error;
    std::filesystem::path path = std::filesystem::absolute(folder, error);
    while (!error && !path.empty() && !std::filesystem::exists(path, error) && path != path.parent_path())
        path = path.parent_path();
    const auto space = std::filesystem::space(path, error);
    if (error) return std::nullopt;
    return space.available;
}

}  // namespace zermelo
