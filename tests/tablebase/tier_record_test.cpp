// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/tablebase/tier_record.hpp"

#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace zermelo::tablebase {
namespace {

TierRecord some_record() {
    TierRecord::Side white;
    white.positions = 1312;
    white.unique = 167;
    white.placements = {{{1, 120}, {13, 1000}}, {{2, 92}}, 100};
    white.unique_placements = {{{1, 15}, {13, 120}}, {{2, 12}}, 20};
    white.longest = TierRecord::Longest{13, "4/2k1/3R/K3 w - - 0 1", "k3/3r/2K1/4 b - - 0 1"};
    TierRecord::Side black;
    black.positions = 3;
    black.unique = 1;
    black.placements.draws = 3;
    black.unique_placements.draws = 1;
    return {{white, black}};
}

TEST(TierRecord, ReadsBackWhatIsWritten) {
    const TierRecord record = some_record();
    const std::string written = text(record);
    const auto read = parse_record(written);
    ASSERT_TRUE(read);
    EXPECT_EQ(read->sides, record.sides);
    EXPECT_EQ(text({{record.sides[1]}}),
              R"({"sides":[{"positions":3,"unique":1,"wins":{},"losses":{},"draws":3,"unique_wins":{},)"
              R"("unique_losses":{},"unique_draws":1,"longest":null,"longest_loss":null}]})");
    EXPECT_NE(written.find(R"("wins":{"1":120,"13":1000})"), std::string::npos) << written;
}

TEST(TierRecord, ReadsFilesOfEarlierProgramsWhichSaidHowLongItTook) {
    std::string written = text(some_record());
    written.insert(written.size() - 1, R"(,"seconds":{"solve":0.25,"verify":0.5})");
    const auto read = parse_record(written);
    ASSERT_TRUE(read);
    EXPECT_EQ(read->sides, some_record().sides);
}

TEST(TierRecord, Sums) {
    const TierRecord record = some_record();
    EXPECT_EQ(record.positions(), 1315U);
    EXPECT_EQ(record.unique(), 168U);
    EXPECT_EQ(record.longest(), 13U);
    EXPECT_EQ(sum(record.sides[0].placements.wins), 1120U);
}

TEST(TierRecord, RefusesOtherTexts) {
    const std::string written = text(some_record());
    const auto changed = [&](const std::string& from, const std::string& to) {
        std::string other = written;
        const auto at = other.find(from);
        EXPECT_NE(at, std::string::npos) << from;
        return other.replace(at, from.size(), to);
    };
    for (const std::string& text :
         {std::string{}, std::string{"{}"}, std::string{"[]"}, std::string{R"({"sides":3})"},
          std::string{R"({"sides":[3]})"}, written.substr(0, written.size() - 1),
          changed(R"("positions":1312)", R"("positions":-1)"), changed(R"("positions")", R"("position")"),
          changed(R"("13":1000)", R"("x":1000)"), changed(R"("13":1000)", R"("13":"1000")"),
          changed(R"("draws":100)", R"("draws":null)"), changed(R"("plies":13)", R"("plies":"13")")})
        EXPECT_FALSE(parse_record(text)) << text;
}

}  // namespace
}  // namespace zermelo::tablebase
