// SPDX-License-Identifier: GPL-3.0-or-later
// Whatever the bytes are, Popeye's input is refused with a place in it, or read as problems that have
// diagrams; and reading comes to an end.
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "zermelo/compositions/popeye_reader.hpp"

#include "support/chess.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace zermelo;
    static const rules::Rules chess = testing::chess_rules();
    const std::string_view text{reinterpret_cast<const char*>(data), size};
    compositions::PopeyeReader reader{text, chess};
    std::size_t problems = 0;
    while (const auto problem = reader.next()) {
        if (++problems > size + 1) std::abort();
        if (*problem) {
            if ((*problem)->diagrams.empty()) std::abort();
            for (const compositions::Diagram& diagram : (*problem)->diagrams)
                if (!compositions::Stipulation::parse(diagram.stipulation.text())) std::abort();
        } else if (!problem->error().where || problem->error().where->column > size + 1) {
            std::abort();
        }
    }
    return 0;
}
