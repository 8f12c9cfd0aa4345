// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/base/quoted.hpp"

#include <fmt/format.h>

namespace zermelo {

std::string quoted(std::string_view text, std::size_t most, Unprintable unprintable) {
    std::string result = "'";
    for (const char c : text.substr(0, most)) {
        const auto byte = static_cast<unsigned char>(c);
        if (byte >= 0x20 && byte < 0x7f) {
            result += c;
        } else if (unprintable == Unprintable::question_mark) {
            result += '?';
        } else {
            result += fmt::format("\\x{:02x}", byte);
        }
    }
    return result + (text.size() > most ? "...'" : "'");
}

}  // namespace zermelo
