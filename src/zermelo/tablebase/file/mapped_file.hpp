// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "zermelo/base/file_mapping.hpp"
#include "zermelo/base/result.hpp"

namespace zermelo::tablebase::file {

/// A regular file, open and mapped into memory, so that small pieces of it anywhere are had without a call to
/// the system. Any number of threads may read at once. Errors name the file.
///
/// Bytes are copied out before anybody looks at them: what was checked is what is used, whatever
/// happens to the file in the meantime.
class MappedFile {
  public:
    /// Errors (`ErrorKind::io`): it is missing, cannot be read, or is no regular file. `repair`: what the
    /// errors of a damaged file say at their end.
    static Result<MappedFile> open(const std::string& path, std::string repair = {});

    MappedFile(MappedFile&& other) noexcept;
    MappedFile& operator=(MappedFile&& other) noexcept;
    MappedFile(const MappedFile&) = delete;
    MappedFile& operator=(const MappedFile&) = delete;
    ~MappedFile();

    const std::string& path() const { return path_; }
    /// How long it was when it was opened.
    std::uint64_t size() const { return size_; }

    /// Errors: it ends before (`ErrorKind::bad_input`, damaged), or cannot be read (`ErrorKind::io`).
    Result<void> read(std::uint64_t offset, std::span<std::uint8_t> into) const;
    Result<std::string> text(std::uint64_t offset, std::uint64_t length) const;

    /// The error that this file is damaged; that it was cut off while it was open, if it was. (After such
    /// an end the last page of a mapping has zeros.)
    tl::unexpected<Error> damaged(std::string_view what) const;

  private:
    MappedFile(std::string path, std::string repair, int descriptor)
        : path_(std::move(path)), repair_(std::move(repair)), descriptor_(descriptor) {}

    std::string path_;
    std::string repair_;
    int descriptor_ = -1;
    std::uint64_t size_ = 0;
    FileMapping mapping_;  ///< none: the file system cannot map, or there are no bytes
};

}  // namespace zermelo::tablebase::file
