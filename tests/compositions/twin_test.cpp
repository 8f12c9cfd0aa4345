// SPDX-License-Identifier: GPL-3.0-or-later
// What twins change.
#include "zermelo/compositions/twin.hpp"

#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "support/shipped.hpp"

namespace zermelo::compositions {
namespace {

constexpr const char* diagram = "4k2r/8/8/8/8/8/P7/R3K3 w Qk - 0 1";

Result<std::vector<Diagram>> twins_of(const std::vector<std::string>& twins, const std::string& fen = diagram,
                                      const std::string& variant = "chess") {
    const rules::Rules& rules = testing::shipped(variant);
    return with_twins(engine::parse_fen(fen, rules).value(), Stipulation::parse("#2").value(), twins, rules);
}

/// The FEN of the last twin.
std::string fen_of(const std::vector<std::string>& twins, const std::string& fen = diagram) {
    const auto diagrams = twins_of(twins, fen);
    EXPECT_TRUE(diagrams) << (diagrams ? "" : diagrams.error().message);
    return diagrams ? engine::print_fen(diagrams->back().setup) : "";
}

TEST(Twin, EveryChange) {
    EXPECT_EQ(fen_of({"move a2 b3"}), "4k2r/8/8/8/8/1P6/8/R3K3 w Qk - 0 1");
    EXPECT_EQ(fen_of({"exchange a1 h8"}), "4k2R/8/8/8/8/8/P7/r3K3 w - - 0 1");
    EXPECT_EQ(fen_of({"remove a2 a1"}), "4k2r/8/8/8/8/8/8/4K3 w k - 0 1");
    EXPECT_EQ(fen_of({"add n c3"}), "4k2r/8/8/8/8/2n5/P7/R3K3 w Qk - 0 1");
    EXPECT_EQ(fen_of({"substitute Q a2"}), "4k2r/8/8/8/8/8/Q7/R3K3 w Qk - 0 1");
    EXPECT_EQ(fen_of({"shift a1 b2"}, "8/8/8/2k5/8/8/8/K7 w - - 0 1"), "8/8/3k4/8/8/8/1K6/8 w - - 0 1");
    EXPECT_EQ(fen_of({"rotate 90"}, "8/8/8/8/8/8/1k6/K7 w - - 0 1"), "K7/1k6/8/8/8/8/8/8 w - - 0 1");
    EXPECT_EQ(fen_of({"rotate 180"}, "8/8/8/8/8/8/2k5/K7 w - - 0 1"), "7K/5k2/8/8/8/8/8/8 w - - 0 1");
    EXPECT_EQ(fen_of({"rotate 270"}, "8/8/8/8/8/8/2k5/K7 w - - 0 1"), "8/8/8/8/8/6k1/8/7K w - - 0 1");
}

// Who has come home may castle; who has stood there without a right to it may not.
TEST(Twin, MenThatAChangeBringsHomeMayCastle) {
    EXPECT_EQ(fen_of({"mirror a1h1"}, "r2k3r/8/8/8/8/8/8/R3K2R b KQ - 0 1"),
              "r3k2r/8/8/8/8/8/8/R2K3R b kq - 0 1");
    EXPECT_EQ(fen_of({"move b1 a1"}, "4k2r/8/8/8/8/8/8/1R2K2R w - - 0 1"),
              "4k2r/8/8/8/8/8/8/R3K2R w Q - 0 1");
    EXPECT_EQ(fen_of({"add p a7"}, "4k2r/8/8/8/8/8/8/R3K2R w k - 0 1"), "4k2r/p7/8/8/8/8/8/R3K2R w k - 0 1");
    const auto without = twins_of({"move b1 a1"}, "4k3/8/8/8/8/8/8/1R2K3 w - - 0 1", "nocastle");
    EXPECT_EQ(engine::print_fen(without.value().back().setup), "4k3/8/8/8/8/8/8/R3K3 w - - 0 1");
}

TEST(Twin, FourQuarterTurnsAndTwoMirrorsAreNone) {
    const std::string fen = "1n5k/8/2Q5/8/4p3/8/P7/K6R w - - 0 1";
    EXPECT_EQ(fen_of({"rotate 90, rotate 90, rotate 90, rotate 90"}, fen), fen);
    EXPECT_EQ(fen_of({"rotate 90, rotate 270"}, fen), fen);
    EXPECT_EQ(fen_of({"rotate 90, rotate 90"}, fen), fen_of({"rotate 180"}, fen));
    for (const std::string corners : {"a1h1", "a1a8", "a1h8", "h1a8"})
        EXPECT_EQ(fen_of({"mirror " + corners + ", mirror " + corners}, fen), fen);
    EXPECT_EQ(fen_of({"mirror a1h1, mirror a1a8"}, fen), fen_of({"rotate 180"}, fen));
    EXPECT_EQ(fen_of({"mirror a1h8, mirror h1a8"}, fen), fen_of({"rotate 180"}, fen));
    EXPECT_EQ(fen_of({"mirror a1h8"}, "8/8/8/8/8/8/8/K6k w - - 0 1"), "7K/8/8/8/8/8/8/7k w - - 0 1");
    EXPECT_EQ(fen_of({"mirror h1a8"}, "8/8/8/8/8/8/8/K6k w - - 0 1"), "k7/8/8/8/8/8/8/K7 w - - 0 1");
}

TEST(Twin, NamesContinuedTwinsAndZeropositions) {
    const auto diagrams = twins_of({"b: move a2 a3", "c: continued, remove a3", "stipulation h#2"}).value();
    ASSERT_EQ(diagrams.size(), 4U);
    EXPECT_EQ(diagrams[0].name, "a");
    EXPECT_EQ(engine::print_fen(diagrams[0].setup), diagram);
    EXPECT_EQ(diagrams[1].changes, (std::vector<std::string>{"move a2 a3"}));
    EXPECT_EQ(engine::print_fen(diagrams[2].setup), "4k2r/8/8/8/8/8/8/R3K3 w Qk - 0 1");
    EXPECT_EQ(diagrams[2].changes, (std::vector<std::string>{"continued", "remove a3"}));
    EXPECT_EQ(diagrams[3].name, "d");
    EXPECT_EQ(engine::print_fen(diagrams[3].setup), diagram);
    EXPECT_EQ(diagrams[3].stipulation.text(), "h#2");

    const auto zero = twins_of({"zero: move a2 a3", "move a2 a4"}).value();
    ASSERT_EQ(zero.size(), 2U);
    EXPECT_EQ(zero[0].name, "a");
    EXPECT_EQ(zero[1].name, "b");
    EXPECT_EQ(twins_of({}).value()[0].name, "");
}

TEST(Twin, WhatCannotBeDoneIsRefusedWhereItStands) {
    for (const auto& [twin, column] :
         std::vector<std::pair<std::string, std::uint64_t>>{{"b: fly a2 a3", 4},
                                                            {"move a2", 8},
                                                            {"move a2 a1", 9},
                                                            {"move b2 b3", 6},
                                                            {"move a2 a9", 9},
                                                            {"b: remove", 10},
                                                            {"add n a2", 7},
                                                            {"add y c3", 5},
                                                            {"substitute n c3", 14},
                                                            {"rotate 45", 8},
                                                            {"mirror a1b2", 8},
                                                            {"shift a1 h1", 7},
                                                            {"move a2 a3;", 9},
                                                            {"move a2 a3 a4", 12},
                                                            {"", 1},
                                                            {"b:", 3},
                                                            {"stipulation #0", 3}}) {
        const auto diagrams = twins_of({"remove a2", twin});
        ASSERT_FALSE(diagrams) << twin;
        EXPECT_EQ(diagrams.error().kind, ErrorKind::bad_usage);
        ASSERT_TRUE(diagrams.error().where) << twin;
        EXPECT_EQ(diagrams.error().where->column, column) << twin << ": " << diagrams.error().message;
    }
    EXPECT_FALSE(twins_of({"rotate 90"}, "k9/10/10/10/10/10/10/9K w - - 0 1", "capablanca"));
}

}  // namespace
}  // namespace zermelo::compositions
