// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/puzzles/check_state/random.hpp"

#include <algorithm>
#include <bit>
#include <initializer_list>

#include "zermelo/puzzles/check_state/surroundings.hpp"

namespace zermelo::check_state {

namespace {

using Number = std::int64_t;

/// The squares strictly between a king and its checker, which the others are kept off (most of the time).
struct Stretch {
    Number x, y;
    Step step;
    Number length;  // the checker's distance

    bool has(Number px, Number py) const {
        const Number dx = (px - x) * (step.x == 0 ? 1 : step.x);
        const Number dy = (py - y) * (step.y == 0 ? 1 : step.y);
        const Number i = step.x == 0 ? dy : dx;
        return i > 0 && i < length && dx == (step.x == 0 ? 0 : i) && dy == (step.y == 0 ? 0 : i);
    }
};

/// A piece to be put. Made in braces, its parts are drawn from first to last by every compiler.
struct Wanted {
    Color color;
    Kind kind;
    Number x, y;
};

class Builder {
  public:
    Builder(Random& random, std::uint64_t n, std::size_t most)
        : random_(random), n_(static_cast<Number>(n)), most_(most), own_(pick_color()) {
        board_.n = n;
    }

    PlainBoard build() {
        place_kings();
        const auto threats = std::array<int, 8>{0, 1, 1, 1, 1, 1, 2, 2}[random_.below(8)];
        for (int i = 0; i < threats; ++i) threaten();
        for (std::uint64_t i = random_.below(4); i > 0; --i) pin();
        if (random_.one_in(3)) look_through();
        if (!lines_.empty())
            for (std::uint64_t i = below_or_none(); i > 0; --i) help();
        for (std::uint64_t i = below_or_none(); i > 0; --i) {
            const Number row = random_.one_in(6) ? (random_.one_in(2) ? 1 : n_) : coordinate();
            put({pick_color(), row == 1 || row == n_ ? Kind::pawn : pick_kind(), coordinate(), row});
        }
        for (std::uint64_t i = random_.below(4); i > 0; --i)
            put({pick_color(), pick_kind(), x_ + small(4), y_ + small(4)});
        random_.shuffle(board_.pieces);
        return board_;
    }

  private:
    Color pick_color() { return random_.one_in(2) ? Color::white : Color::black; }
    Kind pick_kind() { return static_cast<Kind>(1 + random_.below(5)); }
    Kind pick(std::initializer_list<Kind> kinds) { return kinds.begin()[random_.below(kinds.size())]; }
    Step pick_step() { return queen_steps[random_.below(8)]; }
    Number coordinate() { return 1 + static_cast<Number>(random_.below(static_cast<std::uint64_t>(n_))); }
    Number small(Number reach) {
        return static_cast<Number>(random_.below(static_cast<std::uint64_t>(2 * reach + 1))) - reach;
    }
    std::uint64_t below_or_none() { return random_.one_in(5) ? 0 : random_.below(most_); }
    /// 1..most, small ones as likely as large ones half of the time.
    Number distance(Number most) {
        auto bound = static_cast<std::uint64_t>(most);
        if (random_.one_in(2))
            bound = std::min(bound, std::uint64_t{1} << (1 + random_.below(std::bit_width(bound))));
        return 1 + static_cast<Number>(random_.below(bound));
    }
    Number room(Number x, Number y, Step step) const {
        const auto along = [&](int s, Number v) { return s == 0 ? n_ : s > 0 ? n_ - v : v - 1; };
        return std::min(along(step.x, x), along(step.y, y));
    }
    Kind slider(Step step) {
        return step.diagonal() ? pick({Kind::queen, Kind::bishop}) : pick({Kind::queen, Kind::rook});
    }

    bool put(Wanted wanted) {
        const auto [color, kind, x, y] = wanted;
        if (board_.pieces.size() >= most_ || x < 1 || y < 1 || x > n_ || y > n_) return false;
        const Piece piece{color, kind, Column{static_cast<std::uint64_t>(x)},
                          Row{static_cast<std::uint64_t>(y)}};
        for (const Piece& other : board_.pieces)
            if (other.column == piece.column && other.row == piece.row) return false;
        for (const Stretch& line : lines_)
            if (line.has(x, y) && !random_.one_in(16)) return false;
        board_.pieces.push_back(piece);
        return true;
    }

    void place_kings() {
        const auto edge = [&] { return random_.one_in(2) ? Number{1} : n_; };
        x_ = random_.one_in(3) ? edge() : coordinate();
        y_ = random_.one_in(3) ? edge() : coordinate();
        put({own_, Kind::king, x_, y_});
        if (random_.one_in(6)) {
            const Number reach = random_.one_in(2) ? 1 : 3;
            for (int i = 0; i < 20; ++i)
                if (put({!own_, Kind::king, x_ + small(reach), y_ + small(reach)})) return;
        }
        while (!put({!own_, Kind::king, coordinate(), coordinate()})) {
        }
    }

    void threaten() {
        const std::uint64_t how = random_.below(8);
        if (how == 0) {
            const Step step = knight_steps[random_.below(8)];
            put({!own_, Kind::knight, x_ + step.x, y_ + step.y});
        } else if (how == 1) {
            put({!own_, Kind::pawn, x_ + (random_.one_in(2) ? 1 : -1), y_ + forward(own_)});
        } else {
            const Step step = pick_step();
            const Number far = room(x_, y_, step);
            if (far == 0) return;
            const Number length = random_.one_in(4) ? far : distance(far);
            if (put({!own_, slider(step), x_ + step.x * length, y_ + step.y * length}))
                lines_.push_back({x_, y_, step, length});
        }
    }

    /// A piece in front of the king and a slider behind it, mostly of the right kind; rarely two in front.
    void pin() {
        const Step step = pick_step();
        const Number far = room(x_, y_, step);
        if (far < 2) return;
        const Number behind = 1 + distance(far - 1);
        const Number first = distance(behind - 1);
        put({random_.one_in(6) ? !own_ : own_, pick_kind(), x_ + step.x * first, y_ + step.y * first});
        put({random_.one_in(6) ? own_ : !own_, random_.one_in(6) ? pick_kind() : slider(step),
             x_ + step.x * behind, y_ + step.y * behind});
    }

    /// An enemy slider on a line that goes on through the king or passes it by one.
    void look_through() {
        const Step step = pick_step();
        const Number x = x_ + (random_.one_in(2) ? 0 : small(1));
        const Number y = y_ + (random_.one_in(2) ? 0 : small(1));
        if (x < 1 || y < 1 || x > n_ || y > n_) return;
        const Number far = room(x, y, step);
        if (far == 0) return;
        const Number at = distance(far);
        put({!own_, slider(step), x + step.x * at, y + step.y * at});
    }

    /// A piece on a line that crosses the check, or a knight's step or a pawn's from it.
    void help() {
        const Stretch& line = lines_[random_.below(lines_.size())];
        const Number i = random_.one_in(5) ? line.length : distance(line.length);
        const Number x = line.x + line.step.x * i;
        const Number y = line.y + line.step.y * i;
        const Color color = random_.one_in(4) ? !own_ : own_;
        if (random_.one_in(4)) {
            const Step step = knight_steps[random_.below(8)];
            put({color, Kind::knight, x + step.x, y + step.y});
        } else if (random_.one_in(4)) {
            put({color, Kind::pawn, x + small(1), y - forward(color)});
        } else {
            const Step step = pick_step();
            const Number far = room(x, y, step);
            if (far == 0) return;
            const Number at = distance(far);
            put({color, random_.one_in(4) ? pick_kind() : slider(step), x + step.x * at, y + step.y * at});
        }
    }

    Random& random_;
    Number n_;
    std::size_t most_;
    Color own_;
    PlainBoard board_;
    Number x_ = 1, y_ = 1;
    std::vector<Stretch> lines_;
};

}  // namespace

PlainBoard random_board(Random& random, std::uint64_t n, std::size_t most_pieces) {
    return Builder(random, n, most_pieces).build();
}

}  // namespace zermelo::check_state
