// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "zermelo/base/by_color.hpp"
#include "zermelo/base/hash128.hpp"
#include "zermelo/base/random.hpp"
#include "zermelo/compositions/least_assignment.hpp"
#include "zermelo/compositions/plain_play.hpp"
#include "zermelo/engine/attacks.hpp"
#include "zermelo/engine/castling.hpp"
#include "zermelo/engine/game.hpp"

/// Only solve.cpp includes it.
namespace zermelo::compositions {

/// Whether play can still come to a diagram, the target, by what each side needs by itself: moves to bring
/// its men to their places, and captures, of which it has as many as the other side has men too many. Why
/// each part rules out nothing that can be:
///  - *Standing men.* Where the target has a man that stands there at the beginning already, and no man of
///  its
///    side could ever arrive there as that kind, it is never moved or captured, since nothing could replace
///    it. So nobody enters or crosses its square, and, where any move is legal that leaves no king attacked,
///    an enemy king stands nowhere beside it where it attacks. What more cannot arrive then is a standing
///    man, too: a bishop that two pawns shut in.
///  - *Ways.* A man needs at least as many moves, and captures, as on a board of standing men alone; it may
///    promote on the way.
///  - *Places.* Each man of the target is one of those that are there now, another one each: the least sum of
///    ways over all such assignments is no more than what is played. A man that stands where the target has
///    its like may be taken to be that one: whoever else comes there could go on instead of it, by no more
///    moves. Moves, captures and both together are each assigned by themselves.
///  - *Castling* is one move of two men, at most once a side, before either moves: what the side needs
///  without
///    it, and one move more than what it needs after it, are both asked.
template <typename Bits>
class DiagramOutlook {
  public:
    using Game = engine::Game<Bits>;
    using Position = engine::Position<Bits>;
    using Set = SquareSet<Bits>;

    /// Whether it knows the moves of a game: those that change their squares alone, of men that keep their
    /// kind unless they are pawns.
    static bool applies(const Game& game) {
        return has_plain_moves(game.compiled()) && game.rules().promoted_kind.empty();
    }

    /// For searches from `begin` on; the game outlives it. Cost: some milliseconds in chess.
    DiagramOutlook(const Game& game, const Position& begin, const Position& target)
        : compiled_(game.compiled()),
          squares_(compiled_.squares),
          kinds_(compiled_.letters.size()),
          mixed_(kinds_ * squares_) {
        Random random{0};
        for (Hash128& each : mixed_) each = {random(), random()};
        for (const Color c : both_colors) {
            Side& side = sides_[c];
            for (Set men = target.men(c); men.any();) {
                const Square at = men.take_first();
                side.places.push_back({target.kind_on(at), at});
            }
            const unsigned before = begin.men(!c).size(), after = target.men(!c).size();
            side.max_captures = before - std::min(before, after);
            side.routes.resize(kinds_ * squares_);
            side.known.resize(known_needs);
        }
        find_standing_men(begin, target);
        for (const Color c : both_colors)
            for (const bool kingside : castlings)
                sides_[c].may_gain[kingside ? 0 : 1] = castling_may_gain(begin, c, kingside);
    }

    /// Whether the target can come about from `p` within these numbers of moves.
    bool is_open(const Position& p, const ByColor<unsigned>& moves) {
        return is_open_to(p, Color::white, moves) && is_open_to(p, Color::black, moves);
    }
    /// The same as far as what one side needs tells: after its own move that captures nothing, all.
    bool is_open_to(const Position& p, Color c, const ByColor<unsigned>& moves) {
        const std::size_t now = p.men(!c).size(), then = sides_[!c].places.size();
        if (now < then || now - then > moves[c] || p.men(c).size() < sides_[c].places.size()) return false;
        const auto captures = static_cast<unsigned>(now - then);
        const auto meets = [&](const Need& need) {
            return need.captures <= captures && need.moves <= moves[c] && need.both <= moves[c] + captures;
        };
        const Hash128 key = key_of(p, c, captures);
        if (meets(need_of(p, c, captures, key, std::nullopt))) return true;
        return std::any_of(castlings.begin(), castlings.end(), [&](bool kingside) {
            return sides_[c].may_gain[kingside ? 0 : 1] && p.may_castle(Position::right(c, kingside)) &&
                   meets(need_of(p, c, captures, with_number(key, kingside ? 1 : 2), kingside));
        });
    }

  private:
    static constexpr std::uint16_t never = 10'000;
    static constexpr std::array castlings{true, false};
    static constexpr std::size_t known_needs = std::size_t{1} << 16U;

    /// What a side's men need at least.
    struct Need {
        std::uint16_t moves = never, captures = never, both = never;
    };
    struct Place {
        rules::PieceKind kind;
        Square square;
    };
    /// What a man needs to each place, by its number; where captures are a part of it, with at most that
    /// number.
    struct Route {
        std::vector<std::uint16_t> moves, both;  ///< by captures and place
        std::vector<std::uint16_t> captures;     ///< by place
    };
    struct Known {
        Hash128 key{};
        Need need;
        bool used = false;
    };
    struct Side {
        std::vector<Place> places;  ///< that the target's men have
        unsigned max_captures = 0;
        Set shunned;  ///< squares that its royal pieces never enter
        std::vector<std::optional<Route>> routes;
        std::vector<Known> known;
        std::array<bool, 2>
            may_gain{};  ///< whether it may need less by castling, to the king's side, the queen's
    };
    /// Squares by kind.
    using ByKind = std::vector<Set>;

    std::size_t at(rules::PieceKind kind, Square square) const {
        return kind.index() * squares_ + square.index();
    }

    // --- where men go

    /// Squares to which a man moves, or captures alone, on a board of standing men.
    struct Steps {
        Set moves, captures;
    };
    Steps steps(Color c, rules::PieceKind kind, Square from) const {
        const auto& piece = compiled_.piece_moves(c, kind);
        Set open = compiled_.board & ~standing_;
        if (compiled_.is_royal(kind)) open &= ~sides_[c].shunned;
        const Set moves = engine::targets(compiled_, piece, from, standing_, open, Set{});
        return {moves, engine::targets(compiled_, piece, from, standing_, Set{}, open) & ~moves};
    }

    /// Calls f(kind, squares) for all that a man may be after a step to one of `to`.
    template <typename F>
    void each_arrival(Color c, rules::PieceKind kind, Square from, Set to, const F& f) const {
        f(kind, to);
        const rules::SideRules& rules = compiled_.rules.side(c);
        if (!rules::contains(rules.promotion_pawns, compiled_.letter(kind))) return;
        const Set region = compiled_.sides[c].promotion_region;
        const Set promoting = region.contains(from) ? to : to & region;
        if (promoting.empty()) return;
        for (const rules::Letter letter : rules.promotion_pieces) f(compiled_.kind_of(letter), promoting);
    }

    /// King and rook before and after castling, where nothing that stands is in the way of a right.
    struct Castled {
        engine::CastlingPair from, to;
    };
    std::optional<Castled> castled(const Position& p, Color c, bool kingside) const {
        const auto& home = compiled_.castling_home(c, kingside);
        const auto& ends = compiled_.castling_ends(c, kingside);
        if (!p.may_castle(Position::right(c, kingside)) || !home || !ends) return std::nullopt;
        Set way = Set::of(home->king) | Set::of(home->rook) | Set::of(ends->king) | Set::of(ends->rook);
        way |= engine::between(compiled_, home->king, home->rook);
        if ((way & standing_).any()) return std::nullopt;
        return Castled{*home, *ends};
    }

    /// A side whose only king is at home in the target needs no less by castling, where its rook goes to
    /// where it castles by two moves: for the king has to come back by one at least.
    bool castling_may_gain(const Position& begin, Color c, bool kingside) const {
        const auto pair = castled(begin, c, kingside);
        if (!pair) return false;
        const rules::PieceKind king = begin.kind_on(pair->from.king), rook = begin.kind_on(pair->from.rook);
        const auto kings = std::count_if(sides_[c].places.begin(), sides_[c].places.end(),
                                         [&](const Place& place) { return place.kind == king; });
        const bool home = std::any_of(
            sides_[c].places.begin(), sides_[c].places.end(),
            [&](const Place& place) { return place.kind == king && place.square == pair->from.king; });
        if (!home || kings != 1 || begin.men(c, king).size() != 1 || !compiled_.is_royal(king)) return true;
        Set near = steps(c, rook, pair->from.rook).moves;
        for (Set left = near; left.any();) near |= steps(c, rook, left.take_first()).moves;
        return !near.contains(pair->to.rook);
    }

    // --- standing men

    void find_standing_men(const Position& begin, const Position& target) {
        for (bool more = true; more;) {
            more = false;
            for (const Color c : both_colors) {
                sides_[c].shunned = Set{};
                if (!has_plain_play(compiled_)) continue;
                for (Set men = begin.men(!c) & standing_; men.any();) {
                    const Square from = men.take_first();
                    // With all squares occupied: what it attacks beside it, whoever stands where.
                    sides_[c].shunned |=
                        engine::targets(compiled_, compiled_.piece_moves(!c, begin.kind_on(from)), from,
                                        compiled_.board, Set{}, compiled_.board);
                }
            }
            for (const Color c : both_colors) {
                const ByKind arrivals = all_arrivals(begin, c);
                for (Set men = begin.men(c) & target.men(c) & ~standing_; men.any();) {
                    const Square square = men.take_first();
                    const rules::PieceKind kind = begin.kind_on(square);
                    if (kind != target.kind_on(square) || arrivals[kind.index()].contains(square)) continue;
                    standing_ |= Set::of(square);
                    more = true;
                }
            }
        }
    }

    /// Where men of a side may ever arrive, as which kind.
    ByKind all_arrivals(const Position& begin, Color c) const {
        ByKind arrivals(kinds_), left(kinds_), seen(kinds_);
        for (Set men = begin.men(c) & ~standing_; men.any();) {
            const Square square = men.take_first();
            left[begin.kind_on(square).index()] |= Set::of(square);
        }
        const auto arrive = [&](rules::PieceKind kind, Set squares) {
            arrivals[kind.index()] |= squares;
            left[kind.index()] |= squares & ~seen[kind.index()];
        };
        for (const bool kingside : castlings)
            if (const auto pair = castled(begin, c, kingside)) {
                arrive(begin.kind_on(pair->from.king), Set::of(pair->to.king));
                arrive(begin.kind_on(pair->from.rook), Set::of(pair->to.rook));
            }
        for (bool more = true; more;) {
            more = false;
            for (unsigned k = 0; k < kinds_; ++k)
                while (left[k].any()) {
                    more = true;
                    const Square from = left[k].take_first();
                    seen[k] |= Set::of(from);
                    const Steps to = steps(c, rules::PieceKind{k}, from);
                    each_arrival(c, rules::PieceKind{k}, from, to.moves | to.captures, arrive);
                }
        }
        return arrivals;
    }

    // --- what a man needs

    const Route& route(Color c, rules::PieceKind kind, Square from) {
        auto& route = sides_[c].routes[at(kind, from)];
        if (!route) route = make_route(c, kind, from);
        return *route;
    }

    /// By breadth: squares that are reached with as few moves and fewer captures are not looked at again.
    Route make_route(Color c, rules::PieceKind kind, Square from) const {
        const Side& side = sides_[c];
        const unsigned layers = side.max_captures + 1;
        const std::size_t places = side.places.size();
        Route route;
        route.moves.assign(layers * places, never);
        route.both.assign(layers * places, never);
        route.captures.assign(places, never);
        std::vector<ByKind> now(layers, ByKind(kinds_)), seen = now;
        now[0][kind.index()] = Set::of(from);
        for (std::uint16_t moves = 0;; ++moves) {
            bool any = false;
            std::vector<ByKind> next(layers, ByKind(kinds_));
            for (unsigned captures = 0; captures < layers; ++captures)
                for (unsigned k = 0; k < kinds_; ++k) {
                    Set& here = now[captures][k];
                    for (unsigned fewer = 0; fewer <= captures; ++fewer) here &= ~seen[fewer][k];
                    if (here.empty()) continue;
                    any = true;
                    seen[captures][k] |= here;
                    note(route, side, rules::PieceKind{k}, here, moves, captures);
                    while (here.any()) {
                        const Square square = here.take_first();
                        if (standing_.contains(square)) continue;
                        const Steps to = steps(c, rules::PieceKind{k}, square);
                        each_arrival(c, rules::PieceKind{k}, square, to.moves,
                                     [&](rules::PieceKind then, Set squares) {
                                         next[captures][then.index()] |= squares;
                                     });
                        if (captures + 1 == layers) continue;
                        each_arrival(c, rules::PieceKind{k}, square, to.captures,
                                     [&](rules::PieceKind then, Set squares) {
                                         next[captures + 1][then.index()] |= squares;
                                     });
                    }
                }
            if (!any) break;
            now = std::move(next);
        }
        for (unsigned captures = 1; captures < layers; ++captures)
            for (std::size_t place = 0; place < places; ++place)
                for (auto* const least : {&route.moves, &route.both}) {
                    auto& more = (*least)[captures * places + place];
                    more = std::min(more, (*least)[(captures - 1) * places + place]);
                }
        return route;
    }

    static void note(Route& route, const Side& side, rules::PieceKind kind, Set squares, std::uint16_t moves,
                     unsigned captures) {
        for (std::size_t i = 0; i < side.places.size(); ++i) {
            if (side.places[i].kind != kind || !squares.contains(side.places[i].square)) continue;
            const auto least = [](std::uint16_t& known, unsigned found) {
                known = std::min(known, static_cast<std::uint16_t>(found));
            };
            least(route.moves[captures * side.places.size() + i], moves);
            least(route.both[captures * side.places.size() + i], moves + captures);
            least(route.captures[i], captures);
        }
    }

    // --- what a side needs

    /// What a side's men and how many men it captures tell.
    Hash128 key_of(const Position& p, Color c, unsigned captures) const {
        Hash128 key{};
        for (Set men = p.men(c); men.any();) {
            const Square square = men.take_first();
            const Hash128& mixed = mixed_[at(p.kind_on(square), square)];
            key.high ^= mixed.high;
            key.low ^= mixed.low;
        }
        return with_number(key, 3 * (captures + 1));
    }

    /// What a side needs without castling, or if that is its next move: it can as well be made at once, since
    /// king and rook do not move before it.
    const Need& need_of(const Position& p, Color c, unsigned captures, const Hash128& key,
                        std::optional<bool> kingside) {
        Known& known = sides_[c].known[(key.low ^ key.high) % known_needs];
        if (!known.used || !(known.key == key)) known = {key, find_need(p, c, captures, kingside), true};
        return known.need;
    }

    Need find_need(const Position& p, Color c, unsigned captures, std::optional<bool> kingside) {
        const auto pair = kingside ? castled(p, c, *kingside) : std::nullopt;
        if (kingside && !pair) return {};
        men_.clear();
        for (Set men = p.men(c); men.any();) {
            const Square square = men.take_first();
            const bool is_king = pair && square == pair->from.king,
                       is_rook = pair && square == pair->from.rook;
            men_.push_back({p.kind_on(square), is_king ? pair->to.king : is_rook ? pair->to.rook : square});
        }
        Need need = assigned(c, captures);
        if (pair) {
            ++need.moves;
            ++need.both;
        }
        return need;
    }

    /// What `men_` need.
    Need assigned(Color c, unsigned captures) {
        const std::vector<Place>& places = sides_[c].places;
        open_places_.clear();
        open_routes_.clear();
        std::vector<bool>& settled = settled_;
        settled.assign(men_.size(), false);
        for (std::size_t place = 0; place < places.size(); ++place) {
            bool taken = false;
            for (std::size_t man = 0; man < men_.size() && !taken; ++man)
                if (!settled[man] && men_[man].square == places[place].square &&
                    men_[man].kind == places[place].kind)
                    settled[man] = taken = true;
            if (!taken) open_places_.push_back(place);
        }
        if (open_places_.empty()) return {0, 0, 0};
        for (std::size_t man = 0; man < men_.size(); ++man)
            if (!settled[man]) open_routes_.push_back(&route(c, men_[man].kind, men_[man].square));
        const std::size_t layer = captures * places.size();
        const auto least = [&](const auto& cost) {
            return static_cast<std::uint16_t>(
                assignment_.least(open_places_.size(), open_routes_.size(), never, cost));
        };
        const std::uint16_t moves = least([&](std::size_t place, std::size_t man) {
            return open_routes_[man]->moves[layer + open_places_[place]];
        });
        if (captures == 0 || moves == never) return {moves, 0, moves};
        return {moves, least([&](std::size_t place, std::size_t man) {
                    return open_routes_[man]->captures[open_places_[place]];
                }),
                least([&](std::size_t place, std::size_t man) {
                    return open_routes_[man]->both[layer + open_places_[place]];
                })};
    }

    const engine::CompiledRules<Bits>& compiled_;
    unsigned squares_;
    std::size_t kinds_;
    std::vector<Hash128> mixed_;
    ByColor<Side> sides_;
    Set standing_;
    LeastAssignment assignment_;
    // What `find_need` works with.
    std::vector<Place> men_;
    std::vector<bool> settled_;
    std::vector<std::size_t> open_places_;
    std::vector<const Route*> open_routes_;
};

}  // namespace zermelo::compositions
