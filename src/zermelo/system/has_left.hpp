// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace zermelo {

/// Whether the other end of a connection sends nothing any more, be it closed or only so far. Does not wait.
/// Where the system does not say, not before all that was sent has been read.
bool has_left(int socket);

}  // namespace zermelo
