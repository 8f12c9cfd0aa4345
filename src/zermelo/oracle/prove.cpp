// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/oracle/prove.hpp"

#include <algorithm>
#include <functional>
#include <memory>
#include <utility>
#include <variant>

#include <fmt/format.h>

#include "zermelo/base/thread_pool.hpp"
#include "zermelo/certificate/check.hpp"
#include "zermelo/certificate/from_strategy.hpp"
#include "zermelo/engine/notation.hpp"
#include "zermelo/engine/position_text.hpp"
#include "zermelo/oracle/game_with_tables.hpp"
#include "zermelo/oracle/history.hpp"
#include "zermelo/oracle/limits.hpp"
#include "zermelo/oracle/prove_tables.hpp"
#include "zermelo/oracle/search_or_tables.hpp"
#include "zermelo/oracle/text_game.hpp"
#include "zermelo/rules/hash.hpp"
#include "zermelo/search/best_play.hpp"
#include "zermelo/search/outcome_search.hpp"
#include "zermelo/search/prover.hpp"
#include "zermelo/search/strategy.hpp"

namespace zermelo::oracle {

namespace {

/// Longer than every win.
constexpr Plies any_length{search::never};

/// Hands on what a checker finds good so far.
class CheckedSink : public Sink {
  public:
    CheckedSink(certificate::Checker& checker, Sink& sink) : checker_(checker), sink_(sink) {}
    Result<void> write(std::string_view bytes) override {
        if (const auto good = checker_.write(bytes); !good) return refused(good.error());
        const auto written = sink_.write(bytes);
        lost_ = lost_ || !written;
        return written;
    }
    Result<void> finish() {
        if (const auto good = checker_.finish(); !good) return refused(good.error());
        return {};
    }
    /// Whether what failed is the other sink.
    bool lost() const { return lost_; }

  private:
    static tl::unexpected<Error> refused(const Error& error) {
        return failure(ErrorKind::io,
                       "the certificate does not prove what was found, which is an error in this program "
                       "that should be reported: " +
                           error.message);
    }

    certificate::Checker& checker_;
    Sink& sink_;
    bool lost_ = false;
};

/// Where a certificate goes, and of which proofs one is wanted.
struct CertificateRequest {
    Sink& sink;
    std::function<bool(const Proof&)> wanted;
    bool written = false;
    std::optional<Error> failed = std::nullopt;  ///< why a proof that was found has none
};

/// Proofs on boards of one size, one after the other.
template <typename Bits>
class PositionProver {
  public:
    using Game = GameWithTables<Bits>;
    using Position = engine::Position<Bits>;

    PositionProver(Game game, const ProveOptions& options, unsigned threads = 1, ProveReport report = {})
        : game_(std::move(game)), options_(options), threads_(threads), report_(std::move(report)) {}

    const Game& game() const { return game_; }

    /// Under the limits anew, and as if it were the first. `all`: with the line and the first moves.
    Result<Proof> run(const Position& root, std::optional<Plies> limit, bool all,
                      CertificateRequest* certificate = nullptr) {
        certificate_ = certificate;
        budget_ = search::Budget{limits_of(options_.time, options_.nodes, options_.stop)};
        root_ = root;
        if (report_) budget_.watch(std::chrono::seconds{1}, [this] { tell(); });
        TablesOnDemand<Bits> demand{game_, root_, options_.memory, threads_};
        const auto searched = [&](search::Budget& own) -> Result<Proof> {
            begin(game_, options_.memory, own);
            auto proof = search(limit, all);
            if (own.ended()) prover_.reset();
            return proof;
        };
        if (game_.restricted()) return searched(budget_);  // tables say little of such wins
        const auto unfinished = [&](Proof proof) -> Result<Proof> {
            if (open_) proof.stopped_by = name_of_limit(budget_.stopped());
            if (!spare_.text().empty()) {
                auto written = certificate_->sink.write(spare_.text());
                certificate_->written = written.has_value();
                if (!written) certificate_->failed = std::move(written.error());
            }
            return proof;
        };
        const auto looked_up = [&](std::unique_ptr<tablebase::Prober<Bits>> tables) -> Result<Proof> {
            if (!options_.certificate) {
                ZERMELO_TRY(auto known, proof_of_tables(*tables, root_, limit, all));
                return *std::move(known);
            }
            // A certificate is a strategy, which is searched for.
            begin(Game{game_, std::move(tables)}, demand.memory_left(), budget_);
            auto proof = search(limit, all);
            prover_.reset();
            return proof;
        };
        return search_or_tables(demand, budget_, making(), searched, unfinished, looked_up);
    }

  private:
    void tell() const {
        ProveProgress progress;
        progress.nodes = budget_.nodes_used();
        progress.bounds = search::bounds_of(prover_->remembered(root_, search::Role::attacker));
        progress.numbers = prover_->numbers(root_, search::Role::attacker);
        report_(progress);
    }
    tablebase::MakeReport making() const {
        if (!report_) return {};
        return [this](const tablebase::TierAtWork& tier) {
            ProveProgress progress;
            progress.making = tier;
            report_(progress);
        };
    }

    void begin(Game game, std::size_t memory, search::Budget& budget) {
        own_ = &budget;
        if (prover_) return prover_->forget();
        prover_.emplace(std::move(game), memory, threads_);
    }

    Result<Proof> search(std::optional<Plies> limit, bool all) {
        spare_ = {};
        Proof proof;
        proof.variant = game().rules().name;
        proof.fen = print_fen(game().setup(root_));
        proof.limit = limit;
        const auto answer = prover_->prove(root_, limit, own_);
        if (auto error = prover_->game().take_error()) return tl::make_unexpected(*std::move(error));
        if (answer.none_within < any_length) proof.none_within = answer.none_within;
        proof.verdict = answer.verdict;
        proof.plies = answer.length;
        // Where the attacker makes no move, all is as without a restriction.
        if (game().restricted() && limit != Plies{0} && !game().end(root_)) {
            proof.restricted = RestrictedProof{options_.restriction, answer.verdict, proof.none_within};
            proof.none_within = Plies{0};
            if (proof.verdict == Verdict::no_win) proof.verdict = Verdict::unknown;
        }
        open_ = answer.stop.has_value();
        if (open_ && !own_->ended()) proof.stopped_by = name_of_limit(answer.stop);
        if (answer.verdict == Verdict::unknown) {
            proof.complete = false;
            return proof;
        }
        if (certificate_ != nullptr && (proof.plies || (!limit && !proof.restricted)) &&
            certificate_->wanted(proof)) {
            certificate_->failed.reset();
            if (own_->ended()) {
                ZERMELO_CHECK(certify(proof, spare_));
            } else {
                ZERMELO_TRY(certificate_->written, certify(proof, certificate_->sink));
                own_ = &budget_;  // what is written is not written again
            }
        }
        if (all) explain(proof);
        if (auto error = prover_->game().take_error()) return tl::make_unexpected(*std::move(error));
        return proof;
    }

    std::string uci(engine::Move m) const { return engine::uci(m, game().rules()); }

    void explain(Proof& proof) {
        if (proof.plies) {
            // What is known of a win that a limit left without its least length needs no search.
            search::Budget spare{budget_.beside(nodes_for_a_line, time_for_a_line)};
            const auto line = proof.exact() || proof.least_restricted()
                                  ? search::principal_line(*prover_, root_, *proof.plies, own_)
                                  : search::winning_line(*prover_, root_, *proof.plies, &spare);
            proof.line = engine::ucis(line.moves, game().rules());
            proof.complete = line.complete;
        }
        if (game().end(root_)) return;
        if (!proof.limit || proof.restricted || (proof.plies && !proof.exact())) {
            if (!proof.line.empty()) proof.winning.push_back({proof.line.front(), proof.plies, std::nullopt});
            return;
        }
        if (*proof.limit < Plies{1}) return;
        for (const auto& first : search::first_moves(*prover_, root_, *proof.limit, own_)) {
            FirstMove move{uci(first.move), first.length, std::nullopt};
            if (first.refutation) move.refutation = uci(*first.refutation);
            if (first.verdict == Verdict::unknown) {
                proof.complete = false;
            } else {
                (first.verdict == Verdict::win ? proof.winning : proof.tries).push_back(move);
            }
        }
        std::stable_sort(proof.winning.begin(), proof.winning.end(),
                         [](const FirstMove& a, const FirstMove& b) { return a.plies < b.plies; });
    }

    /// Whether a certificate was written: a limit may come before, or the sink fail, which is noted. Errors:
    /// it would not prove what was found.
    Result<bool> certify(const Proof& proof, Sink& sink) {
        // Under the same limits anew: little is left to search.
        search::Budget budget{limits_of(options_.time, options_.nodes, options_.stop)};
        const auto text_of_position = [&](const auto& position, certificate::Side) {
            return engine::position_text(game().setup(position));
        };
        const auto text_of_move = [&](const auto&, engine::Move m) { return uci(m); };
        const std::string& variant = game().rules().name;
        const std::string rules = rules::hash_text(game().rules());
        certificate::Checker checker{
            [&](const certificate::Header&) -> Result<std::unique_ptr<const certificate::TextGame>> {
                return text_game(engine::GameAt<Bits>{game(), root_});
            }};
        CheckedSink checked{checker, sink};
        if (!proof.plies) {
            auto set = prover_->closed_set(root_, &budget);
            if (!set) return false;  // the verdict is worth more
            return written(
                certificate::write_closed_set(variant, rules, engine::position_text(game().setup(root_)),
                                              **set, text_of_position, text_of_move, checked),
                checked);
        }
        const auto strategy =
            search::StrategyBuilder<Game, search::Prover<Game>>{*prover_}.build(root_, *proof.plies, &budget);
        if (!strategy) {
            certificate_->failed =
                Error{ErrorKind::bad_usage,
                      fmt::format("the win in {} plies is proved, but a limit ({}) was reached before "
                                  "its certificate was finished",
                                  proof.plies->count(), name_of_limit(strategy.error()))};
            return false;
        }
        return written(
            certificate::write_strategy(variant, rules, *strategy, text_of_position, text_of_move, checked),
            checked);
    }

    Result<bool> written(Result<void> result, CheckedSink& checked) {
        if (result) result = checked.finish();
        if (result) return true;
        if (!checked.lost()) return tl::make_unexpected(std::move(result.error()));
        certificate_->failed = std::move(result.error());
        return false;
    }

    static constexpr std::uint64_t nodes_for_a_line = 100'000;
    static constexpr std::chrono::milliseconds time_for_a_line{50};  ///< after the limit of time

    Game game_;
    Position root_;
    std::optional<search::Prover<Game>>
        prover_;  ///< searches `game_`; for a certificate, with tables that were made
    const ProveOptions& options_;
    unsigned threads_;
    ProveReport report_;
    CertificateRequest* certificate_ = nullptr;
    StringSink spare_;  ///< a certificate of what is found before tables are tried, for want of a better one
    search::Budget budget_;
    search::Budget* own_ = nullptr;  ///< the part of the search that goes on
    bool open_ = false;              ///< a limit, or the end of that part, left something open
};

/// That no win was found under a restriction may be due to the history, too.
void doubt_restricted(Proof& proof, const HistoryRules& history) {
    RestrictedProof& restricted = *proof.restricted;
    const bool none = restricted.verdict == Verdict::no_win;
    if (!restricted.none_within && !none) return;
    const auto doubt = history.of_no_win(restricted.none_within.value_or(any_length));
    if (!doubt) return;
    restricted.none_within.reset();
    if (!none) return;
    restricted.verdict = Verdict::unknown;
    proof.doubt = *doubt;
}

/// What a proof in the game without history is worth in the game itself.
Proof apply_history_rules(Proof proof, const rules::Rules& rules, const HistoryRules& history,
                          const ProveOptions& options) {
    if (options.ideal || !rules.history.any()) return proof;
    proof.value.reset();  // tables know no history
    const auto none_within = proof.verdict == Verdict::no_win && !proof.none_within
                                 ? std::optional{any_length}
                                 : proof.none_within;
    const auto no_win = none_within ? history.of_no_win(*none_within) : std::nullopt;
    const auto win = proof.plies ? history.of_win(*proof.plies) : std::nullopt;
    const auto longest = std::max(proof.limit.value_or(any_length), proof.plies.value_or(Plies{0}));
    const auto hidden = std::erase_if(
        proof.winning, [&](const FirstMove& move) { return history.of_win(*move.plies).has_value(); });
    if (proof.restricted) doubt_restricted(proof, history);
    const bool no_tries = history.of_no_win(longest).has_value() && !proof.tries.empty();
    if (no_tries) proof.tries.clear();
    if (hidden != 0 || no_tries) proof.complete = false;
    if (no_win) proof.none_within.reset();
    // The win stands, its least length does not.
    if (no_win && proof.verdict == Verdict::win && proof.stopped_by.empty()) proof.doubt = *no_win;
    const auto& doubt = proof.verdict == Verdict::win ? win : no_win;
    if (proof.verdict == Verdict::unknown || !doubt) return proof;
    Proof unknown;
    unknown.variant = proof.variant;
    unknown.fen = proof.fen;
    unknown.limit = proof.limit;
    unknown.none_within = proof.none_within;
    if (proof.restricted)
        unknown.restricted = {proof.restricted->restriction, Verdict::unknown, proof.restricted->none_within};
    unknown.doubt = *doubt;
    unknown.complete = false;
    return unknown;
}

}  // namespace

Result<ProofAt> prove(const engine::AnyGameAt& position, std::optional<Plies> limit,
                      const ProveOptions& options, const std::string& named, Sink* certificate,
                      const ProveReport& report) {
    ZERMELO_CHECK(check_limit(limit));
    ZERMELO_CHECK(check_threads(options.threads));
    StringSink text;
    CertificateRequest request{certificate != nullptr ? *certificate : text, {}};
    return std::visit(
               [&]<typename Bits>(const engine::GameAt<Bits>& at) -> Result<Proof> {
                   const rules::Rules& rules = at.game.rules();
                   const HistoryRules history{at, options.half_moves, options.counting_left};
                   ZERMELO_TRY(const auto folder,
                               tablebase::TableFolder::existing_if(options.tables, rules, named));
                   const GameWithTables<Bits> game{at.game, folder, options.restriction};
                   // A certificate is a strategy, which is searched for.
                   if (game.prober() && !options.certificate) {
                       ZERMELO_TRY(auto known, proof_of_tables(*game.prober(), at.position, limit, true));
                       if (known) return apply_history_rules(*std::move(known), rules, history, options);
                   }
                   request.wanted = [&](const Proof& proof) {
                       return apply_history_rules(proof, rules, history, options).verdict == proof.verdict;
                   };
                   return PositionProver<Bits>{game, options, options.threads, report}
                       .run(at.position, limit, true, options.certificate ? &request : nullptr)
                       .map([&](Proof proof) {
                           return apply_history_rules(std::move(proof), rules, history, options);
                       });
               },
               position)
        .map([&](Proof proof) {
            proof.certificate = std::move(text).text();
            return ProofAt{std::move(proof), position, request.written, std::move(request.failed)};
        });
}

Result<Proof> or_uncertified(Result<ProofAt> proof) {
    return std::move(proof).and_then([](ProofAt&& found) -> Result<Proof> {
        if (found.uncertified) return tl::make_unexpected(*std::move(found.uncertified));
        return std::move(found);
    });
}

/// The provers of one size of board; the one of positions at home is kept.
struct ManyProofs::Asked {
    virtual ~Asked() = default;
    virtual Result<Proof> prove(const engine::AnyGameAt& position, const ProveOptions& history, bool all) = 0;
};

namespace {

template <typename Bits>
class AskedOf : public ManyProofs::Asked {
  public:
    AskedOf(const engine::Game<Bits>& game, std::optional<Plies> limit, const ProveOptions& options,
            std::optional<tablebase::TableFolder> folder)
        : limit_(limit), options_(options), folder_(std::move(folder)), own_(prover(game)) {}

    Result<Proof> prove(const engine::AnyGameAt& position, const ProveOptions& history, bool all) override {
        const auto& at = std::get<engine::GameAt<Bits>>(position);
        const bool at_home = &at.game.tables() == &own_->game().tables();
        const auto prover = at_home ? own_ : this->prover(at.game);
        std::optional<Proof> proof;
        if (auto* const prober = prover->game().prober()) {
            ZERMELO_TRY(proof, proof_of_tables(*prober, at.position, limit_, all));
        }
        if (!proof) {
            ZERMELO_TRY(proof, prover->run(at.position, limit_, all));
        }
        return apply_history_rules(*std::move(proof), at.game.rules(),
                                   HistoryRules{at, history.half_moves, history.counting_left}, history);
    }

  private:
    std::shared_ptr<PositionProver<Bits>> prover(const engine::Game<Bits>& game) const {
        return std::make_shared<PositionProver<Bits>>(
            GameWithTables<Bits>{game, folder_, options_.restriction}, options_);
    }

    std::optional<Plies> limit_;
    const ProveOptions& options_;
    std::optional<tablebase::TableFolder> folder_;
    std::shared_ptr<PositionProver<Bits>> own_;
};

}  // namespace

ManyProofs::ManyProofs(const engine::AnyGameAt& start, std::optional<Plies> limit,
                       const ProveOptions& options, const std::optional<tablebase::TableFolder>& folder)
    : asked_(std::visit(
          [&]<typename Bits>(const engine::GameAt<Bits>& at) -> std::unique_ptr<Asked> {
              return std::make_unique<AskedOf<Bits>>(at.game, limit, options, folder);
          },
          start)) {}
ManyProofs::ManyProofs(ManyProofs&&) noexcept = default;
ManyProofs::~ManyProofs() = default;

Result<Proof> ManyProofs::prove(const engine::AnyGameAt& position, const ProveOptions& history, bool all) {
    return asked_->prove(position, history, all);
}

}  // namespace zermelo::oracle
