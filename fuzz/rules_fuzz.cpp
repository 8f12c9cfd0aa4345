// SPDX-License-Identifier: GPL-3.0-or-later
// Whatever the text is, each section is read as rules or refused at places inside it, in their order; what is
// read is written as a text that reads back to the same, and can be put into words. A parent `chess` is
// known.
#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <vector>

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
    const auto find = [&](std::string_view name) { return name == "chess" ? &chess : nullptr; };
    const auto lines = static_cast<std::uint64_t>(std::count(text.begin(), text.end(), '\n')) + 1;
    for (const rules::Reading reading : {rules::Reading::strict, rules::Reading::lenient}) {
        const rules::RulesFile read = engine::read_variants_file(text, find, {64, 1U << 19U}, reading);
        const auto look_at = [&](const std::vector<Error>& errors) {
            Location last;
            for (const Error& error : errors) {
                if (!error.where || *error.where < last || error.where->line > lines) std::abort();
                last = *error.where;
                if (last.column < 1 || last.column > size + 1 || error.message.empty()) std::abort();
            }
            if (errors.size() > rules::max_errors_told + 1) std::abort();
        };
        look_at(all_errors(read));
        for (const rules::RulesSection& section : read.sections) {
            if (reading == rules::Reading::strict && !section.warnings.empty()) std::abort();
            if (!section.rules) {
                if (section.rules.error().empty()) std::abort();
                look_at(section.rules.error());
                continue;
            }
            const rules::Rules& rules = *section.rules;
            const std::string canonical = rules::canonical_text(rules);
            const auto again = engine::read_variants(canonical, {});
            if (!again || again->size() != 1 || rules::canonical_text(again->front()) != canonical)
                std::abort();
            if (rules::describe(again->front()).empty() ||
                rules::describe(rules).find('?') != std::string::npos)
                std::abort();
        }
    }
    return 0;
}
