// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "zermelo/certificate/check.hpp"

/// Whole certificates in memory, to be changed.
namespace zermelo::certificate {

/// Plain data: nothing about it is checked. The header's count of nodes is that of `nodes` where it is
/// written.
struct Certificate : Header {
    std::vector<Node> nodes;
    friend bool operator==(const Certificate&, const Certificate&) = default;
};

inline Result<void> write(const Certificate& c, Sink& sink) {
    Writer writer{sink};
    Header header = c;
    header.Header::nodes = c.nodes.size();
    ZERMELO_CHECK(writer.header(header));
    for (const Node& node : c.nodes) ZERMELO_CHECK(writer.node(node));
    return writer.finish();
}

inline std::string text_of(const Certificate& c) {
    StringSink sink;
    return write(c, sink) ? sink.text() : std::string{};
}

/// The certificates that a text has, one after the other.
inline Result<std::vector<Certificate>> parse_all(std::string_view text) {
    std::vector<Certificate> result;
    Reader reader{[&](const Header& header) -> Result<void> {
                      result.push_back({header, {}});
                      return {};
                  },
                  [&](const Node& node) -> Result<void> {
                      result.back().nodes.push_back(node);
                      return {};
                  }};
    ZERMELO_CHECK(reader.write(text));
    ZERMELO_CHECK(reader.finish());
    return result;
}

/// The first of them.
inline Result<Certificate> parse(std::string_view text) {
    return parse_all(text).map([](const std::vector<Certificate>& all) { return all.front(); });
}

/// Checks a text under one game, given to the checker in pieces of `piece` bytes.
template <typename Game>
Result<Proved> check(std::string_view text, const Game& game, std::size_t piece = std::string_view::npos) {
    Checker checker{[&](const Header&) -> Result<std::unique_ptr<const TextGame>> {
        return std::make_unique<const Game>(game);
    }};
    for (; !text.empty(); text.remove_prefix(std::min(piece, text.size())))
        ZERMELO_CHECK(checker.write(text.substr(0, piece)));
    return checker.finish();
}

}  // namespace zermelo::certificate
