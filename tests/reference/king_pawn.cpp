// SPDX-License-Identifier: GPL-3.0-or-later
#include "reference/king_pawn.hpp"

#include <cstdlib>

namespace zermelo::king_pawn {

namespace {

struct Place {
    int x;
    int y;
    bool operator==(const Place&) const = default;
};

class Recursion {
  public:
    explicit Recursion(const Marks& marks) : marks_(marks) {}

    /// White is to move.
    bool white_wins(Place king, Place pawn) const {
        for (int dx = -1; dx <= 1; ++dx) {
            for (int dy = -1; dy <= 1; ++dy) {
                const Place to{king.x + dx, king.y + dy};
                if (to == king || mark(to) != '.') continue;
                if (to == pawn) return true;
                if (to.y == pawn.y - 1 && std::abs(to.x - pawn.x) == 1) continue;
                if (white_wins_after(to, pawn)) return true;
            }
        }
        return false;
    }

  private:
    /// Black is to move.
    bool white_wins_after(Place king, Place pawn) const {
        const Place to{pawn.x, pawn.y - 1};
        if (pawn.y == 0) return false;
        if (mark(to) == 'F' || king == to) return true;
        return white_wins(king, to);
    }

    /// The square's mark; beyond the edge nobody may enter.
    char mark(Place p) const {
        const auto square = Square::at(p.x, p.y);
        if (!square || marks_.forbidden.contains(*square)) return 'F';
        return marks_.dangerous.contains(*square) ? 'D' : '.';
    }

    Marks marks_;
};

Place place(Square square) {
    return {static_cast<int>(square.file().index()), static_cast<int>(square.rank().index())};
}

}  // namespace

Color reference_winner(const Position& position) {
    const bool white = Recursion{position.marks()}.white_wins(place(position.king()), place(position.pawn()));
    return white ? Color::white : Color::black;
}

}  // namespace zermelo::king_pawn
