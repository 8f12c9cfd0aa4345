// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>

#include "zermelo/server/message.hpp"

namespace zermelo::server {

/// The request that a text is: a line `METHOD TARGET`, a line `name: value` for each header, an empty line,
/// the body. Lines end with LF. What is missing is empty. The host is `localhost` where no header says
/// another.
Request request_of(std::string_view text);

/// A response as a text: a line with the status, headers, with the type among them, an empty line, the body.
std::string text_of(const Response& response);

}  // namespace zermelo::server
