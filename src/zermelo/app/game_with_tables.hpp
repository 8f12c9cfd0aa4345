// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <optional>
#include <utility>

#include "zermelo/engine/game.hpp"
#include "zermelo/game/game.hpp"
#include "zermelo/tablebase/prober.hpp"

namespace zermelo::app {

/// A game in which what tables hold is known, and not searched. One thread, with all its copies.
template <typename Bits>
class GameWithTables : public engine::Game<Bits> {
  public:
    using Position = engine::Position<Bits>;

    /// Without tables: nothing is known.
    explicit GameWithTables(engine::Game<Bits> game) : engine::Game<Bits>(std::move(game)) {}
    GameWithTables(engine::Game<Bits> game, std::unique_ptr<tablebase::Prober<Bits>> prober)
        : engine::Game<Bits>(std::move(game)), tables_(std::make_shared<Tables>(std::move(prober))) {}

    /// Nothing, either, from the first table on that cannot be read.
    std::optional<game::Value> known_value(const Position& position) const {
        if (!tables_ || tables_->error || !tables_->prober->covers(position)) return std::nullopt;
        auto value = tables_->prober->value(position);
        if (value) return *value;
        tables_->error = std::move(value.error());
        return std::nullopt;
    }
    /// What was wrong with that table.
    std::optional<Error> error() const { return tables_ ? tables_->error : std::nullopt; }

  private:
    struct Tables {
        explicit Tables(std::unique_ptr<tablebase::Prober<Bits>> p) : prober(std::move(p)) {}
        std::unique_ptr<tablebase::Prober<Bits>> prober;
        std::optional<Error> error;
    };
    std::shared_ptr<Tables> tables_;
};

static_assert(game::KnowsValues<GameWithTables<std::uint64_t>>);

}  // namespace zermelo::app
