// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/base/nearest.hpp"

#include <gtest/gtest.h>

namespace zermelo {
namespace {

using Words = std::vector<std::string>;

TEST(Nearest, CountsSlips) {
    const Words known{"judge", "draw", "prove", "probe", "--version"};
    EXPECT_EQ(nearest("judge", known), Words{"judge"});
    EXPECT_EQ(nearest("judg", known), Words{"judge"});    // left out
    EXPECT_EQ(nearest("juddge", known), Words{"judge"});  // put in
    EXPECT_EQ(nearest("jadge", known), Words{"judge"});   // changed
    EXPECT_EQ(nearest("ujdge", known), Words{"judge"});   // swapped
    EXPECT_EQ(nearest("darw", known), Words{"draw"});     // swapped, where two changes would be too many
    EXPECT_EQ(nearest("--verison", known), Words{"--version"});
    EXPECT_EQ(nearest("JUDGE", known), Words{"judge"});
    EXPECT_EQ(nearest("prose", known), (Words{"prove", "probe"}));
    EXPECT_EQ(nearest("prove", known), Words{"prove"});
    const Words many{"a1", "a2", "a3", "a4"};
    EXPECT_EQ(nearest("a5", many), (Words{"a1", "a2", "a3"}));
}

TEST(Nearest, IsNotFarAway) {
    const Words known{"judge", "generate"};
    EXPECT_EQ(nearest("", known), Words{});
    EXPECT_EQ(nearest("j", known), Words{});
    EXPECT_EQ(nearest("juicy", known), Words{});
    EXPECT_EQ(nearest(std::string(41, 'j'), known), Words{});
    EXPECT_EQ(nearest("judge", {}), Words{});
    EXPECT_EQ(nearest("gxnxrxte", known), Words{});  // three of eight
    EXPECT_EQ(nearest("gxnxrate", known), Words{"generate"});
    EXPECT_EQ(nearest("gen", known), Words{"generate"});  // a beginning
    EXPECT_EQ(nearest("g", known), Words{});
}

TEST(Nearest, EndsAMessage) {
    const Words known{"prove", "probe"};
    EXPECT_EQ(expected_perhaps("prov", known), ", expected perhaps prove");
    EXPECT_EQ(expected_perhaps("prose", known), ", expected perhaps prove or probe");
    EXPECT_EQ(expected_perhaps("judge", known), "");
    EXPECT_EQ(expected_one_of("prov", known), ", expected perhaps prove");
    EXPECT_EQ(expected_one_of("judge", known), ", expected one of prove, probe");
}

}  // namespace
}  // namespace zermelo
