// SPDX-License-Identifier: GPL-3.0-or-later
#include <cstddef>
#include <string>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "zermelo/library/library.hpp"
#include "zermelo/server/http_text.hpp"
#include "zermelo/server/site.hpp"

/// What the module of WebAssembly offers to whoever made an instance of it: memory for a request, and its
/// answer. Both are texts as HTTP has them (`server/http_text.hpp`).
namespace zermelo::wasm {
namespace {

server::Site& site() {
    static server::Site only{*library::Library::open(), server::SiteOptions{}};
    return only;
}

std::string& request_text() {
    static std::string text;
    return text;
}

std::string& answer_text() {
    static std::string text;
    return text;
}

}  // namespace
}  // namespace zermelo::wasm

/// Where a request of `bytes` bytes is to be written.
extern "C" __attribute__((export_name("room_for_request"))) char* room_for_request(std::size_t bytes) {
    std::string& text = zermelo::wasm::request_text();
    text.resize(bytes);
    return text.data();
}

/// Answers the request that stands there; where the answer begins.
extern "C" __attribute__((export_name("answer"))) const char* answer() {
    using namespace zermelo::wasm;
    answer_text() = zermelo::server::text_of(site().answer(zermelo::server::request_of(request_text())));
    return answer_text().data();
}

/// The bytes of that answer.
extern "C" __attribute__((export_name("answer_bytes"))) std::size_t answer_bytes() {
    return zermelo::wasm::answer_text().size();
}
