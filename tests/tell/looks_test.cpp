// SPDX-License-Identifier: GPL-3.0-or-later
#include <set>
#include <string>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "zermelo/library/shipped.hpp"
#include "zermelo/tell/variants.hpp"

namespace zermelo::tell {
namespace {

nlohmann::json variant(std::string_view name) {
    return nlohmann::json::parse(
        json_line(variant_object(*library::shipped_variant(name).value(), VariantTexts::none)));
}

// Who has men of their own has them all, but for some of the newest.
TEST(Looks, MenHaveDrawings) {
    const std::set<std::string> with_letters{"yarishogi"};
    unsigned own = 0;
    for (const library::ShippedSection& section : library::shipped_sections()) {
        const nlohmann::json object = variant(section.name);
        EXPECT_EQ(object["board"].is_null(), object["look"] == "western") << section.name;
        for (const nlohmann::json& kind : object["kinds"]) {
            EXPECT_EQ(kind["own_pictures"].is_null(), object["look"] == "western") << section.name;
            if (kind["own_pictures"].is_null() || with_letters.contains(std::string{section.name})) continue;
            for (const char* side : {"white", "black", "turned"})
                EXPECT_FALSE(kind["own_pictures"][side].is_null())
                    << section.name << ' ' << kind["letter"] << ' ' << side;
            ++own;
        }
    }
    EXPECT_GT(own, 150U);
}

TEST(Looks, OfSomeVariants) {
    const nlohmann::json xiangqi = variant("xiangqi");
    EXPECT_EQ(xiangqi["look"], "xiangqi");
    EXPECT_EQ(xiangqi["board"]["points"], true);
    EXPECT_EQ(xiangqi["board"]["river"], 5);
    EXPECT_EQ(xiangqi["board"]["palaces"].dump(), R"([["d1","f3"],["d8","f10"]])");
    EXPECT_TRUE(variant("janggi")["board"]["river"].is_null());
    EXPECT_TRUE(variant("minixiangqi")["board"]["river"].is_null());
    EXPECT_EQ(variant("makruk")["board"]["points"], false);
    const auto pictures = [](std::string_view name, std::string_view kind_name) {
        const nlohmann::json object = variant(name);
        for (const nlohmann::json& kind : object["kinds"])
            if (kind["name"] == std::string{kind_name}) return kind["own_pictures"];
        return nlohmann::json{};
    };
    EXPECT_EQ(pictures("xiangqi", "general")["black"], "xiangqi-general-black");
    EXPECT_EQ(pictures("dobutsu", "lion")["white"], "dobutsu-lion");
    EXPECT_EQ(pictures("dobutsu", "chick")["turned"], "dobutsu-hen");
    EXPECT_EQ(pictures("shogi", "silver")["turned"], "shogi-promoted-silver");
    EXPECT_EQ(pictures("shogi", "rook")["turned"], "shogi-dragon");
    EXPECT_EQ(pictures("kyotoshogi", "pawn")["turned"], "shogi-rook");
    EXPECT_EQ(pictures("cambodian", "neang")["white"], "makruk-fers");
    EXPECT_EQ(variant("dobutsu")["catalogue"]["title"], "Dobutsu shogi");
}

}  // namespace
}  // namespace zermelo::tell
