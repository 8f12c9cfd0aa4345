// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/error.hpp"

#include "zermelo/tell/errors.hpp"

namespace zermelo {

std::string text_of(const Error& error) { return tell::diagnostic(error); }

}  // namespace zermelo
