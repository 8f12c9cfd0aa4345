// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "zermelo/engine/game.hpp"
#include "zermelo/engine/notation.hpp"
#include "zermelo/tablebase/scale.hpp"
#include "zermelo/tablebase/table_folder.hpp"

namespace zermelo::tablebase {

/// Exact values of a variant's positions, from the tables of a folder. One thread.
template <typename Family, typename Bits>
class Prober {
  public:
    using Game = engine::Game<Bits>;
    using Position = engine::Position<Bits>;

    Prober(Family family, Game game, const std::string& tables)
        : family_(std::move(family)), game_(std::move(game)), folder_(tables, game_.rules()) {
        // Tables are of the variant's own terrain.
        const auto start = engine::parse_fen(game_.rules().start_fen, game_.rules());
        at_home_ = start && start->holes == game_.tables().holes && start->barred == game_.tables().barred;
    }

    const Game& game() const { return game_; }
    const TableFolder& folder() const { return folder_; }
    Family& family() { return family_; }

    /// A position's value; one that no table holds is worth what its moves are. Errors: no table, or none
    /// that can be read.
    Result<game::Value> value(const Position& p) {
        return byte(p).map([&](std::uint8_t b) { return family_.scale().value(b); });
    }

    /// Whether there are files for all that a position's value needs; nothing is said about what is in them.
    bool covers(const Position& p) {
        if (game_.end(p)) return true;
        if (!at_home_) return false;
        const auto place = family_.locate(game_, p);
        if (!place) return false;
        if (*place) return folder_.has(family_.name((*place)->id));
        engine::MoveList list;
        game_.moves(p, list);
        return std::all_of(list.begin(), list.end(),
                           [&](const engine::Move& move) { return covers(game_.play(p, move)); });
    }

    struct MoveValue {
        engine::Move move;
        game::Value value;  ///< for who makes the move, this ply included
        bool optimal = false;
        bool keeps = false;  ///< the result of the position, if not its distance
    };
    /// Every legal move, the best first. Errors: as `value`.
    Result<std::vector<MoveValue>> moves(const Position& p) {
        std::vector<MoveValue> result;
        if (game_.end(p)) return result;
        engine::MoveList list;
        game_.moves(p, list);
        for (const engine::Move& move : list) {
            const auto child = value(game_.play(p, move));
            if (!child) return tl::make_unexpected(child.error());
            result.push_back({move, turned(*child)});
        }
        std::stable_sort(result.begin(), result.end(),
                         [](const MoveValue& a, const MoveValue& b) { return better(a.value, b.value); });
        for (MoveValue& move : result) {
            move.optimal = !better(result.front().value, move.value);
            move.keeps = move.value.outcome == result.front().value.outcome;
        }
        return result;
    }

    /// Best play of both sides to the end of the game; empty where nobody can force it. Errors: as `value`.
    Result<std::vector<engine::Move>> line(Position p) {
        std::vector<engine::Move> line;
        const auto result = value(p);
        if (!result) return tl::make_unexpected(result.error());
        if (result->outcome == game::Outcome::draw) return line;
        while (!game_.end(p)) {
            const auto list = moves(p);
            if (!list) return tl::make_unexpected(list.error());
            line.push_back(list->front().move);
            p = game_.play(p, list->front().move);
        }
        return line;
    }

  private:
    /// Open at once: a process may have some thousand.
    static constexpr std::size_t most_files = 256;

    static game::Value turned(const game::Value& v) {
        if (v.outcome == game::Outcome::draw) return v;
        return {v.outcome == game::Outcome::win ? game::Outcome::loss : game::Outcome::win,
                *v.distance + Plies{1}};
    }
    static bool better(const game::Value& a, const game::Value& b) {
        if (a.outcome != b.outcome) return a.outcome > b.outcome;
        if (a.outcome == game::Outcome::draw) return false;
        return a.outcome == game::Outcome::win ? *a.distance < *b.distance : *a.distance > *b.distance;
    }

    Result<std::uint8_t> byte(const Position& p) {
        const tablebase::Scale scale = family_.scale();
        if (const auto outcome = game_.end(p)) return scale.ended(*outcome);
        if (!at_home_)
            return failure(
                ErrorKind::bad_input,
                "no table holds positions of this terrain, expected the squares of the variant's start");
        const auto place = family_.locate(game_, p);
        if (!place) return tl::make_unexpected(place.error());
        if (*place) return (*place)->byte ? Result<std::uint8_t>{*(*place)->byte} : look_up(**place);
        tablebase::BestOf best{scale};
        engine::MoveList list;
        game_.moves(p, list);
        for (const engine::Move& move : list) {
            const auto child = byte(game_.play(p, move));
            if (!child) return child;
            best.add(*child);
        }
        if (best.value() > tablebase::Scale::last)
            return failure(ErrorKind::bad_usage,
                           fmt::format("a forced win of over {} plies, expected at most "
                                       "that many",
                                       scale.longest()));
        return static_cast<std::uint8_t>(best.value());
    }

    Result<std::uint8_t> look_up(const typename Family::Place& place) {
        const std::string tier = family_.name(place.id);
        auto known = files_.find(tier);
        if (known == files_.end()) {
            auto file = folder_.open(tier);
            if (!file) return tl::make_unexpected(file.error());
            if (files_.size() == most_files) files_.clear();
            known = files_.emplace(tier, *std::move(file)).first;
        }
        return known->second.byte(place.slot.table, place.slot.index);
    }

    Family family_;
    Game game_;
    TableFolder folder_;
    std::map<std::string, tablebase::file::File> files_;
    bool at_home_ = false;
};

}  // namespace zermelo::tablebase
