// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <chrono>
#include <cstddef>
#include <future>
#include <stop_token>
#include <thread>
#include <type_traits>
#include <utility>

#include <nanobind/nanobind.h>

#include "zermelo/base/thread.hpp"
#include "zermelo/python/at_work.hpp"

namespace zermelo::python {

/// What `work(stop)` returns or throws; other Python threads run meanwhile. It works on a thread of its own,
/// so that this one can answer signals: Ctrl-C asks it to stop, and `KeyboardInterrupt` is raised when it
/// has. Where `found` is given, that goes with the exception as its attribute `found`: what it makes of what
/// the work has come to. Precondition: `work` touches no Python object. Cost: some 30 µs.
template <typename Work, typename Found = std::nullptr_t>
std::invoke_result_t<Work, std::stop_token> interruptible(Work work, const Found& found = nullptr) {
    std::stop_source stop;
    // What a thread asks for when the interpreter has ended is its last work, and done.
    std::stop_token end = interpreter_end();
    if (end.stop_requested()) end = {};
    const std::stop_callback at_end{std::move(end), [&stop] { stop.request_stop(); }};
    std::packaged_task<std::invoke_result_t<Work, std::stop_token>()> task{
        [&] { return work(stop.get_token()); }};
    auto result = task.get_future();
    // Signals are the main thread's. Another one must not ask for the interpreter meanwhile: it may be
    // ending.
    const auto threading = nanobind::module_::import_("threading");
    const bool hears = threading.attr("current_thread")().is(threading.attr("main_thread")());
    bool interrupted = false;
    {
        const AtWork at_work;
        std::jthread thread = begin_thread(std::move(task));
        constexpr std::chrono::milliseconds between_looks{20};
        while (hears && !interrupted && result.wait_for(between_looks) != std::future_status::ready) {
            const nanobind::gil_scoped_acquire acquire;
            interrupted = PyErr_CheckSignals() != 0;
            if (was_forked_at_work()) {  // by a handler of signals: the thread is the other process's
                thread.detach();
                throw ForkedAtWork{};
            }
        }
        if (interrupted) stop.request_stop();
        result.wait();
    }
    if (!interrupted) return result.get();
    nanobind::python_error interrupt;
    if constexpr (!std::is_null_pointer_v<Found>)
        if (const auto reached = result.get(); reached && interrupt.matches(PyExc_KeyboardInterrupt))
            interrupt.value().attr("found") = found(*reached);
    throw interrupt;
}

}  // namespace zermelo::python
