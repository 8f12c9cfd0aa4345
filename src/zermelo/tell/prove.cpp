// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/tell/prove.hpp"

#include <algorithm>
#include <functional>
#include <memory>
#include <optional>
#include <utility>

#include <fmt/format.h>
#include <tbb/enumerable_thread_specific.h>

#include "zermelo/base/files.hpp"
#include "zermelo/base/in_order.hpp"
#include "zermelo/base/json.hpp"
#include "zermelo/base/plies_text.hpp"
#include "zermelo/base/thread_pool.hpp"
#include "zermelo/certificate/check.hpp"
#include "zermelo/compositions/count_certificate.hpp"
#include "zermelo/engine/notation.hpp"
#include "zermelo/engine/position_text.hpp"
#include "zermelo/oracle/limits.hpp"
#include "zermelo/oracle/text_game.hpp"
#include "zermelo/tell/value.hpp"

namespace zermelo::tell {

namespace {

/// Where a certificate's values stand that are looked at before its checker is.
constexpr Location variant_place{2, std::string_view{"variant "}.size() + 1};
constexpr Location position_place{4, std::string_view{"position "}.size() + 1};

}  // namespace

Result<ProofAt> prove(oracle::Session& session, const oracle::Question& question,
                      const oracle::Report& report) {
    ZERMELO_TRY(oracle::Answer answer, session.answer(question, report));
    const engine::AnyGameAt& at = question.position;
    ProofAt proof{{}, {answer.certified, std::move(answer.uncertified)}, at};
    proof.table_error = std::move(answer.table_error);
    proof.variant = at.rules().name;
    proof.fen = at.fen();
    proof.limit = question.plies;
    proof.verdict = answer.bounds.win_within(question.plies);
    if (proof.verdict == Verdict::win) proof.plies = answer.bounds.at_most();
    proof.none_within = answer.bounds.no_win_within();
    if (answer.source == ValueSource::tables || answer.source == ValueSource::rules)
        proof.value = answer.bounds.value();
    proof.stopped_by = oracle::name_of_limit(answer.stopped_by);
    proof.doubt = answer.doubt;
    if (answer.restricted)
        proof.restricted =
            RestrictedProof{question.restriction, answer.restricted->win_within(question.plies),
                            answer.restricted->no_win_within()};
    proof.complete = answer.complete;
    if (proof.verdict == Verdict::win && answer.line) proof.line = engine::ucis(*answer.line, at.rules());
    if (proof.verdict == Verdict::unknown || question.plies == Plies{0}) return proof;
    for (const oracle::MoveAnswer& move : answer.moves) {
        const Verdict verdict = move.bounds.win_within(question.plies);
        const bool wins = verdict == Verdict::win;
        const auto plies = wins ? move.bounds.at_most() : std::nullopt;
        const auto refutation = move.refutation ? std::optional{at.uci(*move.refutation)} : std::nullopt;
        if (verdict != Verdict::unknown)
            (wins ? proof.winning : proof.tries).push_back({at.uci(move.move), plies, refutation});
    }
    return proof;
}

Result<ProofAt> prove(const engine::AnyGameAt& position, std::optional<Plies> limit,
                      const ProveOptions& options, const std::string& named, Sink* certificate,
                      const oracle::Report& report) {
    ZERMELO_TRY(auto folder, tablebase::TableFolder::existing_if(options.tables, position.rules(), named));
    StringSink text;
    auto question = oracle::Question::of_win(position, limit, options);
    if (options.certificate) question.certificate = certificate != nullptr ? certificate : &text;
    oracle::Session session{std::move(folder)};
    ZERMELO_TRY(ProofAt proof, prove(session, question, report));
    if (proof.certified) proof.certificate = std::move(text).text();
    return proof;
}

Result<ProofAt> prove(library::Library& library, const PositionRequest& request, std::optional<Plies> limit,
                      const ProveOptions& options, Sink* certificate, const oracle::Report& report) {
    ZERMELO_CHECK(oracle::check_limit(limit));
    ZERMELO_TRY(const rules::Rules* const rules, library.find(request.variant, asked_by(options.stop)));
    ZERMELO_TRY(const engine::AnyGameAt position, library::position_of(*rules, request.fen));
    return prove(position, limit,
                 library::with_counters(options, *rules, request.fen.value_or(rules->start_fen)),
                 library.shell_words(*rules), certificate, report);
}

namespace {

/// Proves positions of a batch, one after the other, with the tables that it keeps open. One thread.
class ProverOfMany {
  public:
    /// `moves`: whether moves and lines are told.
    ProverOfMany(const std::optional<tablebase::TableFolder>& folder, std::optional<Plies> limit, bool moves)
        : session_(folder), limit_(limit), moves_(moves) {}

    /// `options` have the counters of the position.
    Result<ProofAt> prove(engine::AnyGameAt position, const ProveOptions& options) {
        auto question = oracle::Question::of_win(std::move(position), limit_, options);
        question.threads = 1;
        question.moves = question.line = moves_;
        return tell::prove(session_, question);
    }

  private:
    oracle::Session session_;
    std::optional<Plies> limit_;
    bool moves_;
};

Result<void> check_many(std::optional<Plies> limit, const ProveOptions& options) {
    ZERMELO_CHECK(oracle::check_limit(limit));
    if (!options.certificate) return {};
    return failure(ErrorKind::bad_usage, "a certificate of many positions, expected one position with it");
}

}  // namespace

Result<void> prove_all(std::size_t count,
                       const std::function<const library::CompiledPosition&(std::size_t number)>& position,
                       std::optional<Plies> limit, const ProveOptions& options,
                       const std::function<void(std::size_t number, Result<ProofAt> proof)>& take) {
    ZERMELO_CHECK(check_many(limit, options));
    ZERMELO_CHECK(check_threads(options.threads));
    if (count == 0) return {};
    const auto& variant = position(0).variant;
    for (std::size_t number = 1; number < count; ++number) {
        const auto& other = position(number).variant;
        if (other != variant && other->hash() != variant->hash())
            return failure(ErrorKind::bad_usage,
                           fmt::format("position {} is of {}, expected {}, as the first one", number,
                                       other->rules().name, variant->rules().name));
    }
    const rules::Rules& rules = variant->rules();
    ZERMELO_TRY(const auto folder, tablebase::TableFolder::existing_if(options.tables, rules, rules.name));
    struct Item {
        std::size_t number;
        std::optional<Result<ProofAt>> proof{};
    };
    std::size_t next_number = 0;
    const auto next = [&]() -> std::optional<Item> {
        if (next_number == count) return std::nullopt;
        return Item{next_number++};
    };
    tbb::enumerable_thread_specific<std::optional<ProverOfMany>> provers;
    const auto work = [&](Item& item) {
        auto& prover = provers.local();
        if (!prover) prover.emplace(folder, limit, true);
        const library::CompiledPosition& asked = position(item.number);
        item.proof = prover->prove(asked.at, asked.with_counters(options));
    };
    const auto hand_on = [&](Item& item) { take(item.number, *std::move(item.proof)); };
    // A position may take as long as all that are ahead of it.
    constexpr std::size_t ahead = 64;
    const unsigned threads =
        static_cast<unsigned>(std::min<std::size_t>(threads_or_all(options.threads), count));
    ThreadPool pool{threads};
    pool.execute([&] { in_order(ahead * threads, next, work, hand_on); });
    return {};
}

Result<LineCounts> prove_lines(library::Library& library, const std::string& variant,
                               std::optional<Plies> limit, const ProveOptions& options,
                               const ProofFormat& format, Source& input, Sink& output) {
    ZERMELO_CHECK(check_many(limit, options));
    if (format.tries && format.format == OutputFormat::text)
        return failure(ErrorKind::bad_usage,
                       "the tries of many positions in a line each, expected JSON with them");
    ZERMELO_TRY(const rules::Rules* const rules, library.find(variant, asked_by(options.stop)));
    ZERMELO_TRY(const engine::AnyGameAt start, library::position_of(*rules, std::nullopt));
    ZERMELO_TRY(const auto folder,
                tablebase::TableFolder::existing_if(options.tables, *rules, library.shell_words(*rules)));
    const bool json = format.format == OutputFormat::json;
    const auto answerer = [&]() -> AnswerLine {
        const auto prover = std::make_shared<ProverOfMany>(folder, limit, json);
        return [&, json, prover](std::string_view line) -> Result<LineAnswer> {
            ZERMELO_TRY(auto position, library::position_in(start, line));
            ZERMELO_TRY(ProofAt proof,
                        prover->prove(std::move(position), library::with_counters(options, *rules, line)));
            return LineAnswer{json ? json_line(json_of(proof, format.tries)) : verdict_text(proof) + "\n",
                              proof.verdict != Verdict::unknown, std::move(proof.table_error)};
        };
    };
    return answer_lines(input, output, {answerer, format.format, options.threads, true});
}

namespace {

/// The rules of a certificate, by their name alone: a certificate does not make us read files.
Result<const rules::Rules*> rules_of(const library::Library& library, const std::string& name) {
    const auto rules = library.find_read(name);
    if (rules) return *rules;
    if (rules.error().where) return tl::make_unexpected(rules.error());  // a place in its rules file
    return failure(rules.error().kind, rules.error().message, variant_place);
}

Result<std::unique_ptr<const certificate::TextGame>> game_of(const library::Library& library,
                                                             const certificate::Header& claimed) {
    ZERMELO_TRY(const rules::Rules* const rules, rules_of(library, claimed.variant));
    const auto setup = engine::parse_position_text(claimed.position, *rules);
    if (!setup) {
        Location where = position_place;
        if (setup.error().where) where.column += setup.error().where->column - 1;
        return failure(ErrorKind::bad_input, setup.error().message, where);
    }
    ZERMELO_TRY(const auto game, library::position_of(*rules, *setup, position_place));
    return oracle::text_game(game);
}

/// Hands a certificate's text to the checker of its kind, which its first line tells.
class AnyChecker : public Sink {
  public:
    explicit AnyChecker(const library::Library& library)
        : of_play_([games = &library, this](const certificate::Header& header) {
              variant_ = header.variant;
              return game_of(*games, header);
          }),
          of_count_([games = &library](const std::string& variant) -> Result<engine::AnyGameAt> {
              ZERMELO_TRY(const auto rules, rules_of(*games, variant));
              return library::position_of(*rules, std::nullopt);
          }) {}

    Result<void> write(std::string_view bytes) override {
        if (checker_ != nullptr) return checker_->write(bytes);
        constexpr std::string_view counts = compositions::first_line_of_count;
        begun_ += bytes;
        const bool may_count = begun_.substr(0, counts.size()) == counts.substr(0, begun_.size());
        if (may_count && begun_.size() < counts.size()) return {};
        checker_ = may_count ? static_cast<Sink*>(&of_count_) : &of_play_;
        return checker_->write(std::exchange(begun_, {}));
    }
    Result<Certified> finish() {
        if (checker_ == nullptr) ZERMELO_CHECK(of_play_.write(std::exchange(begun_, {})));
        if (checker_ == &of_count_) {
            ZERMELO_TRY(const compositions::CountClaim claim, of_count_.finish());
            return Certified{
                claim.variant,
                claim.position,
                {},
                claim.positions,
                CertifiedCount{compositions::what_is_asked(claim.stipulation), claim.attacker, claim.count}};
        }
        ZERMELO_TRY(const certificate::Proved proved, of_play_.finish());
        return Certified{variant_, proved.position, proved.bounds, proved.nodes};
    }

  private:
    certificate::Checker of_play_;
    compositions::CountChecker of_count_;
    Sink* checker_ = nullptr;
    std::string begun_;  ///< as long as its kind is not known
    std::string variant_;
};

/// Checks what is written to it, packed or not.
class CertificateCheck : public Sink {
  public:
    CertificateCheck(const library::Library& library, std::string name)
        : name_(std::move(name)), checker_(library) {}

    Result<void> write(std::string_view bytes) override {
        if (!begun_ && begins_packed(bytes)) unpacking_.emplace(checker_, name_);
        begun_ = true;
        return unpacking_ ? unpacking_->write(bytes) : checker_.write(bytes);
    }
    Result<Certified> finish() {
        if (unpacking_) ZERMELO_CHECK(unpacking_->finish());
        return checker_.finish();
    }

  private:
    std::string name_;
    AnyChecker checker_;
    bool begun_ = false;
    std::optional<UnpackingSink> unpacking_;
};

std::string claim_text(const Bounds& bounds) {
    if (bounds.at_most())
        return fmt::format("{} within {}", bounds.won() ? "wins" : "loses", plies_text(*bounds.at_most()));
    if (bounds.outcome()) return "draws: neither side forces a win, at any length";
    return fmt::format("forces no {}, at any length", bounds.is_never_won() ? "win" : "loss");
}

}  // namespace

std::string text_of(const Certified& found, const std::string& input) {
    if (found.count)
        return fmt::format(
            "{}: good: in {} '{}' has exactly {} of {}, {} the attacker ({} positions)\n", input,
            found.variant, found.fen,
            fmt::format("{} solution{}", found.count->count, found.count->count == 1 ? "" : "s"),
            found.count->stipulation, name(found.count->attacker), found.positions);
    return fmt::format("{}: good: in {} the side to move in '{}' {} ({} positions)\n", input, found.variant,
                       found.fen, claim_text(found.bounds), found.positions);
}

Json json_of(const Certified& found, const std::string& input) {
    Json object = json_object("certificate");
    object["file"] = input;
    object["variant"] = found.variant;
    object["fen"] = found.fen;
    object["category"] = found.count ? "solutions" : category(found.bounds);
    object["limit"] = json_plies(found.bounds.at_most());
    object["unit"] = "plies";
    object["position_count"] = found.positions;
    object["stipulation"] = found.count ? Json{found.count->stipulation} : Json{};
    object["attacker"] = found.count ? Json{json_name(found.count->attacker)} : Json{};
    object["solution_count"] = found.count ? Json{found.count->count} : Json{};
    return object;
}

Result<Certified> certified(const library::Library& library, std::string_view text) {
    CertificateCheck check{library, "the certificate"};
    return check.write(text).and_then([&] { return check.finish(); });
}

Result<std::string> verify(library::Library& library, const std::string& path, OutputFormat format,
                           const Progress& progress) {
    const std::string input = input_name(path);
    CertificateCheck check{library, input};
    ZERMELO_TRY(Source source, open_input(path));
    ZERMELO_TRY(const auto found,
                about(input, copy(source, check, progress).and_then([&] { return check.finish(); })));
    return format == OutputFormat::json ? json_line(json_of(found, input)) : text_of(found, input);
}

}  // namespace zermelo::tell
