// SPDX-License-Identifier: GPL-3.0-or-later
// Conversations with an engine in this process.
#pragma once

#include <sstream>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "zermelo/protocol/session.hpp"

namespace zermelo::testing {

using protocol::Session;
using protocol::Settings;

/// What an engine answers to all of an input, line by line. A search that ends by itself is let to end.
template <typename Protocol, typename... How>
std::vector<std::string> answers(const std::string& commands, Settings settings = {}, How... how) {
    StringSink output;
    auto session = Session::open(std::move(settings));
    EXPECT_TRUE(session) << session.error().message;
    {
        Protocol engine{*std::move(session), output, how...};
        Source input = Source::of_text("commands", commands);
        EXPECT_TRUE(engine.run(input));
    }
    std::vector<std::string> lines;
    std::istringstream text{output.text()};
    for (std::string line; std::getline(text, line);) lines.push_back(line);
    return lines;
}

/// The last line that begins so; empty if there is none.
inline std::string last(const std::vector<std::string>& lines, const std::string& beginning) {
    std::string found;
    for (const std::string& line : lines)
        if (line.starts_with(beginning)) found = line;
    return found;
}

inline std::size_t count(const std::vector<std::string>& lines, const std::string& beginning) {
    std::size_t count = 0;
    for (const std::string& line : lines) count += line.starts_with(beginning) ? 1 : 0;
    return count;
}

/// The words after one of a line, to its end.
inline std::vector<std::string> words_behind(const std::string& line, const std::string& word) {
    std::istringstream text{line};
    std::vector<std::string> words;
    bool behind = false;
    for (std::string each; text >> each;) {
        if (behind) words.push_back(each);
        behind = behind || each == word;
    }
    return words;
}

}  // namespace zermelo::testing
