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

namespace zermelo::engine {

/// A game that is played and taken back, with all its positions from the start: the history of the last one.
/// A position stays where it is in memory until it is played over. One thread at a time: keys are made when
/// somebody asks for them, and kept.
class PlayedGame {
  public:
    explicit PlayedGame(const AnyGameAt& start);
    PlayedGame(const PlayedGame& other);
    PlayedGame& operator=(const PlayedGame&) = delete;
    ~PlayedGame() = default;

    const AnyGameAt& at() const { return plies_[played_]->at; }
    /// Precondition: the move is legal. Cost: that of the move; an allocation where the game was never as
    /// long.
    void play(Move move);
    /// Takes the last move back; false: there is none.
    bool unplay() {
        if (played_ == 0) return false;
        --played_;
        return true;
    }
    /// Nothing where none has been played.
    std::optional<Move> last_move() const {
        return played_ == 0 ? std::nullopt : std::optional{plies_[played_]->move};
    }

    std::size_t plies() const { return played_; }
    std::vector<Move> moves() const;
    /// Of the last position, as `Game::key`.
    const Hash128& key() const { return key(played_); }
    /// How often it has come, now included. Cost: O(plies).
    unsigned occurrences() const;
    /// Moves since the last one that was progress (`AnyGameAt::is_progress`); nothing: none of them was.
    std::optional<std::size_t> plies_since_progress() const;

  private:
    struct Ply {
        AnyGameAt at;
        Move move{};  ///< that led here
        bool keyed = false;
        Hash128 key{};
    };
    void add_ply();
    const Hash128& key(std::size_t ply) const {
        Ply& asked = *plies_[ply];
        if (!asked.keyed) {
            asked.key = asked.at.key();
            asked.keyed = true;
        }
        return asked.key;
    }

    std::vector<std::unique_ptr<Ply>> plies_;  // those after `played_` are there to be used again
    std::size_t played_ = 0;
};

}  // namespace zermelo::engine
