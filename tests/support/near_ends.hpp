// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <optional>

#include "zermelo/base/random.hpp"
#include "zermelo/engine/game.hpp"
#include "zermelo/search/forced_win.hpp"

#include "reference/random_variants.hpp"

namespace zermelo::testing {

/// Legal positions of any variant for tests of forced wins. The engine chooses them, so what is then said of
/// them should come from somewhere else.
class NearEnds {
  public:
    NearEnds(const rules::Rules& rules, std::uint64_t seed)
        : rules_(&rules),
          random_(seed),
          start_(engine::parse_fen(rules.start_fen, rules).value()),
          prover_(Game{std::make_shared<const engine::CompiledRules<Bits256>>(rules, start_.holes,
                                                                              start_.barred)},
                  std::size_t{1} << 12U),
          walk_(game().position(start_).value()) {}

    /// A position, in the one form that its FEN has, too: mostly with few men, sometimes of a random game,
    /// seldom changed in every way that `random_setup` knows, with terrain. The game may be over.
    engine::Setup any() {
        const std::uint64_t way = random_.below(32);
        if (way == 0) {
            engine::Setup setup = zermelo::reference::random_setup(random_, *rules_);
            if (setup.passes == 0) return setup;
        }
        if (way < 3) return game().setup(walk_on());
        if (auto found = few_men()) return *std::move(found);
        return game().setup(walk_on());
    }

    /// A position that takes two or three plies to win, now and then one, with few men, if one is found soon;
    /// otherwise some other one.
    engine::Setup near_win() {
        engine::Setup latest = any();
        // Three plies with a wall each take too long to look through, and so does a phase of placing.
        if (rules_->has_walls() || rules_->sittuyin_promotion) return latest;
        const std::size_t max_men = rules_->files * rules_->ranks > 30 ? 5 : 8;
        const bool at_once = random_.one_in(5);
        for (int candidates = 0; candidates < 50; ++candidates) {
            auto found = near_win_ && !random_.one_in(8) ? changed(*near_win_) : few_men();
            if (!found) continue;
            latest = *std::move(found);
            const auto position = game().position(latest).value();
            if (position.occupied().size() > max_men || game().end(position) ||
                prover_.wins_within(position, Plies{1}) != at_once ||
                !prover_.wins_within(position, Plies{3}))
                continue;
            near_win_ = latest;
            break;
        }
        return latest;
    }

  private:
    using Game = engine::Game<Bits256>;
    using Position = Game::Position;

    const Game& game() const { return prover_.game(); }

    /// A few more moves of a random game that likes captures; a new one where it is over, and now and then.
    Position walk_on() {
        for (std::uint64_t plies = 1 + random_.below(3); plies > 0; --plies) {
            engine::MoveList moves;
            game().moves(walk_, moves);
            if (moves.empty() || random_.one_in(60)) {
                const auto thin = random_.one_in(3) ? std::nullopt : few_men();
                walk_ = game().position(thin.value_or(start_)).value();
                continue;
            }
            Position next = game().play(walk_, moves[random_.below(moves.size())]);
            for (int tries = 0; tries < 3 && next.occupied() == walk_.occupied(); ++tries)
                next = game().play(walk_, moves[random_.below(moves.size())]);
            walk_ = next;
            if (walk_.passes() != 0) walk_ = game().position(start_).value();
        }
        return walk_;
    }

    /// A part of the army that the game starts with, on other squares and with other kinds.
    std::optional<engine::Setup> few_men() {
        for (int tries = 0; tries < 20; ++tries) {
            engine::Setup setup = start_;
            setup.men = {};
            setup.en_passant.clear();
            setup.to_move = random_.one_in(2) ? Color::white : Color::black;
            const std::uint64_t squares = std::uint64_t{rules_->files} * rules_->ranks;
            const std::uint64_t rarity = 1 + squares / 20 + random_.below(1 + squares / 5);
            for (std::size_t bit = 0; bit < setup.men.size(); ++bit) {
                auto man = start_.men[bit];
                if (!man) continue;
                const bool needed = rules_->kind(man->letter)->royal ||
                                    rules_->extinction_kinds.find(man->letter) != std::string::npos;
                if (!needed && !random_.one_in(rarity)) continue;
                const rules::Kind& other = rules_->kinds[random_.below(rules_->kinds.size())];
                if (!needed && !other.royal && random_.one_in(3)) man->letter = other.letter;
                setup.men[random_.one_in(4) ? bit : random_bit()] = man;
            }
            if (auto result = legal(setup)) return result;
        }
        return std::nullopt;
    }

    /// The same with a man or two on other squares, or gone.
    std::optional<engine::Setup> changed(const engine::Setup& setup) {
        for (int tries = 0; tries < 20; ++tries) {
            engine::Setup other = setup;
            for (std::uint64_t times = 1 + random_.below(3); times > 0; --times)
                std::swap(other.men[random_bit()], other.men[random_bit()]);
            if (random_.one_in(8)) other.men[random_bit()].reset();
            if (other == setup) continue;
            if (auto result = legal(other)) return result;
        }
        return std::nullopt;
    }

    /// The setup in its one form, without its rights to castle where they make it illegal.
    std::optional<engine::Setup> legal(engine::Setup setup) const {
        for (const bool castling : {true, false}) {
            if (!castling) setup.castling.clear();
            if (const auto position = game().position(setup)) return game().setup(*position);
        }
        return std::nullopt;
    }

    std::size_t random_bit() {
        return rules::region_bit(static_cast<unsigned>(random_.below(rules_->files)),
                                 static_cast<unsigned>(random_.below(rules_->ranks)));
    }

    const rules::Rules* rules_;
    Random random_;
    engine::Setup start_;
    search::ForcedWin<Game> prover_;
    Position walk_;
    std::optional<engine::Setup> near_win_;  ///< the latest that takes a few plies to win
};

}  // namespace zermelo::testing
