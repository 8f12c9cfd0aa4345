// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/library/shipped.hpp"

#include <set>
#include <string>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

#include "zermelo/engine/variants.hpp"
#include "zermelo/library/library.hpp"

namespace zermelo::library {
namespace {

TEST(Shipped, EverySectionIsAVariantWithAStartThatCanBePlayed) {
    std::set<std::string_view> names;
    for (const ShippedSection& section : shipped_sections()) {
        EXPECT_TRUE(names.insert(section.name).second) << section.name << " is there twice";
        const auto rules = shipped_variant(section.name);
        ASSERT_TRUE(rules) << rules.error().input << ' ' << rules.error().where.value_or(Location{}).line
                           << ' ' << rules.error().message;
        ASSERT_NE(*rules, nullptr);
        EXPECT_EQ((*rules)->name, section.name);
        EXPECT_TRUE(engine::check_start(**rules)) << section.name;
        EXPECT_EQ(shipped_section_of(**rules), &section);
        EXPECT_EQ(shipped_variant(section.name).value(), *rules);  // read once
    }
    EXPECT_EQ(Library::open().value().all().size(), names.size());
    EXPECT_EQ(shipped_variant("none").value(), nullptr);
}

TEST(Shipped, ASectionIsWhatStandsFromItsHeaderToTheNext) {
    for (const ShippedSection& section : shipped_sections()) {
        EXPECT_TRUE(section.text.starts_with("[" + std::string{section.name}));
        EXPECT_EQ(section.text.find("\n["), std::string_view::npos);
        EXPECT_GT(section.line, 1U);  // the licence comes first
    }
}

TEST(Shipped, OtherRulesOfTheSameNameAreNot) {
    rules::Rules own = **shipped_variant("antichess");
    EXPECT_NE(shipped_section_of(own), nullptr);
    own.must_capture = false;
    EXPECT_EQ(shipped_section_of(own), nullptr);
}

TEST(Shipped, ManyThreadsMayAskAtOnce) {
    std::vector<const rules::Rules*> found(4);
    {
        std::vector<std::jthread> threads;
        for (auto& mine : found)
            threads.emplace_back([&mine] { mine = shipped_variant("opulent").value_or(nullptr); });
    }
    for (const rules::Rules* rules : found) EXPECT_EQ(rules, shipped_variant("opulent").value());
}

TEST(Catalogue, EveryShippedVariantStandsThereOnce) {
    std::set<std::string_view> variants;
    std::set<std::string_view> titles;
    std::set<std::string_view> groups;
    std::string_view group;
    for (const CatalogueEntry& entry : catalogue()) {
        EXPECT_TRUE(variants.insert(entry.variant).second) << entry.variant << " is there twice";
        EXPECT_TRUE(titles.insert(entry.title).second) << entry.title << " names two variants";
        if (entry.group != group) {
            EXPECT_TRUE(groups.insert(entry.group).second) << entry.group << " stands in two places";
        }
        group = entry.group;
        EXPECT_FALSE(group.empty()) << entry.variant;
        EXPECT_TRUE(entry.sentence.ends_with('.')) << entry.variant;
        EXPECT_EQ(entry.sentence.find('\t'), std::string_view::npos) << entry.variant;
        EXPECT_EQ(catalogue_entry(entry.variant), &entry);
        EXPECT_EQ(&entry - catalogue().data() + 1, static_cast<std::ptrdiff_t>(entry.place));
    }
    for (const ShippedSection& section : shipped_sections())
        EXPECT_TRUE(variants.erase(section.name)) << section.name << " is missing in games/catalogue.tsv";
    EXPECT_TRUE(variants.empty()) << *variants.begin() << " is not shipped";
    EXPECT_EQ(catalogue().front().variant, "chess");
    EXPECT_EQ(catalogue_entry("dobutsu")->group, "Shogi and its kin");
    EXPECT_EQ(catalogue_entry("none"), nullptr);
}

TEST(Solved, EveryLineIsAShippedVariantWithAValueAndASource) {
    std::string last;
    for (const SolvedStart& solved : solved_starts()) {
        EXPECT_LT(last, solved.variant);
        last = solved.variant;
        EXPECT_NE(shipped_variant(solved.variant).value(), nullptr) << solved.variant;
        EXPECT_TRUE(solved.value == "win" || solved.value == "loss" || solved.value == "draw")
            << solved.variant;
        EXPECT_EQ(solved.plies.find_first_not_of("0123456789"), std::string::npos) << solved.variant;
        EXPECT_TRUE(solved.plies.empty() || solved.value != "draw") << solved.variant;
        EXPECT_FALSE(solved.source.empty()) << solved.variant;
    }
    EXPECT_EQ(solved_start("chess"), nullptr);
    EXPECT_EQ(in_words(*solved_start("flipello")), "a draw (Takizawa, 2023)");
    EXPECT_EQ(in_words(*solved_start("antichess")), "the first player wins (Watkins, 2016)");
}

}  // namespace
}  // namespace zermelo::library
