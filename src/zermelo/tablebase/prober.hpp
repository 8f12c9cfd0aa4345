// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "zermelo/base/result.hpp"
#include "zermelo/engine/game.hpp"
#include "zermelo/game/value.hpp"
#include "zermelo/tablebase/file/file.hpp"
#include "zermelo/tablebase/made_tables.hpp"
#include "zermelo/tablebase/table_folder.hpp"
#include "zermelo/tablebase/tier_graph.hpp"

namespace zermelo::tablebase {

/// Exact values of a variant's positions, from the tables of a folder, or from such as were made
/// in memory. Where a table has outcomes alone, a win and a loss are without their distance. A file that is
/// needed is opened once, and so is one that cannot be. One thread.
template <typename Bits>
class Prober {
  public:
    using Game = engine::Game<Bits>;
    using Position = engine::Position<Bits>;
    using Graph = ProbedTierGraph<Bits>;

    /// `graph` is the game's, and `folder` of its rules.
    Prober(std::unique_ptr<Graph> graph, Game game, TableFolder folder);
    /// The same with tables in memory, which are none until it `holds` some.
    Prober(std::unique_ptr<Graph> graph, Game game);
    void hold(TierSources tables);

    const Game& game() const { return game_; }
    bool has_folder() const { return std::holds_alternative<TableFolder>(tables_); }
    /// Precondition: it has one.
    const TableFolder& folder() const { return std::get<TableFolder>(tables_); }
    const Graph& graph() const { return *graph_; }

    /// A position's value; one that no table holds is worth what its moves are. Errors: no table, or none
    /// that can be read.
    Result<game::Value> value(const Position& p);

    /// The tiers in whose tables a position's value is looked up, some perhaps twice; nothing where tables
    /// cannot have it.
    std::optional<std::vector<TierIndex>> tiers_of(const Position& p) const;

    /// Whether there are tables for all that a position's value needs; nothing is said about what is in them.
    /// Cost: that of listing the folder where there are many more men than in any of its tiers.
    bool covers(const Position& p);
    /// Whether the value can be told: `covers`, but tables are not needed for what is seen without them.
    bool knows(const Position& p);
    /// As `value`, of the position that `knows` was last asked about and said yes to: it is not located
    /// again.
    Result<game::Value> known_value(const Position& p);

    /// The first best move, found without the tables that it does not need; where the distance is not known,
    /// the first that keeps the outcome. Errors: as `value`; one that keeps it from being found.
    /// Precondition: the game is not over.
    Result<engine::Move> best(const Position& p);

    /// Best play of both sides to the end of the game; empty where nobody can force it. Nothing where a table
    /// on the way has outcomes alone. Errors: as `value`.
    Result<std::optional<std::vector<engine::Move>>> line(Position p);

  private:
    /// Open at once: a process may have some thousand.
    static constexpr std::size_t max_files = 256;

    /// Whether f(place, position) says true of all places in tables where a position's value is looked up,
    /// its own or those after its moves, and there are such.
    template <typename F>
    bool all_tiers(const Position& p, const F& f) const;
    bool has(TierIndex tier) const;
    /// Whether there are too many men for all tiers of the folder.
    bool too_many_men(const Position& p);
    Result<engine::Move> best(const Position& p, const game::Value& value);
    Result<game::Value> value_at(const typename Graph::Location& at);
    Result<game::Value> look_up(const typename Graph::Location& at);

    std::unique_ptr<Graph> graph_;
    Game game_;
    std::variant<TableFolder, TierSources> tables_;
    std::map<TierIndex, Result<file::File>> files_;    // one that cannot be opened is not tried again
    std::optional<typename Graph::Location> located_;  ///< where `knows` has found the last position
    bool at_home_ = false;  ///< on the terrain of the variant's start, as tables are
    std::size_t max_men_ =
        0;  ///< the most men of the tiers that are held, or that the folder was seen to have
};

extern template class Prober<std::uint64_t>;
extern template class Prober<Bits256>;

}  // namespace zermelo::tablebase
