// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/judge/decider.hpp"

#include <fmt/format.h>

namespace zermelo::judge {

void GameDecider::decide(const Batch& batch, Output& output) {
    begin_batch(batch);
    Reader reader{batch.text, batch.first_line};
    std::uint64_t decided = 0;
    while (decided < batch.games) {
        decided += decide_fast(reader, batch.readable_end, batch.games - decided, output.text);
        if (decided == batch.games) break;
        const std::size_t before = output.text.size();
        if (const auto done = decide_game(reader, batch.first_game + decided, output.text); !done) {
            output.text.resize(before);
            output.error = done.error();
            return;
        }
        ++decided;
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
