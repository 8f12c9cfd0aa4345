// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/rules/hash.hpp"

#include <fmt/format.h>
#include <xxhash.h>

#include "zermelo/rules/reader.hpp"

namespace zermelo::rules {

Hash128 hash_of(std::string_view text) {
    const XXH128_hash_t hash = XXH3_128bits(text.data(), text.size());
    return {hash.high64, hash.low64};
}

Hash128 hash(const Rules& rules) { return hash_of(canonical_text(rules)); }

std::string hash_text(const Rules& rules) {
    const Hash128 bits = hash(rules);
    return fmt::format("{:016x}{:016x}", bits.high, bits.low);
}

}  // namespace zermelo::rules
