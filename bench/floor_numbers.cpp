// SPDX-License-Identifier: GPL-3.0-or-later
// The floor of `cstate2`: a plain byte loop over the mapped file that turns its text into numbers and does
// nothing with them but add them up, so that they are not optimised away. With THREADS, each takes its part
// of the lines: what more threads can gain on this machine at that size. bench_floor_numbers FILE [THREADS]
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <thread>
#include <vector>

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

struct Sums {
    std::uint64_t numbers = 0;
    std::uint64_t letters = 0;
};

static Sums sums_of(const char* text, const char* end) {
    Sums sums;
    std::uint64_t number = 0;
    bool in_number = false;
    for (; text != end; ++text) {
        const char c = *text;
        if (c >= '0' && c <= '9') {
            number = number * 10 + static_cast<std::uint64_t>(c - '0');
            in_number = true;
        } else {
            if (in_number) sums.numbers += number;
            number = 0;
            in_number = false;
            if (c > ' ') ++sums.letters;
        }
    }
    return sums;
}

int main(int argc, char** argv) {
    const int file = argc == 2 || argc == 3 ? ::open(argv[1], O_RDONLY) : -1;
    const std::size_t parts = argc == 3 ? std::strtoul(argv[2], nullptr, 10) : 1;
    struct stat status = {};
    if (file < 0 || parts == 0 || ::fstat(file, &status) != 0) return 1;
    const auto size = static_cast<std::size_t>(status.st_size);
    const void* mapping = ::mmap(nullptr, size, PROT_READ, MAP_PRIVATE, file, 0);
    if (mapping == MAP_FAILED) return 1;
    const char* const text = static_cast<const char*>(mapping);
    const char* const end = text + size;

    std::vector<Sums> sums(parts);
    std::vector<std::thread> threads;
    const char* begin = text;
    for (std::size_t part = 0; part < parts; ++part) {
        const char* stop = std::find(std::max(begin, text + size / parts * (part + 1)), end, '\n');
        if (part + 1 == parts) {
            sums[part] = sums_of(begin, end);
            break;
        }
        threads.emplace_back([&sum = sums[part], begin, stop] { sum = sums_of(begin, stop); });
        begin = stop;
    }
    for (std::thread& thread : threads) thread.join();
    Sums all;
    for (const Sums& sum : sums) {
        all.numbers += sum.numbers;
        all.letters += sum.letters;
    }
    std::printf("%llu %llu\n", static_cast<unsigned long long>(all.numbers),
                static_cast<unsigned long long>(all.letters));
}
