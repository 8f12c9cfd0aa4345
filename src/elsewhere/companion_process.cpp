// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/protocol/companion_process.hpp"

/// A system on which nothing ends all that a program has started: there is no companion.
namespace zermelo::protocol {

Result<std::unique_ptr<CompanionProcess>> CompanionProcess::start(const std::vector<std::string>& /*words*/) {
    return failure(ErrorKind::io, "this system has no companions: they are started on Linux");
}
CompanionProcess::~CompanionProcess() = default;
bool CompanionProcess::say(std::string_view /*line*/) { return false; }
auto CompanionProcess::hear(std::string& /*line*/, Clock::time_point /*until*/) -> Heard {
    return Heard::end;
}

}  // namespace zermelo::protocol
