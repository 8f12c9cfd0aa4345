// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <memory>

#include "zermelo/oracle/certify.hpp"
#include "zermelo/oracle/searching.hpp"

namespace zermelo::oracle {

/// Who wins at any length, by search, which may go on from a state in a file and keep it there; with a
/// certificate of it if one is asked for.
template <typename Bits>
class OutcomeRun : public Searching<Bits> {
  public:
    /// `history`: as of `Certifier`.
    OutcomeRun(const Asking<Bits>& asking, const HistoryRules& history)
        : Searching<Bits>(asking), certifier_(asking.question, history) {}

    Result<Answer> search(search::Budget& budget) override;
    Result<Answer> look_up(std::unique_ptr<tablebase::Prober<Bits>> tables, std::size_t memory,
                           search::Budget& budget) override;

  private:
    Result<Answer> run(const Asking<Bits>& asking, search::Budget& budget);

    Certifier<Bits> certifier_;
};

extern template class OutcomeRun<std::uint64_t>;
extern template class OutcomeRun<Bits256>;

}  // namespace zermelo::oracle
