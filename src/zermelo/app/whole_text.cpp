// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/app/whole_text.hpp"

#include <array>
#include <string>

#include <fmt/format.h>

namespace zermelo::app {

Result<Source> whole_text(Source& input, std::size_t most) {
    const auto too_long = [&] {
        return failure(ErrorKind::bad_input,
                       fmt::format("{} is longer than {} bytes, expected at most that", input.name(), most));
    };
    if (const auto mapped = input.mapped()) {
        if (mapped->size() > most) return too_long();
        auto copy = Source::of_text(input.name(), *mapped);
        if (const auto loss = input.loss()) return tl::make_unexpected(*loss);
        return copy;
    }
    std::string text;
    std::array<char, 65536> buffer;
    while (true) {
        const auto got = input.read(buffer.data(), buffer.size());
        if (!got) return tl::make_unexpected(got.error());
        if (*got == 0) break;
        text.append(buffer.data(), *got);
        if (text.size() > most) return too_long();
    }
    return Source::of_text(input.name(), text);
}

}  // namespace zermelo::app
