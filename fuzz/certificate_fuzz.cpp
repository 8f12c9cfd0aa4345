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

    const auto read = certificate::parse_all(text);
    // The text comes in pieces, however long these are.
    const auto proved = certificate::check(text, testing::GraphText{graph}, 1 + size % 61);
    if (!read) {
        if (proved || !read.error().where) std::abort();
        return 0;
    }
    StringSink sink;
    for (const auto& each : *read)
        if (!certificate::write(each, sink)) std::abort();
    if (sink.text() != text) std::abort();
    if (!proved) {
        if (!proved.error().where) std::abort();
        return 0;
    }
    const auto root = static_cast<std::uint32_t>(std::stoul(proved->position.substr(1)));
    const testing::GraphValues values{graph, 20};
    const auto& bounds = proved->bounds;
    const auto least = bounds.lost() ? values.lost_in(root) : values.won_in(root);
    if (bounds.at_most() && (!least || Plies{*least} > *bounds.at_most())) std::abort();
    if (bounds.is_never_won() && values.won_in(root)) std::abort();
    if (bounds.is_never_lost() && values.lost_in(root)) std::abort();
    return 0;
}
