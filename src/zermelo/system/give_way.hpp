// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace zermelo {

/// Lets other threads of the process have a processor before this one. Without effect where the system knows
/// no priority of a thread.
void give_way();

}  // namespace zermelo
