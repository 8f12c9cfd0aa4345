// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/draw/markup.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>

#include <fmt/format.h>

#include "zermelo/base/cut.hpp"
#include "zermelo/draw/text.hpp"

namespace zermelo::draw {

namespace {

/// The length of the well-formed UTF-8 sequence that `text` begins with, of a character that XML 1.0 allows
/// (section 2.2 there, table 3-7 of the Unicode Standard for the bytes); 0 if there is none.
std::size_t sequence(std::string_view text) {
    const auto byte = [&](std::size_t i) {
        return i < text.size() ? static_cast<std::uint8_t>(text[i]) : std::uint8_t{0};
    };
    const std::uint8_t lead = byte(0);
    if (lead < 0x80) return lead >= 0x20 || lead == '\t' || lead == '\n' || lead == '\r' ? 1 : 0;
    const std::size_t length = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : 2;
    std::uint32_t code = lead & (0x7FU >> length);
    for (std::size_t i = 1; i < length; ++i) {
        if ((byte(i) & 0xC0) != 0x80) return 0;
        code = code << 6U | (byte(i) & 0x3FU);
    }
    static constexpr std::array<std::uint32_t, 5> least{0, 0, 0x80, 0x800, 0x10000};
    const bool surrogate = code >= 0xD800 && code < 0xE000;
    const bool allowed = code != 0xFFFE && code != 0xFFFF && code <= 0x10FFFF && !surrogate;
    return lead >= 0xC2 && lead < 0xF5 && code >= least[length] && allowed ? length : 0;
}

}  // namespace

std::string escaped(std::string_view text) {
    std::string result;
    while (!text.empty()) {
        const std::size_t length = sequence(text);
        switch (text.front()) {
            case '&':
                result += "&amp;";
                break;
            case '<':
                result += "&lt;";
                break;
            case '>':
                result += "&gt;";
                break;
            case '"':
                result += "&quot;";
                break;
            case '\'':
                result += "&#39;";
                break;
            default:
                if (length > 0) {
                    result += text.substr(0, length);
                } else {
                    result += "\xEF\xBF\xBD";
                }
        }
        text.remove_prefix(std::max<std::size_t>(length, 1));
    }
    return result;
}

std::vector<std::string> wrapped(std::string_view line, std::size_t most) {
    std::vector<std::string> lines(1);
    std::size_t used = 0;
    const auto next_line = [&] {
        lines.emplace_back();
        used = 0;
    };
    while (!line.empty()) {
        std::string_view word = cut(line, ' ');
        if (word.empty()) continue;
        if (used > 0 && used + 1 + columns(word) > most) next_line();
        if (used > 0) lines.back() += ' ';
        used += used > 0 ? 1 : 0;
        for (; !word.empty(); ++used) {
            if (used == most) next_line();
            std::size_t length = 1;  // bytes of one character, up to the next that begins one
            while (length < word.size() && columns(word.substr(length, 1)) == 0) ++length;
            lines.back() += word.substr(0, length);
            word.remove_prefix(length);
        }
    }
    return lines;
}

std::vector<std::string> wrapped_fen(std::string_view fen, std::size_t most) {
    if (columns(fen) <= most) return {std::string{fen}};
    const std::size_t end = std::min(fen.find(' '), fen.size());
    std::string_view board = fen.substr(0, end);
    std::vector<std::string> lines;
    while (board.size() > most) {
        const std::size_t rank = board.rfind('/', most - 1);
        const std::size_t length = rank == std::string_view::npos ? most : rank + 1;
        lines.emplace_back(board.substr(0, length));
        board.remove_prefix(length);
    }
    lines.emplace_back(board);
    if (end < fen.size())
        for (std::string& line : wrapped(fen.substr(end + 1), most)) lines.push_back(std::move(line));
    return lines;
}

std::string number(double value) {
    const auto tenths = static_cast<long>(std::lround(value * 10));
    const char* sign = tenths < 0 ? "-" : "";
    const long size = std::labs(tenths);
    return size % 10 == 0 ? fmt::format("{}{}", sign, size / 10)
                          : fmt::format("{}{}.{}", sign, size / 10, size % 10);
}

}  // namespace zermelo::draw
