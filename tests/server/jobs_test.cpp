// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/server/jobs.hpp"

#include <future>
#include <new>

#include <gtest/gtest.h>

#include "support/json_reader.hpp"

namespace zermelo::server {
namespace {

using testing::read;
using testing::ReadJson;

using std::chrono_literals::operator""s;

constexpr JobLimits patient{
    .running = 1, .waiting = 2, .idle = 3600s, .kept = 3600s, .most = 64, .max_time = 60s};

/// Ends when it is asked to, and says so.
Jobs::Work until_asked(std::promise<void>& begun, std::promise<void>& ended) {
    return [&](const Jobs::Progress& progress) -> Result<Json> {
        begun.set_value();
        std::promise<void> asked;
        const std::stop_callback ask{progress.stop, [&] { asked.set_value(); }};
        asked.get_future().wait();
        ended.set_value();
        return Json("ended");
    };
}

std::string id(const Json& job) { return job.at("id").string(); }

/// Asks until the job is over.
ReadJson over(Jobs& jobs, const std::string& id) {
    while (true) {
        const auto job = jobs.look(id);
        if (job->at("state") != "queued" && job->at("state") != "running") return read(*job);
        std::this_thread::yield();
    }
}

TEST(Jobs, AJobIsDoneAndItsResultIsKept) {
    Jobs jobs{patient};
    const auto begun = jobs.begin("value", 5s, [](const Jobs::Progress&) -> Result<Json> { return Json(7); });
    ASSERT_TRUE(begun);
    EXPECT_EQ(read(*begun)["type"], "job");
    EXPECT_EQ(read(*begun)["kind"], "value");
    const ReadJson job = over(jobs, id(*begun));
    EXPECT_EQ(job["state"], "done");
    EXPECT_EQ(job["result"], 7);
    EXPECT_TRUE(job["error"].is_null());
    EXPECT_TRUE(job["seconds_left"].is_null());
    EXPECT_EQ(over(jobs, id(*begun)), job);
}

TEST(Jobs, AnErrorAndMemoryThatRanOutAreAnswers) {
    Jobs jobs{patient};
    const auto bad = jobs.begin("value", 5s, [](const Jobs::Progress&) -> Result<Json> {
        return failure(ErrorKind::io, "a broken table");
    });
    const auto large =
        jobs.begin("value", 5s, [](const Jobs::Progress&) -> Result<Json> { throw std::bad_alloc{}; });
    EXPECT_EQ(over(jobs, id(*bad))["error"]["message"], "a broken table");
    const ReadJson job = over(jobs, id(*large));
    EXPECT_EQ(job["state"], "failed");
    EXPECT_EQ(job["error"]["message"], "out of memory");
}

TEST(Jobs, WhatIsKnownByNowIsToldWhileItWorks) {
    Jobs jobs{patient};
    std::promise<void> told;
    std::promise<void> seen;
    const auto begun = jobs.begin("value", 5s, [&](const Jobs::Progress& progress) -> Result<Json> {
        progress.reached(Plies{3}, "so far");
        told.set_value();
        seen.get_future().wait();
        return Json("all");
    });
    told.get_future().wait();
    const ReadJson job = read(*jobs.look(id(*begun)));
    EXPECT_EQ(job["state"], "running");
    EXPECT_EQ(job["depth"], 3);
    EXPECT_EQ(job["result"], "so far");
    EXPECT_GT(job["seconds_left"], 0.0);
    seen.set_value();
    EXPECT_EQ(over(jobs, id(*begun))["result"], "all");
}

TEST(Jobs, SomeWaitAndMoreAreRefused) {
    Jobs jobs{patient};
    std::promise<void> begun;
    std::promise<void> ended;
    const auto first = jobs.begin("prove", 5s, until_asked(begun, ended));
    begun.get_future().wait();
    const auto nothing = [](const Jobs::Progress&) -> Result<Json> { return Json(); };
    const auto second = jobs.begin("prove", 5s, nothing);
    const auto third = jobs.begin("prove", 5s, nothing);
    ASSERT_TRUE(second);
    ASSERT_TRUE(third);
    EXPECT_FALSE(jobs.begin("prove", 5s, nothing));
    EXPECT_EQ(read(*jobs.look(id(*third)))["state"], "queued");
    // One that waits is taken out at once, and leaves its place.
    EXPECT_EQ(read(*jobs.cancel(id(*third)))["state"], "cancelled");
    EXPECT_TRUE(jobs.begin("prove", 5s, nothing));
    EXPECT_EQ(read(*jobs.cancel(id(*first)))["state"], "cancelled");
    ended.get_future().wait();
    EXPECT_EQ(over(jobs, id(*second))["state"], "done");
    EXPECT_EQ(over(jobs, id(*first))["state"], "cancelled");
}

TEST(Jobs, WhatNobodyAsksAboutIsCancelled) {
    JobLimits limits = patient;
    limits.idle = 0s;
    Jobs jobs{limits};
    std::promise<void> begun;
    std::promise<void> ended;
    ASSERT_TRUE(jobs.begin("prove", 5s, until_asked(begun, ended)));
    ended.get_future().wait();  // nobody has cancelled it
}

TEST(Jobs, WhatHasEndedIsForgottenInTime) {
    JobLimits limits = patient;
    limits.most = 2;
    Jobs jobs{limits};
    std::vector<std::string> ids;
    for (int i = 0; i < 5; ++i) {
        const auto job =
            jobs.begin("value", 5s, [](const Jobs::Progress&) -> Result<Json> { return Json(); });
        ASSERT_TRUE(job);
        ids.push_back(id(*job));
        over(jobs, ids.back());
    }
    EXPECT_FALSE(jobs.look(ids[0]));
    EXPECT_TRUE(jobs.look(ids[4]));
    EXPECT_FALSE(jobs.look("no such job"));
    EXPECT_FALSE(jobs.cancel("no such job"));
}

TEST(Jobs, TheEndCancelsAll) {
    std::promise<void> begun;
    std::promise<void> ended;
    {
        Jobs jobs{patient};
        ASSERT_TRUE(jobs.begin("prove", 5s, until_asked(begun, ended)));
        begun.get_future().wait();
    }
    ended.get_future().wait();
}

TEST(Jobs, NamesCannotBeGuessed) {
    Jobs jobs{patient};
    const auto nothing = [](const Jobs::Progress&) -> Result<Json> { return Json(); };
    const auto one = jobs.begin("value", 5s, nothing);
    const auto other = jobs.begin("value", 5s, nothing);
    EXPECT_NE(id(*one), id(*other));
    EXPECT_EQ(id(*one).size(), 32U);
}

}  // namespace
}  // namespace zermelo::server
