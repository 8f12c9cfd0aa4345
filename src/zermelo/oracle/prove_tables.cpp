// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/oracle/prove_tables.hpp"

#include "zermelo/engine/notation.hpp"

namespace zermelo::oracle {

template <typename Bits>
Result<std::optional<Proof>> proof_of_tables(tablebase::Prober<Bits>& prober,
                                             const engine::Position<Bits>& root, std::optional<Plies> limit,
                                             bool all) {
    if (!prober.covers(root)) return std::nullopt;
    const auto& game = prober.game();
    const auto uci = [&](const engine::Move& move) { return engine::uci(move, game.rules()); };
    ZERMELO_TRY(const auto value, prober.value(root));
    const auto wins = [&](const game::Value& v) {
        return v.outcome == game::Outcome::win && (!limit || *v.distance <= *limit);
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
        if (all) {
            ZERMELO_TRY(const auto line, prober.line(root));
            proof.line = engine::ucis(line, game.rules());
        }
    }
    if (!all || (limit && *limit < Plies{1}) || game.end(root)) return proof;
    ZERMELO_TRY(const auto moves, prober.moves(root));
    for (const auto& move : moves) {
        FirstMove first{uci(move.move), std::nullopt, std::nullopt};
        if (wins(move.value)) {
            first.plies = move.value.distance;
            proof.winning.push_back(first);
            continue;
        }
        const auto child = game.play(root, move.move);
        if (!game.end(child)) {
            const auto reply = prober.best(child);
            if (reply) first.refutation = uci(*reply);
            proof.complete = proof.complete && reply;  // the value stands without what refutes a move
        }
        proof.tries.push_back(first);
    }
    return proof;
}

template Result<std::optional<Proof>> proof_of_tables(tablebase::Prober<std::uint64_t>&,
                                                      const engine::Position<std::uint64_t>&,
                                                      std::optional<Plies>, bool);
template Result<std::optional<Proof>> proof_of_tables(tablebase::Prober<Bits256>&,
                                                      const engine::Position<Bits256>&, std::optional<Plies>,
                                                      bool);

}  // namespace zermelo::oracle
