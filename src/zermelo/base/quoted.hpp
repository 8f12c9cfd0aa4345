// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace zermelo {

/// How a message shows a byte that is no printable ASCII: as \xNN, or as a question mark.
enum class Unprintable { hex, question_mark };

/// A text between quotation marks, for a message: its first `most` bytes, and `...` where there are more.
std::string quoted(std::string_view text, std::size_t most, Unprintable unprintable);

/// A text as one word of a shell's command, for a command that a message shows: as it is where it needs no
/// quotes.
std::string shell_word(std::string_view text);

}  // namespace zermelo
