// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "zermelo/base/result.hpp"
#include "zermelo/protocol/companion_process.hpp"

namespace zermelo::protocol {

/// Another engine that speaks UCI, whose move is played where nothing is proved. It is started
/// again where it has ended or hangs, a few times. One thread at a time.
class Companion {
  public:
    using Clock = std::chrono::steady_clock;

    /// What it is asked.
    struct Question {
        std::string variant;
        bool chess960 = false;           ///< any rook castles, and castling is king to rook
        std::string files;               ///< the rules files, with colons between
        std::string fen;                 ///< where the game began
        std::vector<std::string> moves;  ///< since then, as UCI
        std::vector<std::string> among;  ///< the moves that it may choose
        std::string limits;              ///< words of `go` but `movetime`; empty: none
        bool clocked = false;            ///< they tell the clocks: it shares its time out by itself
        std::optional<Clock::time_point>
            until;  ///< when the answer is due; nothing: when it is asked to stop, whatever the clocks are
    };
    /// Who hears of it: `info` each line of its thinking, `expected` the first move of each of them.
    struct Listener {
        std::function<void(std::string_view)> info;
        std::function<void(std::string_view)> expected;
    };

    /// `command`: a program and its arguments, with blanks between.
    explicit Companion(const std::string& command);

    /// Starts it, so that it need not be waited for later. Errors (io): no process is to be had.
    Result<void> start();
    /// Its move, as UCI, whatever that is; nothing where none came in time. Returns at `until`, and within
    /// some milliseconds once it is asked to stop. Errors (io): it has ended, or it hangs, or it does not
    /// know the variant; each is told once.
    Result<std::optional<std::string>> ask(const Question& question, const std::stop_token& stop,
                                           const Listener& listener);

  private:
    enum class Wait : std::uint8_t { came, not_yet, ended };
    /// Waits for a line that begins with a word; others go to `each`.
    Wait wait_for(std::string_view word, Clock::time_point until, const std::stop_token& stop,
                  const std::function<void(std::string_view)>& each, std::string& line);
    /// Whether it is ready to be asked; false: not yet.
    Result<bool> begin(const Question& question, Clock::time_point until, const std::stop_token& stop);
    tl::unexpected<Error> give_up(std::string why);

    std::vector<std::string> words_;
    std::unique_ptr<CompanionProcess> process_;
    std::vector<std::string> variants_;              ///< that it knows; none: it has no such option
    std::string variant_;                            ///< that it was told
    bool chess960_ = false;                          ///< likewise
    bool greeted_ = false;                           ///< it has told its options
    std::optional<Clock::time_point> silent_since_;  ///< when it was asked whether it is ready
    unsigned failures_ = 0;
    std::string refused_;  ///< the variant that it does not know, which was told
};

}  // namespace zermelo::protocol
