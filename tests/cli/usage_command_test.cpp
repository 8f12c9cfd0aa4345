// SPDX-License-Identifier: GPL-3.0-or-later
// Bad usage as a user makes it: one line with the cause and the nearest right word; help for every command.
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "cli/commands.hpp"

namespace zermelo::cli {
namespace {

std::string refusal(const std::string& cause, const std::string& help = "") {
    return "zermelo: error: " + cause + " ('zermelo help" + help + "' tells more)\n";
}

TEST(Usage, NamesTheNearestWord) {
    expect("judg", 2, refusal("unknown command 'judg', expected perhaps judge"));
    expect("judg cheesy --threads 4", 2, refusal("unknown command 'judg', expected perhaps judge"));
    expect("rules lst", 2, refusal("unknown command 'lst', expected perhaps list", " rules"));
    expect("--verison", 2, refusal("unknown option '--verison', expected perhaps --version"));
    expect("--verison judge", 2, refusal("unknown option '--verison', expected perhaps --version", " judge"));
    expect("judge cheesy examples/cheesy.in --thread=4", 2,
           refusal("unknown option '--thread', expected perhaps --threads", " judge"));
    expect("solve chess --table x", 2,
           refusal("unknown option '--table', expected perhaps --tables", " solve"));
    expect("generate cheesy --sed 1", 2,
           refusal("unknown option '--sed', expected perhaps --seed or --set", " generate"));
    for (const char* command : {"judge simplifed x", "explain simplifed x", "stress simplifed -- x",
                                "validate simplifed x", "generate simplifed", "games simplifed"})
        expect(command, 2, "zermelo: error: unknown game 'simplifed', expected perhaps simplified\n");
    expect(
        "judge go x", 2,
        "zermelo: error: unknown game 'go', expected one of simplified, cstate1, cstate2, cstate3, cheesy\n");
    expect("generate cheesy --family blokced", 2,
           "zermelo: error: unknown family 'blokced' of cheesy, expected perhaps blocked\n");
    expect("perft knigthmate 3", 2,
           "zermelo: error: no variant 'knigthmate', expected perhaps knightmate ('zermelo rules list' lists "
           "all)\n");
}

TEST(Usage, NamesWhatIsMissingOrTooMuch) {
    expect("", 2, [] {
        const std::string all = zermelo("").out;
        EXPECT_NE(all.find("a command is missing, expected one of judge, games, help, "), std::string::npos);
        return all;
    }());
    expect("rules", 2, refusal("a command is missing, expected one of list, show, check", " rules"));
    expect("judge", 2, refusal("GAME is required", " judge"));
    expect("draw chess a b", 2, refusal("'b' is a word too many", " draw"));
    expect("prove chess --plies", 2, refusal("--plies: its value is missing", " prove"));
}

TEST(Usage, NumbersAreToldTheirBounds) {
    const std::string any = "a whole number from 0 to 18446744073709551615";
    const std::vector<std::pair<std::string, std::string>> bounds{
        {"generate cheesy --count", "a whole number from 1 to 100000000"},
        {"generate cheesy --seed", any},
        {"generate simplified --plies", any},
        {"generate simplified --men", any},
        {"generate cstate2 --n", any},
        {"generate cstate2 --pieces", any},
        {"generate cstate2 --interpositions", any},
        {"judge cheesy --threads", "a whole number from 1 to 1024"},
        {"solve chess --tables x --threads", "a whole number from 1 to 1024"},
        {"solve chess --tables x --men", any},
        {"solve chess --tables x --memory", "a size as 512M or 2G, below 16E"},
        {"prove chess --plies", "a whole number from 0 to 250"},
        {"prove chess --plies 1 --nodes", any},
        {"prove chess --plies 1 --memory", "a size as 512M or 2G, below 16E"},
        {"prove chess --plies 1 --seconds", "a number above 0"},
        {"stress cheesy --seed", any},
        {"stress cheesy --games", "a whole number from 1 to 1125899906842624"},
        {"stress cheesy --threads", "a whole number from 1 to 1024"},
        {"stress cheesy --seconds", "a number from 0.001 to 1000000"},
        {"stress cheesy --time-limit", "a number from 0.001 to 1000000"},
        {"stress cheesy --memory-limit", "a size as 512M or 2G, below 16E"}};
    for (const auto& [option, expected] : bounds)
        for (const std::string value : {"-1", "99999999999999999999X", "x"}) {
            const std::string name = option.substr(option.rfind(' ') + 1);
            const std::string command = option.substr(0, option.find(' '));
            expect(option + " " + value, 2,
                   refusal(name + ": '" + value + "', expected " + expected, " " + command));
        }
    expect(
        "generate cheesy --count 99999999999999999999", 2,
        refusal("--count: '99999999999999999999', expected a whole number from 1 to 100000000", " generate"));
    expect("generate cheesy --count 0", 2,
           refusal("--count: '0', expected a whole number from 1 to 100000000", " generate"));
    for (const std::string depth : {"x", "251", "18446744073709551616", "''"})
        expect("perft chess " + depth, 2,
               "zermelo: error: DEPTH: " + (depth == "''" ? depth : "'" + depth + "'") +
                   ", expected a whole number from 0 to 250\n");
    expect("judge cheesy --draw 0 examples/cheesy.in", 2,
           "zermelo: error: --draw: '0', expected a game's number from 1, or 'all'\n");
    expect("explain cheesy examples/cheesy.in x", 2, refusal("N: 'x', expected " + any, " explain"));
}

TEST(Usage, SizesHaveUnits) {
    for (const char* size : {"1048576", "1024k", "1M", "1MB", "1mib", "1024KiB", "1048576B"})
        EXPECT_EQ(zermelo("prove chess " + mate + " --plies 1 --memory " + size).status, 0) << size;
    for (const char* size : {"16E", "1i", "1KK", "M", "1 M", "1.5G", "1Bi"})
        EXPECT_EQ(zermelo("prove chess " + mate + " --plies 1 --memory '" + size + "'").status, 2) << size;
}

TEST(Help, IsTheSameEitherWay) {
    expect("help", 0, zermelo("--help").out);
    for (const std::string command :
         {"judge", "games", "explain", "stress", "generate", "validate", "check", "perft", "draw", "prove",
          "verify", "solve", "probe", "stats", "help", "rules", "rules list", "rules show", "rules check"}) {
        const Ended help = zermelo("help " + command);
        EXPECT_EQ(help.status, 0) << command;
        EXPECT_EQ(help.out, zermelo(command + " --help").out) << command;
        expect_has(help.out, "Usage: zermelo " + command);
        expect_has(zermelo("--help").out, "\n  " + command.substr(0, command.find(' ')) + " ");
    }
    expect("help judg", 2, "zermelo: error: unknown command 'zermelo judg', expected perhaps judge\n");
    expect("help rules lst", 2,
           "zermelo: error: unknown command 'zermelo rules lst', expected perhaps list\n");
    expect("help judge cheesy", 2, "zermelo: error: unknown command 'zermelo judge cheesy'\n");
}

TEST(GamesCommand, ShowsOneGameWithAnExample) {
    const std::string all = zermelo("games").out;
    for (const std::string game : {"simplified", "cstate1", "cstate2", "cstate3", "cheesy"}) {
        const Ended one = zermelo("games " + game);
        EXPECT_EQ(one.status, 0);
        const std::size_t example = one.out.find("\nExample:\n");
        ASSERT_NE(example, std::string::npos);
        expect_has(all, one.out.substr(0, example));
        const std::size_t verdicts = one.out.find("\nIts verdicts:\n");
        ASSERT_NE(verdicts, std::string::npos);
        const Scratch input{one.out.substr(example + 10, verdicts - example - 10)};
        expect("judge " + game + " " + input.path() + " --limits", 0, one.out.substr(verdicts + 15));
    }
    expect_has(zermelo("games cheesy").out, contents(ZERMELO_SOURCE_DIR "/examples/cheesy.in"));
}

}  // namespace
}  // namespace zermelo::cli
