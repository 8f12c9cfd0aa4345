// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "zermelo/base/plies.hpp"
#include "zermelo/base/result.hpp"
#include "zermelo/game/game.hpp"
#include "zermelo/game/value.hpp"

namespace zermelo::solve {

/// The exact values of all positions of a tier, a byte each: odd n, the side to move wins in n plies; even n,
/// it loses in n; 0, neither side can force anything (and what names no position).
template <game::Indexed T>
class TierTable {
  public:
    using Position = typename T::Position;

    TierTable(T tier, std::vector<std::vector<std::uint8_t>> bytes)
        : tier_(std::move(tier)), bytes_(std::move(bytes)) {}

    /// The byte of a position. Precondition: it is of this tier, and not `lost`.
    std::uint8_t byte(const Position& position) const {
        const game::Slot slot = tier_.slot(position);
        return bytes_[slot.table][slot.index];
    }
    /// Precondition: as for `byte`.
    game::Value value(const Position& position) const {
        const std::uint8_t n = byte(position);
        if (n == 0) return {};
        return {n % 2 == 1 ? game::Outcome::win : game::Outcome::loss, Plies{n}};
    }
    /// The greatest distance in the table.
    Plies longest() const {
        std::uint8_t most = 0;
        for (const auto& table : bytes_) most = std::max(most, *std::max_element(table.begin(), table.end()));
        return Plies{most};
    }
    const T& tier() const { return tier_; }
    const std::vector<std::vector<std::uint8_t>>& raw() const { return bytes_; }
    std::size_t bytes() const { return bytes_.size() * tier_.table_size(); }

  private:
    T tier_;
    std::vector<std::vector<std::uint8_t>> bytes_;
};

/// Solves a tier backwards, level by level: what is lost in n makes its parents won in n + 1; what is won in
/// n counts against its parents, and one whose every move is counted out is lost.
///
/// `below(child)` is the byte (see `TierTable`) of a position that a move out of the tier leads to; it is not
/// called for a child that is `lost` or that `wins_at_once`.
/// Errors: a distance above 253 plies does not fit into a byte with its parents', and no table is made.
/// Memory: two bytes an index while it works. Cost: O(positions × moves + levels × indices).
template <game::Reversible T, typename Below>
    requires game::SeesWins<T>
class Retrograde {
  public:
    using Position = typename T::Position;
    using Bytes = std::vector<std::vector<std::uint8_t>>;

    Retrograde(const T& tier, Below below) : tier_(tier), below_(std::move(below)) {}

    Result<TierTable<T>> run() {
        values_.assign(tier_.tables(), std::vector<std::uint8_t>(tier_.table_size(), 0));
        left_ = values_;
        begin();
        for (unsigned level = 2; level <= highest_; ++level) {
            if (level > 253)
                return failure(ErrorKind::bad_usage, "a forced win of over 253 plies, expected at most 253");
            pass(static_cast<std::uint8_t>(level));
        }
        for (std::size_t t = 0; t < values_.size(); ++t)
            for (std::size_t i = 0; i < values_[t].size(); ++i)
                if (values_[t][i] % 2 == 0 && left_[t][i] != 0) values_[t][i] = 0;
        return TierTable<T>{tier_, std::move(values_)};
    }

  private:
    // While it works, an odd value is a win already proved (an upper bound until its level comes), an even
    // one is the least distance at which the position can be lost, and a loss once no move is left to be
    // counted out.

    void begin() {
        for (std::uint32_t t = 0; t < values_.size(); ++t)
            for (std::uint64_t i = 0; i < tier_.table_size(); ++i)
                if (const auto position = tier_.position({t, i}))
                    begin(*position, values_[t][i], left_[t][i]);
    }

    void begin(const Position& position, std::uint8_t& value, std::uint8_t& left) {
        if (tier_.wins_at_once(position)) {
            value = 1;
            return;
        }
        typename T::MoveList moves;
        tier_.moves(position, moves);
        unsigned win = 256;
        unsigned loss = 0;
        unsigned open = moves.size() == 0 ? 1 : 0;  // no move: nobody's win
        for (const auto& move : moves) {
            const Position child = tier_.play(position, move);
            if (tier_.wins_at_once(child)) {
                loss = std::max(loss, 2U);
            } else if (tier_.stays(position, move)) {
                ++open;
            } else {
                const unsigned n = below_(child);
                if (n == 0)
                    ++open;
                else if (n % 2 == 0)
                    win = std::min(win, n + 1);
                else
                    loss = std::max(loss, n + 1);
            }
        }
        const unsigned known = win < 256 ? win : loss;
        value = static_cast<std::uint8_t>(known);
        left = static_cast<std::uint8_t>(open);
        highest_ = std::max(highest_, known);
    }

    /// Hands on what is proved at this level. Level 1 never passes: `begin` has counted those out.
    void pass(std::uint8_t level) {
        for (std::uint32_t t = 0; t < values_.size(); ++t) {
            const auto& table = values_[t];
            const auto first = table.begin();
            for (auto at = std::find(first, table.end(), level); at != table.end();
                 at = std::find(at + 1, table.end(), level)) {
                const auto index = static_cast<std::uint64_t>(at - first);
                const bool won = level % 2 == 1;
                if (!won && left_[t][index] != 0) continue;
                tier_.for_each_parent(*tier_.position({t, index}), [&](const Position& parent) {
                    const game::Slot slot = tier_.slot(parent);
                    std::uint8_t& value = values_[slot.table][slot.index];
                    if (won)
                        count_out(value, left_[slot.table][slot.index], level);
                    else if (value % 2 == 0 || value > level + 1)
                        value = raised(level);
                });
            }
        }
    }

    void count_out(std::uint8_t& value, std::uint8_t& left, std::uint8_t level) {
        if (value % 2 == 1 || --left != 0) return;
        value = std::max(value, raised(level));
        highest_ = std::max<unsigned>(highest_, value);
    }

    std::uint8_t raised(std::uint8_t level) {
        highest_ = std::max<unsigned>(highest_, level + 1U);
        return static_cast<std::uint8_t>(level + 1U);
    }

    const T& tier_;
    Below below_;
    Bytes values_;
    Bytes left_;
    unsigned highest_ = 1;
};

}  // namespace zermelo::solve
