// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/oracle/played_games.hpp"

#include <algorithm>
#include <atomic>
#include <mutex>
#include <utility>

#include <fmt/format.h>

#include "zermelo/base/each_part.hpp"
#include "zermelo/base/random.hpp"
#include "zermelo/oracle/position_rows.hpp"
#include "zermelo/oracle/table_answers.hpp"

namespace zermelo::oracle {
namespace {

constexpr std::size_t piece = 64;  // games that a thread takes at a time

/// Random numbers of one game at one moment, whatever the others do.
Random random_of(std::uint64_t seed, std::uint64_t game, std::uint64_t moment) {
    Random mixed{seed};
    Random of_game{mixed() ^ game};
    return Random{of_game() ^ moment};
}

/// Calls f(i) for all games, on all threads where there are several pieces.
template <typename F>
void each_game(std::size_t games, const F& f) {
    const auto part = [&](std::uint64_t first, std::uint64_t end) {
        for (auto i = static_cast<std::size_t>(first); i < end; ++i) f(i);
    };
    if (games <= piece)
        part(0, games);
    else
        each_part(games, piece, {}, part);
}

}  // namespace

PlayedGames::PlayedGames(const engine::AnyGameAt& start, std::vector<Beginning> beginnings,
                         std::uint64_t max_plies, std::uint64_t seed, const GameColumns& columns)
    : writer_(start),
      numbers_(start.rules()),
      max_plies_(max_plies),
      seed_(seed),
      columns_(columns),
      plane_bytes_(writer_.game_planes() * start.rules().files * start.rules().ranks),
      chosen_(columns.to_move.size()) {
    for (Beginning& beginning : beginnings)
        beginnings_.emplace_back(std::move(beginning.at), beginning.half_moves, beginning.counting_limit,
                                 engine::Keeps::last);
    games_.assign(columns.to_move.size(), One{beginnings_.front(), {}, {}});
}

Result<PlayedGames> PlayedGames::begin(const engine::AnyGameAt& start, std::vector<Beginning> beginnings,
                                       std::uint64_t max_plies, std::uint64_t seed,
                                       const GameColumns& columns) {
    PlayedGames games{start, std::move(beginnings), max_plies, seed, columns};
    for (const engine::PlayedGame& beginning : games.beginnings_) {
        if (beginning.end())
            return failure(
                ErrorKind::bad_input,
                fmt::format("the game is over in {}, expected one that goes on", beginning.at().fen()));
        ZERMELO_CHECK(games.writer_.write(beginning, columns.planes.first(games.plane_bytes_)));
    }
    games.begin_anew(seed);
    return games;
}

void PlayedGames::begin_anew(std::uint64_t seed) {
    seed_ = seed;
    draws_ = 0;
    std::fill(columns_.rewards.begin(), columns_.rewards.end(), 0.0F);
    for (const auto column : {columns_.terminated, columns_.truncated, columns_.ended_by})
        std::fill(column.begin(), column.end(), std::uint8_t{0});
    each_game(size(), [&](std::size_t i) {
        games_[i].begun = 0;
        begin(i);
        look(i);
    });
}

void PlayedGames::begin(std::size_t i) {
    One& one = games_[i];
    Random random = random_of(seed_, i, one.begun++);
    one.played = beginnings_[beginnings_.size() == 1 ? 0 : random.below(beginnings_.size())];
}

Result<void> PlayedGames::play(std::span<const std::int64_t> numbers) {
    std::atomic<std::size_t> wrong{size()};
    each_game(size(), [&](std::size_t i) {
        const auto& moves = games_[i].moves;
        const auto asked = static_cast<std::uint64_t>(numbers[i]);
        const auto found =
            std::lower_bound(moves.begin(), moves.end(), asked,
                             [](const NumberedMove& a, std::uint64_t number) { return a.number < number; });
        if (found != moves.end() && found->number == asked) {
            chosen_[i] = found->move;
            return;
        }
        std::size_t first = wrong.load();
        while (i < first && !wrong.compare_exchange_weak(first, i)) {
        }
    });
    if (const std::size_t i = wrong.load(); i != size())
        return failure(ErrorKind::bad_usage,
                       fmt::format("game {}: action {} is no legal move in {}", i, numbers[i], at(i).fen()));
    each_game(size(), [&](std::size_t i) { play(i, chosen_[i]); });
    return {};
}

void PlayedGames::play(std::size_t i, engine::Move move) {
    One& one = games_[i];
    one.played.play(move);
    list(i);
    // Where the position itself ends the game there is no move.
    const auto end = one.moves.empty() ? one.played.end() : one.played.ended_by_history();
    const bool cut_off = !end && one.played.plies() >= max_plies_;
    float white = 0;
    if (end) {
        white = static_cast<float>(outcome_number(end->outcome));
        if (one.played.at().to_move() == Color::black) white = -white;
    }
    columns_.rewards[2 * i] = white;
    columns_.rewards[2 * i + 1] = end ? -white : 0.0F;
    columns_.terminated[i] = end ? 1 : 0;
    columns_.truncated[i] = cut_off ? 1 : 0;
    columns_.ended_by[i] =
        end ? static_cast<std::uint8_t>(1 + static_cast<unsigned>(end->by)) : std::uint8_t{0};
    if (!end && !cut_off) {
        write(i);
        return;
    }
    write_planes_of(i, columns_.last_planes.subspan(i * plane_bytes_, plane_bytes_));
    begin(i);
    look(i);
}

void PlayedGames::look(std::size_t i) {
    list(i);
    write(i);
}

void PlayedGames::list(std::size_t i) {
    thread_local engine::MoveList moves;
    One& one = games_[i];
    const auto mask = columns_.legal.empty() ? std::span<std::int8_t>{} : row(columns_.legal, i);
    if (!mask.empty())
        for (const NumberedMove& move : one.moves) mask[move.number] = 0;
    one.played.at().moves(moves);
    numbers_.list(moves, one.moves);
    if (!mask.empty())
        for (const NumberedMove& move : one.moves) mask[move.number] = 1;
}

void PlayedGames::write(std::size_t i) {
    const engine::PlayedGame& played = games_[i].played;
    write_planes_of(i, columns_.planes.subspan(i * plane_bytes_, plane_bytes_));
    columns_.to_move[i] = played.at().to_move() == Color::white ? 0 : 1;
    columns_.plies[i] = static_cast<std::int64_t>(played.plies());
}

void PlayedGames::write_planes_of(std::size_t i, std::span<std::uint8_t> planes) const {
    // Every position has the terrain of its beginning, of which planes could be written.
    static_cast<void>(writer_.write(games_[i].played, planes));
}

std::span<std::int8_t> PlayedGames::row(std::span<std::int8_t> masks, std::size_t i) const {
    const auto count = static_cast<std::size_t>(numbers_.count());
    return masks.subspan(i * count, count);
}

void PlayedGames::draw(std::span<std::int64_t> numbers) {
    const std::uint64_t moment = ++draws_;
    each_game(size(), [&](std::size_t i) {
        const auto& moves = games_[i].moves;
        // Other numbers than those by which it begins.
        Random random = random_of(~seed_, i, moment);
        numbers[i] = static_cast<std::int64_t>(moves[random.below(moves.size())].number);
    });
}

void PlayedGames::count_moves(std::span<std::int64_t> counts) const {
    for (std::size_t i = 0; i < size(); ++i) counts[i] = static_cast<std::int64_t>(games_[i].moves.size());
}

void PlayedGames::list_moves(std::span<std::int64_t> numbers) const {
    auto next = numbers.begin();
    for (const One& one : games_)
        for (const NumberedMove& move : one.moves) *next++ = static_cast<std::int64_t>(move.number);
}

Result<void> PlayedGames::look_up(OpenTables& tables) {
    std::mutex mutex;
    std::optional<Error> error;
    each_game(size(), [&](std::size_t i) {
        One& one = games_[i];
        const auto best = columns_.best.empty() ? std::span<std::int8_t>{} : row(columns_.best, i);
        for (const std::uint64_t number : one.best) best[number] = 0;
        one.best.clear();
        const auto known = values_or_error(tables, at(i), false);
        if (!known) {
            const std::lock_guard lock{mutex};
            if (!error) error = known.error();
            return;
        }
        const auto value = known->bounds.value();
        write_value(value, columns_.outcomes[i], columns_.values[i]);
        if (best.empty() || !value) return;
        for (const MoveAnswer& move : known->moves)
            if (move.bounds.is_optimal(known->bounds).value_or(false))
                one.best.push_back(numbers_(move.move));
        for (const std::uint64_t number : one.best) best[number] = 1;
    });
    if (error) return tl::make_unexpected(*std::move(error));
    return {};
}

}  // namespace zermelo::oracle
