// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/base/files.hpp"

#include <array>
#include <cerrno>
#include <cstdio>
#include <cstring>

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include "zermelo/base/sink.hpp"

namespace zermelo {

namespace {

tl::unexpected<Error> cannot_write(const std::string& path) {
    return failure(ErrorKind::io, fmt::format("cannot write {}: {}", path, std::strerror(errno)));
}

/// Writes to an open file and closes it.
Result<void> write_and_close(int file, const std::string& path, std::string_view text) {
    DescriptorSink sink{file, path};
    auto written = sink.write(text);
    if (::close(file) != 0 && written) return cannot_write(path);
    return written;
}

}  // namespace

Result<std::string> read_all(Source& input, std::size_t most, std::string_view beginning) {
    const auto begins_well = [&](std::string_view so_far) {
        const std::string_view begun = so_far.substr(0, beginning.size());
        return begun == beginning.substr(0, begun.size());
    };
    const auto too_long = [&] {
        return failure(ErrorKind::bad_input,
                       fmt::format("{} is longer than {} bytes, expected at most that", input.name(), most));
    };
    std::string text;
    if (const auto mapped = input.mapped()) {
        if (!begins_well(*mapped)) {
            text = mapped->substr(0, beginning.size());
        } else if (mapped->size() <= most) {
            text = *mapped;
        } else {
            return too_long();
        }
        if (const auto loss = input.loss()) return tl::make_unexpected(*loss);
        return text;
    }
    std::array<char, 65536> buffer;
    while (text.size() <= most && begins_well(text)) {
        ZERMELO_TRY(const std::size_t got, input.read(buffer.data(), buffer.size()));
        if (got == 0) break;
        text.append(buffer.data(), got);
    }
    if (text.size() > most) return too_long();
    return text;
}

Result<std::string> read_file(const std::string& path, std::size_t most, std::string_view beginning) {
    ZERMELO_TRY(Source source, path == "-" ? Source::standard_input() : Source::open(path));
    return read_all(source, most, beginning);
}

std::string input_name(const std::string& path) { return path == "-" ? "<stdin>" : path; }

Result<void> write_file(const std::string& path, std::string_view text) {
    struct stat known {};
    const bool there = ::stat(path.c_str(), &known) == 0;
    if (there && !S_ISREG(known.st_mode)) {
        const int file = ::open(path.c_str(), O_WRONLY | O_CLOEXEC);
        return file < 0 ? cannot_write(path) : write_and_close(file, path, text);
    }
    std::string unfinished = path + ".XXXXXX";
    const int file = ::mkstemp(unfinished.data());
    if (file < 0) return cannot_write(path);
    // mkstemp makes files for their owner alone; this one is to be as any other.
    const mode_t mask = ::umask(0);
    ::umask(mask);
    ::fchmod(file, there ? known.st_mode & 07777 : 0666 & ~mask);
    auto written = write_and_close(file, path, text);
    if (written && std::rename(unfinished.c_str(), path.c_str()) != 0) written = cannot_write(path);
    if (!written) ::unlink(unfinished.c_str());
    return written;
}

}  // namespace zermelo
