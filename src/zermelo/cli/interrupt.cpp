// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/cli/interrupt.hpp"

#include <pthread.h>

#include "zermelo/base/thread.hpp"

namespace zermelo::cli {

Interrupt::Interrupt() {
    sigemptyset(&ends_);
    sigaddset(&ends_, SIGINT);
    sigaddset(&ends_, SIGTERM);
    pthread_sigmask(SIG_BLOCK, &ends_, &before_);
    waiter_ = begin_thread_if_possible([this](const std::stop_token& over) {
        // The signals that end the program come to this thread alone, and the last one from the destructor.
        for (int signal = 0; sigwait(&ends_, &signal) == 0 && !over.stop_requested();) {
            if (source_.stop_requested()) {
                std::signal(signal, SIG_DFL);
                pthread_sigmask(SIG_UNBLOCK, &ends_, nullptr);
                std::raise(signal);
            }
            source_.request_stop();
        }
    });
    // Without a thread that waits for them they end the program at once.
    if (!waiter_.joinable()) pthread_sigmask(SIG_SETMASK, &before_, nullptr);
}

Interrupt::~Interrupt() {
    if (!waiter_.joinable()) return;
    waiter_.request_stop();
    pthread_kill(waiter_.native_handle(), SIGTERM);
    waiter_.join();
    pthread_sigmask(SIG_SETMASK, &before_, nullptr);
}

}  // namespace zermelo::cli
