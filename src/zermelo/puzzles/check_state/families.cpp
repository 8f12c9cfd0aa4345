// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "zermelo/puzzles/check_state/board_builder.hpp"
#include "zermelo/puzzles/check_state/decide.hpp"
#include "zermelo/puzzles/check_state/largest_board.hpp"
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

/// Adds pieces that leave the property as it is, until there are as many as the board is to have or they no
/// longer fit.
template <typename Has>
void fill_up(BoardBuilder& board, Has has) {
    const std::size_t patience = 4 * board.goal() + 16;
    for (std::size_t i = 0; i < patience && board.board().pieces.size() < board.goal(); ++i)
        if (board.anything() && !has(board, explain(board.board(), 0))) board.take_back();
}

/// Draws boards that `set(board)` puts together until one `has(board, state)` the property.
template <typename Set, typename Has>
Result<Game> search(const GameRequest& request, std::string_view what, Set set, Has has) {
    ZERMELO_CHECK(check_sizes(request));
    constexpr std::uint64_t most = 2000;  // each piece that is added is looked at with all others
    if (request.requirements.pieces && *request.requirements.pieces > most)
        return failure(ErrorKind::bad_usage,
                       fmt::format("--pieces {}, expected at most {} with this family; 'largest' makes more",
                                   *request.requirements.pieces, most));
    for (unsigned i = 0; i < tries; ++i) {
        BoardBuilder board{request};
        if (!set(board) || !has(board, explain(board.board(), 0))) continue;
        fill_up(board, has);
        if (request.requirements.pieces && board.board().pieces.size() != board.goal()) continue;
        return Game{board.finished()};
    }
    return not_found(what, tries);
}

const std::vector<Piece>& checkers(const BoardBuilder& board, const CheckState& state) {
    return state.reasons->checkers[index(board.own())];
}

bool in_check(const BoardBuilder& board, const CheckState& state) {
    return state.verdict == Verdict::check && state.threatened == board.own();
}

bool in_single_check(const BoardBuilder& board, const CheckState& state) {
    return in_check(board, state) && checkers(board, state).size() == 1;
}

/// One attacker and pieces that may come between or take it.
bool set_check(BoardBuilder& board, const GameRequest& request) {
    board.place_kings();
    if (!board.threaten(board.king(), !board.own())) return false;
    const Point checker = point_of(board.board().pieces.back());
    for (std::uint64_t helpers = request.random.below(4); helpers > 0; --helpers) board.help(checker);
    return true;
}

Result<Game> make_double_check(const GameRequest& request) {
    const auto set = [&](BoardBuilder& board) {
        return set_check(board, request) && board.threaten(board.king(), !board.own());
    };
    return search(request, "double check", set, [](const BoardBuilder& board, const CheckState& state) {
        return in_check(board, state) && checkers(board, state).size() >= 2;
    });
}

Result<Game> make_pin(const GameRequest& request) {
    const auto set = [&](BoardBuilder& board) {
        return set_check(board, request) && board.shield(board.own());
    };
    return search(request, "pinned piece that would rescue", set,
                  [](const BoardBuilder& board, const CheckState& state) {
                      return in_single_check(board, state) && !state.reasons->pinned_moves.empty();
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
    const std::uint64_t wanted =
        request.requirements.interpositions ? *request.requirements.interpositions : request.random.below(6);
    if (wanted > most)
        return failure(ErrorKind::bad_usage,
                       fmt::format("--interpositions {}, expected at most {}", wanted, most));
    const auto one_long_ray = [](const BoardBuilder& board, const CheckState& state) {
        if (!in_single_check(board, state)) return false;
        const Point from = point_of(checkers(board, state).front());
        return apart(from, board.king()) >= std::max<Number>(2, board.n() / 2);
    };
    const auto set = [&](BoardBuilder& board) {
        if (!set_long_ray(board)) return false;
        const Point checker = point_of(board.board().pieces.back());
        std::uint64_t made = 0;
        for (std::uint64_t left = 30 * wanted + 30; made != wanted && left > 0; --left) {
            if (!board.help(checker)) continue;
            const CheckState state = explain(board.board(), 0);
            if (!one_long_ray(board, state) || state.evasions.interpositions > wanted) {
                board.take_back();
            } else {
                made = state.evasions.interpositions;
            }
        }
        return made == wanted;
    };
    return search(request, fmt::format("long ray with {} interpositions", wanted), set,
                  [&](const BoardBuilder& board, const CheckState& state) {
                      return one_long_ray(board, state) && state.evasions.interpositions == wanted;
                  });
}

/// Whether one piece of the enemy other than its king, and nothing else, keeps its slider from attacking the
/// king.
bool has_screen(const BoardBuilder& board) {
    const Color enemy = !board.own();
    Rays rays(spot_of(king_of(board.board(), board.own())));
    for (const Piece& piece : board.board().pieces) rays.add(spot_of(piece));
    for (std::size_t i = 0; i < queen_steps.size(); ++i) {
        const unsigned sliders = sliders_along(queen_steps[i], enemy);
        const unsigned screens = army(enemy) & ~sliders & ~codes(enemy, {Kind::king});
        if (is_in(screens, rays.blocker(i, 0)) && is_in(sliders, rays.blocker(i, 1))) return true;
    }
    return false;
}

Result<Game> make_discovered(const GameRequest& request) {
    const auto set = [&](BoardBuilder& board) {
        return set_check(board, request) && board.shield(!board.own());
    };
    return search(request, "check beside a line that an enemy piece keeps closed", set,
                  [](const BoardBuilder& board, const CheckState& state) {
                      return in_check(board, state) && has_screen(board);
                  });
}

Number kings_apart(const PlainBoard& board) {
    return apart(point_of(king_of(board, Color::white)), point_of(king_of(board, Color::black)));
}

Result<Game> make_near_kings(const GameRequest& request) {
    const auto set = [&](BoardBuilder& board) {
        const Point own = board.any_point();
        const Number reach = request.random.one_in(3) ? 1 : 2;
        const Number dx = board.small(reach);
        if (!board.place_kings(own, {own.x + dx, own.y + board.small(reach)})) return false;
        for (std::uint64_t i = request.random.below(3); i > 0; --i) board.threaten(own, !board.own());
        return true;
    };
    return search(request, "kings close together", set,
                  [](const BoardBuilder& board, const CheckState& state) {
                      const Number between = kings_apart(board.board());
                      return between == 1 || (between == 2 && state.verdict != Verdict::impossible);
                  });
}

Result<Game> make_edge_pawns(const GameRequest& request) {
    const auto set = [&](BoardBuilder& board) {
        Point own = board.any_point();
        const Number depth = static_cast<Number>(request.random.below(2));
        own.y = request.random.one_in(2) ? 1 + depth : board.n() - depth;
        if (!board.place_kings(own, board.any_point())) return false;
        for (const Number row : {Number{1}, board.n()}) {
            for (std::uint64_t i = 1 + request.random.below(3); i > 0; --i) {
                const Color color = board.any_color();
                const Number x = request.random.one_in(2) ? own.x + board.small(2) : board.any_point().x;
                board.put(color, Kind::pawn, {x, row});
            }
        }
        if (request.random.one_in(2)) board.threaten(own, !board.own());
        return true;
    };
    return search(request, "board with pawns on both edges", set,
                  [](const BoardBuilder& board, const CheckState&) {
                      const auto has_pawn = [&](Number row) {
                          const auto& pieces = board.board().pieces;
                          return std::any_of(pieces.begin(), pieces.end(), [row](const Piece& piece) {
                              return piece.kind == Kind::pawn && point_of(piece).y == row;
                          });
                      };
                      return has_pawn(1) && has_pawn(board.n());
                  });
}

/// Whether the square behind the king, seen from the checker, is free of his own pieces and barred only by
/// the ray that goes on through him.
bool has_shadow(const BoardBuilder& board, const Piece& checker) {
    const auto step = direction(point_of(checker), board.king());
    if (!step || !is_in(sliders_along(*step, checker.color), spot_of(checker).code)) return false;
    const Point behind = board.king() + *step;
    if (board.room(board.king(), *step) == 0) return false;
    const Piece* there = board.at(behind);
    if (there != nullptr && there->color == board.own()) return false;
    PlainBoard moved = board.board();
    std::erase(moved.pieces, checker);
    std::erase_if(moved.pieces, [&](const Piece& piece) { return point_of(piece) == behind; });
    for (Piece& piece : moved.pieces)
        if (piece.kind == Kind::king && piece.color == board.own())
            piece = {piece.color, piece.kind, Column{static_cast<std::uint64_t>(behind.x)},
                     Row{static_cast<std::uint64_t>(behind.y)}};
    return explain(moved, 0).reasons->checkers[index(board.own())].empty();
}

Result<Game> make_x_ray(const GameRequest& request) {
    return search(
        request, "x-ray through the king", [&](BoardBuilder& board) { return set_check(board, request); },
        [](const BoardBuilder& board, const CheckState& state) {
            return in_single_check(board, state) && has_shadow(board, checkers(board, state).front());
        });
}

Result<Game> make_impossible(const GameRequest& request) {
    const auto set = [&](BoardBuilder& board) {
        return set_check(board, request) &&
               board.threaten(point_of(king_of(board.board(), !board.own())), board.own());
    };
    return search(request, "board with both kings threatened", set,
                  [](const BoardBuilder& board, const CheckState& state) {
                      return state.verdict == Verdict::impossible && kings_apart(board.board()) > 1;
                  });
}

Result<Game> make_mate(const GameRequest& request) {
    const auto set = [&](BoardBuilder& board) {
        constexpr int most_attackers = 8;
        if (!set_check(board, request)) return false;
        for (int i = 0; i < most_attackers; ++i) {
            if (explain(board.board(), 0).is_mate()) return true;
            // Aimed at the king's neighbours, so that steps are barred and not only the king attacked.
            const Number dx = board.small(1);
            board.threaten({board.king().x + dx, board.king().y + board.small(1)}, !board.own());
        }
        return true;
    };
    return search(request, "mate", set, [](const BoardBuilder& board, const CheckState& state) {
        return in_check(board, state) && state.is_mate();
    });
}

Result<Game> make_safe(const GameRequest& request) {
    const auto set = [&](BoardBuilder& board) {
        board.place_kings();
        for (std::uint64_t i = 1 + request.random.below(3); i > 0; --i)
            board.shield(request.random.one_in(3) ? !board.own() : board.own());
        return true;
    };
    return search(request, "safe board on which a slider looks towards a king", set,
                  [](const BoardBuilder& board, const CheckState& state) {
                      const auto& pins = state.reasons->pins[index(board.own())];
                      return state.verdict == Verdict::safe && (!pins.empty() || has_screen(board));
                  });
}

Result<Game> make_many_small(const GameRequest& request);

constexpr Requirement sizes = Requirement::n | Requirement::pieces;
constexpr std::uint64_t games = 100;

constexpr auto all = std::to_array<Family>({
    {"double-check", "Two pieces or more threaten one king: only the king's own steps can rescue.", sizes,
     games, true, make_double_check},
    {"pin", "One check, and a pinned piece that could rescue if it were free.", sizes, games, true, make_pin},
    {"long-ray",
     "A slider checks from half the board away or more, and exactly --interpositions K moves (0 to 5) step "
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
