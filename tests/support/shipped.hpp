// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "zermelo/base/random.hpp"
#include "zermelo/library/library.hpp"
#include "zermelo/library/shipped.hpp"

namespace zermelo::testing {

/// The shipped variants, read once.
inline library::Library& shipped() {
    static library::Library library = library::Library::open().value();
    return library;
}

inline const rules::Rules& shipped(const std::string& name) { return *shipped().find(name).value(); }

/// Their names, no rules read.
inline std::vector<std::string> shipped_names() {
    std::vector<std::string> names;
    for (const library::ShippedSection& section : library::shipped_sections())
        names.emplace_back(section.name);
    return names;
}
inline std::string name_of_shipped(const ::testing::TestParamInfo<std::string>& variant) {
    std::string name = variant.param;
    std::replace_if(
        name.begin(), name.end(), [](char c) { return c == '-' || c == '+' || c == '.'; }, '_');
    return name;
}

/// For a test of each shipped variant: every fifth in the quick tests, the others in the thorough ones.
inline std::vector<std::string> shipped_part(bool thorough) {
    const std::vector<std::string> all = shipped_names();
    std::vector<std::string> names;
    for (std::size_t i = 0; i < all.size(); ++i)
        if ((i % 5 != 0) == thorough) names.push_back(all[i]);
    return names;
}
#define ZERMELO_TEST_EACH_SHIPPED(Suite)                                                                 \
    INSTANTIATE_TEST_SUITE_P(Shipped, Suite, ::testing::ValuesIn(zermelo::testing::shipped_part(false)), \
                             zermelo::testing::name_of_shipped);                                         \
    INSTANTIATE_TEST_SUITE_P(ThoroughShipped, Suite,                                                     \
                             ::testing::ValuesIn(zermelo::testing::shipped_part(true)),                  \
                             zermelo::testing::name_of_shipped)

/// Other random numbers for each name, the same on every day.
inline std::uint64_t seed_of(const std::string& name) {
    std::uint64_t seed = 0;
    for (const char c : name) seed = Random{seed ^ static_cast<unsigned char>(c)}();
    return seed;
}

}  // namespace zermelo::testing
