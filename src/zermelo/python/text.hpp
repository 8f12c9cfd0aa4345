// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include <nanobind/nanobind.h>

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
