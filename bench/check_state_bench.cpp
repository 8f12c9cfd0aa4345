// SPDX-License-Identifier: GPL-3.0-or-later
// Lists of pieces: storing, looking for defects and deciding, apart and together. Run with
// --benchmark_counters_tabular=true; "ns_a_piece" is the figure, and "copy" the floor: reading and writing 8
// bytes a piece.
#include <algorithm>
#include <stdexcept>
#include <string>
#include <vector>

#include <benchmark/benchmark.h>
#include <tbb/parallel_for.h>

#include "zermelo/base/random.hpp"
#include "zermelo/puzzles/check_state/decide.hpp"
#include "zermelo/puzzles/check_state/piece_list.hpp"
#include "zermelo/puzzles/check_state/random.hpp"

#include "reference/check_state.hpp"

namespace {

using namespace zermelo;
using namespace zermelo::check_state;

struct Case {
    PlainBoard board;
    std::uint64_t moves;
};

/// White's king in the corner, Black's queen in the opposite one, and every other piece alone in its column
/// and in its row: each of White's rooks has two moves onto the diagonal, pawns (a quarter of all) none, and
/// the king two steps.
Case long_diagonal(std::uint64_t n, std::size_t pieces) {
    Case result{{n, {}}, 2};
    std::vector<Piece>& list = result.board.pieces;
    list.push_back({Color::white, Kind::king, Column{1}, Row{1}});
    list.push_back({Color::black, Kind::queen, Column{n}, Row{n}});
    list.push_back({Color::black, Kind::king, Column{n}, Row{2}});
    Random random(n);
    const std::uint64_t apart = (n - 3) / (pieces - 3);
    std::vector<std::uint64_t> rows;
    for (std::size_t i = 0; i + 3 < pieces; ++i) rows.push_back(3 + i * apart);
    std::shuffle(rows.begin(), rows.end(), random);
    for (std::size_t i = 0; i < rows.size(); ++i) {
        const std::uint64_t column = 3 + i * apart;
        if (column + 3 >= rows[i] && rows[i] + 3 >= column) continue;  // too near the diagonal to be sure
        const bool rook = !random.one_in(4);
        const Color color = rook || random.one_in(2) ? Color::white : Color::black;
        list.push_back({color, rook ? Kind::rook : Kind::pawn, Column{column}, Row{rows[i]}});
        if (rook) result.moves += 2;
    }
    std::shuffle(list.begin(), list.end(), random);
    return result;
}

/// White's king is checked along the whole diagonal of a board full of all kinds of both colours, wherever
/// they would not check too: most lines that cross the check have several pieces.
Case mixed_diagonal(std::uint64_t n, std::size_t pieces) {
    Case result{{n, {}}, 0};
    std::vector<Piece>& list = result.board.pieces;
    list.push_back({Color::white, Kind::king, Column{1}, Row{1}});
    list.push_back({Color::black, Kind::queen, Column{n}, Row{n}});
    list.push_back({Color::black, Kind::king, Column{n / 2}, Row{2}});
    for (const std::uint64_t column : {n / 2 - 1, n / 2, n / 2 + 1})
        for (std::uint64_t row = 1; row <= 3; ++row)
            if (column != n / 2 || row != 2)
                list.push_back({Color::black, Kind::pawn, Column{column}, Row{row}});
    list.push_back({Color::white, Kind::pawn, Column{1}, Row{3}});
    list.push_back({Color::white, Kind::pawn, Column{3}, Row{1}});
    Random random(n);
    std::vector<std::uint64_t> squares;
    while (squares.size() < pieces) {
        const std::uint64_t x = 8 + random.below(n - 8);
        const std::uint64_t y = 8 + random.below(n - 8);
        // No knight's check on Black's king either: his walls and the distance see to that.
        if (x != y && x != n / 2 && x + y != n / 2 + 2 && x != y + n / 2 - 2) squares.push_back(y << 32 | x);
    }
    std::sort(squares.begin(), squares.end());
    squares.erase(std::unique(squares.begin(), squares.end()), squares.end());
    for (const std::uint64_t square : squares)
        list.push_back({random.one_in(2) ? Color::white : Color::black,
                        static_cast<Kind>(1 + random.below(5)), Column{square & 0xFFFF'FFFFU},
                        Row{square >> 32}});
    std::shuffle(list.begin(), list.end(), random);
    return result;
}

void fill(PieceList& list, const PlainBoard& board, unsigned buffers) {
    list.begin(board.n, board.pieces.size(), buffers);
    const auto part = [&](unsigned s) {
        const std::size_t from = board.pieces.size() * s / buffers;
        const std::size_t to = board.pieces.size() * (s + 1) / buffers;
        PieceBuffer& buffer = list.buffer(s);
        for (std::size_t i = from; i < to; ++i) {
            const Piece& piece = board.pieces[i];
            buffer.add(piece.column, piece.row, code_of(piece.color, piece.kind));
        }
    };
    if (buffers == 1)
        part(0);
    else
        tbb::parallel_for(0U, buffers, part);
}

void large(benchmark::State& state, bool mixed, std::uint64_t n, std::size_t pieces, unsigned buffers,
           int what) {
    const Case c = mixed ? mixed_diagonal(n, pieces) : long_diagonal(n, pieces);
    PieceList list;
    fill(list, c.board, buffers);
    const CheckState expected = explain(c.board, 0);
    if (expected.verdict != CheckState::Verdict::check || (!mixed && expected.evasions.count() != c.moves))
        throw std::logic_error("no such board was expected");
    for (auto _ : state) {
        if (what == 0 || what == 3) fill(list, c.board, buffers);
        if (what == 1 || what == 3)
            if (list.has_defect()) throw std::logic_error("no defect was expected");
        if (what == 2 || what == 3)
            if (decide(list, best_isa()) != expected) throw std::logic_error("another answer");
    }
    state.counters["moves"] = static_cast<double>(expected.evasions.count());
    state.counters["ns_a_piece"] =
        benchmark::Counter(static_cast<double>(c.board.pieces.size()) * 1e-9,
                           benchmark::Counter::kIsIterationInvariantRate | benchmark::Counter::kInvert);
}

void small(benchmark::State& state, int what) {
    Random random(1);
    std::vector<PlainBoard> boards;
    std::uint64_t expected = 0;
    while (boards.size() < 12000) {
        PlainBoard board = random_board(random, 8 + random.below(7), 40);
        if (board.pieces.size() >= 20 && board.pieces.size() <= 32) {
            expected += decide_by_playing(board).evasions.count();
            boards.push_back(std::move(board));
        }
    }
    PieceList list;
    for (auto _ : state) {
        std::uint64_t sum = 0;
        for (const PlainBoard& board : boards) {
            fill(list, board, 1);
            if (what >= 1 && list.has_defect()) throw std::logic_error("no defect was expected");
            if (what >= 2) sum += decide(list, best_isa()).evasions.count();
        }
        if (what >= 2 && sum != expected) throw std::logic_error("another answer");
    }
    state.counters["ns_a_board"] = benchmark::Counter(
        12000e-9, benchmark::Counter::kIsIterationInvariantRate | benchmark::Counter::kInvert);
}

const bool registered = [] {
    const char* names[] = {"add", "has_defect", "decide", "all"};
    for (int what = 0; what < 3; ++what)
        benchmark::RegisterBenchmark((std::string("small/") + names[what]).c_str(), small, what)
            ->Unit(benchmark::kMillisecond);
    for (const std::uint64_t n : {5'000U, 1'000'000U, 1'000'000'000U})
        for (int what = 0; what < 4; ++what)
            benchmark::RegisterBenchmark(
                (std::string("mixed/") + names[what] + "/p:1000000/n:" + std::to_string(n)).c_str(), large,
                true, n, std::size_t{1'000'000}, 1U, what)
                ->Unit(benchmark::kMillisecond)
                ->UseRealTime()
                ->MinTime(0.3);
    for (const std::size_t p : {std::size_t{1'000'000}, std::size_t{10'000'000}})
        for (const std::uint64_t n : {std::uint64_t{p}, std::uint64_t{1'000'000'000'000'000'000U}})
            for (const unsigned buffers : {1U, 2U})
                for (int what = 0; what < 4; ++what)
                    benchmark::RegisterBenchmark(
                        (std::string("large/") + names[what] + "/p:" + std::to_string(p) +
                         (n == p ? "/n:p" : "/n:1e18") + "/buffers:" + std::to_string(buffers))
                            .c_str(),
                        large, false, n, p, buffers, what)
                        ->Unit(benchmark::kMillisecond)
                        ->UseRealTime()
                        ->MinTime(0.3);
    return true;
}();

}  // namespace
