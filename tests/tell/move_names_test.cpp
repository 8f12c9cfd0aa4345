// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/tell/move_names.hpp"

#include <gtest/gtest.h>

#include "zermelo/library/library.hpp"

namespace zermelo::tell {
namespace {

TEST(MoveNames, FollowALine) {
    library::Library library = library::Library::open().value();
    const auto chess = library::position_of(**library.find("chess"), std::nullopt).value();
    const std::vector<std::string> line{"f2f3", "e7e5", "g2g4", "d8h4"};
    EXPECT_EQ(chess.sans(line), (std::vector<std::string>{"f3", "e5", "g4", "Qh4#"}));
    EXPECT_EQ(last_of(chess, line), "Qh4# (d8h4)");
    EXPECT_EQ(line_text("Line:", chess, line), "Line: f2f3 e7e5 g2g4 d8h4\n      f3 e5 g4 Qh4#\n");
    // A board of more than 64 squares.
    const auto large =
        library::position_of(**library.find("small10x10"), "k9/10/10/10/10/10/10/10/10/K8R w").value();
    EXPECT_EQ(last_of(large, {"j1j10"}), "Rj10+ (j1j10)");
    EXPECT_EQ((FirstMoveNames{large, {"j1j10"}}.of("j1j10")), "Rj10+ (j1j10)");
    // Told from moves that are not asked for.
    const auto knights =
        library::position_of(**library.find("chess"), "k7/8/8/8/8/N7/8/K3N3 w - - 0 1").value();
    EXPECT_EQ((FirstMoveNames{knights, {"a3c2", "e1f3"}}.of("a3c2")), "Nac2 (a3c2)");
}

}  // namespace
}  // namespace zermelo::tell
