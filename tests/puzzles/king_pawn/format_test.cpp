// SPDX-License-Identifier: GPL-3.0-or-later
#include <gtest/gtest.h>

#include "zermelo/puzzles/king_pawn/random.hpp"

#include "reference/king_pawn.hpp"
#include "support/judging.hpp"
#include "support/layout.hpp"
#include "support/scale.hpp"

namespace zermelo::king_pawn {
namespace {

using testing::all_ways;
using testing::judge_text;

/// A random input with any number of games and its verdicts.
struct Sample {
    std::vector<std::vector<std::string>> lines;  // each game's lines, each with its words joined by a blank
    std::string verdicts;
};

Sample random_sample(Random& random, std::uint64_t games) {
    Sample sample;
    for (std::uint64_t i = 0; i < games; ++i) {
        const king_pawn::Position p = king_pawn::random_position(random);
        std::vector<std::string> lines;
        for (unsigned r = 8; r-- > 0;) {
            std::string row(8, '.');
            for (unsigned f = 0; f < 8; ++f) {
                const king_pawn::Square square{File{f}, Rank{r}};
                if (p.marks().forbidden.contains(square)) row[f] = 'F';
                if (p.marks().dangerous.contains(square)) row[f] = 'D';
            }
            lines.push_back(row);
        }
        for (const king_pawn::Square s : {p.king(), p.pawn()})
            lines.push_back(std::to_string(s.file().index() + 1) + " " +
                            std::to_string(s.rank().index() + 1));
        sample.lines.push_back(std::move(lines));
        sample.verdicts += std::string{name(reference_winner(p))} + "\n";
    }
    return sample;
}

TEST(Cheesy, EveryWayAndLayoutGivesTheReferencesVerdicts) {
    Random random{11};
    for (std::uint64_t i = 0; i < testing::scaled(8); ++i) {
        const Sample sample = random_sample(random, random.below(random.one_in(4) ? 9000 : 30));
        const std::string plain = testing::plain_text(sample.lines);
        const std::string wild = testing::wild_text(sample.lines, random);
        for (const auto& way : all_ways()) {
            for (const std::string* text : {&plain, &wild}) {
                const auto judged = judge_text("cheesy", *text, way.options, way.delivery, random());
                ASSERT_FALSE(judged.error) << judged.error->message;
                ASSERT_EQ(judged.output, sample.verdicts);
            }
        }
    }
}

// The fast path must leave every damaged game to the careful reader: one byte of a plain input is changed,
// and both paths must say the same.
TEST(Cheesy, DamagedInputIsReadAlikeByBothPaths) {
    Random random{12};
    for (std::uint64_t i = 0; i < testing::scaled(1'000); ++i) {
        std::string text = testing::plain_text(random_sample(random, 1 + random.below(4)).lines);
        const std::string_view likely = ".FD 0123456789\n\r\tfx";
        text[random.below(text.size())] =
            random.one_in(4) ? static_cast<char>(random()) : likely[random.below(likely.size())];
        puzzles::Options portable;
        portable.isa = Isa::portable;
        portable.threads = 1;
        puzzles::Options fast;
        fast.threads = 1;
        const auto expected = judge_text("cheesy", text, portable);
        const auto found = judge_text("cheesy", text, fast);
        ASSERT_EQ(found.output, expected.output) << text;
        ASSERT_EQ(found.error.has_value(), expected.error.has_value()) << text;
        if (found.error) {
            ASSERT_EQ(found.error->message, expected.error->message);
            ASSERT_EQ(found.error->where, expected.error->where);
        }
    }
}

}  // namespace
}  // namespace zermelo::king_pawn
