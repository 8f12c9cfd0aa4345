// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

#include "zermelo/app/library.hpp"

namespace zermelo::testing {

/// The shipped variants, read once.
inline app::Library& shipped() {
    static app::Library library = app::Library::open().value();
    return library;
}

inline const variant::Rules& shipped(const std::string& name) { return *shipped().find(name).value(); }

}  // namespace zermelo::testing
