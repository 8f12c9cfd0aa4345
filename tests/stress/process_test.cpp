// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/stress/process.hpp"

#include <csignal>
#include <cstdlib>

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include "stress/programs.hpp"
#include "support/child.hpp"
#include "support/shell.hpp"

namespace zermelo::stress {
namespace {

using testing::program;
using zermelo::testing::eventually;
using zermelo::testing::running_with;
using zermelo::testing::ScratchFolder;

/// Temporary files go to a folder of the test's own, so that nothing else's are counted.
class OwnFolder {
  public:
    OwnFolder() {
        if (const char* known = std::getenv("TMPDIR")) before_ = known;
        ::setenv("TMPDIR", folder_.file("").c_str(), 1);
    }
    ~OwnFolder() {
        if (before_.empty()) {
            ::unsetenv("TMPDIR");
        } else {
            ::setenv("TMPDIR", before_.c_str(), 1);
        }
    }
    OwnFolder(const OwnFolder&) = delete;
    OwnFolder& operator=(const OwnFolder&) = delete;
    std::string names() const { return folder_.names(); }

  private:
    ScratchFolder folder_;
    std::string before_;
};

// With an end, so that it is no part of another process's.
const std::string marker = "zermelo-marker-" + std::to_string(::getpid()) + "-";

class Process : public zermelo::testing::WithProc {};

/// Little time only for what is to use all of it: on a busy machine everything takes long.
ProcessLimits small_limits(End expected) {
    ProcessLimits limits;
    limits.time = expected == End::time ? std::chrono::milliseconds{300} : std::chrono::minutes{1};
    limits.memory = std::uint64_t{128} << 20U;
    limits.written = std::uint64_t{1} << 20U;
    limits.disk = std::uint64_t{4} << 20U;
    limits.threads = 70;
    return limits;
}

Ended run(const Command& command, const std::string& input, End expected = End::exited) {
    auto runner = Runner::start(command, small_limits(expected));
    if (!runner) {
        ADD_FAILURE() << runner.error().message;
        return {};
    }
    const auto ended = runner->run(input);
    if (!ended) ADD_FAILURE() << ended.error().message;
    return ended.value_or(Ended{});
}

TEST_F(Process, InputComesInAndOutputComesOut) {
    auto runner =
        Runner::start(*find_command(std::vector<std::string>{"cat"}), {.time = std::chrono::minutes{1}});
    ASSERT_TRUE(runner);
    std::string large;
    for (int i = 0; i < 1'000'000; ++i) large += "0123456\n";
    for (const std::string& input : {std::string{"one\n"}, std::string{}, large, std::string{"two"}}) {
        const auto ended = runner->run(input);
        ASSERT_TRUE(ended) << ended.error().message;
        EXPECT_EQ(ended->end, End::exited);
        EXPECT_EQ(ended->number, 0);
        EXPECT_EQ(ended->left, 0U);
        EXPECT_TRUE(ended->out == input);
    }
}

struct Misdeed {
    const char* how;
    End end;
    int number = 0;
    bool leaves = false;
};

void PrintTo(const Misdeed& misdeed, std::ostream* out) { *out << misdeed.how; }

class Misbehaving : public Process, public ::testing::WithParamInterface<Misdeed> {};

TEST_P(Misbehaving, IsReportedAsWhatItIsAndNothingIsLeft) {
    const OwnFolder folder;
    const Misdeed misdeed = GetParam();
    {
        auto runner = Runner::start(program("misbehave", {misdeed.how, marker}), small_limits(misdeed.end));
        ASSERT_TRUE(runner);
        for (int again = 0; again < 2; ++again) {
            const auto ended = runner->run("1\n1 1 1\nQ A 1\nQ B 1\n");
            ASSERT_TRUE(ended) << ended.error().message;
            EXPECT_EQ(ended->end, misdeed.end);
            if (misdeed.end == End::exited || misdeed.end == End::signalled) {
                EXPECT_EQ(ended->number, misdeed.number);
            }
            EXPECT_EQ(ended->left > 0, misdeed.leaves);
            EXPECT_EQ(running_with(marker), 0);
            EXPECT_EQ(folder.names(), "");
        }
    }
    EXPECT_EQ(folder.names(), "");
}

INSTANTIATE_TEST_SUITE_P(
    All, Misbehaving,
    ::testing::Values(Misdeed{"flood", End::written}, Misdeed{"fill-disk", End::disk},
                      Misdeed{"silent", End::exited}, Misdeed{"close", End::exited},
                      Misdeed{"abort", End::signalled, SIGABRT}, Misdeed{"segfault", End::signalled, SIGSEGV},
                      Misdeed{"kill", End::signalled, SIGKILL}, Misdeed{"exit", End::exited, 3},
                      Misdeed{"memory", End::memory}, Misdeed{"bad-alloc", End::memory},
                      Misdeed{"some-memory", End::exited}, Misdeed{"recurse", End::exited},
                      Misdeed{"files", End::exited}, Misdeed{"many", End::processes},
                      Misdeed{"thread-many", End::processes}, Misdeed{"threads", End::threads},
                      Misdeed{"children-memory", End::memory}, Misdeed{"shared-memory", End::exited},
                      Misdeed{"children-time", End::time}, Misdeed{"many-files", End::disk},
                      Misdeed{"many-files-and-hang", End::disk}, Misdeed{"nameless-files", End::disk}));
/// Those that are waited for.
INSTANTIATE_TEST_SUITE_P(ThoroughAll, Misbehaving,
                         ::testing::Values(Misdeed{"hang", End::time}, Misdeed{"stop", End::time},
                                           Misdeed{"spin", End::time}, Misdeed{"close-and-hang", End::time},
                                           Misdeed{"fork", End::exited, 0, true},
                                           Misdeed{"daemon", End::exited, 0, true},
                                           Misdeed{"thread-daemon", End::exited, 0, true},
                                           Misdeed{"daemon-and-hang", End::time}));

/// On a busy machine a process may take long to end, so it is seen to be possible, not to be so each time.
TEST_F(Process, WhatEndsSoonAfterTheProgramIsNotLeft) {
    unsigned left = 1;
    for (int i = 0; i < 100 && left > 0; ++i) left = run(program("misbehave", {"brief-child"}), "1\n").left;
    EXPECT_EQ(left, 0U);
}

TEST_F(Process, StandardErrorIsKept) {
    EXPECT_EQ(run(program("misbehave", {"exit"}), "").last_errors, "first line\nsecond line");
    const Ended ended =
        run(*find_command(std::vector<std::string>{"sh", "-c", "seq 1 1000 >&2; printf 'a\\033b' >&2"}), "");
    EXPECT_EQ(ended.last_errors,
              "987\n988\n989\n990\n991\n992\n993\n994\n995\n996\n997\n998\n999\n1000\na\\x1bb");
}

TEST_F(Process, WhatWaitsHasTwiceTheTimeByTheClock) {
    const Ended hangs = run(program("misbehave", {"hang"}), "", End::time);
    EXPECT_LT(hangs.cpu_seconds, 0.3);
    EXPECT_GE(hangs.clock_seconds, 0.6);
}

TEST_F(Process, RunsInAnEmptyFolderOfItsOwn) {
    const OwnFolder folder;
    auto runner = Runner::start(
        *find_command(std::vector<std::string>{"sh", "-c", "ls -a; echo x > file; pwd; echo $TMPDIR"}), {});
    ASSERT_TRUE(runner);
    std::string before;
    for (int again = 0; again < 2; ++again) {
        const auto ended = runner->run("");
        ASSERT_TRUE(ended);
        ASSERT_EQ(ended->out.substr(0, 5), ".\n..\n");
        const std::string rest = ended->out.substr(5);
        EXPECT_EQ(rest.substr(0, rest.size() / 2), rest.substr(rest.size() / 2));
        EXPECT_NE(rest, before);
        before = rest;
    }
}

// A user's Ctrl-C, or a kill that nobody can catch.
TEST_F(Process, NothingOutlivesUsWhenWeAreKilled) {
    const OwnFolder folder;
    const Command command = program("misbehave", {"daemon-and-hang", marker});
    const pid_t child = ::fork();
    if (child == 0) {
        ProcessLimits limits;
        limits.time = std::chrono::minutes{10};
        auto runner = Runner::start(command, limits);
        if (runner) static_cast<void>(runner->run(""));
        ::_exit(0);
    }
    EXPECT_TRUE(eventually([] { return running_with(marker) >= 2; }));
    EXPECT_NE(folder.names(), "");
    ::kill(child, SIGKILL);
    ::waitpid(child, nullptr, 0);
    EXPECT_TRUE(eventually([] { return running_with(marker) == 0; }));
    EXPECT_TRUE(eventually([&] { return folder.names().empty(); }));
}

TEST_F(Process, TheSignalsThatWeIgnoreAreNotIgnoredByIt) {
    const auto before = std::signal(SIGPIPE, SIG_IGN);
    const Ended ended =
        run(*find_command(std::vector<std::string>{"sh", "-c", "sh -c 'kill -PIPE $$'; echo $?"}), "");
    std::signal(SIGPIPE, before);
    EXPECT_EQ(ended.out, std::to_string(128 + SIGPIPE) + "\n");
}

TEST_F(Process, WhatCannotBeRunIsRefused) {
    const ScratchFolder folder;
    const std::string text = folder.file("text", "no program\n");
    const std::string broken = folder.file("broken",
                                           "\x7f"
                                           "ELF and no more\n");
    std::filesystem::permissions(broken, std::filesystem::perms::owner_all);
    for (const std::vector<std::string>& words : {std::vector<std::string>{},
                                                  {""},
                                                  {"zermelo-no-such-program"},
                                                  {"/nowhere/program"},
                                                  {"/"},
                                                  {text}}) {
        const auto command = find_command(words);
        ASSERT_FALSE(command) << words.front();
        EXPECT_EQ(command.error().kind, ErrorKind::bad_usage);
    }
    auto runner = Runner::start(*find_command(std::vector<std::string>{broken}), {});
    ASSERT_TRUE(runner);
    for (int again = 0; again < 2; ++again) {
        const auto ended = runner->run("");
        ASSERT_FALSE(ended);
        EXPECT_EQ(ended.error().kind, ErrorKind::bad_usage);
        EXPECT_EQ(ended.error().message, "cannot execute '" + broken + "': Exec format error");
    }
}

TEST_F(Process, AScriptThatIsNotThereIsNamed) {
    const ScratchFolder folder;
    const std::string there = folder.file("there", "");
    const auto named = [&](const std::vector<std::string>& words, const std::string& errors) {
        return word_not_found(words, Ended{.number = 2, .last_errors = errors}).value_or("");
    };
    // As interpreters say it.
    EXPECT_EQ(named({"python3", "-u", "no.py"},
                    "python3: can't open file '/tmp/x/no.py': [Errno 2] No such file or directory"),
              "no.py");
    EXPECT_EQ(
        named({"node", "no.js"}, "  throw err;\n\nError: Cannot find module '/tmp/x/no.js'\n    at Module"),
        "no.js");
    EXPECT_EQ(named({"perl", "no.pl"}, "Can't open perl script \"no.pl\": No such file or directory"),
              "no.pl");
    EXPECT_EQ(named({"sh", "no.sh"}, "sh: 0: cannot open no.sh: No such file"), "no.sh");
    EXPECT_EQ(named({"java", "-jar", "no.jar"}, "Error: Unable to access jarfile no.jar"), "no.jar");
    EXPECT_EQ(named({"java", "Main"}, "Error: Could not find or load main class Main\nCaused by: x"), "Main");
    const std::string script = "no-such-script.py";
    EXPECT_EQ(word_not_found(std::vector<std::string>{ZERMELO_PYTHON, script},
                             run(*find_command(std::vector<std::string>{ZERMELO_PYTHON, script}), "1\n")),
              script);
    // A file that is there, an option, another line's name, errors of the program's own.
    EXPECT_EQ(named({"sh", there}, "cannot open " + there), "");
    EXPECT_EQ(named({"sh", "--no.py"}, "cannot open --no.py"), "");
    EXPECT_EQ(named({"java", "Main"}, "java.lang.Exception: key not found\n  at Main.main(Main.java)"), "");
    EXPECT_EQ(named({"sh", "no.sh"}, "IndexError: list index out of range"), "");
    // It was answered, or ended in another way.
    const std::vector<std::string> words{"sh", "no.sh"};
    const std::string errors = "cannot open no.sh: No such file";
    EXPECT_FALSE(word_not_found(words, Ended{.number = 2, .out = "YES\n", .last_errors = errors}));
    EXPECT_FALSE(word_not_found(words, Ended{.number = 0, .last_errors = errors}));
    EXPECT_FALSE(word_not_found(words, Ended{.end = End::signalled, .number = 2, .last_errors = errors}));
}

TEST_F(Process, NobodyWaitsLongerThanWanted) {
    auto runner = Runner::start(program("misbehave", {"hang"}), {.time = std::chrono::minutes{10}});
    ASSERT_TRUE(runner);
    const auto ended = runner->run("", Seconds{0.1});
    ASSERT_TRUE(ended) << ended.error().message;
    EXPECT_EQ(ended->end, End::unknown);
}

TEST_F(Process, WithoutProcNothingRuns) {
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
    GTEST_SKIP() << "sanitizers ask /proc, too";
#endif
    const std::string stress = "stress cheesy --games 1 -- true";
    const auto hidden = zermelo::testing::shell("unshare -rm sh -c 'mount -t tmpfs none /proc && \"$0\" " +
                                                stress + "' \"$Z\" 2>&1");
    if (hidden.out.starts_with("unshare") || hidden.out.starts_with("mount"))
        GTEST_SKIP() << "/proc cannot be hidden here: " << hidden.out;
    EXPECT_EQ(hidden.status, 1);
    EXPECT_EQ(hidden.out,
              "zermelo: error: /proc does not say which processes run, which trying programs needs: is it "
              "mounted?\n");
}

TEST_F(Process, WordsThatNameFilesAreMadeAbsolute) {
    const ScratchFolder folder;
    const auto before = std::filesystem::current_path();
    std::filesystem::current_path(folder.file(""));
    folder.file("mine.py", "");
    const auto command = find_command(std::vector<std::string>{"sh", "mine.py", "--flag", "3", "."});
    std::filesystem::current_path(before);
    ASSERT_TRUE(command);
    EXPECT_EQ(command->words.front().front(), '/');
    EXPECT_EQ(command->words[1], folder.file("mine.py"));
    EXPECT_EQ(command->words[2], "--flag");
    EXPECT_EQ(command->words[3], "3");
    EXPECT_EQ(command->words[4].front(), '/');
}

}  // namespace
}  // namespace zermelo::stress
