// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/python/at_work.hpp"

#include <atomic>
#include <chrono>
#include <thread>

#include <unistd.h>

#include "zermelo/base/thread_pool.hpp"

namespace nb = nanobind;

namespace zermelo::python {
namespace {

std::atomic<unsigned> at_work = 0;  // calls
bool idle_before = true;            // whether no thread of ours was left when Python forked last
bool forked_at_work = false;

/// Never destroyed: threads ask it to the end of the process.
std::stop_source& end_source() {
    static auto* const source = new std::stop_source;
    return *source;
}
std::thread::id ending_thread;  // written before the end is told

[[noreturn]] void wait_for_end_of_process() {
    while (true) ::pause();
}

/// Whether the interpreter ends, and not by this thread.
bool ends_elsewhere() { return end_source().stop_requested() && std::this_thread::get_id() != ending_thread; }

void end_work() {
    ending_thread = std::this_thread::get_id();
    end_source().request_stop();
    const nb::gil_scoped_release release;
    constexpr auto longest = std::chrono::seconds{10};
    const auto deadline = std::chrono::steady_clock::now() + longest;
    while (at_work != 0 && std::chrono::steady_clock::now() < deadline)
        std::this_thread::sleep_for(std::chrono::milliseconds{1});
}

void before_fork() { idle_before = at_work == 0 && end_idle_threads(); }

void after_fork_in_child() {
    if (!idle_before) forked_at_work = true;
    at_work = 0;
}

}  // namespace

const char* ForkedAtWork::what() const noexcept {
    return "this process was forked while another thread was at work in zermelo, and cannot use it: expected "
           "processes that are started with 'spawn' or 'forkserver', or forked while no call is at work";
}

bool was_forked_at_work() { return forked_at_work; }

void refuse_after_fork() {
    if (forked_at_work) throw ForkedAtWork{};
}

// What is counted changes while nobody else can fork.
AtWork::AtWork() {
    refuse_after_fork();
    if (ends_elsewhere()) {
        PyEval_SaveThread();
        wait_for_end_of_process();
    }
    keep_idle_threads();
    ++at_work;
    state_ = PyEval_SaveThread();
}

AtWork::~AtWork() noexcept(false) {
    struct Waiting {
        bool back = false;
        ~Waiting() {
            if (!back) wait_for_end_of_process();
        }
    } waiting;
    if (ends_elsewhere()) {
        --at_work;
        wait_for_end_of_process();
    }
    PyEval_RestoreThread(state_);
    waiting.back = true;
    --at_work;
}

std::stop_token interpreter_end() { return end_source().get_token(); }

void watch_end() { nb::module_::import_("atexit").attr("register")(nb::cpp_function(&end_work)); }

void watch_forks() {
    nb::module_::import_("os").attr("register_at_fork")(
        nb::arg("before") = nb::cpp_function(&before_fork),
        nb::arg("after_in_child") = nb::cpp_function(&after_fork_in_child));
}

}  // namespace zermelo::python
