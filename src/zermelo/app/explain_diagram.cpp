// SPDX-License-Identifier: GPL-3.0-or-later
#include <string>
#include <vector>

#include <fmt/format.h>

#include "zermelo/app/explain.hpp"
#include "zermelo/app/explain_parts.hpp"
#include "zermelo/draw/hunt_diagram.hpp"
#include "zermelo/draw/pursuit_diagram.hpp"
#include "zermelo/draw/sparse_diagram.hpp"
#include "zermelo/explain/check.hpp"
#include "zermelo/explain/hunt.hpp"
#include "zermelo/explain/pursuit.hpp"

namespace zermelo::app {

namespace {

/// Best play of both sides to the capture of the queen.
std::vector<queen_hunt::Move> line_of(const explain::HuntAccount& account) {
    std::vector<queen_hunt::Move> line;
    for (const explain::HuntTurn& turn : account.line) {
        line.push_back(turn.move);
        if (!turn.longest) continue;
        const explain::HuntReply& reply = turn.replies[*turn.longest];
        line.push_back(reply.move);
        if (turn.plies == Plies{3}) line.push_back(reply.answer);
    }
    return line;
}

Result<draw::Diagram> diagram_of(const judge::Dialect&, const stress::HuntCase& game,
                                 judge::HuntSolver& solver) {
    const auto account = explain::account_of(game.position, game.bound, solver);
    if (!account) return tl::make_unexpected(account.error());
    draw::Diagram diagram = draw::diagram_of(game.position, Color::white, line_of(*account));
    diagram.caption.push_back(fmt::format("{}, m = {}", account->wins() ? "YES" : "NO", game.bound.count()));
    return diagram;
}

Result<draw::Diagram> diagram_of(const judge::Dialect& dialect, const check_state::PlainBoard& board,
                                 judge::HuntSolver&) {
    const explain::CheckAccount account = explain::account_of(board, 0);
    const check_state::Piece& king = king_of(board, account.state.threatened);
    draw::Diagram diagram = draw::diagram_of(board, draw::Centre{king.column, king.row});
    diagram.caption.push_back(judge::verdict_of(account.state, count_of(dialect)));
    return diagram;
}

Result<draw::Diagram> diagram_of(const judge::Dialect&, const king_pawn::Position& position,
                                 judge::HuntSolver&) {
    const king_pawn::Account account = king_pawn::explain(position);
    const bool white = account.winner == Color::white;
    draw::Diagram diagram =
        draw::diagram_of(position, white ? account.walk : std::vector<king_pawn::Square>{});
    diagram.caption.push_back(fmt::format("{}: {}", name(account.winner), describe(account.end)));
    return diagram;
}

}  // namespace

Result<draw::Diagram> diagram_of_case(const judge::Dialect& dialect, const stress::Case& game,
                                      judge::HuntSolver& solver) {
    return std::visit([&](const auto& each) { return diagram_of(dialect, each, solver); }, game);
}

}  // namespace zermelo::app
