// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace zermelo::cli {

/// The words that the program was called with, as `main` gets them.
struct Arguments {
    int count = 0;
    char** words = nullptr;
};

/// Those of this process. Before `main`, which sets them, they are known where the system tells them then,
/// and empty elsewhere.
Arguments& given_arguments();

}  // namespace zermelo::cli
