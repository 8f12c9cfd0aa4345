// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <nanobind/nanobind.h>

#include "zermelo/base/json.hpp"

namespace zermelo::python {

/// The same as dicts, lists, numbers and strings of Python.
nanobind::object object_of(const Json& json);
/// What a judge has written, an object a line, as a list.
nanobind::list objects_of(std::string_view lines);

}  // namespace zermelo::python
