// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/variant.hpp"

#include "zermelo/api/internals.hpp"
#include "zermelo/engine/setup.hpp"
#include "zermelo/library/compiled_game.hpp"
#include "zermelo/rules/parts.hpp"
#include "zermelo/rules/reader.hpp"
#include "zermelo/tell/variants.hpp"

namespace zermelo {

Variant::Variant(std::shared_ptr<const library::CompiledVariant> compiled) : compiled_(std::move(compiled)) {}

Result<Variant> Variant::named(const std::string& name) {
    return library::CompiledVariant::named(name).map(Internals::variant);
}

tl::expected<Variant, std::vector<Error>> Variant::of_text(std::string_view rules,
                                                           const std::optional<std::string>& name) {
    return library::CompiledVariant::of_text(rules, name).map(Internals::variant);
}

std::vector<std::string> Variant::shipped() { return library::CompiledVariant::shipped(); }

Result<std::vector<std::string>> Variant::shipped(const VariantFilter& which) {
    return library::CompiledVariant::shipped(library::RulesList{which.family, which.size, which.solved});
}

std::string Variant::name() const { return compiled_->rules().name; }
unsigned Variant::files() const { return compiled_->rules().files; }
unsigned Variant::ranks() const { return compiled_->rules().ranks; }

std::optional<Square> Variant::square(std::string_view name) const {
    const auto place = engine::place_of(name);
    if (!place || place->file >= files() || place->rank >= ranks()) return std::nullopt;
    return Square{place->rank * files() + place->file};
}

std::string Variant::square_name(Square square) const {
    return engine::name(engine::place_of(square, files()));
}

std::string Variant::start_fen() const { return compiled_->rules().start_fen; }
std::string Variant::hash() const { return compiled_->hash(); }
std::vector<std::string> Variant::unheeded_rules() const {
    return library::unheeded_rules(compiled_->rules());
}
std::string Variant::describe() const { return rules::describe(compiled_->rules()); }
std::string Variant::ini() const { return rules::whole_text(compiled_->rules()); }

}  // namespace zermelo
