// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

#include <gtest/gtest.h>
#include <unistd.h>

#include "zermelo/base/source.hpp"

#include "support/scratch.hpp"

namespace zermelo::testing {

/// A file to be opened and cut off.
class Cuttable {
  public:
    explicit Cuttable(const std::string& text) : file_(text) {}

    const std::string& path() const { return file_.path(); }
    Source open() const { return Source::open(path()).value(); }
    void cut(std::size_t size) const { EXPECT_EQ(::truncate(path().c_str(), static_cast<off_t>(size)), 0); }

  private:
    Scratch file_;
};

/// Tests of what becomes of mapped files.
class WithMapping : public ::testing::Test {
  protected:
    void SetUp() override {
        if (!Cuttable{"text"}.open().mapped())
            GTEST_SKIP() << "files cannot be mapped in the temporary folder";
    }
};

}  // namespace zermelo::testing
