// SPDX-License-Identifier: GPL-3.0-or-later
// Moves as values, and games that are played and taken back, as the library's users see them: nothing of the
// project is included here but the public headers.
#include "zermelo/game.hpp"

#include <algorithm>
#include <cctype>
#include <cstdint>
#include <map>
#include <optional>
#include <random>
#include <set>
#include <sstream>
#include <string>
#include <type_traits>
#include <unordered_set>
#include <vector>

#include <gtest/gtest.h>

#include "zermelo/move.hpp"
#include "zermelo/position.hpp"
#include "zermelo/square.hpp"
#include "zermelo/variant.hpp"

#include "support/scale.hpp"

namespace zermelo {
namespace {

Variant named(const std::string& name) { return *Variant::named(name); }

Game game_of(const std::string& variant, std::string_view fen) {
    return Game{*Position::of_fen(named(variant), fen)};
}

/// What the loop that the header shows counts.
std::uint64_t sequences(Game& game, unsigned plies) {
    if (plies == 0) return 1;
    MoveList moves;
    game.moves(moves);
    std::uint64_t sum = 0;
    for (const Move move : moves) {
        game.play_unchecked(move);
        sum += sequences(game, plies - 1);
        game.unplay();
    }
    return sum;
}

/// Draws moves by a seed. Every other time it takes the side's last move back, where that is legal, so that
/// positions come again.
class Player {
  public:
    explicit Player(std::uint32_t seed) : random_(seed) {}
    std::size_t below(std::size_t count) { return random_() % count; }
    /// Precondition: there is a move.
    Move choose(const Game& game) {
        const MoveList moves = game.moves();
        const std::vector<Move> played = game.moves_played();
        if (played.size() >= 2 && below(2) == 0) {
            const Move last = played[played.size() - 2];
            for (const Move move : moves)
                if (move.from == last.to && move.to == last.from && move.type == Move::Type::normal)
                    return move;
        }
        return moves[below(moves.size())];
    }

  private:
    std::mt19937 random_;
};

/// The men on the board by their letters, counted in the FEN; nothing of walls, holes, hands.
unsigned men_on_board(const AnyPosition& position) {
    const Variant variant = position.variant();
    unsigned count = 0;
    for (unsigned square = 0; square < variant.files() * variant.ranks(); ++square)
        count += position.piece_at(Square{square}) ? 1U : 0U;
    return count;
}

/// Calls f(game) for each position of a random game of each shipped variant, before a move is made.
void in_random_games(unsigned plies, std::uint32_t seed, const auto& f) {
    for (const std::string& name : Variant::shipped()) {
        SCOPED_TRACE(name);
        for (std::uint64_t i = 0; i < testing::scaled(3); ++i) {
            Player player{seed + static_cast<std::uint32_t>(i)};
            Game game{named(name)};
            for (unsigned ply = 0; ply < plies && !game.moves().empty(); ++ply) {
                f(game, player);
                if (::testing::Test::HasFailure()) {
                    ADD_FAILURE() << name << ' ' << game.fen();
                    return;
                }
                game.play_unchecked(player.choose(game));
            }
        }
    }
}

TEST(Move, IsASmallValue) {
    static_assert(std::is_trivially_copyable_v<Move> && sizeof(Move) == 8);
    constexpr Move nothing{};
    static_assert(nothing.from == Square{0} && nothing.promotion == 0 && nothing.gated == 0);
    const Square e2{12};
    const Square e4{28};
    const Move step{e2, e4, 0, Move::Type::normal};
    EXPECT_FALSE(step.is_drop() || step.is_castling() || step.is_pass());
    EXPECT_FALSE(step.turns_into() || step.dropped() || step.gates() || step.wall());
    const Move promotion{e2, e4, 'Q', Move::Type::normal};
    EXPECT_EQ(promotion.turns_into(), 'Q');
    EXPECT_FALSE(promotion.dropped());
    const Move drop{e4, e4, 'P', Move::Type::drop};
    EXPECT_TRUE(drop.is_drop());
    EXPECT_EQ(drop.dropped(), 'P');
    EXPECT_FALSE(drop.turns_into());
    const Move walled{e2, e4, 0, Move::Type::normal, Move::wall_gated, e2};
    EXPECT_EQ(walled.wall(), e2);
    EXPECT_FALSE(walled.gates());
    const Move gated{e2, e4, 0, Move::Type::normal, 'H', e2};
    EXPECT_EQ(gated.gates(), 'H');
    EXPECT_FALSE(gated.wall());
    EXPECT_TRUE((Move{e2, e2, 0, Move::Type::pass}).is_pass());
    EXPECT_TRUE((Move{e2, e4, 0, Move::Type::castle_queenside}).is_castling());
    const std::set<Move> ordered{step, promotion, drop, walled, gated, step};
    EXPECT_EQ(ordered.size(), 5U);
    const std::unordered_set<Move> hashed{step, promotion, drop, walled, gated, step};
    EXPECT_EQ(hashed.size(), 5U);
}

TEST(MoveList, KeepsMoreThanFitIntoIt) {
    MoveList list;
    for (int round = 0; round < 2; ++round) {
        for (unsigned i = 0; i < 600; ++i) list.push_back({Square{i % 256}, Square{i / 256}, 0, {}});
        ASSERT_EQ(list.size(), 600U);
        for (unsigned i = 0; i < 600; ++i)
            EXPECT_EQ(list[i], (Move{Square{i % 256}, Square{i / 256}, 0, {}})) << i;
        list.clear();
        EXPECT_TRUE(list.empty());
    }
}

TEST(Squares, HaveNamesThatTheVariantKnows) {
    const Variant chess = named("chess");
    EXPECT_EQ(chess.square("a1"), Square{0});
    EXPECT_EQ(chess.square("e4"), Square{28});
    EXPECT_EQ(chess.square_name(Square{63}), "h8");
    for (const char* const none : {"i1", "a9", "", "e", "e44", "4e", "a0", "A1"})
        EXPECT_FALSE(chess.square(none)) << none;
    const Variant xiangqi = named("xiangqi");
    EXPECT_EQ(xiangqi.square_name(*xiangqi.square("i10")), "i10");
}

TEST(AnyPosition, KnowsTheMenOnItsBoardAndInHand) {
    const Game game = game_of("crazyhouse", "4k3/8/8/3Q~4/8/8/8/4K3[PPn] w - - 0 1");
    const Variant variant = game.variant();
    EXPECT_EQ(game.piece_at(*variant.square("e1")), (Piece{Color::white, 'K', {}}));
    EXPECT_EQ(game.piece_at(*variant.square("e8")), (Piece{Color::black, 'K', {}}));
    EXPECT_EQ(game.piece_at(*variant.square("d5")), (Piece{Color::white, 'Q', 'P'}));
    EXPECT_FALSE(game.piece_at(*variant.square("d4")));
    EXPECT_FALSE(game.piece_at(Square{64}));
    EXPECT_FALSE(game.piece_at(Square{255}));
    EXPECT_EQ(game.in_hand(Color::white, 'P'), 2U);
    EXPECT_EQ(game.in_hand(Color::black, 'N'), 1U);
    EXPECT_EQ(game.in_hand(Color::black, 'P'), 0U);
    EXPECT_EQ(game.in_hand(Color::black, 'n'), 0U);
    EXPECT_EQ(game.in_hand(Color::black, '\0'), 0U);
    const Game shogi = game_of("shogi", "4k4/9/9/9/4+P4/9/9/9/4K4[-] w 0 1");
    EXPECT_EQ(shogi.piece_at(*shogi.variant().square("e5")), (Piece{Color::white, 'G', 'P'}));
}

TEST(Game, IsPlayedAndTakenBack) {
    Game game{named("chess")};
    EXPECT_FALSE(game.unplay());
    EXPECT_FALSE(game.last_move());
    EXPECT_EQ(game, Position::start(named("chess")));
    const auto e4 = game.of_san("e4");
    ASSERT_TRUE(e4);
    EXPECT_TRUE(game.play(*e4));
    EXPECT_EQ(game.last_move(), *e4);
    EXPECT_TRUE(game.play("e7e5"));
    EXPECT_EQ(game.plies_played(), 2U);
    EXPECT_EQ(game.uci(game.moves_played()[1]), "e7e5");
    const Position here = game.position();
    EXPECT_EQ(here, game);
    EXPECT_EQ(here.hash(), game.hash());
    Game copy = game;
    EXPECT_TRUE(copy.play("g1f3"));
    EXPECT_NE(copy, game);
    EXPECT_EQ(game, here);
    EXPECT_TRUE(game.unplay());
    EXPECT_EQ(copy.plies_played(), 3U);
    EXPECT_TRUE(copy.unplay() && copy.unplay());
    EXPECT_EQ(copy, game);
    copy = *&copy;
    EXPECT_EQ(copy, game);
    copy = Game{here};
    EXPECT_EQ(copy, here);
    EXPECT_EQ(copy.plies_played(), 0U);
    const Game taken = std::move(copy);
    EXPECT_EQ(taken, copy);  // NOLINT: what is moved from stays
}

TEST(Game, RefusesMovesThatAreNotLegal) {
    Game game{named("chess")};
    const Position start = game.position();
    const Move e4 = *game.of_uci("e2e4");
    EXPECT_TRUE(game.play("e2e4"));
    std::vector<Move> wrong{e4,
                            Move{},
                            {Square{52}, Square{28}, 0, Move::Type::normal},
                            {Square{52}, Square{36}, 'Q', Move::Type::normal},
                            {Square{52}, Square{36}, 0, Move::Type::normal, 'N', Square{52}},
                            {Square{200}, Square{255}, 0, Move::Type::normal},
                            {Square{52}, Square{255}, 0, Move::Type::normal},
                            {Square{60}, Square{62}, 0, Move::Type::castle_kingside}};
    for (unsigned type = 0; type < 256; ++type)
        wrong.push_back({Square{12}, Square{20}, '\xff', static_cast<Move::Type>(type), '\xff', Square{77}});
    const Position before = game.position();
    for (const Move move : wrong) {
        EXPECT_FALSE(game.is_legal(move));
        const auto refused = game.play(move);
        ASSERT_FALSE(refused);
        EXPECT_EQ(refused.error().kind, ErrorKind::bad_usage);
        EXPECT_EQ(game.position().play(move).error().kind, ErrorKind::bad_usage);
    }
    for (const char* const text : {"e2e4", "", "e7e5q", "P@e5", "e9e5"}) {
        EXPECT_EQ(game.play(text).error().kind, ErrorKind::bad_usage);
        EXPECT_EQ(game.of_uci(text).error().kind, ErrorKind::bad_usage);
    }
    EXPECT_EQ(game, before);
    EXPECT_EQ(game.plies_played(), 1U);
    EXPECT_EQ(game.perft_divided(Plies{0}).error().kind, ErrorKind::bad_usage);
    EXPECT_EQ(game.perft_divided(Plies{251}).error().kind, ErrorKind::bad_usage);
    std::stop_source stop;
    stop.request_stop();
    EXPECT_EQ(game.perft(Plies{4}, stop.get_token()).error().kind, ErrorKind::stopped);
    EXPECT_EQ(game.perft_divided(Plies{4}, stop.get_token()).error().kind, ErrorKind::stopped);
}

TEST(Game, CountsAsTheEngineDoesInEveryShippedVariant) {
    for (const std::string& name : Variant::shipped()) {
        Game game{named(name)};
        const std::uint64_t start = game.hash();
        std::uint64_t expected = 1;
        for (unsigned plies = 1; plies <= 4; ++plies) {
            if (plies > 1 && expected * game.moves().size() > testing::scaled(100'000)) break;
            expected = *game.perft(Plies{plies});
            EXPECT_EQ(sequences(game, plies), expected) << name << ' ' << plies;
            std::uint64_t sum = 0;
            const auto parts = *game.perft_divided(Plies{plies});
            const MoveList moves = game.moves();
            ASSERT_EQ(parts.size(), moves.size()) << name;
            for (std::size_t i = 0; i < parts.size(); ++i) {
                EXPECT_EQ(parts[i].first, moves[i]);
                game.play_unchecked(moves[i]);
                if (plies <= 2) {
                    EXPECT_EQ(parts[i].second, *game.perft(Plies{plies - 1})) << name;
                }
                game.unplay();
                sum += parts[i].second;
            }
            EXPECT_EQ(sum, expected) << name;
        }
        EXPECT_EQ(game.hash(), start) << name;
        EXPECT_EQ(game, Position::start(named(name)));
    }
}

TEST(Game, TakesEveryMoveBackAsItWas) {
    in_random_games(40, 1, [](Game& game, Player& player) {
        const std::string fen = game.fen();
        const std::uint64_t hash = game.hash();
        const MoveList moves = game.moves();
        const Move move = moves[player.below(moves.size())];
        const Position as_values = *game.position().play(move);
        game.play_unchecked(move);
        EXPECT_EQ(game.last_move(), move);
        EXPECT_EQ(game.fen(), as_values.fen());
        EXPECT_EQ(game, as_values);
        EXPECT_EQ(game.hash(), as_values.hash());
        EXPECT_TRUE(game.unplay());
        EXPECT_EQ(game.fen(), fen);
        EXPECT_EQ(game.hash(), hash);
        EXPECT_EQ(game.hash(), game.position().hash());
    });
}

TEST(Game, WritesAndReadsItsMoves) {
    in_random_games(30, 2, [](Game& game, Player& player) {
        const MoveList moves = game.moves();
        std::set<std::string> names;
        for (const Move move : moves) {
            EXPECT_TRUE(names.insert(game.uci(move)).second) << game.uci(move) << " is written twice";
            if (names.size() > 200) break;
        }
        for (int i = 0; i < 2; ++i) {
            const Move move = moves[player.below(moves.size())];
            EXPECT_TRUE(game.is_legal(move)) << game.uci(move);
            EXPECT_EQ(game.of_uci(game.uci(move)), move) << game.uci(move);
            if (moves.size() < 400) {
                EXPECT_EQ(game.of_san(game.san(move)), move) << game.san(move);
            }
        }
        if (moves.size() < 400) {
            EXPECT_EQ(game.legal_moves().size(), moves.size());
        }
    });
}

TEST(Game, SaysOfMovesWhatTheyDo) {
    in_random_games(40, 3, [](Game& game, Player& player) {
        const unsigned men = men_on_board(game);
        const MoveList moves = game.moves();
        for (int i = 0; i < 6; ++i) {
            const Move move = moves[player.below(moves.size())];
            const bool captures = game.is_capture(move);
            const bool checks = game.gives_check(move);
            game.play_unchecked(move);
            EXPECT_EQ(checks, game.is_check()) << game.uci(move);
            // Men come by drops and through gates, and go by captures alone.
            const unsigned come = (move.is_drop() ? 1U : 0U) + (move.gates() ? 1U : 0U);
            EXPECT_EQ(captures, men_on_board(game) < men + come) << game.uci(move);
            game.unplay();
        }
    });
}

TEST(Game, HasOneHashForEachPosition) {
    for (const std::string& name : Variant::shipped()) {
        Player player{4};
        Game game{named(name)};
        std::vector<Position> positions;
        std::multimap<std::string, std::size_t> by_fen;
        std::map<std::uint64_t, std::size_t> by_hash;
        for (unsigned ply = 0; ply < testing::scaled(150); ++ply) {
            const Position now = game.position();
            const auto [first, last] = by_fen.equal_range(now.fen());
            bool known = false;
            for (auto it = first; it != last; ++it) {
                const bool same = positions[it->second] == now;
                EXPECT_EQ(same, positions[it->second].hash() == now.hash()) << name << ' ' << now.fen();
                known = known || same;
            }
            EXPECT_EQ(by_hash.try_emplace(now.hash(), positions.size()).second, !known)
                << name << ' ' << now.fen();
            by_fen.emplace(now.fen(), positions.size());
            positions.push_back(now);
            if (game.moves().empty()) {
                game = Game{named(name)};
                continue;
            }
            game.play_unchecked(player.choose(game));
        }
    }
}

TEST(Game, KnowsHowOftenItsPositionHasBeenThere) {
    unsigned most = 0;
    for (const std::string& name : Variant::shipped()) {
        Player player{5};
        Game game{named(name)};
        std::vector<Position> past;
        while (true) {
            past.push_back(game.position());
            const auto times = std::count(past.begin(), past.end(), past.back());
            ASSERT_EQ(game.occurrences(), times) << name << ' ' << game.fen();
            most = std::max(most, game.occurrences());
            if (past.size() > testing::scaled(60) || game.moves().empty()) break;
            game.play_unchecked(player.choose(game));
        }
        for (; game.unplay(); past.pop_back())
            if (past.size() % 8 == 0) {
                ASSERT_EQ(game.occurrences(), std::count(past.begin(), past.end() - 1, past[past.size() - 2]))
                    << name;
            }
    }
    if (!testing::scaled_down()) {
        EXPECT_GE(most, 3U);
    }
}

TEST(Game, CountsPliesWithoutProgress) {
    Game game = game_of("chess", "4k3/8/8/8/8/8/4P3/R3K3 w Q - 7 20");
    EXPECT_EQ(game.plies_without_progress(), 7U);
    EXPECT_TRUE(game.play("a1a2") && game.play("e8e7"));
    EXPECT_EQ(game.plies_without_progress(), 9U);
    EXPECT_TRUE(game.play("e2e3"));
    EXPECT_EQ(game.plies_without_progress(), 0U);
    EXPECT_TRUE(game.play("e7e8"));
    EXPECT_EQ(game.plies_without_progress(), 1U);
    EXPECT_EQ(Game{game.position()}.plies_without_progress(), 1U);
    EXPECT_TRUE(game.unplay() && game.unplay());
    EXPECT_EQ(game.plies_without_progress(), 9U);
    EXPECT_EQ(Game{game.position()}.plies_without_progress(), 9U);
}

Variant of_lines(const std::string& lines) { return *Variant::of_text("[child:" + lines); }

/// Plays moves that are parted by blanks, each of which must be legal before the game has ended.
void play_all(Game& game, const std::string& moves) {
    std::istringstream words{moves};
    for (std::string word; words >> word;) {
        EXPECT_FALSE(game.end()) << word;
        const auto played = game.play(word);
        ASSERT_TRUE(played) << word << ": " << played.error().message;
    }
}

TEST(Game, EndsByWhatWasPlayed) {
    struct Case {
        std::string lines;
        std::string fen;
        std::string moves;
        GameEnd end;
    };
    const std::vector<Case> cases{
        {"chess]\nnFoldRule = 2\n", "", "g1f3 g8f6 f3g1 f6g8", {Outcome::draw, EndedBy::repetition}},
        {"chess]\nnFoldRule = 2\nnFoldValue = win\nnFoldValueAbsolute = true\n",
         "4k3/8/8/8/8/8/8/4K2R b - - 0 1",
         "e8d8 e1d1 d8e8 d1e1",
         {Outcome::loss, EndedBy::repetition}},
        {"chess]\nnMoveRule = 2\n",
         "4k3/8/8/8/8/8/8/4K2R w - - 1 1",
         "h1h2 e8d8 h2h1",
         {Outcome::draw, EndedBy::move_rule}},
        {"chess]\nperpetualCheckIllegal = true\n",
         "7k/8/8/8/8/8/Q7/K7 w - - 0 1",
         "a2h2 h8g8 h2g2 g8h8 g2h2 h8g8 h2g2 g8h8 g2h2",
         {Outcome::win, EndedBy::perpetual_check}},
        {"chess]\nmoveRepetitionIllegal = true\n",
         "4k3/8/8/8/8/8/8/4K2R w - - 0 1",
         "h1h2 e8d8 h2h1 d8c8 h1h2 c8b8 h2h1 b8a8 h1h2",
         {Outcome::win, EndedBy::moving_to_and_fro}},
        {"chess]\nnFoldRule = 2\n", "", "f2f3 e7e5 g2g4 d8h4", {Outcome::loss, EndedBy::position}},
    };
    for (const Case& one : cases) {
        SCOPED_TRACE(one.lines);
        const Variant variant = of_lines(one.lines);
        Game game{one.fen.empty() ? Position::start(variant) : *Position::of_fen(variant, one.fen)};
        play_all(game, one.moves);
        EXPECT_EQ(game.end(), one.end);
        if (one.end.by != EndedBy::position) {
            // The position goes on, and so does who does not ask.
            EXPECT_FALSE(game.outcome());
            ASSERT_FALSE(game.moves().empty());
            const Move next = game.moves()[0];
            const auto refused = game.play(next);
            ASSERT_FALSE(refused);
            EXPECT_EQ(refused.error().kind, ErrorKind::bad_usage);
            EXPECT_EQ(refused.error().message,
                      "the game is over by " + std::string{name(one.end.by)} + ", expected no more moves");
            EXPECT_EQ(game.play(game.uci(next)).error().message, refused.error().message);
            game.play_unchecked(next);
            EXPECT_TRUE(game.unplay());
        }
        EXPECT_EQ(game.end(), one.end);
        EXPECT_TRUE(game.unplay());
        EXPECT_FALSE(game.end());
    }
}

TEST(Game, CountsMovesAgainstFewMen) {
    const Variant makruk = named("makruk");
    Game game{*Position::of_fen(makruk, "4k3/8/8/8/3R4/8/8/4K3 b - - 0 1")};
    EXPECT_FALSE(game.counting());
    for (unsigned ply = 0; !game.end(); ++ply) {
        ASSERT_LT(ply, 200U);
        if (game.counting()) {
            EXPECT_EQ(game.counting()->limit, 32U);
            EXPECT_EQ(Game{game.position()}.counting(), game.counting());
        }
        // The rook goes to and fro, where the other king cannot come.
        const bool white = game.to_move() == Color::white;
        MoveList moves = game.moves();
        std::sort(moves.begin(), moves.end());
        for (const Move move : moves) {
            const bool wanted = white ? move.from == *makruk.square("d4") || move.from == *makruk.square("d3")
                                      : game.uci(move).substr(3) >= "7";
            const bool there = !white || game.uci(move) == "d4d3" || game.uci(move) == "d3d4";
            if (!wanted || !there) continue;
            game.play_unchecked(move);
            break;
        }
    }
    EXPECT_EQ(game.end(), (GameEnd{Outcome::draw, EndedBy::counting}));
    EXPECT_EQ(game.counting()->plies, game.counting()->limit + 1);
}

TEST(Variant, NamesTheRulesThatAGameDoesNotHeed) {
    EXPECT_TRUE(named("chess").unheeded_rules().empty());
    EXPECT_EQ(named("xiangqi").unheeded_rules(), std::vector<std::string>{"chasingRule"});
}

TEST(Game, RemembersAThreefoldRepetition) {
    Game game{named("chess")};
    for (unsigned round = 1; round <= 3; ++round) {
        EXPECT_EQ(game.occurrences(), round);
        for (const char* const move : {"g1f3", "g8f6", "f3g1", "f6g8"}) EXPECT_TRUE(game.play(move));
    }
    // The first of these has the double step before it, and nobody may capture en passant.
    EXPECT_TRUE(game.play("e2e4"));
    EXPECT_EQ(game.occurrences(), 1U);
}

}  // namespace
}  // namespace zermelo
