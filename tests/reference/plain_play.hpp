// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <vector>

#include "zermelo/game/game.hpp"

/// The reference of play that is not proved: what a depth means, played out move by move.
namespace zermelo::reference {

/// Numbers that a depth depends on.
struct PlayLimits {
    int won = 0;            ///< the score of a win that has come; a ply later it is one less
    unsigned captures = 0;  ///< plies of captures after the depth
    unsigned checks = 0;    ///< in how many of these who is in check makes any move
};

/// Scores positions by looking at every move, whatever is known already: no bounds, no table, no order. It
/// gives up once it has made `most` moves.
template <game::Game G, typename Evaluation>
class PlainPlay {
  public:
    using Position = typename G::Position;
    using Moves = typename G::MoveList;

    PlainPlay(const G& game, const Evaluation& evaluation, const Position& root, PlayLimits limits,
              std::uint64_t most)
        : game_(game), evaluation_(evaluation), limits_(limits), left_(most), line_{game.key(root)} {}

    /// The score of a position that is `plies` after the root for who moves there; nothing if it gave up
    /// or has met a position for the second time on its way: then it depends on how one came there.
    std::optional<int> score(const Position& p, unsigned depth, int plies) {
        const auto over = game_.end(p);
        const bool check = game_.in_check(p);
        const unsigned left = check ? depth + 1 : depth;
        for (const auto& earlier : line_)
            if (earlier == game_.key(p)) return std::nullopt;
        if (left == 0) return by_captures(p, limits_.captures, plies);
        if (over) return of_end(*over, plies);
        Moves list;
        game_.moves(p, list);
        std::vector<int> scores;
        line_.push_back(game_.key(p));
        for (const auto& move : list) {
            const auto next =
                after(p, move, [&](const Position& child) { return score(child, left - 1, plies + 1); });
            if (!next) return std::nullopt;
            scores.push_back(-*next);
        }
        line_.pop_back();
        return *std::max_element(scores.begin(), scores.end());
    }

  private:
    int of_end(game::Outcome outcome, int plies) const {
        if (outcome == game::Outcome::draw) return 0;
        return outcome == game::Outcome::win ? limits_.won - plies : plies - limits_.won;
    }

    std::optional<int> after(const Position& p, const auto& move, const auto& score) {
        if (left_ == 0) return std::nullopt;
        --left_;
        return score(game_.play(p, move));
    }

    /// Only captures; who need not capture may also leave it at what the position looks worth. A stalemate is
    /// not noticed there.
    std::optional<int> by_captures(const Position& p, unsigned left, int plies) {
        if (const auto over = game_.end_at_once(p)) return of_end(*over, plies);
        Moves list;
        game_.moves(p, list);
        const bool answers_check = left != 0 && game_.in_check(p) && limits_.captures - left < limits_.checks;
        const bool duty = evaluation_.must_capture();
        if (list.size() == 0 && (answers_check || duty)) return of_end(*game_.end(p), plies);
        bool captures = false;
        for (const auto& move : list) captures = captures || evaluation_.gain_of_loud(p, move).has_value();
        const bool may_stop = !answers_check && !(duty && captures);
        std::vector<int> scores;
        if (may_stop || left == 0) scores.push_back(evaluation_.of(p));
        for (const auto& move : list) {
            if (left == 0 || (may_stop && duty)) break;
            if (may_stop && !evaluation_.gain_of_loud(p, move)) continue;
            const auto next = after(
                p, move, [&](const Position& child) { return by_captures(child, left - 1, plies + 1); });
            if (!next) return std::nullopt;
            scores.push_back(-*next);
        }
        return *std::max_element(scores.begin(), scores.end());
    }

    const G& game_;
    const Evaluation& evaluation_;
    PlayLimits limits_;
    std::uint64_t left_;
    std::vector<game::KeyOf<G>> line_;
};

}  // namespace zermelo::reference
