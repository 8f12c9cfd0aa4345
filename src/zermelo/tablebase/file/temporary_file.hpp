// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>
#include <string>

#include "zermelo/base/result.hpp"

namespace zermelo::tablebase::file {

/// A file on its way to `path`: it is written as `path` + ".unfinished" beside it and takes its place only
/// when it is whole and on the disk. What a killed run left under that name is overwritten by the next.
class TemporaryFile {
  public:
    /// Errors (`ErrorKind::io`): it cannot be made; `path` is no regular file; another run is at it, and
    /// still is after `lock_patience`.
    static Result<TemporaryFile> create(const std::string& path);

    TemporaryFile(TemporaryFile&& other) noexcept;
    TemporaryFile& operator=(TemporaryFile&&) = delete;
    TemporaryFile(const TemporaryFile&) = delete;
    TemporaryFile& operator=(const TemporaryFile&) = delete;
    /// Removes the file unless it was finished.
    ~TemporaryFile();

    int descriptor() const { return descriptor_; }
    const std::string& name() const { return name_; }

    /// Flushes the file to the disk, renames it and flushes the directory. Errors: `ErrorKind::io`.
    Result<void> finish();
    /// The same for many files of one directory at a time, which costs little more than one: none is renamed
    /// before all are on the disk. Errors: as `finish`; those that have their names by then keep them.
    static Result<void> finish_all(std::span<TemporaryFile> files);

    /// Removes what killed runs have left in a directory, and nothing that a run is at.
    static void sweep(const std::string& directory);

  private:
    Result<void> take_place();

    TemporaryFile(std::string path, std::string name, int descriptor)
        : path_(std::move(path)), name_(std::move(name)), descriptor_(descriptor) {}

    std::string path_;
    std::string name_;
    int descriptor_;  ///< −1: moved from, or finished
};

}  // namespace zermelo::tablebase::file
