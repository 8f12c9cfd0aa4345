// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/puzzles/check_state/random.hpp"

#include <array>

#include "zermelo/puzzles/check_state/board_builder.hpp"

namespace zermelo::check_state {

namespace {

void place_kings(BoardBuilder& board) {
    const Number x = board.random().one_in(3) ? board.edge() : board.any_coordinate();
    board.place_king({x, board.random().one_in(3) ? board.edge() : board.any_coordinate()});
    if (board.random().one_in(6)) {
        const Number reach = board.random().one_in(2) ? 1 : 3;
        for (int i = 0; i < 20; ++i)
            if (board.put(!board.own(), Kind::king, board.near_king(reach))) return;
    }
    while (!board.put(!board.own(), Kind::king, board.any_point())) {
    }
}

void threaten(BoardBuilder& board) {
    const std::uint64_t how = board.random().below(8);
    const Point king = board.king();
    if (how == 0) {
        board.put(!board.own(), Kind::knight, king + knight_steps[board.random().below(8)]);
    } else if (how == 1) {
        board.put(!board.own(), Kind::pawn,
                  {king.x + (board.random().one_in(2) ? 1 : -1), king.y + forward(board.own())});
    } else if (board.aim(!board.own(), king, board.any_step(), BoardBuilder::Far::often_farthest)) {
        board.keep_open();
    }
}

/// A piece in front of the king and a slider behind it, mostly of the right kind; rarely two in front.
void pin(BoardBuilder& board) {
    const Step step = board.any_step();
    const Number far = board.room(board.king(), step);
    if (far < 2) return;
    const Number behind = 1 + board.distance(far - 1);
    const Number first = board.distance(behind - 1);
    const Color in_front = board.random().one_in(6) ? !board.own() : board.own();
    board.put(in_front, board.any_kind(), along(board.king(), step, first));
    const Color pinner = board.random().one_in(6) ? board.own() : !board.own();
    const Kind kind = board.random().one_in(6) ? board.any_kind() : board.slider(step);
    board.put(pinner, kind, along(board.king(), step, behind));
}

/// An enemy slider on a line that goes on through the king or passes it by one.
void look_through(BoardBuilder& board) {
    const Step step = board.any_step();
    Point from = board.king();
    if (!board.random().one_in(2)) from.x += board.small(1);
    if (!board.random().one_in(2)) from.y += board.small(1);
    if (from.x < 1 || from.y < 1 || from.x > board.n() || from.y > board.n()) return;
    board.aim(!board.own(), from, step);
}

/// A piece on a line that crosses the check, or a knight's step or a pawn's from it.
void help(BoardBuilder& board) {
    const Point check = board.open()[board.random().below(board.open().size())];
    const Number far_off = apart(board.king(), check);
    const Number i = board.random().one_in(5) ? far_off : board.distance(far_off);
    const Point target = along(board.king(), *direction(board.king(), check), i);
    const Color color = board.random().one_in(4) ? !board.own() : board.own();
    if (board.random().one_in(4)) {
        board.put(color, Kind::knight, target + knight_steps[board.random().below(8)]);
    } else if (board.random().one_in(4)) {
        board.put(color, Kind::pawn, {target.x + board.small(1), target.y - forward(color)});
    } else {
        const Step step = board.any_step();
        const Number far = board.room(target, step);
        if (far == 0) return;
        const Number at = board.distance(far);
        const Kind kind = board.random().one_in(4) ? board.any_kind() : board.slider(step);
        board.put(color, kind, along(target, step, at));
    }
}

}  // namespace

PlainBoard random_board(Random& random, std::uint64_t n, std::size_t max_pieces) {
    BoardBuilder board(random, n, max_pieces);
    const auto below_or_none = [&] { return random.one_in(5) ? 0 : random.below(max_pieces); };
    place_kings(board);
    const auto threats = std::array<int, 8>{0, 1, 1, 1, 1, 1, 2, 2}[random.below(8)];
    for (int i = 0; i < threats; ++i) threaten(board);
    for (std::uint64_t i = random.below(4); i > 0; --i) pin(board);
    if (random.one_in(3)) look_through(board);
    if (!board.open().empty())
        for (std::uint64_t i = below_or_none(); i > 0; --i) help(board);
    for (std::uint64_t i = below_or_none(); i > 0; --i) {
        const Number row = random.one_in(6) ? board.edge() : board.any_coordinate();
        const Color color = board.any_color();
        const Kind kind = row == 1 || row == board.n() ? Kind::pawn : board.any_kind();
        board.put(color, kind, {board.any_coordinate(), row});
    }
    for (std::uint64_t i = random.below(4); i > 0; --i) {
        const Color color = board.any_color();
        const Kind kind = board.any_kind();
        board.put(color, kind, board.near_king(4));
    }
    return board.finished();
}

}  // namespace zermelo::check_state
