// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

#include "zermelo/base/progress.hpp"
#include "zermelo/base/result.hpp"
#include "zermelo/library/library.hpp"
#include "zermelo/tell/output_format.hpp"

/// A table file read back: `zermelo verify`.
namespace zermelo::tell {

/// Whether a file begins as a table does.
bool is_table(const std::string& path);

/// Reads a table back and checks every position against its successors, in this table and in those that it
/// leads to, which must lie beside it. Says what was checked. Errors: as of `probe`; the first position
/// that does not follow from its successors. `progress`: in positions.
Result<std::string> verify_table(library::Library& library, const std::string& path,
                                 OutputFormat format = OutputFormat::text, const Progress& progress = {});

}  // namespace zermelo::tell
