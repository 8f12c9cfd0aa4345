// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/tablebase/file/mapped_file.hpp"

#include <cerrno>
#include <cstring>
#include <utility>

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include "zermelo/base/io_error.hpp"
#include "zermelo/tablebase/file/layout.hpp"

namespace zermelo::tablebase::file {

Result<MappedFile> MappedFile::open(const std::string& path, std::string repair) {
    // O_NONBLOCK: a pipe of that name must not keep us waiting.
    const int descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (descriptor < 0) return cannot_read(path, errno);
    MappedFile file{path, std::move(repair), descriptor};
    struct stat status = {};
    if (::fstat(descriptor, &status) != 0) return cannot_read(path, errno);
    if (!S_ISREG(status.st_mode)) return cannot_read(path, "it is no regular file");
    file.size_ = static_cast<std::uint64_t>(status.st_size);
    if (file.size_ == 0) return file;
    if (auto mapping = FileMapping::of(descriptor, file.size_))  // else `read` works all the same
        file.mapping_ = std::move(*mapping);
    return file;
}

MappedFile::MappedFile(MappedFile&& other) noexcept { *this = std::move(other); }

MappedFile& MappedFile::operator=(MappedFile&& other) noexcept {
    std::swap(path_, other.path_);
    std::swap(repair_, other.repair_);
    std::swap(descriptor_, other.descriptor_);
    std::swap(size_, other.size_);
    std::swap(mapping_, other.mapping_);
    return *this;
}

MappedFile::~MappedFile() {
    if (descriptor_ >= 0) ::close(descriptor_);
}

Result<void> MappedFile::read(std::uint64_t offset, std::span<std::uint8_t> into) const {
    if (into.empty()) return {};
    const std::string_view bytes = mapping_.bytes();
    if (offset <= bytes.size() && into.size() <= bytes.size() - offset) {
        std::memcpy(into.data(), bytes.data() + offset, into.size());
        if (!mapping_.lost()) return {};
    }
    // The slow way says what is wrong.
    while (!into.empty()) {
        const ssize_t got = ::pread(descriptor_, into.data(), into.size(), static_cast<off_t>(offset));
        if (got < 0 && errno == EINTR) continue;
        if (got < 0) return cannot_read(path_, errno);
        if (got == 0) return damaged(fmt::format("it ends after {} bytes", offset));
        offset += static_cast<std::uint64_t>(got);
        into = into.subspan(static_cast<std::size_t>(got));
    }
    return {};
}

Result<std::string> MappedFile::text(std::uint64_t offset, std::uint64_t length) const {
    std::string text(length, '\0');
    ZERMELO_CHECK(read(offset, {reinterpret_cast<std::uint8_t*>(text.data()), text.size()}));
    return text;
}

tl::unexpected<Error> MappedFile::damaged(std::string_view what) const {
    struct stat status = {};
    const bool known = ::fstat(descriptor_, &status) == 0;
    const auto end = static_cast<std::uint64_t>(status.st_size);
    const std::string why =
        known && end < size_ ? fmt::format("it ends after {} bytes", end) : std::string{what};
    return failure(ErrorKind::bad_input,
                   fmt::format("{}: {}{}{}{}", path_, damage, why, repair_.empty() ? "" : ": ", repair_));
}

}  // namespace zermelo::tablebase::file
