// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/cli/interrupt.hpp"

#include <cerrno>
#include <optional>
#include <utility>

#include <pthread.h>
#include <unistd.h>

#include "zermelo/base/thread.hpp"

namespace zermelo::cli {

namespace {

Interrupts* living = nullptr;

}  // namespace

Interrupts::Interrupts(std::function<int()> end) : end_(std::move(end)) {
    sigemptyset(&ends_);
    sigaddset(&ends_, SIGINT);
    sigaddset(&ends_, SIGTERM);
    pthread_sigmask(SIG_BLOCK, &ends_, &before_);
    waiter_ = begin_thread_if_possible([this](const std::stop_token& over) {
        listens_.count_down();
        // The signals that end the program come to this thread alone, and the last one from the destructor.
        for (int signal = 0; sigwait(&ends_, &signal) == 0 && !over.stop_requested();) take(signal);
    });
    living = this;
    if (waiter_.joinable())
        listens_.wait();
    else  // Without a thread that waits for them they end the program as they end others.
        pthread_sigmask(SIG_SETMASK, &before_, nullptr);
}

Interrupts::~Interrupts() {
    living = nullptr;
    if (!waiter_.joinable()) return;
    waiter_.request_stop();
    pthread_kill(waiter_.native_handle(), SIGTERM);
    waiter_.join();
    pthread_sigmask(SIG_SETMASK, &before_, nullptr);
}

void Interrupts::take(int signal) {
    std::optional<std::stop_source> asked;
    {
        const std::lock_guard lock{mutex_};
        if (asked_ == nullptr) ::_exit(end_());
        asked = *asked_;
    }
    if (asked->stop_requested()) {
        std::signal(signal, SIG_DFL);
        pthread_sigmask(SIG_UNBLOCK, &ends_, nullptr);
        std::raise(signal);
    }
    asked->request_stop();
}

Interrupt::Interrupt() { become(&source_); }
Interrupt::~Interrupt() { become(nullptr); }

void Interrupt::become(std::stop_source* source) {
    if (living == nullptr) return;
    const std::lock_guard lock{living->mutex_};
    living->asked_ = source;
}

void stop_when_input_ends(const std::stop_source& stop) {
    begin_thread([source = stop]() mutable {
        char ignored[256];
        ssize_t got = 0;
        do got = ::read(STDIN_FILENO, ignored, sizeof ignored);
        while (got > 0 || (got < 0 && errno == EINTR));
        source.request_stop();
    }).detach();
}

}  // namespace zermelo::cli
