// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/puzzles/check_state/random.hpp"

#include <array>

#include "zermelo/puzzles/check_state/board_builder.hpp"

namespace zermelo::check_state {

namespace {

/// Puts down what is hard to decide, most of it around the king of `board.own()`.
class HardBoard {
  public:
    HardBoard(Random& random, std::uint64_t n, std::size_t most)
        : random_(random), most_(most), board_(random, n, most), own_(board_.own()) {}

    PlainBoard build() {
        place_kings();
        const auto threats = std::array<int, 8>{0, 1, 1, 1, 1, 1, 2, 2}[random_.below(8)];
        for (int i = 0; i < threats; ++i) threaten();
        for (std::uint64_t i = random_.below(4); i > 0; --i) pin();
        if (random_.one_in(3)) look_through();
        if (!board_.open().empty())
            for (std::uint64_t i = below_or_none(); i > 0; --i) help();
        for (std::uint64_t i = below_or_none(); i > 0; --i) {
            const Number row = random_.one_in(6) ? board_.edge() : board_.any_coordinate();
            const Color color = board_.any_color();
            const Kind kind = row == 1 || row == board_.n() ? Kind::pawn : board_.any_kind();
            board_.put(color, kind, {board_.any_coordinate(), row});
        }
        for (std::uint64_t i = random_.below(4); i > 0; --i) {
            const Color color = board_.any_color();
            const Kind kind = board_.any_kind();
            board_.put(color, kind, board_.near_king(4));
        }
        return board_.finished();
    }

  private:
    std::uint64_t below_or_none() { return random_.one_in(5) ? 0 : random_.below(most_); }

    void place_kings() {
        const Number x = random_.one_in(3) ? board_.edge() : board_.any_coordinate();
        board_.place_king({x, random_.one_in(3) ? board_.edge() : board_.any_coordinate()});
        if (random_.one_in(6)) {
            const Number reach = random_.one_in(2) ? 1 : 3;
            for (int i = 0; i < 20; ++i)
                if (board_.put(!own_, Kind::king, board_.near_king(reach))) return;
        }
        while (!board_.put(!own_, Kind::king, board_.any_point())) {
        }
    }

    void threaten() {
        const std::uint64_t how = random_.below(8);
        const Point king = board_.king();
        if (how == 0) {
            board_.put(!own_, Kind::knight, king + knight_steps[random_.below(8)]);
        } else if (how == 1) {
            board_.put(!own_, Kind::pawn, {king.x + (random_.one_in(2) ? 1 : -1), king.y + forward(own_)});
        } else if (board_.aim(!own_, king, board_.any_step(), BoardBuilder::Far::often_farthest)) {
            board_.keep_open();
        }
    }

    /// A piece in front of the king and a slider behind it, mostly of the right kind; rarely two in front.
    void pin() {
        const Step step = board_.any_step();
        const Number far = board_.room(board_.king(), step);
        if (far < 2) return;
        const Number behind = 1 + board_.distance(far - 1);
        const Number first = board_.distance(behind - 1);
        const Color in_front = random_.one_in(6) ? !own_ : own_;
        board_.put(in_front, board_.any_kind(), along(board_.king(), step, first));
        const Color pinner = random_.one_in(6) ? own_ : !own_;
        const Kind kind = random_.one_in(6) ? board_.any_kind() : board_.slider(step);
        board_.put(pinner, kind, along(board_.king(), step, behind));
    }

    /// An enemy slider on a line that goes on through the king or passes it by one.
    void look_through() {
        const Step step = board_.any_step();
        Point from = board_.king();
        if (!random_.one_in(2)) from.x += board_.small(1);
        if (!random_.one_in(2)) from.y += board_.small(1);
        if (from.x < 1 || from.y < 1 || from.x > board_.n() || from.y > board_.n()) return;
        board_.aim(!own_, from, step);
    }

    /// A piece on a line that crosses the check, or a knight's step or a pawn's from it.
    void help() {
        const Point check = board_.open()[random_.below(board_.open().size())];
        const Number far_off = apart(board_.king(), check);
        const Number i = random_.one_in(5) ? far_off : board_.distance(far_off);
        const Point target = along(board_.king(), *direction(board_.king(), check), i);
        const Color color = random_.one_in(4) ? !own_ : own_;
        if (random_.one_in(4)) {
            board_.put(color, Kind::knight, target + knight_steps[random_.below(8)]);
        } else if (random_.one_in(4)) {
            board_.put(color, Kind::pawn, {target.x + board_.small(1), target.y - forward(color)});
        } else {
            const Step step = board_.any_step();
            const Number far = board_.room(target, step);
            if (far == 0) return;
            const Number at = board_.distance(far);
            const Kind kind = random_.one_in(4) ? board_.any_kind() : board_.slider(step);
            board_.put(color, kind, along(target, step, at));
        }
    }

    Random& random_;
    std::size_t most_;
    BoardBuilder board_;
    Color own_;
};

}  // namespace

PlainBoard random_board(Random& random, std::uint64_t n, std::size_t most_pieces) {
    return HardBoard(random, n, most_pieces).build();
}

}  // namespace zermelo::check_state
