// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/system/signal_words.hpp"

#include <csignal>

#include <gtest/gtest.h>

namespace zermelo {
namespace {

TEST(SignalWords, TellWhatASignalIsIfItIsOne) {
    EXPECT_TRUE(signal_words(SIGSEGV).starts_with("Segmentation fault")) << signal_words(SIGSEGV);
    EXPECT_TRUE(signal_words(SIGKILL).starts_with("Killed")) << signal_words(SIGKILL);
    EXPECT_EQ(signal_words(0), "");
    EXPECT_EQ(signal_words(-1), "");
    EXPECT_EQ(signal_words(1000), "");
}

}  // namespace
}  // namespace zermelo
