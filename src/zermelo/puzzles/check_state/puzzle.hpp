// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "zermelo/puzzles/check_state/piece.hpp"
#include "zermelo/puzzles/check_state/piece_list.hpp"
#include "zermelo/puzzles/check_state/verdict.hpp"
#include "zermelo/puzzles/puzzle.hpp"

/// Safe, check, mate: boards of any size with any pieces. The games of all three puzzles are `PlainBoard`s
/// with one king a side and no two pieces on a square; their solvers are `CheckSolver`s.
namespace zermelo::check_state {

/// SPOJ CSTATE1, "Chessboard State 1": 8×8 boards as rows of characters, the state without a count.
const puzzles::Puzzle& cstate1();
/// SPOJ CSTATE2, "Chessboard State 2": n×n boards as lists of pieces, with the count of moves that save the
/// king.
const puzzles::Puzzle& cstate2();
/// SPOJ CSTATE3, "Chessboard State 3": as CSTATE2, with other bounds.
const puzzles::Puzzle& cstate3();

/// The bounds of a statement.
struct CheckBounds {
    std::uint64_t max_games;
    std::uint64_t least_n;
    std::uint64_t max_n;
    std::uint64_t max_pieces;
    std::uint64_t max_load;  ///< the most that p, and n too where `load_counts_n`, sum up to over the input
    bool load_counts_n;
};

/// CSTATE1's boards are 8×8; the sum of pieces is without bound.
inline constexpr CheckBounds cstate1_bounds{2000, 8, 8, 64, ~std::uint64_t{0}, false};
inline constexpr CheckBounds cstate2_bounds{12'000, 8, 100'000, 100'000, 450'000, true};
inline constexpr CheckBounds cstate3_bounds{12'000, 8, largest_board, 1'000'000, 1'000'000, false};

/// The decider of CSTATE1, with its fast path.
std::unique_ptr<puzzles::Decider> make_rows_decider(const puzzles::Puzzle& puzzle,
                                                    const puzzles::Options& options);

class CheckSolver final : public puzzles::Solver {
  public:
    CheckSolver(const CheckBounds& bounds, MoveCount count, Isa isa)
        : bounds_(bounds), count_(count), isa_(isa) {}

    const CheckBounds& bounds() const { return bounds_; }
    Result<std::string> verdict(const puzzles::Game& game) override;
    Result<Json> members(const puzzles::Game& game) override;
    Result<std::string> picture(const puzzles::Game& game) override;
    Result<puzzles::Explanation> explain(const puzzles::Game& game) override;

  private:
    const CheckBounds& bounds_;
    MoveCount count_;
    Isa isa_;
    PieceList pieces_;  // filled again for every game
};

/// What the three puzzles have in common: all but the format.
class CheckPuzzle : public puzzles::Puzzle {
  public:
    const puzzles::Description& description() const final { return words_; }
    std::uint64_t max_games() const final { return bounds_.max_games; }
    bool blank_line_after_game() const final { return true; }
    std::unique_ptr<puzzles::Solver> solver(const puzzles::Options& options) const final;
    puzzles::VerdictMatch match_verdict(std::string_view words) const final;
    puzzles::Game random_game(Random& random, const puzzles::GameBounds& bounds) const final;
    puzzles::Measures measures() const final;
    std::uint64_t load(const puzzles::Game& game) const final;
    std::uint64_t max_load() const final { return bounds_.max_load; }
    /// With `largest` where the board may have any size.
    std::span<const puzzles::Family> families() const final;
    /// The board's side; pieces; what the pieces are; columns and rows between them and the corner (1,1).
    puzzles::Size size(const puzzles::Game& game) const final;
    /// Pieces gone, several at once, down to single ones; with boards of any size smaller ones; one weaker
    /// piece; pieces nearer the corner. Boards of over 200 pieces only lose pieces, so that what is tried
    /// fits into memory. Cost: O(pieces³) up to ten pieces, O(pieces²) above.
    std::vector<puzzles::Game> smaller(const puzzles::Game& game) const final;
    /// The pieces of a board stand in one order only, White's king first, then Black's.
    bool each_by_size(const std::function<bool(puzzles::Game)>& visit) const final;

  protected:
    /// All of them must outlive the puzzle.
    CheckPuzzle(const puzzles::Description& words, const CheckBounds& bounds, MoveCount count)
        : words_(words), bounds_(bounds), count_(count) {}
    const CheckBounds& bounds() const { return bounds_; }

  private:
    /// Whether boards may have other than 8×8 squares.
    bool any_size() const { return bounds_.max_n > bounds_.least_n; }

    const puzzles::Description& words_;
    const CheckBounds& bounds_;
    MoveCount count_;
};

/// The rules in words, which the three have in common.
inline constexpr std::string_view check_rules =
    R"(An n×n board, square (x,y), (1,1) at the upper left. k q r b h p are White's king, queen, rook, bishop,
knight ("horse") and pawn, K Q R B H P are Black's. White's pawns move towards greater y, Black's towards
lesser y. Basic moves only: no castling, en passant, double step or promotion; a pawn on its last row stays
a pawn and has no move. One king each; otherwise any number of pieces anywhere. A king is threatened if an
enemy piece could capture on its square now.)";

/// The bounds of the puzzle whose game is asked for.
inline const CheckBounds& bounds_of(const puzzles::GameRequest& request) {
    return static_cast<const CheckSolver&>(request.solver).bounds();
}

/// What a kind adds to the size of a board: a pawn is the weakest; the king, which does not change, counts
/// for nothing.
constexpr unsigned weight_of(Kind kind) {
    return kind == Kind::king ? 0U : static_cast<unsigned>(Kind::pawn) - static_cast<unsigned>(kind);
}

}  // namespace zermelo::check_state
