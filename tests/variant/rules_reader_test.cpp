// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/variant/rules_reader.hpp"

#include <filesystem>
#include <fstream>
#include <map>
#include <sstream>
#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace zermelo::variant {
namespace {

std::string file_text(const std::filesystem::path& path) {
    std::ifstream file(path, std::ios::binary);
    std::stringstream text;
    text << file.rdbuf();
    return text.str();
}

/// The shipped variants by name; chess first, since others are its children.
const std::map<std::string, Rules, std::less<>>& shipped() {
    static const auto all = [] {
        std::map<std::string, Rules, std::less<>> rules;
        const std::filesystem::path folder = std::filesystem::path(ZERMELO_SOURCE_DIR) / "games";
        const FindRules find = [&](std::string_view name) {
            const auto found = rules.find(name);
            return found == rules.end() ? nullptr : &found->second;
        };
        std::vector<std::filesystem::path> files{folder / "chess.ini"};
        for (const auto& entry : std::filesystem::directory_iterator(folder))
            if (entry.path().filename() != "chess.ini") files.push_back(entry.path());
        for (const auto& path : files) {
            auto read = read_rules(file_text(path), find);
            EXPECT_TRUE(read.has_value()) << path << ":" << read.error().where->line << ":"
                                          << read.error().where->column << ": " << read.error().message;
            if (!read) continue;
            for (Rules& r : *read) {
                const std::string name = r.name;
                EXPECT_TRUE(rules.emplace(name, std::move(r)).second) << name << " twice";
            }
        }
        return rules;
    }();
    return all;
}

const Rules* find_shipped(std::string_view name) {
    const auto found = shipped().find(name);
    return found == shipped().end() ? nullptr : &found->second;
}

TEST(RulesReader, ReadsAllShippedGames) {
    for (const char* name : {"chess", "losalamos", "knightmate", "amazon", "nightrider", "grasshopper",
                             "breakthrough", "shatranj", "gardner", "small3x3", "small3x4", "small4x4",
                             "small10x10", "simplified", "simplified-pawns", "cheesy", "slovak"})
        EXPECT_NE(find_shipped(name), nullptr) << name;
}

TEST(RulesReader, ItsTextReadsBackToTheSameText) {
    for (const auto& [name, rules] : shipped()) {
        const std::string text = canonical_text(rules);
        const auto read = read_rules(text, {});
        ASSERT_TRUE(read.has_value()) << text << read.error().message;
        EXPECT_EQ(canonical_text(read->front()), text);
    }
}

}  // namespace
}  // namespace zermelo::variant
