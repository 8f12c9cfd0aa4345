// SPDX-License-Identifier: GPL-3.0-or-later
// Whatever the bytes are, the checker says no or has been given a proof: a certificate that it takes is
// written as it was read, and its claim holds by the definition. Bytes: the number of a random game, then the
// text.
#include <cstdlib>
#include <string_view>

#include "support/certificates.hpp"
#include "support/graph_game.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace zermelo;
    if (size == 0) return 0;
    Random random{data[0]};
    testing::GraphShape shape;
    shape.size = 8;
    const testing::Graph graph = testing::random_graph(shape, random);
    const std::string_view text{reinterpret_cast<const char*>(data) + 1, size - 1};  // NOLINT: bytes are text

    const auto read = certificate::parse(text);
    // The text comes in pieces, however long these are.
    const auto proved = certificate::check(text, testing::GraphText{graph}, 1 + size % 61);
    if (!read) {
        if (proved || !read.error().where) std::abort();
        return 0;
    }
    StringSink sink;
    if (!certificate::write(*read, sink) || sink.text() != text) std::abort();
    if (!proved) {
        if (!proved.error().where) std::abort();
        return 0;
    }
    const auto root = static_cast<std::uint32_t>(std::stoul(proved->position.substr(1)));
    const auto least = testing::GraphValues{graph, 20}.won_in(root);
    if (proved->plies ? !least || Plies{*least} > *proved->plies : least.has_value()) std::abort();
    return 0;
}
