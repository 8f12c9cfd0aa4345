// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/cli/given_arguments.hpp"

namespace zermelo::cli {
namespace {

constinit Arguments given;

/// Before all else that is made before `main`.
[[gnu::constructor(101)]] void note_arguments(int count, char** words) { given = {count, words}; }

}  // namespace

Arguments& given_arguments() { return given; }

}  // namespace zermelo::cli
