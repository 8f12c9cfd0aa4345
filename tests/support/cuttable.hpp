// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>

#include <gtest/gtest.h>
#include <sys/mman.h>
#include <unistd.h>

#include "zermelo/base/source.hpp"

#include "support/judging.hpp"

namespace zermelo::testing {

/// A file in memory, to be opened and cut off.
class Cuttable {
  public:
    explicit Cuttable(std::string_view text) : file_(::memfd_create("zermelo-test", 0)) {
        write_all(file_, text);
    }
    Cuttable(const Cuttable&) = delete;
    Cuttable& operator=(const Cuttable&) = delete;
    ~Cuttable() { ::close(file_); }

    std::string path() const { return "/proc/self/fd/" + std::to_string(file_); }
    Source open() const { return Source::open(path()).value(); }
    void cut(std::size_t size) const { EXPECT_EQ(::ftruncate(file_, static_cast<off_t>(size)), 0); }

  private:
    int file_;
};

}  // namespace zermelo::testing
