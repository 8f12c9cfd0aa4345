// SPDX-License-Identifier: GPL-3.0-or-later
// The floor of `cstate2`: a plain byte loop over the mapped file that turns its text into numbers and does
// nothing with them but add them up, so that they are not optimised away. bench_floor_numbers FILE
#include <cstdint>
#include <cstdio>

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

int main(int argc, char** argv) {
    const int file = argc == 2 ? ::open(argv[1], O_RDONLY) : -1;
    struct stat status = {};
    if (file < 0 || ::fstat(file, &status) != 0) return 1;
    const auto size = static_cast<std::size_t>(status.st_size);
    const void* mapping = ::mmap(nullptr, size, PROT_READ, MAP_PRIVATE, file, 0);
    if (mapping == MAP_FAILED) return 1;
    const char* text = static_cast<const char*>(mapping);

    std::uint64_t sum = 0;
    std::uint64_t letters = 0;
    std::uint64_t number = 0;
    bool in_number = false;
    for (std::size_t i = 0; i < size; ++i) {
        const char c = text[i];
        if (c >= '0' && c <= '9') {
            number = number * 10 + static_cast<std::uint64_t>(c - '0');
            in_number = true;
        } else {
            if (in_number) sum += number;
            number = 0;
            in_number = false;
            if (c > ' ') ++letters;
        }
    }
    std::printf("%llu %llu\n", static_cast<unsigned long long>(sum),
                static_cast<unsigned long long>(letters));
}
