// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/tablebase/run_record.hpp"

#include <array>
#include <string>

#include <gtest/gtest.h>

#include "support/shell.hpp"

namespace zermelo::tablebase {
namespace {

using Method = SolvableTier::Method;
using testing::ScratchFolder;

TEST(RunRecord, SaysHowFastTiersWereSolved) {
    const ScratchFolder folder;
    const std::string path = folder.file("runs.jsonl");
    EXPECT_FALSE(measured_rates(path).entrywise);
    const std::array two{RunRecord{"KRvK", 300, Method::entrywise, 1, 0.5, 1},
                         RunRecord{"KQvK", 100, Method::entrywise, 1, 0.5, 0}};
    ASSERT_TRUE(append_run_records(path, two));
    EXPECT_EQ(measured_rates(path).entrywise, 200.0);
    EXPECT_FALSE(measured_rates(path).setwise);
    const std::array one{RunRecord{"KRRvK", 9000, Method::setwise, 2, 1, 2}};
    ASSERT_TRUE(append_run_records(path, one));
    const SolveRates rates = measured_rates(path);
    EXPECT_EQ(rates.entrywise, 200.0);
    EXPECT_EQ(rates.setwise, 3000.0);
    EXPECT_EQ(expected_seconds(1000, Method::entrywise, rates), 5);
    EXPECT_EQ(expected_seconds(6000, Method::setwise, rates), 2);
    EXPECT_EQ(expected_seconds(1'000'000, Method::entrywise, {}), 1);
    const std::string line = testing::contents(path).substr(0, testing::contents(path).find('\n'));
    EXPECT_EQ(
        line.rfind(R"({"schema":1,"type":"tier_run","tier":"KRvK","entry_count":300,"method":"entrywise",)"
                   R"("thread_count":1,"solve_seconds":0.5,"verify_seconds":1.0,"finished":"20)",
                   0),
        0U)
        << line;
}

/// What a full disk or another program has left there is nobody's fault.
TEST(RunRecord, PassesOverWhatIsNoLineOfIt) {
    const ScratchFolder folder;
    const std::string path = folder.file("runs.jsonl",
                                         "\n[]\n{}\n{\"type\":\"tier_run\",\"meth\n{\"type\":1}\n"
                                         "{\"type\":\"tier_run\",\"solve_seconds\":\"x\"}\n");
    const std::array one{RunRecord{"KRvK", 300, Method::entrywise, 1, 1, 2}};
    ASSERT_TRUE(append_run_records(path, one));
    EXPECT_EQ(measured_rates(path).entrywise, 100.0);
    EXPECT_FALSE(append_run_records(folder.file("none/runs.jsonl"), one));
}

}  // namespace
}  // namespace zermelo::tablebase
