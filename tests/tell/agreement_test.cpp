// SPDX-License-Identifier: GPL-3.0-or-later
// All that says who wins, held to each other on random positions of every shipped variant: the slow minimax
// over the reference, the deepening search, proof numbers and closed sets, each by itself and the last two at
// the same time over one table, with tables that forget nearly everything, the prover that all of them make
// up, and tables of all positions of few men.
#include <algorithm>
#include <future>
#include <iostream>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>

#include <gtest/gtest.h>

#include "zermelo/search/closed_set.hpp"
#include "zermelo/search/forced_win.hpp"
#include "zermelo/search/proof_numbers.hpp"
#include "zermelo/tell/prove.hpp"
#include "zermelo/tell/value.hpp"
#include "zermelo/tell/variants.hpp"

#include "reference/minimax.hpp"
#include "support/near_ends.hpp"
#include "support/scale.hpp"
#include "support/shipped.hpp"
#include "support/slow_game.hpp"
#include "tell/small_tables.hpp"

namespace zermelo::tell {
namespace {

using search::Role;

/// The slow game, until so much is spent; from then on a search of it comes to an end soon, and what it says
/// is void.
class BoundedGame {
  public:
    using Position = testing::SlowGame::Position;
    using Move = testing::SlowGame::Move;
    using MoveList = testing::SlowGame::MoveList;

    explicit BoundedGame(const rules::Rules& rules) : slow_(rules) {}

    /// Each move that is made takes one, and so does each that is listed, if only to see that there is one.
    void allow(std::uint64_t moves) { left_ = moves; }
    bool spent() const { return left_ == 0; }
    /// How many there are of a position, which takes none.
    std::size_t moves_of(const Position& p) const { return slow_.moves(p).size(); }

    void moves(const Position& p, MoveList& list) const { list = spent() ? MoveList{} : slow_.moves(p); }
    Position play(const Position& p, const Move& m) const {
        take(1);
        return spent() ? p : slow_.play(p, m);
    }
    std::optional<game::Outcome> end(const Position& p) const {
        if (!spent()) take(slow_.moves(p).size());
        return spent() ? game::Outcome::draw : slow_.end(p);
    }
    bool lost(const Position& p) const { return end(p) == game::Outcome::loss; }
    Hash128 key(const Position& p) const { return slow_.key(p); }

  private:
    void take(std::uint64_t moves) const { left_ -= std::min(left_, moves); }

    testing::SlowGame slow_;
    mutable std::uint64_t left_ = 0;
};

/// What the slow search has found of one side, within as many plies as it was allowed.
struct SlowAnswer {
    Plies bound;                 ///< looked through
    std::optional<Plies> least;  ///< the length of the shortest win within them, if there is one
};

constexpr Plies deepest{9};
constexpr std::uint64_t max_moves = 10'000;

/// The answer that about `moves` moves allow or, where they are too few for one ply, `max_moves`, which
/// mostly are enough. Nothing: even those were too few.
template <typename Holds>
std::optional<SlowAnswer> deepened(BoundedGame& slow, std::uint64_t moves, const Holds& holds) {
    std::optional<SlowAnswer> answer;
    for (const std::uint64_t allowed : {moves, max_moves}) {
        slow.allow(allowed);
        for (Plies n; n <= deepest; n = n + Plies{1}) {
            const bool found = holds(n);
            if (slow.spent()) break;
            answer = SlowAnswer{n, found ? std::optional{n} : std::nullopt};
            if (found) return answer;
        }
        if (answer && answer->bound >= Plies{1}) return answer;
    }
    return std::nullopt;
}

/// What one of them says of one side's wins: one within `within`; none within `none`.
struct Claim {
    std::string_view by;
    std::optional<Plies> within;
    std::optional<Plies> none;
};

constexpr Plies ever{search::never};

void expect_true(const Claim& claim, const SlowAnswer& known) {
    SCOPED_TRACE(claim.by);
    if (known.least) {
        // "No win within 0 plies" may be claimed always: it tells nothing of a game that is over.
        EXPECT_TRUE(!claim.none || *claim.none < std::max(*known.least, Plies{1}));
        EXPECT_TRUE(!claim.within || *claim.within >= *known.least);
    } else {
        EXPECT_TRUE(!claim.within || *claim.within > known.bound);
    }
}

/// What was met.
struct Tally {
    std::uint64_t positions = 0;  ///< that were compared
    std::uint64_t undecided = 0;  ///< other ones, of which the slow search could not look through a ply
    std::uint64_t plies = 0;      ///< that it looked through, for a win
    std::uint64_t limited = 0;    ///< deepening searches that a limit ended before they were as deep
    std::uint64_t wins = 0;       ///< within those plies
    std::uint64_t losses = 0;
    std::uint64_t long_wins = 0;  ///< found ones of either side that are longer than that
    std::uint64_t never = 0;      ///< proofs that a side wins at no length
    std::uint64_t in_tables = 0;
    std::uint64_t threads = 0;  ///< positions that two threads searched
    std::uint64_t provers = 0;  ///< that were given to the whole prover
};

/// Positions of one variant.
class Comparison {
  public:
    Comparison(const rules::Rules& rules, std::optional<std::string> tables, std::uint64_t seed)
        : rules_(rules), tables_(std::move(tables)), positions_(rules, seed), random_(seed), slow_(rules) {}

    void compare_next() {
        const bool few = tables_ && random_.one_in(4);
        engine::Setup setup = random_.one_in(2) ? positions_.near_win() : positions_.any();
        for (int tries = 0; few && tries < 30 && testing::men_of(setup) > 3; ++tries)
            setup = positions_.any();
        compare(setup);
    }

    const Tally& tally() const { return tally_; }

  private:
    void compare(const engine::Setup& setup) {
        const std::uint64_t moves = random_.one_in(4) ? 2'000 : 500;
        const auto win =
            deepened(slow_, moves, [&](Plies n) { return reference::wins_within(slow_, setup, n); });
        const auto loss =
            deepened(slow_, moves, [&](Plies n) { return reference::loses_within(slow_, setup, n); });
        if (!win || !loss) {
            ++tally_.undecided;
            return;
        }
        ++tally_.positions;
        tally_.plies += win->bound.count();
        tally_.wins += win->least > Plies{0} ? 1 : 0;
        tally_.losses += loss->least > Plies{0} ? 1 : 0;
        const std::string fen = print_fen(setup);
        SCOPED_TRACE(rules_.name + ' ' + fen);
        const auto at = library::position_of(rules_, fen);
        ASSERT_TRUE(at) << at.error().message;
        std::visit(
            [&](const auto& each) {
                look_up(each);
                compare(each, Role::attacker, *win);
                compare(each, Role::defender, *loss);
            },
            *at);
        if (random_.one_in(250) && slow_.moves_of(setup) < 50) expect_proof(*at, *win);
    }

    /// What tables have of the position.
    template <typename Bits>
    void look_up(const engine::GameAt<Bits>& at) {
        value_.reset();
        if (!tables_) return;
        ValueOptions options;
        options.ideal = true;
        options.tables = tables_;
        options.nodes = 0;
        const auto found = value(engine::AnyGameAt{at}, options);
        ASSERT_TRUE(found) << found.error().message;
        if (found->source != ValueSource::tables) return;
        ++tally_.in_tables;
        value_ = found->bounds.value().value();
    }

    /// `role`: of the side that may win, where it is to move or not.
    template <typename Bits>
    void compare(const engine::GameAt<Bits>& at, Role role, const SlowAnswer& slow) {
        SCOPED_TRACE(role == Role::attacker ? "win" : "loss");
        const auto expect = [&](const Claim& claim) {
            expect_true(claim, slow);
            tally_.long_wins += claim.within && !slow.least ? 1 : 0;
            tally_.never += claim.none == ever ? 1 : 0;
            if (!value_) return;
            const bool wins = value_->outcome == (role == Role::attacker ? Outcome::win : Outcome::loss);
            expect_true(claim, {ever, wins ? value_->distance : std::nullopt});
        };
        if (value_) {
            const bool wins = value_->outcome == (role == Role::attacker ? Outcome::win : Outcome::loss);
            expect_true({"tables", wins ? value_->distance : std::nullopt,
                         wins ? *value_->distance - Plies{1} : ever},
                        slow);
        }

        search::ForcedWin<engine::Game<Bits>> deepening{at.game, small_memory()};
        const std::uint64_t width = 1 + at.game.count(at.position);
        search::Budget budget = nodes(20 + 100'000 / width);
        const auto deepened = role == Role::attacker ? deepening.prove(at.position, slow.bound, &budget)
                                                     : deepening.prove_loss(at.position, slow.bound, &budget);
        if (deepened.verdict == Verdict::unknown) {
            ++tally_.limited;
        } else {
            EXPECT_EQ(deepened.length, slow.least);
        }
        expect({"deepening", deepened.length, deepened.none_within});
        const std::uint64_t most = random_.one_in(16) ? 100'000 : 10'000;
        search_at_any_length(at, role, random_.below(20 + most / width), expect);
    }

    /// By proof numbers and for a closed set, one after the other or at the same time.
    template <typename Bits, typename Expect>
    void search_at_any_length(const engine::GameAt<Bits>& at, Role role, std::uint64_t most,
                              const Expect& expect) {
        using Game = engine::Game<Bits>;
        search::ProofTable<game::KeyOf<Game>> table{small_memory()};
        ASSERT_TRUE(table.allocate());
        search::ProofNumberSearch<Game> guided{at.game, table};
        search::ProofNumberSearch<Game> adviser{at.game, table};
        search::ClosedSetSearch<Game> closed{at.game, std::size_t{1} << (random_.one_in(2) ? 12U : 18U),
                                             &table, &adviser};
        const auto bound =
            static_cast<search::ShortPlies>(random_.one_in(4) ? 1 + random_.below(9) : search::never);
        const auto by_numbers = [&] {
            search::Budget budget = nodes(most);
            const auto answer = guided.prove(at.position, role, bound, &budget);
            return Claim{"proof numbers", answer.length, answer.none_within};
        };
        const auto by_closed_set = [&, advice = random_.one_in(2) ? 30U : 0U] {
            search::Budget budget = nodes(most);
            closed.begin(at.position, role, advice);
            const Verdict verdict = closed.run(budget);
            return Claim{"closed set", verdict == Verdict::win ? std::optional{ever} : std::nullopt,
                         verdict == Verdict::no_win ? std::optional{ever} : std::nullopt};
        };
        if (random_.one_in(4)) {
            ++tally_.threads;
            table.share();
            auto other = std::async(std::launch::async, by_closed_set);
            expect(by_numbers());
            expect(other.get());
            table.unshare();
        } else {
            expect(by_numbers());
            expect(by_closed_set());
        }
        expect(by_numbers());  // with what both have found
    }

    /// The whole prover, until proof numbers and closed sets have had a stretch.
    void expect_proof(const engine::AnyGameAt& at, const SlowAnswer& win) {
        ++tally_.provers;
        ProveOptions options;
        options.ideal = true;  // the slow search knows no history
        options.nodes = 210'000;
        options.memory = random_.one_in(2) ? small_memory() : std::size_t{1} << 20U;
        options.threads = random_.one_in(2) ? 2 : 1;
        const auto proof = prove(at, std::nullopt, options);
        ASSERT_TRUE(proof) << proof.error().message;
        const bool never = proof->verdict == Verdict::no_win;
        const Claim claim{"prover", proof->plies, never ? ever : proof->none_within};
        expect_true(claim, win);
        if (value_)
            expect_true(claim, {ever, value_->outcome == Outcome::win ? value_->distance : std::nullopt});
    }

    std::size_t small_memory() { return std::size_t{1} << (random_.one_in(2) ? 1U : 14U); }

    static search::Budget nodes(std::uint64_t most) { return search::Budget{{std::nullopt, most, {}}}; }

    const rules::Rules& rules_;
    std::optional<std::string> tables_;
    testing::NearEnds positions_;
    Random random_;
    BoundedGame slow_;
    Tally tally_;
    std::optional<Value> value_;  ///< that tables have of the position
};

class Agreement : public ::testing::TestWithParam<std::string> {};

/// Where there are so many moves that the slow search often does not look through one ply of them.
bool is_wide(const rules::Rules& rules) { return rules.has_walls() || rules.sittuyin_promotion; }

// A hundred thousand positions of all shipped variants together; ZERMELO_TEST_SCALE makes them fewer or more.
TEST_P(Agreement, SlowAllSearchesAgree) {
    const rules::Rules& rules = testing::shipped(GetParam());
    const std::uint64_t wanted = testing::scaled(710);
    const testing::ScratchFolder folder;
    Comparison comparison{rules, testing::small_tables(rules, folder), testing::seed_of(GetParam()) + 20};
    const Tally& tally = comparison.tally();
    while (!HasFailure() && tally.positions < wanted && tally.undecided < wanted) comparison.compare_next();
    const auto shown = [](std::uint64_t count, const char* what) {
        return ", " + std::to_string(count) + ' ' + what;
    };
    std::cout << "agreement: " << rules.name << shown(tally.positions, "positions")
              << shown(tally.undecided, "undecided") << shown(tally.plies, "plies")
              << shown(tally.limited, "limited") << shown(tally.wins, "wins") << shown(tally.losses, "losses")
              << shown(tally.long_wins, "long wins") << shown(tally.never, "never")
              << shown(tally.in_tables, "in tables") << shown(tally.threads, "by two threads")
              << shown(tally.provers, "by the prover") << std::endl;
    // What the bounds leave open is to stay rare.
    if (!is_wide(rules)) {
        EXPECT_LE(tally.undecided, wanted / 20 + 1);
    }
    EXPECT_LE(tally.limited, wanted / 10 + 1);
}

INSTANTIATE_TEST_SUITE_P(Shipped, Agreement, ::testing::ValuesIn(testing::shipped_names()),
                         testing::name_of_shipped);

}  // namespace
}  // namespace zermelo::tell
