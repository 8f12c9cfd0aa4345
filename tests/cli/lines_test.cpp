// SPDX-License-Identifier: GPL-3.0-or-later
// `probe -` and `prove -`: many positions at once, each answered as it is by itself.
#include <algorithm>
#include <chrono>
#include <string>
#include <thread>
#include <vector>

#include <fcntl.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include "zermelo/base/random.hpp"

#include "cli/tables.hpp"
#include "support/scale.hpp"

namespace zermelo::cli {
namespace {

/// FENs of few men on 4×4, most of them positions.
std::vector<std::string> some_fens(unsigned count, std::uint64_t seed) {
    Random random{seed};
    std::vector<std::string> fens;
    for (unsigned i = 0; i < count; ++i) {
        std::string squares(16, '.');
        for (const char man : {'K', 'k', random.one_in(2) ? 'R' : 'r'}) {
            std::size_t at = random.below(16);
            while (squares[at] != '.') at = random.below(16);
            squares[at] = man;
        }
        fens.push_back(rows_of_four(squares) + (random.one_in(2) ? " w" : " b"));
    }
    return fens;
}

std::string joined(const std::vector<std::string>& lines, const std::string& end) {
    std::string text;
    for (const std::string& line : lines) text += line + end;
    return text;
}

/// What `command FEN` says, as `command -` is to say it of line `number`.
std::string alone(const std::string& command, const std::string& fen, std::size_t number, bool json) {
    const bool probes = command.starts_with("probe");
    const std::string position = probes ? "probe small4x4 " : "prove small4x4 ";
    const std::string asked = position + "'" + fen + "' " + command.substr(position.size());
    const Ended run = shell("$Z " + asked + " 2>/dev/null");
    if (run.status != 2) {
        if (json) return run.out;
        // The first line of a text has the verdict; that of `probe` begins with the FEN.
        const std::string first = lines(run.out)[0];
        return first.substr(probes ? first.find(": ") + 2 : 0) + "\n";
    }
    // What has no place in the FEN is not wrong in the line.
    const std::string said = complaint(asked).out;
    const std::size_t message = said.find("error: ") + 7;
    const std::string place = "FEN:1:";
    const std::string column = said.find(place) == 0 ? said.substr(6, said.find(':', 6) - 6) : "";
    if (!json)
        return "<stdin>:" + std::to_string(number) + (column.empty() ? "" : ":" + column) +
               ": error: " + said.substr(message);
    return ReadJson{{"schema", 1},
                    {"type", "error"},
                    {"message", said.substr(message, said.size() - message - 1)},
                    {"input", "<stdin>"},
                    {"line", number},
                    {"column", column.empty() ? ReadJson() : ReadJson(std::stoi(column))}}
               .dump() +
           "\n";
}

TEST(ManyAtOnce, EachIsAnsweredAsItIsByItself) {
    const Tables tables{"small4x4 --tiers KRvK"};
    auto fens = some_fens(20, 3);
    fens.insert(fens.begin() + 7,
                {"x3/4/4/4 w", "4/4/4/4 w", "4/2k1/3R/K3", "4/2k1/3R/K4 w", "4/2k1/3R/K3 w ~R:d4"});
    fens.emplace_back("\x01\xff garbage");
    for (const std::string& command :
         {"probe small4x4 -" + tables.at(), "probe small4x4 - --json --line" + tables.at(),
          std::string{"prove small4x4 - --plies 5"}, std::string{"prove small4x4 - --plies 5 --json --tries"},
          "prove small4x4 - --plies 5" + tables.at(), "prove small4x4 - --plies 5 --json" + tables.at()}) {
        const bool json = command.find("--json") != std::string::npos;
        std::string expected;
        const std::string by_itself = std::string{command}.erase(command.find("- "), 2);
        for (std::size_t i = 0; i < fens.size(); ++i) {
            if (fens[i].find('\x01') != std::string::npos) continue;
            expected += alone(by_itself, fens[i], i + 1, json);
        }
        for (const std::string end : {"\n", "\r\n"}) {
            const std::string path = tables.folder().file("fens", joined(fens, end));
            for (const std::string& input :
                 {"$Z " + command + " < " + path, "cat " + path + " | $Z " + command}) {
                const Ended run = shell(input + " 2>&1");
                EXPECT_EQ(run.status, 2) << command;
                const std::string number = std::to_string(fens.size());
                const auto last = json ? run.out.rfind("{", run.out.find("\"line\":" + number + ","))
                                       : run.out.rfind("<stdin>:" + number + ":1: error: ");
                ASSERT_NE(last, std::string::npos) << run.out;
                EXPECT_EQ(run.out.substr(0, last), expected) << command;
            }
        }
    }
}

TEST(ManyAtOnce, TextIsALineForEachWithItsVerdict) {
    const Tables tables{"small4x4 --tiers KRvK"};
    const std::string fens =
        tables.folder().file("fens", "4/2k1/3R/K3 w\n\n   \r\nk3/4/4/3K w\nx\n2k1/4/3R/K3 b");
    const Ended probed = shell("$Z probe small4x4 -" + tables.at() + " < " + fens + " 2>/dev/null");
    EXPECT_EQ(probed.status, 2);
    const auto said = lines(probed.out);
    ASSERT_EQ(said.size(), 4U) << probed.out;
    EXPECT_EQ(said[0], "win in 13 plies");
    EXPECT_EQ(said[1], "draw");
    EXPECT_EQ(said[2].rfind("<stdin>:5:1: error: ", 0), 0U) << said[2];
    EXPECT_EQ(said[3], "loss in 14 plies");
    const Ended with_lines = shell("$Z probe small4x4 - --line" + tables.at() + " < " + fens);
    EXPECT_EQ(lines(with_lines.out)[0],
              "win in 13 plies: d2d1 c3c2 d1b1 c2c3 b1c1 c3d2 a1b1 d2d3 b1b2 d3d2 c1c3 d2d1 c3d3 "
              "(Rd1 Kc2 Rb1 Kc3 Rc1+ Kd2 Kb1 Kd3 Kb2 Kd2 Rc3 Kd1 Rd3#)");
    EXPECT_EQ(lines(with_lines.out)[1], "draw");
    const Ended proved = shell("$Z prove small4x4 - --plies 13 < " + fens);
    EXPECT_EQ(lines(proved.out)[0], "win in 13 plies");
    EXPECT_EQ(lines(proved.out)[1], "no win within 13 plies");
}

TEST(ManyAtOnce, StatusSaysTheWorst) {
    const Tables tables{"small4x4 --tiers KRvK"};
    const auto status = [&](const std::string& fens, const std::string& command) {
        return shell("printf '" + fens + "' | $Z " + command + " > /dev/null 2>&1").status;
    };
    const std::string probe = "probe small4x4 -" + tables.at();
    EXPECT_EQ(status("", probe), 0);
    EXPECT_EQ(status("\\n\\r\\n  ", probe), 0);
    EXPECT_EQ(status("4/2k1/3R/K3 w", probe), 0);
    EXPECT_EQ(status("4/2k1/3R/K3 w\\nx\\n", probe), 2);
    EXPECT_EQ(status("x\\n1k2/4/4/K2Q w\\n", probe), 1);  // no table of the queen
    EXPECT_EQ(status("4/2k1/3R/K3 w\\n", "prove small4x4 - --plies 13 --nodes 1"), 3);
    EXPECT_EQ(status("4/2k1/3R/K3 w\\nx\\n", "prove small4x4 - --plies 13 --nodes 1"), 2);
    EXPECT_EQ(status("4/2k1/3R/K3 w\\n", "prove nochess - --plies 13"), 2);
    EXPECT_EQ(status("4/2k1/3R/K3 w\\n", "prove small4x4 - --plies 251"), 2);
    expect_says("prove small4x4 - --plies 3 --certificate x.txt < /dev/null", 2,
                "expected one position with it");
    expect_says("prove small4x4 - --plies 3 --tries < /dev/null", 2, "expected JSON with them");
    expect_says(probe + " < /", 1, "Is a directory");
    expect_says(probe + " <&-", 1, "<stdin>");
}

/// The limits are those of each position: a hard one takes nothing from the next.
TEST(ManyAtOnce, LimitsAreForEachPosition) {
    const std::string hard = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    const std::string easy = "6B1/8/5Q2/8/2K1k3/8/8/8 w";
    const ScratchFolder folder;
    const std::string fens = folder.file("fens", hard + "\n" + easy + "\n" + hard + "\n" + easy + "\n");
    const Ended run = shell("$Z prove chess - --plies 31 --nodes 2000 < " + fens);
    EXPECT_EQ(run.status, 3);
    const std::string unknown = zermelo("prove chess '" + hard + "' --plies 31 --nodes 2000").out;
    expect_has(unknown, "unknown: the limit of nodes was reached");
    EXPECT_EQ(run.out, unknown + "win in 5 plies\n" + unknown + "win in 5 plies\n");
}

TEST(ManyAtOnce, LongLinesAndGarbageAreErrorsInTheirPlaces) {
    const Tables tables{"small4x4 --tiers KRvK"};
    const std::string good = "4/2k1/3R/K3 w\n";
    std::string text = good + std::string(300'000, 'a') + "\n" + good + std::string(200'000, '\0') + "\n" +
                       good + std::string(65'536, ' ') + "\n" + good + std::string(300'000, ' ') + "b";
    const std::string path = tables.folder().file("long", text);
    for (const std::string& input : {"$Z probe small4x4 -" + tables.at() + " < " + path,
                                     "cat " + path + " | $Z probe small4x4 -" + tables.at()}) {
        const Ended run = shell(input);
        EXPECT_EQ(run.status, 2);
        const auto said = lines(run.out);
        ASSERT_EQ(said.size(), 7U) << run.out.substr(0, 2000);
        const auto too_long = [](unsigned line) {
            return "<stdin>:" + std::to_string(line) +
                   ":1: error: a line of over 65536 bytes, expected at most that";
        };
        EXPECT_EQ(said[0], "win in 13 plies");
        EXPECT_EQ(said[1], too_long(2));
        EXPECT_EQ(said[2], "win in 13 plies");
        EXPECT_EQ(said[3], too_long(4));
        EXPECT_EQ(said[4], "win in 13 plies");
        EXPECT_EQ(said[5], "win in 13 plies");
        EXPECT_EQ(said[6], too_long(8));
    }
}

TEST(ManyAtOnce, ManyComeInOrder) {
    const Tables tables{"small4x4 --tiers KRvK"};
    const auto fens = some_fens(static_cast<unsigned>(testing::scaled(3000)), 5);
    const std::string path = tables.folder().file("fens", joined(fens, "\n"));
    const auto said = lines(shell("$Z probe small4x4 - --json" + tables.at() + " < " + path).out);
    ASSERT_EQ(said.size(), fens.size());
    for (std::size_t i = 0; i < fens.size(); ++i) {
        const ReadJson json = ReadJson::parse(said[i]);
        if (json.value("type", "") == "error") {
            EXPECT_EQ(json["line"], i + 1);
        } else {
            EXPECT_EQ(json["fen"], fens[i] + " - - 0 1");
        }
    }
    EXPECT_EQ(lines(shell("cat " + path + " | $Z probe small4x4 - --json" + tables.at()).out), said);
}

/// Whoever asks one after the other has an answer before the next question.
TEST(ManyAtOnce, AnswersComeWhileTheInputIsOpen) {
    const Tables tables{"small4x4 --tiers KRvK"};
    const std::string in = tables.folder().file("in");
    const Ended run = shell("mkfifo " + in + "; $Z probe small4x4 -" + tables.at() + " < " + in + " > " + in +
                            ".out & exec 3> " + in +
                            "; for I in 1 2 3; do echo '4/2k1/3R/K3 w' >&3; "
                            "N=0; while [ $(wc -l < " +
                            in +
                            ".out) -lt $I ]; do sleep 0.01; N=$((N+1)); "
                            "[ $N -gt 3000 ] && exit 9; done; done; exec 3>&-; wait; cat " +
                            in + ".out");
    EXPECT_EQ(run.status, 0);
    EXPECT_EQ(run.out, "win in 13 plies\nwin in 13 plies\nwin in 13 plies\n");
}

TEST(ManyAtOnce, AReaderThatLeavesIsNoCrash) {
    const Tables tables{"small4x4 --tiers KRvK"};
    const std::string path = tables.folder().file("fens", joined(some_fens(20'000, 6), "\n"));
    const Ended run = shell("{ $Z probe small4x4 -" + tables.at() + " < " + path +
                            "; echo status $? >&2; } 2>&1 >/dev/full");
    EXPECT_EQ(run.out, "zermelo: error: cannot write standard output: No space left on device\nstatus 1\n");
    const std::string err = tables.folder().file("err");
    shell("{ $Z probe small4x4 - --json" + tables.at() + " < " + path + "; echo status $? >&2; } 2> " + err +
          " | head -c 10");
    EXPECT_EQ(contents(err), "status 141\n");
}

}  // namespace
}  // namespace zermelo::cli
