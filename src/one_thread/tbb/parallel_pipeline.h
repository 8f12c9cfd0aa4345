// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <type_traits>
#include <utility>

namespace tbb {

class flow_control {
  public:
    void stop() { stopped_ = true; }
    bool is_stopped() const { return stopped_; }

  private:
    bool stopped_ = false;
};

enum class filter_mode { parallel, serial_in_order };

template <typename Step>
struct filter {
    Step step;
};

template <typename In, typename Out, typename Step>
auto make_filter(filter_mode /*mode*/, Step step) {
    return filter<Step>{std::move(step)};
}

/// One filter after the other.
template <typename First, typename Second>
auto operator&(filter<First> first, filter<Second> second) {
    const auto both = [first = std::move(first.step),
                       second = std::move(second.step)](flow_control& control) {
        auto item = first(control);
        using Out = decltype(second(std::move(item)));
        if (control.is_stopped()) return Out();
        return second(std::move(item));
    };
    return filter<std::remove_const_t<decltype(both)>>{both};
}

/// Precondition: the filters stand in brackets from the left, as `a & b & c` has them.
template <typename Step>
void parallel_pipeline(std::size_t /*ahead*/, const filter<Step>& all) {
    for (flow_control control; !control.is_stopped();) all.step(control);
}

}  // namespace tbb
