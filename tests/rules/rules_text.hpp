// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <fstream>
#include <functional>
#include <map>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

#include "zermelo/rules/reader.hpp"

/// Rules from text, for tests of their reader.
namespace zermelo::rules {

inline std::string file_text(const std::filesystem::path& path) {
    std::ifstream file(path, std::ios::binary);
    std::stringstream text;
    text << file.rdbuf();
    return text.str();
}

/// The shipped variants by name; chess first, since others are its children.
inline const std::map<std::string, Rules, std::less<>>& shipped() {
    static const auto all = [] {
        std::map<std::string, Rules, std::less<>> rules;
        const std::filesystem::path folder = std::filesystem::path(ZERMELO_SOURCE_DIR) / "games";
        const FindRules find = [&](std::string_view name) {
            const auto found = rules.find(name);
            return found == rules.end() ? nullptr : &found->second;
        };
        std::vector<std::filesystem::path> files{folder / "chess.ini"};
        for (const auto& entry : std::filesystem::directory_iterator(folder))
            if (entry.path().extension() == ".ini" && entry.path().filename() != "chess.ini")
                files.push_back(entry.path());
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

inline const Rules* find_shipped(std::string_view name) {
    const auto found = shipped().find(name);
    return found == shipped().end() ? nullptr : &found->second;
}

/// The one variant of a text, read with the shipped games as parents.
inline Rules one(const std::string& text) {
    auto read = read_rules(text, find_shipped);
    EXPECT_TRUE(read.has_value()) << text << (read ? "" : read.error().message);
    EXPECT_TRUE(!read || !read->empty());
    return read && !read->empty() ? read->back() : Rules{};
}

inline Rules child_of_chess(const std::string& lines) { return one("[x:chess]\n" + lines + "\n"); }

/// A child that has pieces which the start of chess has not, or the other way round.
inline Rules empty_child_of_chess(const std::string& lines) {
    return child_of_chess("startFen = 8/8/8/8/8/8/8/8\n" + lines);
}

/// A region of a large board from its squares.
inline Region squares(std::string_view text, unsigned files = 16, unsigned ranks = 16) {
    Region result;
    for (std::size_t i = 0; i < text.size(); i += 3) {
        const std::string_view word = text.substr(i, 2);
        for (unsigned file = 0; file < files; ++file)
            for (unsigned rank = 0; rank < ranks; ++rank)
                if ((word[0] == '*' || word[0] - 'a' == static_cast<int>(file)) &&
                    (word[1] == '*' || word[1] - '1' == static_cast<int>(rank)))
                    result.set(region_bit(file, rank));
    }
    return result;
}

}  // namespace zermelo::rules
