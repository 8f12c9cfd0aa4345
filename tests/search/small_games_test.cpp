// SPDX-License-Identifier: GPL-3.0-or-later
// The prover on games whose truth is known to everybody.
#include "support/small_games.hpp"

#include <gtest/gtest.h>

#include "zermelo/search/best_play.hpp"
#include "zermelo/search/forced_win.hpp"
#include "zermelo/search/strategy.hpp"

#include "reference/minimax.hpp"

namespace zermelo::search {
namespace {

using testing::Hexapawn;
using testing::TicTacToe;

TEST(SmallGames, NobodyWinsThreeInARow) {
    ForcedWin<TicTacToe> prover;
    const TicTacToe::Position empty{};
    const auto answer = prover.prove(empty, Plies{9});
    EXPECT_EQ(answer.verdict, Verdict::no_win);
    EXPECT_EQ(answer.none_within, Plies{9});
    EXPECT_EQ(prover.prove_loss(empty, Plies{9}).verdict, Verdict::no_win);

    // Corner, then an edge that touches it: the first side wins, and needs five more plies.
    const TicTacToe game;
    const auto position = game.play(game.play(empty, 0), 1);
    EXPECT_EQ(prover.prove(position, Plies{9}).length, Plies{5});
    EXPECT_EQ(prover.prove(position, Plies{4}).verdict, Verdict::no_win);
    const auto line = principal_line(prover, position, Plies{5});
    ASSERT_EQ(line.moves.size(), 5U);
    auto last = position;
    for (const unsigned move : line.moves) last = game.play(last, move);
    EXPECT_TRUE(game.lost(last));
    for (const auto& tried : first_moves(prover, position, Plies{9})) {
        const auto child = game.play(position, tried.move);
        EXPECT_EQ(tried.verdict == Verdict::win, reference::loses_within(game, child, Plies{8}));
        if (tried.refutation) {
            EXPECT_FALSE(reference::wins_within(game, game.play(child, *tried.refutation), Plies{7}));
        }
    }
}

// Martin Gardner, "Mathematical Games", Scientific American, March 1962: on 3×3 the second side wins.
TEST(SmallGames, TheSecondSideWinsHexapawn) {
    using Game = Hexapawn<3>;
    ForcedWin<Game> prover;
    EXPECT_EQ(prover.prove(Game::start(), Plies{20}).verdict, Verdict::no_win);
    const auto loss = prover.prove_loss(Game::start(), Plies{20});
    ASSERT_EQ(loss.verdict, Verdict::win);
    EXPECT_TRUE(reference::loses_within(Game{}, Game::start(), *loss.length));
    EXPECT_FALSE(reference::loses_within(Game{}, Game::start(), *loss.length - Plies{1}));
    for (const auto& tried : first_moves(prover, Game::start(), Plies{20}))
        EXPECT_EQ(tried.verdict, Verdict::no_win);
}

template <unsigned Ranks>
void expect_as_reference() {
    using Game = Hexapawn<Ranks>;
    ForcedWin<Game> prover;
    for (std::uint64_t n = 0; n <= 13; ++n) {
        EXPECT_EQ(prover.wins_within(Game::start(), Plies{n}),
                  reference::wins_within(Game{}, Game::start(), Plies{n}));
        EXPECT_EQ(prover.prove_loss(Game::start(), Plies{n}).verdict == Verdict::win,
                  reference::loses_within(Game{}, Game::start(), Plies{n}));
    }
}

TEST(SmallGames, LongerPawnGamesAreAsPlainRecursionSays) {
    expect_as_reference<4>();
    expect_as_reference<5>();
}

}  // namespace
}  // namespace zermelo::search
