// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/error.hpp"

#include "zermelo/app/errors.hpp"

namespace zermelo {

std::string text_of(const Error& error) { return app::diagnostic(error); }

}  // namespace zermelo
