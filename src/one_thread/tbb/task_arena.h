// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace tbb::this_task_arena {

template <typename Work>
auto isolate(const Work& work) {
    return work();
}

}  // namespace tbb::this_task_arena
