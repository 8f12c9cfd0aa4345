// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/python/json.hpp"

#include <algorithm>
#include <string>

namespace nb = nanobind;

namespace zermelo::python {

nb::object object_of(const Json& json) {
    switch (json.type()) {
        case Json::value_t::boolean:
            return nb::bool_(json.get<bool>());
        case Json::value_t::number_integer:
            return nb::int_(json.get<std::int64_t>());
        case Json::value_t::number_unsigned:
            return nb::int_(json.get<std::uint64_t>());
        case Json::value_t::number_float:
            return nb::float_(json.get<double>());
        case Json::value_t::string: {
            const auto& text = json.get_ref<const std::string&>();
            return nb::steal(
                PyUnicode_DecodeUTF8(text.data(), static_cast<Py_ssize_t>(text.size()), "replace"));
        }
        case Json::value_t::array: {
            nb::list list;
            for (const Json& element : json) list.append(object_of(element));
            return list;
        }
        case Json::value_t::object: {
            nb::dict dict;
            for (const auto& [key, value] : json.items()) dict[key.c_str()] = object_of(value);
            return dict;
        }
        default:
            return nb::none();
    }
}

nb::list objects_of(std::string_view lines) {
    nb::list list;
    while (!lines.empty()) {
        const std::size_t end = std::min(lines.find('\n'), lines.size() - 1);
        list.append(object_of(Json::parse(lines.substr(0, end + 1))));
        lines.remove_prefix(end + 1);
    }
    return list;
}

}  // namespace zermelo::python
