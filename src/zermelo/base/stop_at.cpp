// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/base/stop_at.hpp"

#include <condition_variable>
#include <mutex>
#include <thread>
#include <utility>

#include "zermelo/base/thread.hpp"

namespace zermelo {

/// Asks for the stop at the moment, unless it is destroyed before.
class StopAt::Alarm {
  public:
    Alarm(std::stop_source& source, Clock::time_point moment)
        : thread_(begin_thread([this, &source, moment](const std::stop_token& end) {
              std::unique_lock lock{mutex_};
              never_.wait_until(lock, end, moment, [] { return false; });
              if (!end.stop_requested()) source.request_stop();
          })) {}

  private:
    std::mutex mutex_;
    std::condition_variable_any never_;
    std::jthread thread_;
};

StopAt::StopAt(std::optional<Clock::time_point> moment, const std::stop_token& other)
    : relay_(other, [this] { source_.request_stop(); }),
      alarm_(moment ? std::make_unique<Alarm>(source_, *moment) : nullptr) {}

StopAt::~StopAt() = default;

}  // namespace zermelo
