// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <type_traits>
#include <utility>

#include <fmt/format.h>
#include <nanobind/nanobind.h>

namespace zermelo::python {

/// A move as a user gives it: as UCI, or as an object that says itself so by a method `uci`.
struct UciMove {
    std::string text;
};

}  // namespace zermelo::python

/// Texts between Python and C++: in place of nanobind's own, which no file of this room includes.
///
/// A str need not be UTF-8: lone surrogates stand in it for bytes of file names that are none (PEP 383).
/// They become these bytes, others three bytes that no UTF-8 has, which whoever reads the text refuses in
/// its own words; and such bytes become surrogates.
template <>
struct nanobind::detail::type_caster<std::string> {
    NB_TYPE_CASTER(std::string, const_name("str"))

    bool from_python(handle source, std::uint32_t, cleanup_list*) noexcept {
        if (!PyUnicode_Check(source.ptr())) return false;
        for (const char* const surrogates : {"surrogateescape", "surrogatepass"}) {
            const object bytes = steal(PyUnicode_AsEncodedString(source.ptr(), "utf-8", surrogates));
            if (!bytes.is_valid()) {
                PyErr_Clear();
                continue;
            }
            value.assign(PyBytes_AsString(bytes.ptr()), static_cast<std::size_t>(PyBytes_Size(bytes.ptr())));
            return true;
        }
        return false;
    }

    static handle from_cpp(const std::string& text, rv_policy, cleanup_list*) noexcept {
        return PyUnicode_DecodeUTF8(text.data(), static_cast<Py_ssize_t>(text.size()), "surrogateescape");
    }
};

template <>
struct nanobind::detail::type_caster<zermelo::python::UciMove> {
    NB_TYPE_CASTER(zermelo::python::UciMove, const_name("str | HasUci"))

    bool from_python(handle source, std::uint32_t flags, cleanup_list* cleanup) noexcept {
        make_caster<std::string> text;
        object told = borrow(source);
        if (!PyUnicode_Check(source.ptr())) {
            told = steal(PyObject_CallMethod(source.ptr(), "uci", nullptr));
            if (!told.is_valid()) {
                PyErr_Clear();
                return false;
            }
        }
        if (!text.from_python(told, flags, cleanup)) return false;
        value.text = std::move(text.value);
        return true;
    }
};

namespace zermelo::python {

/// An argument of a constructor, which `zermelo/_signatures.py` cannot stand before: what is no T is a
/// TypeError in the words of that file.
template <typename T>
T argument(const nanobind::object& given, const char* function, const char* name, const char* expected) {
    T value{};
    bool good = nanobind::try_cast(given, value);
    if constexpr (std::is_pointer_v<T>) good = good && value != nullptr;
    if (!good)
        throw nanobind::type_error(fmt::format("{}(): {} of type {}, expected {}", function, name,
                                               nanobind::cast<std::string>(given.type().attr("__name__")),
                                               expected)
                                       .c_str());
    return value;
}

}  // namespace zermelo::python
