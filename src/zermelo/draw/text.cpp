// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/draw/text.hpp"

#include <algorithm>
#include <vector>

#include <fmt/format.h>

#include "zermelo/base/cut.hpp"

namespace zermelo::draw {

namespace {

std::vector<std::string> lines_of(std::string_view text) {
    std::vector<std::string> lines;
    while (!text.empty()) lines.emplace_back(cut(text, '\n'));
    return lines;
}

void end_line(std::string& out) {
    out.erase(out.find_last_not_of(' ') + 1);
    out += '\n';
}

}  // namespace

std::string text(const TextBoard& board) {
    std::size_t after = 0;
    for (const TextBoard::Cell& cell : board.cells) after = std::max(after, cell.after.size());
    std::size_t margin = 0;
    for (const std::string& name : board.row_names) margin = std::max(margin, name.size());
    std::string result;
    auto cell = board.cells.begin();
    for (const std::string& name : board.row_names) {
        std::string line = fmt::format("{:>{}}", name, margin);
        for (std::size_t column = 0; column < board.column_names.size(); ++column, ++cell)
            line += fmt::format("{}{}{:<{}}", cell->before, cell->symbol, cell->after, after);
        end_line(line);
        result += line;
    }
    std::string names(margin, ' ');
    for (const char name : board.column_names) names += fmt::format(" {}{:<{}}", name, "", after);
    end_line(names);
    return result + names;
}

std::size_t columns(std::string_view line) {
    return static_cast<std::size_t>(std::count_if(
        line.begin(), line.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; }));
}

std::string beside(std::string_view picture, std::string_view words, std::string_view below) {
    std::vector<std::string> left = lines_of(picture);
    const std::vector<std::string> right = lines_of(words);
    if (left.size() < right.size()) left.resize(right.size());
    std::size_t width = 0;
    for (const auto& line : left) width = std::max(width, columns(line));
    const std::size_t first = (left.size() - right.size()) / 2;
    std::string result;
    for (std::size_t i = 0; i < left.size(); ++i) {
        result += left[i];
        if (i >= first && i - first < right.size()) {
            result.append(width - columns(left[i]) + 3, ' ');
            result += right[i - first];
        }
        result += '\n';
    }
    result += below;
    return result + '\n';
}

}  // namespace zermelo::draw
