// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "zermelo/judge/simplified.hpp"
#include "zermelo/puzzles/queen_hunt/moves.hpp"
#include "zermelo/puzzles/queen_hunt/random.hpp"
#include "zermelo/stress/family.hpp"

namespace zermelo::stress::families_detail {

namespace {

using judge::HuntWin;
using queen_hunt::ArmyCounts;
using queen_hunt::Position;
using Win = std::optional<HuntWin>;

constexpr unsigned most_men = 5;  // of a side
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
Armies random_armies(const Order& order, std::uint64_t least, std::uint64_t most) {
    const std::uint64_t all =
        order.wishes.men ? *order.wishes.men : least + order.random.below(most - least + 1);
    const std::uint64_t low = all > most_men ? all - most_men : 1;
    const std::uint64_t high = std::min<std::uint64_t>(most_men, all - 1);
    const auto white = static_cast<unsigned>(low + order.random.below(high - low + 1));
    Armies armies;
    armies.white = queen_hunt::random_army(white, order.random);
    armies.black = queen_hunt::random_army(static_cast<unsigned>(all) - white, order.random);
    return armies;
}

/// Nothing if no two armies have so many men.
Result<void> check_men(const Order& order) {
    if (!order.wishes.men || (*order.wishes.men >= 2 && *order.wishes.men <= 2 * most_men)) return {};
    return failure(ErrorKind::bad_usage, fmt::format("--men {}, expected 2 to {}, of both sides together",
                                                     *order.wishes.men, 2 * most_men));
}

/// Draws positions of armies from `armies()` until `accept(position)` returns a bound.
template <typename ArmiesOf, typename Accept>
Result<Case> search(const Order& order, std::string_view what, ArmiesOf armies_of, Accept accept) {
    if (const auto good = check_men(order); !good) return tl::make_unexpected(good.error());
    Armies armies;
    for (unsigned i = 0; i < tries; ++i) {
        if (i % tries_an_army == 0) armies = armies_of();
        const Position position = queen_hunt::random_position(armies.white, armies.black, order.random);
        const Result<std::optional<Plies>> bound = accept(position, i);
        if (!bound) return tl::make_unexpected(bound.error());
        if (*bound) return Case{HuntCase{position, **bound}};
    }
    return not_found(what, tries);
}

auto any_armies(const Order& order) {
    return [&order] { return random_armies(order, 2, 2 * most_men); };
}

/// A bound at which the verdict is sharp: for yes the win's own length or a ply more, for no one or two less.
Plies sharp_bound(Random& random, Plies length, bool yes) {
    const Plies slack{random.below(2)};
    return yes ? length + slack : length - slack - Plies{1};
}

/// As most families choose the bound: sharp where there is a win within the statement's plies, its last two
/// values where there is none; yes and no as often, where there is a yes.
template <typename ArmiesOf, typename Suits>
Result<Case> with_sharp_bound(const Order& order, std::string_view what, ArmiesOf armies_of, Suits suits) {
    constexpr Plies most = judge::most_statement_plies;
    const bool yes = order.random.one_in(2);
    return search(order, what, armies_of, [&](const Position& p, unsigned i) -> Result<std::optional<Plies>> {
        if (!suits(p)) return std::nullopt;
        const auto win = order.hunts.prove(p, most);
        if (!win) return tl::make_unexpected(win.error());
        if (!*win) {
            if (yes && i < tries / 2) return std::nullopt;
            return most - Plies{order.random.below(2)};
        }
        const Plies length = (*win)->plies;
        const bool at_once = length == Plies{1};
        if (at_once && !yes && i < tries / 2) return std::nullopt;
        return sharp_bound(order.random, length, yes || at_once);
    });
}

/// A win of exactly `length` plies; `bound()` is the game's.
template <typename Bound>
Result<Case> of_length(const Order& order, Plies length, Bound bound) {
    if (length.count() % 2 == 0)
        return failure(ErrorKind::bad_usage,
                       fmt::format("--plies {}, expected an odd number: White makes the last move of a win",
                                   length.count()));
    // Longer wins are told sooner with few men: there are tables for six.
    constexpr std::uint64_t told_soon = 6;
    const std::uint64_t most = length > Plies{7} ? told_soon - 1 : 2 * most_men;
    const auto armies = [&] { return random_armies(order, 2, most); };
    return search(order, fmt::format("win in {} plies", length.count()), armies,
                  [&](const Position& p, unsigned) -> Result<std::optional<Plies>> {
                      if ((length == Plies{1}) != queen_hunt::wins_at_once(p)) return std::nullopt;
                      const auto win = order.hunts.prove(p, length);
                      if (!win) return tl::make_unexpected(win.error());
                      if (!*win || (*win)->plies != length) return std::nullopt;
                      return bound();
                  });
}

Result<Case> make_win(const Order& order) {
    const bool wants_yes = order.random.one_in(2);
    const std::uint64_t drawn = wants_yes ? 1 + 2 * order.random.below(3) : 3 + 2 * order.random.below(2);
    const Plies length{order.wishes.plies.value_or(drawn)};
    const bool yes = wants_yes || length == Plies{1};
    return of_length(order, length, [&] { return sharp_bound(order.random, length, yes); });
}

Result<Case> make_even(const Order& order) {
    const Plies length{order.wishes.plies ? *order.wishes.plies : 3 + 2 * order.random.below(2)};
    const bool yes = length == Plies{1} || order.random.one_in(2);
    return of_length(order, length, [&] { return yes ? length + Plies{1} : length - Plies{1}; });
}

Result<Case> make_no_win(const Order& order) {
    const Plies bound{judge::most_statement_plies.count() - order.random.below(2)};
    return search(order, "game without a win", any_armies(order),
                  [&](const Position& p, unsigned) -> Result<std::optional<Plies>> {
                      const auto wins = order.hunts.wins_within(p, bound);
                      if (!wins) return tl::make_unexpected(wins.error());
                      return *wins ? std::nullopt : std::optional{bound};
                  });
}

/// Whether the side to move can capture anything.
bool can_capture(const Position& p) {
    queen_hunt::MoveList moves;
    queen_hunt::list_moves(p, moves);
    const std::uint32_t enemies = queen_hunt::squares(p.other());
    return std::any_of(moves.begin(), moves.end(),
                       [&](const queen_hunt::Move& m) { return (enemies >> m.to_index & 1U) != 0; });
}

Result<Case> make_quiet(const Order& order) {
    return with_sharp_bound(order, "quiet game", any_armies(order),
                            [](const Position& p) { return !can_capture(p) && !can_capture(passed(p)); });
}

Result<Case> make_few_men(const Order& order) {
    constexpr std::uint64_t few = 4;
    return with_sharp_bound(
        order, "game of few men", [&] { return random_armies(order, 2, few); },
        [](const Position&) { return true; });
}

Result<Case> make_full(const Order& order) {
    const auto army = [&order] { return queen_hunt::random_army(most_men, order.random); };
    const auto armies = [&] {
        const ArmyCounts white = army();
        return Armies{white, army()};
    };
    return with_sharp_bound(order, "game of full armies", armies, [](const Position&) { return true; });
}

Result<Case> make_hanging(const Order& order) {
    return with_sharp_bound(order, "game with a hanging queen", any_armies(order), [](const Position& p) {
        return !queen_hunt::wins_at_once(p) && queen_hunt::wins_at_once(passed(p));
    });
}

/// Whether the side to move wins in three plies, and only by moves after which nothing attacks the enemy's
/// queen: whatever the enemy moves, it loses, and would not if it could pass.
bool wins_by_zugzwang(const Position& p) {
    if (queen_hunt::wins_at_once(p)) return false;
    queen_hunt::MoveList moves;
    queen_hunt::list_moves(p, moves);
    bool found = false;
    for (const queen_hunt::Move& move : moves) {
        const Position after = queen_hunt::play(p, move);
        if (queen_hunt::wins_at_once(after) || !queen_hunt::lost_in_two(after)) continue;
        if (queen_hunt::wins_at_once(passed(after))) return false;
        found = true;
    }
    return found;
}

Result<Case> make_zugzwang(const Order& order) {
    return with_sharp_bound(order, "zugzwang", any_armies(order), wins_by_zugzwang);
}

constexpr std::uint64_t games = 100;

constexpr std::array<Family, 8> all{{
    {"win", "A forced win of exactly --plies N plies (1, 3 or 5): m is N or N+1 for YES, N-1 or N-2 for NO.",
     Heeds::plies | Heeds::men, games, true, make_win},
    {"even-bound",
     "A forced win of exactly --plies N plies (3 or 5), and m is even: N+1 for YES, N-1 for NO.",
     Heeds::plies | Heeds::men, games, true, make_even},
    {"no-win", "No forced win within m plies, m being 5 or 6.", Heeds::men, games, true, make_no_win},
    {"quiet", "Neither side can capture anything at once.", Heeds::men, games, true, make_quiet},
    {"hanging", "White's queen can be captured where she stands, and White cannot win at once.", Heeds::men,
     games, true, make_hanging},
    {"zugzwang",
     "White wins in 3 plies, but only by moves that threaten nothing: whatever Black moves, his queen falls.",
     Heeds::men, games, true, make_zugzwang},
    {"few-men", "Two to four men on the board.", Heeds::none, games, true, make_few_men},
    {"full", "Five men a side: a queen, two rooks and two minor pieces.", Heeds::none, games, true,
     make_full},
}};

}  // namespace

std::span<const Family> hunt_families() { return all; }

}  // namespace zermelo::stress::families_detail
