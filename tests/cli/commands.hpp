// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <sstream>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gtest/gtest.h>

#include "zermelo/puzzles/registry.hpp"

#include "support/json_lines.hpp"
#include "support/shell.hpp"

/// The program as a user runs it, for tests of its commands.
namespace zermelo::cli {

using testing::contents;
using testing::Ended;
using testing::moves_of;
using testing::objects_of;
using testing::ReadJson;
using testing::Scratch;
using testing::ScratchFolder;
using testing::shell;

/// Both outputs of the program.
inline Ended zermelo(const std::string& arguments) { return shell("$Z " + arguments + " 2>&1"); }

inline void expect(const std::string& arguments, int status, const std::string& out) {
    const Ended run = zermelo(arguments);
    EXPECT_EQ(run.out, out) << arguments;
    EXPECT_EQ(run.status, status) << arguments;
}

inline void expect_has(const std::string& text, const std::string& part) {
    EXPECT_NE(text.find(part), std::string::npos) << part << "\nis not in\n" << text;
}

/// A command that must end with this status and say this somewhere.
inline void expect_says(const std::string& arguments, int status, const std::string& part) {
    const Ended run = zermelo(arguments);
    EXPECT_EQ(run.status, status) << arguments << "\n" << run.out;
    expect_has(run.out, part);
}

/// Standard error alone.
inline Ended complaint(const std::string& arguments) { return shell("$Z " + arguments + " 2>&1 >/dev/null"); }

inline std::vector<std::string> lines(const std::string& text) {
    std::vector<std::string> lines;
    std::istringstream stream{text};
    for (std::string line; std::getline(stream, line);) lines.push_back(line);
    return lines;
}

/// The names of all puzzles.
inline std::vector<std::string> games() {
    std::vector<std::string> names;
    for (const puzzles::Puzzle* puzzle : puzzles::all()) names.emplace_back(puzzle->name());
    return names;
}

/// The message for a game that there is not.
inline std::string unknown_game(const std::string& name) {
    return fmt::format("zermelo: error: unknown game '{}', expected one of {}\n", name,
                       fmt::join(games(), ", "));
}

/// The names of those whose statement's sample is in `examples/`.
inline std::vector<std::string> published_games() {
    std::vector<std::string> names = games();
    std::erase_if(names, [](const std::string& name) {
        return !std::filesystem::exists(ZERMELO_SOURCE_DIR "/examples/" + name + ".in");
    });
    return names;
}

/// A published mate in three with one key.
inline const std::string mate = "'6B1/8/5Q2/8/2K1k3/8/8/8 w'";

}  // namespace zermelo::cli
