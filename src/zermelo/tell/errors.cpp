// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/tell/errors.hpp"

#include <fmt/format.h>

#include "zermelo/base/quoted.hpp"

namespace zermelo::tell {

int exit_status(const Error& error) {
    switch (error.kind) {
        case ErrorKind::bad_input:
        case ErrorKind::bad_usage:
            return exit_bad_input;
        case ErrorKind::io:
            return exit_failure;
        case ErrorKind::stopped:
            return exit_unknown;
    }
    return exit_failure;
}

unsigned http_status(const Error& error) {
    constexpr unsigned bad_request = 400;
    constexpr unsigned server_error = 500;
    return exit_status(error) == exit_bad_input ? bad_request : server_error;
}

namespace {

std::string place_words(std::string_view input, Location where) {
    return fmt::format("{}:{}:{}", input, where.line, where.column);
}

std::string line_of(std::string_view kind, const Error& error, std::string_view input) {
    if (!error.where) return in_one_line(fmt::format("zermelo: {}: {}", kind, error.message));
    return in_one_line(fmt::format("{}: {}: {}",
                                   place_words(error.input.empty() ? input : error.input, *error.where), kind,
                                   error.message));
}

/// Numbers that there are, and names that are not empty.
Json object_of(std::string_view message, std::string_view input, std::optional<std::uint64_t> line,
               std::optional<std::uint64_t> column) {
    Json object = json_object("error");
    object["message"] = message;
    object["input"] = input.empty() ? Json() : Json(input);
    object["line"] = json_or_null(line);
    object["column"] = json_or_null(column);
    return object;
}

}  // namespace

std::string diagnostic(const Error& error, std::string_view input) { return line_of("error", error, input); }

std::string warning_line(const Error& warning) { return line_of("warning", warning, {}); }

Json json_of(const Error& error, std::string_view input) {
    if (!error.where) return object_of(error.message, {}, std::nullopt, std::nullopt);
    return object_of(error.message, error.input.empty() ? input : error.input, error.where->line,
                     error.where->column);
}

std::string diagnostic_of_line(const Error& error, std::string_view input, std::uint64_t line) {
    if (!error.where) return in_one_line(fmt::format("{}:{}: error: {}", input, line, error.message));
    return in_one_line(fmt::format("{}:{}:{}: error: {}", input, line, error.where->column, error.message));
}

std::string json_of_line(const Error& error, std::string_view input, std::uint64_t line) {
    return json_line(
        object_of(error.message, input, line,
                  error.where ? std::optional<std::uint64_t>{error.where->column} : std::nullopt));
}

}  // namespace zermelo::tell
