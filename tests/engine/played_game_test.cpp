// SPDX-License-Identifier: GPL-3.0-or-later
// Games that end by what was played: a plain recount of random games, and games by hand.
// tests/python/history_test.py holds them to Fairy-Stockfish.
#include "zermelo/engine/played_game.hpp"

#include <algorithm>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "zermelo/base/random.hpp"
#include "zermelo/engine/position_text.hpp"
#include "zermelo/rules/reader.hpp"

#include "support/scale.hpp"
#include "support/shipped.hpp"

namespace zermelo::engine {
namespace {

AnyGameAt start_of(const rules::Rules& rules) {
    return set_up(rules, *parse_fen(rules.start_fen, rules)).value();
}

/// What was played, as texts.
struct Recorded {
    std::vector<std::string> texts;
    std::vector<bool> checks;
    std::uint64_t quiet = 0;

    void add(const AnyGameAt& at) {
        texts.push_back(position_text(at.setup()));
        checks.push_back(at.in_check());
    }
    std::size_t count() const {
        return static_cast<std::size_t>(std::count(texts.begin(), texts.end(), texts.back()));
    }
    /// Whether all moves of who has just moved (or of the other side) give check, since the position came a
    /// number of times ago, this one counters.
    bool checks_since(std::size_t times, bool mover) const {
        std::size_t first = texts.size() - 1;
        for (std::size_t left = times - 1; left > 0; --left) do
                --first;
            while (texts[first] != texts.back());
        for (std::size_t i = texts.size() - (mover ? 1 : 2); i > first; i -= 2)
            if (!checks[i]) return false;
        return true;
    }
};

/// A move of White's that gives check, or one that takes the side's last one back, where there is one and
/// chance will have it; or any.
Move chosen(const AnyGameAt& at, const std::vector<Move>& played, Random& random) {
    const MoveList moves = at.moves();
    if (at.to_move() == Color::white && random() % 8 != 0)
        for (const Move move : moves)
            if (at.play(move).in_check()) return move;
    if (played.size() > 1 && random() % 4 != 0) {
        const Move last = played[played.size() - 2];
        for (const Move move : moves)
            if (move.type == Move::Type::normal && move.from == last.to && move.to == last.from) return move;
    }
    return moves[random() % moves.size()];
}

TEST(PlayedGame, EndsWhereAPlainRecountSaysSo) {
    struct Case {
        std::string parent;
        std::string keys;
    };
    const std::vector<Case> cases{
        {"chess", "nFoldRule = 3\nnMoveRule = 7\n"},
        {"minishogi", ""},
        {"minixiangqi", "nFoldRule = 3\n"},
        {"minixiangqi", "nFoldRule = 0\nstartFen = 3k3/7/7/7/7/R6/2K4 w - - 0 1\n"},
        {"dobutsu", "nFoldValue = win\nperpetualCheckIllegal = true\n"},
    };
    for (const Case& one : cases) {
        const auto read =
            rules::read_rules("[child:" + one.parent + "]\n" + one.keys,
                              [](std::string_view name) { return &testing::shipped(std::string{name}); });
        ASSERT_TRUE(read) << read.error().message;
        const rules::Rules& rules = read->front();
        const rules::HistoryRules& history = rules.history;
        Random random{7};
        unsigned ended = 0;
        for (unsigned game = 0; game < testing::scaled(20); ++game) {
            PlayedGame played{start_of(rules)};
            Recorded recorded;
            recorded.add(played.at());
            std::vector<Move> moves;
            while (!played.end() && moves.size() < 120) {
                const Move move = chosen(played.at(), moves, random);
                recorded.quiet = played.at().is_progress(move) ? 0 : recorded.quiet + 1;
                moves.push_back(move);
                played.play(move);
                recorded.add(played.at());
                ASSERT_EQ(played.occurrences(), recorded.count());
                ASSERT_EQ(played.without_progress(), recorded.quiet);
                ASSERT_EQ(played.plies(), moves.size());
                std::optional<GameEnd> expected;
                const std::size_t answers = history.fold_rule != 0 ? history.fold_rule : 3;
                const bool white = played.at().to_move() == Color::white;
                if (const auto outcome = played.at().end()) {
                    expected = GameEnd{*outcome, EndedBy::position};
                } else if (history.move_rule != 0 && recorded.quiet >= 2 * history.move_rule) {
                    expected = GameEnd{game::Outcome::draw, EndedBy::move_rule};
                } else if (recorded.count() >= answers) {
                    const bool mover = history.perpetual_check_loses && recorded.checks_since(answers, true);
                    const bool other = history.perpetual_check_loses && recorded.checks_since(answers, false);
                    if (mover != other) {
                        expected = GameEnd{mover ? game::Outcome::win : game::Outcome::loss,
                                           EndedBy::perpetual_check};
                    } else if (history.fold_rule != 0) {
                        game::Outcome value = mover ? game::Outcome::draw : history.fold_value;
                        if (!mover && one.parent == "minishogi")
                            value = white ? game::Outcome::loss : game::Outcome::win;
                        expected = GameEnd{value, EndedBy::repetition};
                    }
                }
                ASSERT_EQ(played.end(), expected) << recorded.texts.back();
            }
            if (played.end() && played.end()->by != EndedBy::position) ++ended;
        }
        EXPECT_GT(ended, 0U) << one.parent << one.keys;
    }
}

/// What it knows, asked in an order of its own.
std::string known(const PlayedGame& game, unsigned order) {
    const auto end = [&] {
        const auto by = game.end();
        return by ? std::string{name(by->by)} + std::string{name(by->outcome)} : std::string{};
    };
    const auto counters = [&] {
        const auto counting = game.counting();
        return counting ? std::to_string(counting->plies) + "/" + std::to_string(counting->limit)
                        : std::string{};
    };
    std::vector<std::string> answers(4);
    for (unsigned i = 0; i < 4; ++i) {
        const unsigned asked = (i + order) % 4;
        answers[asked] = asked == 0   ? end()
                         : asked == 1 ? counters()
                         : asked == 2 ? std::to_string(game.occurrences())
                                      : std::to_string(game.without_progress());
    }
    std::string all = position_text(game.at().setup());
    for (const std::string& one : answers) all += " " + one;
    return all;
}

TEST(PlayedGame, KnowsAfterMovesAreTakenBackWhatItsMovesSay) {
    struct Case {
        std::string keys;
        std::uint64_t half_moves;
        std::optional<std::uint64_t> limit;
    };
    const std::vector<Case> cases{
        {"nFoldRule = 3\nnMoveRule = 6\nperpetualCheckIllegal = true\nmoveRepetitionIllegal = true\n", 2, {}},
        {"countingRule = makruk\nstartFen = 4k3/8/8/8/3R4/8/8/4K3 w - - 0 1\ncastling = false\n", 27, 32}};
    for (const auto& [keys, half_moves, limit] : cases) {
        const auto read = rules::read_rules("[child:chess]\n" + keys, [](std::string_view name) {
            return &testing::shipped(std::string{name});
        });
        ASSERT_TRUE(read) << read.error().message;
        const rules::Rules& rules = read->front();
        Random random{11};
        unsigned ended = 0;
        unsigned taken_back = 0;
        for (unsigned number = 0; number < testing::scaled(30); ++number) {
            PlayedGame played{start_of(rules), half_moves, limit};
            for (unsigned step = 0; step < 60; ++step) {
                const bool back = random() % 3 == 0 || played.at().moves().empty();
                for (auto plies = back ? random() % 8 : 0; plies > 0 && played.unplay(); --plies)
                    ++taken_back;
                if (!back) played.play(chosen(played.at(), played.moves(), random));
                // Some positions are asked about for the first time only when others have come.
                if (random() % 3 == 0) continue;
                PlayedGame again{start_of(rules), half_moves, limit};
                for (const Move move : played.moves()) again.play(move);
                const PlayedGame copy{played};
                const unsigned order = static_cast<unsigned>(random() % 4);
                ASSERT_EQ(known(played, order), known(again, 0));
                ASSERT_EQ(known(copy, order), known(again, 1));
                ASSERT_EQ(copy.moves(), again.moves());
                ASSERT_EQ(played.key(), again.at().key());
                if (played.end() && played.end()->by != EndedBy::position) ++ended;
            }
        }
        EXPECT_GT(ended, 0U) << keys;
        EXPECT_GT(taken_back, 0U) << keys;
    }
}

TEST(PlayedGame, WithoutRulesOfHistoryNothingEndsByIt) {
    PlayedGame played{start_of(testing::shipped("chess"))};
    for (unsigned time = 0; time < 60; ++time)
        for (const char* const move : {"g1f3", "g8f6", "f3g1", "f6g8"}) {
            played.play(*played.at().find_move(move));
            EXPECT_FALSE(played.end());
        }
    EXPECT_EQ(played.occurrences(), 61U);
    EXPECT_EQ(played.without_progress(), 240U);
    EXPECT_FALSE(played.counting());
}

}  // namespace
}  // namespace zermelo::engine
