// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdio>
#include <fstream>
#include <iterator>
#include <string>

#include <sys/wait.h>

#include "support/scratch.hpp"

/// The program as a user runs it, for tests.
namespace zermelo::testing {

struct Ended {
    int status = -1;
    std::string out;  ///< what the shell's standard output got
};

/// Runs a shell command in which `Z` stands for the program.
inline Ended shell(const std::string& command) {
    const std::string script = "Z='" ZERMELO_PROGRAM "'; cd '" ZERMELO_SOURCE_DIR "' && { " + command + "; }";
    FILE* pipe = ::popen(script.c_str(), "r");
    Ended run;
    char buffer[4096];
    while (const std::size_t got = std::fread(buffer, 1, sizeof buffer, pipe)) run.out.append(buffer, got);
    const int status = ::pclose(pipe);
    run.status = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
    return run;
}

inline std::string contents(const std::string& path) {
    std::ifstream file{path};
    return {std::istreambuf_iterator<char>{file}, {}};
}

}  // namespace zermelo::testing
