// SPDX-License-Identifier: GPL-3.0-or-later
// The floor of `cstate2`: a plain byte loop over the mapped file that turns its text into numbers and does
// nothing with them but add them up. bench_floor_numbers FILE
#include <cstdio>

#include "byte_loop.hpp"

int main(int argc, char** argv) {
    if (argc != 2) return 1;
    const MappedText file = map_text(argv[1]);
    if (file.text == nullptr) return 1;
    const Sums sums = add_numbers(file.text, file.size);
    std::printf("%llu %llu\n", static_cast<unsigned long long>(sums.numbers),
                static_cast<unsigned long long>(sums.letters));
}
