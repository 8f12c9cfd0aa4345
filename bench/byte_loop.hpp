// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

/// A file mapped into memory, for as long as the program runs; no text where that failed.
struct MappedText {
    const char* text = nullptr;
    std::size_t size = 0;
};

inline MappedText map_text(const char* path) {
    const int file = ::open(path, O_RDONLY);
    struct stat status = {};
    if (file < 0 || ::fstat(file, &status) != 0) return {};
    const auto size = static_cast<std::size_t>(status.st_size);
    const void* mapping = ::mmap(nullptr, size, PROT_READ, MAP_PRIVATE, file, 0);
    if (mapping == MAP_FAILED) return {};
    return {static_cast<const char*>(mapping), size};
}

/// What a text's numbers add up to, so that they are not optimised away.
struct Sums {
    std::uint64_t numbers = 0;
    std::uint64_t letters = 0;
};

/// The plain byte loop that turns text into numbers.
inline Sums add_numbers(const char* text, std::size_t size) {
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
    return {sum, letters};
}
