// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/oracle/outcome_run.hpp"

#include <algorithm>
#include <chrono>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <unistd.h>

#include "zermelo/engine/position_text.hpp"
#include "zermelo/oracle/move_looks.hpp"
#include "zermelo/oracle/search_state.hpp"
#include "zermelo/rules/hash.hpp"

namespace zermelo::oracle {

namespace {

using game::Bounds;
using search::Role;
using SaveClock = std::chrono::steady_clock;

/// The hash of the keys of a position and of some after it; nothing where the budget is over before, since
/// positions with thousands of moves take long to list them.
template <typename Game>
std::optional<std::string> keys_text(const Game& game, const typename Game::Position& position,
                                     search::Budget& budget) {
    constexpr std::size_t max_moves = 16;
    std::string bytes;
    const auto add = [&](const auto& p) {
        const Hash128 key = game.key(p);
        bytes += fmt::format("{:016x}{:016x}", key.high, key.low);
    };
    const auto some_moves = [&](const auto& p) {
        engine::MoveList list;
        game.moves(p, list);
        std::vector<engine::Move> moves{list.begin(), list.end()};
        moves.resize(std::min(moves.size(), max_moves));
        return moves;
    };
    add(position);
    for (const engine::Move& move : some_moves(position)) {
        const auto child = game.play(position, move);
        add(child);
        if (budget.over()) return std::nullopt;
        for (const engine::Move& reply : some_moves(child)) add(game.play(child, reply));
    }
    const Hash128 hash = rules::hash_of(bytes);
    return fmt::format("{:016x}{:016x}", hash.high, hash.low);
}

/// How deep a win was looked for, of the side of which more is known; nothing where that is all.
std::optional<Plies> depth_of(const Bounds& bounds) {
    const auto win = bounds.no_win_within();
    const auto loss = bounds.no_loss_within();
    return win && loss ? std::max(*win, *loss) : win ? win : loss;
}

/// A search of one position, which keeps its state.
template <typename Bits>
class Run {
  public:
    using Game = GameWithTables<Bits>;

    Run(const Asking<Bits>& asking, const Certifier<Bits>& certifier)
        : asking_(asking),
          certifier_(certifier),
          game_(asking.game),
          question_(asking.question),
          report_(asking.report),
          search_(game_, asking.root, question_.memory, question_.threads) {
        game_.moves(asking.root, moves_);
    }

    Result<Answer> run(search::Budget& budget) {
        if (question_.state) owner_ = owner(budget);
        if (owner_) {
            ZERMELO_CHECK(load());
            // What cannot be written is told before hours of work, not after them.
            ZERMELO_CHECK(save());
        }
        budget_ = &budget;
        if (report_ || owner_) {
            const auto often = std::min(std::chrono::duration<double>{1}, question_.save_every);
            budget.watch(std::chrono::duration_cast<SaveClock::duration>(often), [this] { look(); });
        }
        Answer found;
        const auto stop = search_.run(budget, [this] { tell(true); });
        const bool open = stop && !search_.bounds().value() && !budget.ended();
        const bool over = game_.end(search_.root()).has_value();
        if (!over) look_at_moves(found, stop.has_value());
        if (owner_)
            if (auto saved = save(); !saved) found.unsaved = std::move(saved.error());
        found.nodes = budget.nodes_used();
        const Bounds& bounds = found.bounds = search_.bounds();
        if (open && !bounds.value()) found.stopped_by = stop;
        if (!bounds.won()) found.win_search = search_.numbers(Role::attacker);
        if (!bounds.lost()) found.loss_search = search_.numbers(Role::defender);
        if (bounds.outcome()) found.source = over ? ValueSource::rules : ValueSource::search;
        if (bounds.is_unlimited()) found.complete = false;  // a table on the way has outcomes alone
        if (!over && bounds.at_most()) find_line(found, stop.has_value());
        found.heed_line();
        found.conclude();
        if (certifier_.is_due(found) && !budget.ended()) {
            ZERMELO_TRY(found.certified,
                        certifier_.write(search_.prover(), search_.root(), found, *question_.certificate));
        }
        return found;
    }

  private:
    /// Nothing where the budget is over before it is known: then no state is read, and none is written.
    std::optional<StateOwner> owner(search::Budget& budget) const {
        auto keys = keys_text(game_, search_.root(), budget);
        if (!keys) return std::nullopt;
        return StateOwner{game_.rules().name, rules::hash_text(game_.rules()),
                          engine::position_text(game_.setup(search_.root())), *std::move(keys)};
    }

    static constexpr std::uint64_t nodes_for_a_line = 1'000'000;
    static constexpr std::chrono::milliseconds time_for_a_line{30};  ///< after the limit of time

    void look_at_moves(Answer& found, bool limited) {
        const auto bounds = oracle::look_at_moves<Bits>(search_.prover(), search_.root(), moves_, question_,
                                                        *budget_, limited);
        for (std::size_t i = 0; i < bounds.size(); ++i) found.moves.push_back({moves_[i], bounds[i]});
        if (!bounds.empty()) search_.add(Bounds::from_moves(bounds));
    }

    void find_line(Answer& found, bool limited) {
        std::uint64_t nodes = nodes_for_a_line;
        if (limited) nodes = std::min(nodes, budget_->nodes_used() / 10);
        search::Budget spare{budget_->beside(nodes, time_for_a_line)};
        auto line = search_.line(spare);
        found.line = std::move(line.moves);
        found.complete = line.complete;
    }

    void look() {
        if (report_) tell(false);
        if (!owner_ || SaveClock::now() < next_save_) return;
        auto saved = save();
        unsaved_ = saved ? std::nullopt : std::optional{std::move(saved.error())};
    }

    /// Nothing where the end is asked for before it is told: what is known of thousands of moves takes long.
    void tell(bool stretch_done) {
        if (!report_) return;
        Progress progress;
        progress.stretch_done = stretch_done;
        progress.asking = search_.asking();
        progress.nodes = budget_->nodes_used();
        progress.bounds = search_.bounds_by_now();
        progress.depth = depth_of(progress.bounds);
        progress.win_search = search_.numbers(Role::attacker);
        progress.loss_search = search_.numbers(Role::defender);
        progress.remembered = search_.prover().filled();
        progress.room = search_.prover().most();
        for (const engine::Move& move : moves_) {
            if (question_.stop.stop_requested()) return;
            const auto outcome = search_.after(move).outcome();
            ++(!outcome                          ? progress.open
               : *outcome == game::Outcome::win  ? progress.winning
               : *outcome == game::Outcome::loss ? progress.losing
                                                 : progress.drawing);
        }
        progress.unsaved = unsaved_;
        report_(progress);
    }

    Result<void> load() {
        auto reader = StateReader::open(*question_.state, *owner_);
        if (!reader) {
            // One that is not there yet is made.
            if (::access(question_.state->c_str(), F_OK) != 0) return {};
            return tl::make_unexpected(reader.error());
        }
        ZERMELO_CHECK(reader->for_each([&](const StateRecord& record) {
            if (record.deepening) search_.prover().remember(record.key, record.role, *record.deepening);
            if (record.guided) search_.prover().remember(*record.guided);
        }));
        search_.add(reader->state().bounds);
        search_.set_stretch(reader->state().stretch);
        read_ = *std::move(reader);
        return {};
    }

    Result<void> save() {
        const auto begin = SaveClock::now();
        auto writer = StateWriter::create(*question_.state, *owner_, {search_.bounds(), search_.stretch()});
        if (!writer) return tl::make_unexpected(writer.error());
        search_.prover().for_each_remembered(
            [&](const Hash128& key, Role role, const search::Known& known) { writer->add(key, role, known); },
            [&](const auto& entry) { writer->add(entry); });
        auto written = read_ ? keep_what_was_read(*writer) : Result<void>{};
        if (written) written = writer->finish();
        const auto now = SaveClock::now();
        next_save_ = now + std::max(std::chrono::duration_cast<SaveClock::duration>(question_.save_every),
                                    10 * (now - begin));
        return written;
    }

    /// Adds what the state at the start had proved, and the search has no room for any more.
    Result<void> keep_what_was_read(StateWriter& writer) const {
        const auto& prover = search_.prover();
        return read_->for_each([&](const StateRecord& record) {
            if (record.deepening && !prover.remembers(record.key, record.role, *record.deepening))
                writer.add(record.key, record.role, *record.deepening);
            if (record.guided && !prover.remembers(*record.guided)) writer.add(*record.guided);
        });
    }

    const Asking<Bits>& asking_;
    const Certifier<Bits>& certifier_;
    const Game& game_;
    const Question& question_;
    const Report& report_;
    search::OutcomeSearch<Game> search_;
    std::optional<StateOwner> owner_;  ///< where a state is kept
    std::optional<StateReader> read_;
    engine::MoveList moves_;
    search::Budget* budget_ = nullptr;
    SaveClock::time_point next_save_;
    std::optional<Error> unsaved_;
};

}  // namespace

template <typename Bits>
Result<Answer> OutcomeRun<Bits>::search(search::Budget& budget) {
    if (this->question().certificate == nullptr) return run(this->asking_, budget);
    Asking<Bits> asking = this->asking_;
    asking.game = asking.game.with_distances();
    return run(asking, budget);
}

template <typename Bits>
Result<Answer> OutcomeRun<Bits>::look_up(std::unique_ptr<tablebase::Prober<Bits>> tables, std::size_t memory,
                                         search::Budget& budget) {
    if (this->question().certificate == nullptr)
        return Searching<Bits>::look_up(std::move(tables), memory, budget);
    // A certificate is a strategy, which is searched for.
    Question question = this->question();
    question.memory = memory;
    const GameWithTables<Bits> game{this->asking_.game, std::move(tables)};
    return run({question, this->asking_.report, game.with_distances(), this->asking_.root}, budget);
}

template <typename Bits>
Result<Answer> OutcomeRun<Bits>::run(const Asking<Bits>& asking, search::Budget& budget) {
    auto answer = Run<Bits>{asking, certifier_}.run(budget);
    budget.watch({}, [] {});
    return answer;
}

template class OutcomeRun<std::uint64_t>;
template class OutcomeRun<Bits256>;

}  // namespace zermelo::oracle
