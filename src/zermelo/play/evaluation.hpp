// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "zermelo/engine/game.hpp"

/// Play where nothing is proved: what men are worth, and a search by that. It promises nothing.
namespace zermelo::play {

/// Hundredths of what a pawn of chess is worth, as a side sees it.
using Score = std::int32_t;

/// No evaluation is beyond this.
inline constexpr Score max_evaluation = 9'000;
/// The score of a game that is won at once; a ply later it is one less.
inline constexpr Score won_at_once = 20'000;

/// What positions of a game look worth by its rules alone: a man as much as it has moves on the game's board,
/// more where it is near to what it may turn into or to a square that wins, and less than nothing where who
/// loses all men wins. Nothing is known of openings, and of no game by its name.
///
/// Cheap to ask; any thread may.
template <typename Bits>
class Evaluation {
  public:
    using Position = engine::Position<Bits>;
    using Set = SquareSet<Bits>;

    /// Cost: some ten thousand lists of one man's moves on 8×8, a millisecond; 50 of them on 16×16 with all
    /// letters.
    explicit Evaluation(const engine::Game<Bits>& game);

    /// For the side to move, whether or not the game is over. Cost: O(men), where there are walls or rows
    /// that of a list of moves, or of all rows.
    Score of(const Position& p) const;
    /// What a move takes from the other side and what its man gains by what it turns into, where it is one of
    /// those that are looked at when others are not any more: it captures, or promotes to more, and does not
    /// plainly lose a man for a lesser one. Nothing of other moves.
    std::optional<Score> gain_of_loud(const Position& p, engine::Move m) const;
    /// What the man that moves is worth.
    Score worth_of_mover(const Position& p, engine::Move m) const;

    /// A man of a kind on the board, wherever it stands; royal ones count nothing.
    Score worth(Color side, rules::PieceKind kind) const { return worths_[side][kind.index()]; }
    /// Who can capture must: where a capture is to be had, there is no leaving it.
    bool must_capture() const { return must_capture_; }
    /// Whether to leave out a turn is worse than most moves, as far as the rules tell.
    bool moves_help() const { return moves_help_; }
    /// Whether a side has men, royal ones and those that promote aside.
    bool has_officers(const Position& p, Color side) const;

  private:
    /// Worth by square, while many men are on the board and when few are.
    struct Worth {
        std::int16_t early = 0;
        std::int16_t late = 0;
    };
    /// By square: the squares that a man alone on the board can go to.
    using Ways = std::vector<Set>;

    bool captures(const Position& p, engine::Move m) const;
    Ways ways(Color side, rules::PieceKind kind) const;
    /// How many moves a man has on average, men standing around it.
    double moves_among_men(Color side, rules::PieceKind kind, Set squares) const;
    /// Where it may stand.
    Set squares_of(Color side, rules::PieceKind kind) const;
    using Worths = std::array<Score, 26>;  ///< by kind
    /// The most that a man may be worth once it has been promoted or has turned; 0 where it never does.
    Score max_once_turned(Color side, rules::Letter letter, const Worths& worths) const;
    void find_worths();
    void find_places(Color side, rules::PieceKind kind);
    void add_nearness(std::vector<Worth>& places, const Ways& ways, Set goal, double early,
                      double late) const;
    Score of_rows(const Position& p, Color side) const;
    Score mobility(const Position& p) const;
    std::vector<Worth>& places(Color side, rules::PieceKind kind) {
        return places_[Position::code(side, kind)];
    }

    engine::Game<Bits> game_;
    bool must_capture_;
    bool moves_help_;
    bool losing_ = false;  ///< who loses all men wins
    bool by_moves_;        ///< having moves is what decides: squares are used up
    bool plain_captures_;  ///< a capture takes one man, and the rest stays as it is
    ByColor<Worths> worths_{};
    std::array<std::vector<Worth>, Position::man_codes> places_;  ///< by man and square
    ByColor<std::uint32_t> officers_{};                           ///< a bit by kind
    Score officers_at_start_ = 0;
};

extern template class Evaluation<std::uint64_t>;
extern template class Evaluation<Bits256>;

}  // namespace zermelo::play
