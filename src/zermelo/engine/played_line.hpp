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
class PlayedLine {
  public:
    explicit PlayedLine(const AnyGameAt& start);
    PlayedLine(const PlayedLine& other);
    PlayedLine& operator=(const PlayedLine&) = delete;
    ~PlayedLine() = default;

    const AnyGameAt& at() const { return now_->at; }
    /// Gives the position after the move. Precondition: the move is legal. Cost: that of the move; an
    /// allocation where the game was never as long.
    const AnyGameAt& play(Move move);
    /// Takes the last move back; false: there is none.
    bool unplay() {
        if (now_->before == nullptr) return false;
        now_ = now_->before;
        return true;
    }
    /// Nothing where none has been played.
    std::optional<Move> last_move() const {
        return now_->before == nullptr ? std::nullopt : std::optional{now_->move};
    }

    std::size_t plies() const { return now_->number; }
    std::vector<Move> moves() const;
    /// The last position's, as `Game::key`; cheaper where that of the one before has been asked for.
    const Hash128& key() const { return now_->keyed ? now_->key : key(*now_); }
    /// How often it has come, now included. Cost: O(plies).
    unsigned occurrences() const;
    /// Moves since the last one that was progress (`AnyGameAt::is_progress`); nothing: none of them was.
    std::optional<std::size_t> plies_since_progress() const;

  private:
    struct Ply {
        AnyGameAt at;
        std::size_t number = 0;
        Ply* before = nullptr;
        Ply* next = nullptr;  ///< there to be written again, or nothing yet
        Move move{};          ///< that led here
        bool keyed = false;
        Hash128 key{};
    };
    void add_ply();
    static const Hash128& key(Ply& ply);

    std::vector<std::unique_ptr<Ply>> plies_;  // by their numbers
    Ply* now_;
};

}  // namespace zermelo::engine
