// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string_view>
#include <vector>

#include "zermelo/error.hpp"
#include "zermelo/export.hpp"
#include "zermelo/game_end.hpp"
#include "zermelo/move.hpp"
#include "zermelo/position.hpp"
#include "zermelo/variant.hpp"

namespace zermelo {

/// A game that is being played: a position that moves change, and all that came before it. Moves are played
/// and taken back in place, without allocation once the game has been as long before:
///
///     std::uint64_t sequences(zermelo::Game& game, unsigned plies) {
///         if (plies == 0) return 1;
///         std::uint64_t sum = 0;
///         for (const zermelo::Move move : game.moves()) {
///             game.play_unchecked(move);
///             sum += sequences(game, plies - 1);
///             game.unplay();
///         }
///         return sum;
///     }
///
/// It ends by its position or by what was played, as the rules of history have it (docs/rules.md, "History"):
/// `end` says how; `Variant::unheeded_rules` names what it does not heed. What is asked of it as of a
/// position (`moves`, `outcome`, `perft`) is answered of that alone, and `play_unchecked` goes on.
///
/// One thread at a time, even where it is only asked; a copy for each thread. A copy costs some 100 ns for
/// each move that was played.
class ZERMELO_API Game : public AnyPosition {
  public:
    /// A game from the variant's start.
    explicit Game(const Variant& variant);
    /// A game from a position, of which nothing is known that came before it.
    explicit Game(const Position& start);
    // Copied, not moved: no game is ever without its position.
    Game(const Game& other);
    Game& operator=(const Game& other);
    ~Game();

    /// Plays a move. Errors (`ErrorKind::bad_usage`): it is not legal, or the game is over; then nothing
    /// has changed.
    Result<void> play(Move move);
    /// The same of a move that is written as UCI.
    Result<void> play(std::string_view uci);
    /// Plays a legal move. Precondition: it is one, as those of `moves` are; else the behaviour is
    /// undefined. Cost: in chess some 25 ns.
    void play_unchecked(Move move);
    /// Takes the last move back. Returns false, having done nothing, where none has been played.
    bool unplay();
    /// The last move; nothing where none has been played.
    std::optional<Move> last_move() const;

    /// How many moves have been played.
    std::size_t plies_played() const;
    /// They, from the first to the last.
    std::vector<Move> moves_played() const;
    /// How the game has ended; empty while it goes on. Cost: O(moves played), some nanoseconds each, and for
    /// each position once some 100 ns.
    std::optional<GameEnd> end() const;
    /// How often the position has been on the board in this game, now included: 1 or more. Cost: O(moves
    /// played), some nanoseconds each, and `hash` of each position for the first time.
    unsigned occurrences() const;
    /// Plies since the last capture, drop, promotion or other progress as the rules have it, together with
    /// those that the start's FEN tells of. Cost: as `end`.
    std::uint64_t plies_without_progress() const;
    /// What is counted against few men; empty where nothing is, by the rules or yet. Cost: as `end`.
    std::optional<Counting> counting() const;
    /// The position as one that stays, for `prove`, `value` and tables. They heed the counters of moves.
    Position position() const;

  private:
    struct State;
    std::unique_ptr<State> state_;
};

}  // namespace zermelo
