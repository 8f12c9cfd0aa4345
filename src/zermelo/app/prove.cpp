// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/app/prove.hpp"

#include <algorithm>
#include <functional>
#include <memory>
#include <utility>

#include <fmt/format.h>

#include "zermelo/app/game_with_tables.hpp"
#include "zermelo/app/prove_tables.hpp"
#include "zermelo/app/tables_on_demand.hpp"
#include "zermelo/app/text_game.hpp"
#include "zermelo/base/json.hpp"
#include "zermelo/base/plies_text.hpp"
#include "zermelo/base/thread_pool.hpp"
#include "zermelo/certificate/check.hpp"
#include "zermelo/certificate/from_strategy.hpp"
#include "zermelo/rules/history.hpp"
#include "zermelo/search/best_play.hpp"
#include "zermelo/search/outcome_search.hpp"
#include "zermelo/search/prover.hpp"
#include "zermelo/search/strategy.hpp"

namespace zermelo::app {

namespace {

/// Longer than every win.
constexpr Plies any_length{search::never};

/// Where a certificate's values stand that are looked at before its checker is.
constexpr Location variant_place{2, std::string_view{"variant "}.size() + 1};
constexpr Location position_place{4, std::string_view{"position "}.size() + 1};

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
        begin(game_, options_.memory);
        if (report_) budget_.watch(std::chrono::seconds{1}, [this] { tell(); });
        TablesOnDemand<Bits> demand{game_, root_, options_.memory, threads_};
        // Of restricted wins tables say little.
        if (!game_.restricted()) demand.watch(budget_);
        ZERMELO_TRY(Proof proof, search(limit, all));
        if (!budget_.halted()) {
            budget_.go_on();
            return proof;
        }
        prover_.reset();
        auto made = demand.make(budget_, making());
        if (!made && made.error().kind != ErrorKind::stopped)
            return tl::make_unexpected(std::move(made.error()));
        if (!made) {
            if (!proof.stopped_by.empty()) proof.stopped_by = name_of_limit(why_stopped(budget_));
            if (!spare_.text().empty()) {
                auto written = certificate_->sink.write(spare_.text());
                certificate_->written = written.has_value();
                if (!written) certificate_->failed = std::move(written.error());
            }
            return proof;
        }
        budget_.go_on();
        if (!*made) {
            begin(game_, options_.memory);
            return search(limit, all);
        }
        // A certificate is a strategy, which is searched for.
        if (!options_.certificate) {
            ZERMELO_TRY(auto known, proof_of_tables(**made, root_, limit, all));
            return *std::move(known);
        }
        begin(Game{game_, *std::move(made)}, demand.memory_left());
        auto found = search(limit, all);
        prover_.reset();
        return found;
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

    void begin(Game game, std::size_t memory) {
        if (prover_) return prover_->forget();
        prover_.emplace(std::move(game), memory, threads_);
    }

    Result<Proof> search(std::optional<Plies> limit, bool all) {
        spare_ = {};
        Proof proof;
        proof.variant = game().rules().name;
        proof.fen = print_fen(game().setup(root_));
        proof.limit = limit;
        const auto answer = prover_->prove(root_, limit, &budget_);
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
        if (answer.stop) proof.stopped_by = name_of_limit(answer.stop);
        if (answer.verdict == Verdict::unknown) {
            proof.complete = false;
            return proof;
        }
        if (certificate_ != nullptr && (proof.plies || (!limit && !proof.restricted)) &&
            certificate_->wanted(proof)) {
            certificate_->failed.reset();
            if (budget_.halted()) {
                ZERMELO_CHECK(certify(proof, spare_));
            } else {
                ZERMELO_TRY(certificate_->written, certify(proof, certificate_->sink));
                budget_.go_on();  // what is written is not written again
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
            search::Budget spare{{{}, nodes_for_a_line, options_.stop}};
            const auto line = proof.exact() || proof.least_restricted()
                                  ? search::principal_line(*prover_, root_, *proof.plies, &budget_)
                                  : search::winning_line(*prover_, root_, *proof.plies, &spare);
            for (const auto& move : line.moves) proof.line.push_back(uci(move));
            proof.complete = line.complete;
        }
        if (game().end(root_)) return;
        if (!proof.limit || proof.restricted || (proof.plies && !proof.exact())) {
            if (!proof.line.empty()) proof.winning.push_back({proof.line.front(), proof.plies, std::nullopt});
            return;
        }
        if (*proof.limit < Plies{1}) return;
        for (const auto& first : search::first_moves(*prover_, root_, *proof.limit, &budget_)) {
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
            return position_text(game().setup(position));
        };
        const auto text_of_move = [&](const auto&, engine::Move m) { return uci(m); };
        const std::string& variant = game().rules().name;
        const std::string rules = rules::hash_text(game().rules());
        certificate::Checker checker{
            [&](const certificate::Header&) -> Result<std::unique_ptr<const certificate::TextGame>> {
                return std::make_unique<const VariantTextGame<Bits>>(game());
            }};
        CheckedSink checked{checker, sink};
        if (!proof.plies) {
            auto set = prover_->closed_set(root_, &budget);
            if (!set) return false;  // the verdict is worth more
            return written(certificate::write_closed_set(variant, rules, position_text(game().setup(root_)),
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

    Game game_;
    Position root_;
    std::optional<search::Prover<Game>>
        prover_;  ///< of `game_`; for a certificate, with tables that were made
    const ProveOptions& options_;
    unsigned threads_;
    ProveReport report_;
    CertificateRequest* certificate_ = nullptr;
    StringSink spare_;  ///< a certificate of what is found before tables are tried, for want of a better one
    search::Budget budget_;
};

/// That no win was found under a restriction may be due to the history, too.
void doubt_restricted(Proof& proof, const rules::Rules& rules, const rules::HistoryStart& start) {
    RestrictedProof& restricted = *proof.restricted;
    const bool none = restricted.verdict == Verdict::no_win;
    if (!restricted.none_within && !none) return;
    const auto doubt = doubt_of_no_win(rules, start, restricted.none_within.value_or(any_length));
    if (!doubt) return;
    restricted.none_within.reset();
    if (!none) return;
    restricted.verdict = Verdict::unknown;
    proof.doubt = *doubt;
}

/// What a proof in the game without history is worth in the game itself.
template <typename Bits>
Proof under_history(Proof proof, const engine::GameAt<Bits>& at, const ProveOptions& options) {
    const rules::Rules& rules = at.game.rules();
    if (options.ideal || !rules.history.any()) return proof;
    proof.value.reset();  // of tables, which know no history
    const auto& position = at.position;
    const rules::HistoryStart start{
        options.half_moves, position.to_move(),
        std::min(position.men(Color::white).size(), position.men(Color::black).size()), options.counting_left,
        at.game.plies_left(position)};
    const auto none_within = proof.verdict == Verdict::no_win && !proof.none_within
                                 ? std::optional{any_length}
                                 : proof.none_within;
    const auto no_win = none_within ? doubt_of_no_win(rules, start, *none_within) : std::nullopt;
    const auto win = proof.plies ? doubt_of_win(rules, start, *proof.plies) : std::nullopt;
    const auto longest = std::max(proof.limit.value_or(any_length), proof.plies.value_or(Plies{0}));
    const auto hidden = std::erase_if(proof.winning, [&](const FirstMove& move) {
        return doubt_of_win(rules, start, *move.plies).has_value();
    });
    if (proof.restricted) doubt_restricted(proof, rules, start);
    const bool no_tries = doubt_of_no_win(rules, start, longest).has_value() && !proof.tries.empty();
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

std::string name_of_limit(std::optional<search::Stop> stop) {
    if (!stop) return "";
    switch (*stop) {
        case search::Stop::time:
            return "time";
        case search::Stop::nodes:
            return "nodes";
        case search::Stop::size:
            return "size";
        default:
            return "request";
    }
}

Result<void> check_limit(std::optional<Plies> limit) {
    if (!limit || *limit <= most_plies) return {};
    return failure(ErrorKind::bad_usage,
                   fmt::format("{} plies, expected at most {}", limit->count(), most_plies.count()));
}

search::Limits limits_of(std::optional<std::chrono::duration<double>> time,
                         std::optional<std::uint64_t> nodes, std::stop_token stop) {
    search::Limits limits;
    limits.nodes = nodes;
    limits.stop = std::move(stop);
    if (time) {
        using Clock = std::chrono::steady_clock;
        // A time that the clock cannot hold is no limit.
        if (*time < std::chrono::duration<double>{std::chrono::hours{24 * 365 * 100}})
            limits.time = std::chrono::duration_cast<Clock::duration>(std::max(*time, {}));
    }
    return limits;
}

Result<ProofAt> prove(Library& library, const PositionRequest& request, std::optional<Plies> limit,
                      const ProveOptions& options, Sink* certificate, const ProveReport& report) {
    ZERMELO_CHECK(check_limit(limit));
    ZERMELO_TRY(const rules::Rules* const rules, library.find(request.variant));
    ZERMELO_TRY(const engine::AnyGameAt position, position_of(*rules, request.fen));
    return prove(position, limit, counted(options, *rules, request.fen.value_or(rules->start_fen)),
                 library.shell_words(*rules), certificate, report);
}

Result<ProofAt> prove(const engine::AnyGameAt& position, std::optional<Plies> limit,
                      const ProveOptions& options, const std::string& named, Sink* certificate,
                      const ProveReport& report) {
    ZERMELO_CHECK(check_limit(limit));
    ZERMELO_CHECK(check_threads(options.threads));
    StringSink text;
    CertificateRequest request{certificate != nullptr ? *certificate : text, {}};
    return std::visit(
               [&]<typename Bits>(const engine::GameAt<Bits>& at) -> Result<Proof> {
                   ZERMELO_TRY(const auto folder,
                               tablebase::TableFolder::existing_if(options.tables, at.game.rules(), named));
                   const GameWithTables<Bits> game{at.game, folder, options.restriction};
                   // A certificate is a strategy, which is searched for.
                   if (game.prober() && !options.certificate) {
                       ZERMELO_TRY(auto known, proof_of_tables(*game.prober(), at.position, limit, true));
                       if (known) return under_history(*std::move(known), at, options);
                   }
                   request.wanted = [&](const Proof& proof) {
                       return under_history(proof, at, options).verdict == proof.verdict;
                   };
                   return PositionProver<Bits>{game, options, options.threads, report}
                       .run(at.position, limit, true, options.certificate ? &request : nullptr)
                       .map([&](Proof proof) { return under_history(std::move(proof), at, options); });
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

Result<LineCounts> prove_lines(Library& library, const std::string& variant, std::optional<Plies> limit,
                               const ProveOptions& options, const ProofForm& form, Source& input,
                               Sink& output) {
    ZERMELO_CHECK(check_limit(limit));
    if (options.certificate)
        return failure(ErrorKind::bad_usage,
                       "a certificate of many positions, expected one position with it");
    if (form.tries && form.form == Form::text)
        return failure(ErrorKind::bad_usage,
                       "the tries of many positions in a line each, expected JSON with them");
    ZERMELO_TRY(const rules::Rules* const rules, library.find(variant));
    ZERMELO_TRY(const engine::AnyGameAt start, position_of(*rules, std::nullopt));
    ZERMELO_TRY(const auto folder,
                tablebase::TableFolder::existing_if(options.tables, *rules, library.shell_words(*rules)));
    const auto answerer = [&]() -> AnswerLine {
        return std::visit(
            [&]<typename Bits>(const engine::GameAt<Bits>& at) -> AnswerLine {
                const auto make = [&](const engine::Game<Bits>& game) {
                    return std::make_shared<PositionProver<Bits>>(
                        GameWithTables<Bits>{game, folder, options.restriction}, options);
                };
                return [&, limit, make, own = make(at.game)](std::string_view line) -> Result<LineAnswer> {
                    ZERMELO_TRY(const auto asked, position_in(own->game(), line));
                    const bool at_home = &asked.game.tables() == &own->game().tables();
                    const auto prover = at_home ? own : make(asked.game);
                    const bool all = form.form == Form::json;
                    std::optional<Proof> proof;
                    if (auto* const prober = prover->game().prober()) {
                        ZERMELO_TRY(proof, proof_of_tables(*prober, asked.position, limit, all));
                    }
                    if (!proof) {
                        ZERMELO_TRY(proof, prover->run(asked.position, limit, all));
                    }
                    proof =
                        under_history(*std::move(proof), asked, counted(options, asked.game.rules(), line));
                    return LineAnswer{form.form == Form::json ? json_line(json_of(*proof, form.tries))
                                                              : verdict_text(*proof) + "\n",
                                      proof->verdict != Verdict::unknown};
                };
            },
            start);
    };
    return answer_lines(input, output, {answerer, form.form, options.threads});
}

namespace {

/// The game of a certificate, by its name alone: a certificate does not make us read files.
Result<std::unique_ptr<const certificate::TextGame>> game_of(const Library& library,
                                                             const certificate::Header& claimed) {
    const auto rules = library.find_read(claimed.variant);
    if (!rules && rules.error().where)
        return tl::make_unexpected(rules.error());  // a place in its rules file
    if (!rules) return failure(rules.error().kind, rules.error().message, variant_place);
    const auto setup = setup_of(claimed.position, **rules);
    if (!setup) {
        Location where = position_place;
        if (setup.error().where) where.column += setup.error().where->column - 1;
        return failure(ErrorKind::bad_input, setup.error().message, where);
    }
    ZERMELO_TRY(const auto game, position_of(**rules, *setup, position_place));
    return std::visit(
        []<typename Bits>(
            const engine::GameAt<Bits>& at) -> Result<std::unique_ptr<const certificate::TextGame>> {
            return std::make_unique<const VariantTextGame<Bits>>(at.game);
        },
        game);
}

/// Checks what is written to it, packed or not.
class CertificateCheck : public Sink {
  public:
    CertificateCheck(const Library& library, std::string name)
        : name_(std::move(name)), checker_([games = &library, this](const certificate::Header& header) {
              variant_ = header.variant;
              return game_of(*games, header);
          }) {}

    Result<void> write(std::string_view bytes) override {
        if (!begun_ && begins_packed(bytes)) unpacking_.emplace(checker_, name_);
        begun_ = true;
        return unpacking_ ? unpacking_->write(bytes) : checker_.write(bytes);
    }
    Result<Certified> finish() const {
        if (unpacking_) ZERMELO_CHECK(unpacking_->finish());
        return checker_.finish().map([&](const certificate::Proved& proved) {
            return Certified{variant_, proved.position, proved.plies, proved.nodes};
        });
    }

  private:
    std::string name_;
    certificate::Checker checker_;
    std::string variant_;
    bool begun_ = false;
    std::optional<UnpackingSink> unpacking_;
};

}  // namespace

std::string text_of(const Certified& found, const std::string& input) {
    return fmt::format("{}: good: in {} the side to move in '{}' {} ({} positions)\n", input, found.variant,
                       found.fen,
                       found.plies ? fmt::format("wins within {}", plies_text(*found.plies))
                                   : "forces no win, at any length",
                       found.positions);
}

Json json_of(const Certified& found, const std::string& input) {
    Json object = json_object("certificate");
    object["file"] = input;
    object["variant"] = found.variant;
    object["fen"] = found.fen;
    object["category"] = name(found.plies ? Verdict::win : Verdict::no_win);
    object["limit"] = json_plies(found.plies);
    object["unit"] = "plies";
    object["position_count"] = found.positions;
    return object;
}

Result<Certified> certified(const Library& library, std::string_view text) {
    CertificateCheck check{library, "the certificate"};
    return check.write(text).and_then([&] { return check.finish(); });
}

Result<std::string> verify(Library& library, const std::string& path, Form form) {
    const std::string input = input_name(path);
    CertificateCheck check{library, input};
    ZERMELO_TRY(Source source, open_input(path));
    ZERMELO_TRY(const auto found, about(input, copy(source, check).and_then([&] { return check.finish(); })));
    return form == Form::json ? json_line(json_of(found, input)) : text_of(found, input);
}

}  // namespace zermelo::app
