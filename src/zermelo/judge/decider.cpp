// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/judge/decider.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace zermelo::judge {

void GameDecider::decide(const Batch& batch, Output& output) {
    begin_batch(batch);
    constexpr std::uint64_t most_at_once = 4096;  // verdicts that a fast path makes room for
    const char* const stop = batch.text.data() + std::min(batch.enough, batch.text.size());
    Reader reader{batch.text, batch.first};
    const auto offset = [&] { return static_cast<std::size_t>(reader.position() - batch.text.data()); };
    reader.move_to(batch.text.data() + batch.begin);
    while (output.games < batch.games) {
        // Blank lines belong to no game: those behind the last game wanted must not bring in one more. The
        // first game of a batch is decided wherever it begins, so that every call gets on.
        reader.skip_blank_lines();
        if (output.games != 0 && offset() >= batch.enough) return;
        const Reach reach{std::min(batch.games - output.games, most_at_once), stop, batch.readable_end};
        if (const std::uint64_t decided = decide_fast(reader, reach, output.text); decided != 0) {
            output.games += decided;
            output.end = offset();
            continue;
        }
        const std::size_t before = output.text.size();
        if (const auto done = decide_game(reader, batch.first_game + output.games, output.text); !done) {
            output.text.resize(before);
            output.error = done.error();
            return;
        }
        ++output.games;
        output.end = offset();
    }
    if (reader.skip_blank_lines()) {
        const std::string_view extra = reader.word();
        output.error =
            reader
                .error_at(reader.position() - extra.size(),
                          fmt::format("unexpected {} after the last game, expected the end of the input",
                                      quoted(extra.empty() ? std::string_view{"\r"} : extra)))
                .value();
    }
}

}  // namespace zermelo::judge
