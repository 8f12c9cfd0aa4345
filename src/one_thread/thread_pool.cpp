// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/base/thread_pool.hpp"

#include <fmt/format.h>

namespace zermelo {

class ThreadPool::Workers {};

Result<void> check_threads(unsigned threads) {
    if (threads <= max_threads) return {};
    return failure(ErrorKind::bad_usage,
                   fmt::format("{} threads, expected at most {}", threads, max_threads));
}

unsigned threads_or_all(unsigned /*threads*/) { return 1; }
unsigned threads_here() { return 1; }
void keep_idle_threads() {}
bool end_idle_threads() { return true; }

ThreadPool::ThreadPool(unsigned /*threads*/) {}
ThreadPool::~ThreadPool() = default;
void ThreadPool::execute(const std::function<void()>& work) { work(); }

}  // namespace zermelo
