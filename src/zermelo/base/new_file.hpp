// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>
#include <utility>

#include "zermelo/base/result.hpp"
#include "zermelo/base/sink.hpp"

namespace zermelo {

/// A file that is written piece by piece: what stood there stays until all of it is written, then is replaced
/// at once. A path that is no regular file (a device, a pipe) is written to directly. What is not finished
/// leaves nothing; what is killed meanwhile leaves a file whose name has six letters more.
class NewFile : public Sink {
  public:
    /// Nothing is made before the first `write`.
    explicit NewFile(std::string path) : path_(std::move(path)) {}
    NewFile(const NewFile&) = delete;
    NewFile& operator=(const NewFile&) = delete;
    ~NewFile() override;

    Result<void> write(std::string_view bytes) override;
    /// Gives the file its name. Precondition: something was written, if only no bytes. Errors:
    /// `ErrorKind::io`.
    Result<void> finish();

  private:
    Result<void> open();

    std::string path_;
    std::string unfinished_;  ///< its name until it is finished; empty: it is written to directly
    int file_ = -1;
};

/// Writes a whole file, as `NewFile` does. Errors: `ErrorKind::io`; then nothing of it is left.
Result<void> write_file(const std::string& path, std::string_view text);

}  // namespace zermelo
