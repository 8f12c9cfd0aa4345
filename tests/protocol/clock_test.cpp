// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/protocol/clock.hpp"

#include <gtest/gtest.h>

namespace zermelo::protocol {
namespace {

using std::chrono::milliseconds;

TEST(Clock, NoMoveTakesMoreThanThereIs) {
    for (const int left : {0, 1, 30, 100, 1000, 60'000, 7'200'000})
        for (const int increment : {0, 10, 1000, 60'000})
            for (const unsigned moves : {0U, 1U, 2U, 30U, 40U, 1000U}) {
                const auto time = time_for({milliseconds{left}, milliseconds{increment}, moves});
                EXPECT_GE(time, milliseconds{1});
                EXPECT_LE(time, milliseconds{std::max(left - left / 8, 1)}) << left << " " << increment;
                const auto most = max_time_for({milliseconds{left}, milliseconds{increment}, moves});
                EXPECT_GE(most, time);
                EXPECT_LE(most, std::max(time, milliseconds{left / 3}));
            }
}

TEST(Clock, SomeTimeIsKeptBack) {
    // Increments alone go on for ever, with more on the clock than a busy machine takes away at once.
    milliseconds left{1000};
    for (int move = 0; move < 1000; ++move) left += milliseconds{10} - time_for({left, milliseconds{10}, 0});
    EXPECT_GE(left, 2 * overhead + reserve);
}

TEST(Clock, AWholeGameFitsIntoItsTime) {
    milliseconds left{60'000};
    for (int move = 0; move < 400; ++move) {
        const auto time = time_for({left, milliseconds{0}, 0});
        left -= time;
        EXPECT_GT(left, milliseconds{0}) << "at move " << move;
        if (left < milliseconds{100}) break;
    }
    // Forty moves in so much time, and the fortieth still has some.
    left = milliseconds{40'000};
    for (unsigned to_go = 40; to_go > 0; --to_go) left -= time_for({left, milliseconds{0}, to_go});
    EXPECT_GT(left, milliseconds{0});
}

TEST(Clock, AnotherEngineHasWhatIsLeft) {
    const Clocks white{milliseconds{3000}, milliseconds{500}, 9};
    const Clocks black{milliseconds{7000}, milliseconds{40}, 8};
    // 20 ms are for the GUI, and a twentieth of 2,900 / 9 + 375 ms for proofs.
    EXPECT_EQ(clock_words({white, black}, Color::white),
              "wtime 2946 btime 7000 winc 500 binc 40 movestogo 9");
    EXPECT_EQ(clock_words({white, black}, Color::black),
              "wtime 3000 btime 6936 winc 500 binc 40 movestogo 8");
    for (const int left : {0, 1, 20})
        EXPECT_EQ(clock_words({Clocks{milliseconds{left}}, white}, Color::white),
                  "wtime 1 btime 3000 winc 0 binc 500");
}

}  // namespace
}  // namespace zermelo::protocol
