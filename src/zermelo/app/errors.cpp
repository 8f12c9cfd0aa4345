// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/app/errors.hpp"

#include <fmt/format.h>

#include "zermelo/base/json.hpp"

namespace zermelo::app {

int exit_status(const Error& error) {
    switch (error.kind) {
        case ErrorKind::bad_input:
        case ErrorKind::bad_usage:
            return exit_bad_input;
        case ErrorKind::io:
            return exit_failure;
    }
    return exit_failure;
}

std::string diagnostic(const Error& error, std::string_view input) {
    if (!error.where) return fmt::format("zermelo: error: {}", error.message);
    return fmt::format("{}:{}:{}: error: {}", error.input.empty() ? input : error.input, error.where->line,
                       error.where->column, error.message);
}

std::string json_of(const Error& error, std::string_view input) {
    const std::string_view name = error.input.empty() ? input : error.input;
    Json object = json_object("error");
    object["message"] = error.message;
    object["input"] = name.empty() ? Json() : Json(name);
    object["line"] = error.where ? Json(error.where->line) : Json();
    object["column"] = error.where ? Json(error.where->column) : Json();
    return json_line(object);
}

}  // namespace zermelo::app
