// SPDX-License-Identifier: GPL-3.0-or-later
// Whatever the bytes are, a collection in YAML is refused with a place in it, or read; and an entry that is
// written back is read again, with its new solution, which once more changes nothing.
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "zermelo/compositions/olive_reader.hpp"
#include "zermelo/compositions/yaml.hpp"

#include "support/chess.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace zermelo;
    static const rules::Rules chess = testing::chess_rules();
    const std::string_view text{reinterpret_cast<const char*>(data), size};
    constexpr std::string_view solution = "\n   1.Ka1-b1 !\n";
    compositions::OliveReader reader{text, chess};
    while (const auto entry = reader.next()) {
        if (!entry->problem) {
            if (!entry->problem.error().where) std::abort();
            continue;
        }
        const std::string written = compositions::with_solution(*entry, solution);
        compositions::OliveReader again{written, chess};
        const auto read = again.next();
        if (!read || !read->problem) std::abort();
        if (compositions::with_solution(*read, solution) != written) std::abort();
        const auto document = compositions::read_yaml(read->text);
        if (!document || !*document || (*document)->find("solution") == nullptr) std::abort();
        if ((*document)->find("solution")->scalar != solution) std::abort();
    }
    return 0;
}
