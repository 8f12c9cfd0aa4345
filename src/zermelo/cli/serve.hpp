// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>

#include "zermelo/cli/program.hpp"
#include "zermelo/cli/rules_files.hpp"
#include "zermelo/server/http_server.hpp"
#include "zermelo/server/site.hpp"

namespace zermelo::cli {

/// The command `serve`: the page and its API, until a signal ends it.
class ServeCommand {
  public:
    /// Adds it to the program, which must outlive this object.
    explicit ServeCommand(Program& program);

    /// Runs it if it was given and returns its exit status; nothing if it was not.
    std::optional<int> run();

  private:
    int serve();

    CLI::App* serve_ = nullptr;
    std::string host_ = "127.0.0.1";
    std::uint16_t port_ = 1913;
    RulesFiles files_;
    server::SiteOptions site_;
    server::HttpLimits limits_;
    double job_seconds_ = 60;
    std::int64_t request_seconds_ = 20;
    bool open_ = false;
};

}  // namespace zermelo::cli
