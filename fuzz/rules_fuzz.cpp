// SPDX-License-Identifier: GPL-3.0-or-later
// Whatever the text is, it is read as rules or refused at a place inside it; what is read is written as a
// text that reads back to the same, and can be put into words. A parent `chess` is known.
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
    const auto read = engine::read_variants(
        text, [&](std::string_view name) { return name == "chess" ? &chess : nullptr; });
    if (!read) {
        const auto where = read.error().where;
        const auto lines = static_cast<std::uint64_t>(std::count(text.begin(), text.end(), '\n')) + 1;
        if (!where || where->line < 1 || where->line > lines) std::abort();
        if (where->column < 1 || where->column > size + 1 || read.error().message.empty()) std::abort();
        return 0;
    }
    for (const rules::Rules& rules : *read) {
        const std::string canonical = rules::canonical_text(rules);
        const auto again = engine::read_variants(canonical, {});
        if (!again || again->size() != 1 || rules::canonical_text(again->front()) != canonical) std::abort();
        if (rules::describe(again->front()).empty() || rules::describe(rules).find('?') != std::string::npos)
            std::abort();
    }
    return 0;
}
