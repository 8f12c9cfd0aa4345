// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <limits>
#include <memory>
#include <optional>
#include <variant>
#include <vector>

#include "zermelo/base/hash128.hpp"
#include "zermelo/base/thread_pool.hpp"
#include "zermelo/engine/any_game.hpp"
#include "zermelo/game/value.hpp"
#include "zermelo/oracle/game_with_tables.hpp"
#include "zermelo/oracle/tables_on_demand.hpp"
#include "zermelo/play/search.hpp"
#include "zermelo/plies.hpp"
#include "zermelo/search/budget.hpp"
#include "zermelo/search/forced_win.hpp"

namespace zermelo::oracle {

/// A move from the position that is searched, and what is proved of it.
template <typename Bits>
struct RootMove {
    engine::Move move;
    engine::Position<Bits> child;                   ///< the position after it
    game::Bounds after = game::Bounds::not_over();  ///< the bounds of the child, for who moves there
    unsigned thread = 0;                            ///< which one has decided it

    /// The same for who makes the move, this ply included.
    game::Bounds bounds() const { return after.of_the_move(); }
    bool decided() const { return after.exact(); }
};

/// What searches have proved, by thread, and tables that are being made: a search that begins where another
/// one of the same game was finds it there. One search at a time may use it.
class ProofMemory {
  public:
    explicit ProofMemory(std::size_t bytes = std::size_t{64} << 20, unsigned threads = 1)
        : bytes_(bytes), threads_(threads) {}

    template <typename Bits>
    using Provers = std::deque<search::ForcedWin<GameWithTables<Bits>>>;

    std::size_t bytes() const { return bytes_; }
    unsigned threads() const { return threads_; }
    /// A prover a thread. What was proved of another game, or on other terrain, is forgotten, and so is all
    /// when it leaves little room.
    template <typename Bits>
    Provers<Bits>& provers(const GameWithTables<Bits>& game);
    /// Those of the last positions where they serve this one, too; else new ones.
    template <typename Bits>
    TablesOnDemand<Bits>& on_demand(const engine::GameAt<Bits>& at);
    /// What looks at moves where nothing is proved, with what it remembers of this game: a quarter as much
    /// as the provers at most.
    template <typename Bits>
    play::Search<Bits>& play(const engine::Game<Bits>& game);

    /// Keeps the last best play that was told to the end of a game that somebody wins.
    template <typename Bits>
    void foresee(const engine::GameAt<Bits>& at, std::vector<engine::Move> line);
    /// What is left of it where play has followed it to this position, or has not begun: it is best play from
    /// there, as long as the win is. Empty elsewhere.
    template <typename Bits>
    std::vector<engine::Move> foreseen(const engine::GameAt<Bits>& at) const;

  private:
    template <typename Bits>
    using OnDemand = std::unique_ptr<TablesOnDemand<Bits>>;
    template <typename Bits>
    struct Foreseen {
        engine::Game<Bits> game;
        std::vector<engine::Move> line;
        std::vector<Hash128> keys;  ///< the positions before its moves have these
    };

    std::size_t bytes_;
    unsigned threads_;
    std::variant<Provers<std::uint64_t>, Provers<Bits256>> provers_;
    std::variant<OnDemand<std::uint64_t>, OnDemand<Bits256>> on_demand_;
    template <typename Bits>
    using Play = std::unique_ptr<play::Search<Bits>>;
    std::variant<Play<std::uint64_t>, Play<Bits256>> play_;
    std::variant<std::monostate, Foreseen<std::uint64_t>, Foreseen<Bits256>> foreseen_;
};

/// The search for the exact values of a position's moves: a ply deeper at a time it asks of every move that
/// is not decided whether it wins, and whether the other side does.
///
/// Several threads share out the moves; what is proved does not depend on their number. Only where a limit
/// ends the search it may.
template <typename Bits>
class ValueSearch {
  public:
    using Move = engine::Move;

    struct Options {
        search::Limits limits = {};  ///< all threads together
        bool wins_only = false;      ///< ask of no move whether the other side wins after it
        /// This number of wins no longer than the depth ends it: the moves that are left stay as they were.
        std::size_t enough_wins = std::numeric_limits<std::size_t>::max();
        /// Is used up instead of the limits, by one thread; it outlives the search.
        search::Budget* budget = nullptr;
    };

    /// Precondition: the game is not over. Moves that end it, or lead into a table, are decided at once.
    /// `memory`: its threads search, this one, which alone calls this, among them; it outlives this.
    ValueSearch(const GameWithTables<Bits>& game, const engine::Position<Bits>& root, const Options& options,
                ProofMemory& memory);

    /// All legal moves, as the game lists them. One may leave some out before the search, and decide some.
    std::vector<RootMove<Bits>>& moves() { return moves_; }
    const std::vector<RootMove<Bits>>& moves() const { return moves_; }

    /// Looks for wins and losses of exactly `depth` plies, the move included, or for enough wins; false: a
    /// limit came first. `part`: of the budget, to be used up by this call. Precondition: all shorter ones
    /// were looked for.
    bool search(Plies depth, search::Budget* part = nullptr);
    /// The same with this number of nodes a thread, of its limits. False: these, or a limit, came first.
    bool search_some(Plies depth, std::uint64_t nodes);
    /// Whether a limit has ended it for good.
    bool stopped() const;

    bool decided() const;
    /// How many moves are known to win within `plies`.
    std::size_t wins_within(Plies plies) const;
    /// The best of the moves whose value is known, or nothing.
    const RootMove<Bits>* best() const;
    /// The position's value, once all moves but the decided ones were searched for wins of less than `depth`
    /// plies: no win within these is then longer than another. Nothing where it is not known.
    std::optional<game::Value> value(Plies depth) const;
    /// Best play to the end after a move whose value is known, that move first; nothing if a limit came
    /// first. Of a draw, the move alone. `budget`: instead of what the search has left.
    std::optional<std::vector<Move>> line(const RootMove<Bits>& first, search::Budget* budget = nullptr);

    std::uint64_t nodes() const;

  private:
    /// Searches all moves that are not decided. `with_budget(thread, f)` calls f with the budget that a
    /// thread is to use up.
    bool search_all(Plies depth, const auto& with_budget);
    /// Whether all that was asked was answered.
    bool search_move(unsigned thread, RootMove<Bits>& move, Plies left, search::Budget& budget);

    GameWithTables<Bits> game_;
    std::vector<RootMove<Bits>> moves_;
    ProofMemory::Provers<Bits>& provers_;  // one a thread
    std::deque<search::Budget> own_budgets_;
    std::vector<search::Budget*> budgets_;  // likewise
    std::optional<ThreadPool> pool_;        // with several threads
    bool wins_only_;
    std::size_t enough_wins_;
};

extern template auto ProofMemory::provers(const GameWithTables<std::uint64_t>&) -> Provers<std::uint64_t>&;
extern template auto ProofMemory::provers(const GameWithTables<Bits256>&) -> Provers<Bits256>&;
extern template auto ProofMemory::on_demand(const engine::GameAt<std::uint64_t>&)
    -> TablesOnDemand<std::uint64_t>&;
extern template auto ProofMemory::on_demand(const engine::GameAt<Bits256>&) -> TablesOnDemand<Bits256>&;
extern template auto ProofMemory::play(const engine::Game<std::uint64_t>&) -> play::Search<std::uint64_t>&;
extern template auto ProofMemory::play(const engine::Game<Bits256>&) -> play::Search<Bits256>&;
extern template class ValueSearch<std::uint64_t>;
extern template class ValueSearch<Bits256>;

}  // namespace zermelo::oracle
