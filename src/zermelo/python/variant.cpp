// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/python/variant.hpp"

#include <algorithm>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include "zermelo/app/position_rows.hpp"
#include "zermelo/app/variants.hpp"
#include "zermelo/python/errors.hpp"
#include "zermelo/python/json.hpp"
#include "zermelo/rules/hash.hpp"
#include "zermelo/rules/reader.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace zermelo::python {
namespace {

const app::Library& shipped() {
    static const app::Library library = value_of(app::Library::open());
    return library;
}

rules::Rules of_text(const std::string& text, const std::optional<std::string>& name) {
    app::CheckedRules checked = app::check_rules_text(shipped(), text, {});
    if (!checked.errors.empty()) {
        for (Error& error : checked.errors) error.input = "rules";
        throw Raised{std::move(checked.errors)};
    }
    std::vector<std::string> names;
    for (rules::Rules& rules : checked.variants) {
        if (name ? *name == rules.name : checked.variants.size() == 1) return std::move(rules);
        names.push_back(rules.name);
    }
    const std::string what = name ? fmt::format("no variant '{}' in these rules", *name)
                                  : fmt::format("rules of {} variants", names.size());
    throw Raised{Error{ErrorKind::bad_usage,
                       fmt::format("{}, expected name= one of {}", what, fmt::join(names, ", "))}};
}

/// The rules that a user means: of a text that is a rules file, or by what `Library::find` takes.
rules::Rules rules_of(const std::string& source, const std::optional<std::string>& name) {
    if (source.find('\n') != std::string::npos) return of_text(source, name);
    if (const rules::Rules* const known = name ? nullptr : shipped().named(source)) return *known;
    app::Library library = shipped();
    return *value_of(library.find(name ? fmt::format("{}:{}", source, *name) : source));
}

std::string path_text(const nb::object& source) {
    const nb::object path = nb::module_::import_("os").attr("fspath")(source);
    if (!nb::isinstance<nb::str>(path)) throw nb::type_error("a path as bytes, expected str");
    return nb::cast<std::string>(path);
}

}  // namespace

Variant::Variant(rules::Rules rules)
    : library_(app::Library::of(std::move(rules))),
      start_(value_of(app::position_of(*library_.all().front(), std::nullopt))) {}

const rules::Rules& Variant::rules() const {
    return std::visit([](const auto& at) -> const rules::Rules& { return at.game.rules(); }, start_);
}

std::string Variant::hash() const { return rules::hash_text(rules()); }

void bind_variant(nb::module_& module) {
    nb::class_<Variant>(module, "Variant",
                        "The rules of a game. Never changes; any thread may use it; it can be pickled.\n\n"
                        "Two variants are equal if their rules and names are.")
        .def(
            "__init__",
            [](Variant* self, const nb::object& source, const std::optional<std::string>& name) {
                new (self) Variant{rules_of(path_text(source), name)};
            },
            nb::sig("def __init__(self, source: str | os.PathLike[str], name: str | None = None) -> None"),
            "source"_a, "name"_a = nb::none(),
            "A variant by the name of a shipped one (``variants()`` lists them), by the path of a rules file "
            "that ends in ``.ini`` (``FILE.ini:NAME`` or `name` if it has several), or by the text of "
            "one.\n\n"
            "Raises InputError with all that is wrong with a text, by line and column; FileError if a file "
            "cannot be read.")
        .def_prop_ro(
            "name", [](const Variant& v) { return v.rules().name; }, "As the rules call it.")
        .def_prop_ro(
            "files", [](const Variant& v) { return v.rules().files; }, "Columns of the board, 1 to 16.")
        .def_prop_ro(
            "ranks", [](const Variant& v) { return v.rules().ranks; }, "Rows of the board, 1 to 16.")
        .def_prop_ro(
            "start_fen", [](const Variant& v) { return v.rules().start_fen; }, "Where a game begins.")
        .def_prop_ro(
            "symbols", [](const Variant& v) { return app::row_symbols(v.rules()); },
            "What the bytes of arrays mean: ``symbols[byte]`` is the FEN letter, ``.`` of an empty "
            "square.")
        .def_prop_ro("hash", &Variant::hash, "XXH3, 128 bits, of the rules, as certificates state it.")
        .def(
            "describe", [](const Variant& v) { return rules::describe(v.rules()); },
            "The rules in plain words.")
        .def(
            "ini", [](const Variant& v) { return rules::canonical_text(v.rules()); },
            "The rules as a rules file that reads back to equal rules.")
        .def(
            "info",
            [](const Variant& v) {
                return object_of(app::variant_object(v.rules(), app::VariantTexts::all));
            },
            nb::sig("def info(self) -> dict[str, typing.Any]"), "The ``variant`` of docs/json.md.")
        .def(
            "svg", [](const Variant& v) { return value_of(app::draw_rules(v.library(), v.rules().name)); },
            "A picture with a board for each kind's moves.")
        .def("_repr_svg_",
             [](const Variant& v) { return value_of(app::draw_rules(v.library(), v.rules().name)); })
        .def("__repr__",
             [](const Variant& v) {
                 return fmt::format("<Variant {}, {}x{}>", v.rules().name, v.rules().files, v.rules().ranks);
             })
        .def(
            "__eq__",
            [](const Variant& a, const nb::object& b) {
                const Variant* other = nullptr;
                return nb::try_cast<const Variant*>(b, other) && other != nullptr &&
                       a.hash() == other->hash();
            },
            nb::sig("def __eq__(self, other: object, /) -> bool"))
        .def("__hash__", [](const Variant& v) { return std::hash<std::string>{}(v.hash()); })
        .def(
            "__copy__", [](const nb::object& self) { return self; }, nb::sig("def __copy__(self) -> Variant"))
        .def(
            "__deepcopy__", [](const nb::object& self, const nb::object&) { return self; }, "memo"_a,
            nb::sig("def __deepcopy__(self, memo: object) -> Variant"))
        .def("__getstate__", [](const Variant& v) { return rules::canonical_text(v.rules()); })
        .def("__setstate__",
             [](Variant& v, const std::string& text) { new (&v) Variant{of_text(text, std::nullopt)}; });
    module.def(
        "variants",
        [] {
            std::vector<std::string> names;
            for (const rules::Rules* rules : shipped().all()) names.push_back(rules->name);
            return names;
        },
        "The names of the variants that are shipped.");
}

}  // namespace zermelo::python
