// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/base/sink.hpp"

#include <cerrno>
#include <system_error>

#include <unistd.h>

namespace zermelo {

Result<void> DescriptorSink::write(std::string_view bytes) {
    while (!bytes.empty()) {
        const ssize_t written = ::write(descriptor_, bytes.data(), bytes.size());
        if (written < 0) {
            if (errno == EINTR) continue;
            return failure(ErrorKind::io,
                           "cannot write " + name_ + ": " + std::generic_category().message(errno));
        }
        bytes.remove_prefix(static_cast<std::size_t>(written));
    }
    return {};
}

}  // namespace zermelo
