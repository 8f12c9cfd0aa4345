// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/stress/compare.hpp"

#include <algorithm>
#include <string>

#include <fmt/format.h>

#include "zermelo/stress/verdict_reader.hpp"
#include "zermelo/system/signal_words.hpp"

namespace zermelo::stress {

namespace {

constexpr std::string_view blanks = " \t\r\v\f";

/// Whether a line is a verdict of the puzzle, right or wrong.
bool is_verdict(const puzzles::Puzzle& puzzle, std::string_view line) {
    VerdictReader reader{puzzle, line};
    const auto found = reader.next();
    return found && found->verdict && !reader.next();
}

std::string count_text(std::uint64_t number, std::string_view what) {
    return fmt::format("{} {}{}", number, what, number == 1 ? "" : "s");
}

std::string size_words(std::uint64_t bytes) {
    constexpr std::uint64_t mebi = std::uint64_t{1} << 20U;
    return bytes % mebi == 0 ? fmt::format("{} MiB", bytes / mebi) : fmt::format("{} bytes", bytes);
}

std::string words_of_signal(int number) {
    const std::string words = signal_words(number);
    return words.empty() ? std::to_string(number) : fmt::format("{} ({})", number, words);
}

/// What is wrong with how the program ended.
std::optional<Failure> judge_end(const Ended& ended, const ProcessLimits& limits) {
    const double seconds = std::chrono::duration<double>(limits.time).count();
    switch (ended.end) {
        case End::exited:
            if (ended.number == 0) return std::nullopt;
            return Failure{Fault::crash, {}, fmt::format("exit status {}", ended.number)};
        case End::signalled:
            return Failure{
                Fault::crash, {}, fmt::format("ended by signal {}", words_of_signal(ended.number))};
        case End::time:
            // The figures of a run that was cut off differ from run to run, so they are not shown.
            return Failure{Fault::time,
                           {},
                           ended.cpu_seconds > seconds
                               ? fmt::format("more than {} s of processor time", seconds)
                               : fmt::format("not at its end after {} s", 2 * seconds)};
        case End::memory:
            return Failure{
                Fault::memory, {}, fmt::format("more than the {} of a run", size_words(limits.memory))};
        case End::written:
            return Failure{
                Fault::written, {}, fmt::format("more than {} written", size_words(limits.written))};
        case End::disk:
            return Failure{Fault::disk,
                           {},
                           fmt::format("more than {} in files, or {} in one of them", size_words(limits.disk),
                                       size_words(limits.written))};
        case End::processes:
            return Failure{
                Fault::processes, {}, fmt::format("more than {} processes at once", limits.processes)};
        case End::threads:
            return Failure{Fault::threads, {}, fmt::format("more than {} threads at once", limits.threads)};
        case End::unknown:
            break;
    }
    return std::nullopt;
}

}  // namespace

std::string plain(std::string_view line) {
    std::string text;
    for (const char c : line) {
        const bool blank = blanks.find(c) != std::string_view::npos;
        if (!blank) {
            text += c;
        } else if (!text.empty() && text.back() != ' ') {
            text += ' ';
        }
    }
    if (!text.empty() && text.back() == ' ') text.pop_back();
    return text;
}

std::vector<std::string> plain_lines(std::string_view output) {
    std::vector<std::string> lines;
    while (!output.empty()) {
        const std::size_t end = std::min(output.find('\n'), output.size());
        if (std::string line = plain(output.substr(0, end)); !line.empty()) lines.push_back(std::move(line));
        output.remove_prefix(std::min(end + 1, output.size()));
    }
    return lines;
}

std::optional<Failure> compare(const puzzles::Puzzle& puzzle, std::span<const std::string> expected,
                               const Ended& ended, const ProcessLimits& limits) {
    if (ended.end == End::unknown) return std::nullopt;
    if (auto failure = judge_end(ended, limits)) return failure;
    const std::vector<std::string> lines = plain_lines(ended.out);
    for (std::size_t i = 0; i < std::min(lines.size(), expected.size()); ++i) {
        if (lines[i] == expected[i]) continue;
        if (is_verdict(puzzle, lines[i])) return Failure{Fault::wrong, i, "another verdict"};
        return Failure{Fault::unreadable, i, "no verdict of this game"};
    }
    if (lines.size() != expected.size())
        return Failure{Fault::unreadable,
                       {},
                       fmt::format("{} for {}", count_text(lines.size(), "verdict"),
                                   count_text(expected.size(), "game"))};
    if (ended.left > 0)
        return Failure{Fault::processes,
                       {},
                       fmt::format("{} left running when the program ended",
                                   ended.left == 1 ? std::string{"a process"}
                                                   : fmt::format("{} processes", ended.left))};
    return std::nullopt;
}

}  // namespace zermelo::stress
