// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>
#include <utility>

#include "zermelo/base/result.hpp"

namespace zermelo {

/// Where bytes go.
class Sink {
  public:
    virtual ~Sink() = default;
    /// Hands on all bytes before it returns, or says why it could not (`ErrorKind::io`).
    virtual Result<void> write(std::string_view bytes) = 0;
};

/// Writes to an open file descriptor, which it does not own. Interrupted and short writes are continued.
class DescriptorSink : public Sink {
  public:
    DescriptorSink(int descriptor, std::string name) : descriptor_(descriptor), name_(std::move(name)) {}
    Result<void> write(std::string_view bytes) override;

  private:
    int descriptor_;
    std::string name_;
};

/// Keeps everything in a string.
class StringSink : public Sink {
  public:
    Result<void> write(std::string_view bytes) override {
        text_ += bytes;
        return {};
    }
    const std::string& text() const& { return text_; }
    std::string text() && { return std::move(text_); }

  private:
    std::string text_;
};

}  // namespace zermelo
