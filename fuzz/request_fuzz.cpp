// SPDX-License-Identifier: GPL-3.0-or-later
// Whatever is asked, the site answers with a status of its own, with the headers that every answer has, and,
// where it says JSON, with JSON. The bytes are a request's lines: method, path, query, headers up to an empty
// one, the body.
#include <chrono>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "zermelo/server/site.hpp"

namespace {

std::string_view line_of(std::string_view& text) {
    const std::size_t end = text.find('\n');
    const std::string_view line = text.substr(0, end);
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
    return line;
}

/// "name=value", or the like.
std::pair<std::string, std::string> pair_of(std::string_view text, char between) {
    const std::size_t middle = text.find(between);
    if (middle == std::string_view::npos) return {std::string{text}, {}};
    return {std::string{text.substr(0, middle)}, std::string{text.substr(middle + 1)}};
}

zermelo::server::Site& site() {
    using namespace std::chrono_literals;
    static zermelo::server::Site it{
        zermelo::library::Library::open().value(),
        {.jobs = {.running = 1, .waiting = 4, .idle = 1s, .kept = 1s, .most = 8, .max_time = 1ms},
         .job_nodes = 100,
         .job_memory = 1 << 16,
         .judge_seconds = 0.05}};
    return it;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace zermelo;
    const std::string bytes(reinterpret_cast<const char*>(data), size);
    std::string_view text = bytes;
    server::Request request;
    request.method = line_of(text);
    request.path = line_of(text);
    for (std::string_view query = line_of(text); !query.empty();) {
        const std::size_t end = std::min(query.find('&'), query.size());
        request.query.insert(pair_of(query.substr(0, end), '='));
        query.remove_prefix(std::min(end + 1, query.size()));
    }
    request.headers = {{"host", "localhost"}, {"content-type", "application/json"}};
    for (std::string_view line = line_of(text); !line.empty(); line = line_of(text)) {
        auto [name, value] = pair_of(line, ':');
        request.headers[name] = value;
    }
    request.body = text;
    const server::Response response = site().answer(request);
    if (response.status < 200 || response.status > 599) std::abort();
    bool nosniff = false;
    for (const auto& [name, value] : response.headers) {
        nosniff = nosniff || name == "X-Content-Type-Options";
        if (value.find_first_of("\r\n") != std::string::npos) std::abort();
    }
    if (!nosniff) std::abort();
    if (response.content_type == "application/json" && response.status != 304 && !parsed_json(response.body))
        std::abort();
    return 0;
}
