// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>

#include "zermelo/base/result.hpp"
#include "zermelo/base/sink.hpp"
#include "zermelo/game/value.hpp"
#include "zermelo/oracle/game_with_tables.hpp"
#include "zermelo/oracle/history.hpp"
#include "zermelo/oracle/question.hpp"
#include "zermelo/search/prover.hpp"

namespace zermelo::oracle {

/// Certificates of what a prover has found out about a position, written in pieces, each of which a checker
/// has found good.
template <typename Bits>
class Certifier {
  public:
    /// `history`: what does not stand in the game with it has no certificate. All outlive this.
    Certifier(const Question& question, const HistoryRules& history)
        : question_(question), history_(history) {}

    /// Whether a certificate is asked for, and what was found has one: a win, a loss or a draw of any length;
    /// no win of any length, where a win alone was asked for.
    bool is_due(const Answer& answer) const;
    /// Writes it to `sink`. Whether it is whole: a limit may come before, under those of the question anew,
    /// for little is left to search; or the sink fail. `Answer::uncertified` then says why, but for what is
    /// no win. Errors (io): it would not prove what was found. Precondition: it is due; `prover` found the
    /// answer.
    Result<bool> write(search::Prover<GameWithTables<Bits>>& prover, const engine::Position<Bits>& root,
                       Answer& answer, Sink& sink) const;

  private:
    const Question& question_;
    const HistoryRules& history_;
};

extern template class Certifier<std::uint64_t>;
extern template class Certifier<Bits256>;

}  // namespace zermelo::oracle
