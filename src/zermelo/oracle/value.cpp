// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/oracle/value.hpp"

#include <algorithm>
#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include <fmt/format.h>
#include <unistd.h>

#include "zermelo/base/thread_pool.hpp"
#include "zermelo/engine/notation.hpp"
#include "zermelo/engine/position_text.hpp"
#include "zermelo/oracle/game_with_tables.hpp"
#include "zermelo/oracle/history.hpp"
#include "zermelo/oracle/limits.hpp"
#include "zermelo/oracle/search_or_tables.hpp"
#include "zermelo/oracle/search_state.hpp"
#include "zermelo/rules/hash.hpp"
#include "zermelo/tablebase/table_folder.hpp"

namespace zermelo::oracle {

namespace {

using game::Bounds;
using search::Role;
using SaveClock = std::chrono::steady_clock;

void sort(std::vector<MoveOutcome>& moves) {
    std::stable_sort(moves.begin(), moves.end(),
                     [](const MoveOutcome& a, const MoveOutcome& b) { return precedes(a.bounds, b.bounds); });
}

/// The hash of the keys of a position and of some after it.
template <typename Game>
std::string keys_text(const Game& game, const typename Game::Position& position) {
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
        for (const engine::Move& reply : some_moves(child)) add(game.play(child, reply));
    }
    const Hash128 hash = rules::hash_of(bytes);
    return fmt::format("{:016x}{:016x}", hash.high, hash.low);
}

/// Searches one position, and keeps its state.
template <typename Bits>
class ValueRun {
  public:
    using Game = GameWithTables<Bits>;

    ValueRun(Game game, const engine::Position<Bits>& root, const ValueOptions& options,
             const ValueReport& report)
        : game_(game),
          options_(options),
          report_(report),
          search_(game, root, options.memory, options.threads),
          owner_{game.rules().name, rules::hash_text(game.rules()), engine::position_text(game.setup(root)),
                 keys_text(game, root)} {
        game.moves(root, moves_);
    }

    Result<FoundValue> run(search::Budget& budget) {
        if (options_.state) {
            ZERMELO_CHECK(load());
            // What cannot be written is told before hours of work, not after them.
            ZERMELO_CHECK(save());
        }
        budget_ = &budget;
        if (report_ || options_.state) {
            const auto often = std::min(std::chrono::duration<double>{1}, options_.save_every);
            budget.watch(std::chrono::duration_cast<SaveClock::duration>(often), [this] { look(); });
        }
        FoundValue found;
        const auto stop = search_.run(budget, [this] { tell(true); });
        if (stop && !search_.bounds().exact() && !budget.ended()) found.stopped_by = name_of_limit(stop);
        if (auto error = game_.take_error()) return tl::make_unexpected(*std::move(error));
        const bool over = game_.end(search_.root()).has_value();
        if (!over) look_at_moves(found, stop.has_value());
        if (options_.state)
            if (auto saved = save(); !saved) found.unsaved = std::move(saved.error());
        found.nodes = budget.nodes_used();
        const Bounds& bounds = found.bounds = search_.bounds();
        if (bounds.exact()) found.stopped_by.clear();
        if (!bounds.won()) found.win_search = search_.numbers(Role::attacker);
        if (!bounds.lost()) found.loss_search = search_.numbers(Role::defender);
        if (bounds.outcome()) found.source = over ? ValueSource::rules : ValueSource::search;
        if (!over && bounds.at_most()) find_line(found, stop.has_value());
        if (auto error = game_.take_error()) return tl::make_unexpected(*std::move(error));
        return found;
    }

  private:
    static constexpr std::uint64_t nodes_for_a_line = 1'000'000;
    static constexpr std::uint64_t nodes_for_a_move = 1'000;         ///< and each side
    static constexpr std::chrono::milliseconds time_for_either{30};  ///< after the limit of time

    void look_at_moves(FoundValue& found, bool limited) {
        // At most a tenth more than the limit.
        std::uint64_t nodes = nodes_for_a_move;
        if (limited || options_.nodes) {
            const std::uint64_t limit = options_.nodes.value_or(budget_->nodes_used());
            nodes = std::min(nodes, limit / (20 * std::uint64_t{moves_.size()}));
        }
        std::vector<Bounds> bounds;
        search::Budget spare{budget_->beside(search::Budget::no_end, time_for_either)};
        for (const engine::Move& move : moves_) {
            bounds.push_back(search_.after(move, nodes, spare));
            found.moves.push_back({engine::uci(move, game_.rules()), bounds.back()});
        }
        if (!bounds.empty()) search_.add(Bounds::from_moves(bounds));
        sort(found.moves);
    }

    void find_line(FoundValue& found, bool limited) {
        std::uint64_t nodes = nodes_for_a_line;
        if (limited) nodes = std::min(nodes, budget_->nodes_used() / 10);
        search::Budget spare{budget_->beside(nodes, time_for_either)};
        const auto line = search_.line(spare);
        found.line = engine::ucis(line.moves, game_.rules());
        found.complete = line.complete;
    }

    void look() {
        if (report_) tell(false);
        if (!options_.state || SaveClock::now() < next_save_) return;
        auto saved = save();
        unsaved_ = saved ? std::nullopt : std::optional{std::move(saved.error())};
    }

    void tell(bool turn_done) {
        if (!report_) return;
        ValueProgress progress;
        progress.turn_done = turn_done;
        progress.asking = search_.asking();
        progress.nodes = budget_->nodes_used();
        progress.bounds = search_.bounds();
        progress.win_search = search_.numbers(Role::attacker);
        progress.loss_search = search_.numbers(Role::defender);
        progress.remembered = search_.prover().filled();
        progress.room = search_.prover().most();
        for (const engine::Move& move : moves_) {
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
        auto reader = StateReader::open(*options_.state, owner_);
        if (!reader) {
            // One that is not there yet is made.
            if (::access(options_.state->c_str(), F_OK) != 0) return {};
            return tl::make_unexpected(reader.error());
        }
        for (;;) {
            ZERMELO_TRY(const auto record, reader->next());
            if (!record) break;
            if (record->deepening) search_.prover().remember(record->key, record->role, *record->deepening);
            if (record->guided) search_.prover().remember(*record->guided);
        }
        search_.add(reader->state().bounds);
        search_.set_turn(reader->state().turn);
        return {};
    }

    Result<void> save() {
        const auto begin = SaveClock::now();
        auto writer = StateWriter::create(*options_.state, owner_, {search_.bounds(), search_.turn()});
        if (!writer) return tl::make_unexpected(writer.error());
        search_.prover().for_each_remembered(
            [&](const Hash128& key, Role role, const search::Known& known) { writer->add(key, role, known); },
            [&](const auto& entry) { writer->add(entry); });
        auto written = writer->finish();
        const auto now = SaveClock::now();
        next_save_ = now + std::max(std::chrono::duration_cast<SaveClock::duration>(options_.save_every),
                                    10 * (now - begin));
        return written;
    }
    Game game_;
    const ValueOptions& options_;
    const ValueReport& report_;
    search::OutcomeSearch<Game> search_;
    StateOwner owner_;
    engine::MoveList moves_;
    search::Budget* budget_ = nullptr;
    SaveClock::time_point next_save_;
    std::optional<Error> unsaved_;
};

/// What tables have of a position.
template <typename Bits>
Result<FoundValue> looked_up(tablebase::Prober<Bits>& tables, const engine::Position<Bits>& root) {
    const auto& game = tables.game();
    FoundValue found;
    ZERMELO_TRY(const game::Value value, tables.value(root));
    found.bounds = Bounds{value};
    found.source = game.end(root) ? ValueSource::rules : ValueSource::tables;
    ZERMELO_TRY(const auto line, tables.line(root));
    found.line = engine::ucis(line, game.rules());
    ZERMELO_TRY(const auto moves, tables.moves(root));
    for (const auto& move : moves)
        found.moves.push_back({engine::uci(move.move, game.rules()), Bounds{move.value}});
    return found;
}

/// What is proved in the game without history is taken back where it may not stand in the game with it.
template <typename Bits>
void apply_history_rules(FoundValue& found, const engine::GameAt<Bits>& at, const ValueOptions& options) {
    if (options.ideal || !at.game.rules().history.any() || found.source == ValueSource::rules) return;
    const HistoryRules history{at, options.half_moves, options.counting_left};
    for (MoveOutcome& move : found.moves) history.apply(move.bounds);
    sort(found.moves);
    const auto before = found.bounds.outcome();
    const auto doubt = history.apply(found.bounds);
    if (!doubt) return;
    if (found.bounds.outcome() == before) {
        // The outcome stands, its least length does not.
        if (before && !found.bounds.exact() && found.stopped_by.empty()) found.doubt = *doubt;
        return;
    }
    found.doubt = *doubt;
    found.stopped_by.clear();
    found.source.reset();
    found.line.clear();
    found.complete = false;
}

/// By search, or by tables that are made when that is quicker.
template <typename Bits>
Result<FoundValue> searched(const GameWithTables<Bits>& game, const engine::Position<Bits>& root,
                            const ValueOptions& options, const ValueReport& report) {
    search::Budget budget{limits_of(options.time, options.nodes, options.stop)};
    TablesOnDemand<Bits> demand{game, root, options.memory, options.threads};
    tablebase::MakeReport making;
    if (report)
        making = [&](const tablebase::TierAtWork& tier) {
            ValueProgress progress;
            progress.making = tier;
            report(progress);
        };
    std::optional<Error> unsaved;
    const auto search = [&](search::Budget& own) -> Result<FoundValue> {
        auto found = ValueRun<Bits>{game, root, options, report}.run(own);
        own.watch({}, [] {});
        if (found) unsaved = found->unsaved;
        return found;
    };
    const auto unfinished = [&](FoundValue found) -> Result<FoundValue> {
        if (!found.bounds.exact()) found.stopped_by = name_of_limit(budget.stopped());
        return found;
    };
    const auto look_up = [&](const std::unique_ptr<tablebase::Prober<Bits>>& tables) -> Result<FoundValue> {
        ZERMELO_TRY(FoundValue known, looked_up(*tables, root));
        known.nodes = budget.nodes_used();
        known.unsaved = std::move(unsaved);
        return known;
    };
    return search_or_tables(demand, budget, making, search, unfinished, look_up);
}

}  // namespace

Result<FoundValueAt> value(const engine::AnyGameAt& position, const ValueOptions& options,
                           const ValueReport& report, const std::string& named) {
    ZERMELO_CHECK(check_threads(options.threads));
    return std::visit(
               [&]<typename Bits>(const engine::GameAt<Bits>& at) -> Result<FoundValue> {
                   ZERMELO_TRY(const auto folder,
                               tablebase::TableFolder::existing_if(options.tables, at.game.rules(), named));
                   const GameWithTables<Bits> game{at.game, folder};
                   FoundValue found;
                   if (game.prober() && game.prober()->covers(at.position)) {
                       ZERMELO_TRY(found, looked_up(*game.prober(), at.position));
                   } else {
                       ZERMELO_TRY(found, searched(game, at.position, options, report));
                   }
                   found.variant = at.game.rules().name;
                   found.fen = print_fen(at.game.setup(at.position));
                   apply_history_rules(found, at, options);
                   return found;
               },
               position)
        .map([&](FoundValue found) {
            return FoundValueAt{std::move(found), position};
        });
}

}  // namespace zermelo::oracle
