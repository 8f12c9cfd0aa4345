// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <string_view>

#include "zermelo/base/sink.hpp"

namespace zermelo::testing {

/// Takes bytes until it has had `most` of them: then it has enough.
class FullSink : public Sink {
  public:
    explicit FullSink(std::size_t most) : max_(most) {}
    Result<void> write(std::string_view bytes) override {
        taken_ += bytes.size();
        return taken_ < max_ ? Result<void>{} : failure(ErrorKind::bad_input, "enough");
    }
    std::size_t taken() const { return taken_; }

  private:
    std::size_t max_;
    std::size_t taken_ = 0;
};

}  // namespace zermelo::testing
