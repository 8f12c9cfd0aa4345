// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "zermelo/stress/family_largest.hpp"
#include "zermelo/stress/scene.hpp"

namespace zermelo::stress::families_detail {

namespace {

using check_state::Details;
using check_state::Kind;
using check_state::Piece;
using check_state::Step;
using Verdict = check_state::CheckState::Verdict;

constexpr unsigned tries = 20'000;

/// Adds pieces that leave the property as it is, until there are as many as the board is to have or they no
/// longer fit.
template <typename Has>
void fill_up(Scene& scene, Has has) {
    const std::size_t patience = 4 * scene.goal() + 16;
    for (std::size_t i = 0; i < patience && scene.board().pieces.size() < scene.goal(); ++i)
        if (scene.anything() && !has(scene, details_of(scene.board()))) scene.take_back();
}

/// Draws boards that `set(scene)` puts together until one `has(scene, details)` the property.
template <typename Set, typename Has>
Result<Case> search(const Order& order, std::string_view what, Set set, Has has) {
    if (const auto good = check_sizes(order); !good) return tl::make_unexpected(good.error());
    constexpr std::uint64_t most = 2000;  // each piece that is added is looked at with all others
    if (order.wishes.pieces && *order.wishes.pieces > most)
        return failure(ErrorKind::bad_usage,
                       fmt::format("--pieces {}, expected at most {} with this family; 'largest' makes more",
                                   *order.wishes.pieces, most));
    for (unsigned i = 0; i < tries; ++i) {
        Scene scene{order};
        if (!set(scene) || !has(scene, details_of(scene.board()))) continue;
        fill_up(scene, has);
        if (order.wishes.pieces && scene.board().pieces.size() != scene.goal()) continue;
        return Case{scene.finished()};
    }
    return not_found(what, tries);
}

const std::vector<Piece>& checkers(const Scene& scene, const Details& details) {
    return details.checkers[static_cast<std::size_t>(scene.own())];
}

bool in_check(const Scene& scene, const Details& details) {
    return details.state.verdict == Verdict::check && details.state.threatened == scene.own();
}

/// One attacker and pieces that may come between or take it.
bool set_check(Scene& scene, const Order& order) {
    scene.place_kings();
    if (!scene.threaten(scene.king(), !scene.own())) return false;
    const Spot checker = spot_of(scene.board().pieces.back());
    for (std::uint64_t helpers = order.random.below(4); helpers > 0; --helpers) scene.help(checker);
    return true;
}

Result<Case> make_double_check(const Order& order) {
    const auto set = [&](Scene& scene) {
        return set_check(scene, order) && scene.threaten(scene.king(), !scene.own());
    };
    return search(order, "double check", set, [](const Scene& scene, const Details& details) {
        return in_check(scene, details) && checkers(scene, details).size() >= 2;
    });
}

/// How far from the king a step of `by` from `from` first meets his line in direction `step`, were it
/// repeated often enough; 0 if it never does. Lines, not squares: a board may have 10^18 of them on a side.
Number meets(Spot king, Step step, Spot from, Step by) {
    const Number det = Number{step.x} * by.y - Number{step.y} * by.x;
    if (det == 0) return 0;
    const Number distance = by.x * (king.y - from.y) - by.y * (king.x - from.x);
    return distance % det == 0 ? distance / det : 0;
}

/// Whether a pinned piece reaches the checker or a square between him and the king. On either it would leave
/// the line that it is pinned on, since that meets the checker's line only at the king.
bool would_rescue(const Scene& scene, const Piece& pinned, Spot checker) {
    if (moves_to(scene.board(), pinned, checker)) return true;
    const auto line = direction(scene.king(), checker);
    if (!line) return false;
    const Number length =
        std::max(std::abs(checker.x - scene.king().x), std::abs(checker.y - scene.king().y));
    const auto comes_between = [&](Step by) {
        const Number at = meets(scene.king(), *line, spot_of(pinned), by);
        return at > 0 && at < length && moves_to(scene.board(), pinned, along(scene.king(), *line, at));
    };
    // A pawn's step is one of the queen's.
    const auto& steps = pinned.kind == Kind::knight ? check_state::knight_steps : check_state::queen_steps;
    return std::any_of(steps.begin(), steps.end(), comes_between);
}

Result<Case> make_pin(const Order& order) {
    const auto set = [&](Scene& scene) { return set_check(scene, order) && scene.shield(scene.own()); };
    return search(
        order, "pinned piece that would rescue", set, [](const Scene& scene, const Details& details) {
            if (!in_check(scene, details) || checkers(scene, details).size() != 1) return false;
            const Spot checker = spot_of(checkers(scene, details).front());
            const auto& pinned = details.pinned[static_cast<std::size_t>(scene.own())];
            return std::any_of(pinned.begin(), pinned.end(),
                               [&](const Piece& piece) { return would_rescue(scene, piece, checker); });
        });
}

/// A slider half the board away or more.
bool set_long_ray(Scene& scene) {
    scene.place_kings();
    const Step step = scene.any_step();
    const Number far = scene.room(scene.king(), step);
    const Number least = std::max<Number>(2, scene.n() / 2);
    if (far < least) return false;
    return scene.slider_at(step, least + scene.distance(far - least + 1) - 1);
}

Result<Case> make_long_ray(const Order& order) {
    constexpr std::uint64_t most = 500;
    const std::uint64_t wanted =
        order.wishes.interpositions ? *order.wishes.interpositions : order.random.below(6);
    if (wanted > most)
        return failure(ErrorKind::bad_usage,
                       fmt::format("--interpositions {}, expected at most {}", wanted, most));
    const auto one_long_ray = [](const Scene& scene, const Details& details) {
        if (!in_check(scene, details) || checkers(scene, details).size() != 1) return false;
        const Spot from = spot_of(checkers(scene, details).front());
        const Spot king = scene.king();
        const Number distance = std::max(std::abs(from.x - king.x), std::abs(from.y - king.y));
        return distance >= std::max<Number>(2, scene.n() / 2);
    };
    const auto set = [&](Scene& scene) {
        if (!set_long_ray(scene)) return false;
        const Spot checker = spot_of(scene.board().pieces.back());
        std::uint64_t made = 0;
        for (std::uint64_t left = 30 * wanted + 30; made != wanted && left > 0; --left) {
            if (!scene.help(checker)) continue;
            const Details details = details_of(scene.board());
            if (!one_long_ray(scene, details) || details.interpositions > wanted) {
                scene.take_back();
            } else {
                made = details.interpositions;
            }
        }
        return made == wanted;
    };
    return search(order, fmt::format("long ray with {} interpositions", wanted), set,
                  [&](const Scene& scene, const Details& details) {
                      return one_long_ray(scene, details) && details.interpositions == wanted;
                  });
}

/// Whether one piece of the enemy other than his king, and nothing else, keeps his slider from attacking the
/// king.
bool has_screen(const Scene& scene) {
    return std::any_of(check_state::queen_steps.begin(), check_state::queen_steps.end(), [&](Step step) {
        const auto front = look(scene.board(), scene.king(), step);
        if (!front || front->piece.color == scene.own()) return false;
        if (front->piece.kind == Kind::king || slides(front->piece.kind, step)) return false;
        const auto behind = look(scene.board(), scene.king(), step, spot_of(front->piece));
        return behind && behind->piece.color != scene.own() && slides(behind->piece.kind, step);
    });
}

Result<Case> make_discovered(const Order& order) {
    const auto set = [&](Scene& scene) { return set_check(scene, order) && scene.shield(!scene.own()); };
    return search(order, "check beside a line that an enemy piece keeps closed", set,
                  [](const Scene& scene, const Details& details) {
                      return in_check(scene, details) && has_screen(scene);
                  });
}

Number apart(const check_state::PlainBoard& board) {
    const Spot white = spot_of(king_of(board, Color::white));
    const Spot black = spot_of(king_of(board, Color::black));
    return std::max(std::abs(white.x - black.x), std::abs(white.y - black.y));
}

Result<Case> make_near_kings(const Order& order) {
    const auto set = [&](Scene& scene) {
        const Spot own = scene.any_spot();
        const Number reach = order.random.one_in(3) ? 1 : 2;
        const Number dx = scene.small(reach);
        if (!scene.place_kings(own, {own.x + dx, own.y + scene.small(reach)})) return false;
        for (std::uint64_t i = order.random.below(3); i > 0; --i) scene.threaten(own, !scene.own());
        return true;
    };
    return search(order, "kings close together", set, [](const Scene& scene, const Details& details) {
        const Number between = apart(scene.board());
        return between == 1 || (between == 2 && details.state.verdict != Verdict::impossible);
    });
}

bool is_pawn_on(const Piece& piece, Number row) {
    return piece.kind == Kind::pawn && spot_of(piece).y == row;
}

Result<Case> make_edge_pawns(const Order& order) {
    const auto set = [&](Scene& scene) {
        Spot own = scene.any_spot();
        const Number depth = static_cast<Number>(order.random.below(2));
        own.y = order.random.one_in(2) ? 1 + depth : scene.n() - depth;
        if (!scene.place_kings(own, scene.any_spot())) return false;
        for (const Number row : {Number{1}, scene.n()}) {
            for (std::uint64_t i = 1 + order.random.below(3); i > 0; --i) {
                const Color color = order.random.one_in(2) ? Color::white : Color::black;
                const Number x = order.random.one_in(2) ? own.x + scene.small(2) : scene.any_spot().x;
                scene.put(color, Kind::pawn, {x, row});
            }
        }
        if (order.random.one_in(2)) scene.threaten(own, !scene.own());
        return true;
    };
    return search(order, "board with pawns on both edges", set, [](const Scene& scene, const Details&) {
        const auto has_pawn = [&](Number row) {
            const auto& pieces = scene.board().pieces;
            return std::any_of(pieces.begin(), pieces.end(),
                               [row](const Piece& piece) { return is_pawn_on(piece, row); });
        };
        return has_pawn(1) && has_pawn(scene.n());
    });
}

/// Whether the square behind the king, seen from the checker, is free of his own pieces and barred only by
/// the ray that goes on through him.
bool has_shadow(const Scene& scene, const Piece& checker) {
    const auto step = direction(spot_of(checker), scene.king());
    if (!step || !slides(checker.kind, *step)) return false;
    const Spot behind = scene.king() + *step;
    if (scene.room(scene.king(), *step) == 0) return false;
    const Piece* there = scene.at(behind);
    if (there != nullptr && there->color == scene.own()) return false;
    check_state::PlainBoard moved = scene.board();
    std::erase(moved.pieces, checker);
    std::erase_if(moved.pieces, [&](const Piece& piece) { return spot_of(piece) == behind; });
    for (Piece& piece : moved.pieces)
        if (piece.kind == Kind::king && piece.color == scene.own())
            piece = {piece.color, piece.kind, check_state::Column{static_cast<std::uint64_t>(behind.x)},
                     check_state::Row{static_cast<std::uint64_t>(behind.y)}};
    return details_of(moved).checkers[static_cast<std::size_t>(scene.own())].empty();
}

Result<Case> make_x_ray(const Order& order) {
    return search(
        order, "x-ray through the king", [&](Scene& scene) { return set_check(scene, order); },
        [](const Scene& scene, const Details& details) {
            return in_check(scene, details) && checkers(scene, details).size() == 1 &&
                   has_shadow(scene, checkers(scene, details).front());
        });
}

Result<Case> make_impossible(const Order& order) {
    const auto set = [&](Scene& scene) {
        return set_check(scene, order) &&
               scene.threaten(spot_of(king_of(scene.board(), !scene.own())), scene.own());
    };
    return search(order, "board with both kings threatened", set,
                  [](const Scene& scene, const Details& details) {
                      return details.state.verdict == Verdict::impossible && apart(scene.board()) > 1;
                  });
}

Result<Case> make_mate(const Order& order) {
    const auto set = [&](Scene& scene) {
        constexpr int most_attackers = 8;
        if (!set_check(scene, order)) return false;
        for (int i = 0; i < most_attackers; ++i) {
            if (details_of(scene.board()).state.is_mate()) return true;
            // Aimed at the king's neighbours, so that steps are barred and not only the king attacked.
            const Number dx = scene.small(1);
            scene.threaten({scene.king().x + dx, scene.king().y + scene.small(1)}, !scene.own());
        }
        return true;
    };
    return search(order, "mate", set, [](const Scene& scene, const Details& details) {
        return in_check(scene, details) && details.state.is_mate();
    });
}

Result<Case> make_safe(const Order& order) {
    const auto set = [&](Scene& scene) {
        scene.place_kings();
        for (std::uint64_t i = 1 + order.random.below(3); i > 0; --i)
            scene.shield(order.random.one_in(3) ? !scene.own() : scene.own());
        return true;
    };
    return search(order, "safe board on which a slider looks towards a king", set,
                  [](const Scene& scene, const Details& details) {
                      const auto& pinned = details.pinned[static_cast<std::size_t>(scene.own())];
                      return details.state.verdict == Verdict::safe && (!pinned.empty() || has_screen(scene));
                  });
}

using Make = Result<Case> (*)(const Order&);
constexpr std::array<Make, 10> small_ones{make_double_check, make_pin,        make_long_ray, make_discovered,
                                          make_near_kings,   make_edge_pawns, make_x_ray,    make_impossible,
                                          make_mate,         make_safe};

Result<Case> make_many_small(const Order& order) {
    return small_ones[order.random.below(small_ones.size())](order);
}

constexpr Heeds sizes = Heeds::n | Heeds::pieces;
constexpr std::uint64_t games = 100;

constexpr std::array<Family, 12> all{{
    {"double-check", "Two pieces or more threaten one king: only the king's own steps can rescue.", sizes,
     games, true, make_double_check},
    {"pin", "One check, and a pinned piece that could rescue if it were free.", sizes, games, true, make_pin},
    {"long-ray",
     "A slider checks from half the board away or more, and exactly --interpositions K moves (0 to 5) step "
     "between.",
     sizes | Heeds::interpositions, games, true, make_long_ray},
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
}};

}  // namespace

std::span<const Family> check_families(bool any_size) {
    constexpr std::size_t without_largest = all.size() - 1;
    return std::span{all}.first(any_size ? all.size() : without_largest);
}

}  // namespace zermelo::stress::families_detail
