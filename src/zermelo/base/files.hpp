// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "zermelo/base/progress.hpp"
#include "zermelo/base/result.hpp"
#include "zermelo/base/sink.hpp"
#include "zermelo/base/source.hpp"

namespace zermelo {

/// Hands all that a source has to a sink, piece by piece, and gives a mapped file's memory back after each.
/// `progress`: in bytes. Errors: `ErrorKind::io`; the sink's, after which nothing more is read.
Result<void> copy(Source& input, Sink& sink, const Progress& progress = {});

/// The whole content of a source. Errors: `ErrorKind::io`; `ErrorKind::bad_input` if there are more than
/// `most` bytes.
Result<std::string> read_all(Source& input, std::size_t most);

/// More than any test data: a device or a pipe that never ends is not read until the memory is full.
inline constexpr std::size_t max_text = std::size_t{1} << 28U;

/// The same in memory, where nobody can change it while it is looked at.
Result<Source> whole_text(Source& input, std::size_t most = max_text);

/// The content of a file, or of standard input if the path is "-".
Result<std::string> read_file(const std::string& path, std::size_t most);

/// The source that a path names: a file, or standard input if it is "-". Errors: as `Source::open`.
Result<Source> open_input(const std::string& path);
/// What messages call it: its path, or `<stdin>`.
std::string input_name(const std::string& path);

}  // namespace zermelo
