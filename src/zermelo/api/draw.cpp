// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/draw.hpp"

#include "zermelo/api/internals.hpp"
#include "zermelo/app/variants.hpp"

namespace zermelo {

std::string diagram(const Position& position) { return app::text_picture(Internals::of(position).at); }

Result<std::string> svg(const Position& position, const SvgOptions& options) {
    return app::picture(Internals::of(position).at, options.line, options.flipped);
}

std::string svg(const Variant& variant) { return app::draw_rules(Internals::of(variant)->rules()); }

}  // namespace zermelo
