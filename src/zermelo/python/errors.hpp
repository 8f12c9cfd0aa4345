// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <exception>
#include <string>
#include <utility>
#include <vector>

#include <nanobind/nanobind.h>

#include "zermelo/base/result.hpp"

namespace zermelo::python {

/// An error on its way to Python: the only exception that this room throws for one. `zermelo/errors.py` has
/// the classes that it becomes there.
class Raised : public std::exception {
  public:
    explicit Raised(Error error) : errors_{std::move(error)} {}
    explicit Raised(std::vector<Error> errors) : errors_(std::move(errors)) {}
    const std::vector<Error>& errors() const { return errors_; }
    const char* what() const noexcept override { return errors_.front().message.c_str(); }

  private:
    std::vector<Error> errors_;
};

/// What no table holds: `zermelo.MissingTableError`.
class NoTable : public std::exception {
  public:
    explicit NoTable(std::string message) : message_(std::move(message)) {}
    const char* what() const noexcept override { return message_.c_str(); }

  private:
    std::string message_;
};

/// The value, or the error, or errors, raised.
template <typename T, typename Errors>
T value_of(tl::expected<T, Errors> result) {
    if (!result) throw Raised{std::move(result).error()};
    if constexpr (!std::is_void_v<T>) return *std::move(result);
}

/// Says to the module what becomes of the exceptions above.
void bind_errors();

}  // namespace zermelo::python
