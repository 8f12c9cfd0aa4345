// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/protocol/companion.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "zermelo/base/ascii.hpp"
#include "zermelo/protocol/input.hpp"

namespace zermelo::protocol {

namespace {

using namespace std::chrono_literals;

constexpr auto between_looks = 4ms;    // whether it is to stop
constexpr auto to_answer_stop = 10ms;  // its answer is waited for after that
constexpr auto to_answer_time = 8ms;   // it has less than we have
constexpr auto patience = 5s;          // with one that says nothing, over several questions
constexpr auto longest_wait = 60s;     // where a depth or nodes are set
constexpr unsigned max_failures = 3;   // after which it is not started again
constexpr unsigned max_told_lines = 2'000;

bool is_plain(std::string_view line) {
    return std::all_of(line.begin(), line.end(), [](char c) { return c >= ' ' && c <= '~'; });
}

/// The word after another one; empty if there is none.
std::string_view word_after(std::string_view line, std::string_view name) {
    Words words{line};
    for (auto word = words.next(); !word.empty(); word = words.next())
        if (word == name) return words.next();
    return {};
}

}  // namespace

Companion::Companion(const std::string& command) {
    Words words{command};
    for (auto word = words.next(); !word.empty(); word = words.next()) words_.emplace_back(word);
}

auto Companion::wait_for(std::string_view word, Clock::time_point until, const std::stop_token& stop,
                         const std::function<void(std::string_view)>& each, std::string& line) -> Wait {
    for (;;) {
        const auto now = Clock::now();
        if (stop.stop_requested() || now >= until) return Wait::not_yet;
        const auto heard = process_->hear(line, std::min(until, now + between_looks));
        if (heard == CompanionProcess::Heard::end) return Wait::ended;
        if (heard == CompanionProcess::Heard::nothing || !is_plain(line)) continue;
        if (Words{line}.next() == word) return Wait::came;
        each(line);
    }
}

tl::unexpected<Error> Companion::give_up(std::string why) {
    process_.reset();
    silent_since_.reset();
    ++failures_;
    return failure(ErrorKind::io, fmt::format("the companion {} {}{}", words_.front(), why,
                                              failures_ >= max_failures ? ", and is not started again" : ""));
}

Result<void> Companion::start() {
    if (process_ || words_.empty()) return {};
    ZERMELO_TRY(process_, CompanionProcess::start(words_));
    greeted_ = false;
    variants_.clear();
    variant_ = "chess";
    chess960_ = false;
    process_->say("uci");
    return {};
}

Result<bool> Companion::begin(const Question& question, Clock::time_point until,
                              const std::stop_token& stop) {
    std::string line;
    const auto waited = [&](std::string_view word, const auto& each) -> Result<bool> {
        if (!silent_since_) silent_since_ = Clock::now();
        const Wait wait = wait_for(word, until, stop, each, line);
        if (wait == Wait::ended) return give_up("has ended");
        if (wait == Wait::came) return silent_since_.reset(), true;
        if (Clock::now() - *silent_since_ > patience) return give_up(fmt::format("does not say {}", word));
        return false;
    };
    if (!process_) ZERMELO_CHECK(start());
    if (!greeted_) {
        ZERMELO_TRY(greeted_, waited("uciok", [&](std::string_view said) {
                        if (!said.starts_with("option name UCI_Variant ")) return;
                        Words words{said};
                        for (auto word = words.next(); !word.empty(); word = words.next())
                            if (word == "var") variants_.emplace_back(words.next());
                    }));
        if (!greeted_) return false;
        if (!question.files.empty()) process_->say("setoption name VariantPath value " + question.files);
    }
    if (question.variant != variant_) {
        process_->say("setoption name UCI_Variant value " + question.variant);
        variant_ = question.variant;
    }
    if (question.chess960 != chess960_) {
        process_->say(fmt::format("setoption name UCI_Chess960 value {}", question.chess960));
        chess960_ = question.chess960;
    }
    // What it still owes an answer to comes before this one.
    if (!process_->say("isready")) return give_up("does not read");
    return waited("readyok", [](std::string_view) {});
}

Result<std::optional<std::string>> Companion::ask(const Question& question, const std::stop_token& stop,
                                                  const Listener& listener) {
    if (failures_ >= max_failures || words_.empty()) return std::nullopt;
    ZERMELO_TRY(const bool begun, begin(question, question.until.value_or(Clock::now() + patience), stop));
    if (!begun) return std::nullopt;
    const bool knows = question.variant == "chess" || !question.files.empty() ||
                       std::find(variants_.begin(), variants_.end(), question.variant) != variants_.end();
    if (!knows) {
        if (std::exchange(refused_, question.variant) == question.variant) return std::nullopt;
        return failure(ErrorKind::io,
                       fmt::format("the companion {} does not know {}", words_.front(), question.variant));
    }
    // One that is asked for a depth or for nodes must come to it at some time.
    const auto until = question.until            ? *question.until
                       : question.limits.empty() ? Clock::time_point::max()
                                                 : Clock::now() + longest_wait;
    std::string go = "go";
    if (question.until) {
        const auto left =
            std::chrono::floor<std::chrono::milliseconds>(until - to_answer_time - Clock::now());
        if (left < 1ms) return std::nullopt;
        if (!question.clocked) go += fmt::format(" movetime {}", left.count());
    }
    if (!question.until && (question.clocked || question.limits.empty())) {
        go += " infinite";
    } else if (!question.limits.empty()) {
        go += " " + question.limits;
    }
    const std::string moves =
        question.moves.empty() ? "" : fmt::format(" moves {}", fmt::join(question.moves, " "));
    const bool said = process_->say(fmt::format("position fen {}{}", question.fen, moves)) &&
                      process_->say(fmt::format("{} searchmoves {}", go, fmt::join(question.among, " ")));
    if (!said) return give_up("does not read");
    unsigned told = 0;
    const auto hear = [&](std::string_view line) {
        if (!line.starts_with("info ") || line.starts_with("info string") || ++told > max_told_lines) return;
        if (const auto move = word_after(line, "pv"); !move.empty()) {
            const auto number = word_after(line, "multipv");
            if (number.empty() || number == "1") listener.expected(move);
        }
        listener.info(line);
    };
    std::string line;
    Wait wait = wait_for("bestmove", until, stop, hear, line);
    if (wait == Wait::not_yet && process_->say("stop"))
        wait = wait_for("bestmove", Clock::now() + to_answer_stop, {}, hear, line);
    if (wait == Wait::ended) return give_up("has ended");
    if (wait == Wait::not_yet) return std::nullopt;
    return std::string{word_after(line, "bestmove")};
}

}  // namespace zermelo::protocol
