// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <utility>

#include <tbb/parallel_pipeline.h>

namespace zermelo {

/// Work on items that come one after the other, on all threads of the task arena: `next()` gives an item, or
/// nothing at the end; `work(item)` is called by several threads at once; `take(item)` gets each in the order
/// in which they came, one at a time. At most `ahead` are on their way, so that an item may take as long as
/// as many others. What these throw is thrown here. Cost: an allocation an item.
template <typename Next, typename Work, typename Take>
void in_order(std::size_t ahead, const Next& next, const Work& work, const Take& take) {
    using Item = typename decltype(next())::value_type;
    using Handle = std::shared_ptr<Item>;
    const auto hand_out = [&](tbb::flow_control& control) -> Handle {
        if (std::optional<Item> item = next()) return std::make_shared<Item>(*std::move(item));
        control.stop();
        return nullptr;
    };
    const auto work_on = [&](Handle item) {
        work(*item);
        return item;
    };
    const auto hand_in = [&](const Handle& item) { take(*item); };
    tbb::parallel_pipeline(ahead,
                           tbb::make_filter<void, Handle>(tbb::filter_mode::serial_in_order, hand_out) &
                               tbb::make_filter<Handle, Handle>(tbb::filter_mode::parallel, work_on) &
                               tbb::make_filter<Handle, void>(tbb::filter_mode::serial_in_order, hand_in));
}

}  // namespace zermelo
