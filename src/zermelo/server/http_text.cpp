// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/server/http_text.hpp"

#include <algorithm>
#include <charconv>
#include <utility>

#include <fmt/format.h>

#include "zermelo/base/ascii.hpp"
#include "zermelo/base/cut.hpp"

namespace zermelo::server {
namespace {

/// `%20` is read as a space, and so is `+` of a query; what is no such number stays.
std::string decoded(std::string_view text, bool query) {
    std::string plain;
    for (std::size_t i = 0; i < text.size(); ++i) {
        unsigned char byte = 0;
        const char* const digits = text.data() + i + 1;
        if (text[i] == '%' && i + 2 < text.size() &&
            std::from_chars(digits, digits + 2, byte, 16).ptr == digits + 2) {
            plain += static_cast<char>(byte);
            i += 2;
        } else {
            plain += query && text[i] == '+' ? ' ' : text[i];
        }
    }
    return plain;
}

}  // namespace

Request request_of(std::string_view text) {
    Request request;
    std::string_view target = cut(text, '\n');
    request.method = cut(target, ' ');
    request.path = decoded(cut(target, '?'), false);
    while (!target.empty()) {
        std::string_view value = cut(target, '&');
        const std::string name = decoded(cut(value, '='), true);
        request.query.emplace(name, decoded(value, true));
    }
    request.headers["host"] = "localhost";
    for (std::string_view line = cut(text, '\n'); !line.empty(); line = cut(text, '\n')) {
        const std::string name = lower(cut(line, ':'));
        request.headers[name] = line.substr(std::min(line.find_first_not_of(' '), line.size()));
    }
    request.body = text;
    return request;
}

std::string text_of(const Response& response) {
    std::string text = fmt::format("{}\ncontent-type: {}\n", response.status, response.content_type);
    for (const auto& [name, value] : response.headers) text += fmt::format("{}: {}\n", lower(name), value);
    return text + '\n' + response.body;
}

}  // namespace zermelo::server
