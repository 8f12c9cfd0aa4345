// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <map>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

/// HTTP as the site sees it: what was asked and what is answered, without a network.
namespace zermelo::server {

/// A whole request. What stands here was decoded (`%20`) but not checked.
struct Request {
    std::string method = "GET";
    std::string path = "/";                           ///< without the query
    std::multimap<std::string, std::string> query{};  ///< `?fen=…&line=1`
    std::map<std::string, std::string> headers{};     ///< names in lower case; of several of a name the last
    std::string body{};
    std::string client{};    ///< who asks, as far as the network tells: what clients share fairly goes by it
    std::stop_token stop{};  ///< the client has left, or the server ends

    /// The value of a header; empty if there is none.
    const std::string& header(const std::string& name) const;
};

struct Response {
    unsigned status = 200;
    std::string content_type = "application/json";
    std::string body{};
    std::vector<std::pair<std::string, std::string>> headers{};  ///< besides those that every answer has
};

}  // namespace zermelo::server
