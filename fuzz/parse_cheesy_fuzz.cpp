// SPDX-License-Identifier: GPL-3.0-or-later
#include "parsers.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    return zermelo::fuzz::all_ways_agree("cheesy", data, size);
}
