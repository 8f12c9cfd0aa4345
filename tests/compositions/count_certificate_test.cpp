// SPDX-License-Identifier: GPL-3.0-or-later
// Certificates of how many solutions there are: genuine ones are accepted, and no change of one. A checker
// that shares nothing with this one is count_certificate_test.py.
#include "zermelo/compositions/count_certificate.hpp"

#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "zermelo/compositions/solve.hpp"
#include "zermelo/compositions/twin.hpp"
#include "zermelo/library/library.hpp"

#include "support/shipped.hpp"

namespace zermelo::compositions {
namespace {

struct Certifiable {
    std::string variant, fen, stipulation;
};

Result<std::string> certificate(const Certifiable& asked, std::uint64_t more = 0,
                                search::Limits limits = {}) {
    const rules::Rules& rules = testing::shipped(asked.variant);
    const auto at = library::position_of(rules, std::nullopt).value();
    const auto diagram = engine::parse_fen(asked.fen, rules).value();
    const auto stipulation = Stipulation::parse(asked.stipulation, rules.ranks).value();
    const auto [begin, question] = posed({"", diagram, stipulation, {}}, rules).value();
    const auto found = solve(at, begin, question, {}).value();
    StringSink text;
    return write_count(at, begin, question, Color::white, found.solutions.count + more, limits, text)
        .map([&] { return std::move(text).text(); });
}

Result<CountClaim> checked(std::string_view text, std::size_t piece = 7) {
    CountChecker checker{[](const std::string& variant) -> Result<engine::AnyGameAt> {
        if (variant != "chess" && variant != "crazyhouse" && variant != "capablanca")
            return failure(ErrorKind::bad_input, "no such variant");
        return library::position_of(testing::shipped(variant), std::nullopt);
    }};
    for (std::string_view rest = text; !rest.empty(); rest.remove_prefix(std::min(piece, rest.size())))
        ZERMELO_CHECK(checker.write(rest.substr(0, piece)));
    return checker.finish();
}

const std::vector<Certifiable> all{
    {"chess", "k7/8/1K6/8/8/8/8/7R b - - 0 1", "h#1"},
    {"chess", "8/8/q7/8/1R4K1/k2N4/8/8 b - - 0 1", "h#2"},
    {"chess", "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w - - 0 1", "dia1"},
    {"chess", "8/8/8/8/8/1K6/7R/1k6 w - - 0 1", "h=2.5"},
    {"chess", "8/8/8/8/8/1k6/2p5/K7 b - - 0 1", "ser-h#3"},
    {"chess", "k7/8/2K5/8/8/8/8/7R w - - 0 1", "ser-#3"},
    {"chess", "7k/8/5K2/8/8/8/8/6R1 w - - 0 1", "phser-#2"},
    {"chess", "8/8/8/8/8/1K6/1R6/k7 w - - 0 1", "hs#2"},
    {"chess", "8/8/8/8/8/1K6/1R5q/k7 w - - 0 1", "hr#2"},
    {"chess", "8/8/8/8/8/2K5/7R/1k1r4 b - - 0 1", "reci-h#2"},
    {"chess", "8/8/8/8/8/K1k5/8/7R w - - 0 1", "ser-s=2"},
    {"crazyhouse", "k7/8/1K6/8/8/8/8/8[R] b - - 0 1", "h#1.5"},
    {"capablanca", "k9/10/1K8/10/10/10/10/9R b - - 0 1", "h#1.5"},
};

TEST(CountCertificate, GenuineOnesAreAccepted) {
    for (const Certifiable& each : all) {
        const auto text = certificate(each);
        ASSERT_TRUE(text) << each.stipulation << ": " << text.error().message;
        const auto claim = checked(*text);
        ASSERT_TRUE(claim) << each.stipulation << ": " << claim.error().message;
        EXPECT_EQ(claim->variant, each.variant);
        EXPECT_EQ(claim->stipulation.text(), each.stipulation);
        EXPECT_TRUE(checked(*text, text->size()));
    }
}

TEST(CountCertificate, NoOtherNumberIsAccepted) {
    for (const Certifiable& each : all) {
        const std::string text = certificate(each).value();
        EXPECT_FALSE(certificate(each, 1));
        // Each number of solutions, the claim's among them, one greater.
        std::size_t changed = 0;
        const std::size_t lines = text.find("\nnodes ");
        for (std::size_t at = text.find('\n', lines + 1); at + 1 < text.size();
             at = text.find('\n', at + 1)) {
            if (++changed > 40) break;
            std::string other = text;
            other.insert(at + 1, "1");
            EXPECT_FALSE(checked(other)) << each.stipulation << ": " << other.substr(at + 1, 60);
        }
        std::string claim = text;
        claim.insert(text.find("solutions ") + 10, "1");
        EXPECT_FALSE(checked(claim));
    }
}

TEST(CountCertificate, EveryChangeOfTextIsRefused) {
    const std::string text = certificate(all[0]).value();
    for (std::size_t i = 0; i < text.size(); ++i) {
        EXPECT_FALSE(checked(text.substr(0, i))) << i;
        for (const char c : {'0', '1', ' ', '|', '\n', 'K', '\0'}) {
            std::string other = text;
            if (other[i] == c) continue;
            other[i] = c;
            EXPECT_FALSE(checked(other)) << i << ' ' << c;
        }
    }
    EXPECT_FALSE(checked(text + "\n"));
    EXPECT_FALSE(checked(text + text));
    EXPECT_FALSE(checked(std::string(1 << 17, 'x')));
}

TEST(CountCertificate, ALineThatIsLackingIsNamed) {
    const std::string text = certificate(all[1]).value();
    const std::size_t last = text.rfind('\n', text.size() - 2);
    std::string other = text.substr(0, last + 1);
    const std::size_t nodes = text.find("\nnodes ") + 7;
    const std::uint64_t number = std::stoull(text.substr(nodes));
    other.replace(nodes, std::to_string(number).size(), std::to_string(number - 1));
    const auto claim = checked(other);
    ASSERT_FALSE(claim);
    EXPECT_NE(claim.error().message.find("which has no line"), std::string::npos) << claim.error().message;
}

TEST(CountCertificate, WhatHasNoneIsRefused) {
    const std::string fen = "k7/8/1K6/8/8/8/8/7R w - - 0 1";
    for (const std::string stipulation : {"#1", "s#1", "1->ser-#1", "ser-ct2", "pser-#2"}) {
        const auto text = certificate({"chess", fen, stipulation});
        ASSERT_FALSE(text) << stipulation;
        EXPECT_EQ(text.error().kind, ErrorKind::bad_usage);
    }
    EXPECT_TRUE(certificate({"madrasi", fen, "h#1.5"}));
    const auto series = certificate({"madrasi", fen, "ser-#2"});
    ASSERT_FALSE(series);
    EXPECT_EQ(series.error().kind, ErrorKind::bad_usage);
    search::Limits few;
    few.nodes = 10;
    EXPECT_FALSE(certificate(all[1], 0, few));
}

}  // namespace
}  // namespace zermelo::compositions
