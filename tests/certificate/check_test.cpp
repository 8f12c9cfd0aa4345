// SPDX-License-Identifier: GPL-3.0-or-later
// Certificates of random small games: every genuine one is accepted, and every one that was changed in any of
// the ways tried here is refused.
#include "zermelo/certificate/check.hpp"

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <memory>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <sys/resource.h>
#include <unistd.h>

#include "zermelo/certificate/from_strategy.hpp"
#include "zermelo/search/closed_set.hpp"
#include "zermelo/search/strategy.hpp"

#include "support/certificates.hpp"
#include "support/graph_game.hpp"
#include "support/scale.hpp"

namespace zermelo::certificate {
namespace {

using testing::Graph;
using testing::GraphGame;
using testing::GraphText;

using search::Role;

/// The certificate of a position that the attacker, with this role, wins, or nothing.
std::optional<Certificate> certificate_of(const Graph& graph, std::uint32_t root, Role role) {
    search::ForcedWin<GraphGame> prover{GraphGame{graph}, 1U << 12U};
    const auto answer =
        role == Role::attacker ? prover.prove(root, Plies{20}) : prover.prove_loss(root, Plies{20});
    if (!answer.length) return std::nullopt;
    const auto strategy = search::StrategyBuilder<GraphGame>{prover}.build(root, role, *answer.length);
    StringSink sink;
    const auto move_text = [](std::uint32_t, std::uint32_t move) { return "m" + std::to_string(move); };
    EXPECT_TRUE(
        write_strategy("graph", "0123456789abcdef", strategy.value(), GraphText::text, move_text, sink));
    return parse(sink.text()).value();
}

/// Random games and one of their certificates.
template <typename F>
void for_random_certificates(std::uint64_t seed, std::uint64_t count, F&& f) {
    Random random{seed};
    for (std::uint64_t made = 0; made < count;) {
        const Graph graph = testing::random_graph(
            {static_cast<std::uint32_t>(6 + random.below(30)), random.one_in(2), random.one_in(2)}, random);
        const auto certificate = certificate_of(graph, 0, random.one_in(2) ? Role::attacker : Role::defender);
        if (!certificate || certificate->nodes.size() < 2 || certificate->nodes.size() > 25) continue;
        ++made;
        f(*certificate, GraphText{graph});
        if (::testing::Test::HasFatalFailure()) return;
    }
}

void expect_refused(const Certificate& certificate, const GraphText& book, const char* what) {
    const auto proved = check(text_of(certificate), book);
    ASSERT_FALSE(proved.has_value()) << what << '\n' << text_of(certificate);
    ASSERT_TRUE(proved.error().where.has_value()) << what;
    ASSERT_EQ(proved.error().kind, ErrorKind::bad_input);
}

/// Says of a change of the certificate that it is refused, and takes it back.
auto refusing(Certificate& c, const Certificate& genuine, const GraphText& book) {
    return [&](const char* what) {
        expect_refused(c, book, what);
        c = genuine;
    };
}

TEST(Certificate, GenuineOnesAreAcceptedAndReadBackAsWritten) {
    std::size_t largest = 0;
    std::size_t wins_found = 0;
    std::size_t losses_found = 0;
    for_random_certificates(71, testing::scaled(3'000), [&](const Certificate& c, const GraphText& book) {
        const std::string text = text_of(c);
        const auto proved = check(text, book);
        ASSERT_TRUE(proved.has_value()) << proved.error().message << '\n' << text;
        const bool wins = c.nodes[0].to_move == Side::attacker;
        ASSERT_EQ(proved->bounds, wins ? game::Bounds::won_within(Plies{*c.plies})
                                       : game::Bounds::lost_within(Plies{*c.plies}));
        ++(wins ? wins_found : losses_found);
        ASSERT_EQ(proved->position, c.position);
        ASSERT_EQ(proved->nodes, c.nodes.size());
        ASSERT_EQ(parse(text).value(), c);
        ASSERT_EQ(text_of(c), text);
        ASSERT_TRUE(check(text, book, 1).has_value());
        ASSERT_TRUE(check(text, book, 7).has_value());
        largest = std::max(largest, c.nodes.size());
    });
    EXPECT_GT(largest, 12U);
    EXPECT_GT(wins_found, 0U);
    EXPECT_GT(losses_found, 0U);
}

/// Every change of who is to move, of positions, of nodes and of moves, one at a time, each followed by
/// `refused`, which takes it back.
template <typename Refused>
void change_nodes(Certificate& c, const Certificate& genuine, const Refused& refused) {
    const std::size_t count = genuine.nodes.size();
    for (std::size_t i = 0; i < count; ++i) {
        c.nodes[i].to_move = c.nodes[i].to_move == Side::attacker ? Side::defender : Side::attacker;
        refused("the other side");
        for (std::size_t j = 0; j < count; ++j) {
            if (i == j) continue;
            c.nodes[i].position = c.nodes[j].position;
            refused("another node's position");
            std::swap(c.nodes[i], c.nodes[j]);
            refused("two nodes swapped");
        }
        c.nodes.erase(c.nodes.begin() + static_cast<std::ptrdiff_t>(i));
        refused("a node left out");
        c.nodes.push_back(c.nodes[i]);
        refused("a node twice");
        for (std::size_t s = 0; s < genuine.nodes[i].edges.size(); ++s) {
            const auto edge = static_cast<std::ptrdiff_t>(s);
            c.nodes[i].edges.erase(c.nodes[i].edges.begin() + edge);
            refused("a move left out");
            c.nodes[i].edges.push_back(c.nodes[i].edges[s]);
            refused("a move twice");
            for (std::size_t to = 0; to <= count; ++to) {
                if (to == genuine.nodes[i].edges[s].node) continue;
                c.nodes[i].edges[s].node = to;  // among them itself, what leads here, and what is not there
                refused("another node");
            }
            for (unsigned move = 0; move < 40; ++move) {
                const std::string other = "m" + std::to_string(move);
                if (other == genuine.nodes[i].edges[s].move) continue;
                c.nodes[i].edges[s].move = other;
                refused("another move");
            }
        }
    }
}

TEST(Certificate, EveryChangeOfContentIsRefused) {
    for_random_certificates(72, testing::scaled(400), [](const Certificate& genuine, const GraphText& book) {
        const std::size_t count = genuine.nodes.size();
        Certificate c = genuine;
        const auto refused = refusing(c, genuine, book);
        c.rules[3] = 'x';
        refused("other rules");
        c.variant += "s";
        refused("another variant");
        for (const std::uint64_t plies :
             {*c.plies + 1, *c.plies - 1, std::uint64_t{0}, std::uint64_t{999'999'999}}) {
            if (plies == genuine.plies || plies > 999'999'999) continue;
            c.plies = plies;
            refused("another claim");
            c.plies = plies;
            c.nodes[0].plies = plies;
            refused("another claim in both places");
        }
        c.plies.reset();
        refused("no win");
        for (std::size_t i = 0; i < count; ++i) {
            for (const int change : {-2, -1, 1, 2}) {
                if (genuine.nodes[i].plies < static_cast<std::uint64_t>(std::max(0, -change))) continue;
                c.nodes[i].plies += static_cast<std::uint64_t>(change);
                refused("another length");
            }
        }
        change_nodes(c, genuine, refused);
    });
}

// The attacker goes round in a circle, and every length is one more than the next but for one.
TEST(Certificate, CyclesAreRefusedWhateverTheirLengthsSay) {
    Graph graph;
    graph.nodes = {{{}, {1}}, {{}, {2}}, {{}, {3}}, {{}, {0}}};
    const GraphText book{graph};
    Certificate c{{"graph", book.hash(), "p0 x", 3}, {}};
    for (std::uint64_t i = 0; i < 4; ++i) {
        const Side side = i % 2 == 0 ? Side::attacker : Side::defender;
        c.nodes.push_back({side,
                           3 - i,
                           GraphText::text(static_cast<std::uint32_t>(i), side),
                           {{"m" + std::to_string((i + 1) % 4), (i + 1) % 4}}});
    }
    for (std::uint64_t last = 0; last < 6; ++last) {
        c.nodes[3].plies = last;
        expect_refused(c, book, "a cycle");
    }
}

// Bytes: every truncation, every line left out, doubled or swapped, and every byte changed in a few ways.
// What is still read as the same certificate, byte by byte, cannot be.
TEST(Certificate, EveryChangeOfTextIsRefused) {
    for_random_certificates(73, testing::scaled(60), [](const Certificate& genuine, const GraphText& book) {
        const std::string text = text_of(genuine);
        const auto refused = [&](const std::string& changed, const char* what) {
            if (changed == text) return;
            const auto proved = check(changed, book);
            ASSERT_FALSE(proved.has_value()) << what << '\n' << changed;
            ASSERT_TRUE(proved.error().where.has_value()) << what;
        };
        for (std::size_t n = 0; n < text.size(); ++n) {
            refused(text.substr(0, n), "truncated");
            refused(text.substr(0, n) + text.substr(n + 1), "a byte left out");
            for (const char c : {'\0', ' ', '\n', '\r', '|', '0', '1', '9', '-', '\xFF'}) {
                std::string changed = text;
                changed[n] = c;
                refused(changed, "a byte changed");
                changed = text;
                changed.insert(n, 1, c);
                refused(changed, "a byte more");
            }
        }
        for (const char* tail : {"\n", " ", "0", "\n\n"}) refused(text + tail, "something after");

        std::vector<std::string> lines;
        for (std::size_t at = 0; at < text.size();) {
            const std::size_t end = text.find('\n', at) + 1;
            lines.push_back(text.substr(at, end - at));
            at = end;
        }
        const auto joined = [&] {
            std::string all;
            for (const std::string& line : lines) all += line;
            return all;
        };
        for (std::size_t i = 0; i < lines.size(); ++i) {
            const std::string line = lines[i];
            lines[i] = "";
            refused(joined(), "a line left out");
            lines[i] = line + line;
            refused(joined(), "a line twice");
            lines[i] = line;
            for (std::size_t j = 0; j < i; ++j) {
                std::swap(lines[i], lines[j]);
                refused(joined(), "two lines swapped");
                std::swap(lines[i], lines[j]);
            }
        }
    });
}

/// The certificate that the attacker, with this role, has no win, or nothing. The side to move in the first
/// position is always `x` in its text.
std::optional<Certificate> no_win_of(const Graph& graph, std::uint32_t root, Role role) {
    search::ClosedSetSearch<GraphGame> search{GraphGame{graph}, 1U << 16U, nullptr};
    search.begin(root, role, 0);
    search::Budget budget;
    if (search.run(budget) != Verdict::no_win) return std::nullopt;
    StringSink sink;
    const auto move_text = [](std::uint32_t, std::uint32_t move) { return "m" + std::to_string(move); };
    const auto position_text = [&](std::uint32_t position, Side side) {
        const bool moves_first = (side == Side::attacker) == (role == Role::attacker);
        return GraphText::text(position, moves_first ? Side::attacker : Side::defender);
    };
    EXPECT_TRUE(write_closed_set("graph", "0123456789abcdef", GraphText::text(root, Side::attacker), search,
                                 position_text, move_text, sink));
    return parse(sink.text()).value();
}

/// Random games and a certificate of no win of each.
template <typename F>
void for_random_no_wins(std::uint64_t seed, std::uint64_t count, F&& f) {
    Random random{seed};
    for (std::uint64_t made = 0; made < count;) {
        Graph graph = testing::random_graph(
            {static_cast<std::uint32_t>(6 + random.below(30)), true, random.one_in(2)}, random);
        const auto certificate = no_win_of(graph, 0, random.one_in(2) ? Role::attacker : Role::defender);
        if (!certificate || certificate->nodes.size() < 3 || certificate->nodes.size() > 25) continue;
        ++made;
        f(*certificate, graph, random);
        if (::testing::Test::HasFatalFailure()) return;
    }
}

TEST(NoWin, GenuineOnesAreAcceptedAndReadBackAsWritten) {
    std::size_t largest = 0;
    std::size_t cycles = 0;
    for_random_no_wins(74, testing::scaled(3'000), [&](const Certificate& c, const Graph& graph, Random&) {
        const std::string text = text_of(c);
        const auto proved = check(text, GraphText{graph});
        ASSERT_TRUE(proved.has_value()) << proved.error().message << '\n' << text;
        ASSERT_EQ(proved->bounds, c.nodes[0].to_move == Side::attacker ? game::Bounds::never_won()
                                                                       : game::Bounds::never_lost());
        ASSERT_EQ(proved->position, c.position);
        ASSERT_EQ(proved->nodes, c.nodes.size());
        ASSERT_EQ(parse(text).value(), c);
        largest = std::max(largest, c.nodes.size());
        for (std::size_t i = 0; i < c.nodes.size(); ++i)
            for (const Edge& edge : c.nodes[i].edges) cycles += edge.node <= i ? 1 : 0;
    });
    EXPECT_GT(largest, 12U);
    EXPECT_GT(cycles, 100U);
}

TEST(NoWin, EveryChangeOfContentIsRefused) {
    for_random_no_wins(75, testing::scaled(250), [](const Certificate& genuine, const Graph& graph, Random&) {
        const GraphText book{graph};
        Certificate c = genuine;
        const auto refused = refusing(c, genuine, book);
        c.rules[3] = 'x';
        refused("other rules");
        c.plies = 5;
        refused("a win");
        c.nodes.push_back({Side::attacker, 0, "p0 x", {}});
        refused("a node that the first one does not lead to");
        change_nodes(c, genuine, refused);
    });
}

// A draw has two certificates of no win, one after the other, in this order and of one position.
TEST(Draw, TwoOfNoWinProveIt) {
    Random random{77};
    const std::uint64_t asked = testing::scaled(300);
    for (std::uint64_t made = 0; made < asked;) {
        const Graph graph = testing::random_graph(
            {static_cast<std::uint32_t>(6 + random.below(20)), true, random.one_in(2)}, random);
        const auto first = no_win_of(graph, 0, Role::attacker);
        const auto second = no_win_of(graph, 0, Role::defender);
        if (!first || !second || first->nodes.size() + second->nodes.size() < 5) continue;
        ++made;
        const GraphText book{graph};
        const std::string one = text_of(*first);
        const std::string two = text_of(*second);
        for (const std::size_t piece : {std::string::npos, std::size_t{1}, std::size_t{7}}) {
            const auto proved = check(one + two, book, piece);
            ASSERT_TRUE(proved.has_value()) << proved.error().message << '\n' << one + two;
            ASSERT_EQ(proved->bounds, game::Bounds::draw());
            ASSERT_EQ(proved->nodes, first->nodes.size() + second->nodes.size());
        }
        ASSERT_EQ(check(two, book)->bounds, game::Bounds::never_lost());
        const auto refused = [&](const std::string& text) {
            const auto proved = check(text, book);
            ASSERT_FALSE(proved.has_value()) << text;
            ASSERT_TRUE(proved.error().where.has_value()) << text;
        };
        refused(two + one);
        refused(one + one);
        refused(two + two);
        refused(one + two + two);
        refused(one + two + one);
        refused(one + "\n" + two);
        for (std::size_t n = 1; n < two.size(); ++n) refused(one + two.substr(0, n));
        for (std::size_t n = 1; n < one.size(); ++n) refused(one.substr(0, n) + two);
        for (const auto change : {&Header::variant, &Header::rules, &Header::position}) {
            Certificate other = *second;
            other.*change += "1";
            refused(one + text_of(other));
        }
        Certificate other = *second;
        const std::size_t any = random.below(other.nodes.size());
        other.nodes[any].to_move =
            other.nodes[any].to_move == Side::attacker ? Side::defender : Side::attacker;
        refused(one + text_of(other));
    }
}

// What is wrong in the second is found at its line in the text; after a win, or a loss, there is no second.
TEST(Draw, WhatIsWrongIsFoundAtItsLine) {
    Graph graph;
    graph.nodes = {{{}, {1}}, {{}, {0, 2}}, {game::Outcome::draw, {}}};
    const GraphText book{graph};
    const std::string head =
        "zermelo certificate 2\nvariant graph\nrules 0123456789abcdef\nposition p0 x\nno win\nnodes ";
    const std::string one = head + "2\nattacker | p0 x | m1 1\ndefender | p1 o | m0 0\n";
    const std::string begin = "defender | p0 x | m1 1\nattacker | p1 o | m0 0 m2 2\n";
    ASSERT_EQ(check(one + head + "3\n" + begin + "defender | p2 x |\n", book)->bounds, game::Bounds::draw());
    const auto line_of = [&](const std::string& text) { return check(text, book).error().where->line; };
    EXPECT_EQ(line_of(one + head + "3\n" + begin + "attacker | p2 x |\n"), 17U);
    EXPECT_EQ(line_of(one + head + "2\ndefender | p0 x | m1 1\nattacker | p1 o | m0 0\n"), 16U);
    EXPECT_EQ(line_of(one + head + "2\nattacker | p0 x | m1 1\ndefender | p1 o | m0 0\n"), 15U);
    EXPECT_EQ(line_of(one + head + "0\n"), 14U);
    EXPECT_EQ(line_of(one + "zermelo certificate 1\n"), 9U);
    EXPECT_EQ(line_of(one + head + "3\n" + begin + "defender | p2 x |\n" + head + "1\n"), 18U);
    Graph won;
    won.nodes = {{game::Outcome::win, {}}};
    const std::string win =
        "zermelo certificate 1\nvariant graph\nrules 0123456789abcdef\nposition p0 x\n"
        "plies 0\nnodes 1\nwin 0 | p0 x |\n";
    ASSERT_EQ(check(win, GraphText{won})->bounds, game::Bounds::won_within(Plies{0}));
    EXPECT_EQ(check(win + head, GraphText{won}).error().where->line, 8U);
}

// Where the game is another one, or several things of the certificate are changed together: what is taken is
// true by the definition.
TEST(NoWin, WhatIsAcceptedIsTrue) {
    std::uint64_t accepted = 0;
    std::uint64_t refused = 0;
    for_random_no_wins(
        76, testing::scaled(6'000), [&](const Certificate& genuine, const Graph& graph, Random& random) {
            Graph other = graph;
            const auto any = static_cast<std::uint32_t>(random.below(other.nodes.size()));
            Graph::Node& changed = other.nodes[any];
            if (changed.end) {
                changed.end = random.one_in(2) ? game::Outcome::win : game::Outcome::loss;
            } else if (const auto to = static_cast<std::uint32_t>(random.below(other.nodes.size()));
                       std::find(changed.to.begin(), changed.to.end(), to) == changed.to.end()) {
                changed.to.push_back(to);
            }
            Certificate c = genuine;
            if (random.one_in(2)) {
                Node& node = c.nodes[random.below(c.nodes.size())];
                const std::size_t to = random.below(c.nodes.size());
                const std::string& position = c.nodes[to].position;
                const Edge edge{"m" + position.substr(1, position.find(' ') - 1), to};
                if (node.edges.empty() || random.one_in(2))
                    node.edges.push_back(edge);
                else
                    node.edges[random.below(node.edges.size())] = edge;
            }
            const auto proved = check(text_of(c), GraphText{other});
            ++(proved ? accepted : refused);
            if (proved) {
                const testing::GraphValues values{other, 80};
                ASSERT_FALSE(proved->bounds.is_never_won() ? values.won_in(0) : values.lost_in(0))
                    << text_of(c);
            }
        });
    EXPECT_GT(accepted, testing::scaled(500));
    EXPECT_GT(refused, testing::scaled(500));
}

TEST(NoWin, ErrorsNameTheLine) {
    Graph graph;
    graph.nodes = {{{}, {1, 2}}, {{}, {0, 3}}, {game::Outcome::draw, {}}, {game::Outcome::win, {}}};
    const GraphText book{graph};
    const std::string head = "zermelo certificate 2\nvariant graph\nrules 0123456789abcdef\nposition p0 x\n";
    const std::string good = head + "no win\nnodes 3\nattacker | p0 x | m1 1 m2 2\ndefender | p1 o | m0 0\n" +
                             "defender | p2 o |\n";
    ASSERT_TRUE(check(good, book).has_value());
    const auto line_of = [&](const std::string& text) -> std::uint64_t {
        const auto proved = check(text, book);
        return proved ? 0 : proved.error().where->line;
    };
    EXPECT_EQ(line_of(head + "plies 3\n"), 5U);
    EXPECT_EQ(line_of(head + "no win \n"), 5U);
    EXPECT_EQ(line_of(head + "no win\nnodes 0\n"), 6U);
    EXPECT_EQ(line_of(head + "no win\nnodes 1\nwin 0 | p0 x |\n"), 7U);
    EXPECT_EQ(line_of(head + "no win\nnodes 1\nattacker 0 | p0 x |\n"), 7U);
    EXPECT_EQ(line_of(head + "no win\nnodes 1\nattacker|| p0 x |\n"), 7U);
    EXPECT_EQ(line_of(head + "no win\nnodes 1\ndefender | p0 o |\n"), 4U);
    EXPECT_EQ(line_of(head + "no win\nnodes 2\nattacker | p0 x | m1 1 m2 2\ndefender | p1 o | m0 0\n"), 7U);
    EXPECT_EQ(line_of(head + "no win\nnodes 4\nattacker | p0 x | m1 1 m2 2\ndefender | p1 o | m3 3\n" +
                      "defender | p2 o |\nattacker | p3 x |\n"),
              10U);
}

TEST(Certificate, ErrorsNameTheLine) {
    Graph graph;
    graph.nodes = {{{}, {1, 2}}, {game::Outcome::loss, {}}, {game::Outcome::draw, {}}};
    const GraphText book{graph};
    const std::string head = "zermelo certificate 1\nvariant graph\nrules 0123456789abcdef\nposition p0 x\n";
    const std::string good = head + "plies 1\nnodes 2\nwin 1 | p0 x | m1 1\nloss 0 | p1 o |\n";
    ASSERT_TRUE(check(good, book).has_value());
    const auto line_of = [&](const std::string& text) -> std::uint64_t {
        const auto proved = check(text, book);
        return proved ? 0 : proved.error().where->line;
    };
    EXPECT_EQ(line_of(""), 1U);
    EXPECT_EQ(line_of("zermelo certificate 3\n"), 1U);
    EXPECT_EQ(line_of("zermelo certificate 2\n"), 2U);
    EXPECT_EQ(line_of("zermelo certificate 1\nvariant chess\nrules 1\nposition p0 x\nplies 1\nnodes 0\n"),
              2U);
    EXPECT_EQ(line_of(head + "plies 99999999999999999999999\nnodes 2\n"), 5U);
    EXPECT_EQ(line_of(head + "plies 1\nnodes 999999999\nwin 1 | p0 x | m1 1\n"), 8U);
    EXPECT_EQ(line_of(head + "plies 1\nnodes 0\n"), 6U);
    EXPECT_EQ(line_of(head + "plies 01\nnodes 0\n"), 5U);
    EXPECT_EQ(line_of(head + "plies 1\nnodes 2\nwin 1 | p0 x | m1 1\nloss 0 | p1 o"), 8U);
    EXPECT_EQ(line_of(head + "plies 1\nnodes 2\nwin 1 | p0 x | m1 1\nloss 0 | p1 o | m1\n"), 8U);
    EXPECT_EQ(line_of(head + "plies 1\nnodes 2\nwin 1 | p0 x | m2 1\nloss 0 | p2 o |\n"), 8U);
    EXPECT_EQ(line_of(head + "plies 1\nnodes 2\nwin 1 | p0 x | m1 12345\nloss 0 | p1 o |\n"), 7U);
    EXPECT_EQ(line_of(head + "plies 1\nnodes 2\nwin 1 | p0 x | m1 1\nloss 0 | p7 o |\n"), 8U);
    EXPECT_EQ(line_of(good + "loss 0 | p1 o |\n"), 9U);
}

// Counts that a header claims take no memory, and what has no end is not read to it.
TEST(Certificate, WhatIsTooLongIsRefusedWhereItIs) {
    Graph graph;
    graph.nodes = {{{}, {1, 2}}, {game::Outcome::loss, {}}, {game::Outcome::draw, {}}};
    const std::string head = "zermelo certificate 1\nvariant graph\nrules 0123456789abcdef\nposition p0 x\n";
    const std::string good = head + "plies 1\nnodes 2\nwin 1 | p0 x | m1 1\nloss 0 | p1 o |\n";
    const auto read = [](std::string_view text, std::uint64_t most) -> Result<void> {
        const auto fine = [](const auto&) { return Result<void>{}; };
        Reader reader{fine, fine, most};
        return reader.write(text).and_then([&] { return reader.finish(); });
    };
    EXPECT_TRUE(read(good, good.size()).has_value());
    EXPECT_EQ(read(good, good.size() - 1).error().where->line, 8U);
    EXPECT_EQ(read(good, 0).error().where->line, 1U);
    const std::string longest(max_bytes_of_line, 'x');
    EXPECT_EQ(read(head + "plies 1\nnodes 1\nwin 1 | p0 x | " + longest, max_bytes).error().message,
              "longer than 16777216 bytes, expected a shorter line");
    EXPECT_EQ(read("x", max_bytes).error().where->line, 1U);  // without a line break
    EXPECT_EQ(check(head + "plies 1\nnodes 999999999\nwin 1 | p0 x | m1 999999998\n", GraphText{graph})
                  .error()
                  .where->line,
              8U);
    EXPECT_EQ(read(head + "plies 1\nnodes 1000000000\n", max_bytes).error().where->line, 6U);

    StringSink sink;
    Writer writer{sink, good.size() - 1};
    const Certificate c = parse(good).value();
    EXPECT_TRUE(writer.header({c.variant, c.rules, c.position, c.plies, 2}).has_value());
    for (const Node& node : c.nodes) EXPECT_TRUE(writer.node(node).has_value());
    EXPECT_EQ(writer.finish().error().kind, ErrorKind::bad_usage);
}

// Promises that moves make of a node before its line: two of them, or one and the line, say different things.
TEST(Certificate, NodesThatComeLaterAreWhereEveryMoveLeads) {
    Graph graph;
    graph.nodes = {{{}, {1, 2}}, {{}, {3}}, {{}, {4}}, {game::Outcome::draw, {}}, {game::Outcome::loss, {}}};
    const GraphText book{graph};
    const std::string head =
        "zermelo certificate 2\nvariant graph\nrules 0123456789abcdef\nposition p0 x\nno win\nnodes ";
    const std::string first = "attacker | p0 x | m1 1 m2 2\ndefender | p1 o | m3 3\ndefender | p2 o | m4 ";
    const std::string last = "attacker | p3 x |\n";
    ASSERT_TRUE(check(head + "5\n" + first + "4\n" + last + "attacker | p4 x |\n", book).has_value());
    const auto line_of = [&](const std::string& text) { return check(text, book).error().where->line; };
    EXPECT_EQ(line_of(head + "4\n" + first + "3\n" + last), 9U);
    EXPECT_EQ(line_of(head + "5\n" + first + "4\n" + last + last), 11U);
    EXPECT_EQ(line_of(head + "5\n" + first + "4\n" + last + "defender | p4 x |\n"), 11U);
    EXPECT_EQ(line_of(head + "5\n" + first + "4\n" + last + "attacker | p4 o |\n"), 11U);
}

/// A game in which one move follows the other, and its certificate of no win, line by line.
bool checks_long_game_within(std::uint32_t positions, std::size_t bytes) {
    Graph graph;
    for (std::uint32_t i = 1; i < positions; ++i) graph.nodes.push_back({{}, {i}});
    graph.nodes.push_back({game::Outcome::draw, {}});
    std::size_t pages = 0;
    std::ifstream{"/proc/self/statm"} >> pages;
    const rlim_t most = pages * static_cast<std::size_t>(::sysconf(_SC_PAGESIZE)) + bytes;
    const rlimit limit{most, most};
    if (::setrlimit(RLIMIT_AS, &limit) != 0) return false;
    Checker checker{[&](const Header&) -> Result<std::unique_ptr<const TextGame>> {
        return std::make_unique<const GraphText>(graph);
    }};
    Writer writer{checker};
    if (!writer.header({"graph", "0123456789abcdef", "p0 x", {}, positions})) return false;
    for (std::uint32_t i = 0; i < positions; ++i) {
        Node node{i % 2 == 0 ? Side::attacker : Side::defender, 0, {}, {}};
        node.position = GraphText::text(i, node.to_move);
        if (i + 1 < positions) node.edges.push_back({"m" + std::to_string(i + 1), i + 1});
        if (!writer.node(node)) return false;
    }
    return writer.finish() && checker.finish();
}

// 64 bytes a position; the text alone has 36, and what it says takes 200 if it is all kept.
TEST(Certificate, CheckingKeepsLittleOfEachPosition) {
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
    GTEST_SKIP() << "sanitizers take more address space than the limit leaves";
#endif
    constexpr std::uint32_t positions = 300'000;
    EXPECT_EXIT(std::_Exit(checks_long_game_within(positions, 64 * positions) ? 0 : 1),
                ::testing::ExitedWithCode(0), "");
}

TEST(Certificate, AGameThatIsAlreadyWonHasOneNode) {
    Graph graph;
    graph.nodes = {{game::Outcome::win, {}}};
    const auto c = certificate_of(graph, 0, Role::attacker);
    ASSERT_TRUE(c.has_value());
    ASSERT_EQ(c->nodes.size(), 1U);
    EXPECT_EQ(check(text_of(*c), GraphText{graph})->bounds, game::Bounds::won_within(Plies{0}));
}

}  // namespace
}  // namespace zermelo::certificate
