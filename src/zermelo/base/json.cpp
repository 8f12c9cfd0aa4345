// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/base/json.hpp"

// Not where they are called: to compile the library's writer and parser takes seconds each time.
namespace zermelo {

std::string json_text(const Json& object) {
    return object.dump(-1, ' ', false, Json::error_handler_t::replace);
}

std::string json_line(const Json& object) { return json_text(object) + "\n"; }

Json parsed_json(std::string_view text) { return Json::parse(text, nullptr, false); }

}  // namespace zermelo
