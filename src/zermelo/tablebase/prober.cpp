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
    if (!at_home_)
        return failure(
            ErrorKind::bad_input,
            "no table holds positions of this terrain, expected the squares of the variant's start");
    ZERMELO_TRY(const auto at, graph_->locate(p));
    if (at) return value_at(*at);
    std::vector<game::Bounds> worth;
    engine::MoveList list;
    game_.moves(p, list);
    for (const engine::Move& move : list) {
        ZERMELO_TRY(const game::Value child, value(game_.play(p, move)));
        worth.push_back(game::Bounds{child}.of_the_move());
    }
    if (worth.empty()) return game::Value{};
    const auto bounds = game::Bounds::from_moves(worth);
    return game::Value{*bounds.outcome(), bounds.exact() ? bounds.at_most() : std::nullopt};
}

template <typename Bits>
template <typename F>
bool Prober<Bits>::all_tiers(const Position& p, const F& f) const {
    if (game_.end(p)) return true;
    if (!at_home_) return false;
    const auto at = graph_->locate(p);
    if (!at) return false;
    if (*at) return f(**at, p);
    engine::MoveList list;
    game_.moves(p, list);
    return std::all_of(list.begin(), list.end(),
                       [&](const engine::Move& move) { return all_tiers(game_.play(p, move), f); });
}

template <typename Bits>
std::optional<std::vector<TierIndex>> Prober<Bits>::tiers_of(const Position& p) const {
    std::vector<TierIndex> tiers;
    const auto add = [&](const typename Graph::Location& at, const Position&) {
        tiers.push_back(at.tier);
        return true;
    };
    return all_tiers(p, add) ? std::optional{std::move(tiers)} : std::nullopt;
}

template <typename Bits>
void Prober<Bits>::hold(TierSources tables) {
    max_men_ = 0;
    for (const auto& [tier, values] : tables) max_men_ = std::max(max_men_, men_of(graph_->name(tier)));
    tables_ = std::move(tables);
}

template <typename Bits>
bool Prober<Bits>::too_many_men(const Position& p) {
    // To number the positions of a whole army takes seconds, and memory that is kept.
    const std::size_t men = p.occupied().size();
    if (men <= max_men_ + max_captures || !at_home_ || game_.end(p)) return false;
    if (const auto* const folder = std::get_if<TableFolder>(&tables_))
        for (const std::string& tier : folder->tiers()) max_men_ = std::max(max_men_, men_of(tier));
    return men > max_men_ + max_captures;
}

template <typename Bits>
bool Prober<Bits>::covers(const Position& p) {
    return !too_many_men(p) && all_tiers(p, [&](const auto& at, const Position&) { return has(at.tier); });
}

template <typename Bits>
bool Prober<Bits>::knows(const Position& p) {
    located_.reset();
    return !too_many_men(p) && all_tiers(p, [&](const auto& at, const Position& of) {
        if (&of == &p) located_ = at;
        return at.number || has(at.tier);
    });
}

template <typename Bits>
Result<game::Value> Prober<Bits>::known_value(const Position& p) {
    if (!located_) return value(p);
    return value_at(*std::exchange(located_, std::nullopt));
}

template <typename Bits>
Result<game::Value> Prober<Bits>::value_at(const typename Graph::Location& at) {
    return at.number ? Result<game::Value>{graph_->encoding().value(*at.number)} : look_up(at);
}

template <typename Bits>
bool Prober<Bits>::has(TierIndex tier) const {
    if (const auto* const made = std::get_if<TierSources>(&tables_)) return made->count(tier) != 0;
    // What is open is there, whatever has become of its name since.
    const auto open = files_.find(tier);
    return (open != files_.end() && open->second) || folder().has(graph_->name(tier));
}

template <typename Bits>
Result<engine::Move> Prober<Bits>::best(const Position& p) {
    ZERMELO_TRY(const game::Value worth, value(p));
    return best(p, worth);
}

template <typename Bits>
Result<engine::Move> Prober<Bits>::best(const Position& p, const game::Value& best) {
    std::optional<Error> error;
    std::optional<engine::Move> keeps;  // in a number of plies that is not known
    engine::MoveList list;
    game_.moves(p, list);
    for (const engine::Move& move : list) {
        auto child = value(game_.play(p, move));
        if (!child) {
            if (!error) error = std::move(child.error());
            continue;
        }
        const game::Value worth = game::of_the_move(*child);
        if (worth == best) return move;
        if (worth.outcome == best.outcome && !(worth.distance && best.distance) && !keeps) keeps = move;
    }
    if (keeps) return *keeps;
    if (error) return tl::make_unexpected(*std::move(error));
    return failure(ErrorKind::bad_input, "a table whose values do not follow from each other");
}

template <typename Bits>
Result<std::optional<std::vector<engine::Move>>> Prober<Bits>::line(Position p) {
    std::vector<engine::Move> line;
    while (!game_.end(p)) {
        ZERMELO_TRY(const game::Value left, value(p));
        if (left.outcome == game::Outcome::draw) break;
        if (!left.distance) return std::nullopt;
        ZERMELO_TRY(const engine::Move move, best(p, left));
        line.push_back(move);
        p = game_.play(p, move);
    }
    return line;
}

template <typename Bits>
Result<game::Value> Prober<Bits>::look_up(const typename Graph::Location& at) {
    if (const auto* const made = std::get_if<TierSources>(&tables_)) {
        if (const auto table = made->find(at.tier); table != made->end())
            return graph_->encoding().value(table->second[at.slot]);
        return failure(ErrorKind::bad_usage, graph_->name(at.tier) + ": no table was made of it");
    }
    auto known = files_.find(at.tier);
    if (known == files_.end()) {
        if (files_.size() == max_files) files_.clear();
        known = files_.emplace(at.tier, folder().open(graph_->name(at.tier))).first;
    }
    const Result<file::File>& file = known->second;
    if (!file) return tl::make_unexpected(file.error());
    const ValueEncoding encoding = encoding_of(*file, graph_->encoding());
    return file->entry(at.slot.table, at.slot.index).map([&](Number number) {
        return encoding.value(number);
    });
}

template class Prober<std::uint64_t>;
template class Prober<Bits256>;

}  // namespace zermelo::tablebase
