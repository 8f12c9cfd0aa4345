// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/draw/sparse.hpp"

#include <algorithm>
#include <vector>

#include <fmt/format.h>

namespace zermelo::draw {

namespace {

constexpr std::int64_t widest = 20;
constexpr std::int64_t around = 8;  // squares on each side of the king on larger boards

/// A part of the board: columns and rows from 0, both ends included.
struct Window {
    std::int64_t left = 0;
    std::int64_t top = 0;
    std::int64_t right = 0;
    std::int64_t bottom = 0;

    bool contains(const check_state::Spot& s) const {
        return s.x >= left && s.x <= right && s.y >= top && s.y <= bottom;
    }
};

Window window_of(const check_state::PieceList& pieces, const check_state::Details& details) {
    const auto last = static_cast<std::int64_t>(pieces.n()) - 1;
    if (last < widest) return {0, 0, last, last};
    const check_state::Spot king = pieces.king(details.state.threatened);
    return {std::max<std::int64_t>(0, king.x - around), std::max<std::int64_t>(0, king.y - around),
            std::min(last, king.x + around), std::min(last, king.y + around)};
}

template <typename Packing>
void collect(const check_state::PieceList& pieces, const Window& window,
             std::vector<check_state::Spot>& found) {
    pieces.for_each_run([&](const check_state::Run& run) {
        for (std::size_t i = 0; i < run.count; ++i) {
            const check_state::Spot spot = Packing::read(run.words + i * Packing::words);
            if (window.contains(spot)) found.push_back(spot);
        }
    });
}

}  // namespace

std::string text(const check_state::PieceList& pieces, const check_state::Details& details) {
    const Window w = window_of(pieces, details);
    std::vector<check_state::Spot> found;
    if (pieces.wide()) {
        collect<check_state::Wide>(pieces, w, found);
    } else {
        collect<check_state::Narrow>(pieces, w, found);
    }
    const auto columns = static_cast<std::size_t>(w.right - w.left + 1);
    const auto rows = static_cast<std::size_t>(w.bottom - w.top + 1);
    std::vector<std::string> cells(rows, std::string(columns, '.'));
    for (const check_state::Spot& spot : found) {
        const auto code = static_cast<check_state::Code>(spot.code);
        cells[static_cast<std::size_t>(spot.y - w.top)][static_cast<std::size_t>(spot.x - w.left)] =
            letter_of(color_of(code), kind_of(code));
    }
    const std::size_t margin = std::to_string(w.bottom + 1).size();
    std::string result;
    for (std::size_t row = 0; row < rows; ++row) {
        result += fmt::format("{:>{}}", static_cast<std::uint64_t>(w.top) + row + 1, margin);
        for (const char c : cells[row]) {
            result += ' ';
            result += c;
        }
        result += '\n';
    }
    result.append(margin, ' ');
    for (std::size_t column = 0; column < columns; ++column)
        result += fmt::format(" {}", (static_cast<std::uint64_t>(w.left) + column + 1) % 10);
    if (columns < pieces.n())
        result += fmt::format("\nx from {} to {} of {}", w.left + 1, w.right + 1, pieces.n());
    return result + '\n';
}

}  // namespace zermelo::draw
