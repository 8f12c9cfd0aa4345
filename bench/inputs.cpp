// SPDX-License-Identifier: GPL-3.0-or-later
// Writes the inputs that the whole-process benchmarks judge: bench_inputs KIND COUNT > FILE.
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <functional>
#include <map>
#include <numeric>
#include <string>
#include <unordered_set>
#include <vector>

#include <fmt/format.h>
#include <fmt/os.h>

#include "zermelo/puzzles/king_pawn/random.hpp"
#include "zermelo/puzzles/queen_hunt/moves.hpp"
#include "zermelo/puzzles/queen_hunt/random.hpp"

namespace zermelo::bench {
namespace {

/// Standard output, a megabyte at a time.
class Out {
  public:
    ~Out() { flush(); }
    template <typename... Args>
    void print(fmt::format_string<Args...> format, Args&&... args) {
        fmt::format_to(std::back_inserter(buffer_), format, std::forward<Args>(args)...);
        if (buffer_.size() > std::size_t{1} << 20) flush();
    }

  private:
    void flush() {
        std::fwrite(buffer_.data(), 1, buffer_.size(), stdout);
        buffer_.clear();
    }
    fmt::memory_buffer buffer_;
};

/// `count` games of king against pawn.
void cheesy(Out& out, std::uint64_t count) {
    Random random{count};
    out.print("{}\n", count);
    for (std::uint64_t i = 0; i < count; ++i) {
        const king_pawn::Position p = king_pawn::random_position(random);
        for (unsigned r = 8; r-- > 0;) {
            char row[9] = "........";
            for (unsigned f = 0; f < 8; ++f) {
                const king_pawn::Square square{File{f}, Rank{r}};
                if (p.marks().forbidden.contains(square)) row[f] = 'F';
                if (p.marks().dangerous.contains(square)) row[f] = 'D';
            }
            out.print("{}\n", row);
        }
        out.print("{} {}\n{} {}\n", p.king().file().index() + 1, p.king().rank().index() + 1,
                  p.pawn().file().index() + 1, p.pawn().rank().index() + 1);
    }
}

/// A board whose answer is known: the white king at (1, 1) is checked along the whole diagonal by a bishop at
/// (n, n), and each of the `count` white rooks stands alone in its column and its row, off the diagonal: each
/// interposes in two ways. With the king's steps to (1, 2) and (2, 1) that makes 2 × count + 2 moves.
/// The coordinates are `scale` apart.
void diagonal(Out& out, std::uint64_t count, std::uint64_t scale) {
    Random random{count};
    std::vector<std::uint64_t> rows(count);
    std::iota(rows.begin(), rows.end(), std::uint64_t{1});
    std::shuffle(rows.begin(), rows.end(), random);
    for (std::uint64_t i = 0; i < count; ++i) {
        if (rows[i] == i + 1) std::swap(rows[i], rows[(i + 1) % count]);
    }
    std::vector<std::uint64_t> order(count);
    std::iota(order.begin(), order.end(), std::uint64_t{0});
    std::shuffle(order.begin(), order.end(), random);
    const std::uint64_t n = (count + 2) * scale;
    out.print("1\n{} {}\n1 1 k\n{} {} B\n{} 1 K\n", n, count + 3, n, n, n);
    for (const std::uint64_t i : order) out.print("{} {} r\n", 1 + (i + 1) * scale, 1 + rows[i] * scale);
}

/// `count` pieces of all kinds and both colours on a board of n × n squares, anywhere but where they would
/// disturb the one long check: the white king at (1, 1), a black bishop at (n, n), the black king walled in.
void mixed(Out& out, std::uint64_t count, std::uint64_t n) {
    Random random{count};
    std::unordered_set<std::uint64_t> taken;
    out.print("1\n{} {}\n1 1 k\n{} {} B\n{} 1 K\n{} 1 P\n{} 2 P\n{} 2 P\n", n, count, n, n, n, n - 1, n - 1,
              n);
    constexpr std::uint64_t around_kings = 4;
    for (std::uint64_t pieces = 6; pieces < count;) {
        const std::uint64_t x = around_kings + random.below(n - 2 * around_kings);
        const std::uint64_t y = around_kings + random.below(n - 2 * around_kings);
        if (x == y || !taken.insert(x * n + y).second) continue;
        out.print("{} {} {}\n", x, y, "qrbhpQRBHP"[random.below(10)]);
        ++pieces;
    }
}

/// `count` boards of 8×8 to 14×14 with 2 to some 50 pieces of every kind.
void small_boards(Out& out, std::uint64_t count) {
    Random random{count};
    out.print("{}\n", count);
    for (std::uint64_t i = 0; i < count; ++i) {
        const std::uint64_t n = 8 + random.below(7);
        const std::uint64_t pieces = 2 + random.below(49);
        std::vector<std::uint64_t> squares(n * n);
        std::iota(squares.begin(), squares.end(), std::uint64_t{0});
        std::shuffle(squares.begin(), squares.end(), random);
        out.print("{} {}\n", n, pieces);
        for (std::uint64_t p = 0; p < pieces; ++p) {
            const char letter = p < 2 ? "kK"[p] : "qrbhpQRBHP"[random.below(10)];
            out.print("{} {} {}\n", squares[p] % n + 1, squares[p] / n + 1, letter);
        }
        out.print("\n");
    }
}

void print_game(Out& out, const queen_hunt::Position& position, unsigned bound) {
    const auto pieces = position.pieces(Color::white);
    const auto white = std::count_if(pieces.begin(), pieces.end(),
                                     [](const queen_hunt::Piece& p) { return p.color == Color::white; });
    out.print("{} {} {}\n", white, static_cast<std::ptrdiff_t>(pieces.size()) - white, bound);
    for (const queen_hunt::Piece& p : pieces) {
        out.print("{} {} {}\n", letter(p.kind), "ABCD"[p.square.file().index()], p.square.rank().index() + 1);
    }
}

/// `count` queen hunts of any armies and m from 1 to 6, as a random file has them.
void random_hunts(Out& out, std::uint64_t count) {
    Random random{count};
    out.print("{}\n", count);
    for (std::uint64_t i = 0; i < count; ++i)
        print_game(out, queen_hunt::random_position(random), static_cast<unsigned>(1 + random.below(6)));
}

/// `count` queen hunts of full armies at m = 6, none of them won at once.
void full_hunts(Out& out, std::uint64_t count) {
    Random random{count};
    out.print("{}\n", count);
    for (std::uint64_t i = 0; i < count;) {
        const auto position = queen_hunt::random_position(queen_hunt::random_army(5, random),
                                                          queen_hunt::random_army(5, random), random);
        if (wins_at_once(position)) continue;
        print_game(out, position, 6);
        ++i;
    }
}

int run(int argc, char** argv) {
    const std::map<std::string, std::function<void(Out&, std::uint64_t)>> kinds{
        {"cheesy", cheesy},
        {"cstate2-diagonal", [](Out& out, std::uint64_t count) { diagonal(out, count, 1); }},
        {"cstate3-diagonal",
         [](Out& out, std::uint64_t count) {
             diagonal(out, count, 1'000'000'000'000'000'000U / (count + 2));
         }},
        {"cstate2-mixed", [](Out& out, std::uint64_t count) { mixed(out, count, count); }},
        {"cstate3-mixed", [](Out& out, std::uint64_t count) { mixed(out, count, 1000 * count); }},
        {"cstate2-small", small_boards},
        {"simplified-random", random_hunts},
        {"simplified-full", full_hunts},
    };
    const auto kind = argc == 3 ? kinds.find(argv[1]) : kinds.end();
    if (kind == kinds.end()) {
        fmt::print(stderr, "usage: bench_inputs KIND COUNT, KIND one of:");
        for (const auto& each : kinds) fmt::print(stderr, " {}", each.first);
        fmt::print(stderr, "\n");
        return 2;
    }
    Out out;
    kind->second(out, std::stoull(argv[2]));
    return 0;
}

}  // namespace
}  // namespace zermelo::bench

int main(int argc, char** argv) { return zermelo::bench::run(argc, argv); }
