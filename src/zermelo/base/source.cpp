// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/base/source.hpp"

#include <cerrno>
#include <istream>
#include <utility>

#include <fcntl.h>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>

#include "zermelo/base/io_error.hpp"

namespace zermelo {

Result<Source> Source::open(const std::string& path) {
    if (path.find('\0') != std::string::npos) return cannot_read(path, ENOENT);  // no file is called so
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
    auto mapping = FileMapping::of(descriptor, static_cast<std::size_t>(status.st_size));
    if (!mapping) return source;  // some file systems cannot map; reading still works
    mapping->read_in_order();
    source.mapping_ = std::move(*mapping);
    source.text_ = source.mapping_.bytes().substr(static_cast<std::size_t>(offset));
    return source;
}

Source Source::of_text(std::string name, std::string text) {
    Source source{std::move(name), -1, false};
    source.memory_ = std::make_unique<const std::string>(std::move(text));
    source.text_ = *source.memory_;
    return source;
}

Source Source::of_stream(std::string name, std::istream& stream) {
    Source source{std::move(name), -1, false};
    source.stream_ = &stream;
    return source;
}

Source::Source(Source&& other) noexcept { *this = std::move(other); }

Source& Source::operator=(Source&& other) noexcept {
    std::swap(name_, other.name_);
    std::swap(descriptor_, other.descriptor_);
    std::swap(owned_, other.owned_);
    std::swap(mapping_, other.mapping_);
    std::swap(memory_, other.memory_);
    std::swap(text_, other.text_);
    std::swap(stream_, other.stream_);
    return *this;
}

Source::~Source() {
    if (owned_) ::close(descriptor_);
}

std::optional<Error> Source::loss() const {
    if (!mapping_) return std::nullopt;
    struct stat status = {};
    if (::fstat(descriptor_, &status) != 0) return cannot_read(name_, errno).value();
    if (static_cast<std::size_t>(status.st_size) < mapping_.bytes().size())
        return cannot_read(name_, "it was cut off while it was read").value();
    if (mapping_.lost()) return cannot_read(name_, EIO).value();
    return std::nullopt;
}

void Source::release(std::string_view part) const {
    if (mapping_) mapping_.release(part);  // a text in memory has no file to be read from again
}

Result<std::size_t> Source::read(char* into, std::size_t capacity) {
    if (stream_ != nullptr) {
        // What is there is taken at once; only for the first byte it waits.
        const int first = stream_->get();
        if (stream_->bad()) return cannot_read(name_, "the stream is broken");
        if (first == std::istream::traits_type::eof()) return 0;
        *into = std::istream::traits_type::to_char_type(first);
        const std::streamsize got = stream_->readsome(into + 1, static_cast<std::streamsize>(capacity - 1));
        return static_cast<std::size_t>(got) + 1;
    }
    while (true) {
        const ssize_t got = ::read(descriptor_, into, capacity);
        if (got >= 0) return static_cast<std::size_t>(got);
        if (errno != EINTR) return cannot_read(name_, errno);
    }
}

bool Source::ready() const {
    if (stream_ != nullptr) return stream_->rdbuf() != nullptr && stream_->rdbuf()->in_avail() != 0;
    pollfd request{descriptor_, POLLIN, 0};
    return ::poll(&request, 1, 0) > 0;
}

}  // namespace zermelo
