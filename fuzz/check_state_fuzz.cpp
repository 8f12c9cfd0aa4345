// SPDX-License-Identifier: GPL-3.0-or-later
// The kernel of check states says what both slow references say. Bytes: the board's size, then column, row
// and piece of each piece; a column or row is stretched over the board, so that large boards have lines too.
#include <cstdlib>
#include <set>
#include <utility>

#include "zermelo/puzzles/check_state/decide.hpp"
#include "zermelo/puzzles/check_state/kernels.hpp"
#include "zermelo/puzzles/check_state/piece_list.hpp"

#include "reference/check_state.hpp"

namespace {

using namespace zermelo;
using namespace zermelo::check_state;

constexpr std::uint64_t small = 16;
constexpr std::size_t max_pieces = 40;

/// The n that the first byte asks for, and what one step of a coordinate byte is on that board.
std::pair<std::uint64_t, std::uint64_t> size_of(std::uint8_t byte) {
    const std::uint64_t side = 2 + byte % (small - 1);
    if (byte < 0xC0) return {side, 1};
    const std::uint64_t step = byte < 0xE0 ? std::uint64_t{1} << 20 : largest_board / small;
    return {side * step, step};
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    if (size < 1 + 2 * 2) return 0;
    const auto [n, step] = size_of(data[0]);
    const std::uint64_t side = n / step;
    PlainBoard board{n, {}};
    std::set<std::pair<std::uint64_t, std::uint64_t>> taken;
    for (std::size_t i = 1; i + 1 < size && board.pieces.size() < max_pieces; i += 2) {
        const std::size_t number = board.pieces.size();
        // High bits shift the square by one, off the stretched lines.
        const std::uint64_t x = 1 + data[i] % 16 % side * step + (step > 1 ? data[i] >> 7 : 0);
        const std::uint64_t y = 1 + (data[i] >> 4) % 8 % side * step + (step > 1 ? data[i + 1] >> 7 : 0);
        if (!taken.insert({x, y}).second) continue;
        const Color color = number < 2 ? static_cast<Color>(number) : static_cast<Color>(data[i + 1] & 1);
        const Kind kind = number < 2 ? Kind::king : static_cast<Kind>(1 + (data[i + 1] >> 1) % 5);
        board.pieces.push_back({color, kind, Column{x}, Row{y}});
    }
    if (board.pieces.size() < 2) return 0;
    const PieceList list = list_of(board);
    PieceList buffers;
    buffers.begin(board.n, board.pieces.size(), 2);
    PieceList parts;
    parts.begin(board.n, 20'000);  // as for this number of pieces: a partition of several parts
    unsigned next = 0;
    for (const Piece& piece : board.pieces) {
        const Code code = code_of(piece.color, piece.kind);
        buffers.buffer(next ^= 1).add(piece.column, piece.row, code);
        parts.buffer(0).add(piece.column, piece.row, code);
    }
    for (const PieceList* each : {&list, &std::as_const(buffers), &std::as_const(parts)})
        if (each->has_defect()) std::abort();
    const CheckState expected = decide_by_formula(board);
    for (const Isa isa : {Isa::portable, best_isa()})
        if (decide(list, isa) != expected || decide(buffers, isa) != expected ||
            decide(parts, isa) != expected || decide_large(list, isa) != expected)
            std::abort();
    if (explain(board, 0) != expected) std::abort();
    if (step == 1 && decide_by_playing(board) != expected) std::abort();
    return 0;
}
