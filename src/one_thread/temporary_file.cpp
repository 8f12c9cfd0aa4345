// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/tablebase/file/temporary_file.hpp"

#include <cerrno>

#include "zermelo/base/io_error.hpp"

/// A system without files that are written.
namespace zermelo::tablebase::file {

Result<TemporaryFile> TemporaryFile::create(const std::string& path) { return cannot_write(path, EROFS); }
TemporaryFile::TemporaryFile(TemporaryFile&& /*other*/) noexcept : descriptor_(-1) {}
TemporaryFile::~TemporaryFile() = default;
Result<void> TemporaryFile::finish() { return cannot_write(path_, EROFS); }

}  // namespace zermelo::tablebase::file
