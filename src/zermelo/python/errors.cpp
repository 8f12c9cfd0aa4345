// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/python/errors.hpp"

#include <nanobind/stl/optional.h>

#include "zermelo/base/quoted.hpp"
#include "zermelo/python/at_work.hpp"
#include "zermelo/python/text.hpp"
#include "zermelo/tablebase/file/file.hpp"

namespace nb = nanobind;

namespace zermelo::python {
namespace {

/// The reasons as `zermelo.Reason`s.
nb::list reasons_of(const std::vector<Error>& errors, const nb::object& type) {
    nb::list reasons;
    for (const Error& error : errors) {
        nb::object line = nb::none();
        nb::object column = nb::none();
        if (error.where) {
            line = nb::int_(error.where->line);
            column = nb::int_(error.where->column);
        }
        reasons.append(type(in_one_line(error.message), error.input, line, column));
    }
    return reasons;
}

void raise(const Raised& raised) {
    const nb::module_ errors = nb::module_::import_("zermelo.errors");
    const Error& first = raised.errors().front();
    const bool world = first.kind == ErrorKind::io || tablebase::file::says_damaged(first);
    const nb::object type = errors.attr(world ? "FileError" : "InputError");
    const nb::object exception = type(reasons_of(raised.errors(), errors.attr("Reason")));
    PyErr_SetObject(type.ptr(), exception.ptr());
}

void raise(const char* name, const char* message) {
    const nb::module_ errors = nb::module_::import_("zermelo.errors");
    PyErr_SetString(nb::object{errors.attr(name)}.ptr(), message);
}

}  // namespace

void bind_errors() {
    nb::register_exception_translator([](const std::exception_ptr& exception, void*) {
        try {
            std::rethrow_exception(exception);
        } catch (const Raised& raised) {
            raise(raised);
        } catch (const NoTable& missing) {
            raise("MissingTableError", missing.what());
        } catch (const ForkedAtWork& forked) {
            raise("ZermeloError", forked.what());
        }
    });
}

}  // namespace zermelo::python
