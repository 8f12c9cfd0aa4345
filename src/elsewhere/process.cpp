// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/stress/process.hpp"

/// A system on which nothing ends all that a program has started: no program is tried.
namespace zermelo::stress {
namespace {

tl::unexpected<Error> no_linux() {
    return failure(
        ErrorKind::io,
        "this system cannot hold all that a program starts to limits: programs are tried on Linux");
}

}  // namespace

Result<Command> find_command(std::span<const std::string> /*words*/) { return no_linux(); }
std::optional<std::string> word_not_found(std::span<const std::string> /*words*/, const Ended& /*ended*/) {
    return std::nullopt;
}

Result<Runner> Runner::start(const Command& /*command*/, const ProcessLimits& /*limits*/) {
    return no_linux();
}
Runner::Runner(Runner&& other) noexcept = default;
Runner& Runner::operator=(Runner&& other) noexcept = default;
Runner::~Runner() = default;
Result<Ended> Runner::run(std::string_view /*input*/, std::optional<Seconds> /*max_wait*/,
                          const std::stop_token& /*stop*/) {
    return no_linux();
}

}  // namespace zermelo::stress
