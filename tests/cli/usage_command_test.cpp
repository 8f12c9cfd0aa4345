// SPDX-License-Identifier: GPL-3.0-or-later
// Bad usage as a user makes it: one line with the cause and the nearest right word; help for every command.
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "zermelo/version.hpp"

#include "cli/commands.hpp"

namespace zermelo::cli {
namespace {

std::string refusal(const std::string& cause, const std::string& help = "") {
    return "zermelo: error: " + cause + " ('zermelo help" + help + "' tells more)\n";
}

TEST(Usage, TellsTheVersion) { expect("--version", 0, "zermelo " + std::string{version()} + "\n"); }

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
    // The value of an unknown option stands where another word belongs: the option is the cause.
    expect("stress cheesy --famly x -- true", 2,
           refusal("unknown option '--famly', expected perhaps --family", " stress"));
    expect("stress cheesy --sed 3 -- true", 2,
           refusal("unknown option '--sed', expected perhaps --seed", " stress"));
    expect("-v", 2, refusal("unknown option '-v', expected perhaps --version"));
    expect("judge -j cheesy", 2, refusal("unknown option '-j', expected perhaps --json", " judge"));
    expect("judge -x cheesy", 2, refusal("unknown option '-x'", " judge"));
    expect("judge -json cheesy", 2, refusal("unknown option '-json', expected perhaps --json", " judge"));
    expect("version", 2, refusal("unknown command 'version', expected perhaps --version"));
    expect("rules amazon", 2,
           refusal("unknown command 'amazon', expected one of list, show, check", " rules"));
    expect("generate cheesy --package x --format y", 2,
           refusal("--format: 'y', expected legacy or 2025-09", " generate"));
    expect("completion csh", 2, refusal("SHELL: 'csh', expected bash or zsh or fish", " completion"));
    for (const char* command : {"judge simplifed x", "explain simplifed x", "stress simplifed -- x",
                                "validate simplifed x", "generate simplifed", "games simplifed"})
        expect(command, 2, "zermelo: error: unknown game 'simplifed', expected perhaps simplified\n");
    expect("judge go x", 2, unknown_game("go"));
    expect("generate cheesy --family blokced", 2,
           "zermelo: error: unknown family 'blokced' of cheesy, expected perhaps blocked\n");
    expect("perft knigthmate 3", 2,
           "zermelo: error: no variant 'knigthmate', expected perhaps knightmate ('zermelo rules list' lists "
           "all)\n");
}

TEST(Usage, NamesWhatIsMissingOrTooMuch) {
    expect("", 2, [] {
        const std::string all = zermelo("").out;
        EXPECT_NE(all.find("a command is missing, expected one of judge, games, perft, "), std::string::npos);
        return all;
    }());
    expect("rules", 2, refusal("a command is missing, expected one of list, show, check", " rules"));
    expect("judge", 2, refusal("GAME is required", " judge"));
    expect("draw chess a c", 2, refusal("'c' is a word too many", " draw"));
    expect("draw chess 8/8 w", 2, refusal("'w' is a word too many, expected a FEN in quotes", " draw"));
    expect("prove chess --plies", 2, refusal("--plies: its value is missing", " prove"));
    expect("perft chess", 2, refusal("VARIANT [FEN] DEPTH: 1 word, expected 2 or 3", " perft"));
    expect("perft chess 3 4 5", 2, refusal("VARIANT [FEN] DEPTH: 4 words, expected 2 or 3", " perft"));
    expect("generate cheesy --count 1 --count 2", 2,
           refusal("--count is there 2 times, expected once", " generate"));
    // The "--" before the program of `stress` is no word too many.
    expect("stress cheesy --", 2, refusal("PROGRAM is required", " stress"));
    expect("stress -- cheesy", 2, refusal("PROGRAM is required", " stress"));
    expect("stress cheesy --memory-limit x -- true", 2,
           refusal("--memory-limit: 'x', expected a size as 512M or 2G, below 16E", " stress"));
    expect("stress cheesy --time-limit 0 -- true", 2,
           refusal("--time-limit: '0', expected a number from 0.001 to 1000000", " stress"));
    expect("stress cheesy --games 0 -- true", 2,
           refusal("--games: '0', expected a whole number from 1 to 1125899906842624", " stress"));
}

TEST(Usage, ARepeatedOptionTakesOneWordEachTime) {
    const Scratch one{"[one:chess]\n"};
    const Scratch two{"[two:chess]\n"};
    const std::string paths = "--variant-path " + one.path() + " --variant-path " + two.path();
    const std::string fen = "'8/8/8/8/8/2k5/1R6/K7 w - - 0 1'";
    expect("draw two --variant-path " + two.path() + " " + fen, 0, zermelo("draw chess " + fen).out);
    expect("perft " + paths + " two 2", 0, "Nodes: 400\n");
    expect("perft one " + paths + " 2", 0, "Nodes: 400\n");
    const ScratchFolder folder;
    const std::string tables = " --tables " + folder.file("t");
    EXPECT_EQ(zermelo("solve --tiers KvK --variant-path " + one.path() + " one" + tables).status, 0);
    expect_has(zermelo("probe --variant-path " + one.path() + " one '8/8/8/8/8/2k5/8/K7 w'" + tables).out,
               "draw");
    expect_has(zermelo("stats --variant-path " + one.path() + " one" + tables).out, "KvK");
    expect("probe one --variant-path ''" + tables, 2,
           refusal("--variant-path: '', expected a file name", " probe"));
}

TEST(Usage, NumbersAreToldTheirBounds) {
    const std::string any = "a whole number from 0 to 18446744073709551615";
    const std::vector<std::pair<std::string, std::string>> bounds{
        {"generate cheesy --count", "a whole number from 1 to 100000000"},
        {"generate cheesy --seed", any},
        {"generate simplified --plies", "a whole number from 1 to 18446744073709551615"},
        {"generate simplified --men", "a whole number from 2 to 10"},
        {"generate cstate2 --n", "a whole number from 2 to 1000000000000000000"},
        {"generate cstate2 --pieces", "a whole number from 2 to 10000000"},
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
    for (const std::string number : {"x", "0"})
        expect("explain cheesy examples/cheesy.in " + number, 2,
               refusal("N: '" + number + "', expected a whole number from 1 to 18446744073709551615",
                       " explain"));
}

TEST(Usage, NumbersMayBeginWithZeros) {
    for (const char* commands :
         {"generate cheesy --count %s", "generate cstate2 --n %s --family pin --count 1",
          "generate cheesy --count 1 --seed %s", "generate cheesy --count 20 | $Z judge cheesy --draw %s",
          "prove chess '4k3/8/8/8/8/8/4P3/4K3 w' --plies %s --json"}) {
        SCOPED_TRACE(commands);
        const auto with = [&](const char* number) {
            std::string command = commands;
            return shell("$Z " + command.replace(command.find("%s"), 2, number) + " 2>&1").out;
        };
        EXPECT_EQ(with("010"), with("10"));
        EXPECT_EQ(with("09"), with("9"));
    }
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
         {"judge",      "games", "explain",    "stress",     "generate",   "validate", "check",
          "perft",      "draw",  "prove",      "problem",    "verify",     "solve",    "probe",
          "stats",      "serve", "uci",        "usi",        "ucci",       "xboard",   "help",
          "completion", "rules", "rules list", "rules show", "rules check"}) {
        const Ended help = zermelo("help " + command);
        EXPECT_EQ(help.status, 0) << command;
        EXPECT_EQ(help.out, zermelo(command + " --help").out) << command;
        expect_has(help.out, "Usage: zermelo " + command);
        expect_has(zermelo("--help").out, "\n  " + command.substr(0, command.find(' ')) + " ");
    }
    expect("help --man rules show", 0, zermelo("help --man rules").out);
    expect("help judg", 2, "zermelo: error: unknown command 'judg', expected perhaps judge\n");
    expect("help rules lst", 2, "zermelo: error: unknown command 'lst', expected perhaps list\n");
    expect("help judge cheesy", 2, "zermelo: error: 'cheesy' is a word too many\n");
}

/// `input`, `line` and `column` of the error that a command ends with, as JSON.
std::string place_of(const std::string& command) {
    const ReadJson error = objects_of(shell("$Z " + command + " --json 2>/dev/null").out).back();
    EXPECT_EQ(error["type"], "error") << command;
    return error["input"].dump() + " " + error["line"].dump() + " " + error["column"].dump();
}

TEST(Errors, NameATextAsJsonOnlyWhereTheyHaveAPlaceInIt) {
    const ScratchFolder folder;
    const std::string bad = folder.file("bad.in", "1\n1 1 1\nQ A 1\nX B 1\n");
    const std::string good = folder.file("good.in", "1\n1 1 1\nQ A 1\nQ B 1\n");
    const std::string tables = " --tables " + folder.file("t");
    EXPECT_EQ(zermelo("solve small4x4 --tiers KvK" + tables).status, 0);
    const std::string none = "null null null";
    EXPECT_EQ(place_of("judge simplified nosuch"), none);
    EXPECT_EQ(place_of("explain simplified nosuch"), none);
    EXPECT_EQ(place_of("verify nosuch"), none);
    EXPECT_EQ(place_of("rules check nosuch"), none);
    EXPECT_EQ(place_of("judge nogame " + good), none);
    EXPECT_EQ(place_of("explain simplified " + good + " --svg /nosuch/x.svg"), none);
    EXPECT_EQ(place_of("draw chess --svg /nosuch/x.svg"), none);
    EXPECT_EQ(place_of("probe small4x4 '4/2k1/3R/K3 w'" + tables), none);
    EXPECT_EQ(place_of("judge simplified " + bad), "\"" + bad + "\" 4 1");
    EXPECT_EQ(place_of("explain simplified " + bad), "\"" + bad + "\" 4 1");
    EXPECT_EQ(place_of("probe small4x4 '4/2k1/3X/K3 w'" + tables), "\"FEN\" 1 8");
    EXPECT_EQ(place_of("draw chess 'x'"), "\"FEN\" 1 1");
    // A line of an input has its number; there is a column where something in it is wrong.
    const std::string fens = folder.file("fens", "\n4/2k1/3R/K3 w\n4/2k1/3X/K3 w\n");
    const ReadJson said = objects_of(shell("$Z probe small4x4 - --json" + tables + " < " + fens).out);
    ASSERT_EQ(said.size(), 2U);
    EXPECT_EQ(said[0]["input"], "<stdin>");
    EXPECT_EQ(said[0]["line"], 2);
    EXPECT_TRUE(said[0]["column"].is_null());
    EXPECT_EQ(said[1]["line"], 3);
    EXPECT_EQ(said[1]["column"], 8);
    const auto text = lines(shell("$Z probe small4x4 -" + tables + " < " + fens).out);
    ASSERT_EQ(text.size(), 2U);
    EXPECT_TRUE(text[0].starts_with("<stdin>:2: error: cannot read ")) << text[0];
    EXPECT_TRUE(text[1].starts_with("<stdin>:3:8: error: ")) << text[1];
}

TEST(GamesCommand, ShowsOneGameWithAnExample) {
    const std::string all = zermelo("games").out;
    for (const std::string& game : games()) {
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
