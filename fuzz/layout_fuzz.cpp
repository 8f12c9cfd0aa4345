// SPDX-License-Identifier: GPL-3.0-or-later
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>

#include "zermelo/stress/layout.hpp"

#include "support/judging.hpp"

/// What the judge takes is read as games; written anew it has the statement's layout, is taken again with the
/// same verdicts, and is the same text if that had the layout (but for hunts, whose pieces are put in order).
/// The first byte chooses the dialect.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace zermelo;
    if (size == 0) return 0;
    const judge::Dialect& dialect = *judge::dialects()[data[0] % judge::dialects().size()];
    const std::string text(reinterpret_cast<const char*>(data) + 1, size - 1);
    const stress::Format format = stress::format_of(dialect);
    const auto offence = stress::layout_offence(format, text);
    if (offence && !offence->where) std::abort();
    judge::Options options;
    options.threads = 1;
    options.limits = true;
    const auto judged = testing::judge_text(dialect.name(), text, options);
    if (judged.error) return 0;
    const auto games = stress::read_cases(format, text);
    const std::string written = stress::input_of(format, games);
    if (stress::layout_offence(format, written)) std::abort();
    const auto again = testing::judge_text(dialect.name(), written, options);
    if (again.error || again.output != judged.output) std::abort();
    // Boards of rows are read row by row, so that they come out as they were.
    if (!offence && format != stress::Format::hunt && written != text) std::abort();
    return 0;
}
