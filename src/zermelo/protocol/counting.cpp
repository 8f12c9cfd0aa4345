// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/protocol/counting.hpp"

#include <chrono>
#include <new>
#include <utility>

#include "zermelo/base/thread.hpp"
#include "zermelo/oracle/perft.hpp"

namespace zermelo::protocol {

Counting::Counting(engine::AnyGameAt position, Plies depth, Listener listener)
    : position_(std::move(position)), depth_(depth), listener_(std::move(listener)) {
    counter_ = begin_thread([this](const std::stop_token& stop) { count(stop); });
}

void Counting::count(const std::stop_token& stop) {
    try {
        Result<Parts> parts = oracle::perft_by_move(position_, depth_, search::Leaves::counted, stop);
        if (stop.stop_requested()) parts = failure(ErrorKind::stopped, "stopped");
        listener_(parts);
    } catch (const std::bad_alloc&) {
        try {
            listener_(failure(ErrorKind::io, "out of memory"));
        } catch (const std::bad_alloc&) {  // then nothing can be said
        }
    }
    const std::lock_guard lock{mutex_};
    ended_ = true;
    changed_.notify_all();
}

void Counting::stop() {
    counter_.request_stop();
    if (counter_.joinable()) counter_.join();
}

bool Counting::finish(const Gui& gui) {
    constexpr std::chrono::milliseconds between_looks{100};
    std::unique_lock lock{mutex_};
    while (!changed_.wait_for(lock, between_looks, [this] { return ended_; })) {
        if (!gui.gone()) continue;
        lock.unlock();
        stop();
        return false;
    }
    return true;
}

}  // namespace zermelo::protocol
