// SPDX-License-Identifier: GPL-3.0-or-later
// Whole explanations as they are printed: read them aloud before you commit a change.
#include "zermelo/tell/explain.hpp"

#include <gtest/gtest.h>

#include "zermelo/puzzles/registry.hpp"

#include "support/golden.hpp"

namespace zermelo::tell {
namespace {

class ExplainGolden : public ::testing::TestWithParam<const puzzles::Puzzle*> {};

TEST_P(ExplainGolden, ReadsAsBefore) {
    const std::string game{GetParam()->name()};
    const std::string input = ZERMELO_SOURCE_DIR "/tests/data/explain/" + game + ".in";
    StringSink sink;
    const auto explained = explain(*GetParam(), Source::open(input).value(), {}, sink);
    ASSERT_TRUE(explained) << explained.error().message;
    testing::expect_golden("explain/" + game + ".txt", sink.text());
}

INSTANTIATE_TEST_SUITE_P(Puzzles, ExplainGolden, ::testing::ValuesIn(puzzles::all()),
                         [](const auto& puzzle) { return std::string{puzzle.param->name()}; });

}  // namespace
}  // namespace zermelo::tell
