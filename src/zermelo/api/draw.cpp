// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/draw.hpp"

#include "zermelo/api/internals.hpp"
#include "zermelo/tell/variants.hpp"

namespace zermelo {

std::string diagram(const Position& position) { return tell::text_picture(Internals::of(position).at); }

Result<std::string> svg(const Position& position, const SvgOptions& options) {
    return tell::picture(Internals::of(position).at, options.line, {options.flipped, options.western});
}

std::string svg(const Variant& variant) { return tell::draw_rules(Internals::of(variant)->rules()); }

}  // namespace zermelo
