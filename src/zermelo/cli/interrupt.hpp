// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <csignal>
#include <stop_token>
#include <thread>

namespace zermelo::cli {

/// While it lives, an interrupt from the keyboard (SIGINT) and a request to end (SIGTERM) do not end the
/// program, but ask for a stop: what was found is told, and what is kept is written. A second one ends the
/// program. To be made before other threads are.
class Interrupt {
  public:
    Interrupt();
    ~Interrupt();
    Interrupt(const Interrupt&) = delete;
    Interrupt& operator=(const Interrupt&) = delete;

    std::stop_token token() const { return source_.get_token(); }

  private:
    sigset_t ends_{};
    sigset_t before_{};
    std::stop_source source_;
    std::jthread waiter_;
};

}  // namespace zermelo::cli
