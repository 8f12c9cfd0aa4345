// SPDX-License-Identifier: GPL-3.0-or-later
// Runs a command with its output thrown away and prints its peak memory in KiB. A program as small as this
// one has to start it: a child's peak begins with its parent's. bench_peak COMMAND…
#include <cstdio>

#include <fcntl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

int main(int argc, char** argv) {
    if (argc < 2) return 2;
    const pid_t child = ::fork();
    if (child == 0) {
        ::dup2(::open("/dev/null", O_WRONLY), STDOUT_FILENO);
        ::execvp(argv[1], argv + 1);
        ::_exit(127);
    }
    int status = 0;
    rusage usage = {};
    if (::wait4(child, &status, 0, &usage) != child || status != 0) return 1;
    std::printf("%ld\n", usage.ru_maxrss);
}
