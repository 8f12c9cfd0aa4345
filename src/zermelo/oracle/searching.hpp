// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <utility>

#include "zermelo/base/result.hpp"
#include "zermelo/oracle/answer.hpp"
#include "zermelo/oracle/game_with_tables.hpp"
#include "zermelo/oracle/question.hpp"
#include "zermelo/oracle/table_answers.hpp"
#include "zermelo/oracle/tables_on_demand.hpp"
#include "zermelo/search/budget.hpp"

namespace zermelo::oracle {

/// The game of a question, with what its tables know, and where its root is.
template <typename Bits>
struct Asking {
    const Question& question;
    const Report& report;
    GameWithTables<Bits> game;
    engine::Position<Bits> root;
};

/// One way to answer a question by search.
template <typename Bits>
class Searching {
  public:
    virtual ~Searching() = default;
    Searching(const Searching&) = delete;
    Searching& operator=(const Searching&) = delete;

    /// Answers within a budget, which is all or the part after which tables come sooner: where that has
    /// ended, it frees its memory. It is called again where no tables could be made after all.
    virtual Result<Answer> search(search::Budget& budget) = 0;
    /// What is left of that answer where a limit, which the budget tells, ends the making of tables.
    virtual void unfinished(Answer& answer, const search::Budget& budget) {
        if (!answer.bounds.value()) answer.stopped_by = budget.stopped();
    }
    /// Answers from the tables that were made, beside which it may take some memory.
    virtual Result<Answer> look_up(std::unique_ptr<tablebase::Prober<Bits>> tables, std::size_t /*memory*/,
                                   search::Budget& budget) {
        Answer answer = answer_of_tables(*tables, asking_.root, asking_.question);
        answer.nodes = budget.nodes_used();
        return answer;
    }

  protected:
    explicit Searching(const Asking<Bits>& asking) : asking_(asking) {}
    const Question& question() const { return asking_.question; }

    const Asking<Bits>& asking_;
};

/// Searches, makes tables in memory when they come sooner than the search, and searches on where there can be
/// none. Errors: those of the search; (io) as `tablebase::MakePlan::make`.
template <typename Bits>
Result<Answer> search_or_tables(Searching<Bits>& how, TablesOnDemand<Bits>& demand, search::Budget& budget,
                                const tablebase::MakeReport& report) {
    bool due = false;
    ZERMELO_TRY(Answer found, demand.before_tables(budget, [&](search::Budget& before) {
        auto answer = how.search(before);
        due = before.ended();
        return answer;
    }));
    if (!due) return found;
    auto made = demand.make(budget, report);
    if (!made && made.error().kind == ErrorKind::stopped) {
        how.unfinished(found, budget);
        return found;
    }
    if (!made) return tl::make_unexpected(std::move(made.error()));
    if (!*made) return how.search(budget);
    ZERMELO_TRY(Answer known, how.look_up(*std::move(made), demand.memory_left(), budget));
    known.unsaved = std::move(found.unsaved);
    return known;
}

}  // namespace zermelo::oracle
