// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <string>
#include <variant>
#include <vector>

#include <gtest/gtest.h>

#include "zermelo/engine/notation.hpp"

#include "cli/commands.hpp"
#include "support/shipped.hpp"

/// The commands about tables as a user runs them, for tests.
namespace zermelo::cli {

/// A folder of tables, gone at the end.
class Tables {
  public:
    /// Solves at once, if asked for some: "chess --tiers KRvK".
    explicit Tables(const std::string& what = "") {
        if (what.empty()) return;
        const Ended run = solve(what);
        EXPECT_EQ(run.status, 0) << what << "\n" << run.out;
    }
    Ended solve(const std::string& what) const { return zermelo("solve " + what + at()); }
    /// A tier and side to move each.
    ReadJson stats(const std::string& what) const {
        const Ended run = shell("$Z stats " + what + at() + " --json");
        EXPECT_EQ(run.status, 0) << what;
        return objects_of(run.out);
    }
    std::string at() const { return " --tables " + folder_.file("t"); }
    std::string path(const std::string& name = "") const { return folder_.file("t/" + name); }
    const ScratchFolder& folder() const { return folder_; }

    /// What lies in a variant's folder, but for what is known of the runs.
    std::vector<std::string> names(const std::string& variant) const {
        std::vector<std::string> names;
        for (const auto& entry : std::filesystem::directory_iterator{path(variant)})
            if (entry.path().filename() != "runs.jsonl") names.push_back(entry.path().filename().string());
        std::sort(names.begin(), names.end());
        return names;
    }

  private:
    ScratchFolder folder_;
};

inline std::uint64_t sum(const ReadJson& by_distance) {
    std::uint64_t all = 0;
    for (const ReadJson& each : by_distance) all += each["count"].get<std::uint64_t>();
    return all;
}

inline const ReadJson& find(const ReadJson& stats, const std::string& tier, const std::string& to_move) {
    for (const ReadJson& entry : stats)
        if (entry["tier"] == tier && entry["to_move"] == to_move) return entry;
    ADD_FAILURE() << "no " << tier << ", " << to_move;
    return stats["tiers"].front();
}

/// Plays a line by the rules; how many plies it has, and whether the last one ended the game with a win of
/// who made it. 0 if a move is illegal.
inline std::size_t played_out(const std::string& variant, const std::string& fen,
                              const std::vector<std::string>& line) {
    const auto at = library::position_of(testing::shipped(variant), fen).value();
    return std::visit(
        [&](const auto& start) -> std::size_t {
            auto position = start.position;
            for (const std::string& word : line) {
                if (start.game.end(position)) return 0;
                engine::MoveList moves;
                start.game.moves(position, moves);
                const auto found = std::find_if(moves.begin(), moves.end(), [&](const engine::Move& move) {
                    return engine::uci(move, start.game.rules()) == word;
                });
                if (found == moves.end()) return 0;
                position = start.game.play(position, *found);
            }
            return start.game.end(position) == game::Outcome::loss ? line.size() : 0;
        },
        at);
}

/// The board of a FEN from sixteen letters, `.` for an empty square.
inline std::string rows_of_four(const std::string& squares) {
    std::string fen;
    unsigned empty = 0;
    const auto flush = [&] {
        if (empty != 0) fen += std::to_string(empty);
        empty = 0;
    };
    for (std::size_t i = 0; i < squares.size(); ++i) {
        if (i != 0 && i % 4 == 0) {
            flush();
            fen += '/';
        }
        if (squares[i] == '.') {
            ++empty;
        } else {
            flush();
            fen += squares[i];
        }
    }
    flush();
    return fen;
}

/// Where a table's blocks begin: the length of its header.
inline std::size_t first_block(const std::string& table) {
    return static_cast<unsigned char>(table[12]) + 256U * static_cast<unsigned char>(table[13]);
}

}  // namespace zermelo::cli
