// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace zermelo::draw {

/// Text as XML 1.0 takes it, in an element or a quoted attribute: the five special characters escaped; bytes
/// that are not UTF-8 and characters that XML does not allow become U+FFFD.
std::string escaped(std::string_view text);

/// Breaks a line at spaces into lines of at most `most` characters; a longer word is cut.
/// Several spaces count as one. At least one line, which may be empty. Precondition: most > 0.
std::vector<std::string> wrapped(std::string_view line, std::size_t most);

/// A FEN as lines of at most `most` characters, broken between the board and the fields after it if it is
/// too long for one; a board that is too long itself is broken after a rank. Precondition: most > 0.
std::vector<std::string> wrapped_fen(std::string_view fen, std::size_t most);

/// A coordinate with at most one decimal: "12", "12.5", never "-0".
std::string number(double value);

}  // namespace zermelo::draw
