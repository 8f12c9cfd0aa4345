// SPDX-License-Identifier: GPL-3.0-or-later
// Programs with one classic mistake each are found out, and of the game that is left it is known whether
// there is a smaller one. That there are none with fewer pieces or marks is seen here in another way.
#include <chrono>

#include <gtest/gtest.h>

#include "zermelo/puzzles/check_state/piece.hpp"
#include "zermelo/puzzles/input.hpp"
#include "zermelo/puzzles/king_pawn/position.hpp"
#include "zermelo/puzzles/queen_hunt/format.hpp"
#include "zermelo/puzzles/registry.hpp"
#include "zermelo/stress/search.hpp"

#include "stress/programs.hpp"
#include "support/scale.hpp"

namespace zermelo::stress {
namespace {

using testing::patient;
using testing::program;
using zermelo::testing::scaled;
using zermelo::testing::WithProc;

struct Mistake {
    const char* game;
    const char* program;
    const char* name;
    Fault fault;
    std::uint64_t smallest;  ///< men, pieces or marks: with fewer there is no failure
    bool known = true;       ///< whether some ten thousand games tell that what is left is the smallest
};

constexpr Mistake mistakes[] = {
    {"simplified", "hunt", "white-moves", Fault::wrong, 3},
    {"simplified", "hunt", "even", Fault::wrong, 3},
    {"simplified", "hunt", "hanging", Fault::wrong, 3},
    {"simplified", "hunt", "too-few", Fault::unreadable, 2},
    {"simplified", "hunt", "jump", Fault::wrong, 3},
    {"cstate2", "check", "xray", Fault::wrong, 3, false},
    {"cstate2", "check", "pinned", Fault::wrong, 4, false},
    {"cstate2", "check", "double", Fault::wrong, 4, false},
    {"cstate2", "check", "pawns", Fault::wrong, 3},
    {"cstate2", "check", "last-row", Fault::wrong, 3},
    {"cstate2", "check", "adjacent", Fault::wrong, 2},
    {"cstate2", "check", "array", Fault::crash, 2, false},
    {"cheesy", "cheesy.py", "above", Fault::wrong, 1},
    {"cheesy", "cheesy.py", "kept", Fault::wrong, 0},
    {"cheesy", "cheesy.py", "capture", Fault::wrong, 1},
    {"cheesy", "cheesy.py", "unguarded", Fault::wrong, 1},
    {"cheesy", "cheesy.py", "below", Fault::wrong, 1},
    {"cstate1", "cstate1.py", "pawns", Fault::wrong, 3},
    {"cstate1", "cstate1.py", "adjacent", Fault::wrong, 2},
    {"cstate1", "cstate1.py", "leaper", Fault::wrong, 3, false},
};

void PrintTo(const Mistake& mistake, std::ostream* out) {
    *out << mistake.program << " --wrong=" << mistake.name;
}

Command command_of(const Mistake& mistake) {
    return program(mistake.program, {std::string{"--wrong="} + mistake.name});
}

/// Every game of a number of men, pieces or marks; those of `cstate2` have 8×8 squares, and those of three
/// pieces White's king on the left half, since no program treats left unlike right.
class Games {
  public:
    template <typename Visit>
    static void each(std::string_view puzzle, std::uint64_t size, const Visit& visit) {
        if (puzzle == "simplified" && size == 2) return hunts(visit);
        if (puzzle == "cheesy" && size == 0) return bare_pursuits(visit);
        if (puzzle.starts_with("cstate") && size >= 2) return boards(size, visit);
    }

  private:
    template <typename Visit>
    static void hunts(const Visit& visit) {
        for (unsigned white = 0; white < 16; ++white)
            for (unsigned black = 0; black < 16; ++black)
                for (std::uint64_t m = 1; m <= 6; ++m)
                    if (white != black)
                        visit(queen_hunt::HuntGame{queen_hunt::Position::unchecked(1U << white, 1U << black),
                                                   Plies{m}});
    }
    template <typename Visit>
    static void bare_pursuits(const Visit& visit) {
        for (unsigned king = 0; king < 64; ++king)
            for (unsigned pawn = 0; pawn < 64; ++pawn)
                if (king != pawn)
                    visit(*king_pawn::Position::from(
                        {{}, king_pawn::Square::from_index(king), king_pawn::Square::from_index(pawn)}));
    }
    static check_state::Piece piece(Color color, check_state::Kind kind, unsigned square) {
        return {color, kind, check_state::Column{square / 8 + 1}, check_state::Row{square % 8 + 1}};
    }
    template <typename Visit>
    static void boards(std::uint64_t size, const Visit& visit) {
        using check_state::Kind;
        for (unsigned white = 0; white < (size == 2 ? 64U : 32U); ++white)
            for (unsigned black = 0; black < 64; ++black) {
                if (white == black) continue;
                check_state::PlainBoard board{
                    8, {piece(Color::white, Kind::king, white), piece(Color::black, Kind::king, black)}};
                if (size == 2) {
                    visit(board);
                    continue;
                }
                board.pieces.push_back(board.pieces.front());
                for (unsigned third = 0; third < 64; ++third) {
                    if (third == white || third == black) continue;
                    for (const Color color : both_colors)
                        for (const Kind kind :
                             {Kind::queen, Kind::rook, Kind::bishop, Kind::knight, Kind::pawn}) {
                            board.pieces.back() = piece(color, kind, third);
                            visit(board);
                        }
                }
            }
    }
};

/// Whether the program gets every game of this size right.
bool right_on_all(const Mistake& mistake, std::uint64_t size) {
    const Examination examination{*puzzles::find(mistake.game), patient};
    auto runner = Runner::start(command_of(mistake), patient);
    EXPECT_TRUE(runner);
    bool right = true;
    std::vector<puzzles::Game> games;
    const auto try_them = [&] {
        if (right && !games.empty()) {
            const auto trial = try_games(examination, *runner, games);
            EXPECT_TRUE(trial);
            right = trial && !trial->failure;
        }
        games.clear();
    };
    Games::each(examination.puzzle.name(), size, [&](auto game) {
        games.emplace_back(std::move(game));
        if (games.size() == 50'000) try_them();
    });
    try_them();
    return right;
}

class Wrong : public WithProc, public ::testing::WithParamInterface<Mistake> {};

TEST_P(Wrong, IsFoundAndItsGameIsTheSmallest) {
    const Mistake mistake = GetParam();
    const Examination examination{*puzzles::find(mistake.game), patient};
    const bool python = std::string_view{mistake.program}.ends_with(".py");
    const std::uint64_t seeds = zermelo::testing::scaled_up() && !python ? 2 : 1;
    for (std::uint64_t seed = 1; seed <= seeds; ++seed) {
        SCOPED_TRACE(seed);
        auto workers = WorkerPool::start(command_of(mistake), patient, 2);
        ASSERT_TRUE(workers);
        SearchOptions options;
        options.seed = seed;
        const auto searched = search(examination, *workers, options);
        ASSERT_TRUE(searched) << searched.error().message;
        ASSERT_TRUE(searched->found);
        EXPECT_TRUE(searched->found->again);
        ReduceOptions reducing;
        reducing.max_games = !mistake.known ? 2000 : python ? 30'000 : 100'000;
        const auto reduced = reduce(examination, *workers, searched->found->failing, reducing);
        ASSERT_TRUE(reduced) << reduced.error().message;
        EXPECT_EQ(reduced->smallest, mistake.known);
        EXPECT_EQ(reduced->failing.trial.failure->fault, mistake.fault);
        ASSERT_EQ(reduced->failing.games.size(), 1U);
        const puzzles::Size size = examination.puzzle.size(reduced->failing.games[0]);
        const bool board = std::string_view{mistake.game}.starts_with("cstate");
        EXPECT_LE(size[board ? 1 : 0], mistake.smallest + (mistake.known ? 0 : 1))
            << puzzles::input_of(examination.puzzle, reduced->failing.games);
    }
}

// That there is no failure with fewer pieces, seen without the puzzle's own list of all its games.
TEST_P(Wrong, HasNoSmallerGame) {
    const Mistake mistake = GetParam();
    for (std::uint64_t size = 0; size < std::min<std::uint64_t>(mistake.smallest, 3); ++size)
        EXPECT_TRUE(right_on_all(mistake, size)) << size;
}

class WrongPrograms : public WithProc {};

TEST_F(WrongPrograms, SlowPinsAndDoubleChecksTakeFourPieces) {
    for (const Mistake& mistake : mistakes)
        if (mistake.smallest == 4) {
            EXPECT_TRUE(right_on_all(mistake, 3)) << mistake.name;
        }
}

/// Tests of programs in C++, or in Python, which take long to start.
std::vector<Mistake> mistakes_in(bool python) {
    std::vector<Mistake> those;
    for (const Mistake& mistake : mistakes)
        if (std::string_view{mistake.program}.ends_with(".py") == python) those.push_back(mistake);
    return those;
}
INSTANTIATE_TEST_SUITE_P(Mistakes, Wrong, ::testing::ValuesIn(mistakes_in(false)));
INSTANTIATE_TEST_SUITE_P(ThoroughMistakes, Wrong, ::testing::ValuesIn(mistakes_in(true)));

class Right : public WithProc {};

TEST_F(Right, ProgramsSurvive) {
    std::vector<std::tuple<std::string, Command, int>> programs{{"simplified", program("hunt"), 4000},
                                                                {"cstate2", program("check"), 20'000},
                                                                {"cheesy", program("cheesy.py"), 2000},
                                                                {"cstate1", program("cstate1.py"), 500}};
    for (const puzzles::Puzzle* puzzle : puzzles::all()) {
        const std::string game{puzzle->name()};
        const std::vector<std::string> ours{ZERMELO_PROGRAM, "judge", game, "--limits"};
        programs.emplace_back(game, *find_command(ours), 4000);
    }
    for (const auto& [game, command, count] : programs) {
        SCOPED_TRACE(command.words.front() + " " + game);
        ProcessLimits limits = patient;
        limits.memory = 0;  // ours may have been built with a sanitizer, which asks for more than there is
        const Examination examination{*puzzles::find(game), limits};
        auto workers = WorkerPool::start(command, limits, 2);
        ASSERT_TRUE(workers);
        SearchOptions options;
        options.games = scaled(static_cast<std::uint64_t>(count) / 4);
        const auto searched = search(examination, *workers, options);
        ASSERT_TRUE(searched) << searched.error().message;
        EXPECT_FALSE(searched->found)
            << puzzles::input_of(examination.puzzle, searched->found->failing.games);
        EXPECT_EQ(searched->covered.games, *options.games);
    }
}

}  // namespace
}  // namespace zermelo::stress
