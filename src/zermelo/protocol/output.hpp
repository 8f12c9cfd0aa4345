// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <mutex>
#include <string>
#include <string_view>

#include "zermelo/base/result.hpp"
#include "zermelo/base/sink.hpp"

namespace zermelo::protocol {

/// What the engine sees of a GUI besides its commands. By default it is never gone, and there is nothing to
/// be seen.
struct Gui {
    /// Whether nobody reads any more what is told; known although nothing is told for long.
    std::function<bool()> gone = [] { return false; };
    /// Returns when there is something to read, or the GUI is gone.
    std::function<void()> wait = [] {};
};

/// Where the lines of an engine go, each at once and as a whole. Any thread.
class Output {
  public:
    explicit Output(Sink& sink) : sink_(sink) {}

    /// Writes a line, or several with line ends between them. After an error nothing is written any more.
    void line(std::string_view text);

    /// The error after which nothing is written any more, if there was one.
    Result<void> status() const;

  private:
    Sink& sink_;
    mutable std::mutex mutex_;
    Result<void> status_;
};

/// The message of an error in one line, after its place if that lies in a file: "mine.ini:2:8: …".
std::string with_place(const Error& error);

}  // namespace zermelo::protocol
