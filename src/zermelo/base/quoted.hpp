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

/// A message as one line that every terminal shows and none obeys, whatever it was made of: a line end or a
/// tab is a blank, and what is no UTF-8 or steers terminals (`steers`) is \xNN, byte by byte. Each face puts
/// its messages through it, so that who makes one may write names as they are. Twice is as good as once.
std::string in_one_line(std::string_view message);

/// A text as one word of a shell's command, for a command that a message shows: as it is where it needs no
/// quotes.
std::string shell_word(std::string_view text);

}  // namespace zermelo
