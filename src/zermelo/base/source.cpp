// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/base/source.hpp"

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <system_error>
#include <utility>

#include <fcntl.h>
#include <poll.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

namespace zermelo {

namespace {

tl::unexpected<Error> cannot_read(const std::string& name, int error) {
    return failure(ErrorKind::io, "cannot read " + name + ": " + std::generic_category().message(error));
}

}  // namespace

Result<Source> Source::open(const std::string& path) {
    const int descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
    if (descriptor < 0) return cannot_read(path, errno);
    return from(path, descriptor, true);
}

Result<Source> Source::standard_input() { return from("<stdin>", STDIN_FILENO, false); }

Result<Source> Source::from(std::string name, int descriptor, bool owned) {
    Source source{std::move(name), descriptor, owned};
    struct stat status = {};
    if (::fstat(descriptor, &status) != 0) return cannot_read(source.name_, errno);
    if (S_ISDIR(status.st_mode)) return cannot_read(source.name_, EISDIR);
    if (!S_ISREG(status.st_mode) || status.st_size == 0) return source;
    const off_t offset = ::lseek(descriptor, 0, SEEK_CUR);
    if (offset < 0 || offset >= status.st_size) return source;
    const auto size = static_cast<std::size_t>(status.st_size);
    void* mapping = ::mmap(nullptr, size, PROT_READ, MAP_PRIVATE, descriptor, 0);
    if (mapping == MAP_FAILED) return source;  // some file systems cannot map; reading still works
    ::madvise(mapping, size, MADV_SEQUENTIAL);
    source.mapping_ = mapping;
    source.mapping_size_ = size;
    source.text_ = std::string_view{static_cast<const char*>(mapping), size};
    source.text_.remove_prefix(static_cast<std::size_t>(offset));
    return source;
}

Result<Source> Source::of_text(std::string name, std::string_view text) {
    Source source{std::move(name), -1, false};
    const std::size_t size = std::max<std::size_t>(1, text.size());  // an empty text is mapped, too
    void* mapping = ::mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (mapping == MAP_FAILED) return failure(ErrorKind::io, "no memory for the text of " + source.name_);
    text.copy(static_cast<char*>(mapping), text.size());
    source.mapping_ = mapping;
    source.mapping_size_ = size;
    source.text_ = std::string_view{static_cast<const char*>(mapping), text.size()};
    return source;
}

Source::Source(Source&& other) noexcept { *this = std::move(other); }

Source& Source::operator=(Source&& other) noexcept {
    if (this == &other) return *this;
    close();
    name_ = std::move(other.name_);
    descriptor_ = std::exchange(other.descriptor_, -1);
    owned_ = std::exchange(other.owned_, false);
    mapping_ = std::exchange(other.mapping_, nullptr);
    mapping_size_ = std::exchange(other.mapping_size_, 0);
    text_ = std::exchange(other.text_, {});
    return *this;
}

Source::~Source() { close(); }

void Source::close() {
    if (mapping_ != nullptr) ::munmap(mapping_, mapping_size_);
    if (owned_) ::close(descriptor_);
}

void Source::release(std::string_view part) const {
    static const auto page = static_cast<std::uintptr_t>(::sysconf(_SC_PAGESIZE));
    if (mapping_ == nullptr || descriptor_ < 0) return;  // a text in memory has no file to be read from again
    const auto begin = (reinterpret_cast<std::uintptr_t>(part.data()) + page - 1) / page * page;
    const auto end = reinterpret_cast<std::uintptr_t>(part.data() + part.size()) / page * page;
    if (begin < end) ::madvise(reinterpret_cast<void*>(begin), end - begin, MADV_DONTNEED);
}

Result<std::size_t> Source::read(char* into, std::size_t capacity) {
    while (true) {
        const ssize_t got = ::read(descriptor_, into, capacity);
        if (got >= 0) return static_cast<std::size_t>(got);
        if (errno != EINTR) return cannot_read(name_, errno);
    }
}

bool Source::ready() const {
    pollfd request{descriptor_, POLLIN, 0};
    return ::poll(&request, 1, 0) > 0;
}

}  // namespace zermelo
