// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <new>
#include <system_error>
#include <thread>
#include <utility>

namespace zermelo {

/// Begins a thread that does `work`, which may take a stop token. Throws `std::bad_alloc` where the system
/// gives none: what lacks then is memory for its stack, or leave for one more task, and whoever bears a lack
/// of memory bears that. Precondition: `work` lets nothing out that is thrown, which would end the program.
template <typename Work>
std::jthread begin_thread(Work&& work) {
    try {
        return std::jthread{std::forward<Work>(work)};
    } catch (const std::system_error&) {
        throw std::bad_alloc{};
    }
}

/// The same of what can be done without: no thread where there is none to be had.
template <typename Work>
std::jthread begin_thread_if_possible(Work&& work) {
    try {
        return begin_thread(std::forward<Work>(work));
    } catch (const std::bad_alloc&) {
        return {};
    }
}

}  // namespace zermelo
