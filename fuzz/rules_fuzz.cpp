// SPDX-License-Identifier: GPL-3.0-or-later
// Whatever the text is, it is read as rules or refused at places inside it, in their order; what is read is
// written as a text that reads back to the same, and can be put into words. A parent `chess` is known.
#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <string>

#include "zermelo/engine/variants.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace zermelo;
    static const rules::Rules chess =
        engine::read_variants(
            "[chess]\npawn = p\nknight = n\nbishop = b\nrook = r\nqueen = q\nking = k\n"
            "promotionPieceTypes = qrbn\n",
            {})
            .value()
            .front();
    const std::string text(reinterpret_cast<const char*>(data), size);
    const rules::RulesFile read = engine::read_variants_file(
        text, [&](std::string_view name) { return name == "chess" ? &chess : nullptr; }, {64, 1U << 19U});
    const auto lines = static_cast<std::uint64_t>(std::count(text.begin(), text.end(), '\n')) + 1;
    Location last;
    for (const Error& error : read.errors) {
        if (!error.where || *error.where < last || error.where->line > lines) std::abort();
        last = *error.where;
        if (last.column < 1 || last.column > size + 1 || error.message.empty()) std::abort();
    }
    if (read.errors.size() > rules::most_errors_told + 1) std::abort();
    for (const rules::Rules& rules : read.variants) {
        const std::string canonical = rules::canonical_text(rules);
        const auto again = engine::read_variants(canonical, {});
        if (!again || again->size() != 1 || rules::canonical_text(again->front()) != canonical) std::abort();
        if (rules::describe(again->front()).empty() || rules::describe(rules).find('?') != std::string::npos)
            std::abort();
    }
    return 0;
}
