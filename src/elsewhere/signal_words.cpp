// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/system/signal_words.hpp"

#include <cstring>

namespace zermelo {

std::string signal_words(int number) {
    constexpr int last = 31;  // whose number is the same everywhere
    const char* const words = number > 0 && number <= last ? ::strsignal(number) : nullptr;
    return words == nullptr ? "" : words;
}

}  // namespace zermelo
