// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <chrono>
#include <cstddef>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "zermelo/base/result.hpp"
#include "zermelo/base/sink.hpp"
#include "zermelo/base/stop.hpp"
#include "zermelo/base/stop_at.hpp"
#include "zermelo/oracle/limits.hpp"

/// What the answer to one request may cost.
namespace zermelo::server {

/// Bytes of an answer.
inline constexpr std::size_t longest_answer = std::size_t{32} << 20U;

/// Why a request is not worked at any more before its time is up.
inline constexpr const char* nobody_waits = "the server ends, or the client has left";

/// What to say of an error in work for a request: where its time is up, or nobody waits any more, that. `of`:
/// what the request has too many of, in words.
inline Error end_of_work(Error found, bool over, double seconds, const std::stop_token& left,
                         std::string_view of) {
    if (left.stop_requested()) return {ErrorKind::io, nobody_waits};
    if (!over) return found;
    return {ErrorKind::bad_usage,
            fmt::format("more than {} s of work, expected fewer {}, or the command line", seconds, of)};
}

/// The time that a short answer may take, for work that asks between its steps.
class Patience {
  public:
    Patience(double seconds, std::stop_token left, std::string_view of)
        : seconds_(seconds),
          left_(std::move(left)),
          of_(of),
          budget_(oracle::limits_of(std::chrono::duration<double>{seconds}, std::nullopt, left_)) {}

    Over asked() const {
        return [this] { return budget_.is_due(); };
    }
    /// What came of the work, with the error told as one of the request.
    template <typename T>
    Result<T> kept(Result<T> found) const {
        return std::move(found).map_error([this](Error error) {
            const bool stopped = error.kind == ErrorKind::stopped;
            return end_of_work(std::move(error), stopped, seconds_, left_, of_);
        });
    }

  private:
    double seconds_;
    std::stop_token left_;
    std::string_view of_;
    search::Budget budget_;
};

/// A request to end: after some time, when the client has left, or when the server ends.
class Deadline {
  public:
    /// `of`: what a request has too many of, in words.
    Deadline(double seconds, const std::stop_token& left, std::string_view of)
        : time_(seconds), of_(of), left_(left), stop_(moment(), left) {}

    std::stop_token stop() const { return stop_.token(); }
    /// What to say of an error: where the time is up, or nobody waits any more, that.
    Error error(Error found) const {
        return end_of_work(std::move(found), stop_.stop_requested(), time_.count(), left_, of_);
    }

  private:
    std::optional<StopAt::Clock::time_point> moment() const {
        const auto time = oracle::limits_of(time_, std::nullopt, {}).time;
        return time ? std::optional{StopAt::Clock::now() + *time} : std::nullopt;
    }

    std::chrono::duration<double> time_;
    std::string_view of_;
    std::stop_token left_;
    StopAt stop_;
};

/// Keeps a text, until it is too large or takes too long.
class BoundedSink final : public Sink {
  public:
    BoundedSink(std::size_t most, std::stop_token stop, std::string_view of)
        : max_(most), stop_(std::move(stop)), of_(of) {}

    Result<void> write(std::string_view bytes) override {
        ZERMELO_CHECK(unless_stopped(stop_));
        if (text_.size() + bytes.size() > max_)
            return failure(ErrorKind::bad_usage,
                           fmt::format("an answer of more than {} bytes, expected fewer {}", max_, of_));
        text_ += bytes;
        return {};
    }
    const std::string& text() const { return text_; }
    std::string take() && { return std::move(text_); }

  private:
    std::size_t max_;
    std::stop_token stop_;
    std::string_view of_;
    std::string text_;
};

}  // namespace zermelo::server
