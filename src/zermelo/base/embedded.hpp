// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>
#include <string_view>

namespace zermelo {

/// A file that was compiled into the program by `zermelo_embed` (cmake/Embed.cmake). Lives as long as the
/// program.
struct EmbeddedFile {
    std::string_view name;   ///< without its folder: `king.svg`
    std::string_view bytes;  ///< as they were when the program was built
};

}  // namespace zermelo
