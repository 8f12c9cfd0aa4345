// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "zermelo/base/random.hpp"
#include "zermelo/certificate/check.hpp"
#include "zermelo/game/game.hpp"

/// Games that are nothing but a graph: every trouble that a game can make, in a few positions.
namespace zermelo::testing {

/// Position n has an end, or moves to other positions, at least one, each once.
struct Graph {
    struct Node {
        std::optional<game::Outcome> end;
        std::vector<std::uint32_t> to;
        std::vector<std::uint32_t> barred = {};  ///< those of them to which the attacker may not move
    };
    std::vector<Node> nodes;
};

struct GraphShape {
    std::uint32_t size = 12;
    bool cycles = true;   ///< otherwise moves lead to higher numbers only
    bool unmoved = true;  ///< whether the side to move may have won
};

/// Adds positions, up to `size` in all, that lead back to where they are come from and nowhere else, and to
/// which another position may lead, too, or have no other move: who is refuted there on the one way, because
/// he has been there before, may win on the other.
inline void add_detours(Graph& graph, std::uint32_t size, Random& random) {
    const auto draw = [&, first = static_cast<std::uint32_t>(graph.nodes.size())] {
        const auto drawn = static_cast<std::uint32_t>(random.below(first));
        return graph.nodes[drawn].end ? 0 : drawn;  // 0 is no end
    };
    while (graph.nodes.size() < size) {
        const auto detour = static_cast<std::uint32_t>(graph.nodes.size());
        const std::uint32_t back = draw();
        const std::uint32_t other = draw();
        graph.nodes.push_back({std::nullopt, {back}});
        graph.nodes[back].to.push_back(detour);
        if (other == back) continue;
        if (random.one_in(2)) graph.nodes[other].to.clear();
        graph.nodes[other].to.push_back(detour);
    }
}

/// A random graph. Some are of one cast, others let moves lead near by only, so that wins take long; in some
/// most ends are draws, in others hardly any is; half of those with cycles have detours.
inline Graph random_graph(GraphShape shape, Random& random) {
    const std::uint32_t size = shape.size;
    const bool detours = shape.cycles && size > 3 && random.one_in(2);
    if (detours) shape.size = size - size / 3;
    Graph graph;
    graph.nodes.resize(shape.size);
    const std::uint64_t ends = 2 + random.below(9);
    const std::uint64_t most = 1 + random.below(4);
    const std::uint64_t decided = 2 + random.below(12);
    const std::uint32_t reach =
        random.one_in(2) ? 2 + static_cast<std::uint32_t>(random.below(4)) : shape.size;
    for (std::uint32_t i = 0; i < shape.size; ++i) {
        auto& node = graph.nodes[i];
        if ((i > 0 && random.one_in(ends)) || i + 1 == shape.size) {
            node.end = random.one_in(decided)              ? game::Outcome::draw
                       : shape.unmoved && random.one_in(3) ? game::Outcome::win
                                                           : game::Outcome::loss;
            continue;
        }
        const std::uint32_t low = !shape.cycles ? i + 1 : i - std::min(i, reach);
        const std::uint32_t high = std::min(shape.size, i + 1 + reach);
        for (std::uint64_t m = 1 + random.below(most); m > 0; --m) {
            const auto to = low + static_cast<std::uint32_t>(random.below(high - low));
            if (std::find(node.to.begin(), node.to.end(), to) == node.to.end()) node.to.push_back(to);
        }
    }
    if (detours) add_detours(graph, size, random);
    return graph;
}

/// Bars about a third of the attacker's moves.
inline void bar_moves(Graph& graph, Random& random) {
    for (auto& node : graph.nodes)
        for (const std::uint32_t to : node.to)
            if (random.one_in(3)) node.barred.push_back(to);
}

/// The game on a graph, with nothing but what is required and `end`.
class GraphGame {
  public:
    using Position = std::uint32_t;
    using Move = std::uint32_t;  ///< where it leads to
    using MoveList = std::vector<Move>;

    explicit GraphGame(const Graph& graph) : graph_(&graph) {}
    void moves(const Position& p, MoveList& list) const { list = at(p).to; }
    Position play(const Position&, const Move& m) const { return m; }
    bool lost(const Position& p) const { return at(p).end == game::Outcome::loss; }
    std::uint64_t key(const Position& p) const { return p; }
    std::optional<game::Outcome> end(const Position& p) const { return at(p).end; }

    const Graph::Node& at(Position p) const { return graph_->nodes[p]; }

  private:
    const Graph* graph_;
};
static_assert(game::Ends<GraphGame> && !game::SeesWins<GraphGame>);

/// The same with hashed keys and some of the capabilities that a game may have.
class AbleGraphGame : public GraphGame {
  public:
    AbleGraphGame(const Graph& graph, bool unmoved) : GraphGame(graph), unmoved_(unmoved) {}
    Hash128 key(const Position& p) const {
        Random random{p};
        return {random(), random()};
    }
    bool wins_unmoved() const { return unmoved_; }
    bool wins_at_once(const Position& p) const {
        return std::any_of(at(p).to.begin(), at(p).to.end(), [&](Move m) { return lost(m); });
    }
    bool legal(const Position& p, const Move& m) const {
        return std::find(at(p).to.begin(), at(p).to.end(), m) != at(p).to.end();
    }
    void attacks(const Position& p, MoveList& list) const { list.assign(at(p).to.rbegin(), at(p).to.rend()); }
    void defences(const Position& p, MoveList& list) const { attacks(p, list); }

  private:
    bool unmoved_;
};
static_assert(game::KnowsUnmovedWins<AbleGraphGame> && game::SeesWins<AbleGraphGame> &&
              game::KnowsLegality<AbleGraphGame> && game::OrdersMoves<AbleGraphGame>);

/// The same where moves that lose at once can be left out, and half of them are.
class CarefulGraphGame : public AbleGraphGame {
  public:
    using AbleGraphGame::AbleGraphGame;
    template <typename F>
    bool any_safe_move(const Position& p, F&& f) const {
        return std::any_of(at(p).to.begin(), at(p).to.end(),
                           [&](Move m) { return !((m + p) % 2 == 0 && wins_at_once(m)) && f(m); });
    }
};
static_assert(game::SkipsBlunders<CarefulGraphGame> && !game::SkipsBlunders<AbleGraphGame>);

/// The same of a graph without cycles, of which that is known.
class OnceGraphGame : public AbleGraphGame {
  public:
    using AbleGraphGame::AbleGraphGame;
    bool never_repeats() const { return true; }
};
static_assert(game::KnowsRepetition<OnceGraphGame> && !game::KnowsRepetition<AbleGraphGame>);

/// The same of which it is known how long play can last, or a little more than that.
class BoundedGraphGame : public OnceGraphGame {
  public:
    BoundedGraphGame(const Graph& graph, bool unmoved, std::uint64_t more)
        : OnceGraphGame(graph, unmoved), left_(graph.nodes.size(), more) {
        for (std::size_t p = graph.nodes.size(); p-- > 0;)
            for (const std::uint32_t to : graph.nodes[p].to) left_[p] = std::max(left_[p], left_[to] + 1);
    }
    std::optional<Plies> plies_left(const Position& p) const { return Plies{left_[p]}; }

  private:
    std::vector<std::uint64_t> left_;
};
static_assert(game::BoundsPlay<BoundedGraphGame> && !game::BoundsPlay<OnceGraphGame>);

/// The same where the attacker makes no barred move, if there is any.
class RestrictedGraphGame : public AbleGraphGame {
  public:
    using AbleGraphGame::AbleGraphGame;
    bool restricted() const { return true; }
    void restricted_attacks(const Position& p, MoveList& list) const {
        list.clear();
        for (const Move m : at(p).to)
            if (std::find(at(p).barred.begin(), at(p).barred.end(), m) == at(p).barred.end())
                list.push_back(m);
    }
};
static_assert(game::RestrictsAttacks<RestrictedGraphGame>);

/// Exact distances by the definition, for all positions at once: whether the side to move wins, or loses,
/// within n plies follows from the same about n − 1. The winner makes no barred moves.
class GraphValues {
  public:
    GraphValues(const Graph& graph, unsigned most) : wins_(most + 1), loses_(most + 1) {
        for (unsigned n = 0; n <= most; ++n) {
            for (const auto& node : graph.nodes) {
                bool wins = node.end == game::Outcome::win;
                bool loses = node.end == game::Outcome::loss;
                if (!node.end && n > 0) {
                    const auto lost = [&](std::uint32_t to) {
                        const auto& barred = node.barred;
                        return loses_[n - 1][to] &&
                               std::find(barred.begin(), barred.end(), to) == barred.end();
                    };
                    const auto won = [&](std::uint32_t to) { return bool{wins_[n - 1][to]}; };
                    wins = std::any_of(node.to.begin(), node.to.end(), lost);
                    loses = std::all_of(node.to.begin(), node.to.end(), won);
                }
                wins_[n].push_back(wins);
                loses_[n].push_back(loses);
            }
        }
    }
    /// The least n up to `most` within which the side to move wins, or loses.
    std::optional<unsigned> won_in(std::uint32_t p) const { return least(wins_, p); }
    std::optional<unsigned> lost_in(std::uint32_t p) const { return least(loses_, p); }

  private:
    using Rows = std::vector<std::vector<bool>>;
    static std::optional<unsigned> least(const Rows& rows, std::uint32_t p) {
        for (unsigned n = 0; n < rows.size(); ++n)
            if (rows[n][p]) return n;
        return std::nullopt;
    }
    Rows wins_;
    Rows loses_;
};

/// A graph of which some positions' values are known, as those of tables are: of all moves, barred or not.
template <typename G>
class KnownGraph : public G {
  public:
    /// `values`: of the graph without bars; about every third is known, which ones follows from the seed.
    KnownGraph(G game, const GraphValues& values, std::uint64_t seed)
        : G(std::move(game)), values_(&values), seed_(seed) {}
    std::optional<game::Value> known_value(const std::uint32_t& p) const {
        if (Random{seed_ + p}.below(3) != 0) return std::nullopt;
        if (const auto n = values_->won_in(p)) return game::Value{game::Outcome::win, Plies{*n}};
        if (const auto n = values_->lost_in(p)) return game::Value{game::Outcome::loss, Plies{*n}};
        return game::Value{};
    }

  private:
    const GraphValues* values_;
    std::uint64_t seed_;
};
static_assert(game::KnowsValues<KnownGraph<AbleGraphGame>> && !game::KnowsValues<AbleGraphGame>);

/// Positions as text: "p7", and who is to move as one letter, since a graph does not know: "p7 x".
class GraphText : public certificate::TextGame {
  public:
    explicit GraphText(const Graph& graph) : graph_(&graph) {}
    static std::string text(std::uint32_t p, certificate::Side side) {
        return "p" + std::to_string(p) + (side == certificate::Side::attacker ? " x" : " o");
    }
    std::string variant() const override { return "graph"; }
    std::string hash() const override { return "0123456789abcdef"; }
    Result<View> view(std::string_view position) const override {
        const auto bad = failure(ErrorKind::bad_input, "not a position");
        if (position.size() < 4 || position.size() > 9 || position[0] != 'p') return bad;
        std::uint32_t p = 0;
        for (const char c : position.substr(1, position.size() - 3)) {
            if (c < '0' || c > '9') return bad;
            p = 10 * p + static_cast<std::uint32_t>(c - '0');
        }
        const auto side = position.back() == 'x' ? certificate::Side::attacker : certificate::Side::defender;
        if (p >= graph_->nodes.size() || position != text(p, side)) return bad;
        View view{graph_->nodes[p].end, {}};
        const auto next =
            side == certificate::Side::attacker ? certificate::Side::defender : certificate::Side::attacker;
        for (const std::uint32_t to : graph_->nodes[p].to)
            view.moves.push_back({"m" + std::to_string(to), text(to, next)});
        return view;
    }

  private:
    const Graph* graph_;
};

}  // namespace zermelo::testing
