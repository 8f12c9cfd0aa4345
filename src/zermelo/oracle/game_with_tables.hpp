// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <mutex>
#include <optional>
#include <utility>

#include "zermelo/engine/game.hpp"
#include "zermelo/game/game.hpp"
#include "zermelo/game/value.hpp"
#include "zermelo/oracle/restriction.hpp"
#include "zermelo/puzzles/tier_kernels.hpp"
#include "zermelo/tablebase/prober.hpp"
#include "zermelo/tablebase/table_folder.hpp"

namespace zermelo::oracle {

/// A game in which what tables hold is known, and not searched, and in which the attacker may be restricted.
/// Any thread may use a copy of its own, except of `prober`.
template <typename Bits>
class GameWithTables : public engine::Game<Bits> {
  public:
    using Position = engine::Position<Bits>;
    using MoveList = engine::MoveList;

    /// Without a folder nothing is known: searches are compiled for this game alone, with tables and without.
    GameWithTables(engine::Game<Bits> game, const std::optional<tablebase::TableFolder>& folder = {},
                   const Restriction& restriction = {})
        : engine::Game<Bits>(std::move(game)), restriction_(restriction), restricted_(restriction.any()) {
        if (folder) tables_ = std::make_shared<Tables>(puzzles::make_prober<Bits>(*this, *folder));
    }
    /// The same game with the tables of a prober.
    GameWithTables(const GameWithTables& game, std::unique_ptr<tablebase::Prober<Bits>> prober)
        : GameWithTables(game) {
        tables_ = std::make_shared<Tables>(std::move(prober));
    }

    /// The same game, in which a win or a loss is known only with its distance: a certificate needs that.
    GameWithTables with_distances() const {
        GameWithTables game = *this;
        game.distances_only_ = true;
        return game;
    }

    /// What looks the tables up, or null.
    tablebase::Prober<Bits>* prober() const { return tables_ ? tables_->prober.get() : nullptr; }

    const Restriction& restriction() const { return restriction_; }
    bool restricted() const { return restricted_; }
    void restricted_attacks(const Position& position, MoveList& list) const {
        oracle::restricted_attacks<Bits>(*this, restriction_, position, list);
    }

    /// Nothing, either, where its table cannot be read.
    std::optional<game::Value> known_value(const Position& position) const {
        if (!tables_) return std::nullopt;
        const std::lock_guard lock{tables_->mutex};
        if (!tables_->prober->covers(position)) return std::nullopt;
        auto value = tables_->prober->value(position);
        if (value && distances_only_ && game::Bounds{*value}.is_unlimited()) return std::nullopt;
        if (value) return *value;
        if (!tables_->error) tables_->error = std::move(value.error());
        return std::nullopt;
    }
    /// The first thing that was wrong with a table since this was called last.
    std::optional<Error> take_error() const {
        if (!tables_) return std::nullopt;
        const std::lock_guard lock{tables_->mutex};
        return std::exchange(tables_->error, std::nullopt);
    }

  private:
    struct Tables {
        explicit Tables(std::unique_ptr<tablebase::Prober<Bits>> looks_up) : prober(std::move(looks_up)) {}
        std::unique_ptr<tablebase::Prober<Bits>> prober;
        std::mutex mutex;
        std::optional<Error> error;
    };
    std::shared_ptr<Tables> tables_;
    Restriction restriction_;
    bool restricted_;
    bool distances_only_ = false;
};

static_assert(game::KnowsValues<GameWithTables<std::uint64_t>> &&
              game::RestrictsAttacks<GameWithTables<std::uint64_t>>);

}  // namespace zermelo::oracle
