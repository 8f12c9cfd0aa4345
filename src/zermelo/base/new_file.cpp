// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/base/new_file.hpp"

#include <cerrno>
#include <cstdio>
#include <utility>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "zermelo/base/io_error.hpp"

namespace zermelo {

Result<void> NewFile::open() {
    struct stat known {};
    const bool there = ::stat(path_.c_str(), &known) == 0;
    if (there && !S_ISREG(known.st_mode)) {
        file_ = ::open(path_.c_str(), O_WRONLY | O_CLOEXEC);
    } else {
        unfinished_ = path_ + ".XXXXXX";
        file_ = ::mkstemp(unfinished_.data());
        if (file_ < 0) unfinished_.clear();
    }
    if (file_ < 0) return cannot_write(path_, errno);
    if (unfinished_.empty()) return {};
    // mkstemp makes files for their owner alone; this one is to be as any other.
    const mode_t mask = ::umask(0);
    ::umask(mask);
    ::fchmod(file_, there ? known.st_mode & 07777 : 0666 & ~mask);
    return {};
}

Result<void> NewFile::write(std::string_view bytes) {
    if (file_ < 0) ZERMELO_CHECK(open());
    return DescriptorSink{file_, path_}.write(bytes);
}

Result<void> NewFile::finish() {
    if (::close(std::exchange(file_, -1)) != 0) return cannot_write(path_, errno);
    if (unfinished_.empty()) return {};
    if (std::rename(unfinished_.c_str(), path_.c_str()) != 0) return cannot_write(path_, errno);
    unfinished_.clear();
    return {};
}

NewFile::~NewFile() {
    if (file_ >= 0) ::close(file_);
    if (!unfinished_.empty()) ::unlink(unfinished_.c_str());
}

Result<void> write_file(const std::string& path, std::string_view text) {
    NewFile file{path};
    return file.write(text).and_then([&] { return file.finish(); });
}

}  // namespace zermelo
