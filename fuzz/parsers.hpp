// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <sstream>
#include <string>

#include "zermelo/base/source.hpp"

#include "support/judging.hpp"

namespace zermelo::fuzz {

/// The property of every parser's target: whatever the bytes are, the portable path on one thread, the fast
/// path, two threads, a stream and a pipe give the same verdicts and the same error, which has a place in the
/// input. Most are texts in memory, whose end the address sanitizer guards; a file or a pipe takes ten times
/// as long.
inline int all_ways_agree(const char* puzzle, const std::uint8_t* data, std::size_t size) {
    const std::string text(reinterpret_cast<const char*>(data), size);
    const auto judge = [&](const puzzles::Options& options) {
        Source source = Source::of_text("text", text);
        return testing::judge_source(source, puzzle, options);
    };
    puzzles::Options plain;
    plain.isa = Isa::portable;
    plain.threads = 1;
    const auto expected = judge(plain);
    const auto check = [&](const testing::Judged& found) {
        const bool same =
            found.output == expected.output && found.error.has_value() == expected.error.has_value() &&
            (!found.error || (found.error->message == expected.error->message &&
                              found.error->where == expected.error->where && found.error->where.has_value()));
        if (!same) {
            std::fprintf(stderr, "differs: '%s' and '%s'\n",
                         expected.error ? expected.error->message.c_str() : "",
                         found.error ? found.error->message.c_str() : "");
            std::abort();
        }
    };
    puzzles::Options fast;
    fast.threads = 1;
    check(judge(fast));
    if (size % 4 == 0) {
        std::istringstream stream{text};
        Source source = Source::of_stream("text", stream);
        check(testing::judge_source(source, puzzle, fast));
    }
    if (size % 64 == 0) {
        check(testing::judge_text(puzzle, text, fast, testing::Delivery::piped, size));
        fast.threads = 2;
        check(testing::judge_text(puzzle, text, fast));
    }
    // The other forms must take everything that the verdicts take, and stop where they stop.
    for (const puzzles::AnswerFormat format : {puzzles::AnswerFormat::json, puzzles::AnswerFormat::picture}) {
        puzzles::Options other = plain;
        other.format = format;
        const auto found = judge(other);
        if (found.error.has_value() != expected.error.has_value()) std::abort();
    }
    return 0;
}

}  // namespace zermelo::fuzz
