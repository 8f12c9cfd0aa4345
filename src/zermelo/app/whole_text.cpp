// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/app/whole_text.hpp"

#include <utility>

#include "zermelo/base/files.hpp"

namespace zermelo::app {

Result<Source> whole_text(Source& input, std::size_t most) {
    return read_all(input, most).map([&](std::string&& text) {
        return Source::of_text(input.name(), std::move(text));
    });
}

}  // namespace zermelo::app
