// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <utility>

#include <tbb/parallel_pipeline.h>

namespace zermelo {

/// Takes what is done in any order in that of its numbers, which begin with 0: each as soon as it and all
/// before it are there, on a thread that hands one in; the others do not wait for that. Any thread.
template <typename Handle, typename Take>
class HandIn {
  public:
    explicit HandIn(const Take& take) : take_(take) {}

    /// What `take` throws is thrown here.
    void put(std::uint64_t number, Handle handle) {
        std::unique_lock lock{mutex_};
        waiting_.emplace(number, std::move(handle));
        if (std::exchange(taking_, true)) return;
        for (; !waiting_.empty() && waiting_.begin()->first == next_; ++next_) {
            const auto first = waiting_.extract(waiting_.begin());
            lock.unlock();
            take_(*first.mapped());
            lock.lock();
        }
        taking_ = false;
    }

  private:
    const Take& take_;
    std::mutex mutex_;
    std::map<std::uint64_t, Handle> waiting_;
    std::uint64_t next_ = 0;
    bool taking_ = false;  ///< some thread is; for ever after one that threw
};

/// Work on items that come one after the other, on all threads of the task arena: `next()` gives an item, or
/// nothing at the end; `work(item)` is called by several threads at once; `take(item)` gets each in the order
/// in which they came, one at a time, and as soon as it and all before it are done. At most `ahead` are on
/// their way, so that an item may take as long as as many others. What these throw is thrown here. Cost: an
/// allocation an item.
template <typename Next, typename Work, typename Take>
void in_order(std::size_t ahead, const Next& next, const Work& work, const Take& take) {
    using Item = typename decltype(next())::value_type;
    using Handle = std::shared_ptr<Item>;
    using Numbered = std::pair<std::uint64_t, Handle>;
    // A stage of the pipeline would take items when a thread has nothing else to do, which may be much later.
    HandIn<Handle, Take> done{take};
    std::uint64_t number = 0;
    const auto hand_out = [&](tbb::flow_control& control) -> Numbered {
        if (std::optional<Item> item = next()) return {number++, std::make_shared<Item>(*std::move(item))};
        control.stop();
        return {};
    };
    const auto work_on = [&](Numbered numbered) {
        work(*numbered.second);
        done.put(numbered.first, std::move(numbered.second));
        return numbered.first;
    };
    const auto let_go = [](std::uint64_t) {};  // in order: it counts those that are on their way
    tbb::parallel_pipeline(
        ahead, tbb::make_filter<void, Numbered>(tbb::filter_mode::serial_in_order, hand_out) &
                   tbb::make_filter<Numbered, std::uint64_t>(tbb::filter_mode::parallel, work_on) &
                   tbb::make_filter<std::uint64_t, void>(tbb::filter_mode::serial_in_order, let_go));
}

}  // namespace zermelo
