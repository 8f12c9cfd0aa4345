// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/app/prove.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "zermelo/app/text_game.hpp"
#include "zermelo/base/files.hpp"
#include "zermelo/base/json.hpp"
#include "zermelo/certificate/from_strategy.hpp"
#include "zermelo/search/best_play.hpp"
#include "zermelo/search/strategy.hpp"

namespace zermelo::app {

namespace {

constexpr std::size_t longest_certificate = std::size_t{1} << 32;

/// Where a certificate's values stand that are looked at before its checker is.
constexpr Location variant_place{2, std::string_view{"variant "}.size() + 1};
constexpr Location position_place{4, std::string_view{"position "}.size() + 1};

std::string words(std::optional<search::Stop> stop) {
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

/// One proof on boards of one size.
template <typename Bits>
class Prover {
  public:
    using Game = engine::Game<Bits>;

    Prover(const engine::GameAt<Bits>& at, const ProveOptions& options)
        : root_(at.position), solver_(at.game, options.memory), options_(options), budget_(limits(options)) {}

    Result<Proof> run(Plies limit) {
        Proof proof;
        proof.variant = game().rules().name;
        proof.fen = print_fen(game().setup(root_));
        proof.limit = limit;
        const auto answer = solver_.prove(root_, limit, &budget_);
        proof.none_within = answer.none_within;
        proof.verdict = answer.verdict;
        proof.plies = answer.length;
        if (answer.verdict == Verdict::unknown) {
            proof.stopped_by = words(answer.stop);
            proof.complete = false;
            return proof;
        }
        if (options_.certificate && proof.plies) ZERMELO_CHECK(certify(proof));
        explain(proof);
        return proof;
    }

  private:
    const Game& game() const { return solver_.game(); }

    static search::Limits limits(const ProveOptions& options) {
        search::Limits limits;
        limits.nodes = options.nodes;
        if (options.time) {
            using Clock = std::chrono::steady_clock;
            // A time that the clock cannot hold is no limit.
            if (*options.time < std::chrono::duration<double>{std::chrono::hours{24 * 365 * 100}})
                limits.time = std::chrono::duration_cast<Clock::duration>(*options.time);
        }
        return limits;
    }

    std::string uci(engine::Move m) const { return engine::uci(m, game().rules()); }

    void explain(Proof& proof) {
        if (proof.plies) {
            const auto line = search::principal_line(solver_, root_, *proof.plies, &budget_);
            for (const auto& move : line.moves) proof.line.push_back(uci(move));
            proof.complete = line.complete;
        }
        if (proof.limit < Plies{1} || game().end(root_)) return;
        for (const auto& first : search::first_moves(solver_, root_, proof.limit, &budget_)) {
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

    Result<void> certify(Proof& proof) {
        auto strategy = search::StrategyBuilder<Game>{solver_}.build(root_, *proof.plies, &budget_);
        if (!strategy)
            return failure(ErrorKind::bad_usage,
                           fmt::format("the win in {} plies is proved, but a limit ({}) was reached before "
                                       "its certificate was finished",
                                       proof.plies->count(), words(strategy.error())));
        const auto certificate = certificate::from_strategy(
            game().rules().name, rules::hash_text(game().rules()), *strategy,
            [&](const auto& position, certificate::Side) { return position_text(game().setup(position)); },
            [&](const auto&, engine::Move m) { return uci(m); });
        StringSink sink;
        ZERMELO_CHECK(certificate::write(certificate, sink));
        proof.certificate = sink.text();
        if (auto checked = certificate::check(proof.certificate, VariantTextGame<Bits>{game()}); !checked)
            return failure(ErrorKind::io,
                           "the certificate does not prove the win, which is an error in this program that "
                           "should be reported: " +
                               checked.error().message);
        return {};
    }

    engine::Position<Bits> root_;
    search::ForcedWin<Game> solver_;
    const ProveOptions& options_;
    search::Budget budget_;
};

/// What a certificate proves, and in which variant.
struct Certified {
    std::string variant;
    certificate::Proved proved;
};

Result<Certified> certified(const Library& library, const std::string& text) {
    ZERMELO_TRY(const auto claimed, certificate::parse(text));
    // By name alone: a certificate does not make us read files.
    const auto rules = library.find_read(claimed.variant);
    if (!rules) return failure(rules.error().kind, rules.error().message, variant_place);
    const auto setup = setup_of(claimed.position, **rules);
    if (!setup) {
        Location where = position_place;
        if (setup.error().where) where.column += setup.error().where->column - 1;
        return failure(ErrorKind::bad_input, setup.error().message, where);
    }
    ZERMELO_TRY(const auto game, position_of(**rules, *setup, position_place));
    ZERMELO_TRY(const auto proved, std::visit(
                                       [&]<typename Bits>(const engine::GameAt<Bits>& at) {
                                           return certificate::check(claimed, VariantTextGame<Bits>{at.game});
                                       },
                                       game));
    return Certified{(*rules)->name, proved};
}

}  // namespace

std::string_view name(Verdict verdict) {
    switch (verdict) {
        case Verdict::win:
            return "win";
        case Verdict::no_win:
            return "no_win";
        default:
            return "unknown";
    }
}

Result<Proof> prove(Library& library, const PositionRequest& request, Plies limit,
                    const ProveOptions& options) {
    if (limit > most_plies)
        return failure(ErrorKind::bad_usage,
                       fmt::format("{} plies, expected at most {}", limit.count(), most_plies.count()));
    ZERMELO_TRY(const rules::Rules* const rules, library.find(request.variant));
    ZERMELO_TRY(const engine::AnyGameAt game, position_of(*rules, request.fen));
    if (options.tables) {
        ZERMELO_TRY(const auto folder, tablebase::TableFolder::existing(*options.tables, *rules));
        // A certificate is a strategy, which is searched for.
        if (!options.certificate) {
            ZERMELO_TRY(auto known, prove_from_tables(game, limit, folder));
            if (known) return *std::move(known);
        }
    }
    return std::visit(
        [&]<typename Bits>(const engine::GameAt<Bits>& at) {
            return Prover<Bits>{at, options}.run(limit);
        },
        game);
}

Result<std::string> verify(Library& library, const std::string& path, Form form) {
    const std::string input = input_name(path);
    ZERMELO_TRY(const auto text, about(input, read_file(path, longest_certificate, certificate::first_line)));
    ZERMELO_TRY(const auto found, about(input, certified(library, text)));
    const auto& [variant, proved] = found;
    if (form == Form::text)
        return fmt::format("{}: good: in {} the side to move in '{}' wins within {} plies ({} positions)\n",
                           input, variant, proved.position, proved.plies.count(), proved.nodes);
    Json object = json_object("certificate");
    object["file"] = input;
    object["variant"] = variant;
    object["fen"] = proved.position;
    object["category"] = "win";
    object["limit"] = proved.plies.count();
    object["unit"] = "plies";
    object["position_count"] = proved.nodes;
    return json_line(object);
}

}  // namespace zermelo::app
