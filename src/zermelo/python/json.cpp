// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/python/json.hpp"

#include <algorithm>
#include <cstdint>
#include <string>
#include <variant>

namespace nb = nanobind;

namespace zermelo::python {

namespace {

struct ObjectMaker {
    nb::object operator()(std::monostate) const { return nb::none(); }
    nb::object operator()(bool truth) const { return nb::bool_(truth); }
    nb::object operator()(std::uint64_t number) const { return nb::int_(number); }
    nb::object operator()(std::int64_t number) const { return nb::int_(number); }
    nb::object operator()(double number) const { return nb::float_(number); }
    nb::object operator()(const std::string& text) const {
        return nb::steal(PyUnicode_DecodeUTF8(text.data(), static_cast<Py_ssize_t>(text.size()), "replace"));
    }
    nb::object operator()(const Json::Array& elements) const {
        nb::list list;
        for (const Json& element : elements) list.append(object_of(element));
        return list;
    }
    nb::object operator()(const Json::Object& members) const {
        nb::dict dict;
        for (const Json::Member& member : members) dict[member.name.c_str()] = object_of(member.value);
        return dict;
    }
};

}  // namespace

nb::object object_of(const Json& json) { return std::visit(ObjectMaker{}, json.tree()); }

nb::list objects_of(std::string_view lines) {
    nb::list list;
    while (!lines.empty()) {
        const std::size_t end = std::min(lines.find('\n'), lines.size() - 1);
        list.append(object_of(*parsed_json(lines.substr(0, end + 1))));
        lines.remove_prefix(end + 1);
    }
    return list;
}

}  // namespace zermelo::python
