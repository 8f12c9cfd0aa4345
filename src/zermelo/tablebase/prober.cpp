// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/tablebase/prober.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "zermelo/engine/setup.hpp"

namespace zermelo::tablebase {

namespace {

/// How many men a tier's positions have, by its name: a capital letter each.
std::size_t men_of(std::string_view tier) {
    return static_cast<std::size_t>(
        std::count_if(tier.begin(), tier.end(), [](char letter) { return letter >= 'A' && letter <= 'Z'; }));
}

/// A position that no table holds is worth what its moves are, and they may capture: en passant for one.
constexpr std::size_t most_captures = 2;

}  // namespace

template <typename Bits>
Prober<Bits>::Prober(std::unique_ptr<Graph> graph, Game game, TableFolder folder)
    : graph_(std::move(graph)), game_(std::move(game)), folder_(std::move(folder)) {
    const auto start = engine::parse_fen(game_.rules().start_fen, game_.rules());
    at_home_ = start && start->holes == game_.tables().holes && start->barred == game_.tables().barred;
}

template <typename Bits>
Result<game::Value> Prober<Bits>::value(const Position& p) {
    if (const auto outcome = game_.end(p)) return game::ended(*outcome);
    return number(p).map([&](Number n) { return graph_->encoding().value(n); });
}

template <typename Bits>
bool Prober<Bits>::covers(const Position& p) {
    if (game_.end(p)) return true;
    if (!at_home_) return false;
    // To number the positions of a whole army takes seconds, and memory that is kept.
    const std::size_t men = p.occupied().size();
    if (men > most_men_ + most_captures) {
        for (const std::string& tier : folder_.tiers()) most_men_ = std::max(most_men_, men_of(tier));
        if (men > most_men_ + most_captures) return false;
    }
    const auto at = graph_->locate(p);
    if (!at) return false;
    if (*at) return folder_.has(graph_->name((*at)->tier));
    engine::MoveList list;
    game_.moves(p, list);
    return std::all_of(list.begin(), list.end(),
                       [&](const engine::Move& move) { return covers(game_.play(p, move)); });
}

template <typename Bits>
auto Prober<Bits>::moves(const Position& p) -> Result<std::vector<MoveValue>> {
    std::vector<MoveValue> result;
    if (game_.end(p)) return result;
    engine::MoveList list;
    game_.moves(p, list);
    for (const engine::Move& move : list) {
        ZERMELO_TRY(const game::Value child, value(game_.play(p, move)));
        result.push_back({move, game::turned(child)});
    }
    std::stable_sort(result.begin(), result.end(),
                     [](const MoveValue& a, const MoveValue& b) { return game::better(a.value, b.value); });
    for (MoveValue& move : result) {
        move.optimal = !game::better(result.front().value, move.value);
        move.keeps = move.value.outcome == result.front().value.outcome;
    }
    return result;
}

template <typename Bits>
Result<std::vector<engine::Move>> Prober<Bits>::line(Position p) {
    std::vector<engine::Move> line;
    ZERMELO_TRY(const game::Value result, value(p));
    if (result.outcome == game::Outcome::draw) return line;
    while (!game_.end(p)) {
        ZERMELO_TRY(const auto list, moves(p));
        line.push_back(list.front().move);
        p = game_.play(p, list.front().move);
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
    auto known = files_.find(at.tier);
    if (known == files_.end()) {
        ZERMELO_TRY(file::File file, folder_.open(graph_->name(at.tier)));
        if (files_.size() == most_files) files_.clear();
        known = files_.emplace(at.tier, std::move(file)).first;
    }
    return known->second.entry(at.slot.table, at.slot.index);
}

template class Prober<std::uint64_t>;
template class Prober<Bits256>;

}  // namespace zermelo::tablebase
