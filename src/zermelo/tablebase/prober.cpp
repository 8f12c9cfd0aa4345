// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/tablebase/prober.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "zermelo/base/ascii.hpp"
#include "zermelo/engine/setup.hpp"

namespace zermelo::tablebase {

namespace {

/// How many men a tier's positions have, by its name: a capital letter each.
std::size_t men_of(std::string_view tier) {
    return static_cast<std::size_t>(std::count_if(tier.begin(), tier.end(), is_upper));
}

/// A position that no table holds is worth what its moves are, and they may capture: en passant for one.
constexpr std::size_t max_captures = 2;

template <typename Bits>
bool is_at_home(const engine::Game<Bits>& game) {
    const auto start = engine::parse_fen(game.rules().start_fen, game.rules());
    return start && start->holes == game.compiled().holes && start->barred == game.compiled().barred;
}

}  // namespace

template <typename Bits>
Prober<Bits>::Prober(std::unique_ptr<Graph> graph, Game game, TableFolder folder)
    : graph_(std::move(graph)),
      game_(std::move(game)),
      tables_(std::move(folder)),
      at_home_(is_at_home(game_)) {}

template <typename Bits>
Prober<Bits>::Prober(std::unique_ptr<Graph> graph, Game game)
    : graph_(std::move(graph)), game_(std::move(game)), tables_(TierSources{}), at_home_(is_at_home(game_)) {}

template <typename Bits>
Result<game::Value> Prober<Bits>::value(const Position& p) {
    if (const auto outcome = game_.end(p)) return game::ended(*outcome);
    return number(p).map([&](Number n) { return graph_->encoding().value(n); });
}

template <typename Bits>
template <typename F>
bool Prober<Bits>::all_tiers(const Position& p, const F& f) const {
    if (game_.end(p)) return true;
    if (!at_home_) return false;
    const auto at = graph_->locate(p);
    if (!at) return false;
    if (*at) return f(**at);
    engine::MoveList list;
    game_.moves(p, list);
    return std::all_of(list.begin(), list.end(),
                       [&](const engine::Move& move) { return all_tiers(game_.play(p, move), f); });
}

template <typename Bits>
std::optional<std::vector<TierIndex>> Prober<Bits>::tiers_of(const Position& p) const {
    std::vector<TierIndex> tiers;
    const auto add = [&](const typename Graph::Location& at) {
        tiers.push_back(at.tier);
        return true;
    };
    return all_tiers(p, add) ? std::optional{std::move(tiers)} : std::nullopt;
}

template <typename Bits>
bool Prober<Bits>::too_many_men(const Position& p) {
    const auto* const folder = std::get_if<TableFolder>(&tables_);
    // To number the positions of a whole army takes seconds, and memory that is kept.
    const std::size_t men = p.occupied().size();
    if (folder == nullptr || men <= max_men_ + max_captures || !at_home_ || game_.end(p)) return false;
    for (const std::string& tier : folder->tiers()) max_men_ = std::max(max_men_, men_of(tier));
    return men > max_men_ + max_captures;
}

template <typename Bits>
bool Prober<Bits>::covers(const Position& p) {
    return !too_many_men(p) && all_tiers(p, [&](const auto& at) { return has(at.tier); });
}

template <typename Bits>
bool Prober<Bits>::knows(const Position& p) {
    return !too_many_men(p) && all_tiers(p, [&](const auto& at) { return at.number || has(at.tier); });
}

template <typename Bits>
bool Prober<Bits>::has(TierIndex tier) const {
    if (const auto* const made = std::get_if<TierSources>(&tables_)) return made->count(tier) != 0;
    return folder().has(graph_->name(tier));
}

template <typename Bits>
Result<engine::Move> Prober<Bits>::best(const Position& p) {
    ZERMELO_TRY(const game::Value best, value(p));
    std::optional<Error> error;
    engine::MoveList list;
    game_.moves(p, list);
    for (const engine::Move& move : list) {
        auto child = value(game_.play(p, move));
        if (child && game::of_the_move(*child) == best) return move;
        if (!child && !error) error = std::move(child.error());
    }
    if (error) return tl::make_unexpected(*std::move(error));
    return failure(ErrorKind::bad_input, "a table whose values do not follow from each other");
}

template <typename Bits>
Result<std::vector<engine::Move>> Prober<Bits>::line(Position p) {
    std::vector<engine::Move> line;
    ZERMELO_TRY(const game::Value result, value(p));
    if (result.outcome == game::Outcome::draw) return line;
    while (!game_.end(p)) {
        ZERMELO_TRY(const engine::Move move, best(p));
        line.push_back(move);
        p = game_.play(p, move);
    }
    return line;
}

template <typename Bits>
Result<Number> Prober<Bits>::number(const Position& p) {
    const ValueEncoding encoding = graph_->encoding();
    if (const auto outcome = game_.end(p)) return encoding.ended(*outcome);
    if (!at_home_)
        return failure(
            ErrorKind::bad_input,
            "no table holds positions of this terrain, expected the squares of the variant's start");
    ZERMELO_TRY(const auto at, graph_->locate(p));
    if (at) return at->number ? Result<Number>{*at->number} : look_up(*at);
    BestOf best{encoding};
    engine::MoveList list;
    game_.moves(p, list);
    for (const engine::Move& move : list) {
        ZERMELO_TRY(const Number child, number(game_.play(p, move)));
        best.add(child);
    }
    if (best.value() > last_value<Number>)
        return failure(ErrorKind::bad_usage, fmt::format("a forced win of over {} plies, expected at most "
                                                         "that many",
                                                         encoding.longest<Number>()));
    return static_cast<Number>(best.value());
}

template <typename Bits>
Result<Number> Prober<Bits>::look_up(const typename Graph::Location& at) {
    if (const auto* const made = std::get_if<TierSources>(&tables_)) {
        if (const auto table = made->find(at.tier); table != made->end()) return table->second[at.slot];
        return failure(ErrorKind::bad_usage, graph_->name(at.tier) + ": no table was made of it");
    }
    auto known = files_.find(at.tier);
    if (known == files_.end()) {
        if (files_.size() == max_files) files_.clear();
        known = files_.emplace(at.tier, folder().open(graph_->name(at.tier))).first;
    }
    const Result<file::File>& file = known->second;
    if (!file) return tl::make_unexpected(file.error());
    return file->entry(at.slot.table, at.slot.index);
}

template class Prober<std::uint64_t>;
template class Prober<Bits256>;

}  // namespace zermelo::tablebase
