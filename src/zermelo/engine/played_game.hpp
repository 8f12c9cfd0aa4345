// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "zermelo/base/hash128.hpp"
#include "zermelo/engine/any_game.hpp"
#include "zermelo/engine/move.hpp"
#include "zermelo/game_end.hpp"

namespace zermelo::engine {

/// Who has given check by each of its moves since a position came before.
struct PerpetualCheck {
    bool by_us = true;  ///< the side to move
    bool by_the_other = true;

    bool by_one() const { return by_us != by_the_other; }
    /// `in_check(i)`: whether who was to move i plies ago was in check. The position came `plies` ago.
    static PerpetualCheck of(std::size_t plies, auto in_check) {
        PerpetualCheck perpetual;
        for (std::size_t back = 0; back < plies && (perpetual.by_us || perpetual.by_the_other); ++back) {
            bool& all = back % 2 == 0 ? perpetual.by_the_other : perpetual.by_us;
            all = all && in_check(back);
        }
        return perpetual;
    }
};

/// What a repetition without perpetual check is worth for the side to move by `nFoldValue`; of a draw what
/// the rules may say otherwise (`materialCounting`) is not looked at.
game::Outcome fold_outcome(const rules::HistoryRules& history, Color to_move);

/// How often a position comes until a repetition is told to be by perpetual check, where `nFoldRule` does not
/// say it; 0 where the rules know none.
unsigned perpetual_fold(const rules::HistoryRules& history);

/// Which positions a game keeps as it is played.
enum class Keeps : std::uint8_t {
    all,   ///< moves can be taken back, and what is not asked is not found out
    last,  ///< they cannot; what the rules know is found out with each move. Less memory, for many games
};

/// A game as it is played and taken back. What the rules of history (docs/rules.md, "History") say of a
/// position is found out when somebody asks, and kept while that stays; so who does not ask only pays for the
/// moves. `chasingRule` is not applied. One thread at a time, even where it is only asked.
class PlayedGame {
  public:
    /// Begins at a position, of which nothing before is known but plies without progress or, where moves are
    /// counted, those counted already and their limit, as FENs say them.
    explicit PlayedGame(const AnyGameAt& start, std::uint64_t half_moves = 0,
                        std::optional<std::uint64_t> counting_limit = std::nullopt, Keeps keeps = Keeps::all);
    PlayedGame(const PlayedGame& other);
    /// Keeps its memory, for games that begin anew.
    PlayedGame& operator=(const PlayedGame& other);
    ~PlayedGame() = default;

    /// Stays where it is in memory: until it is played over, or of the last ones alone until the second move
    /// after it.
    const AnyGameAt& at() const { return *at_; }
    /// Gives the position after the move. Precondition: the move is legal. Cost: that of the move; an
    /// allocation where the game was never as long.
    const AnyGameAt& play(Move move);
    /// Takes the last move back; false: there is none. Precondition: all positions are kept.
    bool unplay() {
        if (number_ == 0) return false;
        at_ = &position(--number_);
        return true;
    }
    /// Nothing where none has been played.
    std::optional<Move> last_move() const {
        return number_ == 0 ? std::nullopt : std::optional{plies_[number_].move};
    }

    std::size_t plies() const { return number_; }
    std::vector<Move> moves() const;
    /// The position's, as `Game::key`; cheaper where that of the one before has been asked for.
    const Hash128& key() const { return key(number_); }
    /// How often the position has come, this time counted. Cost: O(plies).
    unsigned occurrences() const;

    // Cost of the rest: O(plies), for each position once; after each move in turn mostly a look at the keys
    // of those before.

    /// How the game has ended, by the position first; nothing while it goes on.
    std::optional<GameEnd> end() const;
    /// How it has ended by what was played, whatever the position says.
    const std::optional<GameEnd>& ended_by_history() const { return known().end; }
    /// Plies since the last progress (`AnyGameAt::is_progress`).
    std::uint64_t without_progress() const { return known().without_progress; }
    /// Nothing where no moves are counted, by the rules or yet.
    const std::optional<Counting>& counting() const { return known().counting; }

  private:
    /// What the rules of history know of a position.
    struct Known {
        bool check = false;     ///< the side to move is in check
        bool captured = false;  ///< the move that led here has
        std::uint64_t without_progress = 0;
        /// How many plies ago a position may have been the one that there is: those before the last capture
        /// had more men, unless men come back from hands.
        std::size_t same_men = 0;
        std::optional<Counting> counting{};
        std::optional<GameEnd> end{};  ///< by them alone
    };
    /// What is kept of each position, whether that itself is or not.
    struct Ply {
        Move move{};          ///< that led here
        bool keyed = false;   ///< whether the key is this position's
        bool looked = false;  ///< whether what is known is
        Hash128 key{};
        Known known{};
    };
    class Look;

    std::size_t slot(std::size_t number) const { return keeps_ == Keeps::all ? number : number % 2; }
    /// Precondition: it is kept.
    AnyGameAt& position(std::size_t number) const { return *positions_[slot(number)]; }
    const Hash128& key(std::size_t number) const;
    const Known& known() const { return plies_[number_].looked ? plies_[number_].known : look(); }
    const Known& look() const;

    std::vector<std::unique_ptr<AnyGameAt>> positions_;  // by their slots
    mutable std::vector<Ply> plies_;                     // by their numbers; those after the last are old
    std::size_t number_ = 0;                             // the number of plies that have been played
    const AnyGameAt* at_ = nullptr;
    Keeps keeps_ = Keeps::all;
};

}  // namespace zermelo::engine
