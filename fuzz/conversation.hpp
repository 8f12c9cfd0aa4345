// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <initializer_list>
#include <string>
#include <string_view>

#include "zermelo/base/parse_number.hpp"
#include "zermelo/protocol/input.hpp"
#include "zermelo/protocol/session.hpp"

namespace zermelo::fuzz {

enum class Counts : bool { no, yes };

/// A line of a count: of a move, the sum, or the empty one between them.
inline bool is_of_count(std::string_view line) {
    const std::size_t colon = line.find(": ");
    return line.empty() ||
           (colon != std::string_view::npos && parse_number(line.substr(colon + 2)).has_value());
}

/// Says each line of a text to an engine, and looks at the beginnings of all that it answers, but for counts
/// where it does count.
template <typename Protocol>
void converse(std::string_view text, std::initializer_list<std::string_view> beginnings,
              Counts counts = Counts::no) {
    StringSink output;
    protocol::Settings settings;
    settings.variant = "small4x4";
    settings.memory = std::size_t{1} << 16;
    {
        Protocol engine{protocol::Session::open(settings).value(), output};
        Source source = Source::of_text("commands", std::string{text});
        protocol::Input input{source};
        for (auto line = input.line(); line; line = input.line()) {
            // Memory and threads that the fuzzer has not, and files, which are not its subject.
            constexpr std::array left_out{"Hash", "memory", "Threads", "cores", "Path", ".ini"};
            if (std::any_of(left_out.begin(), left_out.end(),
                            [&](const char* word) { return line->find(word) != std::string::npos; }))
                continue;
            if (!engine.command(*line)) break;
        }
    }
    for (std::size_t begin = 0; begin < output.text().size();) {
        const std::size_t end = output.text().find('\n', begin);
        const std::string_view line = std::string_view{output.text()}.substr(begin, end - begin);
        if (std::none_of(beginnings.begin(), beginnings.end(),
                         [&](auto one) { return line.starts_with(one); }) &&
            line != "uciok" && !(counts == Counts::yes && is_of_count(line))) {
            std::fprintf(stderr, "no such answer: %s\n", std::string{line}.c_str());
            std::abort();
        }
        begin = end + 1;
    }
}

}  // namespace zermelo::fuzz
