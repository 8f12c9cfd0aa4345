// SPDX-License-Identifier: GPL-3.0-or-later
// A problem as journals print it.
#include "zermelo/tell/problem_picture.hpp"

#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "zermelo/tell/problem.hpp"

#include "support/golden.hpp"
#include "support/shipped.hpp"

namespace zermelo::tell {
namespace {

std::string picture(const ProblemRequest& request, const std::string& variant = "chess") {
    const auto position = library::position_of(testing::shipped(variant), std::nullopt).value();
    return problem_picture(composition(position, request).value(), position.rules());
}

/// What is written in the picture, from above, a line each; `<title>` and `<desc>` left out.
std::vector<std::string> words_in(const std::string& svg) {
    std::vector<std::string> words;
    for (std::size_t at = svg.find("<text "); at != std::string::npos; at = svg.find("<text ", at)) {
        at = svg.find('>', at) + 1;
        words.push_back(svg.substr(at, svg.find("</text>", at) - at));
    }
    return words;
}

using Words = std::vector<std::string>;

TEST(ProblemPicture, AsJournalsPrintIt) {
    ProblemRequest request{"8/8/8/3k1K2/8/8/8/B6R b", "h#3", {"b: move a1 b1"}, false, 2};
    request.heading = {{"A. Nonym", "B. Other"}, "Echo", "Nowhere, 2000", "1st Prize"};
    const std::string svg = picture(request);
    EXPECT_EQ(words_in(svg), (Words{"A. Nonym &amp; B. Other", "Echo", "h#3", "(3+1)", "2 solutions",
                                    "b) move a1 b1", "Nowhere, 2000", "1st Prize"}));
    testing::expect_golden("draw/problem.svg", svg);
}

TEST(ProblemPicture, NothingIsSaidThatNobodyAskedFor) {
    EXPECT_EQ(words_in(picture({"7k/8/5K2/8/8/8/8/6R1 w", "#2", {}, false, 1})), (Words{"#2", "(2+1)"}));
}

TEST(ProblemPicture, NamesOfAuthorsAreNoMarkup) {
    ProblemRequest request{"7k/8/5K2/8/8/8/8/6R1 w", "#2", {}};
    request.heading = {{"<script>1</script> & \"Co\"'\n\x01"}, "</svg>", "a > b", "&amp;"};
    const std::string svg = picture(request);
    EXPECT_EQ(svg.find("<script"), std::string::npos);
    EXPECT_EQ(svg.find("</svg>"), svg.size() - 7);
    const Words words = words_in(svg);
    EXPECT_EQ(words.front(), "&lt;script&gt;1&lt;/script&gt; &amp; &quot;Co&quot;&#39; \\x01");
    EXPECT_EQ(words[1], "&lt;/svg&gt;");
    EXPECT_EQ(words[words.size() - 2], "a &gt; b");
    EXPECT_EQ(words.back(), "&amp;amp;");
    request.heading.source = "x\xFF";
    const auto refused =
        composition(library::position_of(testing::shipped("chess"), std::nullopt).value(), request);
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().message, "source: bytes that are no UTF-8, expected text");
}

TEST(ProblemPicture, LongNamesAreBrokenIntoLines) {
    ProblemRequest request{"7k/8/5K2/8/8/8/8/6R1 w", "#2", {}};
    for (unsigned i = 0; i < 12; ++i) request.heading.authors.push_back("Someone Longname");
    const Words words = words_in(picture(request));
    EXPECT_GT(words.size(), 5U);
    for (const std::string& line : words) EXPECT_LT(line.size(), 60U) << line;
}

TEST(ProblemPicture, AZeropositionIsDrawnItself) {
    const Words words =
        words_in(picture({"7k/8/5K2/8/8/8/8/6R1 w", "#2", {"zero: add p a7", "stipulation #3"}}));
    EXPECT_EQ(words, (Words{"#2", "(2+1)", "zeroposition", "a) add p a7", "b) stipulation #3"}));
}

TEST(ProblemPicture, WhatElseIsAsked) {
    ProblemRequest request{"7k/8/5K2/8/8/8/8/6R1 w", "s#2", {}, true};
    request.options.set_play = request.options.quodlibet = true;
    request.options.attacker = Color::black;
    EXPECT_EQ(words_in(picture(request))[2], "set play, quodlibet, duplex, Black is the attacker");
    request.options = {.postkey = true};
    request.duplex = false;
    EXPECT_EQ(words_in(picture(request))[2], "postkey play");
    // Another game is named, and its men are drawn.
    EXPECT_EQ(words_in(picture({std::nullopt, "#1", {}}, "capablanca")),
              (Words{"#1", "(20+20)", "capablanca"}));
}

}  // namespace
}  // namespace zermelo::tell
