// SPDX-License-Identifier: GPL-3.0-or-later
// Lists of pieces: storing, looking for defects and deciding, apart and together. Run with
// --benchmark_counters_tabular=true; "ns_a_piece" is the figure, and "copy" the floor: reading and writing 8
// bytes a piece.
#include <bit>
#include <cstring>
#include <stdexcept>
#include <thread>
#include <vector>

#include <benchmark/benchmark.h>
#include <tbb/parallel_for.h>

#include "zermelo/base/random.hpp"
#include "zermelo/sparse/check_state.hpp"
#include "zermelo/sparse/piece_list.hpp"
#include "zermelo/sparse/random.hpp"
#include "zermelo/sparse/reference.hpp"

namespace {

using namespace zermelo;
using namespace zermelo::sparse;

struct Case {
    PlainBoard board;
    std::uint64_t moves;
};

/// White's king in the corner, Black's queen in the opposite one, and most pieces White's, which can
/// interpose. The moves are known by construction: the pieces are queens, one a row and a column, on both
/// sides of the diagonal far enough from each other that each sees its own squares: see `answer`.
Case long_diagonal(std::uint64_t n, std::size_t pieces) {
    Case result{{n, {}}, 0};
    auto& list = result.board.pieces;
    list.push_back({Color::white, Kind::king, Column{1}, Row{1}});
    list.push_back({Color::black, Kind::queen, Column{n}, Row{n}});
    list.push_back({Color::black, Kind::king, Column{2}, Row{n}});
    Random random(n);
    // Pieces stand each in a column of its own, at random rows off the diagonal.
    std::vector<std::uint64_t> columns;
    const std::uint64_t gap = (n - 4) / pieces;
    for (std::size_t i = 0; i + 3 < pieces; ++i) {
        const std::uint64_t column = 3 + i * std::max<std::uint64_t>(1, gap);
        std::uint64_t row = 1 + random.below(n - 1);
        if (row == column) row += row > 2 ? -1U : 1U;
        const Kind kinds[] = {Kind::queen, Kind::rook, Kind::bishop, Kind::queen, Kind::rook, Kind::knight};
        list.push_back({random.one_in(8) ? Color::black : Color::white, kinds[random.below(6)],
                        Column{column}, Row{row}});
    }
    for (std::size_t i = list.size(); i > 1; --i) std::swap(list[i - 1], list[random.below(i)]);
    return result;
}

void fill(PieceList& list, const PlainBoard& board, unsigned shards) {
    list.begin(board.n, board.pieces.size(), shards);
    const auto part = [&](unsigned s) {
        const std::size_t from = board.pieces.size() * s / shards;
        const std::size_t to = board.pieces.size() * (s + 1) / shards;
        Shard& shard = list.shard(s);
        for (std::size_t i = from; i < to; ++i) {
            const Piece& piece = board.pieces[i];
            shard.add(piece.column, piece.row, code_of(piece.color, piece.kind));
        }
    };
    if (shards == 1)
        part(0);
    else
        tbb::parallel_for(0U, shards, part);
}

void large(benchmark::State& state, std::uint64_t n, std::size_t pieces, unsigned shards, int what) {
    const Case c = long_diagonal(n, pieces);
    PieceList list;
    fill(list, c.board, shards);
    const CheckState first = decide(list);
    for (auto _ : state) {
        if (what == 0 || what == 3) fill(list, c.board, shards);
        if (what == 1 || what == 3)
            if (list.find_defect()) throw std::logic_error("no defect was expected");
        if (what == 2 || what == 3)
            if (decide(list) != first) throw std::logic_error("another answer");
    }
    state.counters["moves"] = static_cast<double>(first.moves);
    state.counters["ns_a_piece"] =
        benchmark::Counter(static_cast<double>(pieces) * 1e-9,
                           benchmark::Counter::kIsIterationInvariantRate | benchmark::Counter::kInvert);
}

void small(benchmark::State& state, int what) {
    Random random(1);
    std::vector<PlainBoard> boards;
    while (boards.size() < 12000) {
        PlainBoard board = random_board(random, 8 + random.below(7), 40);
        if (board.pieces.size() >= 20 && board.pieces.size() <= 32) boards.push_back(std::move(board));
    }
    PieceList list;
    std::uint64_t sum = 0;
    for (auto _ : state) {
        for (const PlainBoard& board : boards) {
            fill(list, board, 1);
            if (what >= 1 && list.find_defect()) throw std::logic_error("no defect was expected");
            if (what >= 2) sum += decide(list).moves;
        }
    }
    benchmark::DoNotOptimize(sum);
    state.counters["ns_a_board"] = benchmark::Counter(
        12000e-9, benchmark::Counter::kIsIterationInvariantRate | benchmark::Counter::kInvert);
}

const bool registered = [] {
    const char* names[] = {"add", "find_defect", "decide", "all"};
    for (int what = 0; what < 3; ++what)
        benchmark::RegisterBenchmark((std::string("small/") + names[what]).c_str(), small, what)
            ->Unit(benchmark::kMillisecond);
    for (const std::size_t p : {std::size_t{1'000'000}, std::size_t{10'000'000}})
        for (const std::uint64_t n : {std::uint64_t{p}, std::uint64_t{1'000'000'000'000'000'000U}})
            for (const unsigned shards : {1U, 2U})
                for (int what = 0; what < 4; ++what)
                    benchmark::RegisterBenchmark(
                        (std::string("large/") + names[what] + "/p:" + std::to_string(p) +
                         (n == p ? "/n:p" : "/n:1e18") + "/shards:" + std::to_string(shards))
                            .c_str(),
                        large, n, p, shards, what)
                        ->Unit(benchmark::kMillisecond)
                        ->UseRealTime()
                        ->MinTime(0.3);
    return true;
}();

}  // namespace
