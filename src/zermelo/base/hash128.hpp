// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>

namespace zermelo {

/// 128 bits that two different things share only by an accident of one in 2^128 a pair, if they are mixed
/// well: by every bit of a random number a feature, joined by xor, or by a good hash.
struct Hash128 {
    std::uint64_t high = 0;
    std::uint64_t low = 0;
    friend constexpr bool operator==(const Hash128&, const Hash128&) = default;
};

/// The bits of a thing with a small number beside it; with 0 they are its own.
constexpr Hash128 with_number(const Hash128& thing, std::uint64_t number) {
    return {thing.high, thing.low ^ number * std::uint64_t{0x9E37'79B9'7F4A'7C15}};
}

}  // namespace zermelo

template <>
struct std::hash<zermelo::Hash128> {
    std::size_t operator()(const zermelo::Hash128& h) const noexcept { return h.low ^ h.high; }
};
