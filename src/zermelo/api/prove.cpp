// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/prove.hpp"

#include "zermelo/api/internals.hpp"
#include "zermelo/tell/prove.hpp"

namespace zermelo {

Result<Proof> prove(const Position& position, std::optional<Plies> limit, const ProveOptions& options) {
    const auto& compiled = Internals::of(position);
    return tell::or_uncertified(tell::prove(compiled.at, limit, compiled.with_counters(options)));
}

Result<Certified> check_certificate(const Variant& variant, std::string_view text) {
    const library::CompiledVariant& compiled = *Internals::of(variant);
    return about("certificate", tell::certified(compiled.library(), text).map_error([&](Error error) {
        // The only thing that it asks for and may not get.
        if (error.kind == ErrorKind::bad_usage)
            error = {ErrorKind::bad_input,
                     "a certificate of another variant, expected " + compiled.rules().name, error.where};
        return error;
    }));
}

}  // namespace zermelo
