// SPDX-License-Identifier: GPL-3.0-or-later
// What stands in for libFuzzer where a compiler has none: the target is called once with every file of the
// folders that are named. Options, which begin with a hyphen, are libFuzzer's and say nothing here.
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string_view>
#include <vector>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

int main(int count, char** words) {
    std::size_t inputs = 0;
    for (const std::string_view word : std::vector<std::string_view>(words + 1, words + count)) {
        if (word.starts_with('-')) continue;
        for (const auto& entry : std::filesystem::recursive_directory_iterator(word)) {
            if (!entry.is_regular_file()) continue;
            std::ifstream file(entry.path(), std::ios::binary);
            const std::vector<char> bytes((std::istreambuf_iterator<char>(file)), {});
            std::fprintf(stderr, "%s\n", entry.path().c_str());
            LLVMFuzzerTestOneInput(reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size());
            ++inputs;
        }
    }
    std::fprintf(stderr, "%zu inputs\n", inputs);
    return inputs == 0;
}
