// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "zermelo/base/hash128.hpp"
#include "zermelo/engine/any_game.hpp"
#include "zermelo/engine/move.hpp"

namespace zermelo::engine {

/// What a game that is played ended by.
enum class EndedBy : std::uint8_t {
    position,           ///< what stands on the board and whose move it is: mate, a flag, extinction, …
    repetition,         ///< `nFoldRule`
    perpetual_check,    ///< a repetition by checks all the time
    moving_to_and_fro,  ///< `moveRepetitionIllegal`
    move_rule,          ///< `nMoveRule`
    counting,           ///< `countingRule`
};

/// "repetition", "perpetual check", ….
std::string_view name(EndedBy by);

struct PlayedEnd {
    game::Outcome outcome;  ///< for the side to move
    EndedBy by;
    friend bool operator==(const PlayedEnd&, const PlayedEnd&) = default;
};

/// Moves that are counted against few men.
struct Counting {
    std::uint64_t plies = 0;  ///< how many have been counted
    std::uint64_t limit = 0;  ///< the game is a draw when more are
    friend bool operator==(const Counting&, const Counting&) = default;
};

/// A game as it is played, which follows the rules of history (docs/rules.md, "History"): what was played is
/// kept as far as they ask for it. `chasingRule` is not applied. One thread.
class PlayedGame {
  public:
    /// Begins at a position, of which nothing before is known but plies without progress or, where moves are
    /// counted, those counted already and their limit, as FENs say them.
    explicit PlayedGame(const AnyGameAt& at, std::uint64_t half_moves = 0,
                        std::optional<std::uint64_t> counting_limit = std::nullopt);

    const AnyGameAt& at() const { return both_[now_]; }
    /// Precondition: the move is legal, and the game not over. Cost: O(1).
    void play(Move move);

    /// How the game has ended, by the position first; nothing while it goes on. Cost: O(1), it is known from
    /// the move on, but for `AnyGameAt::end`.
    std::optional<PlayedEnd> end() const;
    /// How it has ended by what was played, whatever the position says. Cost: none.
    const std::optional<PlayedEnd>& ended_by_history() const { return by_history_; }

    std::size_t plies() const { return before_.size(); }
    /// How often the position has come, this time counted.
    unsigned occurrences() const { return occurrences_; }
    /// Plies since the last progress (`AnyGameAt::is_progress`).
    std::uint64_t without_progress() const { return without_progress_; }
    /// Nothing where no moves are counted, by the rules or yet.
    const std::optional<Counting>& counting() const { return counting_; }

  private:
    /// A position and the move that was played there.
    struct Past {
        Hash128 key;
        Move move;
        bool check;     // the side to move was in check
        bool captured;  // the move has
    };

    /// What is known of the position that a move has led to.
    void look(Move move);
    /// Counts how often the position has come, too.
    std::optional<PlayedEnd> repetition();
    /// Whether one side's moves since the position that came a number of plies ago have all given check.
    std::optional<PlayedEnd> perpetual_check(std::size_t plies) const;
    bool moves_to_and_fro() const;
    /// What a draw is worth for the side to move, where material is counted.
    game::Outcome drawn() const;

    const Past& ago(std::size_t plies) const { return before_[before_.size() - plies]; }
    /// Whether who was to move a number of plies ago was in check, and the move that had led there.
    bool check(std::size_t plies) const { return plies == 0 ? check_ : ago(plies).check; }
    Move move(std::size_t plies) const { return ago(plies + 1).move; }

    const AnyGameAt& from() const { return both_[1 - now_]; }

    std::array<AnyGameAt, 2> both_;  ///< the position, and the one before or, at the start, the same
    unsigned now_ = 0;
    Hash128 key_;
    bool check_ = false;
    std::vector<Past> before_;
    /// How many plies ago a position may have been the one that there is: those before the last capture had
    /// more men, unless men come back from hands.
    std::size_t same_men_ = 0;
    unsigned occurrences_ = 1;
    std::uint64_t without_progress_ = 0;
    std::optional<Counting> counting_;
    std::optional<PlayedEnd> by_history_;
};

/// How often a position comes until a repetition is told to be by perpetual check, where `nFoldRule` does not
/// say it; 0 where the rules know none.
unsigned perpetual_fold(const rules::HistoryRules& history);

}  // namespace zermelo::engine
