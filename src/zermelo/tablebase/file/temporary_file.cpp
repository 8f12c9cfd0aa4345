// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/tablebase/file/temporary_file.hpp"

#include <cerrno>
#include <cstdio>
#include <filesystem>
#include <system_error>
#include <utility>
#include <vector>

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "zermelo/base/file_lock.hpp"
#include "zermelo/base/names_in.hpp"
#include "zermelo/system/flush.hpp"

namespace zermelo::tablebase::file {

namespace {

constexpr const char* ending = ".unfinished";

tl::unexpected<Error> cannot_write(const std::string& path, const std::string& why) {
    return failure(ErrorKind::io, "cannot write " + path + ": " + why);
}

tl::unexpected<Error> cannot_write(const std::string& path, int error) {
    return cannot_write(path, std::generic_category().message(error));
}

/// Flushes a directory, so that the new name of a file in it outlives a power cut.
int flush_directory(const std::string& directory) {
    const int descriptor = ::open(directory.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (descriptor < 0) return errno;
    const int error = ::fsync(descriptor) == 0 ? 0 : errno;
    ::close(descriptor);
    return error == EINVAL ? 0 : error;  // file systems that cannot say so
}

}  // namespace

Result<TemporaryFile> TemporaryFile::create(const std::string& path) {
    struct stat status = {};
    if (::stat(path.c_str(), &status) == 0 && !S_ISREG(status.st_mode))
        return cannot_write(path, "it is there and is no regular file");
    const std::string name = path + ending;
    for (;;) {
        const int descriptor =
            ::open(name.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0666);
        if (descriptor < 0) return cannot_write(name, errno);
        // The lock goes when its process does, so a killed run is in nobody's way.
        if (const int error = lock_file(descriptor); error != 0) {
            ::close(descriptor);
            return error == EWOULDBLOCK ? cannot_write(name, "another run is writing it")
                                        : cannot_write(name, error);
        }
        // Between open and lock another run may have finished the file: then this is the table itself.
        struct stat named = {};
        if (::fstat(descriptor, &status) != 0 || ::lstat(name.c_str(), &named) != 0 ||
            status.st_ino != named.st_ino || status.st_dev != named.st_dev) {
            ::close(descriptor);
            continue;
        }
        if (!S_ISREG(status.st_mode) || ::ftruncate(descriptor, 0) != 0) {
            const int error = S_ISREG(status.st_mode) ? errno : EINVAL;
            ::close(descriptor);
            return cannot_write(name, error);
        }
        return TemporaryFile{path, name, descriptor};
    }
}

TemporaryFile::TemporaryFile(TemporaryFile&& other) noexcept
    : path_(std::move(other.path_)),
      name_(std::move(other.name_)),
      descriptor_(std::exchange(other.descriptor_, -1)) {}

TemporaryFile::~TemporaryFile() {
    if (descriptor_ < 0) return;
    ::unlink(name_.c_str());  // before the lock is given up
    ::close(descriptor_);
}

Result<void> TemporaryFile::take_place() {
    if (std::rename(name_.c_str(), path_.c_str()) != 0) return cannot_write(path_, errno);
    ::close(std::exchange(descriptor_, -1));
    return {};
}

Result<void> TemporaryFile::finish() { return finish_all({this, 1}); }

Result<void> TemporaryFile::finish_all(std::span<TemporaryFile> files) {
    if (files.empty()) return {};
    const TemporaryFile& first = files.front();
    std::vector<int> descriptors;
    for (const TemporaryFile& file : files) descriptors.push_back(file.descriptor_);
    if (const int error = flush(descriptors); error != 0) return cannot_write(first.path_, error);
    for (TemporaryFile& file : files) ZERMELO_CHECK(file.take_place());
    const std::filesystem::path parent = std::filesystem::path{first.path_}.parent_path();
    if (const int error = flush_directory(parent.empty() ? "." : parent.string()); error != 0)
        return cannot_write(first.path_, error);
    return {};
}

void TemporaryFile::sweep(const std::string& directory) {
    for (const std::string& name : names_in(directory)) {
        const std::filesystem::path path = std::filesystem::path{directory} / name;
        if (path.extension() != ending) continue;
        const int descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
        if (descriptor < 0) continue;
        // A run that opened it meanwhile sees that its name is gone, and makes it anew.
        struct stat status = {};
        if (::fstat(descriptor, &status) == 0 && S_ISREG(status.st_mode) &&
            ::flock(descriptor, LOCK_EX | LOCK_NB) == 0)
            ::unlink(path.c_str());
        ::close(descriptor);
    }
}

}  // namespace zermelo::tablebase::file
