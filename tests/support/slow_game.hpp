// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "zermelo/base/hash128.hpp"
#include "zermelo/base/random.hpp"
#include "zermelo/game/game.hpp"

#include "reference/engine.hpp"

namespace zermelo::testing {

/// The reference of the engine, as algorithms want a game: they then share nothing with the engine.
/// What the reference says of a position is kept, for a search without a table asks the same many times over.
class SlowGame {
  public:
    using Position = engine::Setup;
    using Move = engine::Move;
    using MoveList = std::vector<Move>;

    explicit SlowGame(const rules::Rules& rules) : rules_(&rules) {}
    MoveList moves(const Position& p) const { return seen(p).moves; }
    void moves(const Position& p, MoveList& list) const { list = seen(p).moves; }
    /// Without the counters, which the rules do not look at.
    Position play(const Position& p, const Move& m) const {
        Position next = reference::play(p, *rules_, m);
        next.half_moves = 0;
        next.full_moves = 1;
        return next;
    }
    std::optional<game::Outcome> end(const Position& p) const { return seen(p).end; }
    bool lost(const Position& p) const { return end(p) == game::Outcome::loss; }
    Hash128 key(const Position& p) const {
        std::uint64_t mixed = 0;
        for (const char c : text(p)) mixed = Random{mixed ^ static_cast<unsigned char>(c)}();
        Random random{mixed};
        return {random(), random()};
    }

  private:
    struct Seen {
        MoveList moves;
        std::optional<game::Outcome> end;
    };
    /// A FEN would do, but takes longer.
    static std::string text(const Position& p) {
        const bool plain = p.barred.empty() && !p.hands && p.walls.none() && p.gates[Color::white].none() &&
                           p.gates[Color::black].none() && !p.checks_left && p.strong_checks == 0 &&
                           !p.castled;
        if (!plain)
            return print_fen(p) + ' ' + std::to_string(p.passes) + (p.castled ? " castled " : " ") +
                   std::to_string(p.strong_checks);
        std::string result;
        for (std::size_t bit = 0; bit < p.men.size(); ++bit) {
            const auto& man = p.men[bit];
            result += p.holes[bit] ? '*' : man ? man->letter : ' ';
            if (!man) continue;
            result += name(man->color).front();
            if (man->turned_from) result += *man->turned_from;
            if (man->promoted_pawn) result += '~';
        }
        result += name(p.to_move).front() + p.castling;
        for (const auto& file : p.castling_files) result += file ? std::to_string(*file) : "-";
        for (const engine::Place place : p.en_passant) result += name(place);
        return result + std::to_string(p.passes);
    }

    static constexpr std::size_t max_seen = 100'000;

    const Seen& seen(const Position& p) const {
        if (seen_.size() >= max_seen) seen_.clear();
        const auto [place, is_new] = seen_.try_emplace(text(p));
        if (is_new) {
            place->second.moves = reference::moves(p, *rules_);
            // Where there is a move the game goes on (a law of tests/engine/game_test.cpp).
            if (place->second.moves.empty()) place->second.end = reference::end(p, *rules_);
        }
        return place->second;
    }

    const rules::Rules* rules_;
    mutable std::unordered_map<std::string, Seen> seen_;
};
static_assert(game::Ends<SlowGame>);

}  // namespace zermelo::testing
