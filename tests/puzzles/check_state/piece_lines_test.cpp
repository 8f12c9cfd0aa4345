// SPDX-License-Identifier: GPL-3.0-or-later
// The vector path for piece lines reads what the portable one reads, and stops where that stops.
#include "zermelo/puzzles/check_state/piece_lines.hpp"

#include <algorithm>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "zermelo/base/random.hpp"

#include "support/scale.hpp"

namespace zermelo::check_state {
namespace {

struct Read {
    std::uint64_t lines = 0;
    std::size_t stop = 0;
    std::vector<std::uint64_t> words;  // the pieces, bucket by bucket
    friend bool operator==(const Read&, const Read&) = default;
};

Read read(const std::string& text, std::size_t end, std::uint64_t wanted, std::uint64_t n, Isa isa) {
    check_state::PieceList list;
    list.begin(n, 0);
    // Not a byte after it is ours: sanitizers see who reads one.
    const std::vector<char> exact(text.begin(), text.end());
    const char* at = exact.data();
    Read result;
    result.lines =
        read_piece_lines(at, exact.data() + end, exact.data() + exact.size(), wanted, n, list.buffer(0), isa);
    result.stop = static_cast<std::size_t>(at - exact.data());
    const std::size_t a_piece = list.wide() ? check_state::Wide::words : check_state::Narrow::words;
    list.for_each_run([&](const check_state::Run& run) {
        result.words.insert(result.words.end(), run.words, run.words + run.count * a_piece);
    });
    return result;
}

TEST(PieceLines, BothWaysReadTheSame) {
    Random random(21);
    const std::uint64_t rounds = testing::scaled(20000);
    std::uint64_t stopped = 0;
    for (std::uint64_t round = 0; round < rounds; ++round) {
        const std::uint64_t sizes[] = {
            3, 14, 1000, 99'999'999, 100'000'000, 999'999'999'999, check_state::largest_board};
        const std::uint64_t n = sizes[random.below(7)];
        const std::uint64_t lines = 1 + random.below(random.one_in(4) ? 600 : 60);
        const char* const line_end = random.one_in(4) ? "\r\n" : "\n";
        std::string text;
        for (std::uint64_t i = 0; i < lines; ++i)
            text += std::to_string(1 + random.below(n)) + ' ' + std::to_string(1 + random.below(n)) + ' ' +
                    "kqrbhpKQRBHP"[random.below(12)] + line_end;
        if (!random.one_in(3)) {  // something unusual
            const std::size_t place = random.below(text.size());
            const std::string strange[] = {
                " ", "\t", "\n", "\r", "x", "0",   "00000000000", std::string(80, '9'),
                "-", "/",  ":",  "9",  "",  "\xB0"};
            text.replace(place, random.below(2), strange[random.below(14)]);
        }
        const std::size_t end = random.one_in(3) ? random.below(text.size() + 1) : text.size();
        const std::uint64_t wanted = random.one_in(3) ? random.below(lines + 3) : lines;
        if (random.one_in(2)) text.append(random.below(200), '\n');
        const Read portable = read(text, end, wanted, n, Isa::portable);
        const Read fast = read(text, end, wanted, n, best_isa());
        ASSERT_EQ(fast, portable) << "n = " << n << ", wanted " << wanted << ", end " << end << "\n" << text;
        if (portable.lines < std::min(wanted, lines)) ++stopped;
    }
    EXPECT_GT(stopped, rounds / 10);
    EXPECT_LT(stopped, rounds);
}

// A line's three gaps may not be among the bytes that can be loaded: what comes after these is nobody's.
TEST(PieceLines, NothingIsReadBehindALineWithoutGaps) {
    for (const std::uint64_t n : {std::uint64_t{1000}, std::uint64_t{1'000'000'000}, largest_board}) {
        const std::string digits(64, '9');
        EXPECT_EQ(read(digits, digits.size(), 1, n, best_isa()), Read{}) << n;
    }
}

}  // namespace
}  // namespace zermelo::check_state
