// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "zermelo/base/stop.hpp"
#include "zermelo/puzzles/queen_hunt/moves.hpp"
#include "zermelo/puzzles/queen_hunt/puzzle.hpp"
#include "zermelo/puzzles/queen_hunt/random.hpp"

namespace zermelo::queen_hunt {

namespace {

using puzzles::Family;
using puzzles::Game;
using puzzles::GameRequest;
using puzzles::not_found;
using puzzles::Requirement;

using Win = std::optional<HuntWin>;

constexpr unsigned max_men = max_pieces;  // on a side
constexpr unsigned tries = 40'000;
constexpr unsigned tries_an_army = 64;  // so that armies for which the property is rare come up too

struct Armies {
    ArmyCounts white;
    ArmyCounts black;
};

/// The position with the other side to move.
Position passed(const Position& p) { return Position::unchecked(p.other(), p.own()); }

/// Armies of `least` to `most` men on both sides together, each number as likely, and of that each way to
/// share it out.
Armies random_armies(const GameRequest& request, std::uint64_t least, std::uint64_t most) {
    const std::uint64_t all =
        request.requirements.men ? *request.requirements.men : least + request.random.below(most - least + 1);
    const std::uint64_t low = all > max_men ? all - max_men : 1;
    const std::uint64_t high = std::min<std::uint64_t>(max_men, all - 1);
    const auto white = static_cast<unsigned>(low + request.random.below(high - low + 1));
    Armies armies;
    armies.white = random_army(white, request.random);
    armies.black = random_army(static_cast<unsigned>(all) - white, request.random);
    return armies;
}

/// Errors: no two armies have the men that are required.
Result<void> check_men(const GameRequest& request) {
    if (!request.requirements.men ||
        (*request.requirements.men >= 2 && *request.requirements.men <= 2 * max_men))
        return {};
    return failure(ErrorKind::bad_usage, fmt::format("{} men, expected 2 to {}, of both sides together",
                                                     *request.requirements.men, 2 * max_men));
}

/// Draws positions of armies from `armies()` until `accept(position)` returns a bound.
template <typename ArmiesOf, typename Accept>
Result<Game> search(const GameRequest& request, std::string_view what, ArmiesOf armies_of, Accept accept) {
    ZERMELO_CHECK(check_men(request));
    Armies armies;
    for (unsigned i = 0; i < tries; ++i) {
        ZERMELO_CHECK(unless_stopped(request.stop));
        if (i % tries_an_army == 0) armies = armies_of();
        const Position position = random_position(armies.white, armies.black, request.random);
        ZERMELO_TRY(const std::optional<Plies> bound, accept(position, i));
        if (bound) return Game{HuntGame{position, *bound}};
    }
    return not_found(what, tries);
}

auto any_armies(const GameRequest& request) {
    return [&request] { return random_armies(request, 2, 2 * max_men); };
}

/// A bound at which the verdict is sharp: for yes the win's own length or a ply more, for no one or two less.
Plies sharp_bound(Random& random, Plies length, bool yes) {
    const Plies slack{random.below(2)};
    return yes ? length + slack : length - slack - Plies{1};
}

/// As most families choose the bound: sharp where there is a win within the statement's plies, its last two
/// values where there is none; yes and no as often, where there is a yes.
template <typename ArmiesOf, typename Suits>
Result<Game> with_sharp_bound(const GameRequest& request, std::string_view what, ArmiesOf armies_of,
                              Suits suits) {
    constexpr Plies most = max_statement_plies;
    const bool yes = request.random.one_in(2);
    return search(request, what, armies_of,
                  [&](const Position& p, unsigned i) -> Result<std::optional<Plies>> {
                      if (!suits(p)) return std::nullopt;
                      ZERMELO_TRY(const auto win, hunts_of(request).prove(p, most));
                      if (!win) {
                          if (yes && i < tries / 2) return std::nullopt;
                          return most - Plies{request.random.below(2)};
                      }
                      const Plies length = win->plies;
                      const bool at_once = length == Plies{1};
                      if (at_once && !yes && i < tries / 2) return std::nullopt;
                      return sharp_bound(request.random, length, yes || at_once);
                  });
}

/// A win of exactly `length` plies; `bound()` is the game's.
template <typename Bound>
Result<Game> of_length(const GameRequest& request, Plies length, Bound bound) {
    if (length.count() % 2 == 0)
        return failure(ErrorKind::bad_usage,
                       fmt::format("{} plies, expected an odd number: White makes the last move of a win",
                                   length.count()));
    // Longer wins are found sooner with few men: there are tables for six.
    constexpr std::uint64_t told_soon = 6;
    const std::uint64_t most = length > Plies{7} ? told_soon - 1 : 2 * max_men;
    const auto armies = [&] { return random_armies(request, 2, most); };
    return search(request, fmt::format("win in {} plies", length.count()), armies,
                  [&](const Position& p, unsigned) -> Result<std::optional<Plies>> {
                      if ((length == Plies{1}) != wins_at_once(p)) return std::nullopt;
                      ZERMELO_TRY(const auto win, hunts_of(request).prove(p, length));
                      if (!win || win->plies != length) return std::nullopt;
                      return bound();
                  });
}

Result<Game> make_win(const GameRequest& request) {
    const bool wants_yes = request.random.one_in(2);
    const std::uint64_t drawn = wants_yes ? 1 + 2 * request.random.below(3) : 3 + 2 * request.random.below(2);
    // Where there are two queens alone, one takes the other at once, or neither can be forced.
    const std::uint64_t free = request.requirements.men == 2 ? 1 : drawn;
    const Plies length{request.requirements.plies.value_or(free)};
    const bool yes = wants_yes || length == Plies{1};
    return of_length(request, length, [&] { return sharp_bound(request.random, length, yes); });
}

Result<Game> make_even(const GameRequest& request) {
    const Plies length{request.requirements.plies ? *request.requirements.plies
                                                  : 3 + 2 * request.random.below(2)};
    const bool yes = length == Plies{1} || request.random.one_in(2);
    return of_length(request, length, [&] { return yes ? length + Plies{1} : length - Plies{1}; });
}

Result<Game> make_no_win(const GameRequest& request) {
    const Plies bound{max_statement_plies.count() - request.random.below(2)};
    return search(request, "game without a win", any_armies(request),
                  [&](const Position& p, unsigned) -> Result<std::optional<Plies>> {
                      ZERMELO_TRY(const auto wins, hunts_of(request).wins_within(p, bound));
                      return wins ? std::nullopt : std::optional{bound};
                  });
}

/// Whether the side to move can capture anything.
bool can_capture(const Position& p) {
    MoveList moves;
    list_moves(p, moves);
    const std::uint32_t enemies = squares(p.other());
    return std::any_of(moves.begin(), moves.end(),
                       [&](const Move& m) { return (enemies >> m.to_index & 1U) != 0; });
}

Result<Game> make_quiet(const GameRequest& request) {
    return with_sharp_bound(request, "quiet game", any_armies(request),
                            [](const Position& p) { return !can_capture(p) && !can_capture(passed(p)); });
}

Result<Game> make_few_men(const GameRequest& request) {
    constexpr std::uint64_t few = 4;
    return with_sharp_bound(
        request, "game of few men", [&] { return random_armies(request, 2, few); },
        [](const Position&) { return true; });
}

Result<Game> make_full(const GameRequest& request) {
    const auto army = [&request] { return random_army(max_men, request.random); };
    const auto armies = [&] {
        const ArmyCounts white = army();
        return Armies{white, army()};
    };
    return with_sharp_bound(request, "game of full armies", armies, [](const Position&) { return true; });
}

Result<Game> make_hanging(const GameRequest& request) {
    return with_sharp_bound(request, "game with a hanging queen", any_armies(request),
                            [](const Position& p) { return !wins_at_once(p) && wins_at_once(passed(p)); });
}

/// Whether the side to move wins in three plies, and only by moves after which nothing attacks the enemy's
/// queen: whatever the enemy moves, it loses, and would not if it could pass.
bool wins_by_zugzwang(const Position& p) {
    if (wins_at_once(p)) return false;
    MoveList moves;
    list_moves(p, moves);
    bool found = false;
    for (const Move& move : moves) {
        const Position after = play(p, move);
        if (wins_at_once(after) || !lost_in_two(after)) continue;
        if (wins_at_once(passed(after))) return false;
        found = true;
    }
    return found;
}

Result<Game> make_zugzwang(const GameRequest& request) {
    return with_sharp_bound(request, "zugzwang", any_armies(request), wins_by_zugzwang);
}

constexpr std::uint64_t games = 100;

constexpr auto all = std::to_array<Family>({
    {"win", "A forced win of exactly N plies (1, 3 or 5): m is N or N+1 for YES, N-1 or N-2 for NO.",
     Requirement::plies | Requirement::men, games, true, make_win},
    {"even-bound", "A forced win of exactly N plies (3 or 5), and m is even: N+1 for YES, N-1 for NO.",
     Requirement::plies | Requirement::men, games, true, make_even},
    {"no-win", "No forced win within m plies, m being 5 or 6.", Requirement::men, games, true, make_no_win},
    {"quiet", "Neither side can capture anything at once.", Requirement::men, games, true, make_quiet},
    {"hanging", "White's queen can be captured where she stands, and White cannot win at once.",
     Requirement::men, games, true, make_hanging},
    {"zugzwang",
     "White wins in 3 plies, but only by moves that threaten nothing: whatever Black moves, his queen falls.",
     Requirement::men, games, true, make_zugzwang},
    {"few-men", "Two to four men on the board.", Requirement::none, games, true, make_few_men},
    {"full", "Five men a side: a queen, two rooks and two minor pieces.", Requirement::none, games, true,
     make_full},
});

}  // namespace

std::span<const Family> families() { return all; }

}  // namespace zermelo::queen_hunt
