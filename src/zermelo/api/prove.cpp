// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/prove.hpp"

#include "zermelo/api/internals.hpp"
#include "zermelo/app/prove.hpp"

namespace zermelo {

Result<Proof> prove(const Position& position, Plies limit, const ProveOptions& options) {
    return app::prove(Internals::of(position).at, limit, options);
}

Result<Certified> check_certificate(const Variant& variant, std::string_view text) {
    return about("certificate", app::certified(Internals::of(variant)->library(), text));
}

}  // namespace zermelo
