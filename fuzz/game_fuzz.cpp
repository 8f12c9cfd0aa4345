// SPDX-License-Identifier: GPL-3.0-or-later
// Whatever the rules and the position are, the engine of compiled rules and bits finds the moves that the
// slow reference finds, counts them and comes to the same positions, and each of these prints as a FEN that
// reads back as itself and is legal. Bytes: eight to grow the rules from, eight for a position, then one a
// ply: which move is played; those that are missing are random.
#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <span>
#include <tuple>
#include <vector>

#include "zermelo/engine/game.hpp"

#include "reference/engine.hpp"
#include "reference/random_variants.hpp"

namespace {

using namespace zermelo;
using namespace zermelo::engine;
using namespace zermelo::rules;

/// A number of eight bytes; those that are missing are zeros.
std::uint64_t number(std::span<const std::uint8_t>& bytes) {
    std::uint64_t n = 0;
    const std::size_t most = std::min<std::size_t>(bytes.size(), 8);
    for (std::size_t i = 0; i < most; ++i) n |= std::uint64_t{bytes[i]} << (8 * i);
    bytes = bytes.subspan(most);
    return n;
}

/// In one order.
template <typename List>
std::vector<engine::Move> sorted(const List& list) {
    std::vector<engine::Move> moves(list.begin(), list.end());
    const auto key = [](const engine::Move& m) {
        return std::tuple{m.from, m.to, m.type, m.promotion, m.gated, m.gate};
    };
    std::sort(moves.begin(), moves.end(),
              [&](const engine::Move& a, const engine::Move& b) { return key(a) < key(b); });
    return moves;
}

/// As the engine knows it: without the counters.
engine::Setup plain(engine::Setup setup) {
    setup.half_moves = 0;
    setup.full_moves = 1;
    return setup;
}

template <typename Bits>
void play_on(const rules::Rules& rules, engine::Setup setup, std::span<const std::uint8_t> choices) {
    const engine::Game<Bits> game{
        std::make_shared<const engine::CompiledRules<Bits>>(rules, setup.holes, setup.barred)};
    const auto start = game.position(setup);
    if (!start) std::abort();
    auto p = *start;
    setup = game.setup(p);  // without en passant squares on which nobody can capture
    for (const std::uint8_t choice : choices) {
        if (game.setup(p) != setup) std::abort();
        const auto read = engine::parse_fen(engine::print_fen(setup), rules);
        if (!read || *read != reference::told_by_fen(setup)) std::abort();
        const auto again = game.position(*read);
        // A pass in check that ends the game at once (Janggi) leaves a position that only play comes to.
        if (setup.passes == 0 && (!again || game.setup(*again) != *read)) std::abort();
        engine::MoveList list;
        game.moves(p, list);
        const std::vector<engine::Move> moves = sorted(reference::moves(setup, rules));
        if (sorted(list) != moves || game.count(p) != moves.size()) std::abort();
        if (game.end(p) != reference::end(setup, rules)) std::abort();
        if (moves.empty()) return;
        const engine::Move move = moves[choice % moves.size()];
        p = game.play(p, move);
        setup = plain(reference::play(setup, rules, move));
    }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    constexpr std::size_t most = 16 + 10;  // the reference is slow: short games, and more of them
    std::span<const std::uint8_t> bytes{data, std::min(size, most)};
    Random of_rules{number(bytes)};
    const std::uint64_t seed = number(bytes);
    Random of_position{seed};
    const rules::Rules rules = reference::random_rules(of_rules);
    const engine::Setup setup = reference::random_setup(of_position, rules);
    std::array<std::uint8_t, 10> choices;
    for (std::uint8_t& choice : choices) choice = static_cast<std::uint8_t>(of_position.below(256));
    std::copy(bytes.begin(), bytes.end(), choices.begin());
    if (rules.files * rules.ranks <= 64 && seed % 4 != 0) {
        play_on<std::uint64_t>(rules, setup, choices);
    } else {
        play_on<Bits256>(rules, setup, choices);
    }
    return 0;
}
