// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "zermelo/oracle/searching.hpp"
#include "zermelo/oracle/value_search.hpp"
#include "zermelo/search/outcome_search.hpp"

namespace zermelo::oracle {

/// What a position and each of its moves are worth, by search: it deepens by a ply at a time; within n plies
/// it asks of every move that is not decided whether it wins, and whether the other side does. At any length
/// it alternates with a search for who wins (`OutcomeSearch`), first for the position and then for its
/// moves. Precondition: the game is not over. Cost: as `ForcedWin::prove`, for both sides and after every
/// move.
template <typename Bits>
class MoveValues : public Searching<Bits> {
  public:
    explicit MoveValues(const Asking<Bits>& asking) : Searching<Bits>(asking) {}

    /// What a question grants the search by depth: half, where the other search has the other half.
    static std::optional<std::uint64_t> nodes_of(const Question& question);

    Result<Answer> search(search::Budget& budget) override;
    void unfinished(Answer& /*answer*/, const search::Budget& /*budget*/) override {}

  private:
    using AnyLength = search::OutcomeSearch<GameWithTables<Bits>>;
    static constexpr std::uint64_t first_stretch = 50'000;
    static constexpr std::uint64_t nodes_for_a_line = 1'000'000;

    bool look_for_any_length(const ValueSearch<Bits>& search, AnyLength& any_length,
                             const search::Budget& whole, std::uint64_t stretch);
    bool wins(const ValueSearch<Bits>& search) const;
    bool name_a_win(const ValueSearch<Bits>& search, AnyLength& any_length, const search::Budget& whole);
    game::Bounds known_of(const RootMove<Bits>& move, std::size_t number) const;
    bool all_known(const ValueSearch<Bits>& search) const;
    void find_line(ValueSearch<Bits>& search);
    Answer known(const ValueSearch<Bits>& search) const;
    void tell(Plies depth, const ValueSearch<Bits>& search) const;

    std::optional<std::vector<engine::Move>> line_;
    // Proved at any length:
    game::Bounds root_bounds_;
    std::optional<std::uint64_t> nodes_left_;
    std::vector<game::Bounds> move_bounds_;
};

extern template class MoveValues<std::uint64_t>;
extern template class MoveValues<Bits256>;

}  // namespace zermelo::oracle
