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
using std::chrono_literals::operator""ms;

constexpr JobLimits patient{.running = 1,
                            .waiting = 2,
                            .first_try = 0ms,
                            .idle = 3600s,
                            .kept = 3600s,
                            .most = 64,
                            .results = 1U << 20U,
                            .max_time = 60s};

void wait_until_asked(const JobProgress& progress) {
    std::promise<void> asked;
    const std::stop_callback ask{progress.stop, [&] { asked.set_value(); }};
    asked.get_future().wait();
}

/// Ends when it is asked to, and says so.
JobWork until_asked(std::promise<void>& begun, std::promise<void>& ended) {
    return [&](const JobProgress& progress) -> Result<Json> {
        begun.set_value();
        wait_until_asked(progress);
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
    const auto begun =
        jobs.begin("somebody", "value", 5s, [](const JobProgress&) -> Result<Json> { return Json(7); });
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
    const auto bad = jobs.begin("somebody", "value", 5s, [](const JobProgress&) -> Result<Json> {
        return failure(ErrorKind::io, "a broken table");
    });
    const auto large = jobs.begin("somebody", "value", 5s,
                                  [](const JobProgress&) -> Result<Json> { throw std::bad_alloc{}; });
    EXPECT_EQ(over(jobs, id(*bad))["error"]["message"], "a broken table");
    const ReadJson job = over(jobs, id(*large));
    EXPECT_EQ(job["state"], "failed");
    EXPECT_EQ(job["error"]["message"], "out of memory");
}

TEST(Jobs, WhatIsKnownByNowIsToldWhileItWorks) {
    Jobs jobs{patient};
    std::promise<void> told;
    std::promise<void> seen;
    const auto begun = jobs.begin("somebody", "value", 5s, [&](const JobProgress& progress) -> Result<Json> {
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
    const auto first = jobs.begin("somebody", "prove", 5s, until_asked(begun, ended));
    begun.get_future().wait();
    const auto nothing = [](const JobProgress&) -> Result<Json> { return Json(); };
    const auto second = jobs.begin("somebody", "prove", 5s, nothing);
    const auto third = jobs.begin("somebody", "prove", 5s, nothing);
    ASSERT_TRUE(second);
    ASSERT_TRUE(third);
    EXPECT_FALSE(jobs.begin("somebody", "prove", 5s, nothing));
    EXPECT_EQ(read(*jobs.look(id(*third)))["state"], "queued");
    // One that waits is taken out at once, and leaves its place.
    EXPECT_EQ(read(*jobs.cancel(id(*third)))["state"], "cancelled");
    EXPECT_TRUE(jobs.begin("somebody", "prove", 5s, nothing));
    EXPECT_EQ(read(*jobs.cancel(id(*first)))["state"], "cancelled");
    ended.get_future().wait();
    EXPECT_EQ(over(jobs, id(*second))["state"], "done");
    EXPECT_EQ(over(jobs, id(*first))["state"], "cancelled");
}

TEST(Jobs, ClientsTakeTurnsAndWhoHasMostGivesWay) {
    JobLimits limits = patient;
    limits.waiting = 3;
    Jobs jobs{limits};
    std::promise<void> begun;
    std::promise<void> ended;
    std::string order;
    const auto note = [&](char name) {
        return [&order, name](const JobProgress&) -> Result<Json> {
            order += name;
            return Json();
        };
    };
    const auto first = jobs.begin("greedy", "prove", 5s, until_asked(begun, ended));
    begun.get_future().wait();
    std::vector<std::string> ids;
    for (const char name : {'a', 'b', 'c'}) ids.push_back(id(*jobs.begin("greedy", "prove", 5s, note(name))));
    EXPECT_FALSE(jobs.begin("greedy", "prove", 5s, note('d')));
    const auto modest = jobs.begin("modest", "prove", 5s, note('x'));
    ASSERT_TRUE(modest);
    const ReadJson gone = read(*jobs.look(ids[2]));
    EXPECT_EQ(gone["state"], "failed");
    EXPECT_NE(gone["error"]["message"].get<std::string>().find("too many jobs wait"), std::string::npos);
    jobs.cancel(id(*first));
    ended.get_future().wait();
    for (const std::string& each : {ids[0], ids[1], id(*modest)}) over(jobs, each);
    EXPECT_EQ(order, "axb");
}

TEST(Jobs, WhatIsEasyDoesNotWaitForWhatIsHard) {
    JobLimits limits = patient;
    limits.first_try = 1ms;
    Jobs jobs{limits};
    std::promise<void> begun;
    std::promise<void> ended;
    const auto hard = [&](const JobProgress& progress) -> Result<Json> {
        if (!progress.first_try) return until_asked(begun, ended)(progress);
        progress.reached(Plies{3}, "at first");
        wait_until_asked(progress);
        return Json("cut short");
    };
    const auto first = jobs.begin("somebody", "prove", 5s, hard);
    begun.get_future().wait();  // it has begun anew, and holds the only thread
    EXPECT_EQ(read(*jobs.look(id(*first)))["result"], "at first");
    // On a busy machine even this may be cut short, and then waits; another one is tried.
    const auto easy_job = [&] {
        std::promise<void> done;
        const auto easy = jobs.begin("somebody", "prove", 5s, [&](const JobProgress&) -> Result<Json> {
            done.set_value();
            return Json(7);
        });
        done.get_future().wait();
        while (true) {
            const ReadJson job = read(*jobs.look(id(*easy)));
            if (job["state"] == "queued") return read(*jobs.cancel(id(*easy)));
            if (job["state"] != "running") return job;
        }
    };
    ReadJson easy = easy_job();
    while (easy["state"] == "cancelled") easy = easy_job();
    EXPECT_EQ(easy["result"], 7);
    EXPECT_EQ(read(*jobs.look(id(*first)))["state"], "running");
    jobs.cancel(id(*first));
    ended.get_future().wait();
}

TEST(Jobs, WhatTheyCameToIsBoundedTogether) {
    JobLimits limits = patient;
    limits.results = 1000;
    Jobs jobs{limits};
    const auto large = [](const JobProgress&) -> Result<Json> { return Json(std::string(600, 'x')); };
    const auto first = jobs.begin("somebody", "prove", 5s, large);
    over(jobs, id(*first));
    const auto second = jobs.begin("somebody", "prove", 5s, large);
    over(jobs, id(*second));
    const auto third = jobs.begin("somebody", "prove", 5s, large);
    EXPECT_FALSE(jobs.look(id(*first)));
    EXPECT_EQ(over(jobs, id(*third))["state"], "done");
}

TEST(Jobs, WhatNobodyAsksAboutIsCancelled) {
    JobLimits limits = patient;
    limits.idle = 0s;
    Jobs jobs{limits};
    std::promise<void> begun;
    std::promise<void> ended;
    ASSERT_TRUE(jobs.begin("somebody", "prove", 5s, until_asked(begun, ended)));
    ended.get_future().wait();  // nobody has cancelled it
}

TEST(Jobs, WhatHasEndedIsForgottenInTime) {
    JobLimits limits = patient;
    limits.most = 2;
    Jobs jobs{limits};
    std::vector<std::string> ids;
    for (int i = 0; i < 5; ++i) {
        const auto job =
            jobs.begin("somebody", "value", 5s, [](const JobProgress&) -> Result<Json> { return Json(); });
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
        ASSERT_TRUE(jobs.begin("somebody", "prove", 5s, until_asked(begun, ended)));
        begun.get_future().wait();
    }
    ended.get_future().wait();
}

TEST(Jobs, NamesCannotBeGuessed) {
    Jobs jobs{patient};
    const auto nothing = [](const JobProgress&) -> Result<Json> { return Json(); };
    const auto one = jobs.begin("somebody", "value", 5s, nothing);
    const auto other = jobs.begin("somebody", "value", 5s, nothing);
    EXPECT_NE(id(*one), id(*other));
    EXPECT_EQ(id(*one).size(), 32U);
}

}  // namespace
}  // namespace zermelo::server
