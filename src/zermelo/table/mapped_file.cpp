// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/table/mapped_file.hpp"

#include <cerrno>
#include <csetjmp>
#include <csignal>
#include <cstring>
#include <system_error>
#include <utility>

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <ucontext.h>
#include <unistd.h>

#include "zermelo/table/layout.hpp"

namespace zermelo::table {
namespace {

tl::unexpected<Error> cannot_read(const std::string& path, const std::string& why) {
    return failure(ErrorKind::io, "cannot read " + path + ": " + why);
}

tl::unexpected<Error> cannot_read(const std::string& path, int error) {
    return cannot_read(path, std::generic_category().message(error));
}

/// Where a thread that copies goes on when it meets the signal. Volatile: the handler reads it, which the
/// compiler cannot see.
thread_local sigjmp_buf* volatile landing = nullptr;
/// Who had the signal before us.
struct sigaction before {};

void on_bus_error(int signal, siginfo_t* info, void* context) {
    if (landing != nullptr) {
        // A jump out of a handler leaves the signals blocked that were blocked for it.
        ::pthread_sigmask(SIG_SETMASK, &static_cast<const ucontext_t*>(context)->uc_sigmask, nullptr);
        ::siglongjmp(*landing, 1);
    }
    if ((before.sa_flags & SA_SIGINFO) != 0)
        before.sa_sigaction(signal, info, context);
    else if (before.sa_handler != SIG_DFL && before.sa_handler != SIG_IGN)
        before.sa_handler(signal);
    else
        ::sigaction(SIGBUS, &before, nullptr);  // what failed is tried again, and ends as if we were not here
}

void handle_bus_errors() {
    static const bool done = [] {
        struct sigaction ours {};
        ours.sa_sigaction = on_bus_error;
        ours.sa_flags = SA_SIGINFO | SA_ONSTACK;
        ::sigemptyset(&ours.sa_mask);
        return ::sigaction(SIGBUS, &ours, &before) == 0;
    }();
    static_cast<void>(done);
}

/// False where the file does not have these bytes any more.
bool copy(const std::uint8_t* from, std::span<std::uint8_t> into) {
    sigjmp_buf here;
    if (sigsetjmp(here, 0) != 0) {
        landing = nullptr;
        return false;
    }
    landing = &here;
    std::memcpy(into.data(), from, into.size());
    landing = nullptr;
    return true;
}

}  // namespace

Result<MappedFile> MappedFile::open(const std::string& path) {
    // O_NONBLOCK: a pipe of that name must not keep us waiting.
    const int descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (descriptor < 0) return cannot_read(path, errno);
    MappedFile file{path, descriptor};
    struct stat status = {};
    if (::fstat(descriptor, &status) != 0) return cannot_read(path, errno);
    if (!S_ISREG(status.st_mode)) return cannot_read(path, "it is no regular file");
    file.size_ = static_cast<std::uint64_t>(status.st_size);
    if (file.size_ == 0) return file;
    void* const mapping = ::mmap(nullptr, file.size_, PROT_READ, MAP_PRIVATE, descriptor, 0);
    if (mapping == MAP_FAILED) return file;  // some file systems cannot; `read` works all the same
    handle_bus_errors();
    file.bytes_ = static_cast<const std::uint8_t*>(mapping);
    return file;
}

MappedFile::MappedFile(MappedFile&& other) noexcept { *this = std::move(other); }

MappedFile& MappedFile::operator=(MappedFile&& other) noexcept {
    std::swap(path_, other.path_);
    std::swap(descriptor_, other.descriptor_);
    std::swap(size_, other.size_);
    std::swap(bytes_, other.bytes_);
    return *this;
}

MappedFile::~MappedFile() {
    if (bytes_ != nullptr) ::munmap(const_cast<std::uint8_t*>(bytes_), size_);
    if (descriptor_ >= 0) ::close(descriptor_);
}

Result<void> MappedFile::read(std::uint64_t offset, std::span<std::uint8_t> into) const {
    if (into.empty()) return {};
    if (bytes_ != nullptr && offset <= size_ && into.size() <= size_ - offset && copy(bytes_ + offset, into))
        return {};
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
    auto done = read(offset, {reinterpret_cast<std::uint8_t*>(text.data()), text.size()});
    if (!done) return tl::make_unexpected(std::move(done.error()));
    return text;
}

tl::unexpected<Error> MappedFile::damaged(std::string_view what) const {
    struct stat status = {};
    const bool told = ::fstat(descriptor_, &status) == 0;
    const auto end = static_cast<std::uint64_t>(status.st_size);
    const std::string why =
        told && end < size_ ? fmt::format("it ends after {} bytes", end) : std::string{what};
    return failure(ErrorKind::bad_input, fmt::format("{}: {}{}", path_, damage, why));
}

}  // namespace zermelo::table
