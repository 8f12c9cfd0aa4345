// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/server/site.hpp"

#include <algorithm>
#include <array>
#include <span>
#include <utility>

#include <fmt/format.h>
#include <xxhash.h>

#include "zermelo/base/ascii.hpp"
#include "zermelo/base/embedded.hpp"
#include "zermelo/base/quoted.hpp"
#include "zermelo/server/answers.hpp"
#include "zermelo/tell/errors.hpp"
#include "zermelo/tell/variants.hpp"
#include "zermelo/version.hpp"

namespace zermelo::embedded {
std::span<const EmbeddedFile> page();
std::span<const EmbeddedFile> descriptions();
}  // namespace zermelo::embedded

namespace zermelo::server {
namespace {

/// What pages may do: load what is served here, and nothing else.
constexpr std::string_view policy =
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; "
    "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

std::string_view type_of(std::string_view name) {
    constexpr std::array<std::pair<std::string_view, std::string_view>, 6> types{{
        {".html", "text/html; charset=utf-8"},
        {".js", "text/javascript; charset=utf-8"},
        {".css", "text/css; charset=utf-8"},
        {".svg", "image/svg+xml"},
        {".json", "application/json"},
        {".csv", "text/csv; charset=utf-8"},
    }};
    for (const auto& [end, type] : types)
        if (name.ends_with(end)) return type;
    return "application/octet-stream";
}

/// A file of the program's own, which a browser may keep as long as it asks whether it is still the same.
Response file_response(const Request& request, const EmbeddedFile& file) {
    Response response;
    const std::string tag = fmt::format("\"{:016x}\"", XXH3_64bits(file.bytes.data(), file.bytes.size()));
    response.headers = {{"ETag", tag}, {"Cache-Control", "no-cache"}};
    response.content_type = type_of(file.name);
    if (request.header("if-none-match") == tag)
        response.status = 304;
    else
        response.body = file.bytes;
    return response;
}

const EmbeddedFile* find(std::span<const EmbeddedFile> files, std::string_view name) {
    const auto found =
        std::find_if(files.begin(), files.end(), [&](const EmbeddedFile& file) { return file.name == name; });
    return found == files.end() ? nullptr : &*found;
}

/// The words of a path that stand where the pattern has `{}`; nothing if it does not match.
std::optional<std::vector<std::string>> match(std::string_view pattern, std::string_view path) {
    std::vector<std::string> words;
    while (true) {
        const std::size_t hole = pattern.find("{}");
        if (hole == std::string_view::npos) return pattern == path ? std::optional{words} : std::nullopt;
        if (path.substr(0, hole) != pattern.substr(0, hole)) return std::nullopt;
        path.remove_prefix(hole);
        pattern.remove_prefix(hole + 2);
        const std::size_t end = std::min(path.find('/'), path.size());
        if (end == 0) return std::nullopt;
        words.emplace_back(path.substr(0, end));
        path.remove_prefix(end);
    }
}

/// The name in a `Host` header, without the port; nothing of a header that has more.
std::string_view name_of_host(std::string_view host) {
    const std::size_t end =
        host.starts_with('[') ? host.find(']') + 1 : std::min(host.find(':'), host.size());
    const std::string_view port = host.substr(end);
    const bool is_port = port.empty() || (port.size() > 1 && port[0] == ':' &&
                                          port.find_first_not_of("0123456789", 1) == std::string_view::npos);
    return is_port ? host.substr(0, end) : std::string_view{};
}

/// Whether it is an address, for which no name service can give another one.
bool is_address(std::string_view host) {
    if (host.starts_with('[') && host.ends_with(']'))
        return host.find_first_not_of("0123456789abcdefABCDEF:.", 1) == host.size() - 1;
    return !host.empty() && host.find_first_not_of("0123456789.") == std::string_view::npos;
}

}  // namespace

const std::string& Request::header(const std::string& name) const {
    static const std::string none;
    const auto found = headers.find(name);
    return found == headers.end() ? none : found->second;
}

Refusal::Refusal(Error why) : status(tell::http_status(why)), error(std::move(why)) {}

Site::Site(library::Library library, SiteOptions options)
    : library_(std::move(library)),
      options_(std::move(options)),
      tables_(options_.tables),
      jobs_(options_.jobs) {}

void Site::stop() { jobs_.stop(); }

const std::vector<Site::Route>& Site::routes() {
    static const std::vector<Route> all{
        {"GET", "/", &Site::front},
        {"GET", "/assets/{}", &Site::file},
        {"GET", "/api/v1/openapi.json", &Site::document},
        {"GET", "/api/v1/schema.json", &Site::document},
        {"GET", "/api/v1/server", &Site::server},
        {"GET", "/api/v1/pieces/{}", &Site::piece},
        {"GET", "/api/v1/variants", &Site::variants},
        {"GET", "/api/v1/variants/{}", &Site::variant},
        {"POST", "/api/v1/variant", &Site::described},
        {"POST", "/api/v1/rules", &Site::rules},
        {"POST", "/api/v1/position", &Site::position},
        {"POST", "/api/v1/value", &Site::value},
        {"POST", "/api/v1/batch", &Site::batch, true},
        {"POST", "/api/v1/line", &Site::line},
        {"POST", "/api/v1/draw", &Site::draw},
        {"POST", "/api/v1/problem/draw", &Site::draw_problem},
        {"POST", "/api/v1/jobs", &Site::begin_job},
        {"GET", "/api/v1/jobs/{}", &Site::look_at_job},
        {"DELETE", "/api/v1/jobs/{}", &Site::cancel_job},
        {"GET", "/api/v1/tables", &Site::tables},
        {"GET", "/api/v1/tables/{}", &Site::statistics, true},
        {"GET", "/api/v1/puzzles", &Site::puzzles},
        {"GET", "/api/v1/puzzles/{}", &Site::puzzle},
        {"POST", "/api/v1/puzzles/{}/judge", &Site::judge, true},
        {"POST", "/api/v1/puzzles/{}/check", &Site::check, true},
        {"POST", "/api/v1/puzzles/{}/explain", &Site::explain, true},
        {"POST", "/api/v1/puzzles/{}/generate", &Site::generate, true},
        {"GET", "/{}", &Site::probe},
        {"GET", "/{}/mainline", &Site::mainline},
    };
    return all;
}

bool Site::is_long(const Request& request) {
    constexpr std::size_t small = 4096;  // texts that a person writes, and that are read in no time
    if (request.body.size() > small) return true;
    return std::any_of(routes().begin(), routes().end(), [&](const Route& route) {
        return route.is_long && match(route.pattern, request.path);
    });
}

Response Site::answer(const Request& request) {
    Answer answer = routed(request);
    Response response;
    if (answer) {
        response = *std::move(answer);
    } else {
        response = json_response(tell::json_of(answer.error().error), answer.error().status);
        if (!answer.error().allowed.empty()) response.headers.emplace_back("Allow", answer.error().allowed);
    }
    if (response.headers.empty()) response.headers.emplace_back("Cache-Control", "no-store");
    response.headers.emplace_back("Content-Security-Policy", policy);
    response.headers.emplace_back("X-Content-Type-Options", "nosniff");
    response.headers.emplace_back("Referrer-Policy", "no-referrer");
    return response;
}

Site::Answer Site::routed(const Request& request) {
    if (const auto refusal = refused_origin(request)) return tl::make_unexpected(*refusal);
    const std::string_view method = request.method == "HEAD" ? "GET" : std::string_view{request.method};
    std::string allowed;
    for (const Route& route : routes()) {
        const auto words = match(route.pattern, request.path);
        if (!words) continue;
        if (route.method == method) {
            if (const auto refusal = refused_type(request)) return tl::make_unexpected(*refusal);
            return (this->*route.handler)(request, *words);
        }
        allowed += (allowed.empty() ? "" : ", ") + std::string{route.method};
    }
    if (allowed.empty())
        return tl::make_unexpected(Refusal{404, "nothing is here, expected a path of /api/v1/openapi.json"});
    Refusal refusal{405, fmt::format("the method {} is not for this path, expected {}",
                                     quoted(request.method, 20, Unprintable::hex), allowed)};
    refusal.allowed = allowed;
    return tl::make_unexpected(refusal);
}

std::optional<Refusal> Site::refused_origin(const Request& request) const {
    const std::string host = lower(request.header("host"));
    const std::string_view name = name_of_host(host);
    const auto& hosts = options_.hosts;
    if (!is_address(name) && name != "localhost" &&
        std::none_of(hosts.begin(), hosts.end(),
                     [&](const std::string& each) { return lower(each) == name; }))
        return Refusal{421,
                       fmt::format("the host {} is not served here, expected localhost, an address, or a "
                                   "name that --allow-host gives",
                                   quoted(name, 60, Unprintable::hex))};
    if (request.method == "GET" || request.method == "HEAD") return std::nullopt;
    const std::string origin = lower(request.header("origin"));
    if (!origin.empty() && origin != "http://" + host && origin != "https://" + host)
        return Refusal{403, "a request from another origin, expected a page of this server"};
    return std::nullopt;
}

std::optional<Refusal> Site::refused_type(const Request& request) {
    if (request.method != "POST") return std::nullopt;
    const std::string type = lower(request.header("content-type"));
    std::string_view plain = std::string_view{type}.substr(0, type.find(';'));
    while (plain.ends_with(' ') || plain.ends_with('\t')) plain.remove_suffix(1);
    if (plain == "application/json" || plain == "application/x-ndjson") return std::nullopt;
    return Refusal{415, "expected Content-Type: application/json"};
}

Site::Answer Site::front(const Request& request, const Words& /*words*/) {
    return file_response(request, *find(embedded::page(), "index.html"));
}

Site::Answer Site::file(const Request& request, const Words& words) {
    const EmbeddedFile* const found = find(embedded::page(), words[0]);
    if (found == nullptr) return tl::make_unexpected(Refusal{404, "no such file"});
    return file_response(request, *found);
}

Site::Answer Site::document(const Request& request, const Words& /*words*/) {
    const bool schema = request.path.ends_with("schema.json");
    return file_response(request,
                         *find(embedded::descriptions(), schema ? "json.schema.json" : "openapi.json"));
}

Site::Answer Site::piece(const Request& request, const Words& words) {
    std::string_view name = words[0];
    if (!name.ends_with(".svg"))
        return tl::make_unexpected(Refusal{404, "no such drawing, expected NAME.svg"});
    name.remove_suffix(4);
    const auto color = request.query.find("color");
    std::optional<Color> side;
    if (color != request.query.end()) {
        if (color->second != "white" && color->second != "black")
            return tl::make_unexpected(
                Refusal{400, fmt::format("color is {}, expected white or black",
                                         quoted(color->second, 40, Unprintable::hex))});
        side = color->second == "black" ? Color::black : Color::white;
    }
    const auto picture = tell::piece_picture(name, side);
    if (!picture)
        return tl::make_unexpected(
            Refusal{404, "no such drawing, expected the picture of a kind, or its letter"});
    Response response;
    response.content_type = "image/svg+xml";
    response.body = *picture;
    response.headers = {{"Cache-Control", "max-age=86400"}};
    return response;
}

Site::Answer Site::server(const Request& /*request*/, const Words& /*words*/) {
    Json object = json_object("server");
    object["version"] = version();
    object["limits"] = Json{
        {"job_seconds", options_.jobs.max_time.count()},
        {"job_nodes", options_.job_nodes},
        {"job_memory", options_.job_memory},
        {"job_count", options_.jobs.running},
        {"job_waiting_count", options_.jobs.waiting},
        {"job_idle_seconds", options_.jobs.idle.count()},
        {"body_bytes", options_.body},
        {"plies", oracle::max_plies.count()},
        {"judge_seconds", options_.judge_seconds},
    };
    object["unit"] = "plies";
    return json_response(object);
}

}  // namespace zermelo::server
