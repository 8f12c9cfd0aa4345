// SPDX-License-Identifier: GPL-3.0-or-later
#include <cstddef>
#include <cstdlib>

/// What the C++ library for WASI lacks. What is thrown, mostly for want of memory, ends the instance: whoever
/// called it sees a trap, and makes another one.
extern "C" {

void* __cxa_allocate_exception(std::size_t /*bytes*/) { std::abort(); }
void __cxa_throw(void* /*thrown*/, void* /*type*/, void (* /*destroy*/)(void*)) { std::abort(); }
int __cxa_thread_atexit(void (* /*destroy*/)(void*), void* /*object*/, void* /*library*/) { return 0; }
}
