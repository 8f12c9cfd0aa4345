// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/base/file_mapping.hpp"
#include "zermelo/base/free_disk.hpp"
#include "zermelo/system/free_memory.hpp"
#include "zermelo/system/huge_pages.hpp"

/// A system without mapped files, and that does not say what it has.
namespace zermelo {

std::optional<FileMapping> FileMapping::of(int /*descriptor*/, std::size_t /*size*/) { return std::nullopt; }
FileMapping::FileMapping(FileMapping&& /*other*/) noexcept {}
FileMapping& FileMapping::operator=(FileMapping&& /*other*/) noexcept { return *this; }
FileMapping::~FileMapping() = default;
bool FileMapping::lost() const { return false; }
void FileMapping::read_in_order() const {}
void FileMapping::release(std::string_view /*part*/) const {}

void prefer_huge_pages(const void* /*memory*/, std::size_t /*bytes*/) {}

std::uint64_t free_memory() {
    constexpr std::uint64_t of_a_phone = std::uint64_t{1} << 30U;
    return of_a_phone;
}
std::optional<std::uint64_t> free_disk(const std::string& /*folder*/) { return std::nullopt; }

}  // namespace zermelo
