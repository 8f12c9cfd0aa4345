// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

namespace zermelo::tablebase::file {

// Numbers as table files have them, on machines of either order.

template <typename T>
void put(std::string& bytes, T number) {
    for (std::size_t i = 0; i < sizeof(T); ++i)
        bytes.push_back(static_cast<char>(static_cast<std::uint64_t>(number) >> (8 * i) & 0xFFU));
}

/// Precondition: that many bytes are there.
template <typename T>
T get(const char* bytes) {
    std::uint64_t number = 0;
    for (std::size_t i = 0; i < sizeof(T); ++i)
        number |= std::uint64_t{static_cast<std::uint8_t>(bytes[i])} << (8 * i);
    return static_cast<T>(number);
}

}  // namespace zermelo::tablebase::file
