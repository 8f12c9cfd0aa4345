// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/puzzles/queen_hunt/position.hpp"

#include <cstdint>
#include <map>
#include <set>
#include <utility>

#include <gtest/gtest.h>

#include "zermelo/puzzles/queen_hunt/moves.hpp"
#include "zermelo/puzzles/queen_hunt/random.hpp"

#include "support/scale.hpp"

namespace zermelo::queen_hunt {
namespace {

Square at(unsigned file, unsigned rank) { return {File{file}, Rank{rank}}; }

TEST(HuntPosition, GivesEveryReasonAtOnce) {
    queen_hunt::Setup setup;
    for (unsigned file = 0; file < 3; ++file) {
        setup.pieces.push_back({Color::white, Kind::rook, at(file, 0)});
        setup.pieces.push_back({Color::black, Kind::knight, at(file, 1)});
    }
    setup.pieces.push_back({Color::black, Kind::queen, at(0, 0)});
    setup.pieces.push_back({Color::black, Kind::queen, at(0, 2)});
    setup.pieces.push_back({Color::black, Kind::queen, at(1, 2)});
    const auto position = Position::from(setup);
    ASSERT_FALSE(position.has_value());
    EXPECT_EQ(position.error().kind, ErrorKind::bad_input);
    EXPECT_EQ(position.error().message,
              "two pieces on a1, expected at most one; "
              "White has no queen, expected exactly one; "
              "White has 3 rooks, expected at most two; "
              "Black has 2 queens, expected exactly one; "
              "Black has 3 bishops and knights, expected at most two together");
}

TEST(HuntPosition, KeepsThePiecesOfASetup) {
    Random random{1};
    for (std::uint64_t i = testing::scaled(20'000); i > 0; --i) {
        const Position position = random_position(random);
        for (const Color mover : both_colors) {
            queen_hunt::Setup setup{mover, position.pieces(mover)};
            ASSERT_EQ(setup.pieces.size(), position.men());
            std::swap(setup.pieces.front(), setup.pieces.back());
            const auto again = Position::from(setup);
            ASSERT_TRUE(again.has_value()) << again.error().message;
            ASSERT_EQ(*again, position);
        }
    }
}

// The images are made piece by piece: a1 goes to each corner, and the files may become ranks.
TEST(HuntPosition, ImagesInMirrorsAndNoOthersHaveOneFoldedKey) {
    Random random{3};
    std::map<std::uint64_t, std::set<std::uint64_t>> images;
    for (std::uint64_t i = testing::scaled(2'000); i > 0; --i) {
        const Position position = random_position(random);
        std::set<std::uint64_t> keys;
        for (unsigned image = 0; image < 8; ++image) {
            queen_hunt::Setup setup{Color::white, position.pieces(Color::white)};
            for (Piece& piece : setup.pieces) {
                unsigned file = piece.square.file().index();
                unsigned rank = piece.square.rank().index();
                if ((image & 1U) != 0) file = 3 - file;
                if ((image & 2U) != 0) rank = 3 - rank;
                if ((image & 4U) != 0) std::swap(file, rank);
                piece.square = at(file, rank);
            }
            const Position same = Position::from(setup).value();
            ASSERT_EQ(same.folded_key(), position.folded_key());
            keys.insert(same.key());
        }
        const auto [known, is_new] = images.emplace(position.folded_key(), keys);
        ASSERT_EQ(known->second, keys);
        ASSERT_TRUE(keys.contains(position.folded_key()));
    }
}

TEST(HuntPosition, APlacementAgreesWithASetup) {
    Random random{2};
    std::uint64_t refused = 0;
    for (std::uint64_t i = testing::scaled(50'000); i > 0; --i) {
        queen_hunt::Setup setup;
        Placement placement;
        bool clash = false;
        for (std::uint64_t n = 1 + random.below(8); n > 0; --n) {
            const Piece piece{static_cast<Color>(random.below(2)), static_cast<Kind>(random.below(4)),
                              Square::from_index(static_cast<unsigned>(random.below(16)))};
            setup.pieces.push_back(piece);
            clash |= !placement.add(piece.color, piece.kind, piece.square);
        }
        const auto slow = Position::from(setup);
        const auto fast = placement.position();
        ASSERT_EQ(slow.has_value(), !clash && fast.has_value());
        ASSERT_EQ(fast.has_value(), placement.violations().empty());
        if (slow) {
            ASSERT_EQ(*slow, *fast);
        } else {
            ++refused;
        }
    }
    EXPECT_GT(refused, 0U);
}

TEST(HuntPosition, TheEighteenArmiesAreAllThatAreAllowed) {
    std::set<std::array<unsigned, 3>> listed;
    for (const ArmyCounts& a : all_armies) listed.insert({a.rooks, a.bishops, a.knights});
    std::set<std::array<unsigned, 3>> allowed;
    for (unsigned rooks = 0; rooks < 5; ++rooks)
        for (unsigned bishops = 0; bishops < 5; ++bishops)
            for (unsigned knights = 0; knights < 5; ++knights) {
                Army army = 1;
                unsigned square = 1;
                for (unsigned n = 0; n < rooks; ++n)
                    army |= std::uint64_t{1} << (lane(Kind::rook) + square++);
                for (unsigned n = 0; n < bishops; ++n)
                    army |= std::uint64_t{1} << (lane(Kind::bishop) + square++);
                for (unsigned n = 0; n < knights; ++n)
                    army |= std::uint64_t{1} << (lane(Kind::knight) + square++);
                if (is_allowed(army)) allowed.insert({rooks, bishops, knights});
            }
    EXPECT_EQ(listed, allowed);
    EXPECT_EQ(listed.size(), 18U);
    EXPECT_FALSE(is_allowed(0));
    EXPECT_FALSE(is_allowed(3));
}

TEST(HuntPosition, NoTwoPositionsShareAKey) {
    Random random{3};
    std::set<std::pair<Army, Army>> positions;
    std::set<std::uint64_t> keys;
    for (std::uint64_t i = testing::scaled(100'000); i > 0; --i) {
        Position position = random_position(random);
        // Neighbours too: they differ by one step, and sometimes by a queen.
        for (int n = 0; n < 3 && !lost(position); ++n) {
            positions.insert({position.own(), position.other()});
            keys.insert(position.key());
            MoveList moves;
            list_moves(position, moves);
            position = play(position, moves[random.below(moves.size())]);
        }
    }
    EXPECT_EQ(positions.size(), keys.size());
}

TEST(HuntPosition, WritesMovesAndLetters) {
    EXPECT_EQ(text(Move{at(1, 1), at(0, 3), Kind::knight}), "b2a4");
    for (const Kind kind : {Kind::queen, Kind::rook, Kind::bishop, Kind::knight})
        EXPECT_EQ(kind_of(letter(kind)), kind);
    EXPECT_EQ(kind_of('q'), std::nullopt);
    EXPECT_EQ(kind_of('K'), std::nullopt);
}

}  // namespace
}  // namespace zermelo::queen_hunt
