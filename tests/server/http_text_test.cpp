// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/server/http_text.hpp"

#include <gtest/gtest.h>

namespace zermelo::server {
namespace {

using Query = std::multimap<std::string, std::string>;

TEST(HttpText, ARequestHasItsTargetItsHeadersAndItsBody) {
    const Request request = request_of(
        "POST /api/v1/x%2Fy+z?fen=8/8%20w&color&a=1+2&a=%\nContent-Type: application/json\nHost: "
        "[::1]:80\n\n{}\n\n");
    EXPECT_EQ(request.method, "POST");
    EXPECT_EQ(request.path, "/api/v1/x/y+z");
    EXPECT_EQ(request.query, (Query{{"fen", "8/8 w"}, {"color", ""}, {"a", "1 2"}, {"a", "%"}}));
    EXPECT_EQ(request.header("content-type"), "application/json");
    EXPECT_EQ(request.header("host"), "[::1]:80");
    EXPECT_EQ(request.body, "{}\n\n");
}

TEST(HttpText, WhatIsMissingIsEmptyAndTheHostIsThisMachine) {
    const Request request = request_of("");
    EXPECT_EQ(request.method + request.path + request.body, "");
    EXPECT_TRUE(request.query.empty());
    EXPECT_EQ(request.header("host"), "localhost");
}

TEST(HttpText, WhatIsNoNumberInATargetStays) {
    EXPECT_EQ(request_of("GET /%g1%4").path, "/%g1%4");
    EXPECT_EQ(request_of("GET /%00").path, std::string("/\0", 2));
    EXPECT_EQ(request_of("GET /%f").path, "/%f");
}

TEST(HttpText, AResponseHasItsStatusItsHeadersAndItsBody) {
    EXPECT_EQ(text_of({404, "text/plain", "a\n\nb", {{"Allow", "GET"}, {"ETag", "\"1\""}}}),
              "404\ncontent-type: text/plain\nallow: GET\netag: \"1\"\n\na\n\nb");
}

}  // namespace
}  // namespace zermelo::server
