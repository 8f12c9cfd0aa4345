// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/cli/certificate.hpp"

#include <utility>

#include <fmt/format.h>

#include "zermelo/base/quoted.hpp"
#include "zermelo/cli/numbers.hpp"
#include "zermelo/cli/print.hpp"

namespace zermelo::cli {

void CertificateOption::add_to(CLI::App& command, const std::string& help) {
    command.add_option("--certificate", path_, help)->check(file_to_write())->option_text("FILE");
}

Sink* CertificateOption::sink() {
    if (!given()) return nullptr;
    return &file_.emplace(path_);
}

std::optional<Error> CertificateOption::finish(const tell::Certification& came_of_it,
                                               std::string_view reason) {
    if (!given()) return std::nullopt;
    if (came_of_it.certified) {
        auto written = file_->finish();
        return written ? std::nullopt : std::optional{std::move(written.error())};
    }
    if (!came_of_it.uncertified)
        complain(fmt::format("zermelo: no certificate was written to {}: {}\n", in_one_line(path_), reason));
    return came_of_it.uncertified;
}

}  // namespace zermelo::cli
