// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/system/signal_words.hpp"

#include <cstring>

namespace zermelo {

std::string signal_words(int number) {
    const char* const words = ::sigdescr_np(number);
    return words == nullptr ? "" : words;
}

}  // namespace zermelo
