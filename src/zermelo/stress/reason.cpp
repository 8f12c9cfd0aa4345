// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/stress/reason.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "zermelo/judge/hunt_solver.hpp"
#include "zermelo/pursuit/decide.hpp"
#include "zermelo/stress/scene.hpp"

namespace zermelo::stress {

namespace {

std::string plies(Plies length) {
    return fmt::format("{} {}", length.count(), length == Plies{1} ? "ply" : "plies");
}

Result<std::string> reason_of(const HuntCase& game) {
    judge::HuntSolver solver;
    const auto win = solver.prove(game.position, game.bound);
    if (!win) return tl::make_unexpected(win.error());
    if (!*win) return fmt::format("White cannot force a win within {}", plies(game.bound));
    return fmt::format("White wins in {}, first {}", plies((*win)->plies), text((*win)->move));
}

/// "q (3,4), r (5,6)", by row and column; of many the first few.
std::string listed(std::vector<sparse::Piece> pieces) {
    constexpr std::size_t most = 6;
    std::sort(pieces.begin(), pieces.end(), [](const sparse::Piece& a, const sparse::Piece& b) {
        return a.row != b.row ? a.row < b.row : a.column < b.column;
    });
    std::string words;
    for (std::size_t i = 0; i < std::min(pieces.size(), most); ++i)
        words += fmt::format("{}{} ({},{})", i == 0 ? "" : ", ", letter_of(pieces[i].color, pieces[i].kind),
                             pieces[i].column.number(), pieces[i].row.number());
    return pieces.size() > most ? fmt::format("{} and {} more", words, pieces.size() - most) : words;
}

Result<std::string> reason_of(const sparse::PlainBoard& board) {
    const sparse::Details details = details_of(board);
    const auto& [whites, blacks] = details.checkers;
    using Verdict = sparse::CheckState::Verdict;
    switch (details.state.verdict) {
        case Verdict::safe:
            return "no piece threatens a king";
        case Verdict::impossible:
            return fmt::format("White's king is threatened by {}, Black's by {}", listed(whites),
                               listed(blacks));
        case Verdict::check:
            break;
    }
    const auto side = static_cast<std::size_t>(details.state.threatened);
    std::string words = fmt::format(
        "{}'s king is threatened by {}; rescues: {} king's steps, {} captures by "
        "others, {} interpositions",
        name(details.state.threatened), listed(details.checkers[side]), details.king_moves, details.captures,
        details.interpositions);
    if (!details.pinned[side].empty()) words += "; pinned: " + listed(details.pinned[side]);
    return words;
}

Result<std::string> reason_of(const pursuit::Position& position) {
    const pursuit::Account account = explain(position);
    std::string walk;
    for (const pursuit::Square square : account.walk)
        walk += fmt::format("{}({},{})", walk.empty() ? "" : " ", square.file().index() + 1,
                            square.rank().index() + 1);
    return fmt::format("{} after {}; the king's walk: {}", in_words(account.end), plies(account.length),
                       walk);
}

}  // namespace

Result<std::string> reason(const Case& game) {
    return std::visit([](const auto& each) { return reason_of(each); }, game);
}

}  // namespace zermelo::stress
