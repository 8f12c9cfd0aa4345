// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/oracle/question.hpp"

#include <algorithm>
#include <type_traits>
#include <utility>
#include <variant>

#include "zermelo/base/thread_pool.hpp"
#include "zermelo/oracle/game_with_tables.hpp"
#include "zermelo/oracle/history.hpp"
#include "zermelo/oracle/limits.hpp"
#include "zermelo/oracle/move_values.hpp"
#include "zermelo/oracle/outcome_run.hpp"
#include "zermelo/oracle/searching.hpp"
#include "zermelo/oracle/win_search.hpp"

namespace zermelo::oracle {

namespace {

/// What all questions have in common.
template <typename Options>
Question question_of(engine::AnyGameAt position, Asked asked, const Options& options) {
    Question question{std::move(position)};
    question.asked = asked;
    question.time = options.time;
    question.nodes = options.nodes;
    question.stop = options.stop;
    question.memory = options.memory;
    question.threads = options.threads;
    question.ideal = options.ideal;
    question.half_moves = options.half_moves;
    question.counting_left = options.counting_left;
    return question;
}

}  // namespace

Question Question::of_win(engine::AnyGameAt position, std::optional<Plies> limit,
                          const ProveOptions& options) {
    Question question = question_of(std::move(position), Asked::win, options);
    question.plies = limit;
    question.restriction = options.restriction;
    return question;
}

Question Question::of_outcome(engine::AnyGameAt position, const ValueOptions& options) {
    Question question = question_of(std::move(position), Asked::outcome, options);
    question.state = options.state;
    question.save_every = options.save_every;
    return question;
}

Question Question::of_moves(engine::AnyGameAt position, std::optional<Plies> depth) {
    Question question{std::move(position)};
    question.asked = Asked::moves;
    question.plies = depth;
    return question;
}

Question Question::of_tables(engine::AnyGameAt position, bool moves, bool line) {
    Question question{std::move(position)};
    question.asked = Asked::tables;
    question.ideal = true;  // tables know no history
    question.moves = moves;
    question.line = line;
    return question;
}

/// What serves questions about positions of one game, on boards of one size.
template <typename Bits>
struct KeptFor {
    explicit KeptFor(GameWithTables<Bits> its_game) : game(std::move(its_game)) {}

    /// A prover of other memory, for other threads, or that knows wins without distances where a certificate
    /// is asked for, is of no use.
    void prepare(const Question& question) {
        const bool certifies = question.certificate != nullptr;
        if (memory != question.memory || threads != question.threads || certified != certifies)
            prover.reset();
        memory = question.memory;
        threads = question.threads;
        certified = certifies;
    }

    GameWithTables<Bits> game;
    typename WinSearch<Bits>::Prover prover;  // for this game
    std::size_t memory = 0;
    unsigned threads = 0;
    bool certified = false;
};

struct Session::Kept {
    std::variant<std::monostate, KeptFor<std::uint64_t>, KeptFor<Bits256>> any;

    /// What serves a question, kept where it serves this one, too.
    template <typename Bits>
    KeptFor<Bits>& serving(const Question& question, const engine::Game<Bits>& game,
                           const std::optional<tablebase::TableFolder>& tables) {
        if (auto* const kept = std::get_if<KeptFor<Bits>>(&any)) {
            if (&kept->game.compiled() == &game.compiled() &&
                kept->game.restriction() == question.restriction) {
                kept->prepare(question);
                return *kept;
            }
        }
        auto& made =
            any.template emplace<KeptFor<Bits>>(GameWithTables<Bits>{game, tables, question.restriction});
        made.prepare(question);
        return made;
    }
};

namespace {

template <typename Bits>
Result<Answer> searched(const Asking<Bits>& asking, const HistoryRules& history,
                        typename WinSearch<Bits>::Prover& prover) {
    const Question& question = asking.question;
    const auto nodes = question.asked == Asked::moves ? MoveValues<Bits>::nodes_of(question) : question.nodes;
    search::Budget budget{limits_of(question.time, nodes, question.stop)};
    std::unique_ptr<Searching<Bits>> how;
    if (question.asked == Asked::win) {
        how = std::make_unique<WinSearch<Bits>>(asking, history, budget, prover);
        if (asking.game.restricted()) return how->search(budget);  // tables say little of such wins
    } else if (question.asked == Asked::outcome) {
        how = std::make_unique<OutcomeRun<Bits>>(asking, history);
    } else {
        how = std::make_unique<MoveValues<Bits>>(asking);
    }
    tablebase::MakeReport making;
    if (asking.report)
        making = [&](const tablebase::TierAtWork& tier) {
            Progress progress;
            progress.making = tier;
            asking.report(progress);
        };
    TablesOnDemand<Bits> demand{asking.game, asking.root, question.memory, question.threads};
    return search_or_tables(*how, demand, budget, making);
}

/// Whether what tables know leaves something open of what was asked: the length of a win, of which they have
/// the outcome alone.
bool leaves_length_open(const Answer& known, const Question& question) {
    if (!question.plies) return false;
    if (question.asked == Asked::win) return known.bounds.win_within(question.plies) == Verdict::unknown;
    return question.asked == Asked::moves &&
           std::any_of(known.moves.begin(), known.moves.end(),
                       [](const MoveAnswer& move) { return move.bounds.is_unlimited(); });
}

/// The answer in the game without history.
template <typename Bits>
Result<Answer> answered(const Asking<Bits>& asking, const HistoryRules& history,
                        typename WinSearch<Bits>::Prover& prover) {
    const Question& question = asking.question;
    auto* const tables = asking.game.prober();
    Answer known;
    // A certificate is a strategy, which is searched for.
    if (question.asked == Asked::tables ||
        (tables != nullptr && question.certificate == nullptr && tables->covers(asking.root))) {
        known = answer_of_tables(*tables, asking.root, question);
        if (question.asked == Asked::tables) {
            if (known.bounds.value()) return known;
            return tl::make_unexpected(*std::move(known.table_error));
        }
        if (!known.table_error && !leaves_length_open(known, question)) return known;
    }
    if (question.asked == Asked::moves) {
        if (const auto end = asking.game.end(asking.root)) {
            Answer over;
            over.bounds = game::Bounds{game::ended(*end)};
            over.source = ValueSource::rules;
            return over;
        }
        ZERMELO_CHECK(check_move_count(asking.game.count(asking.root)));
    }
    auto found = searched(asking, history, prover);
    auto failed = asking.game.take_error();
    if (!found) return found;
    if (known.bounds.is_unlimited()) {
        if (!found->source && !found->bounds.exact()) found->source = known.source;
        found->bounds.add(known.bounds);
        if (question.asked != Asked::win) found->conclude();
    } else if (known.bounds.exact()) {  // all but some move or the line
        found->bounds.add(known.bounds);
        found->source = known.source;
        if (known.line) found->line = std::move(known.line);
        found->heed_line();
        if (question.asked != Asked::win) found->conclude();
        if (question.asked != Asked::moves) found->stopped_by.reset();
    }
    found->table_error = known.table_error ? std::move(known.table_error) : std::move(failed);
    return found;
}

}  // namespace

Session::Session(std::optional<tablebase::TableFolder> tables)
    : tables_(std::move(tables)), kept_(std::make_unique<Kept>()) {}
Session::Session(Session&&) noexcept = default;
Session::~Session() = default;

Result<Answer> Session::answer(const Question& question, const Report& report) {
    ZERMELO_CHECK(check_limit(question.plies));
    ZERMELO_CHECK(check_threads(question.threads));
    return std::visit(
        [&]<typename Bits>(const engine::GameAt<Bits>& at) -> Result<Answer> {
            auto& kept = kept_->serving(question, at.game, tables_);
            const HistoryRules history{at, question.half_moves, question.counting_left};
            Report in_history;
            if (report)
                in_history = [&](const Progress& progress) {
                    if (progress.known == nullptr) return report(progress);
                    Answer known = *progress.known;
                    history.apply(known, question);
                    Progress stands = progress;
                    stands.known = &known;
                    report(stands);
                };
            ZERMELO_TRY(Answer answer, answered(Asking<Bits>{question, in_history, kept.game, at.position},
                                                history, kept.prover));
            history.apply(answer, question);
            return answer;
        },
        question.position);
}

}  // namespace zermelo::oracle
