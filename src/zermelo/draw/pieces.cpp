// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/draw/pieces.hpp"

#include "zermelo/base/embedded.hpp"

namespace zermelo::embedded {
std::span<const EmbeddedFile> pieces();
}

namespace zermelo::draw {

namespace {
constexpr std::string_view suffix = ".svg";
}

std::vector<std::string_view> glyphs() {
    std::vector<std::string_view> names;
    for (const EmbeddedFile& file : embedded::pieces())
        names.push_back(file.name.substr(0, file.name.size() - suffix.size()));
    return names;
}

std::optional<std::string_view> art(std::string_view glyph) {
    for (const EmbeddedFile& file : embedded::pieces()) {
        if (file.name.size() != glyph.size() + suffix.size() || !file.name.starts_with(glyph)) continue;
        const std::size_t begin = file.bytes.find('>', file.bytes.find("<svg")) + 1;
        return file.bytes.substr(begin, file.bytes.rfind("</svg>") - begin);
    }
    return std::nullopt;
}

}  // namespace zermelo::draw
