// SPDX-License-Identifier: GPL-3.0-or-later
// What is written for other programs is what is read again.
#include "zermelo/compositions/popeye_writer.hpp"

#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "zermelo/base/random.hpp"
#include "zermelo/compositions/olive_reader.hpp"
#include "zermelo/compositions/popeye_reader.hpp"

#include "support/shipped.hpp"

namespace zermelo::compositions {
namespace {

const rules::Rules& chess() { return testing::shipped("chess"); }

Composition composed(const std::string& fen, const std::string& stipulation,
                     const std::vector<std::string>& twins = {}, const Asked& asked = {}) {
    Composition problem;
    const engine::Setup setup = engine::parse_fen(fen, chess()).value();
    problem.diagrams = with_twins(setup, Stipulation::parse(stipulation).value(), twins, chess()).value();
    if (!problem.diagrams.front().changes.empty())
        problem.zeroposition = Diagram{"", setup, Stipulation::parse(stipulation).value(), {}};
    problem.asked = asked;
    return problem;
}

Composition read_input(const std::string& text) { return PopeyeReader{text, chess()}.next()->value(); }
Composition read_document(const std::string& text) {
    return OliveReader{text, chess()}.next()->problem.value();
}

/// The boards and what is asked of them, twin by twin.
std::vector<std::string> diagrams_of(const Composition& problem) {
    std::vector<std::string> all;
    for (const Diagram& diagram : problem.diagrams) {
        const std::string fen = engine::print_fen(diagram.setup);
        const std::size_t board = fen.find(' ');
        all.push_back(fen.substr(0, board) + fen.substr(fen.find(' ', board + 1)) + " " +
                      diagram.stipulation.text());
    }
    return all;
}

void expect_same(const Composition& problem) {
    for (const auto& read : {read_input(popeye_input(problem, chess()).value()),
                             read_document(collection_document(problem, chess()).value())}) {
        EXPECT_EQ(diagrams_of(read), diagrams_of(problem));
        EXPECT_EQ(read.zeroposition.has_value(), problem.zeroposition.has_value());
        EXPECT_EQ(read.asked.attacker, problem.asked.attacker);
        EXPECT_EQ(read.asked.max_refutations, problem.asked.max_refutations);
    }
}

TEST(PopeyeWriter, AProblemInItsWords) {
    Composition problem =
        composed("7k/8/5K2/8/8/8/P1P5/1N4R1 w - - 0 1", "#2",
                 {"b: move g1 g2, exchange a2 c2", "continued, rotate 90, stipulation h#2"},
                 {.duplex = true, .set_play = true, .tree = true, .max_refutations = 1, .intended = 3});
    problem.heading = {{"A. \"Nonym\"", "B\\C"}, "Title: it", "Source, 2000", "1st Prize"};
    EXPECT_EQ(popeye_input(problem, chess()).value(), R"(BeginProblem
Author        A. "Nonym"
Author        B\C
Title         Title: it
Origin        Source, 2000
Award         1st Prize
Pieces        White Kf6 Rg1 Sb1 Pa2 Pc2 Black Kh8
Stipulation   #2
Option        SetPlay Try Variations Duplex
Twin          Move g1 g2 Exchange a2 c2
Twin          Continued Rotate 270 Stipulation h#2
EndProblem
)");
    const std::string document = collection_document(problem, chess()).value();
    EXPECT_EQ(document, R"(---
authors:
  - "A. \"Nonym\""
  - "B\\C"
title: "Title: it"
source:
  name: "Source, 2000"
award:
  distinction: "1st Prize"
algebraic:
  white: [Kf6, Rg1, Sb1, Pa2, Pc2]
  black: [Kh8]
stipulation: "#2"
options:
  - SetPlay
  - Try
  - Variations
  - Duplex
twins:
  "b": "Move g1 g2 Exchange a2 c2"
  "c": "Continued Rotate 270 Stipulation h#2"
intended-solutions: 3
)");
    EXPECT_EQ(read_document(document).heading, problem.heading);
    EXPECT_EQ(read_document(document).asked, problem.asked);
    EXPECT_EQ(read_input(popeye_input(problem, chess()).value()).heading, problem.heading);
    expect_same(problem);
}

TEST(PopeyeWriter, EveryChangeOfATwin) {
    for (const std::string change : {"move a1 b1", "exchange a1 h8", "remove a1", "remove a1 h8", "add n c3",
                                     "add P c3", "substitute q a1", "shift a1 a1", "rotate 90", "rotate 180",
                                     "rotate 270", "mirror a1h1", "mirror a1a8", "mirror a1h8", "mirror h1a8",
                                     "stipulation ser-h=3", "move a1 b1, add R e4, remove h8, mirror a1h1"}) {
        SCOPED_TRACE(change);
        expect_same(composed("7k/8/8/8/8/8/8/R3K3 w - - 0 1", "h#2", {change}));
        expect_same(composed("7k/8/8/8/8/8/8/R3K3 w - - 0 1", "h#2", {"zero: " + change, "add b g3"}));
    }
}

TEST(PopeyeWriter, RightsToCastleAndToCaptureEnPassant) {
    for (const std::string rights : {"KQkq", "-", "K", "Kq", "Qk"})
        expect_same(composed("r3k2r/8/8/8/8/8/8/R3K2R w " + rights + " - 0 1", "#2", {"b: remove a1"}));
    expect_same(composed("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "#2"));
    expect_same(composed("4k3/8/8/8/8/R7/8/4K2R w K - 0 1", "#2", {"b: move h1 h2, move a3 h1"}));
    // A twin's rook comes home and may castle, and the diagram's may not: no words of Popeye's say both.
    EXPECT_FALSE(
        popeye_input(composed("4k3/8/8/8/8/R7/8/4K2R w - - 0 1", "#2", {"move h1 h2, move a3 h1"}), chess()));
}

TEST(PopeyeWriter, OptionsOfEachKind) {
    for (const Asked& asked :
         std::vector<Asked>{{},
                            {.attacker = Color::black},
                            {.duplex = true, .quodlibet = true},
                            {.tree = true, .postkey = true},
                            {.max_refutations = 5, .max_lines = 7, .time = std::chrono::seconds{9}}})
        expect_same(composed("7k/8/5K2/8/8/8/8/6R1 w - - 0 1", "s#2", {}, asked));
}

TEST(PopeyeWriter, ADiagramThatPlayComesTo) {
    const std::string board = "rnbqkbnr/pp3ppp/2p1p3/8/4P3/8/PPPP1PPP/RNBQK1NR w ";
    expect_same(composed(board + "- - 0 1", "dia4", {"b: move e4 e3, stipulation dia3.5"}));
    EXPECT_TRUE(popeye_input(composed(board + "KQkq - 0 1", "dia4"), chess()));
    for (const Color attacker : {Color::white, Color::black})
        for (const std::string asked : {"a=>b2", "ser-a=>b3"}) {
            Composition problem = composed("4k3/8/8/8/8/8/8/5RK1 w - - 0 1", asked, {"b: move g1 h1"});
            problem.asked.attacker = attacker;
            for (Diagram& diagram : problem.diagrams)
                diagram.start = engine::parse_fen("4k3/8/8/8/8/8/8/4K2R w - - 0 1", chess()).value();
            const Composition read = read_input(popeye_input(problem, chess()).value());
            EXPECT_EQ(diagrams_of(read), diagrams_of(problem));
            EXPECT_EQ(read.asked.attacker, attacker);
            ASSERT_TRUE(read.diagrams[1].start);
            EXPECT_EQ(read.diagrams[1].start->castling, "");
            EXPECT_FALSE(collection_document(problem, chess()));  // which has one diagram
        }
}

TEST(PopeyeWriter, NamesOfTwinsAreKeptWhereTheyStandInOrder) {
    const auto names = [](const std::vector<std::string>& twins) {
        std::vector<std::string> found;
        const Composition problem = composed("7k/8/5K2/8/8/8/8/6R1 w - - 0 1", "#2", twins);
        for (const Diagram& each : read_document(collection_document(problem, chess()).value()).diagrams)
            found.push_back(each.name);
        return found;
    };
    EXPECT_EQ(names({"q: move g1 g2", "y: move g1 g3"}), (std::vector<std::string>{"a", "q", "y"}));
    EXPECT_EQ(names({"y: move g1 g2", "q: move g1 g3"}), (std::vector<std::string>{"a", "b", "c"}));
}

TEST(PopeyeWriter, AnyDiagram) {
    Random random{1913};
    const std::string men = "KQRBNPkqrbnp";
    for (unsigned i = 0; i < 300; ++i) {
        engine::Setup setup = empty_board(chess());
        for (unsigned man = 0; man < 12; ++man) {
            const auto square = static_cast<unsigned>(random.below(64));
            const char letter = men[static_cast<std::size_t>(random.below(men.size()))];
            setup.men[rules::region_bit(square % 8, square / 8)] =
                engine::Man{letter < 'a' ? Color::white : Color::black, static_cast<char>(letter & ~0x20)};
        }
        expect_same(composed(engine::print_fen(setup), "h#3", {"mirror a1h8"}));
    }
}

TEST(PopeyeWriter, ConditionsOfVariants) {
    for (const auto& [variant, word] :
         std::vector<std::pair<std::string, std::string>>{{"koeko", "KoeKo"},
                                                          {"madrasi", "Madrasi"},
                                                          {"andernach", "AndernachChess"},
                                                          {"maximummer", "BlackMaximummer"},
                                                          {"whitemaximummer", "WhiteMaximummer"}}) {
        const rules::Rules& rules = testing::shipped(variant);
        const Composition problem = composed("7k/8/5K2/8/8/8/8/6R1 w - - 0 1", "ser-h#2");
        const std::string input = popeye_input(problem, rules).value();
        EXPECT_NE(input.find("\nCondition     " + word + "\n"), std::string::npos) << input;
        EXPECT_EQ(read_input(input).variant, variant);
        const std::string document = collection_document(problem, rules).value();
        EXPECT_NE(document.find("\nconditions:\n  - " + word + "\n"), std::string::npos) << document;
        EXPECT_EQ(read_document(document).variant, variant);
    }
    // A king at home that has moved.
    const rules::Rules& andernach = testing::shipped("andernach");
    Composition problem = composed("4k3/8/8/8/8/8/8/K6R w - - 0 1", "#2");
    EXPECT_NE(popeye_input(problem, andernach).value().find("NoCastling e8\n"), std::string::npos);
    problem.diagrams[0].setup.gates[Color::black].set(rules::region_bit(4, 7));
    EXPECT_EQ(popeye_input(problem, andernach).value().find("NoCastling"), std::string::npos);
}

TEST(PopeyeWriter, WhatItsWordsDoNotSayIsRefused) {
    const auto refused = [](const Composition& problem, const rules::Rules& rules) {
        for (const auto& text : {popeye_input(problem, rules), collection_document(problem, rules)}) {
            ASSERT_FALSE(text);
            EXPECT_EQ(text.error().kind, ErrorKind::bad_input);
            EXPECT_NE(text.error().message.find("expected orthodox chess"), std::string::npos);
        }
    };
    refused(composed("7k/8/5K2/8/8/8/8/6R1 w - - 0 1", "win2"), chess());
    refused(composed("7k/8/5K1*/8/8/8/8/6R1 w - - 0 1", "#2"), chess());
    // The same board, and another game.
    refused(composed("7k/8/5K2/8/8/8/8/6R1 w - - 0 1", "#2"), testing::shipped("racingkings"));
    refused(composed("7k/8/5K2/8/8/8/8/6R1 w - - 0 1", "#2"), testing::shipped("atomic"));
}

}  // namespace
}  // namespace zermelo::compositions
