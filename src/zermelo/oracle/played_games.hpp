// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "zermelo/base/result.hpp"
#include "zermelo/engine/any_game.hpp"
#include "zermelo/engine/played_game.hpp"
#include "zermelo/oracle/move_numbers.hpp"
#include "zermelo/oracle/open_tables.hpp"
#include "zermelo/oracle/position_planes.hpp"

namespace zermelo::oracle {

/// A position in which games begin, with what its FEN says of the plies before, as `engine::PlayedGame` takes
/// it.
struct Beginning {
    engine::AnyGameAt at;
    std::uint64_t half_moves = 0;
    std::optional<std::uint64_t> counting_limit = std::nullopt;
};

/// Where it is written what is seen of many games: the row i of each is about game i. The two of legal and of
/// best moves may be empty: then they are not written.
struct GameColumns {
    std::span<std::uint8_t> planes;       ///< [games, planes, squares], those of positions and histories
    std::span<std::int8_t> legal;         ///< [games, numbers]: 1 where `MoveNumbers` has a legal move
    std::span<std::uint8_t> to_move;      ///< 0 White, 1 Black
    std::span<std::int64_t> plies;        ///< how many have been played
    std::span<float> rewards;             ///< [games, 2]: White's and Black's, of games that ended
    std::span<std::uint8_t> terminated;   ///< whether the last move ended a game by its rules
    std::span<std::uint8_t> truncated;    ///< whether it was the last of the plies that a game may have
    std::span<std::uint8_t> ended_by;     ///< 1 + `EndedBy`; 0: it did not end by its rules
    std::span<std::uint8_t> last_planes;  ///< those before a game began anew, as `planes`
    std::span<std::int8_t> outcomes;      ///< as `RowValues`, of `look_up`
    std::span<std::int16_t> values;       ///< the plies of these
    std::span<std::int8_t> best;          ///< [games, numbers]: 1 where a move is optimal
};

/// Many games of one variant, played at once, for programs that learn. They end as `engine::PlayedGame` does,
/// and after as many plies as are said; one that has ended begins anew at once. One thread at a time, which
/// lets all work.
class PlayedGames {
  public:
    /// `start`: the variant at its start. Each game begins in one of the beginnings, each as likely: the seed
    /// and the number of the game say in which. All columns are written, now and later. Preconditions: there
    /// are games, beginnings, of this variant, and plies; the columns are zero, they are as long as they
    /// should be and outlive this. Errors (bad_input): a beginning in which the game is over; as
    /// `PlaneWriter::write`.
    static Result<PlayedGames> begin(const engine::AnyGameAt& start, std::vector<Beginning> beginnings,
                                     std::uint64_t max_plies, std::uint64_t seed, const GameColumns& columns);

    /// All games begin anew, with another seed.
    void begin_anew(std::uint64_t seed);

    /// Plays a move in each game, by its number. Precondition: there is a number for each. Errors
    /// (bad_usage): the first one that is no legal move's; then nothing is played. Cost: about a µs a game
    /// and thread in chess.
    Result<void> play(std::span<const std::int64_t> numbers);

    /// A legal move of each game, each as likely; others with each call.
    void draw(std::span<std::int64_t> numbers);

    /// How many legal moves each game has.
    void count_moves(std::span<std::int64_t> counts) const;
    /// Their numbers, ascending, game by game. Precondition: there is room for as many.
    void list_moves(std::span<std::int64_t> numbers) const;

    /// Writes what tables know of each position, whatever its history: outcomes, plies, and which moves are
    /// best (none where that is not known). Errors: as `values_or_error`. Cost: as that, a game.
    Result<void> look_up(OpenTables& tables);

    /// The position of a game. Precondition: there is such a game.
    const engine::AnyGameAt& at(std::size_t game) const { return games_[game].played.at(); }
    std::size_t size() const { return games_.size(); }

  private:
    struct One {
        engine::PlayedGame played;
        std::vector<NumberedMove> moves;  // legal ones
        std::vector<std::uint64_t> best;  // numbers that `best` has
        std::uint64_t begun = 0;          // how often the game has begun, for its random numbers
    };

    PlayedGames(const engine::AnyGameAt& start, std::vector<Beginning> beginnings, std::uint64_t max_plies,
                std::uint64_t seed, const GameColumns& columns);

    void begin(std::size_t i);
    void play(std::size_t i, engine::Move move);
    /// Lists the moves of the position that has come and writes all columns of it.
    void look(std::size_t i);
    void list(std::size_t i);
    void write(std::size_t i);
    void write_planes_of(std::size_t i, std::span<std::uint8_t> planes) const;
    std::span<std::int8_t> row(std::span<std::int8_t> masks, std::size_t i) const;

    PlaneWriter writer_;
    MoveNumbers numbers_;
    std::vector<engine::PlayedGame> beginnings_;
    std::uint64_t max_plies_;
    std::uint64_t seed_;
    std::uint64_t draws_ = 0;
    GameColumns columns_;
    std::size_t plane_bytes_;
    std::vector<One> games_;
    std::vector<engine::Move> chosen_;
};

}  // namespace zermelo::oracle
