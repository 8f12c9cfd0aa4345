// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/judge/line_scan.hpp"

#include <string>

#include <gtest/gtest.h>

#include "zermelo/base/random.hpp"

#include "support/scale.hpp"

namespace zermelo::judge {
namespace {

/// What the header promises, line by line.
ScannedLines obvious(std::string_view text, std::uint64_t wanted, bool at_end) {
    ScannedLines result;
    while (result.lines < wanted && result.size < text.size()) {
        const std::size_t end = text.find('\n', result.size);
        if (end == std::string_view::npos && !at_end) break;
        const std::string_view line =
            text.substr(result.size, end == std::string_view::npos ? end : end - result.size);
        if (line.find_first_not_of(" \t\r") != std::string_view::npos) ++result.lines;
        if (end == std::string_view::npos) {
            result.size = text.size();
        } else {
            ++result.newlines;
            result.size = end + 1;
        }
    }
    return result;
}

std::string random_text(Random& random) {
    const std::string_view letters = random.one_in(2) ? "x\n \t\r" : "xy123456789\n";
    std::string text(random.below(400), ' ');
    for (char& c : text) c = letters[random.below(letters.size())];
    if (random.one_in(4)) {
        for (char& c : text) c = random.one_in(9) ? static_cast<char>(random()) : c;
    }
    return text;
}

TEST(LineScan, BothPathsAgreeWithTheDefinition) {
    Random random{7};
    for (std::uint64_t i = 0; i < testing::scaled(100'000); ++i) {
        const std::string text = random_text(random);
        const std::uint64_t wanted = random.below(40);
        for (const bool at_end : {false, true}) {
            const ScannedLines expected = obvious(text, wanted, at_end);
            for (const Isa isa : {Isa::portable, best_isa()}) {
                const ScannedLines found = scan_lines(text, wanted, at_end, isa);
                ASSERT_EQ(found.size, expected.size)
                    << ::testing::PrintToString(text) << " wanted " << wanted;
                ASSERT_EQ(found.lines, expected.lines);
                ASSERT_EQ(found.newlines, expected.newlines);
            }
        }
    }
}

}  // namespace
}  // namespace zermelo::judge
