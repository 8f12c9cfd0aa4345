// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>

#include "zermelo/base/json.hpp"
#include "zermelo/server/message.hpp"

namespace zermelo::server {

inline Response json_response(const Json& object, unsigned status = 200) {
    Response response;
    response.status = status;
    response.body = json_line(object);
    return response;
}

/// What a judge has written, an object a line, as one list.
inline Json list_of(std::string_view lines) {
    Json list = Json::array();
    while (!lines.empty()) {
        const std::size_t end = lines.find('\n');
        list.push_back(*parsed_json(lines.substr(0, end)));
        lines.remove_prefix(end + 1);
    }
    return list;
}

}  // namespace zermelo::server
