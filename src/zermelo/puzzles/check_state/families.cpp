// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "zermelo/base/stop.hpp"
#include "zermelo/puzzles/check_state/board_builder.hpp"
#include "zermelo/puzzles/check_state/decide.hpp"
#include "zermelo/puzzles/check_state/puzzle.hpp"

namespace zermelo::check_state {

namespace {

using puzzles::Family;
using puzzles::Game;
using puzzles::GameRequest;
using puzzles::not_found;
using puzzles::Requirement;

using Verdict = CheckState::Verdict;

constexpr unsigned tries = 20'000;

/// A board that was put together, and what is to be said of it.
struct Candidate {
    const BoardBuilder& board;
    CheckState state = explain(board.board(), 0);

    const std::vector<Piece>& checkers() const { return state.reasons->checkers[index(board.own())]; }
    bool in_check() const { return state.verdict == Verdict::check && state.threatened == board.own(); }
    bool in_single_check() const { return in_check() && checkers().size() == 1; }
};

/// Adds pieces that leave the property as it is, until there are as many as the board is to have or they no
/// longer fit.
template <typename Has>
void fill_up(BoardBuilder& board, Has has) {
    const std::size_t patience = 4 * board.goal() + 16;
    for (std::size_t i = 0; i < patience && board.board().pieces.size() < board.goal(); ++i)
        if (board.anything() && !has(Candidate{board})) board.take_back();
}

/// Draws boards that `set(board)` puts together until one is a candidate that `has` the property.
template <typename Set, typename Has>
Result<Game> search(const GameRequest& request, std::string_view what, Set set, Has has) {
    ZERMELO_CHECK(check_sizes(request));
    constexpr std::uint64_t most = 2000;  // each piece that is added is looked at with all others
    if (request.requirements.pieces && *request.requirements.pieces > most)
        return failure(ErrorKind::bad_usage,
                       fmt::format("{} pieces, expected at most {} with this family; 'largest' makes more",
                                   *request.requirements.pieces, most));
    for (unsigned i = 0; i < tries; ++i) {
        ZERMELO_CHECK(unless_stopped(request.stop));
        BoardBuilder board{request};
        if (!set(board) || !has(Candidate{board})) continue;
        fill_up(board, [&](const Candidate& found) { return request.stop.stop_requested() || has(found); });
        ZERMELO_CHECK(unless_stopped(request.stop));
        if (request.requirements.pieces && board.board().pieces.size() != board.goal()) continue;
        return Game{board.finished()};
    }
    return not_found(what, tries);
}

/// One attacker and pieces that may come between or take it.
bool set_check(BoardBuilder& board) {
    board.place_kings();
    if (!board.threaten(board.king(), !board.own())) return false;
    const Point checker = point_of(board.board().pieces.back());
    for (std::uint64_t helpers = board.random().below(4); helpers > 0; --helpers) board.help(checker);
    return true;
}

Result<Game> make_double_check(const GameRequest& request) {
    const auto set = [](BoardBuilder& board) {
        return set_check(board) && board.threaten(board.king(), !board.own());
    };
    return search(request, "double check", set,
                  [](const Candidate& found) { return found.in_check() && found.checkers().size() >= 2; });
}

Result<Game> make_pin(const GameRequest& request) {
    const auto set = [](BoardBuilder& board) { return set_check(board) && board.shield(board.own()); };
    return search(request, "pinned piece that would rescue", set, [](const Candidate& found) {
        return found.in_single_check() && !found.state.reasons->pinned_moves.empty();
    });
}

/// A slider half the board away or more.
bool set_long_ray(BoardBuilder& board) {
    board.place_kings();
    const Step step = board.any_step();
    const Number far = board.room(board.king(), step);
    const Number least = std::max<Number>(2, board.n() / 2);
    if (far < least) return false;
    return board.slider_at(step, least + board.distance(far - least + 1) - 1);
}

Result<Game> make_long_ray(const GameRequest& request) {
    constexpr std::uint64_t most = 500;
    std::uint64_t wanted = request.random.below(6);
    // At most as many as there are men besides the kings and the checker, so that it is soon found.
    if (request.requirements.pieces)
        wanted = std::min(wanted, std::max<std::uint64_t>(*request.requirements.pieces, 3) - 3);
    if (request.requirements.interpositions) wanted = *request.requirements.interpositions;
    if (wanted > most)
        return failure(ErrorKind::bad_usage,
                       fmt::format("{} interpositions, expected at most {}", wanted, most));
    const auto one_long_ray = [](const Candidate& found) {
        if (!found.in_single_check()) return false;
        const Point from = point_of(found.checkers().front());
        return apart(from, found.board.king()) >= std::max<Number>(2, found.board.n() / 2);
    };
    const auto set = [&](BoardBuilder& board) {
        if (!set_long_ray(board)) return false;
        const Point checker = point_of(board.board().pieces.back());
        std::uint64_t made = 0;
        for (std::uint64_t left = 30 * wanted + 30; made != wanted && left > 0; --left) {
            if (!board.help(checker)) continue;
            const Candidate found{board};
            if (!one_long_ray(found) || found.state.evasions.interpositions > wanted)
                board.take_back();
            else
                made = found.state.evasions.interpositions;
        }
        return made == wanted;
    };
    return search(request, fmt::format("long ray with {} interpositions", wanted), set,
                  [&](const Candidate& found) {
                      return one_long_ray(found) && found.state.evasions.interpositions == wanted;
                  });
}

/// Whether one piece of the enemy that is neither its king nor gives check itself, and nothing else, keeps
/// its slider from attacking the king.
bool has_screen(const Candidate& found) {
    const BoardBuilder& board = found.board;
    const auto gives_check = [&](const Step& step) {  // the nearest man on a line
        return std::any_of(found.checkers().begin(), found.checkers().end(), [&](const Piece& checker) {
            return direction(board.king(), point_of(checker)) == step;
        });
    };
    const Color enemy = !board.own();
    Rays rays(spot_of(king_of(board.board(), board.own())));
    for (const Piece& piece : board.board().pieces) rays.add(spot_of(piece));
    for (std::size_t i = 0; i < queen_steps.size(); ++i) {
        const unsigned sliders = sliders_along(queen_steps[i], enemy);
        const unsigned screens = army(enemy) & ~sliders & ~codes(enemy, {Kind::king});
        if (is_in(screens, rays.blocker(i, 0)) && is_in(sliders, rays.blocker(i, 1)) &&
            !gives_check(queen_steps[i]))
            return true;
    }
    return false;
}

Result<Game> make_discovered(const GameRequest& request) {
    const auto set = [](BoardBuilder& board) { return set_check(board) && board.shield(!board.own()); };
    return search(request, "check beside a line that an enemy piece keeps closed", set,
                  [](const Candidate& found) { return found.in_check() && has_screen(found); });
}

Number kings_apart(const PlainBoard& board) {
    return apart(point_of(king_of(board, Color::white)), point_of(king_of(board, Color::black)));
}

Result<Game> make_near_kings(const GameRequest& request) {
    const auto set = [](BoardBuilder& board) {
        const Point own = board.any_point();
        const Number reach = board.random().one_in(3) ? 1 : 2;
        const Number dx = board.small(reach);
        if (!board.place_kings(own, {own.x + dx, own.y + board.small(reach)})) return false;
        for (std::uint64_t i = board.random().below(3); i > 0; --i) board.threaten(own, !board.own());
        return true;
    };
    return search(request, "kings close together", set, [](const Candidate& found) {
        const Number between = kings_apart(found.board.board());
        return between == 1 || (between == 2 && found.state.verdict != Verdict::impossible);
    });
}

Result<Game> make_edge_pawns(const GameRequest& request) {
    const auto set = [](BoardBuilder& board) {
        Point own = board.any_point();
        const Number depth = static_cast<Number>(board.random().below(2));
        own.y = board.random().one_in(2) ? 1 + depth : board.n() - depth;
        if (!board.place_kings(own, board.any_point())) return false;
        for (const Number row : {Number{1}, board.n()}) {
            for (std::uint64_t i = 1 + board.random().below(3); i > 0; --i) {
                const Color color = board.any_color();
                const Number x = board.random().one_in(2) ? own.x + board.small(2) : board.any_point().x;
                board.put(color, Kind::pawn, {x, row});
            }
        }
        if (board.random().one_in(2)) board.threaten(own, !board.own());
        return true;
    };
    return search(request, "board with pawns on both edges", set, [](const Candidate& found) {
        const PlainBoard& board = found.board.board();
        const auto has_pawn = [&](Number row, Number max_apart) {
            return std::any_of(board.pieces.begin(), board.pieces.end(), [&](const Piece& piece) {
                const Point at = point_of(piece);
                return piece.kind == Kind::pawn && at.y == row &&
                       std::min(apart(at, point_of(king_of(board, Color::white))),
                                apart(at, point_of(king_of(board, Color::black)))) <= max_apart;
            });
        };
        constexpr Number near = 3;
        const Number n = found.board.n();
        return has_pawn(1, n) && has_pawn(n, n) && (has_pawn(1, near) || has_pawn(n, near));
    });
}

/// Whether the square behind the king, seen from the checker, is free of his own pieces and barred only by
/// the ray that goes on through him.
bool has_shadow(const BoardBuilder& board, const Piece& checker) {
    const auto step = direction(point_of(checker), board.king());
    if (!step || !is_in(sliders_along(*step, checker.color), spot_of(checker).code)) return false;
    const Point behind = board.king() + *step;
    if (board.room(board.king(), *step) == 0) return false;
    if (const Piece* there = board.at(behind); there != nullptr && there->color == board.own()) return false;
    Rays rays(Spot{behind.x - 1, behind.y - 1});
    for (const Piece& piece : board.board().pieces)
        if (piece != checker && point_of(piece) != board.king()) rays.add(spot_of(piece));
    return rays.attackers(checker.color).empty();
}

Result<Game> make_x_ray(const GameRequest& request) {
    return search(request, "x-ray through the king", set_check, [](const Candidate& found) {
        return found.in_single_check() && has_shadow(found.board, found.checkers().front());
    });
}

Result<Game> make_impossible(const GameRequest& request) {
    const auto set = [](BoardBuilder& board) {
        return set_check(board) &&
               board.threaten(point_of(king_of(board.board(), !board.own())), board.own());
    };
    return search(request, "board with both kings threatened", set, [](const Candidate& found) {
        return found.state.verdict == Verdict::impossible && kings_apart(found.board.board()) > 1;
    });
}

Result<Game> make_mate(const GameRequest& request) {
    const auto set = [](BoardBuilder& board) {
        constexpr int max_attackers = 8;
        if (!set_check(board)) return false;
        for (int i = 0; i < max_attackers; ++i) {
            if (explain(board.board(), 0).is_mate()) return true;
            // Aimed at the king's neighbours, so that steps are barred and not only the king attacked.
            const Number dx = board.small(1);
            board.threaten({board.king().x + dx, board.king().y + board.small(1)}, !board.own());
        }
        return true;
    };
    return search(request, "mate", set,
                  [](const Candidate& found) { return found.in_check() && found.state.is_mate(); });
}

Result<Game> make_safe(const GameRequest& request) {
    const auto set = [](BoardBuilder& board) {
        board.place_kings();
        for (std::uint64_t i = 1 + board.random().below(3); i > 0; --i)
            board.shield(board.random().one_in(3) ? !board.own() : board.own());
        return true;
    };
    return search(request, "safe board on which a slider looks towards a king", set,
                  [](const Candidate& found) {
                      const auto& pins = found.state.reasons->pins[index(found.board.own())];
                      return found.state.verdict == Verdict::safe && (!pins.empty() || has_screen(found));
                  });
}

struct Size {
    std::uint64_t n;
    std::uint64_t pieces;
};

Size size_of(const GameRequest& request) {
    const CheckBounds& bounds = bounds_of(request);
    std::uint64_t n = bounds.max_n;
    if (bounds.load_counts_n) n = std::min(n, request.load / 2);
    n = request.requirements.n.value_or(std::max(n, bounds.least_n));
    // A quarter of the squares: enough stay free for pieces that threaten nobody.
    std::uint64_t pieces = bounds.load_counts_n ? request.load - std::min(request.load, n) : request.load;
    pieces = std::clamp<std::uint64_t>(pieces, 3, bounds.max_pieces);
    if (n < (std::uint64_t{1} << 31U)) pieces = std::min(pieces, std::max<std::uint64_t>(3, n * n / 4));
    return {n, request.requirements.pieces.value_or(pieces)};
}

/// Puts down the kings and the checker; gives the direction of the ray.
Step place_kings_and_checker(BoardBuilder& board) {
    const bool from_left = board.random().one_in(2);
    const Step step = board.any_step();
    // At the edge that the line begins at, so that it is as long as the board.
    const auto start = [&](int s, bool low) { return s > 0 || (s == 0 && low) ? Number{1} : board.n(); };
    Point king{start(step.x, from_left), start(step.y, from_left)};
    if (step.x == 0) king.x = board.any_coordinate();
    if (step.y == 0) king.y = board.any_coordinate();
    board.place_king(king);
    board.slider_at(step, board.n() - 1);
    while (true) {
        const Point other = board.any_point();
        if (apart(other, king) > 1 && direction(king, other) != step &&
            board.put(!board.own(), Kind::king, other))
            return step;
    }
}

/// Adds pieces that threaten nobody, whatever their kinds, and leave the ray free. False if there was no room
/// for all of them, or somebody asked to stop.
bool fill(BoardBuilder& board, Step step, std::uint64_t pieces, const std::stop_token& stop) {
    const Point other_king = point_of(board.board().pieces.back());
    for (std::uint64_t patience = 64 * pieces + 1024; board.board().pieces.size() < pieces; --patience) {
        if (patience == 0 || (patience % 4096 == 0 && stop.stop_requested())) return false;
        // Half of all cross the ray near it, and stand in each other's way.
        Point point = board.any_point();
        if (board.random().one_in(2)) {
            const Point on = along(board.king(), step, board.any_coordinate() - 1);
            constexpr Number band = 64;
            const auto aside = static_cast<Number>(
                1 + board.random().below(static_cast<std::uint64_t>(std::min(board.n(), band))));
            point = along(on, board.any_step(), aside);
        }
        const Color color = board.any_color();
        const Kind kind = board.any_kind();
        const Point enemy = color == board.own() ? other_king : board.king();
        if (direction(board.king(), point) != step && apart(point, enemy) > 2 && !direction(enemy, point))
            board.put(color, kind, point);
    }
    return true;
}

/// A board with as many squares and pieces as the request's load allows, or as required: one slider checks
/// from the far end of the king's longest line, which is kept free; the other pieces are spread over the
/// board and along that line, none of them threatens a king. Cost: O(pieces).
Result<Game> make_largest(const GameRequest& request) {
    ZERMELO_CHECK(check_sizes(request));
    const Size size = size_of(request);
    constexpr std::uint64_t least_n = 4;  // so that there is room for the other king
    if (size.n < least_n || size.pieces < 3)
        return failure(ErrorKind::bad_usage,
                       fmt::format("n {} with {} pieces, expected at least {} and 3 with "
                                   "the family largest",
                                   size.n, size.pieces, least_n));
    BoardBuilder board{request.random, size.n, static_cast<std::size_t>(size.pieces)};
    const Step step = place_kings_and_checker(board);
    const bool full = fill(board, step, size.pieces, request.stop);
    ZERMELO_CHECK(unless_stopped(request.stop));
    if (!full)
        return failure(ErrorKind::bad_usage,
                       fmt::format("no room for {} pieces on {}x{} squares without a second check, expected "
                                   "fewer with the family largest",
                                   size.pieces, size.n, size.n));
    return Game{board.finished()};
}

Result<Game> make_many_small(const GameRequest& request);

constexpr Requirement sizes = Requirement::n | Requirement::pieces;
constexpr std::uint64_t games = 100;

constexpr auto all = std::to_array<Family>({
    {"double-check", "Two pieces or more threaten one king: only the king's own steps can rescue.", sizes,
     games, true, make_double_check},
    {"pin", "One check, and a pinned piece that could rescue if it were free.", sizes, games, true, make_pin},
    {"long-ray",
     "A slider checks from half the board away or more, and exactly K moves (interpositions, 0 to 5) step "
     "between.",
     sizes | Requirement::interpositions, games, true, make_long_ray},
    {"discovered",
     "Check, and another line to the king that only an enemy piece keeps closed: taken, it opens.", sizes,
     games, true, make_discovered},
    {"near-kings", "The kings stand side by side (Impossible) or one square apart.", sizes, games, true,
     make_near_kings},
    {"edge-pawns", "Pawns on the first and the last row, and a king near one of them.", sizes, games, true,
     make_edge_pawns},
    {"x-ray", "A slider checks, and the square behind the king is barred only by the ray through him.", sizes,
     games, true, make_x_ray},
    {"impossible", "Both kings are threatened, not by each other.", sizes, games, true, make_impossible},
    {"mate", "Checkmate.", sizes, games, true, make_mate},
    {"safe", "Neither king is threatened, though a slider looks towards one through a piece.", sizes, games,
     true, make_safe},
    {"many-small", "All of the above on small boards, as many as the statement allows.", sizes, 0, false,
     make_many_small},
    {"largest",
     "One board as large as the statement allows, for time limits: a check from far away, every line "
     "crossed.",
     sizes, 1, false, make_largest},
});

Result<Game> make_many_small(const GameRequest& request) {
    constexpr std::size_t small_ones = all.size() - 2;  // those before it
    return all[request.random.below(small_ones)].make(request);
}

}  // namespace

std::span<const Family> CheckPuzzle::families() const {
    constexpr std::size_t without_largest = all.size() - 1;
    return std::span{all}.first(any_size() ? all.size() : without_largest);
}

}  // namespace zermelo::check_state
