// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "zermelo/engine/played_game.hpp"
#include "zermelo/library/compiled_variant.hpp"

namespace zermelo::library {

/// The position that has come in a game, with what was counted. `full_moves`: the number of the move with
/// which the game began.
CompiledPosition position_of(std::shared_ptr<const CompiledVariant> variant, const engine::PlayedGame& played,
                             std::uint64_t full_moves);
/// Errors (bad_usage): the game is over, be it by its position or by what was played.
Result<void> check_goes_on(const engine::PlayedGame& played);

/// A game of moves as programs hold it, which ends by what was played, too, where its rules say so. Moves are
/// UCI texts. One thread.
class CompiledGame {
  public:
    /// Begins at a position, with what that knows of the plies before.
    explicit CompiledGame(CompiledPosition start);

    const CompiledPosition& start() const { return start_; }
    const std::vector<std::string>& moves() const { return moves_; }
    const engine::PlayedGame& played() const { return played_; }
    CompiledPosition position() const { return position_of(start_.variant, played_, start_.full_moves); }
    /// In the order of their names; none if the game is over.
    std::vector<std::string> legal_moves() const;
    /// Errors (bad_usage): the move is not legal; the game is over. Then nothing changes.
    Result<void> play(std::string_view move);
    Result<void> play(engine::Move move);

    /// Whether the other began at the same position, counters too, and the same moves were played.
    friend bool operator==(const CompiledGame& a, const CompiledGame& b) {
        return a.moves_ == b.moves_ && a.start_ == b.start_ && a.start_.half_moves == b.start_.half_moves &&
               a.start_.counting_limit == b.start_.counting_limit;
    }

  private:
    /// Plays a legal move that has this text.
    Result<void> play(engine::Move move, std::string text);

    CompiledPosition start_;
    std::vector<std::string> moves_;
    engine::PlayedGame played_;
};

/// The keys of those rules of history that games as they are played do not heed, of a variant.
std::vector<std::string> unheeded_rules(const rules::Rules& rules);

}  // namespace zermelo::library
