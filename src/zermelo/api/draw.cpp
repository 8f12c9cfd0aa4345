// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/draw.hpp"

#include "zermelo/api/internals.hpp"
#include "zermelo/app/variants.hpp"

namespace zermelo {

std::string diagram(const Position& position) { return app::text_picture(Internals::of(position).at); }

Result<std::string> svg(const Position& position, const SvgOptions& options) {
    std::string line;
    for (const std::string& move : options.line) line += move + " ";
    const app::CompiledPosition& compiled = Internals::of(position);
    return app::picture(compiled.variant->rules(), compiled.fen(), line, options.flipped);
}

std::string svg(const Variant& variant) { return app::draw_rules(Internals::of(variant)->rules()); }

}  // namespace zermelo
