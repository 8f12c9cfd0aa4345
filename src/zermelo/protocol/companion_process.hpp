// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <chrono>
#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "zermelo/base/result.hpp"

namespace zermelo::protocol {

/// A program that we talk to by lines. Whatever it does we never wait for it longer than we say: it may write
/// without end, read nothing, say nothing, end. A process of its own looks after it, so that it and all of
/// its group are gone once this object is, or we are, however we end. One thread at a time.
class CompanionProcess {
  public:
    using Clock = std::chrono::steady_clock;
    /// Longer lines are passed over.
    static constexpr std::size_t longest = std::size_t{1} << 16;

    /// Starts a program, which is looked for on the path, with arguments. Errors (io): no process is to be
    /// had. A program that is not there ends at once. Precondition: there is a word.
    static Result<std::unique_ptr<CompanionProcess>> start(const std::vector<std::string>& words);
    /// Ends it by force.
    ~CompanionProcess();
    CompanionProcess(const CompanionProcess&) = delete;
    CompanionProcess& operator=(const CompanionProcess&) = delete;

    /// Says a line to it; false: it is gone, or has not read so much that there is no room.
    bool say(std::string_view line);

    enum class Heard : unsigned char { line, nothing, end };
    /// The next line that it says, if one comes before `until`; `end`: it says nothing any more.
    Heard hear(std::string& line, Clock::time_point until);

  private:
    CompanionProcess(int guard, int life, int in, int out) : guard_(guard), life_(life), in_(in), out_(out) {}

    int guard_;  ///< the process that looks after it
    int life_;   ///< what that waits for: when it is closed, all is ended
    int in_;
    int out_;
    std::string buffer_;
    std::size_t at_ = 0;
    bool too_long_ = false;
};

}  // namespace zermelo::protocol
