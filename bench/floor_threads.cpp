// SPDX-License-Identifier: GPL-3.0-or-later
// The byte loop of `floor_numbers`, each thread with its part of the lines: what more threads can gain on
// this machine at that size. A program of its own, since what threads need makes one slower to start that has
// none. bench_floor_threads FILE THREADS
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <thread>
#include <vector>

#include "byte_loop.hpp"

int main(int argc, char** argv) {
    if (argc != 3) return 1;
    const MappedText file = map_text(argv[1]);
    const std::size_t parts = std::strtoul(argv[2], nullptr, 10);
    if (file.text == nullptr || parts == 0) return 1;
    const char* const end = file.text + file.size;

    std::vector<Sums> sums(parts);
    std::vector<std::thread> threads;
    const char* begin = file.text;
    for (std::size_t part = 0; part + 1 < parts; ++part) {
        const char* const cut = file.text + file.size / parts * (part + 1);
        const char* stop = std::find(std::max(begin, cut), end, '\n');
        if (stop != end) ++stop;  // a number ends with the byte after it
        threads.emplace_back([&sum = sums[part], begin, stop] {
            sum = add_numbers(begin, static_cast<std::size_t>(stop - begin));
        });
        begin = stop;
    }
    sums.back() = add_numbers(begin, static_cast<std::size_t>(end - begin));
    for (std::thread& thread : threads) thread.join();
    Sums all;
    for (const Sums& sum : sums) {
        all.numbers += sum.numbers;
        all.letters += sum.letters;
    }
    std::printf("%llu %llu\n", static_cast<unsigned long long>(all.numbers),
                static_cast<unsigned long long>(all.letters));
}
