// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "zermelo/base/new_file.hpp"
#include "zermelo/base/packed.hpp"
#include "zermelo/base/result.hpp"
#include "zermelo/base/sink.hpp"

namespace zermelo::tell {

/// What came of the certificate of an answer.
struct Certification {
    bool certified = false;                           ///< it was written
    std::optional<Error> uncertified = std::nullopt;  ///< why what was found has none: a limit, a full disk
};

/// What was found, or the error that it has no certificate.
template <typename Found>
Result<Found> or_uncertified(Result<Found> found) {
    if (found && found->uncertified) return tl::make_unexpected(*std::move(found->uncertified));
    return found;
}

/// A file for a certificate, as `NewFile` is; packed (`PackingSink`) where its name ends in `.zst`.
class CertificateFile : public Sink {
  public:
    explicit CertificateFile(const std::string& path) : file_(path) {
        if (path.ends_with(".zst")) packing_.emplace(file_);
    }
    Result<void> write(std::string_view bytes) override {
        return packing_ ? packing_->write(bytes) : file_.write(bytes);
    }
    /// Gives the file its name. Precondition: as of `NewFile::finish`.
    Result<void> finish() {
        if (packing_) ZERMELO_CHECK(packing_->finish());
        return file_.finish();
    }

  private:
    NewFile file_;
    std::optional<PackingSink> packing_;
};

}  // namespace zermelo::tell
