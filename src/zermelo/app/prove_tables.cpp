// SPDX-License-Identifier: GPL-3.0-or-later
#include <variant>

#include "zermelo/app/prove.hpp"
#include "zermelo/engine/notation.hpp"
#include "zermelo/puzzles/tier_kernels.hpp"
#include "zermelo/tablebase/prober.hpp"

namespace zermelo::app {
namespace {

/// The proof that a prober's values are.
template <typename Bits>
Result<std::optional<Proof>> proof_of(tablebase::Prober<Bits> prober, const engine::Position<Bits>& root,
                                      Plies limit) {
    if (!prober.covers(root)) return std::nullopt;
    const auto& game = prober.game();
    const auto uci = [&](const engine::Move& move) { return engine::uci(move, game.rules()); };
    ZERMELO_TRY(const auto value, prober.value(root));
    const auto wins = [&](const game::Value& v) {
        return v.outcome == game::Outcome::win && *v.distance <= limit;
    };

    Proof proof;
    proof.variant = game.rules().name;
    proof.fen = print_fen(game.setup(root));
    proof.limit = limit;
    proof.verdict = Verdict::no_win;
    proof.none_within = limit;
    proof.value = value;
    if (wins(value)) {
        proof.verdict = Verdict::win;
        proof.plies = value.distance;
        proof.none_within = *value.distance == Plies{0} ? Plies{0} : *value.distance - Plies{1};
        ZERMELO_TRY(const auto line, prober.line(root));
        for (const engine::Move& move : line) proof.line.push_back(uci(move));
    }
    if (limit < Plies{1} || game.end(root)) return proof;
    ZERMELO_TRY(const auto moves, prober.moves(root));
    for (const auto& move : moves) {
        FirstMove first{uci(move.move), std::nullopt, std::nullopt};
        if (wins(move.value)) {
            first.plies = move.value.distance;
            proof.winning.push_back(first);
            continue;
        }
        const auto child = game.play(root, move.move);
        ZERMELO_TRY(const auto replies, prober.moves(child));
        if (!replies.empty()) first.refutation = uci(replies.front().move);
        proof.tries.push_back(first);
    }
    return proof;
}

}  // namespace

Result<std::optional<Proof>> prove_from_tables(const engine::AnyGameAt& game, Plies limit,
                                               const tablebase::TableFolder& tables) {
    return std::visit(
        [&]<typename Bits>(const engine::GameAt<Bits>& at) {
            return proof_of(tablebase::Prober<Bits>{tablebase::tier_graph(at.game, puzzles::tier_kernels()),
                                                    at.game, tables},
                            at.position, limit);
        },
        game);
}

}  // namespace zermelo::app
