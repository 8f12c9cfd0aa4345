// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "zermelo/base/result.hpp"
#include "zermelo/base/source.hpp"

namespace zermelo {

/// The whole content of a source. Errors: `ErrorKind::io`; `ErrorKind::bad_input` if there are more than
/// `most` bytes.
///
/// What does not begin with `beginning` is read no further than to see that, and what was read is returned:
/// of a device or pipe that never ends, too.
Result<std::string> read_all(Source& input, std::size_t most, std::string_view beginning = {});

/// The same of a file, or of standard input if the path is "-".
Result<std::string> read_file(const std::string& path, std::size_t most, std::string_view beginning = {});

/// What messages call the input of `read_file`: its path, or `<stdin>`.
std::string input_name(const std::string& path);

/// Writes a whole file: what stood there stays until all of it is written, then is replaced at once. A path
/// that is no regular file (a device, a pipe) is written to directly. Errors: `ErrorKind::io`; then nothing
/// of it is left behind.
Result<void> write_file(const std::string& path, std::string_view text);

}  // namespace zermelo
