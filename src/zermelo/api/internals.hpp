// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <string>
#include <utility>

#include "zermelo/library/compiled_variant.hpp"
#include "zermelo/position.hpp"
#include "zermelo/variant.hpp"

namespace zermelo {

/// What the public classes are made of.
struct Internals {
    static Variant variant(std::shared_ptr<const library::CompiledVariant> compiled) {
        return Variant{std::move(compiled)};
    }
    static Position position(library::CompiledPosition compiled) {
        return Position{std::make_shared<const library::CompiledPosition>(std::move(compiled))};
    }
    static const std::shared_ptr<const library::CompiledVariant>& of(const Variant& variant) {
        return variant.compiled_;
    }
    static const std::shared_ptr<const library::CompiledVariant>& variant_of(const AnyPosition& position) {
        return position.variant_;
    }
    static const library::CompiledPosition& of(const Position& position) { return *position.compiled_; }
};

}  // namespace zermelo
