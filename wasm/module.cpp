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
    static server::Site only{*library::Library::open(), server::SiteOptions{.tables = {"/tables"}}};
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

/// Whoever made the instance is given the object of a job, in JSON.
extern "C" __attribute__((import_module("zermelo"), import_name("told"))) void job_told(const char* text,
                                                                                        std::size_t bytes);

/// Does the job that was begun, to its end.
extern "C" __attribute__((export_name("work"))) void work() {
    zermelo::wasm::site().do_waiting_job([](const zermelo::Json& job) {
        const std::string text = zermelo::json_line(job);
        job_told(text.data(), text.size());
    });
}
