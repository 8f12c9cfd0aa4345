// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/server/site.hpp"

#include <map>

#include <gtest/gtest.h>

#include "support/json_reader.hpp"
#include "support/scratch.hpp"

namespace zermelo::server {
namespace {

using testing::ReadJson;

class SiteTest : public ::testing::Test {
  protected:
    Site site_{library::Library::open().value(), {.hosts = {"chess.example"}}};

    Response ask(Request request) {
        request.headers.try_emplace("host", "localhost:1913");
        if (request.method == "POST") request.headers.try_emplace("content-type", "application/json");
        return site_.answer(request);
    }
    Response get(const std::string& path) { return ask({.path = path}); }
    Response post(const std::string& path, const std::string& body) {
        return ask({.method = "POST", .path = path, .body = body});
    }
};

std::string header(const Response& response, std::string_view name) {
    for (const auto& [each, value] : response.headers)
        if (each == name) return value;
    return {};
}

TEST_F(SiteTest, ThePageIsThereAndIsAskedForOnce) {
    const Response page = get("/");
    EXPECT_EQ(page.status, 200U);
    EXPECT_EQ(page.content_type, "text/html; charset=utf-8");
    EXPECT_NE(page.body.find("<title>"), std::string::npos);
    const Response again = ask({.path = "/", .headers = {{"if-none-match", header(page, "ETag")}}});
    EXPECT_EQ(again.status, 304U);
    EXPECT_EQ(again.body, "");
    EXPECT_EQ(ask({.path = "/", .headers = {{"if-none-match", "\"other\""}}}).status, 200U);
}

TEST_F(SiteTest, EveryAnswerSaysWhatPagesMayDo) {
    for (const char* path : {"/", "/assets/nothing.js", "/api/v1/server", "/nowhere/at/all", "/chess"}) {
        const Response response = get(path);
        EXPECT_TRUE(header(response, "Content-Security-Policy").starts_with("default-src 'none'")) << path;
        EXPECT_EQ(header(response, "X-Content-Type-Options"), "nosniff");
        EXPECT_EQ(header(response, "Referrer-Policy"), "no-referrer");
        EXPECT_FALSE(header(response, "Cache-Control").empty()) << path;
    }
}

TEST_F(SiteTest, AHostIsAnAddressOrAKnownName) {
    for (const char* host : {"localhost", "localhost:80", "LocalHost", "127.0.0.1:1913", "[::1]:1913",
                             "192.168.1.7", "chess.example:443", "Chess.Example"})
        EXPECT_EQ(ask({.path = "/api/v1/server", .headers = {{"host", host}}}).status, 200U) << host;
    for (const char* host : {"", "evil.example", "localhost.evil.example", "[::1].evil.example",
                             "localhost:80x", "chess.example.", "127.0.0.1.evil.example", "[evil]", "x:"})
        EXPECT_EQ(ask({.path = "/api/v1/server", .headers = {{"host", host}}}).status, 421U) << host;
}

TEST_F(SiteTest, AnotherSitesPageCannotAsk) {
    const Request question{.method = "POST", .path = "/api/v1/position", .body = R"({"variant":"chess"})"};
    const auto with = [&](const char* name, const char* value) {
        Request request = question;
        request.headers[name] = value;
        return ask(request).status;
    };
    EXPECT_EQ(with("origin", "http://localhost:1913"), 200U);
    EXPECT_EQ(with("origin", "https://localhost:1913"), 200U);
    EXPECT_EQ(with("origin", "http://evil.example"), 403U);
    EXPECT_EQ(with("origin", "null"), 403U);
    EXPECT_EQ(with("content-type", "application/json; charset=utf-8"), 200U);
    EXPECT_EQ(with("content-type", "Application/JSON ; charset=utf-8"), 200U);
    EXPECT_EQ(with("content-type", "text/plain"), 415U);
    EXPECT_EQ(with("content-type", ""), 415U);
}

TEST_F(SiteTest, PathsAndMethodsThatThereAreNot) {
    EXPECT_EQ(get("/api/v1/nothing").status, 404U);
    EXPECT_EQ(get("/api/v1/variants/").status, 404U);
    EXPECT_EQ(get("/api/v1/variants/chess/more").status, 404U);
    EXPECT_EQ(get("").status, 404U);
    const Response wrong = get("/api/v1/value");
    EXPECT_EQ(wrong.status, 405U);
    EXPECT_EQ(header(wrong, "Allow"), "POST");
    EXPECT_EQ(header(ask({.method = "PUT", .path = "/api/v1/jobs/1"}), "Allow"), "GET, DELETE");
    // Whatever body comes with it.
    const Response form{
        ask({.method = "POST", .path = "/api/v1/server", .headers = {{"content-type", "text/plain"}}})};
    EXPECT_EQ(form.status, 405U);
    EXPECT_EQ(header(form, "Allow"), "GET");
    EXPECT_EQ(ask({.method = "POST", .path = "/api/v1/nothing", .headers = {{"content-type", ""}}}).status,
              404U);
    EXPECT_EQ(ask({.method = "HEAD", .path = "/api/v1/server"}).status, 200U);
}

TEST_F(SiteTest, VariantsByFamilySizeAndWhetherTheyAreSolved) {
    const auto names = [&](const std::map<std::string, std::string>& query) {
        std::vector<std::string> found;
        Request request{.path = "/api/v1/variants"};
        for (const auto& [name, value] : query) request.query.emplace(name, value);
        const Response response = ask(std::move(request));
        if (response.status != 200) return std::vector{std::to_string(response.status)};
        const ReadJson answer = ReadJson::parse(response.body);
        for (const ReadJson& variant : answer["variants"]) found.push_back(variant["name"]);
        return found;
    };
    EXPECT_GT(names({}).size(), 100U);
    EXPECT_EQ(names({{"family", "boards"}, {"size", "5x5"}}),
              std::vector<std::string>({"breakthrough5x5", "connect4-5x5"}));
    EXPECT_EQ(names({{"family", "losing"}, {"solved", "true"}}), std::vector<std::string>{"antichess"});
    EXPECT_EQ(names({{"solved", "false"}}), names({}));
    EXPECT_EQ(names({{"family", "none"}}), std::vector<std::string>{"400"});
    EXPECT_EQ(names({{"size", "5"}}), std::vector<std::string>{"400"});
    EXPECT_EQ(names({{"solved", "1"}}), std::vector<std::string>{"400"});
}

TEST_F(SiteTest, ANameIsNeverAFile) {
    for (const char* name : {"/etc/passwd", "games/chess.ini", "chess.ini:chess", "../x.ini"})
        EXPECT_EQ(post("/api/v1/position", ReadJson{{"variant", name}}.dump()).status, 404U) << name;
}

TEST_F(SiteTest, RulesMayComeWithTheQuestion) {
    const auto ask_with = [&](ReadJson body) { return post("/api/v1/position", body.dump()); };
    const std::string two = "[a:chess]\nstartFen = 4k3/8/8/8/8/8/8/4K2R w - - 0 1\n[b:chess]\n";
    EXPECT_EQ(ReadJson::parse(ask_with({{"rules", "[a:chess]\n"}}).body)["variant"], "a");
    EXPECT_EQ(ReadJson::parse(ask_with({{"rules", two}, {"variant", "a"}}).body)["fen"],
              "4k3/8/8/8/8/8/8/4K2R w - - 0 1");
    EXPECT_EQ(ask_with({{"rules", two}}).status, 400U);
    EXPECT_EQ(ask_with({{"rules", two}, {"variant", "c"}}).status, 400U);
    const Response wrong = ask_with({{"rules", "[a:chess]\nnonsense = 1\n"}});
    EXPECT_EQ(wrong.status, 400U);
    EXPECT_EQ(ReadJson::parse(wrong.body)["line"], 2);
    EXPECT_EQ(ReadJson::parse(wrong.body)["input"], "rules");
    // Where there are several, what is wrong with others does not matter.
    const std::string mixed = "[a:chess]\nnonsense = 1\n[b:chess]\n[c:a]\n";
    EXPECT_EQ(ReadJson::parse(ask_with({{"rules", mixed}, {"variant", "b"}}).body)["variant"], "b");
    EXPECT_EQ(ReadJson::parse(ask_with({{"rules", mixed}, {"variant", "a"}}).body)["line"], 2);
    EXPECT_EQ(ReadJson::parse(ask_with({{"rules", mixed}, {"variant", "c"}}).body)["line"], 4);
    EXPECT_EQ(ask_with({{"rules", mixed}}).status, 400U);
    const ReadJson checked = ReadJson::parse(post("/api/v1/rules", ReadJson{{"rules", mixed}}.dump()).body);
    EXPECT_EQ(checked["variants"].size(), 1U);
    EXPECT_EQ(checked["errors"].size(), 2U);
    // They are gone with it.
    EXPECT_EQ(ask_with({{"variant", "a"}}).status, 404U);
}

TEST(Site, AVariantOfItsFilesThatIsWrongIsToldSo) {
    const testing::Scratch rules{"[own:chess]\n[wrong:chess]\npass = 1\n"};
    Site site{library::Library::open({rules.path()}).value(), {}};
    const auto ask = [&](const std::string& variant) {
        return site.answer({.path = "/api/v1/variants/" + variant, .headers = {{"host", "localhost"}}});
    };
    EXPECT_EQ(ask("own").status, 200U);
    const Response wrong = ask("wrong");
    EXPECT_EQ(wrong.status, 404U);
    EXPECT_EQ(ReadJson::parse(wrong.body)["line"], 3);
    EXPECT_EQ(ReadJson::parse(wrong.body)["message"], "'1' is neither true nor false");
}

TEST_F(SiteTest, ABatchAnswersInOrderWithErrorsInTheirPlace) {
    const Response response = ask({.method = "POST",
                                   .path = "/api/v1/batch",
                                   .headers = {{"content-type", "application/x-ndjson"}},
                                   .body = "{\"variant\":\"chess\"}\n\nx\n{\"variant\":\"losalamos\"}"});
    ASSERT_EQ(response.status, 200U);
    std::vector<ReadJson> lines;
    for (std::size_t at = 0; at < response.body.size();) {
        const std::size_t end = response.body.find('\n', at);
        lines.push_back(ReadJson::parse(response.body.substr(at, end - at)));
        at = end + 1;
    }
    ASSERT_EQ(lines.size(), 3U);
    EXPECT_EQ(lines[0]["variant"], "chess");
    EXPECT_EQ(lines[1]["type"], "error");
    EXPECT_EQ(lines[1]["line"], 3);
    EXPECT_EQ(lines[2]["variant"], "losalamos");
}

// A batch of more work than a request may ask for is answered up to some line, and says at which it ends.
TEST(Site, ABatchEndsWhenItsTimeIsOver) {
    Site site{library::Library::open().value(), {.judge_seconds = 1e-9}};
    std::string body;
    for (int i = 0; i < 10'000; ++i) body += "{\"variant\":\"grand\"}\n";
    const Response response =
        site.answer({.method = "POST",
                     .path = "/api/v1/batch",
                     .headers = {{"host", "localhost:1913"}, {"content-type", "application/x-ndjson"}},
                     .body = body});
    ASSERT_EQ(response.status, 200U);
    const auto lines =
        static_cast<std::uint64_t>(std::count(response.body.begin(), response.body.end(), '\n'));
    EXPECT_LT(lines, 10'000U);
    const std::size_t last = response.body.rfind('\n', response.body.size() - 2);
    const ReadJson end = ReadJson::parse(response.body.substr(last == std::string::npos ? 0 : last + 1));
    EXPECT_EQ(end["type"], "error");
    EXPECT_EQ(end["line"], lines);
    EXPECT_EQ(end["message"], "more than 1e-09 s of work, expected fewer lines, or the command line");
}

TEST_F(SiteTest, WhatNoTableKnowsIsUnknownAndNeverADraw) {
    const ReadJson value = ReadJson::parse(post("/api/v1/value", R"({"variant":"chess"})").body);
    EXPECT_EQ(value["category"], "unknown");
    EXPECT_TRUE(value["source"].is_null());
    ASSERT_EQ(value["moves"].size(), 20U);
    for (const ReadJson& move : value["moves"]) EXPECT_EQ(move["category"], "unknown");
}

TEST_F(SiteTest, ARestrictionIsRead) {
    EXPECT_EQ(
        post("/api/v1/jobs", R"({"kind":"prove","variant":"chess","restrict":"checks,replies=2"})").status,
        202U);
    const auto bad = post("/api/v1/jobs", R"({"kind":"prove","variant":"chess","restrict":"check"})");
    EXPECT_EQ(bad.status, 400U);
    EXPECT_NE(bad.body.find("expected checks, replies=K"), std::string::npos) << bad.body;
}

TEST_F(SiteTest, WhatIsWrongWithAProblemIsToldAtOnce) {
    const auto ask_for = [&](const std::string& members) {
        return post("/api/v1/jobs", R"({"kind":"problem","variant":"chess",)" + members + "}");
    };
    EXPECT_EQ(ask_for(R"("stipulation":"#2","twins":["b: remove a2"],"attacker":"black")").status, 202U);
    const auto refused = [&](const std::string& members) {
        const Response bad = ask_for(members);
        EXPECT_EQ(bad.status, 400U) << members;
        return ReadJson::parse(bad.body);
    };
    EXPECT_EQ(refused(R"("tries":1)")["message"], "no member stipulation, expected one");
    EXPECT_EQ(refused(R"("stipulation":"#2","attacker":"green")")["message"],
              "the attacker 'green', expected white or black");
    EXPECT_EQ(refused(R"("stipulation":"#2.5")")["input"], "STIPULATION");
    EXPECT_EQ(refused(R"("stipulation":"#2","fen":"x")")["input"], "FEN");
    EXPECT_EQ(refused(R"("stipulation":"#2","twins":["b: remove a3"])")["input"], "twin 1");
    EXPECT_EQ(refused(R"("stipulation":"#2","plies":3)")["message"].get<std::string>().find("unknown member"),
              0U);
}

TEST_F(SiteTest, WhatIsNullIsNotThere) {
    EXPECT_EQ(post("/api/v1/position", R"({"variant":"chess","rules":null,"fen":null})").status, 200U);
}

TEST_F(SiteTest, RulesThatCannotBeReadAreNotPassedOver) {
    for (const std::string& rules : {std::string{"5"}, '"' + std::string(70'000, 'x') + '"'}) {
        const auto answer = post("/api/v1/position", R"({"variant":"mine","rules":)" + rules + "}");
        EXPECT_EQ(answer.status, 400U);
        EXPECT_NE(answer.body.find("rules"), std::string::npos) << answer.body;
    }
}

TEST_F(SiteTest, NobodyWorksForAClientThatHasLeft) {
    std::stop_source left;
    left.request_stop();
    // Which would take hours.
    const Request generate{.method = "POST",
                           .path = "/api/v1/puzzles/simplified/generate",
                           .body = R"({"plies":99,"men":10})",
                           .stop = left.get_token()};
    const auto generated = ask(generate);
    EXPECT_NE(generated.body.find("the client has left"), std::string::npos) << generated.body;
    const auto answered = ask({.method = "POST",
                               .path = "/api/v1/batch",
                               .body = R"({"variant":"chess"})",
                               .stop = left.get_token()});
    EXPECT_EQ(answered.status, 503U);
}

TEST_F(SiteTest, WhatMayTakeLongIsKnownByItsPath) {
    for (const char* path : {"/api/v1/batch", "/api/v1/puzzles/cheesy/judge", "/api/v1/tables/chess"})
        EXPECT_TRUE(Site::is_long({.path = path})) << path;
    for (const char* path : {"/", "/api/v1/server", "/api/v1/jobs", "/api/v1/value", "/api/v1/puzzles/cheesy",
                             "/chess", "/nowhere/at/all"})
        EXPECT_FALSE(Site::is_long({.path = path})) << path;
}

TEST_F(SiteTest, WhatMayTakeLongIsKnownByItsSize) {
    EXPECT_FALSE(Site::is_long({.method = "POST", .path = "/api/v1/draw", .body = std::string(1000, 'x')}));
    EXPECT_TRUE(Site::is_long({.method = "POST", .path = "/api/v1/draw", .body = std::string(10'000, 'x')}));
}

TEST_F(SiteTest, AStoppedSiteAnswersQuickly) {
    site_.stop();
    EXPECT_EQ(post("/api/v1/jobs", R"({"kind":"prove","variant":"chess","plies":5})").status, 503U);
    EXPECT_EQ(get("/api/v1/server").status, 200U);
}

}  // namespace
}  // namespace zermelo::server
