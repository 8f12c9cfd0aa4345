// SPDX-License-Identifier: GPL-3.0-or-later
// Whole games solved as `zermelo solve` does it, against plain value iteration and what others have
// published.
#include "zermelo/tell/solve.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <stop_token>
#include <string>
#include <variant>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "zermelo/base/files.hpp"
#include "zermelo/engine/any_game.hpp"
#include "zermelo/puzzles/queen_hunt/moves.hpp"
#include "zermelo/puzzles/queen_hunt/random.hpp"
#include "zermelo/puzzles/queen_hunt/table_files.hpp"
#include "zermelo/puzzles/queen_hunt/tier_graph.hpp"
#include "zermelo/puzzles/queen_hunt/tiers.hpp"
#include "zermelo/puzzles/tier_kernels.hpp"
#include "zermelo/rules/reader.hpp"
#include "zermelo/tablebase/game_tier_graph.hpp"
#include "zermelo/tablebase/prober.hpp"
#include "zermelo/tablebase/table_folder.hpp"
#include "zermelo/tell/probe.hpp"
#include "zermelo/tell/stats.hpp"

#include "support/in_parts.hpp"
#include "support/json_lines.hpp"
#include "support/shell.hpp"
#include "support/shipped.hpp"

namespace zermelo::tablebase {
namespace {

using testing::ReadJson;

using game::Outcome;
using game::Value;
using testing::ScratchFolder;

void solve_into(const std::string& folder, const std::string& variant, const tell::SolveOptions& asked) {
    tell::SolveOptions options = asked;
    options.tables = folder;
    const auto solved = tell::solve(testing::shipped(), variant, options, [](const tell::SolveEvent&) {});
    ASSERT_TRUE(solved) << solved.error().message;
}

ReadJson stats_of(const std::string& folder, const std::string& variant) {
    const auto text = tell::stats(testing::shipped(), variant, {folder, "", tell::OutputFormat::json});
    EXPECT_TRUE(text) << (text ? "" : text.error().message);
    return testing::objects_of(text.value());
}

// Kernels of all kinds: the hunt's own, men alone, hands, drops that run out, faces and palaces.
TEST(InParts, TheSameAsAtOnce) {
    struct Game {
        const char* variant;
        std::vector<std::string> tiers;
    };
    const std::vector<Game> games{{"simplified", {"QNvQB", "QRvQN"}},
                                  {"small4x4", {"KPvKP", "KQvKR"}},
                                  {"minishogi", {"KPvK"}},
                                  {"dobutsu", {"CLvL"}},
                                  {"tictactoe", {"PPPvPP"}},
                                  {"hexapawn", {"PPvPP"}},
                                  {"minixiangqi", {"KRvKP"}},
                                  {"small5x5", {"KRvKP"}}};
    std::size_t tiers = 0;
    for (const Game& game : games) {
        SCOPED_TRACE(game.variant);
        const ScratchFolder folder;
        tell::SolveOptions options;
        options.tiers = game.tiers;
        solve_into(folder.file("t"), game.variant, options);
        if (HasFatalFailure()) return;
        const rules::Rules& rules = testing::shipped(game.variant);
        const TableFolder tables = TableFolder::existing(folder.file("t"), rules).value();
        std::visit(
            [&](const auto& start) {
                const auto graph = tier_graph(start.game, puzzles::tier_kernels());
                for (const std::string& tier : tables.tiers()) {
                    testing::expect_same_in_parts(*graph, tables, tier);
                    ++tiers;
                }
            },
            engine::set_up(rules, engine::parse_fen(rules.start_fen, rules).value()).value());
    }
    EXPECT_GE(tiers, 50U);
}

// With less and less memory, down to less than the tier has entries: the very same file.
TEST(InParts, SlowTheSameBytes) {
    const ScratchFolder folder;
    const auto bytes = [&](const std::string& name) {
        return read_file(folder.file(name), std::size_t{1} << 30U).value();
    };
    struct Way {
        std::uint64_t memory;
        const char* method;
    };
    // Set-wise and entry by entry with what the tier leads to in memory, and in its files.
    for (const Way& way : {Way{100'000'000, "setwise"},
                           {28'300'000, "setwise"},
                           {12'000'000, "entrywise"},
                           {11'750'000, "entrywise"},
                           {7'000'000, "in_parts"}}) {
        SCOPED_TRACE(way.memory);
        const std::string name = std::to_string(way.memory);
        tell::SolveOptions options;
        options.tiers = {"KRBvKN"};
        options.memory = way.memory;
        solve_into(folder.file(name), "small6x6", options);
        if (HasFatalFailure()) return;
        EXPECT_NE(
            bytes(name + "/small6x6/runs.jsonl")
                .find(fmt::format(R"("tier":"KRBvKN","entry_count":9694080,"method":"{}")", way.method)),
            std::string::npos);
        EXPECT_TRUE(bytes(name + "/small6x6/KRBvKN.zt") == bytes("100000000/small6x6/KRBvKN.zt"));
    }
}

/// Tables that nobody holds go where others need the room, those used longest ago first.
TEST(LoadedTables, StayAsFarAsThereIsRoom) {
    const ScratchFolder folder;
    tell::SolveOptions options;
    options.tiers = {"KRvK", "KQvK"};
    solve_into(folder.file("t"), "small4x4", options);
    const TableFolder tables = TableFolder::existing(folder.file("t"), testing::shipped("small4x4")).value();
    LoadedTables loaded{tables, false};
    const auto held = loaded.get("KvK");
    ASSERT_TRUE(held);
    std::weak_ptr<const TierValues> rook = *loaded.get("KRvK");
    std::weak_ptr<const TierValues> queen = *loaded.get("KQvK");
    const std::uint64_t two = (*held)->memory() + queen.lock()->memory();
    loaded.make_room(0, two + rook.lock()->memory());
    EXPECT_FALSE(rook.expired() || queen.expired());
    loaded.make_room(0, two);
    EXPECT_TRUE(rook.expired());
    EXPECT_FALSE(queen.expired());
    loaded.make_room(1, two);
    EXPECT_TRUE(queen.expired());
    loaded.make_room(two, 0);
    EXPECT_EQ(loaded.get("KvK").value(), *held);
}

// --- the hunt

/// Values of all hunts of at most `men` men, by plain iteration: in round n every position that is not
/// yet decided looks at all its moves. A position is a list of squares, its number four bits a man.
class Iteration {
  public:
    explicit Iteration(unsigned men) {
        for (unsigned own = 0; own < 18; ++own)
            for (unsigned other = 0; other < 18; ++other)
                if (const unsigned n =
                        queen_hunt::all_armies[own].men() + queen_hunt::all_armies[other].men();
                    n <= men) {
                    tables_[own * 18 + other].resize(std::size_t{1} << (4 * n), absent);
                    each(own, other, [&](const queen_hunt::Position& p) { byte(p) = open; });
                }
    }

    /// Returns the number of rounds.
    unsigned run() {
        unsigned round = 0;
        for (bool changed = true; changed && round < 200; ++round) {
            changed = false;
            for (unsigned own = 0; own < 18; ++own)
                for (unsigned other = 0; other < 18; ++other)
                    if (!tables_[own * 18 + other].empty())
                        each(own, other, [&](const queen_hunt::Position& p) {
                            std::uint8_t& known = byte(p);
                            if (known == open && decided(p, round)) {
                                known = static_cast<std::uint8_t>(round + 1);
                                changed = true;
                            }
                        });
            // Two quiet rounds, one for wins and one for losses, and nothing will ever change.
            quiet_ = changed ? 0 : quiet_ + 1;
            changed = quiet_ < 2;
        }
        return round;
    }

    /// Calls f(position, value) for all of them, one of each class of eight.
    template <typename F>
    void each_value(F&& f) {
        for (unsigned own = 0; own < 18; ++own)
            for (unsigned other = 0; other < 18; ++other)
                if (!tables_[own * 18 + other].empty())
                    each(own, other, [&](const queen_hunt::Position& p) {
                        const std::uint8_t b = byte(p);
                        f(p, b == open ? Value{}
                                       : Value{b % 2 == 0 ? Outcome::win : Outcome::loss, Plies{b - 1U}});
                    });
    }

  private:
    static constexpr std::uint8_t open = 0;
    static constexpr std::uint8_t absent = 255;

    /// Won in `round` plies if that is odd, lost if it is even.
    bool decided(const queen_hunt::Position& p, unsigned round) {
        queen_hunt::MoveList moves;
        queen_hunt::list_moves(p, moves);
        bool all_lose = moves.size() != 0;
        for (const queen_hunt::Move& move : moves) {
            const queen_hunt::Position child = queen_hunt::play(p, move);
            // The queen that is taken ends the game: a win in one.
            const bool taken = queen_hunt::squares(child.own(), queen_hunt::Kind::queen) == 0;
            const std::uint8_t value = taken ? std::uint8_t{1} : byte(child);
            const bool child_loses = value % 2 == 1;
            const bool settled = value != open && value <= round;
            if (round % 2 == 1 && child_loses && settled) return true;
            all_lose = all_lose && settled && !child_loses;
        }
        return round % 2 == 0 && round != 0 && all_lose;
    }

    static unsigned army(queen_hunt::ArmyCounts counts) {
        unsigned i = 0;
        while (!(queen_hunt::all_armies[i] == counts)) ++i;
        return i;
    }

    /// The mover's queen on a1, b1 or b2, by a symmetry of the board.
    static unsigned symmetry(unsigned queen) {
        unsigned file = queen % 4;
        unsigned rank = queen / 4;
        unsigned which = 0;
        if (file > 1) which |= 1U, file = 3 - file;
        if (rank > 1) which |= 2U, rank = 3 - rank;
        if (rank > file) which |= 4U;
        return which;
    }
    static unsigned seen(unsigned square, unsigned which) {
        unsigned file = square % 4;
        unsigned rank = square / 4;
        if ((which & 1U) != 0) file = 3 - file;
        if ((which & 2U) != 0) rank = 3 - rank;
        if ((which & 4U) != 0) std::swap(file, rank);
        return 4 * rank + file;
    }

    std::uint8_t& byte(const queen_hunt::Position& p) {
        const unsigned own = army(queen_hunt::Tier::counts(p.own()));
        const unsigned other = army(queen_hunt::Tier::counts(p.other()));
        const unsigned which = symmetry(
            static_cast<unsigned>(__builtin_ctz(queen_hunt::squares(p.own(), queen_hunt::Kind::queen))));
        std::size_t number = 0;
        for (const queen_hunt::Army men : {p.own(), p.other()})
            for (const queen_hunt::Kind kind : {queen_hunt::Kind::queen, queen_hunt::Kind::rook,
                                                queen_hunt::Kind::bishop, queen_hunt::Kind::knight}) {
                const std::uint32_t set = queen_hunt::squares(men, kind);
                if (set == 0) continue;
                unsigned first = seen(static_cast<unsigned>(__builtin_ctz(set)), which);
                if ((set & (set - 1)) != 0) {
                    unsigned second = seen(static_cast<unsigned>(__builtin_ctz(set & (set - 1))), which);
                    if (second < first) std::swap(first, second);
                    number = number << 4U | second;
                }
                number = number << 4U | first;
            }
        return tables_[own * 18 + other][number];
    }

    /// All placements with the mover's queen on a1, b1 or b2.
    template <typename F>
    void each(unsigned own, unsigned other, F&& f) {
        std::vector<std::pair<bool, queen_hunt::Kind>> men;
        for (const bool mine : {true, false}) {
            const queen_hunt::ArmyCounts counts = queen_hunt::all_armies[mine ? own : other];
            men.emplace_back(mine, queen_hunt::Kind::queen);
            for (unsigned i = 0; i < counts.rooks; ++i) men.emplace_back(mine, queen_hunt::Kind::rook);
            for (unsigned i = 0; i < counts.bishops; ++i) men.emplace_back(mine, queen_hunt::Kind::bishop);
            for (unsigned i = 0; i < counts.knights; ++i) men.emplace_back(mine, queen_hunt::Kind::knight);
        }
        place(men, 0, 0, 0, 0, f);
    }
    template <typename F>
    void place(const std::vector<std::pair<bool, queen_hunt::Kind>>& men, std::size_t n, unsigned least,
               queen_hunt::Army own, queen_hunt::Army other, F& f) {
        if (n == men.size()) {
            f(queen_hunt::Position::unchecked(own, other));
            return;
        }
        const auto& [mine, kind] = men[n];
        const std::uint32_t taken = queen_hunt::Position::unchecked(own, other).occupied();
        for (unsigned square = least; square < 16; ++square) {
            if ((taken >> square & 1U) != 0 || (n == 0 && square != 0 && square != 1 && square != 5))
                continue;
            const queen_hunt::Army man = std::uint64_t{1} << (square + queen_hunt::lane(kind));
            const bool twin = n + 1 < men.size() && men[n + 1] == men[n];
            place(men, n + 1, twin ? square + 1 : 0, mine ? own | man : own, mine ? other : other | man, f);
        }
    }

    std::array<std::vector<std::uint8_t>, 18UL * 18> tables_;
    unsigned quiet_ = 0;
};

struct Longest {
    std::uint64_t win = 0;
    std::uint64_t loss = 0;
    friend bool operator==(const Longest&, const Longest&) = default;
};

/// Solves all hunts of at most a number of men both ways.
Longest expect_agreement(unsigned men) {
    const ScratchFolder folder;
    tell::SolveOptions options;
    options.men = men;
    solve_into(folder.file("t"), "simplified", options);
    const TableFolder tables =
        TableFolder::existing(folder.file("t"), testing::shipped("simplified")).value();
    queen_hunt::HuntTables files;
    const queen_hunt::Tiers tiers;
    for (const std::string& name : tables.tiers())
        EXPECT_TRUE(files.add(tiers.parse(name).value(), tables.open(name).value()));

    Iteration iteration{men};
    iteration.run();
    Longest longest;
    std::uint64_t positions = 0;
    std::uint64_t wrong = 0;
    iteration.each_value([&](const queen_hunt::Position& p, const Value& value) {
        ++positions;
        if (value.outcome == Outcome::win) longest.win = std::max(longest.win, value.distance->count());
        if (value.outcome == Outcome::loss) longest.loss = std::max(longest.loss, value.distance->count());
        const auto stored = files.value(p);
        if (!stored || *stored != value) ++wrong;
    });
    EXPECT_EQ(wrong, 0U);
    fmt::print("{} positions of at most {} men, longest win {}, longest loss {}\n", positions, men,
               longest.win, longest.loss);
    return longest;
}

TEST(SolvedHunt, UpToFourMenAgainstPlainIteration) { expect_agreement(4); }
TEST(SolvedHunt, SlowUpToFiveMenAgainstPlainIteration) { EXPECT_EQ(expect_agreement(5).win, 57U); }
TEST(SolvedHunt, SlowUpToSixMenAgainstPlainIteration) { EXPECT_EQ(expect_agreement(6), (Longest{57, 58})); }

TEST(SolvedHunt, TheLongestWinWithFiveMenTakes57Plies) {
    const ScratchFolder folder;
    tell::SolveOptions options;
    options.men = 5;
    solve_into(folder.file("t"), "simplified", options);
    std::uint64_t longest = 0;
    const ReadJson all = stats_of(folder.file("t"), "simplified");
    for (const ReadJson& tier : all) {
        if (tier["longest_win"].is_null()) continue;
        longest = std::max(longest, tier["longest_win"]["plies"].get<std::uint64_t>());
        EXPECT_EQ(tier["longest_win"]["line"].size(), tier["longest_win"]["plies"]);
    }
    EXPECT_EQ(longest, 57U);
}

/// The same rules under another name, which the hunt's own kernel does not serve.
TEST(SolvedHunt, TheGeneralEngineComesToTheSameValues) {
    const ScratchFolder folder;
    const std::string ini = folder.file("other.ini", "[other:simplified]\n");
    auto library = library::Library::open({ini}).value();
    const rules::Rules& rules = *library.find("other").value();
    const rules::Rules& hunted = testing::shipped("simplified");
    tell::SolveOptions options;
    options.men = 4;
    solve_into(folder.file("t"), "simplified", options);
    options.tables = folder.file("u");
    const auto done = tell::solve(library, "other", options, [](const tell::SolveEvent&) {});
    ASSERT_TRUE(done) << done.error().message;

    const auto at =
        std::get<engine::GameAt<std::uint64_t>>(library::position_of(rules, std::nullopt).value());
    const auto hunt_at =
        std::get<engine::GameAt<std::uint64_t>>(library::position_of(hunted, std::nullopt).value());
    ASSERT_FALSE(queen_hunt::TierGraph::of(at.game));
    auto hunt_graph = queen_hunt::TierGraph::of(hunt_at.game);
    ASSERT_TRUE(hunt_graph);
    Prober<std::uint64_t> general{std::make_unique<GameTierGraph<std::uint64_t>>(at.game), at.game,
                                  TableFolder::existing(folder.file("u"), rules).value()};
    Prober<std::uint64_t> own{std::move(hunt_graph), hunt_at.game,
                              TableFolder::existing(folder.file("t"), hunted).value()};
    Random random{3};
    std::uint64_t compared = 0;
    for (unsigned i = 0; i < 40'000; ++i) {
        const auto a = queen_hunt::all_armies[random.below(18)];
        const auto b = queen_hunt::all_armies[random.below(18)];
        if (a.men() + b.men() > 4) continue;
        const queen_hunt::Position p = queen_hunt::random_position(a, b, random);
        engine::Setup setup;
        setup.files = setup.ranks = 4;
        setup.to_move = random.one_in(2) ? Color::white : Color::black;
        for (const queen_hunt::Piece& piece : p.pieces(Color::white))
            setup.men[rules::region_bit(piece.square.file().index(), piece.square.rank().index())] =
                engine::Man{piece.color, queen_hunt::letter(piece.kind)};
        const auto x = general.value(at.game.position(setup).value());
        const auto y = own.value(hunt_at.game.position(setup).value());
        ASSERT_TRUE(x && y) << print_fen(setup) << (x ? "" : x.error().message)
                            << (y ? "" : y.error().message);
        ASSERT_EQ(*x, *y) << print_fen(setup);
        ++compared;
    }
    EXPECT_GT(compared, 2'000U);
    // And the numbers of each agree, tier by tier.
    const auto text = tell::stats(library, "other", {folder.file("u"), "", tell::OutputFormat::json});
    ASSERT_TRUE(text);
    const ReadJson other = testing::objects_of(*text);
    // It has more tiers: any number of queens.
    std::map<std::string, ReadJson> counts;
    const auto key = [](const ReadJson& tier) {
        return tier["tier"].get<std::string>() + " " + tier["to_move"].get<std::string>();
    };
    const auto counts_alone = [](ReadJson tier) {
        tier.erase("longest_win");
        tier.erase("longest_loss");
        tier.erase("variant");
        tier.erase("checksum");  // each kernel has its own index
        return tier;
    };
    for (const ReadJson& tier : other) counts[key(tier)] = counts_alone(tier);
    const ReadJson expected = stats_of(folder.file("t"), "simplified");
    EXPECT_EQ(expected.size(), 56U);
    for (const ReadJson& tier : expected) EXPECT_EQ(counts_alone(tier), counts[key(tier)]) << key(tier);
}

// --- runs

/// The bytes of the tables of a variant, by name; and nothing else may lie beside them but what is known of
/// the runs.
std::map<std::string, std::string> files_of(const std::string& folder, const std::string& variant) {
    std::map<std::string, std::string> files;
    for (const auto& entry : std::filesystem::directory_iterator{folder + "/" + variant}) {
        const std::string name = entry.path().filename().string();
        if (name == "runs.jsonl") continue;
        EXPECT_EQ(entry.path().extension(), ".zt") << name;
        files[name] = testing::contents(entry.path().string());
    }
    return files;
}

std::vector<TierPlanned> planned(const std::string& folder, const std::string& variant,
                                 tell::SolveOptions options) {
    options.tables = folder;
    options.plan_only = true;
    std::vector<TierPlanned> tiers;
    const auto done = tell::solve(testing::shipped(), variant, options, [&](const tell::SolveEvent& event) {
        if (const auto* const tier = std::get_if<TierPlanned>(&event)) tiers.push_back(*tier);
    });
    EXPECT_TRUE(done || options.memory);
    return tiers;
}

/// Whoever writes them, and when: by any method, with any number of threads, one by one or all together.
TEST(SolveRuns, WriteTheSameBytes) {
    struct Case {
        const char* variant;
        std::vector<std::string> tiers;
        bool setwise;
    };
    for (const Case& each : {Case{"small5x5", {"KQRvK", "KRvKN"}, true}, Case{"small4x4", {"KPvKP"}, true},
                             Case{"simplified", {"QRvQN"}, false}}) {
        SCOPED_TRACE(each.variant);
        const ScratchFolder folder;
        tell::SolveOptions options;
        options.tiers = each.tiers;
        solve_into(folder.file("first"), each.variant, options);
        const auto first = files_of(folder.file("first"), each.variant);
        EXPECT_GT(first.size(), 1U);
        EXPECT_EQ(first.begin()->second.find("seconds"), std::string::npos);

        tell::SolveOptions other = options;
        other.threads = 1;
        solve_into(folder.file("one thread"), each.variant, other);
        EXPECT_EQ(files_of(folder.file("one thread"), each.variant), first);

        // As little memory as it can be done with.
        other.memory = 1;
        std::uint64_t least = 0;
        for (const TierPlanned& tier : planned(folder.file("none"), each.variant, other)) {
            least = std::max(least, tier.memory);
        }
        other.threads = 3;
        other.memory = least;
        solve_into(folder.file("entry by entry"), each.variant, other);
        EXPECT_EQ(files_of(folder.file("entry by entry"), each.variant), first);
        const auto method = [&](const char* name) {
            for (const ReadJson& run : testing::objects_of(
                     testing::contents(folder.file(name) + "/" + each.variant + "/runs.jsonl")))
                if (run["tier"] == each.tiers[0]) return run["method"].get<std::string>();
            return std::string{};
        };
        EXPECT_EQ(method("first"), each.setwise ? "setwise" : "entrywise");
        EXPECT_EQ(method("entry by entry"), "entrywise");

        // In the order of the plan, each by itself.
        const auto graph = planned(folder.file("none"), each.variant, options);
        EXPECT_EQ(graph.size(), first.size());
        for (const TierPlanned& tier : graph) {
            EXPECT_FALSE(tier.there);
            tell::SolveOptions alone;
            alone.only_tier = tier.tier;
            alone.memory = tier.memory;
            solve_into(folder.file("alone"), each.variant, alone);
        }
        EXPECT_EQ(files_of(folder.file("alone"), each.variant), first);
        for (const TierPlanned& tier : planned(folder.file("alone"), each.variant, options))
            EXPECT_TRUE(tier.there) << tier.tier;
    }
}

TEST(SolveRuns, OneTierNeedsWhatItLeadsToAndNothingElse) {
    const ScratchFolder folder;
    tell::SolveOptions options;
    options.tables = folder.file("t");
    options.only_tier = "KRRvKN";
    const auto run = [&] {
        return tell::solve(testing::shipped(), "small4x4", options, [](const tell::SolveEvent&) {});
    };
    const auto refused = run();
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().kind, ErrorKind::io);
    EXPECT_EQ(
        refused.error().message,
        fmt::format("KRRvKN leads to tiers without a table in {0}/small4x4: KRvKN, KRRvK: `zermelo solve "
                    "small4x4 --tiers KRvKN,KRRvK --tables {0}` makes them",
                    options.tables));
    EXPECT_FALSE(std::filesystem::exists(options.tables));
    tell::SolveOptions below;
    below.tiers = {"KRRvK", "KRvKN"};
    solve_into(options.tables, "small4x4", below);
    // What those lead to in turn is not asked for.
    std::filesystem::remove(options.tables + "/small4x4/KvK.zt");
    EXPECT_TRUE(run());
    EXPECT_EQ(files_of(options.tables, "small4x4").count("KRRvKN.zt"), 1U);
    EXPECT_EQ(files_of(options.tables, "small4x4").count("KvK.zt"), 0U);
}

/// Stopped after the first tier: what is whole is kept, nothing is half written, and the run goes on later.
TEST(SolveRuns, StopWhenAskedTo) {
    const ScratchFolder folder;
    tell::SolveOptions options;
    options.men = 4;
    solve_into(folder.file("whole"), "small3x3", options);
    const auto whole = files_of(folder.file("whole"), "small3x3");

    options.tables = folder.file("stopped");
    std::stop_source source;
    options.stop = source.get_token();
    const auto stopped =
        tell::solve(testing::shipped(), "small3x3", options, [&](const tell::SolveEvent& event) {
            if (std::holds_alternative<TierSolved>(event)) source.request_stop();
        });
    ASSERT_FALSE(stopped);
    EXPECT_EQ(stopped.error().kind, ErrorKind::stopped);
    EXPECT_NE(stopped.error().message.find("interrupted when "), std::string::npos);
    const auto kept = files_of(options.tables, "small3x3");
    EXPECT_GE(kept.size(), 1U);
    EXPECT_LT(kept.size(), whole.size());
    // One that is stopped before it begins does nothing.
    const auto again = tell::solve(testing::shipped(), "small3x3", options, [](const tell::SolveEvent&) {});
    ASSERT_FALSE(again);
    EXPECT_EQ(again.error().kind, ErrorKind::stopped);
    EXPECT_EQ(files_of(options.tables, "small3x3"), kept);

    options.stop = {};
    solve_into(options.tables, "small3x3", options);
    EXPECT_EQ(files_of(options.tables, "small3x3"), whole);
}

/// Whatever a large tier is at, set-wise and entry by entry.
TEST(SolveRuns, StopInTheMiddleOfATier) {
    const ScratchFolder folder;
    tell::SolveOptions options;
    options.tiers = {"KRBvK", "KRvKN", "KBvKN"};
    solve_into(folder.file("t"), "small5x5", options);
    const auto below = files_of(folder.file("t"), "small5x5");
    options.tables = folder.file("t");
    options.tiers.clear();
    options.only_tier = "KRBvKN";
    const TierPlanned tier = planned(options.tables, "small5x5", options).at(0);
    ASSERT_GE(tier.entries, std::uint64_t{1} << 20U) << "too few to say what they are at";
    EXPECT_EQ(tier.method, "setwise");
    tell::SolveOptions by_entries = options;
    by_entries.memory = 1;
    by_entries.memory = planned(options.tables, "small5x5", by_entries).at(0).memory;
    struct Case {
        tell::SolveOptions options;
        const char* at;
    };
    for (const Case& each : {Case{options, "first moves"}, Case{options, "at 2 plies"},
                             Case{options, "verifying"}, Case{by_entries, "first moves"}}) {
        std::stop_source source;
        tell::SolveOptions stoppable = each.options;
        stoppable.stop = source.get_token();
        std::string last;
        const auto stopped =
            tell::solve(testing::shipped(), "small5x5", stoppable, [&](const tell::SolveEvent& event) {
                if (const auto* const work = std::get_if<TierAtWork>(&event)) last = work->what;
                if (last == each.at) source.request_stop();
            });
        ASSERT_FALSE(stopped) << each.at;
        EXPECT_EQ(stopped.error().kind, ErrorKind::stopped);
        EXPECT_EQ(stopped.error().message,
                  "interrupted when 0 of 1 tier, 0.0 % of all entries, were solved and written; the same "
                  "command goes on");
        EXPECT_EQ(last, each.at);
        EXPECT_EQ(files_of(options.tables, "small5x5"), below);
    }
}

// --- small chess

Longest longest_of(const ReadJson& stats) {
    Longest longest;
    for (const ReadJson& tier : stats) {
        if (!tier["longest_win"].is_null())
            longest.win = std::max(longest.win, tier["longest_win"]["plies"].get<std::uint64_t>());
        if (!tier["longest_loss"].is_null())
            longest.loss = std::max(longest.loss, tier["longest_loss"]["plies"].get<std::uint64_t>());
    }
    return longest;
}

TEST(SolvedSmallChess, ThreeByThreeUpToFiveMen) {
    const ScratchFolder folder;
    tell::SolveOptions options;
    options.men = 5;
    solve_into(folder.file("t"), "small3x3", options);
    const ReadJson all = stats_of(folder.file("t"), "small3x3");
    std::uint64_t positions = 0;
    for (const ReadJson& tier : all) {
        if (tier["to_move"] == "white") positions += tier["position_count"].get<std::uint64_t>();
        for (const char* key : {"longest_win", "longest_loss"})
            if (!tier[key].is_null()) {
                EXPECT_EQ(tier[key]["line"].size(), tier[key]["plies"]) << tier.dump();
            }
    }
    EXPECT_EQ(positions, 542'103U);
    EXPECT_EQ(longest_of(all), (Longest{23, 24}));
}

/// Published: the longest mate takes 16 moves, and these two are such.
TEST(SolvedSmallChess, SlowThreeByThreeInFull) {
    const ScratchFolder folder;
    tell::SolveOptions options;
    options.men = 9;
    solve_into(folder.file("t"), "small3x3", options);
    const ReadJson all = stats_of(folder.file("t"), "small3x3");
    EXPECT_EQ(longest_of(all), (Longest{31, 32}));
    std::uint64_t positions = 0;
    std::uint64_t unique = 0;
    for (const ReadJson& tier : all)
        if (tier["to_move"] == "white") {
            positions += tier["position_count"].get<std::uint64_t>();
            unique += tier["unique_position_count"].get<std::uint64_t>();
        }
    fmt::print("{} positions, {} unique\n", positions, unique);
    for (const char* fen : {"KpN/bPk/BqN w", "KrN/Pnn/PPk w"}) {
        const auto probed = tell::probe(testing::shipped(), {"small3x3", fen},
                                        {folder.file("t"), true, tell::OutputFormat::json});
        ASSERT_TRUE(probed) << probed.error().message;
        const ReadJson json = ReadJson::parse(probed->text);
        EXPECT_EQ(json["category"], "win");
        EXPECT_EQ(json["plies"], 31);
        EXPECT_EQ(json["line"].size(), 31U);
    }
}

}  // namespace
}  // namespace zermelo::tablebase
