// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/python/variant.hpp"

#include <deque>
#include <mutex>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/vector.h>

#include "zermelo/library/compiled_game.hpp"
#include "zermelo/oracle/position_planes.hpp"
#include "zermelo/oracle/position_rows.hpp"
#include "zermelo/python/at_work.hpp"
#include "zermelo/python/errors.hpp"
#include "zermelo/python/interruptible.hpp"
#include "zermelo/python/json.hpp"
#include "zermelo/python/text.hpp"
#include "zermelo/rules/hash.hpp"
#include "zermelo/rules/reader.hpp"
#include "zermelo/tell/variants.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace zermelo::python {
namespace {

/// The variant that a user means: of a text that is a rules file, or by what `Library::find` takes.
SharedVariant variant_of(const std::string& source, const std::optional<std::string>& name) {
    refuse_after_fork();
    if (source.find('\n') != std::string::npos)
        return value_of(interruptible(
            [&](std::stop_token stop) { return Variant::of_text(source, name, asked_by(std::move(stop))); }));
    const std::string named = name ? fmt::format("{}:{}", source, *name) : source;
    if (!library::file_and_name(named)) return value_of(Variant::named(named));
    return value_of(interruptible(
        [&](std::stop_token stop) { return Variant::named(named, asked_by(std::move(stop))); }));
}

/// The variant that a text as `rules::whole_text` writes it was written of. Those that came last are kept:
/// positions that are pickled one by one share the compiled rules, and the tables that are open of these.
SharedVariant unpickled(const std::string& text) {
    constexpr std::size_t most = 16;
    static std::mutex mutex;
    static std::deque<std::pair<std::string, SharedVariant>> kept;
    {
        const std::lock_guard lock{mutex};
        for (const auto& [known, variant] : kept)
            if (known == text) return variant;
    }
    auto variant = value_of(Variant::of_text(text, std::nullopt));
    const std::lock_guard lock{mutex};
    if (kept.size() == most) kept.pop_front();
    kept.emplace_back(text, variant);
    return variant;
}

std::string path_text(const nb::object& source) {
    const nb::object path = nb::module_::import_("os").attr("fspath")(source);
    if (!nb::isinstance<nb::str>(path)) throw nb::type_error("a path as bytes, expected str");
    return nb::cast<std::string>(path);
}

}  // namespace

SharedVariant variant_meant(const nb::object& variant) {
    SharedVariant made;
    if (nb::try_cast(variant, made) && made) return made;
    if (!nb::isinstance<nb::str>(variant))
        throw nb::type_error(fmt::format("a variant of type {}, expected zermelo.Variant or a name",
                                         nb::cast<std::string>(variant.type().attr("__name__")))
                                 .c_str());
    return variant_of(nb::cast<std::string>(variant), std::nullopt);
}

void bind_variant(nb::module_& module) {
    nb::class_<Variant>(
        module, "Variant",
        "The rules of a game. A variant never changes; any thread may use it; it can be pickled.\n\n"
        "Two variants are equal if their rules and names are.")
        .def(
            "__init__",
            [](Variant* self, const nb::object& source, const nb::object& name) {
                new (self)
                    Variant{*variant_of(path_text(source), argument<std::optional<std::string>>(
                                                               name, "Variant", "name", "str or None"))};
            },
            nb::sig("def __init__(self, source: str | os.PathLike[str], name: str | None = None) -> None"),
            "source"_a.none(), "name"_a = nb::none(),
            "The variant that `source` means: the name of a shipped one (``variants()`` lists them), the "
            "path of a rules file that ends in ``.ini``, or the text of one. Where a file has several "
            "variants, "
            "``FILE.ini:NAME`` or `name` says which.\n\n"
            "Raises InputError with all that is wrong with the variant of a text, by line and column; "
            "FileError if a file cannot be read.")
        .def_prop_ro(
            "name", [](const Variant& v) { return v.rules().name; }, "The name that the rules give it.")
        .def_prop_ro(
            "files", [](const Variant& v) { return v.rules().files; },
            "The number of files of the board, 1 to 16.")
        .def_prop_ro(
            "ranks", [](const Variant& v) { return v.rules().ranks; },
            "The number of ranks of the board, 1 to 16.")
        .def_prop_ro(
            "start_fen", [](const Variant& v) { return v.rules().start_fen; },
            "The FEN of the position in which a game begins.")
        .def_prop_ro(
            "symbols", [](const Variant& v) { return oracle::row_symbols(v.rules()); },
            "What the bytes of arrays mean: ``symbols[byte]`` is the FEN letter of a man, or ``.`` for an "
            "empty square (byte 0). The kinds alternate: White's man of a kind in upper case, then Black's "
            "in "
            "lower case (``.KkPp…``); where play puts walls, ``*`` is last.")
        .def_prop_ro(
            "unheeded_rules", [](const Variant& v) { return library::unheeded_rules(v.rules()); },
            "The keys of the rules of history that games and environments do not heed: ``chasingRule``, "
            "where "
            "the variant has it.")
        .def_prop_ro("hash", &Variant::hash,
                     "The hash of the rules (XXH3 of 128 bits), as certificates state it.")
        .def(
            "describe", [](const Variant& v) { return rules::describe(v.rules()); },
            "The rules in plain words.")
        .def(
            "ini", [](const Variant& v) { return rules::whole_text(v.rules()); },
            "The rules as the text of a rules file; reading that gives equal rules.")
        .def(
            "info",
            [](const Variant& v) {
                return object_of(tell::variant_object(v.rules(), tell::VariantTexts::all));
            },
            nb::sig("def info(self) -> dict[str, typing.Any]"), "The ``variant`` object of docs/json.md.")
        .def(
            "svg", [](const Variant& v) { return tell::draw_rules(v.rules()); },
            "A picture, as SVG, with a board for the moves of each kind.")
        .def("_repr_svg_", [](const Variant& v) { return tell::draw_rules(v.rules()); })
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
            nb::is_operator(), nb::sig("def __eq__(self, other: object, /) -> bool"))
        .def("__hash__", [](const Variant& v) { return std::hash<std::string>{}(v.hash()); })
        .def(
            "__copy__", [](const nb::object& self) { return self; }, nb::sig("def __copy__(self) -> Variant"))
        .def(
            "__deepcopy__", [](const nb::object& self, const nb::object&) { return self; }, "memo"_a,
            nb::sig("def __deepcopy__(self, memo: object) -> Variant"))
        .def("__getstate__", [](const Variant& v) { return rules::whole_text(v.rules()); })
        .def("__setstate__", [](Variant& v, const std::string& text) {
            refuse_after_fork();
            new (&v) Variant{*unpickled(text)};
        });
    module.def(
        "planes_of",
        [](const Variant& v, bool history) {
            std::vector<std::pair<std::string, std::string>> planes;
            const auto add = [&](const std::vector<oracle::Plane>& more) {
                for (const auto& plane : more) planes.emplace_back(plane.name, plane.meaning);
            };
            add(oracle::position_planes(v.rules()));
            if (history) add(oracle::history_planes(v.rules()));
            return planes;
        },
        "variant"_a, "history"_a,
        "The planes of positions, or games, each with its name and what its bytes mean.");
    module.def(
        "check_boards", [](const Variant& v) { value_of(oracle::check_rows(v.rules())); }, "variant"_a,
        "Raises InputError where positions hold what boards do not tell.");
    module.def(
        "variants",
        [](const std::optional<std::string>& family, const std::optional<std::string>& size, bool solved) {
            refuse_after_fork();
            return value_of(Variant::shipped(library::RulesList{family, size, solved}));
        },
        nb::kw_only(), "family"_a = nb::none(), "size"_a = nb::none(), "solved"_a = false,
        "The names of the variants that are shipped: all of them, or only those of a family "
        "(``\"small\"``), on boards of a size (``\"5x6\"``), or whose start has a known value (`solved`).\n\n"
        "Raises InputError if there is no such family, or the size is not one.");
}

}  // namespace zermelo::python
