// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "zermelo/oracle/searching.hpp"

namespace zermelo::oracle {

/// Who wins at any length, by search, which may go on from a state in a file and keep it there.
template <typename Bits>
class OutcomeRun : public Searching<Bits> {
  public:
    explicit OutcomeRun(const Asking<Bits>& asking) : Searching<Bits>(asking) {}

    Result<Answer> search(search::Budget& budget) override;
};

extern template class OutcomeRun<std::uint64_t>;
extern template class OutcomeRun<Bits256>;

}  // namespace zermelo::oracle
