// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <cstdlib>
#include <map>
#include <set>

#include <gtest/gtest.h>

#include "zermelo/puzzles/registry.hpp"
#include "zermelo/stress/generate.hpp"

#include "reference/check_state.hpp"

/// The properties of the families of check states, looked at square by square on boards of small size.
namespace zermelo::check_state {
namespace {

using Verdict = check_state::CheckState::Verdict;

struct At {
    long x;
    long y;
    friend bool operator==(At, At) = default;
};
At at(const Piece& p) { return {static_cast<long>(p.column.number()), static_cast<long>(p.row.number())}; }

class Squares {
  public:
    explicit Squares(const PlainBoard& board) : n(static_cast<long>(board.n)), pieces(board.pieces) {}

    const Piece* on(At s) const {
        const auto found =
            std::find_if(pieces.begin(), pieces.end(), [&](const Piece& p) { return at(p) == s; });
        return found == pieces.end() ? nullptr : &*found;
    }
    At king(Color color) const {
        return at(*std::find_if(pieces.begin(), pieces.end(),
                                [&](const Piece& p) { return p.kind == Kind::king && p.color == color; }));
    }
    /// Whether a piece could capture there.
    bool attacks(const Piece& p, At to) const {
        const long dx = to.x - at(p).x;
        const long dy = to.y - at(p).y;
        const long far = std::max(std::abs(dx), std::abs(dy));
        const long near = std::min(std::abs(dx), std::abs(dy));
        if (far == 0) return false;
        switch (p.kind) {
            case Kind::king:
                return far == 1;
            case Kind::knight:
                return far == 2 && near == 1;
            case Kind::pawn:
                return std::abs(dx) == 1 && dy == (p.color == Color::white ? 1 : -1);
            case Kind::bishop:
                return near == far && free_between(at(p), to);
            case Kind::rook:
                return near == 0 && free_between(at(p), to);
            case Kind::queen:
                return (near == 0 || near == far) && free_between(at(p), to);
        }
        return false;
    }
    bool free_between(At from, At to) const {
        const auto sign = [](long v) { return v > 0 ? 1L : v < 0 ? -1L : 0L; };
        const long dx = sign(to.x - from.x);
        const long dy = sign(to.y - from.y);
        for (At s{from.x + dx, from.y + dy}; !(s == to); s = {s.x + dx, s.y + dy})
            if (on(s) != nullptr) return false;
        return true;
    }
    bool moves_to(const Piece& p, At to) const {
        if (to.x < 1 || to.y < 1 || to.x > n || to.y > n) return false;
        const Piece* there = on(to);
        if (there != nullptr && there->color == p.color) return false;
        if (p.kind != Kind::pawn || there != nullptr) return attacks(p, to);
        return to.x == at(p).x && to.y == at(p).y + (p.color == Color::white ? 1 : -1);
    }
    std::vector<Piece> checkers(Color side) const {
        std::vector<Piece> found;
        for (const Piece& p : pieces)
            if (p.color != side && attacks(p, king(side))) found.push_back(p);
        return found;
    }
    Squares without(const Piece& p) const {
        Squares rest = *this;
        std::erase(rest.pieces, p);
        return rest;
    }
    Squares after(const Piece& p, At to) const {
        Squares moved = without(p);
        if (const Piece* there = on(to)) moved = moved.without(*there);
        moved.pieces.push_back({p.color, p.kind, check_state::Column{static_cast<std::uint64_t>(to.x)},
                                check_state::Row{static_cast<std::uint64_t>(to.y)}});
        return moved;
    }

    long n;
    std::vector<Piece> pieces;
};

/// Boards of 8×8, and of any size that can be looked at.
std::vector<PlainBoard> drawn(std::string_view family, std::string_view puzzle,
                              const puzzles::Requirements& requirements = {}, std::uint64_t games = 1000) {
    const auto made = stress::generate(*puzzles::find(puzzle), {11, family, games, requirements});
    EXPECT_TRUE(made) << family << ": " << (made ? "" : made.error().message);
    std::vector<PlainBoard> boards;
    constexpr std::uint64_t max_n = 30;
    if (made)
        for (const puzzles::Game& game : *made)
            if (game.as<PlainBoard>().n <= max_n) boards.push_back(game.as<PlainBoard>());
    return boards;
}

/// Calls `look(board, state)` for boards of a family in two puzzles, the state being the slow reference's.
template <typename Look>
void for_each(std::string_view family, Look look) {
    for (const std::string_view puzzle : {"cstate1", "cstate2"}) {
        SCOPED_TRACE(std::string{family} + " " + std::string{puzzle});
        const auto boards = drawn(family, puzzle);
        EXPECT_GE(boards.size(), 600U);
        for (const PlainBoard& board : boards) {
            look(Squares{board}, decide_by_playing(board));
            if (::testing::Test::HasFatalFailure()) return;
        }
    }
}

TEST(CheckFamily, DoubleChecks) {
    for_each("double-check", [](const Squares& s, const check_state::CheckState& state) {
        ASSERT_EQ(state.verdict, Verdict::check);
        ASSERT_GE(s.checkers(state.threatened).size(), 2U);
    });
}

/// Whether some piece could end the check if it were free, but shows its king to another piece.
bool has_pinned_rescuer(const Squares& s, Color side, const Piece& checker) {
    for (const Piece& p : s.pieces) {
        if (p.color != side || p.kind == Kind::king) continue;
        for (long x = 1; x <= s.n; ++x)
            for (long y = 1; y <= s.n; ++y) {
                if (!s.moves_to(p, {x, y})) continue;
                const Squares moved = s.after(p, {x, y});
                const auto left = moved.checkers(side);
                if (left.empty()) continue;
                if (std::find(left.begin(), left.end(), checker) == left.end()) return true;
            }
    }
    return false;
}

TEST(CheckFamily, Pins) {
    for_each("pin", [](const Squares& s, const check_state::CheckState& state) {
        ASSERT_EQ(state.verdict, Verdict::check);
        const auto checkers = s.checkers(state.threatened);
        ASSERT_EQ(checkers.size(), 1U);
        ASSERT_TRUE(has_pinned_rescuer(s, state.threatened, checkers.front()));
    });
}

/// Moves of other pieces than the king to an empty square after which nobody attacks him. A pawn's capture
/// needs a piece, so every such move steps between.
std::uint64_t interpositions(const Squares& s, Color side) {
    std::uint64_t count = 0;
    for (const Piece& p : s.pieces) {
        if (p.color != side || p.kind == Kind::king) continue;
        for (long x = 1; x <= s.n; ++x)
            for (long y = 1; y <= s.n; ++y)
                if (s.on({x, y}) == nullptr && s.moves_to(p, {x, y}) &&
                    s.after(p, {x, y}).checkers(side).empty())
                    ++count;
    }
    return count;
}

TEST(CheckFamily, LongRays) {
    for (const std::uint64_t wanted : {0U, 1U, 4U, 12U}) {
        for (const std::uint64_t n : {8U, 20U}) {
            const auto boards = drawn("long-ray", "cstate2", {{}, {}, n, {}, wanted}, 100);
            EXPECT_EQ(boards.size(), 100U);
            for (const PlainBoard& board : boards) {
                const Squares s{board};
                const auto state = decide_by_playing(board);
                ASSERT_EQ(state.verdict, Verdict::check);
                const auto checkers = s.checkers(state.threatened);
                ASSERT_EQ(checkers.size(), 1U);
                const At king = s.king(state.threatened);
                const At from = at(checkers.front());
                ASSERT_GE(std::max(std::abs(from.x - king.x), std::abs(from.y - king.y)),
                          static_cast<long>(n / 2));
                ASSERT_EQ(interpositions(s, state.threatened), wanted);
            }
        }
    }
    std::set<std::uint64_t> counts;
    for_each("long-ray", [&](const Squares& s, const check_state::CheckState& state) {
        counts.insert(interpositions(s, state.threatened));
    });
    EXPECT_EQ(counts, (std::set<std::uint64_t>{0, 1, 2, 3, 4, 5}));
}

/// Whether a piece of a colour that gives no check, taken away, lets one more attack the king.
bool has_screen(const Squares& s, Color side, Color screen) {
    const auto now = s.checkers(side).size();
    return std::any_of(s.pieces.begin(), s.pieces.end(), [&](const Piece& p) {
        if (p.color != screen || p.kind == Kind::king) return false;
        if (p.color != side && s.attacks(p, s.king(side))) return false;
        return s.without(p).checkers(side).size() > now;
    });
}

TEST(CheckFamily, Discovered) {
    for_each("discovered", [](const Squares& s, const check_state::CheckState& state) {
        ASSERT_EQ(state.verdict, Verdict::check);
        ASSERT_TRUE(has_screen(s, state.threatened, !state.threatened));
    });
}

TEST(CheckFamily, NearKings) {
    std::map<long, unsigned> apart;
    for_each("near-kings", [&](const Squares& s, const check_state::CheckState& state) {
        const At white = s.king(Color::white);
        const At black = s.king(Color::black);
        const long distance = std::max(std::abs(white.x - black.x), std::abs(white.y - black.y));
        ASSERT_LE(distance, 2);
        ASSERT_EQ(state.verdict == Verdict::impossible, distance == 1);
        ++apart[distance];
    });
    EXPECT_GE(apart[1], 100U);
    EXPECT_GE(apart[2], 100U);
}

TEST(CheckFamily, EdgePawns) {
    for_each("edge-pawns", [](const Squares& s, const check_state::CheckState&) {
        const auto pawn_on = [&](long row) {
            return std::any_of(s.pieces.begin(), s.pieces.end(),
                               [row](const Piece& p) { return p.kind == Kind::pawn && at(p).y == row; });
        };
        ASSERT_TRUE(pawn_on(1) && pawn_on(s.n));
        const auto near_edge = [&](Color c) { return s.king(c).y <= 2 || s.king(c).y >= s.n - 1; };
        ASSERT_TRUE(near_edge(Color::white) || near_edge(Color::black));
        const auto near_pawn = [&](Color c) {
            return std::any_of(s.pieces.begin(), s.pieces.end(), [&](const Piece& p) {
                const long far = std::max(std::abs(at(p).x - s.king(c).x), std::abs(at(p).y - s.king(c).y));
                return p.kind == Kind::pawn && (at(p).y == 1 || at(p).y == s.n) && far <= 3;
            });
        };
        ASSERT_TRUE(near_pawn(Color::white) || near_pawn(Color::black));
    });
}

TEST(CheckFamily, XRays) {
    for_each("x-ray", [](const Squares& s, const check_state::CheckState& state) {
        ASSERT_EQ(state.verdict, Verdict::check);
        const Color side = state.threatened;
        const auto checkers = s.checkers(side);
        ASSERT_EQ(checkers.size(), 1U);
        const At from = at(checkers.front());
        const At king = s.king(side);
        const auto sign = [](long v) { return v > 0 ? 1L : v < 0 ? -1L : 0L; };
        const At behind{king.x + sign(king.x - from.x), king.y + sign(king.y - from.y)};
        const Piece* own_king = s.on(king);
        ASSERT_TRUE(s.moves_to(*own_king, behind));
        Squares moved = s.after(*own_king, behind);
        ASSERT_EQ(moved.checkers(side), checkers);
        // Were the king's square still taken, nobody would attack him behind it.
        moved.pieces.push_back({side, Kind::pawn, own_king->column, own_king->row});
        ASSERT_TRUE(moved.checkers(side).empty());
    });
}

TEST(CheckFamily, Verdicts) {
    for_each("impossible", [](const Squares& s, const check_state::CheckState& state) {
        ASSERT_EQ(state.verdict, Verdict::impossible);
        for (const Color side : both_colors)
            for (const Piece& p : s.checkers(side)) ASSERT_NE(p.kind, Kind::king);
    });
    for_each("mate",
             [](const Squares&, const check_state::CheckState& state) { ASSERT_TRUE(state.is_mate()); });
    for_each("safe", [](const Squares& s, const check_state::CheckState& state) {
        ASSERT_EQ(state.verdict, Verdict::safe);
        bool looked_at = false;
        for (const Color side : both_colors)
            for (const Color screen : both_colors) looked_at = looked_at || has_screen(s, side, screen);
        ASSERT_TRUE(looked_at);
    });
}

/// Boards of any size, by the other reference: one check, from the far end of the board.
TEST(CheckFamily, Largest) {
    for (std::uint64_t seed = 1; seed <= 20; ++seed) {
        const std::uint64_t n = seed % 2 == 0 ? 1000 : check_state::largest_board;
        const auto made =
            stress::generate(*puzzles::find("cstate3"), {seed, "largest", 1, {{}, {}, n, 120, {}}});
        ASSERT_TRUE(made) << made.error().message;
        const auto& board = made->front().as<PlainBoard>();
        const auto state = decide_by_formula(board);
        ASSERT_EQ(state.verdict, Verdict::check);
        const auto king = std::find_if(board.pieces.begin(), board.pieces.end(), [&](const Piece& p) {
            return p.kind == Kind::king && p.color == state.threatened;
        });
        const bool far = std::any_of(board.pieces.begin(), board.pieces.end(), [&](const Piece& p) {
            const long dx = std::abs(at(p).x - at(*king).x);
            const long dy = std::abs(at(p).y - at(*king).y);
            return p.color != state.threatened && std::max(dx, dy) == static_cast<long>(n) - 1;
        });
        ASSERT_TRUE(far);
    }
}

TEST(CheckFamily, TheLargestIsAsSmallAsAskedFor) {
    for (const std::uint64_t n : {2U, 3U, 4U, 5U, 7U, 9U}) {
        const auto made = stress::generate(*puzzles::find("cstate2"), {1, "largest", 1, {{}, {}, n, 3, {}}});
        ASSERT_EQ(made.has_value(), n >= 4) << n;
        if (made) {
            EXPECT_EQ(made->front().as<PlainBoard>().n, n);
        }
    }
}

// Nobody asked for more men between than there are.
TEST(CheckFamily, LongRaysOfFewPieces) {
    for (const std::uint64_t pieces : {3U, 4U, 5U})
        EXPECT_EQ(drawn("long-ray", "cstate1", {{}, {}, {}, pieces, {}}, 30).size(), 30U) << pieces;
}

TEST(CheckFamily, AreSpreadOut) {
    for (const puzzles::Family& family : puzzles::find("cstate1")->families()) {
        SCOPED_TRACE(family.name);
        std::set<std::pair<long, long>> squares;
        std::map<Color, std::set<std::pair<long, long>>> kings;
        std::set<std::pair<Color, Kind>> kinds;
        std::map<Color, unsigned> threatened;
        std::set<std::size_t> sizes;
        for (const PlainBoard& board : drawn(family.name, "cstate1", {}, 1000)) {
            const auto state = decide_by_formula(board);
            if (state.verdict == Verdict::check) ++threatened[state.threatened];
            sizes.insert(board.pieces.size());
            for (const Piece& p : board.pieces) {
                squares.insert({at(p).x, at(p).y});
                kinds.insert({p.color, p.kind});
                if (p.kind == Kind::king) kings[p.color].insert({at(p).x, at(p).y});
            }
        }
        EXPECT_EQ(squares.size(), 64U);
        EXPECT_EQ(kinds.size(), 12U);
        EXPECT_GE(sizes.size(), 18U);
        for (const Color color : both_colors) EXPECT_GE(kings[color].size(), 60U);
        const unsigned checks = threatened[Color::white] + threatened[Color::black];
        for (const Color color : both_colors) EXPECT_GE(threatened[color] * 5, checks * 2) << name(color);
    }
}

}  // namespace
}  // namespace zermelo::check_state
