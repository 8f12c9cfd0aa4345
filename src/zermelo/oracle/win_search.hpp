// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>

#include "zermelo/base/sink.hpp"
#include "zermelo/oracle/certify.hpp"
#include "zermelo/oracle/history.hpp"
#include "zermelo/oracle/searching.hpp"
#include "zermelo/search/prover.hpp"

namespace zermelo::oracle {

/// Whether the side to move wins, by search, with a certificate of it if one is asked for.
template <typename Bits>
class WinSearch : public Searching<Bits> {
  public:
    using Game = GameWithTables<Bits>;
    using Prover = std::optional<search::Prover<Game>>;

    /// `history`: a certificate is written of what stands in the game with it alone. `prover`: what searches,
    /// kept from one question of the same game to the next; made where there is none.
    WinSearch(const Asking<Bits>& asking, const HistoryRules& history, search::Budget& whole, Prover& prover);

    Result<Answer> search(search::Budget& budget) override;
    void unfinished(Answer& answer, const search::Budget& budget) override;
    Result<Answer> look_up(std::unique_ptr<tablebase::Prober<Bits>> tables, std::size_t memory,
                           search::Budget& budget) override;

  private:
    static constexpr std::uint64_t nodes_for_a_line = 100'000;

    const Game& game() const { return prover_->game(); }
    void begin(const Game& game, std::size_t memory);
    void tell() const;
    Result<Answer> ask(search::Budget& own);
    void look_at_moves(Answer& answer);
    void explain(Answer& answer, const std::optional<engine::Move>& first, search::Budget& budget);

    Certifier<Bits> certifier_;
    search::Budget& whole_;
    Prover& prover_;
    StringSink spare_;   ///< a certificate of what is found before tables are tried, for want of a better one
    bool open_ = false;  ///< a limit, or the end of that part, left something open
};

extern template class WinSearch<std::uint64_t>;
extern template class WinSearch<Bits256>;

}  // namespace zermelo::oracle
