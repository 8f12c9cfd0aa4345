// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <csignal>
#include <functional>
#include <latch>
#include <mutex>
#include <stop_token>
#include <thread>

namespace zermelo::cli {

/// While it lives, an interrupt from the keyboard (SIGINT) and a request to end (SIGTERM) end the program at
/// once, and yet in order: `end` says what has been done, and gives the exit status. To be made before other
/// threads are, and one at a time.
class Interrupts {
  public:
    /// `end` is called by another thread, while all others work on.
    explicit Interrupts(std::function<int()> end);
    ~Interrupts();
    Interrupts(const Interrupts&) = delete;
    Interrupts& operator=(const Interrupts&) = delete;

  private:
    friend class Interrupt;
    void take(int signal);

    std::function<int()> end_;
    sigset_t ends_{};
    sigset_t before_{};
    std::mutex mutex_;
    std::stop_source* asked_ = nullptr;  ///< what the living `Interrupt` has asked for
    /// Until it waits for signals, a thread allocates; a fork meanwhile, as those that watch over programs
    /// are made, would keep an allocator's lock for ever where the allocator does not care for forks.
    std::latch listens_{1};
    std::jthread waiter_;
};

/// While it lives, they ask for a stop instead: what was found is told, and what is kept is written. A second
/// one ends the program. Does nothing where there are no `Interrupts`.
class Interrupt {
  public:
    Interrupt();
    ~Interrupt();
    Interrupt(const Interrupt&) = delete;
    Interrupt& operator=(const Interrupt&) = delete;

    std::stop_token token() const { return source_.get_token(); }

  private:
    void become(std::stop_source* source);

    std::stop_source source_;
};

/// Asks for a stop when standard input ends. A pipe's does when the program at its other end is gone, however
/// that came about.
void stop_when_input_ends(const std::stop_source& stop);

}  // namespace zermelo::cli
