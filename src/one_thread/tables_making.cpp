// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/oracle/tables_making.hpp"

#include <utility>

#include "zermelo/base/stop_at.hpp"

namespace zermelo::oracle {

/// On the one thread, anew with each wait.
class TablesMaking::Work {
  public:
    Work(const tablebase::MakePlan& plan, tablebase::MakeReport report)
        : plan_(plan), report_(std::move(report)) {}

    std::optional<Made> wait(std::optional<StopAt::Clock::time_point> moment, const std::stop_token& stop) {
        const StopAt end{moment, stop};
        Made made = plan_.make(report_, end.token());
        if (!made && end.stop_requested()) return std::nullopt;
        return made;
    }

  private:
    const tablebase::MakePlan& plan_;
    tablebase::MakeReport report_;
};

TablesMaking::TablesMaking(const tablebase::MakePlan& plan, unsigned /*threads*/,
                           tablebase::MakeReport report)
    : work_(std::make_unique<Work>(plan, std::move(report))) {}

TablesMaking::~TablesMaking() = default;

auto TablesMaking::wait(std::optional<std::chrono::steady_clock::time_point> moment,
                        const std::stop_token& stop) -> std::optional<Made> {
    return work_->wait(moment, stop);
}

}  // namespace zermelo::oracle
