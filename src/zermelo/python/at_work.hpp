// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <exception>
#include <stop_token>

#include <nanobind/nanobind.h>

namespace zermelo::python {

/// A call in a process that was forked while another thread was at work in this module: what that thread
/// had locked stays locked here for ever. Python sees a `zermelo.ZermeloError`.
class ForkedAtWork : public std::exception {
  public:
    const char* what() const noexcept override;
};

/// Whether this process was forked so.
bool was_forked_at_work();
/// Throws `ForkedAtWork` where it was.
void refuse_after_fork();

/// A stretch in which other Python threads run: the only way in which this module lets them. A process that
/// is forked meanwhile refuses further calls; one that is forked where nobody is at work finds nothing
/// locked.
///
/// Where the interpreter ends meanwhile, the thread waits for the end of the process: Python before 3.14
/// would end it, through frames that nothing may unwind. So does a thread that begins when the interpreter
/// ends.
class AtWork {
  public:
    AtWork();
    AtWork(const AtWork&) = delete;
    AtWork& operator=(const AtWork&) = delete;
    /// Lets nothing be thrown, and says otherwise: else the compiler ends the process instead of waiting.
    ~AtWork() noexcept(false);

  private:
    PyThreadState* state_;
};

/// Has Python say when it forks.
void watch_forks();

/// Has Python say when it ends: then work on other threads, which nobody waits for, is asked to stop and
/// waited for, ten seconds at most. What the process destroys at its end is used by none of it.
void watch_end();

/// Asks to stop when the interpreter ends.
std::stop_token interpreter_end();

}  // namespace zermelo::python
