// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <span>
#include <string>
#include <vector>

#include <stdlib.h>

#include "zermelo/base/random.hpp"
#include "zermelo/tablebase/file/layout.hpp"
#include "zermelo/tablebase/file/write.hpp"

namespace zermelo::testing {

using Entries = std::vector<std::uint8_t>;

/// A folder of its own, gone at the end.
class Folder {
  public:
    Folder() {
        std::string name = (std::filesystem::temp_directory_path() / "zermelo-XXXXXX").string();
        path_ = ::mkdtemp(name.data());
    }
    Folder(const Folder&) = delete;
    Folder& operator=(const Folder&) = delete;
    ~Folder() { std::filesystem::remove_all(path_); }

    std::string operator/(const std::string& name) const { return (path_ / name).string(); }
    /// The names of all that is in it.
    std::vector<std::string> names() const {
        std::vector<std::string> result;
        for (const auto& entry : std::filesystem::directory_iterator{path_})
            result.push_back(entry.path().filename().string());
        return result;
    }

  private:
    std::filesystem::path path_;
};

inline std::string bytes_of(const std::string& path) {
    std::ifstream in{path, std::ios::binary};
    return {std::istreambuf_iterator<char>{in}, {}};
}

inline void put_bytes(const std::string& path, const std::string& bytes) {
    std::ofstream{path, std::ios::binary | std::ios::trunc} << bytes;
}

/// Entries as solvers make them: mostly runs and draws, between them small numbers without much structure.
inline Entries typical_entries(std::size_t count, Random& random) {
    Entries entries;
    while (entries.size() < count) {
        const std::size_t length = 1 + random.below(60);
        if (!random.one_in(5)) {
            const auto value = static_cast<std::uint8_t>(random.one_in(3) ? random.below(40) : 0);
            entries.insert(entries.end(), length, value);
        } else {
            const std::uint64_t base = random.below(40);
            for (std::size_t i = 0; i < length; ++i)
                entries.push_back(static_cast<std::uint8_t>(base + 2 * random.below(6)));
        }
    }
    entries.resize(count);
    return entries;
}

inline Entries random_entries(std::size_t count, Random& random) {
    Entries entries(count);
    for (auto& entry : entries) entry = static_cast<std::uint8_t>(random());
    return entries;
}

inline Result<void> write_table(const std::string& path, const tablebase::file::Header& header,
                                const std::vector<Entries>& sides,
                                const tablebase::file::Packing& packing = {}) {
    const std::vector<std::span<const std::uint8_t>> spans{sides.begin(), sides.end()};
    return tablebase::file::write(path, header, spans, packing);
}

using WideEntries = std::vector<std::uint16_t>;

/// The same of 16 bits each: over what bytes hold here and there.
inline WideEntries wide_entries(const Entries& entries, Random& random) {
    WideEntries wide{entries.begin(), entries.end()};
    for (auto& entry : wide)
        if (random.one_in(7)) entry = static_cast<std::uint16_t>(entry + 2 * random.below(400));
    return wide;
}

inline Result<void> write_wide_table(const std::string& path, const tablebase::file::Header& header,
                                     const std::vector<WideEntries>& sides,
                                     const tablebase::file::Packing& packing = {}) {
    const std::vector<std::span<const std::uint16_t>> spans{sides.begin(), sides.end()};
    return tablebase::file::write(path, header, spans, packing);
}

// Where things stand in a file, from docs/table-format.md and not from the program.
namespace at {
constexpr std::size_t version = 8;
constexpr std::size_t header_length = 12;
constexpr std::size_t file_length = 16;
constexpr std::size_t block_size = 40;
constexpr std::size_t scale = 44;
constexpr std::size_t sides = 45;
constexpr std::size_t variant_length = 46;
constexpr std::size_t reserved = 50;
constexpr std::size_t record_length = 52;
constexpr std::size_t index_length = 56;
constexpr std::size_t index_checksum = 64;
constexpr std::size_t blocks = 72;
constexpr std::size_t first_side = 80;
}  // namespace at

template <typename T>
T number_at(const std::string& bytes, std::size_t offset) {
    T number{};
    std::memcpy(&number, bytes.data() + offset, sizeof(T));  // tests run on little-endian machines
    return number;
}

template <typename T>
void put_number(std::string& bytes, std::size_t offset, T number) {
    std::memcpy(bytes.data() + offset, &number, sizeof(T));
}

inline std::uint64_t checksum_of(const std::string& bytes, std::size_t offset, std::size_t length,
                                 std::uint64_t seed = 0) {
    return tablebase::file::checksum_of(
        {reinterpret_cast<const std::uint8_t*>(bytes.data()) + offset, length}, seed);
}

/// Makes the checksums of a changed file right again, as one would who means harm: what is refused then is
/// refused by a reader that does not rely on them. (Those of the entries themselves stay.)
inline void reseal(std::string& bytes) {
    if (bytes.size() < 104) return;
    const std::size_t header = number_at<std::uint32_t>(bytes, at::header_length);
    const auto index = number_at<std::uint64_t>(bytes, at::index_length);
    if (header < 104 || header > bytes.size()) return;
    if (index <= bytes.size() - header) {
        const std::size_t begin = bytes.size() - index;
        std::size_t offset = header;
        std::uint64_t number = 0;
        const std::size_t constant = number_at<std::uint32_t>(bytes, at::version) == 2 ? 4 : 3;
        for (std::size_t i = begin; i + constant <= bytes.size(); ++number) {
            const std::size_t length = number_at<std::uint16_t>(bytes, i);
            if (length != 0 && i + 10 <= bytes.size() && offset + length <= begin)
                put_number(bytes, i + 2, checksum_of(bytes, offset, length, number));
            offset += length;
            i += length == 0 ? constant : 10;
        }
        put_number(bytes, at::index_checksum, checksum_of(bytes, begin, index));
    }
    put_number(bytes, header - 8, checksum_of(bytes, 0, header - 8));
}

}  // namespace zermelo::testing
