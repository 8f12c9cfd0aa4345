// SPDX-License-Identifier: GPL-3.0-or-later
// Whatever the bytes are, opening and reading end without harm; a file that can be read says the same however
// it is asked. The first byte says whether the rest is taken as it is (0) or with its length and checksums
// made right (otherwise), so that what is read after them is reached.
#include <cstdlib>
#include <string>

#include <sys/mman.h>
#include <unistd.h>

#include "zermelo/tablebase/file/file.hpp"

#include "support/table_files.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace zermelo;
    if (size == 0) return 0;
    std::string bytes{data + 1, data + size};
    if (data[0] != 0 && bytes.size() >= 24) {
        testing::put_number(bytes, testing::at::file_length, std::uint64_t{bytes.size()});
        testing::reseal(bytes);
    }
    static const int memory = ::memfd_create("table", MFD_CLOEXEC);
    static const std::string path = "/proc/self/fd/" + std::to_string(memory);
    if (::ftruncate(memory, static_cast<off_t>(bytes.size())) != 0 ||
        ::pwrite(memory, bytes.data(), bytes.size(), 0) != static_cast<ssize_t>(bytes.size()))
        std::abort();

    const auto file = tablebase::file::File::open(path);
    if (!file) {
        if (file.error().kind == ErrorKind::bad_usage || !file.error().message.starts_with(path))
            std::abort();
        return 0;
    }
    bool whole = true;
    for (unsigned side = 0; side < file->sides(); ++side) {
        const std::uint64_t entries = file->entries(side);
        if (file->entry(side, entries)) std::abort();
        if (entries > 1'000'000) return 0;  // constant blocks: long, but nothing new
        const auto look = [&](const auto& read) {
            whole = whole && read;
            if (read && read->size() != entries) std::abort();
            if (read) {
                auto checksum = tablebase::file::EntriesChecksum::make(path);
                checksum->add(*read);
                if (checksum->sum() != file->checksum(side)) std::abort();
            }
            for (std::uint64_t i = 0; i < entries; i += 1 + entries / 64) {
                const auto entry = file->entry(side, i);
                if (read && (!entry || *entry != (*read)[i])) std::abort();
                const auto again = file->entry(side, i);
                if (entry.has_value() != again.has_value() || (entry && *entry != *again)) std::abort();
            }
        };
        if (file->wide())
            look(file->read_wide(side));
        else
            look(file->read(side));
    }
    if (file->verify().has_value() != whole) std::abort();
    return 0;
}
