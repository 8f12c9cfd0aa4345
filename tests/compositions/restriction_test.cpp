// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/compositions/restriction.hpp"

#include <string>

#include <gtest/gtest.h>

#include "zermelo/compositions/solve.hpp"
#include "zermelo/library/library.hpp"

#include "support/shipped.hpp"

namespace zermelo::compositions {
namespace {

Result<Solution> restricted(const std::string& fen, const std::string& stipulation,
                            const std::string& restriction) {
    const rules::Rules& rules = testing::shipped("chess");
    Options options;
    options.restriction = Restriction::parse(restriction).value();
    options.max_refutations = 1;
    options.verify = true;
    return solve(library::position_of(rules, std::nullopt).value(), engine::parse_fen(fen, rules).value(),
                 Stipulation::parse(stipulation).value(), options);
}

TEST(Restriction, IsReadAndWritten) {
    const auto all = Restriction::parse("nontrivial=2/3,threat=1,flights=0,replies=12");
    ASSERT_TRUE(all);
    EXPECT_EQ(all->flights, 0U);
    EXPECT_EQ(all->replies, 12U);
    EXPECT_EQ(all->threat, 1U);
    EXPECT_EQ(all->nontrivial, (Restriction::Nontrivial{2, 3}));
    EXPECT_EQ(all->text(), "flights=0,replies=12,threat=1,nontrivial=2/3");
    EXPECT_EQ(Restriction::parse(all->text()), *all);
    EXPECT_EQ(Restriction{}.text(), "");
    for (const std::string wrong :
         {"", ",", "flights", "flights=", "flights=-1", "flights=1 ", "flights=12345", "flights=1,",
          "flights=1,flights=1", "threat=0", "nontrivial=1", "nontrivial=1/0", "nontrivial=/1", "checks"})
        EXPECT_FALSE(Restriction::parse(wrong)) << wrong;
    EXPECT_EQ(Restriction::parse("threat=1,flight=2").error().message,
              "'flight=2', expected flights=K, replies=K, threat=K or nontrivial=N/K, each "
              "once, with commas between them");
}

TEST(Restriction, KeysKeepToIt) {
    // Black has one move, of the king.
    const std::string corner = "8/8/8/8/8/1K6/7R/k7 w - - 0 1";
    EXPECT_EQ(restricted(corner, "#2", "flights=1")->keys.size(),
              restricted(corner, "#2", "flights=7")->keys.size());
    EXPECT_GT(restricted(corner, "#2", "flights=1")->keys.size(), 0U);
    EXPECT_EQ(restricted(corner, "#2", "flights=0")->keys.size(), 0U);
    EXPECT_EQ(restricted(corner, "#2", "replies=0")->keys.size(), 0U);
    EXPECT_EQ(restricted(corner, "#2", "flights=1")->verified, true);
}

TEST(Restriction, NoOtherPlayIsRestricted) {
    for (const std::string stipulation : {"h#1", "ser-#2", "pser-#2", "hs#2"})
        EXPECT_EQ(restricted("8/8/8/8/8/1K6/7R/k7 w - - 0 1", stipulation, "threat=1").error().message,
                  stipulation + ": a restriction of it, expected one of direct, self or reflex play");
}

}  // namespace
}  // namespace zermelo::compositions
