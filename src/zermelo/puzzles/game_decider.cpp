// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/puzzles/game_decider.hpp"

#include <algorithm>

namespace zermelo::puzzles {

void GameDecider::decide(const Batch& batch, Output& output) {
    limits_.load = batch.load;
    begin_batch(batch);
    constexpr std::uint64_t max_at_once = 4096;  // verdicts that a fast path makes room for
    const char* const stop = batch.text.data() + std::min(batch.enough, batch.text.size());
    Reader reader{batch.text, batch.first};
    const auto offset = [&] { return static_cast<std::size_t>(reader.position() - batch.text.data()); };
    reader.move_to(batch.text.data() + batch.begin);
    while (output.games < batch.games) {
        // Blank lines belong to no game: those after the last game wanted must not bring in one more. The
        // first game of a batch is decided wherever it begins, so that every call gets on.
        reader.skip_blank_lines();
        if (output.games != 0 && offset() >= batch.enough) return;
        const Reach reach{std::min(batch.games - output.games, max_at_once), stop, batch.readable_end};
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
    if (const auto closed = reader.close_input(); !closed) output.error = closed.error();
}

std::uint64_t GameDecider::decide_fast(Reader&, const Reach&, std::string&) { return 0; }

Result<void> GameDecider::decide_game(Reader& reader, std::uint64_t game, std::string& out) {
    ZERMELO_TRY(const auto read, puzzle_.read(reader, limits()));
    if (options_.format == AnswerFormat::json) {
        return solver_->members(read).map([&](Json&& members) {
            Json object = json_object("judgement");
            object["puzzle"] = puzzle_.name();
            object["game"] = game;
            object.append(std::move(members));
            out += json_line(object);
        });
    }
    if (options_.format == AnswerFormat::picture) {
        if (passes_over(game)) return {};
        return solver_->picture(read).map([&](std::string&& picture) { out += picture; });
    }
    return solver_->verdict(read).map([&](std::string&& verdict) {
        out += verdict;
        out += '\n';
    });
}

}  // namespace zermelo::puzzles
