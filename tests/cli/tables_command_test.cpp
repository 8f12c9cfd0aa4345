// SPDX-License-Identifier: GPL-3.0-or-later
// The commands about tables as a user runs them: what they print, exit statuses, messages, and what happens
// when files are not what they should be.
#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <set>
#include <sstream>
#include <string>
#include <variant>
#include <vector>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "zermelo/base/random.hpp"
#include "zermelo/variant/hunt_random.hpp"
#include "zermelo/variant/notation.hpp"

#include "support/scale.hpp"
#include "support/shell.hpp"
#include "support/shipped.hpp"

namespace zermelo::cli {
namespace {

using testing::contents;
using testing::Ended;
using testing::ScratchFolder;
using testing::shell;
using Json = nlohmann::ordered_json;

/// Both outputs of the program.
Ended zermelo(const std::string& arguments) { return shell("$Z " + arguments + " 2>&1"); }

void expect(const std::string& arguments, int status, const std::string& out) {
    const Ended run = zermelo(arguments);
    EXPECT_EQ(run.out, out) << arguments;
    EXPECT_EQ(run.status, status) << arguments;
}

void expect_has(const std::string& text, const std::string& part) {
    EXPECT_NE(text.find(part), std::string::npos) << part << "\nis not in\n" << text;
}

/// A command that must end with this status and say this somewhere.
void expect_says(const std::string& arguments, int status, const std::string& part) {
    const Ended run = zermelo(arguments);
    EXPECT_EQ(run.status, status) << arguments << "\n" << run.out;
    expect_has(run.out, part);
}

/// A folder of tables, gone at the end.
class Tables {
  public:
    /// Solves at once, if told what: "chess --tiers KRvK".
    explicit Tables(const std::string& what = "") {
        if (what.empty()) return;
        const Ended run = solve(what);
        EXPECT_EQ(run.status, 0) << what << "\n" << run.out;
    }
    Ended solve(const std::string& what) const { return zermelo("solve " + what + at()); }
    Json stats(const std::string& what) const {
        const Ended run = shell("$Z stats " + what + at() + " --json");
        EXPECT_EQ(run.status, 0) << what;
        return Json::parse(run.out, nullptr, false);
    }
    std::string at() const { return " --tables " + folder_.file("t"); }
    std::string path(const std::string& name = "") const { return folder_.file("t/" + name); }
    const ScratchFolder& folder() const { return folder_; }

    std::vector<std::string> names(const std::string& variant) const {
        std::vector<std::string> names;
        for (const auto& entry : std::filesystem::directory_iterator{path(variant)})
            names.push_back(entry.path().filename().string());
        std::sort(names.begin(), names.end());
        return names;
    }

  private:
    ScratchFolder folder_;
};

std::uint64_t sum(const Json& by_distance) {
    std::uint64_t all = 0;
    for (const auto& count : by_distance) all += count.get<std::uint64_t>();
    return all;
}

const Json& find(const Json& stats, const std::string& tier, const std::string& to_move) {
    for (const Json& entry : stats["tiers"])
        if (entry["tier"] == tier && entry["to_move"] == to_move) return entry;
    ADD_FAILURE() << "no " << tier << ", " << to_move;
    return stats["tiers"].front();
}

/// Plays a line by the rules; how many plies it has, and whether the last one ended the game with a win of
/// who made it. 0 if a move is illegal.
std::size_t played_out(const std::string& variant, const std::string& fen,
                       const std::vector<std::string>& line) {
    const auto at = app::position_of(testing::shipped(variant), fen).value();
    return std::visit(
        [&](const auto& start) -> std::size_t {
            auto position = start.position;
            for (const std::string& word : line) {
                if (start.game.end(position)) return 0;
                variant::MoveList moves;
                start.game.moves(position, moves);
                const auto found = std::find_if(moves.begin(), moves.end(), [&](const variant::Move& move) {
                    return variant::uci(move, start.game.rules()) == word;
                });
                if (found == moves.end()) return 0;
                position = start.game.play(position, *found);
            }
            return start.game.end(position) == game::Outcome::loss ? line.size() : 0;
        },
        at);
}

/// The board of a FEN from sixteen letters, `.` for an empty square.
std::string rows_of_four(const std::string& squares) {
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

// --- solve and stats

TEST(SolveCommand, ChessEndingsAsPublished) {
    const Tables tables{"chess --tiers KRvK,KQvK"};
    EXPECT_EQ(tables.names("chess"), (std::vector<std::string>{"KQvK.zt", "KRvK.zt", "KvK.zt"}));
    const Json stats = tables.stats("chess");
    std::vector<std::string> keys;
    for (const auto& [key, value] : stats.items()) keys.push_back(key);
    EXPECT_EQ(keys, (std::vector<std::string>{"variant", "unit", "tiers"}));
    EXPECT_EQ(stats["variant"], "chess");
    EXPECT_EQ(stats["unit"], "plies");
    // KvK and its twin are one; the others have two colours.
    EXPECT_EQ(stats["tiers"].size(), 10U);
    for (const Json& tier : stats["tiers"]) {
        keys.clear();
        for (const auto& [key, value] : tier.items()) keys.push_back(key);
        EXPECT_EQ(keys, (std::vector<std::string>{"tier", "to_move", "positions", "unique", "wins", "losses",
                                                  "draws", "unique_wins", "unique_losses", "unique_draws",
                                                  "longest", "longest_loss", "checksum"}));
        EXPECT_EQ(tier["checksum"].get<std::string>().size(), 16U);
        EXPECT_EQ(tier["positions"], sum(tier["wins"]) + sum(tier["losses"]) + tier["draws"].get<unsigned>());
        EXPECT_EQ(tier["unique"], sum(tier["unique_wins"]) + sum(tier["unique_losses"]) +
                                      tier["unique_draws"].get<unsigned>());
    }
    struct Published {
        const char* tier;
        std::uint64_t wins, losses, draws;
        unsigned win, loss;
    };
    for (const Published& p : {Published{"KRvK", 175'168, 201'700, 22'244, 31, 32},
                               Published{"KQvK", 144'508, 200'896, 23'048, 19, 20}}) {
        SCOPED_TRACE(p.tier);
        const Json& white = find(stats, p.tier, "white");
        EXPECT_EQ(sum(white["wins"]), p.wins);
        EXPECT_EQ(sum(white["losses"]), 0U);
        EXPECT_EQ(white["draws"], 0);
        EXPECT_EQ(white["longest"]["plies"], p.win);
        EXPECT_TRUE(white["longest_loss"].is_null());
        const Json& black = find(stats, p.tier, "black");
        EXPECT_EQ(sum(black["wins"]), 0U);
        EXPECT_EQ(sum(black["losses"]), p.losses);
        EXPECT_EQ(black["draws"], p.draws);
        EXPECT_TRUE(black["longest"].is_null());
        EXPECT_EQ(black["longest_loss"]["plies"], p.loss);
        // The same with the colours swapped.
        const std::string twin = std::string{"Kv"} + std::string{p.tier}.substr(0, 2);
        for (const auto& [entry, to_move] : {std::pair{&white, "black"}, std::pair{&black, "white"}})
            for (const char* key : {"positions", "unique", "wins", "losses", "draws"})
                EXPECT_EQ(find(stats, twin, to_move)[key], (*entry)[key]) << key;
    }
    // Distances are the map's keys, in order.
    const Json& wins = find(stats, "KRvK", "white")["wins"];
    unsigned last = 0;
    for (const auto& [plies, count] : wins.items()) {
        EXPECT_GT(std::stoul(plies), last);
        EXPECT_EQ(std::stoul(plies) % 2, 1U);
        last = static_cast<unsigned>(std::stoul(plies));
    }
    EXPECT_EQ(last, 31U);
    for (const Json& tier : stats["tiers"])
        for (const char* key : {"longest", "longest_loss"}) {
            if (tier[key].is_null()) continue;
            const auto line = tier[key]["line"].get<std::vector<std::string>>();
            EXPECT_EQ(tier[key]["plies"], line.size());
            EXPECT_EQ(played_out("chess", tier[key]["fen"], line), line.size()) << tier.dump();
            const std::string mover = tier["to_move"] == "white" ? " w " : " b ";
            expect_has(tier[key]["fen"], mover);
        }
}

TEST(SolveCommand, TellsWhatItDoesAndGoesOnWhereItWas) {
    const Tables tables;
    const Ended first = tables.solve("small4x4 --tiers KRvK");
    EXPECT_EQ(first.status, 0);
    expect_has(first.out, "2 tiers, ");
    expect_has(first.out, "of memory (KRvK), about ");
    expect_has(first.out, "\nKvK: ");
    expect_has(first.out, "\nKRvK: ");
    expect_has(first.out, "100.0 % done");
    expect_has(first.out, "solved, verified and written in ");
    const std::string before = contents(tables.path("small4x4/KRvK.zt"));
    const Ended more = tables.solve("small4x4 --tiers KRvK,KQvK");
    EXPECT_EQ(more.status, 0);
    expect_has(more.out, "3 tiers, ");
    expect_has(more.out, "; 1 tier, ");
    EXPECT_EQ(more.out.find("\nKRvK: "), std::string::npos) << more.out;
    expect_has(more.out, "\nKQvK: ");
    EXPECT_EQ(contents(tables.path("small4x4/KRvK.zt")), before);
    const Ended again = tables.solve("small4x4 --tiers KQvK,KRvK");
    EXPECT_EQ(again.status, 0);
    expect_has(again.out, "; 0 tiers, 0 entries to do.\n");
    expect_has(again.out, "All of these tables are there.\n");
}

TEST(SolveCommand, ATierHasOneNameInWhateverOrderItIsWritten) {
    const Tables tables;
    for (const char* name : {"KRvK", "RKvK", "KvKR", "KvRK"}) {
        EXPECT_EQ(tables.solve(std::string{"small4x4 --tiers "} + name).status, 0) << name;
        EXPECT_EQ(tables.names("small4x4"), (std::vector<std::string>{"KRvK.zt", "KvK.zt"})) << name;
    }
    // `stats --tier` takes them too, and tells of the colours as they were asked for.
    for (const auto& [asked, told] : {std::pair{"RKvK", "KRvK"}, std::pair{"KvRK", "KvKR"}}) {
        const Json stats = tables.stats(std::string{"small4x4 --tier "} + asked);
        ASSERT_EQ(stats["tiers"].size(), 2U);
        EXPECT_EQ(stats["tiers"][0]["tier"], told);
        EXPECT_EQ(stats["tiers"][0]["to_move"], "white");
        EXPECT_EQ(stats["tiers"][1]["tier"], told);
        EXPECT_EQ(stats["tiers"][1]["to_move"], "black");
    }
}

TEST(SolveCommand, APlanIsAllThatIsDone) {
    const Tables tables;
    const Ended run = tables.solve("small4x4 --men 4 --plan");
    EXPECT_EQ(run.status, 0);
    expect_has(run.out, " tiers, ");
    EXPECT_EQ(std::count(run.out.begin(), run.out.end(), '\n'), 1);
    EXPECT_EQ(tables.folder().names(), "");
    expect_has(tables.solve("simplified --plan").out, "171 tiers, ");
    expect_has(tables.solve("small3x3 --men 9 --plan").out, " tiers, ");
}

TEST(SolveCommand, RefusesWhatDoesNotFitBeforeAnythingIsDone) {
    const Tables tables;
    expect_says("solve small8x8 --tiers KRvK --memory 1K" + tables.at(), 2, "the tables of KRvK need ");
    expect_says("solve small8x8 --tiers KRvK --memory 1K" + tables.at(), 2, "(--memory)");
    EXPECT_EQ(tables.folder().names(), "");
    // A plan that does not fit says so, too.
    expect_says("solve chess --tiers KQQQvKQQQ --plan --memory 100M" + tables.at(), 2,
                "expected at most 100.0 MiB");
    EXPECT_EQ(tables.folder().names(), "");
    EXPECT_EQ(tables.solve("small4x4 --tiers KRvK --memory 1M").status, 0);
}

TEST(SolveCommand, BadUsage) {
    const Tables tables;
    const std::string at = tables.at();
    expect_says("solve nochess --men 3" + at, 2, "no variant 'nochess'");
    expect_says("solve small4x4 --tiers KXvK" + at, 2, "'X'");
    expect_says("solve small4x4 --tiers KR" + at, 2, "KR");
    expect_says("solve small4x4 --tiers KRvKvK" + at, 2, "tier");
    expect_says("solve small4x4 --tiers RvK" + at, 2, "is no tier of small4x4");
    expect_says("solve small4x4 --tiers KKvK" + at, 2, "is no tier of small4x4");
    expect_says("solve small4x4 --tiers v" + at, 2, "no pieces");
    expect_says("solve small3x3 --tiers KPPPPPPPvK" + at, 2, "7 'P' of White on 6 squares");
    expect_says("solve simplified --tiers QRRRvQ" + at, 2, "'QRRRvQ' is no tier of simplified");
    expect_says("solve simplified --tiers QPvQ" + at, 2, "is no tier of simplified");
    expect_says("solve simplified --tiers qvq" + at, 2, "is no tier of simplified");
    expect_says("solve small4x4 --men 1" + at, 2, "expected a greater number");
    expect_says("solve small4x4 --men -1" + at, 2, "'-1', expected a number");
    expect_says("solve small4x4 --men 3 --tiers KRvK" + at, 2, "--men");
    expect_says("solve small4x4 --men 3 --threads 0" + at, 2, "--threads");
    expect_says("solve small4x4 --men 3 --memory -1" + at, 2, "'-1', expected a size");
    expect_says("solve small4x4 --men 3 --memory 1KK" + at, 2, "--memory");
    expect_says("solve small4x4 --men 3 --memory 0" + at, 2, "expected at most 0 bytes");
    expect_says("solve small4x4 --men 3", 2, "--tables");
    expect_says("solve" + at, 2, "VARIANT");
    expect_says("stats small4x4 --tier KXvK" + at, 2, "'X'");
    EXPECT_EQ(tables.folder().names(), "");
}

TEST(SolveCommand, AFolderThatCannotBeWritten) {
    const ScratchFolder folder;
    const std::string file = folder.file("file", "x");
    expect_says("solve small4x4 --tiers KRvK --tables " + file, 1, "cannot make the folder");
    expect_says("solve small4x4 --tiers KRvK --tables /dev/null/tables", 1, "cannot make the folder");
    EXPECT_EQ(contents(file), "x");
    // Something else stands where a table should.
    std::filesystem::create_directories(folder.file("t/small4x4/KvK.zt"));
    expect_says("solve small4x4 --tiers KRvK --tables " + folder.file("t"), 1, "KvK.zt");
}

TEST(SolveCommand, AClosedOrFullOutputIsSaidAndTheTablesAreWhole) {
    const Tables tables;
    const Ended run = shell("$Z solve small4x4 --tiers KRvK" + tables.at() + " 2>&1 > /dev/full");
    EXPECT_EQ(run.status, 1);
    expect_has(run.out, "standard output");
    EXPECT_EQ(std::count(run.out.begin(), run.out.end(), '\n'), 1) << run.out;
    EXPECT_EQ(zermelo("verify " + tables.path("small4x4/KRvK.zt")).status, 0);
    for (const char* command : {"stats small4x4", "stats small4x4 --json", "probe small4x4 'k3/4/4/3K w'"}) {
        const Ended full = shell(std::string{"$Z "} + command + tables.at() + " 2>&1 > /dev/full");
        EXPECT_EQ(full.status, 1) << command;
        expect_has(full.out, "standard output");
    }
}

/// A variant of the name of a shipped one, and not the same.
std::string changed_rules(const ScratchFolder& folder) {
    std::ifstream shipped{std::string{ZERMELO_SOURCE_DIR} + "/games/small.ini"};
    std::string text;
    for (std::string line; std::getline(shipped, line);) {
        text += line + "\n";
        if (line == "[small4x4:small3x3]") text += "stalemateValue = loss\n";
    }
    return folder.file("changed.ini", text);
}

TEST(SolveCommand, TablesOfOtherRulesOfTheSameName) {
    const Tables tables{"small4x4 --tiers KRvK"};
    const std::string other = " --variant-path " + changed_rules(tables.folder());
    const std::string before = contents(tables.path("small4x4/KRvK.zt"));
    const std::string fen = " '3k/4/R3/K3 w'";
    EXPECT_EQ(zermelo("probe small4x4" + fen + tables.at()).status, 0);
    for (const std::string command : {"solve small4x4 --tiers KRvK", "stats small4x4"})
        expect_says(command + other + tables.at(), 2, "rules");
    expect_says("probe small4x4" + fen + other + tables.at(), 2, "rules");
    expect_says("prove small4x4" + fen + " --plies 9" + other + tables.at(), 2, "rules");
    expect_says("verify " + tables.path("small4x4/KRvK.zt") + other, 2, "rules");
    EXPECT_EQ(contents(tables.path("small4x4/KRvK.zt")), before);
    EXPECT_EQ(tables.names("small4x4"), (std::vector<std::string>{"KRvK.zt", "KvK.zt"}));
    // In a folder of its own it is solved, and verified under its own rules alone.
    const Tables own;
    EXPECT_EQ(own.solve("small4x4 --tiers KRvK" + other).status, 0);
    EXPECT_EQ(zermelo("verify " + own.path("small4x4/KRvK.zt") + other).status, 0);
    expect_says("verify " + own.path("small4x4/KRvK.zt"), 2, "rules");
}

TEST(SolveCommand, ATierUnderTheNameOfAnother) {
    const Tables tables{"small4x4 --tiers KRvK,KQvK"};
    std::filesystem::copy_file(tables.path("small4x4/KQvK.zt"), tables.path("small4x4/KRvK.zt"),
                               std::filesystem::copy_options::overwrite_existing);
    expect_says("probe small4x4 '3k/4/R3/K3 w'" + tables.at(), 2, "KRvK");
    expect_says("solve small4x4 --tiers KRvK" + tables.at(), 2, "KRvK");
    expect_says("stats small4x4" + tables.at(), 2, "KRvK");
}

TEST(SolveCommand, WhatKilledRunsLeftBehindIsSwept) {
    const Tables tables{"small4x4 --tiers KvK"};
    tables.folder().file("t/small4x4/KRvK.zt.unfinished", "half");
    tables.folder().file("t/small4x4/KBBvK.zt.unfinished", "half");
    EXPECT_EQ(tables.solve("small4x4 --tiers KRvK").status, 0);
    EXPECT_EQ(tables.names("small4x4"), (std::vector<std::string>{"KRvK.zt", "KvK.zt"}));
}

// --- probe

TEST(ProbeCommand, Text) {
    const Tables tables{"chess --tiers KRvK"};
    expect(
        "probe chess '8/8/8/8/8/k1K5/8/1R6 w' --line" + tables.at(), 0,
        "8/8/8/8/8/k1K5/8/1R6 w - - 0 1: win in 1 ply\n"
        "  b1a1   win in 1 ply       optimal\n" +
            [&] {
                const std::string all =
                    zermelo("probe chess '8/8/8/8/8/k1K5/8/1R6 w' --line" + tables.at()).out;
                const auto from = all.find("optimal\n") + 8;
                return all.substr(from, all.rfind("Line:") - from);
            }() +
            "Line: b1a1\n");
    expect("probe chess 'k7/8/1K6/8/8/8/8/7R b'" + tables.at(), 0,
           "k7/8/1K6/8/8/8/8/7R b - - 0 1: loss in 2 plies\n"
           "  a8b8   loss in 2 plies    optimal\n");
    const std::string drawn = "7K/8/8/8/8/8/1k6/R7 b";
    const Ended run = zermelo("probe chess '" + drawn + "' --line" + tables.at());
    EXPECT_EQ(run.status, 0);
    expect_has(run.out, ": draw\n  b2a1   draw               optimal\n");
    expect_has(run.out, "Line: nobody can force the end\n");
}

TEST(ProbeCommand, JsonTellsEveryMoveFromTheMoversView) {
    const Tables tables{"chess --tiers KRvK"};
    const std::string fen = "8/8/8/8/8/2k5/1R6/K7 w - - 0 1";
    const Json json = Json::parse(zermelo("probe chess '" + fen + "' --json --line" + tables.at()).out);
    std::vector<std::string> keys;
    for (const auto& [key, value] : json.items()) keys.push_back(key);
    EXPECT_EQ(keys, (std::vector<std::string>{"variant", "fen", "category", "dtm", "unit", "game_over",
                                              "checkmate", "stalemate", "moves", "line"}));
    EXPECT_EQ(json["variant"], "chess");
    EXPECT_EQ(json["fen"], fen);
    EXPECT_EQ(json["category"], "win");
    EXPECT_EQ(json["dtm"], 31);
    EXPECT_EQ(json["unit"], "plies");
    EXPECT_EQ(json["game_over"], false);
    const auto line = json["line"].get<std::vector<std::string>>();
    EXPECT_EQ(played_out("chess", fen, line), 31U);
    // Best first: shorter wins, longer ones, draws.
    ASSERT_EQ(json["moves"].size(), 16U);
    int last = 0;
    for (const Json& move : json["moves"]) {
        keys.clear();
        for (const auto& [key, value] : move.items()) keys.push_back(key);
        EXPECT_EQ(keys, (std::vector<std::string>{"uci", "category", "dtm", "optimal", "keeps_result"}));
        const bool win = move["category"] == "win";
        EXPECT_EQ(move["category"], win ? "win" : "draw");
        EXPECT_EQ(move["dtm"].is_null(), !win);
        EXPECT_EQ(move["keeps_result"], win);
        EXPECT_EQ(move["optimal"], win && move["dtm"] == 31);
        const int now = win ? move["dtm"].get<int>() : 1000;
        EXPECT_GE(now, last);
        last = now;
    }
    EXPECT_EQ(json["moves"].back()["category"], "draw");
    // Black's view: all distances are losses' and negative, the longest first.
    const Json black = Json::parse(zermelo("probe chess '8/8/8/3k4/8/8/1R6/K7 b' --json" + tables.at()).out);
    EXPECT_EQ(black["category"], "loss");
    EXPECT_LT(black["dtm"], 0);
    EXPECT_EQ(black["dtm"], black["moves"][0]["dtm"]);
    EXPECT_FALSE(black.contains("line"));
    last = -1000;
    for (const Json& move : black["moves"]) {
        EXPECT_EQ(move["category"], "loss");
        EXPECT_EQ(move["keeps_result"], true);
        EXPECT_EQ(move["optimal"], move["dtm"] == black["dtm"]);
        EXPECT_GE(move["dtm"].get<int>(), last);
        last = move["dtm"].get<int>();
    }
}

TEST(ProbeCommand, AGameThatIsOver) {
    const Tables tables{"small4x4 --tiers KRvK"};
    const auto probed = [&](const std::string& fen) {
        return Json::parse(zermelo("probe small4x4 '" + fen + "' --json --line" + tables.at()).out);
    };
    const Json mate = probed("k2R/4/1K2/4 b");
    EXPECT_EQ(mate["category"], "loss");
    EXPECT_EQ(mate["dtm"], 0);
    EXPECT_EQ(mate["game_over"], true);
    EXPECT_EQ(mate["checkmate"], true);
    EXPECT_EQ(mate["stalemate"], false);
    EXPECT_EQ(mate["moves"], Json::array());
    EXPECT_EQ(mate["line"], Json::array());
    const Json stalemate = probed("k3/3R/1K2/4 b");
    EXPECT_EQ(stalemate["game_over"].get<bool>(), stalemate["moves"].empty());
    const Json stuck = probed("k3/2K1/1R2/4 b");
    EXPECT_EQ(stuck["category"], stuck["game_over"] == true ? "draw" : "loss");
}

TEST(ProbeCommand, HuntPositionsOfBothColours) {
    const Tables tables{"simplified --men 4"};
    Random random{7};
    std::uint64_t decided = 0;
    for (unsigned i = 0; i < 600; ++i) {
        // A position and the same with the colours swapped.
        const auto own = hunt::all_armies[random.below(18)];
        const auto other = hunt::all_armies[random.below(18)];
        if (own.men() + other.men() > 4) continue;
        const auto position = hunt::random_position(own, other, random);
        std::string squares(16, '.');
        for (const hunt::Piece& piece : position.pieces(Color::white)) {
            const char upper = hunt::letter(piece.kind);
            squares[(3 - piece.square.rank().index()) * 4 + piece.square.file().index()] =
                piece.color == Color::white ? upper : static_cast<char>(upper - 'A' + 'a');
        }
        std::string turned = squares;
        for (char& c : turned)
            if (c != '.') c = static_cast<char>(c <= 'Z' ? c - 'A' + 'a' : c - 'a' + 'A');
        const std::string fen = rows_of_four(squares);
        const std::string twin = rows_of_four(turned);
        const auto white = Json::parse(
            zermelo("probe simplified '" + fen + " w' --json --line" + tables.at()).out, nullptr, false);
        const auto black = Json::parse(zermelo("probe simplified '" + twin + " b' --json" + tables.at()).out,
                                       nullptr, false);
        ASSERT_TRUE(white.is_object() && black.is_object()) << fen;
        EXPECT_EQ(white["dtm"], black["dtm"]) << fen;
        EXPECT_EQ(white["category"], black["category"]) << fen;
        std::multiset<std::string> of_white;
        std::multiset<std::string> of_black;
        for (const Json& move : white["moves"]) of_white.insert(move.dump());
        for (const Json& move : black["moves"]) of_black.insert(move.dump());
        EXPECT_EQ(of_white, of_black) << fen;
        const auto line = white["line"].get<std::vector<std::string>>();
        if (white["category"] != "draw") {
            ++decided;
            EXPECT_EQ(std::abs(white["dtm"].get<int>()), static_cast<int>(line.size()));
            EXPECT_EQ(played_out("simplified", fen + " w", line), line.size()) << fen;
        } else {
            EXPECT_TRUE(line.empty());
        }
    }
    EXPECT_GE(decided, 10U);
}

TEST(ProbeCommand, EnPassantIsWorthWhatItsMovesAre) {
    const Tables tables;
    const std::string rules = tables.folder().file(
        "step.ini",
        "[step:small3x3]\nmaxRank = 6\nstartFen = k1p/3/3/3/3/K1P w - - 0 1\npromotionRegionWhite = *6\n"
        "doubleStep = true\ndoubleStepRegionWhite = *2\ndoubleStepRegionBlack = *5\nenPassantTypes = p\n");
    const std::string path = " --variant-path " + rules;
    ASSERT_EQ(tables.solve("step --tiers KPvKP" + path).status, 0);
    const auto probed = [&](const std::string& fen) {
        return Json::parse(zermelo("probe step '" + fen + "' --json --line" + tables.at() + path).out,
                           nullptr, false);
    };
    std::uint64_t changed = 0;
    Random random{2};
    for (unsigned i = 0; i < 40; ++i) {
        // White has just played b2b4, Black may take on b3.
        std::array<std::string, 6> ranks;
        for (auto& rank : ranks) rank = "...";
        ranks[3][1] = 'P';
        ranks[3][random.one_in(2) ? 0 : 2] = 'p';
        for (const char king : {'K', 'k'}) {
            std::size_t square = random.below(18);
            while (ranks[square / 3][square % 3] != '.' || square == 7 || square == 4)
                square = random.below(18);
            ranks[square / 3][square % 3] = king;
        }
        std::string fen;
        for (std::size_t n = 6; n-- > 0;) {
            for (std::size_t f = 0; f < 3; ++f) {
                std::size_t empty = 0;
                while (f + empty < 3 && ranks[n][f + empty] == '.') ++empty;
                fen += empty != 0 ? std::to_string(empty) : std::string(1, ranks[n][f]);
                f += empty == 0 ? 0 : empty - 1;
            }
            fen += n == 0 ? " b - " : "/";
        }
        const Json with = probed(fen + "b3");
        const Json without = probed(fen + "-");
        if (!with.is_object() || !without.is_object()) continue;  // no position
        if (with["moves"].size() != without["moves"].size() + 1) continue;
        // All moves but the capture are the same, and the value is that of the best.
        std::map<std::string, Json> known;
        for (const Json& move : without["moves"]) known[move["uci"]] = move["dtm"];
        for (const Json& move : with["moves"]) {
            const auto same = known.find(move["uci"]);
            if (same == known.end()) {
                EXPECT_EQ(move["uci"].get<std::string>().substr(2), "b3") << fen;
            } else {
                EXPECT_EQ(move["dtm"], same->second) << fen;
            }
        }
        EXPECT_EQ(with["dtm"], with["moves"][0]["dtm"]) << fen;
        EXPECT_EQ(with["category"], with["moves"][0]["category"]) << fen;
        if (with["dtm"] != nullptr) {
            EXPECT_EQ(std::abs(with["dtm"].get<int>()), static_cast<int>(with["line"].size())) << fen;
        }
        changed += with["dtm"] != without["dtm"] ? 1 : 0;
    }
    EXPECT_GT(changed, 0U);
}

TEST(ProbeCommand, WhatNoTableHolds) {
    const Tables tables{"chess --tiers KRvK"};
    const std::string at = tables.at();
    expect_says("probe chess '4k3/8/8/8/8/8/8/R3K3 w Q'" + at, 2, "castle");
    EXPECT_EQ(zermelo("probe chess '4k3/8/8/8/8/8/8/R3K3 w -'" + at).status, 0);
    expect_says("probe chess" + at, 2, "castle");  // the start
    expect_says("probe chess '2k5/8/8/8/8/8/8/QK6 w'" + at, 1, "KQvK.zt");
    expect_says("probe chess '8/8/8/8/8/2k5/1R6/K7 w' --tables " + tables.folder().file("none"), 1,
                "KRvK.zt");
    expect_says("probe losalamos '6/6/6/2k3/1R4/K5 w'" + at, 1, "losalamos");
    // No position at all.
    expect_says("probe chess '8/8/8/8/8/8/1R6/K7 w'" + at, 2, "royal");
    expect_says("probe chess '8/8/8/8/8/2k5/1R6/K6 w'" + at, 2, "error");
    expect_says("probe chess 'x7/8/8/8/8/2k5/1R6/K7 w'" + at, 2, "FEN:1:1: error");
    expect_says("probe chess '8/8/8/8/8/1Rk5/8/K7 w'" + at, 2, "");
    // Another terrain is another game.
    expect_says("probe chess '8/8/8/8/8/2k5/1R6/K6* w'" + at, 2, "terrain");
    expect_says("probe chess '8/8/8/8/8/2k5/1R6/K7 w ~R:h8'" + at, 2, "terrain");
    // The hunt's tables hold what its games may have.
    const Tables hunt{"simplified --men 3"};
    expect_says("probe simplified 'qrrr/4/4/3Q w'" + hunt.at(), 2, "no table holds this position");
    expect_says("probe simplified 'q3/4/4/2*Q w'" + hunt.at(), 2, "terrain");
    expect_says("probe simplified 'q3/1r2/4/N2Q w'" + hunt.at(), 1, "QRvQN.zt");
}

TEST(StatsCommand, Text) {
    const Tables tables{"small4x4 --tiers KRvK"};
    const Ended all = zermelo("stats small4x4" + tables.at());
    EXPECT_EQ(all.status, 0);
    EXPECT_EQ(std::count(all.out.begin(), all.out.end(), '\n'), 8) << all.out;
    const Ended one = zermelo("stats small4x4 --tier KRvK" + tables.at());
    EXPECT_EQ(one.status, 0);
    expect_has(one.out, "KRvK, white to move\n");
    expect_has(one.out, "  The longest win: ");
    expect_has(one.out, "  The longest loss: ");
    expect_has(one.out, "  win   in  13 plies ");  // 7 moves: A225552
}

TEST(StatsCommand, WhatIsNotThere) {
    const Tables tables{"small4x4 --tiers KRvK"};
    expect_says("stats small5x5" + tables.at(), 1, "no tables there");
    expect_says("stats small4x4 --tables " + tables.folder().file("none"), 1, "`zermelo solve` makes them");
    expect_says("stats small4x4 --tier KQvK" + tables.at(), 1, "KQvK.zt");
    expect_says("stats nochess" + tables.at(), 2, "no variant");
}

// --- verify

TEST(VerifyTable, AGoodOneWithItsPublicChecksum) {
    const Tables tables{"small4x4 --tiers KRvK"};
    const Ended run = zermelo("verify " + tables.path("small4x4/KRvK.zt"));
    EXPECT_EQ(run.status, 0);
    expect_has(run.out, "KRvK of small4x4: ");
    expect_has(run.out, " positions, every one follows from its successors; checksum ");
    // In its folder, and by a relative path.
    const Ended here = shell("cd " + tables.path("small4x4") + " && $Z verify KRvK.zt");
    EXPECT_EQ(here.out, run.out);
    // Another run comes to the same checksum.
    const Tables again{"small4x4 --tiers KQvK,KRvK --threads 1"};
    EXPECT_EQ(zermelo("verify " + again.path("small4x4/KRvK.zt")).out, run.out);
    // Nothing that it leads to.
    std::filesystem::remove(tables.path("small4x4/KvK.zt"));
    expect_says("verify " + tables.path("small4x4/KRvK.zt"), 1, "KvK.zt");
    expect_says("verify " + tables.path("small4x4/none.zt"), 1, "none.zt");
}

TEST(VerifyTable, AnyFlippedBitIsFound) {
    const Tables tables{"simplified --tiers QRvQ"};
    const std::string path = tables.path("simplified/QvQR.zt");
    const std::string good = contents(path);
    ASSERT_EQ(zermelo("verify " + path).status, 0);
    Random random{11};
    std::vector<std::size_t> bytes;
    for (std::size_t i = 0; i < 112; i += 5) bytes.push_back(i);                   // the header
    for (std::size_t i = 0; i < 24; i += 3) bytes.push_back(good.size() - 1 - i);  // the index
    for (unsigned i = 0; i < testing::scaled(100); ++i)
        bytes.push_back(random.below(good.size()));  // anything
    for (const std::size_t byte : bytes) {
        std::string bad = good;
        bad[byte] = static_cast<char>(bad[byte] ^ (1 << random.below(8)));
        std::ofstream{path, std::ios::binary | std::ios::trunc} << bad;
        const Ended run = zermelo("verify " + path);
        ASSERT_EQ(run.status, 2) << "byte " << byte << ": " << run.out;
        // The first eight bytes make it no table at all, and then it is read as a certificate.
        if (byte >= 8) expect_has(run.out, path);
    }
}

TEST(VerifyTable, WhatIsCutOffOrAddedOrGarbage) {
    const Tables tables{"simplified --tiers QRvQ"};
    const std::string path = tables.path("simplified/QvQR.zt");
    const std::string good = contents(path);
    const auto verified = [&](const std::string& bytes) {
        std::ofstream{path, std::ios::binary | std::ios::trunc} << bytes;
        const Ended run = zermelo("verify " + path);
        EXPECT_EQ(run.status, 2) << run.out;
        return run.out;
    };
    for (const std::size_t length : {std::size_t{20}, std::size_t{90}, good.size() / 2, good.size() - 1})
        expect_has(verified(good.substr(0, length)), "damaged");
    expect_has(verified(good + "x"), "damaged");
    expect_has(verified(std::string(good.size(), '\0')), "error");
    expect_has(verified("garbage\n"), "error");
    expect_has(verified(""), "error");
    // What is damaged in plain sight is made anew, what is no table is not touched.
    verified(good.substr(0, good.size() - 1));
    expect_says("solve simplified --tiers QRvQ" + tables.at(), 0, "it is made anew");
    EXPECT_EQ(zermelo("verify " + path).status, 0);
    verified("garbage\n");
    expect_says("solve simplified --tiers QRvQ" + tables.at(), 2, "not a table");
    EXPECT_EQ(contents(path), "garbage\n");
}

/// Where a table's blocks begin: the length of its header.
std::size_t first_block(const std::string& table) {
    return static_cast<unsigned char>(table[12]) + 256U * static_cast<unsigned char>(table[13]);
}

TEST(VerifyTable, ADamagedBlockBelowStopsASolveWithItsName) {
    const Tables tables{"simplified --tiers QRvQ"};
    const std::string path = tables.path("simplified/QvQR.zt");
    std::string bad = contents(path);
    const std::size_t at = first_block(bad) + 10;
    bad[at] = static_cast<char>(bad[at] ^ 4);
    std::ofstream{path, std::ios::binary | std::ios::trunc} << bad;
    expect_says("solve simplified --tiers QRRvQ" + tables.at(), 2, "QvQR.zt");
    expect_says("solve simplified --tiers QRRvQ" + tables.at(), 2,
                "remove it, and the next run makes it anew");
    EXPECT_EQ(tables.names("simplified"), (std::vector<std::string>{"QvQ.zt", "QvQR.zt"}));
    std::filesystem::remove(path);
    EXPECT_EQ(tables.solve("simplified --tiers QRRvQ").status, 0);
}

// --- judge --tables and prove --tables

/// Random hunts of at most five men, and few enough that all have tables.
std::string random_hunts(unsigned games, std::uint64_t seed) {
    Random random{seed};
    std::ostringstream text;
    text << games << "\n";
    for (unsigned i = 0; i < games;) {
        const hunt::ArmyCounts white = hunt::all_armies[random.below(18)];
        const hunt::ArmyCounts black = hunt::all_armies[random.below(18)];
        if (white.men() + black.men() > 5) continue;
        ++i;
        const auto position = hunt::random_position(white, black, random);
        text << white.men() << " " << black.men() << " " << 1 + random.below(60) << "\n";
        for (const Color color : {Color::white, Color::black})
            for (const hunt::Piece& piece : position.pieces(Color::white))
                if (piece.color == color)
                    text << hunt::letter(piece.kind) << " "
                         << static_cast<char>('A' + piece.square.file().index()) << " "
                         << piece.square.rank().index() + 1 << "\n";
    }
    return text.str();
}

TEST(JudgeTables, TheSameVerdictsAsWithout) {
    const Tables tables{"simplified --men 5"};
    const auto games = static_cast<unsigned>(testing::scaled(400));
    const std::string input = tables.folder().file("games", random_hunts(games, 3));
    const Ended plain = shell("$Z judge simplified " + input + " 2>&1");
    EXPECT_EQ(plain.status, 0);
    EXPECT_EQ(std::count(plain.out.begin(), plain.out.end(), '\n'), games);
    for (const char* threads : {"", " --threads 1"}) {
        EXPECT_EQ(zermelo("judge simplified " + input + tables.at() + threads).out, plain.out);
        EXPECT_EQ(shell("cat " + input + " | $Z judge simplified" + tables.at() + threads).out, plain.out);
    }
    std::istringstream with{zermelo("judge simplified " + input + " --json" + tables.at()).out};
    std::istringstream without{zermelo("judge simplified " + input + " --json").out};
    std::uint64_t won = 0;
    for (std::string a, b; std::getline(with, a);) {
        ASSERT_TRUE(std::getline(without, b));
        const Json x = Json::parse(a);
        const Json y = Json::parse(b);
        EXPECT_EQ(x["verdict"], y["verdict"]);
        EXPECT_EQ(x.contains("plies"), y.contains("plies"));
        if (x.contains("plies")) {
            EXPECT_EQ(x["plies"], y["plies"]) << a << b;
        }
        won += x["verdict"] == "YES" ? 1 : 0;
    }
    EXPECT_GT(won, games / 4);
    EXPECT_LT(won, games);
    // Some of the tables are enough: what is not there is searched for.
    for (const std::string& name : tables.names("simplified"))
        if (random_hunts(1, std::hash<std::string>{}(name)).size() % 2 == 0)
            std::filesystem::remove(tables.path("simplified/" + name));
    EXPECT_EQ(zermelo("judge simplified " + input + tables.at()).out, plain.out);
}

TEST(JudgeTables, OtherGamesAndMissingOrForeignTables) {
    const Tables tables{"simplified --tiers QRvQ"};
    expect_says("judge cheesy examples/cheesy.in" + tables.at(), 2, "expected simplified with --tables");
    expect_says("judge simplified examples/simplified.in --tables " + tables.folder().file("none"), 1,
                "no tables there");
    tables.folder().file("t/simplified/QNvQ.zt", "garbage");
    expect_says("judge simplified examples/simplified.in" + tables.at(), 2, "QNvQ.zt");
}

TEST(JudgeTables, ADamagedTableEndsTheRunBehindTheEarlierVerdicts) {
    const Tables tables{"simplified --tiers QRvQ"};
    const std::string path = tables.path("simplified/QvQR.zt");
    std::string bad = contents(path);
    // Every block is bad; header and index are good.
    for (std::size_t i = first_block(bad); i < bad.size() - 40; i += 50)
        bad[i] = static_cast<char>(bad[i] ^ 1);
    std::ofstream{path, std::ios::binary | std::ios::trunc} << bad;
    // Two games that need no table, and then one that does: nobody wins soon.
    const std::string input =
        tables.folder().file("games",
                             "3\n1 1 2\nQ A 1\nQ A 4\n1 1 4\nQ A 1\nQ B 3\n2 1 60\nQ A 1\nR B "
                             "1\nQ D 3\n");
    for (const char* threads : {"", " --threads 1"}) {
        const Ended run = shell("$Z judge simplified " + input + tables.at() + threads + " 2>/dev/null");
        const Ended said = shell("$Z judge simplified " + input + tables.at() + threads + " 2>&1 >/dev/null");
        EXPECT_EQ(run.status, 2);
        EXPECT_EQ(run.out, "YES\nNO\n");
        expect_has(said.out, "QvQR.zt");
    }
}

TEST(ProveTables, TheSameProofsAsWithout) {
    const Tables tables{"small4x4 --men 4"};
    EXPECT_EQ(tables.solve("simplified --men 4").status, 0);
    Random random{5};
    std::uint64_t wins = 0;
    std::uint64_t asked = 0;
    const auto expect_same = [&](const std::string& variant, const std::string& fen) {
        const std::string command = "prove " + variant + " '" + fen + "' --plies " +
                                    std::to_string(1 + random.below(11)) + " --json --tries";
        const Ended plain = zermelo(command);
        if (plain.status == 2) return;  // no position
        const Ended looked_up = zermelo(command + tables.at());
        EXPECT_EQ(plain.status, looked_up.status);
        const Json a = Json::parse(plain.out, nullptr, false);
        const Json b = Json::parse(looked_up.out, nullptr, false);
        ASSERT_TRUE(a.is_object() && b.is_object()) << plain.out << looked_up.out;
        for (const char* key : {"variant", "fen", "limit_plies", "verdict", "plies", "complete"}) {
            ASSERT_EQ(a.contains(key), b.contains(key)) << key;
            if (a.contains(key)) {
                EXPECT_EQ(a[key], b[key]) << command;
            }
        }
        const auto moves = [](const Json& json, const char* key) {
            std::set<std::string> all;
            for (const Json& move : json[key])
                all.insert(move["move"].get<std::string>() +
                           (move.contains("plies") ? move["plies"].dump() : ""));
            return all;
        };
        EXPECT_EQ(moves(a, "winning_moves"), moves(b, "winning_moves")) << command;
        EXPECT_EQ(a["line"].size(), b["line"].size()) << command;
        if (a.contains("tries")) {
            EXPECT_EQ(a["tries"].size(), b["tries"].size()) << command;
        }
        if (b["verdict"] == "win" && b["plies"] != 0) {
            EXPECT_EQ(played_out(variant, fen, b["line"].get<std::vector<std::string>>()), b["plies"])
                << command;
        }
        ++asked;
        wins += b["verdict"] == "win" ? 1 : 0;
    };
    const auto random_fen = [&](const std::string& men) {
        std::string squares(16, '.');
        for (const char man : men) {
            std::size_t at = random.below(16);
            while (squares[at] != '.') at = random.below(16);
            squares[at] = man;
        }
        return rows_of_four(squares) + (random.one_in(2) ? " w" : " b");
    };
    for (unsigned i = 0; i < testing::scaled(25); ++i) {
        for (const char* men : {"KkR", "KkP", "KkQr", "KkPp", "KkNB"})
            expect_same("small4x4", random_fen(men));
        for (const char* men : {"Qqr", "QRqn", "QBNq"}) expect_same("simplified", random_fen(men));
    }
    EXPECT_GT(wins, asked / 10);
    // What the tables do not hold is searched for.
    expect("prove chess '6B1/8/5Q2/8/2K1k3/8/8/8 w' --plies 5" + tables.at(), 0,
           "win in 5 plies\nline: g8e6 e4e3 e6g4 e3d2 f6c3\ng8e6: wins in 5 plies\n");
    expect_says("prove small4x4 'k3/4/2R1/2K1 w' --plies 31" + tables.at(), 0, "win in ");
}

}  // namespace
}  // namespace zermelo::cli
