// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include <CLI/CLI.hpp>

#include "zermelo/tell/prove.hpp"

namespace zermelo::cli {

/// The option `--certificate FILE` of a command that searches.
class CertificateOption {
  public:
    /// `help`: what is written to the file.
    void add_to(CLI::App& command, const std::string& help);

    bool given() const { return !path_.empty(); }
    /// Where the certificate goes. Nothing is at the path before `finish`.
    Sink* sink();
    /// Gives the file its name where it is certified. What went wrong comes back; that nothing was to be
    /// certified, for this reason, is said on standard error. Does nothing where the option was not given.
    std::optional<Error> finish(const tell::Certification& came_of_it, std::string_view reason);

  private:
    std::string path_;
    std::optional<tell::CertificateFile> file_;
};

}  // namespace zermelo::cli
