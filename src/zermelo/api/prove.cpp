// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/prove.hpp"

#include <utility>

#include "zermelo/api/internals.hpp"
#include "zermelo/tell/prove.hpp"

namespace zermelo {

Result<Proof> prove(const Position& position, std::optional<Plies> limit, const ProveOptions& options) {
    const auto& compiled = Internals::of(position);
    return tell::or_uncertified(tell::prove(compiled.at, limit, compiled.with_counters(options)));
}

Result<void> prove_all(std::span<const Position> positions, std::optional<Plies> limit,
                       const ProveOptions& options,
                       const std::function<void(std::size_t number, Result<Proof> proof)>& take) {
    const auto position = [&](std::size_t number) -> const library::CompiledPosition& {
        return Internals::of(positions[number]);
    };
    const auto take_one = [&](std::size_t number, Result<tell::ProofAt> proof) {
        take(number, std::move(proof).map([](tell::ProofAt at) { return Proof{std::move(at)}; }));
    };
    return tell::prove_all(positions.size(), position, limit, options, take_one);
}

Result<std::vector<Result<Proof>>> prove_all(std::span<const Position> positions, std::optional<Plies> limit,
                                             const ProveOptions& options) {
    std::vector<Result<Proof>> proofs;
    proofs.reserve(positions.size());
    ZERMELO_CHECK(prove_all(positions, limit, options,
                            [&](std::size_t, Result<Proof> proof) { proofs.push_back(std::move(proof)); }));
    return proofs;
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
