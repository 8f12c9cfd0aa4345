// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>
#include <utility>

#include "zermelo/base/json.hpp"
#include "zermelo/server/message.hpp"

namespace zermelo::server {

inline Response json_response(const Json& object, unsigned status = 200) {
    Response response;
    response.status = status;
    response.body = json_line(object);
    return response;
}

/// An object as a line, with two more members: a list of what stands in `lines`, an object each, and one
/// after it. The lines go in as they are, since a tree of them would take more memory than they do.
inline std::string with_list(const Json& object, std::string_view list, std::string_view lines,
                             std::string_view after, const Json& value) {
    std::string text = json_text(object);
    text.back() = ',';
    text += json_text(list);
    text += ":[";
    for (const char* separator = ""; !lines.empty();) {
        const std::size_t end = lines.find('\n');
        text += std::exchange(separator, ",");
        text += lines.substr(0, end);
        lines.remove_prefix(end + 1);
    }
    text += "],";
    text += json_text(after);
    return text + ':' + json_text(value) + "}\n";
}

}  // namespace zermelo::server
