// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/python/at_work.hpp"

#include <atomic>

#include <unistd.h>

#include "zermelo/base/thread_pool.hpp"

namespace nb = nanobind;

namespace zermelo::python {
namespace {

std::atomic<unsigned> at_work = 0;  // calls
bool idle_before = true;            // whether no thread of ours was left when Python forked last
bool forked_at_work = false;

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
    keep_idle_threads();
    ++at_work;
    state_ = PyEval_SaveThread();
}

AtWork::~AtWork() noexcept(false) {
    struct Waiting {
        bool back = false;
        ~Waiting() {
            while (!back) ::pause();
        }
    } waiting;
    PyEval_RestoreThread(state_);
    waiting.back = true;
    --at_work;
}

void watch_forks() {
    nb::module_::import_("os").attr("register_at_fork")(
        nb::arg("before") = nb::cpp_function(&before_fork),
        nb::arg("after_in_child") = nb::cpp_function(&after_fork_in_child));
}

}  // namespace zermelo::python
