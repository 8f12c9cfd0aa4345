// SPDX-License-Identifier: GPL-3.0-or-later
// The collection of long mates in tests/data/long_mates: what it tells of its positions holds.
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "zermelo/base/files.hpp"
#include "zermelo/engine/game.hpp"
#include "zermelo/engine/notation.hpp"
#include "zermelo/tell/prove.hpp"

#include "support/columns.hpp"
#include "support/shipped.hpp"

namespace zermelo::tell {
namespace {

const std::filesystem::path collection = ZERMELO_SOURCE_DIR "/tests/data/long_mates";

struct Problem {
    std::string variant;
    std::string fen;
    std::uint64_t plies = 0;
    bool least = false;
};

/// `chess.epd`, a position, `bm #N;` and `c0 "…";` a line, and `variants.tsv`: variant, FEN, plies, `least`
/// or a bound.
std::vector<Problem> problems() {
    std::vector<Problem> all;
    std::ifstream chess{collection / "chess.epd"};
    for (std::string line; std::getline(chess, line);) {
        const std::size_t mark = line.find(" bm #");
        const std::size_t end = line.find(';', mark);
        if (mark == std::string::npos || end == std::string::npos) {
            ADD_FAILURE() << line;
            continue;
        }
        all.push_back({"chess", line.substr(0, mark) + " 0 1", 2 * std::stoull(line.substr(mark + 5)) - 1,
                       line.find("c0 \"least\"", end) != std::string::npos});
    }
    std::ifstream others{collection / "variants.tsv"};
    for (std::string line; std::getline(others, line);) {
        const std::vector<std::string> columns = testing::columns(line);
        if (columns.size() != 4) {
            ADD_FAILURE() << line;
            continue;
        }
        all.push_back({columns[0], columns[1], std::stoull(columns[2]), columns[3] == "least"});
    }
    return all;
}

TEST(LongMates, StoredCertificatesAreGoodAndOfTheLengthTold) {
    std::map<std::pair<std::string, std::string>, std::uint64_t> told;
    for (const Problem& problem : problems()) {
        EXPECT_TRUE(told.emplace(std::pair{problem.variant, problem.fen}, problem.plies).second)
            << problem.fen << " is there twice";
        PositionRequest request{problem.variant, problem.fen};
        EXPECT_TRUE(prove(testing::shipped(), request, Plies{0}, {})) << problem.fen;
    }
    EXPECT_GE(told.size(), 100U);
    std::size_t certificates = 0;
    for (const auto& file : std::filesystem::directory_iterator{collection / "certificates"}) {
        std::ifstream stream{file.path()};
        const std::string text{std::istreambuf_iterator<char>{stream}, {}};
        const auto proved = certified(testing::shipped(), text);
        ASSERT_TRUE(proved) << file.path() << ": " << proved.error().message;
        const auto place = told.find({proved->variant, proved->fen});
        ASSERT_NE(place, told.end()) << file.path() << ": no position of the collection";
        EXPECT_EQ(proved->bounds, Bounds::won_within(Plies{place->second})) << file.path();
        ++certificates;
    }
    EXPECT_GE(certificates, 40U);
}

// Compositions of shogi are of a game of their own, whose attacker has no king: the rules that users have for
// it, read from where they are.
TEST(LongMates, CompositionsOfShogiTakeAsManyPliesAsTold) {
    auto library = library::Library::open({ZERMELO_SOURCE_DIR "/examples/tsume.ini"}).value();
    std::ifstream file{collection / "tsume.tsv"};
    std::size_t found = 0;
    for (std::string line; std::getline(file, line); ++found) {
        SCOPED_TRACE(line);
        const std::vector<std::string> columns = testing::columns(line);
        ASSERT_EQ(columns.size(), 4U);
        ProveOptions options;
        options.ideal = true;
        options.nodes = std::stoull(columns[2]);
        options.restriction.checks = true;
        const auto proof = prove(library, {"tsume", columns[0]}, std::nullopt, options);
        ASSERT_TRUE(proof) << proof.error().message;
        EXPECT_EQ(proof->plies, Plies{std::stoull(columns[1])});
        EXPECT_TRUE(proof->least_restricted());
    }
    EXPECT_GE(found, 5U);
}

// With a king of White's the rules are a section of their own. In the first position the king does not
// matter; in the last it is in check, and what mates without it is no move.
TEST(LongMates, CompositionsMayHaveAWhiteKing) {
    auto library = library::Library::open({ZERMELO_SOURCE_DIR "/examples/tsume.ini"}).value();
    const auto plies = [&](const char* variant, const std::string& fen) -> std::optional<Plies> {
        ProveOptions options;
        options.ideal = true;
        options.nodes = 100'000;
        options.restriction.checks = true;
        const auto proof = prove(library, {variant, fen}, std::nullopt, options);
        EXPECT_TRUE(proof) << proof.error().message;
        if (!proof) return std::nullopt;
        EXPECT_TRUE(proof->least_restricted() || !proof->plies);
        return proof->plies;
    };
    const std::string with = "5B1n1/8k/6Rpp/9/9/9/9/9/4K4[rbggggssssnnnllllpppppppppppppppp] w - - 0 1";
    EXPECT_EQ(plies("tsume-with-king", with), Plies{5});
    EXPECT_EQ(plies("tsume", "4k4/9/4P4/9/9/9/9/9/9[Grrbbgggssssnnnnllllppppppppppppppppp] w - - 0 1"),
              Plies{1});
    EXPECT_EQ(
        plies("tsume-with-king", "4k4/9/4P4/9/9/4r4/9/9/4K4[Grbbgggssssnnnnllllppppppppppppppppp] w - - 0 1"),
        std::nullopt);
}

// The longest composition of shogi, Microcosmos by Hashimoto Koji (1986, and of 1995 in this format): all
// 1,525 plies of its solution are legal, every other one is a check, and the last one mates.
TEST(LongMates, MicrocosmosIsPlayedToItsEnd) {
    auto library = library::Library::open({ZERMELO_SOURCE_DIR "/examples/tsume.ini"}).value();
    const rules::Rules& rules = *library.find("tsume").value();
    const auto setup = engine::parse_fen(
                           "g1+P1k1+P+P+L/1p3P3/+R+p2pp1pl/1NNsg+p2+R/+b+nL+P1+p3/1P3ssP1/2P1+Ps2N/"
                           "4+P1P1L/+B5G1g[] w - - 0 1",
                           rules)
                           .value();
    const engine::Game<Bits256> game{
        std::make_shared<const engine::CompiledRules<Bits256>>(rules, setup.holes, setup.barred)};
    auto position = game.position(setup).value();
    std::ifstream file{collection / "microcosmos.txt"};
    std::size_t plies = 0;
    for (std::string text; file >> text; ++plies) {
        const auto move = engine::find_move(game, position, text);
        ASSERT_TRUE(move) << text << " behind " << plies << " plies";
        position = game.play(position, *move);
        EXPECT_EQ(game.in_check(position), plies % 2 == 0) << text << " behind " << plies << " plies";
    }
    EXPECT_EQ(plies, 1525U);
    EXPECT_EQ(game.end(position), Outcome::loss);
}

// What is said to be the least length is: of those that take no table and at most 13 plies.
TEST(LongMates, SlowNoneIsShorter) {
    for (const Problem& problem : problems()) {
        if (!problem.least || problem.plies > 13) continue;
        SCOPED_TRACE(problem.variant + ' ' + problem.fen);
        ProveOptions options;
        options.memory = std::size_t{1} << 28U;
        options.ideal = true;
        const auto proof =
            prove(testing::shipped(), {problem.variant, problem.fen}, Plies{problem.plies}, options);
        ASSERT_TRUE(proof) << proof.error().message;
        EXPECT_EQ(proof->plies, Plies{problem.plies});
    }
}

}  // namespace
}  // namespace zermelo::tell
