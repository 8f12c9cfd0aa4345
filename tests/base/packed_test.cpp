// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/base/packed.hpp"

#include <string>

#include <gtest/gtest.h>

#include "zermelo/base/random.hpp"

#include "support/full_sink.hpp"

namespace zermelo {
namespace {

std::string packed(const std::string& plain, std::size_t piece) {
    StringSink sink;
    PackingSink packing{sink};
    for (std::size_t at = 0; at < plain.size(); at += piece)
        EXPECT_TRUE(packing.write(std::string_view{plain}.substr(at, piece)).has_value());
    EXPECT_TRUE(packing.finish().has_value());
    return sink.text();
}

Result<std::string> unpacked(const std::string& bytes, std::size_t piece) {
    StringSink sink;
    UnpackingSink unpacking{sink, "it"};
    for (std::size_t at = 0; at < bytes.size(); at += piece)
        ZERMELO_CHECK(unpacking.write(std::string_view{bytes}.substr(at, piece)));
    ZERMELO_CHECK(unpacking.finish());
    return sink.text();
}

TEST(Packed, ComesBackAsItWasInPiecesOfAnyLength) {
    Random random{1};
    // Among them what fills whole blocks and pieces of the unpacker's.
    for (const std::size_t size : {0U, 1U, 1000U, 65536U, 131071U, 131072U, 131073U, 262144U, 300000U})
        for (const bool dull : {true, false}) {
            std::string plain(size, 'x');
            if (!dull)
                for (char& c : plain) c = static_cast<char>(random.below(256));
            for (const std::size_t piece : {std::size_t{777}, std::size_t{1} << 20U}) {
                const std::string bytes = packed(plain, piece);
                EXPECT_TRUE(begins_packed(bytes));
                EXPECT_EQ(unpacked(bytes, piece), plain) << size;
                EXPECT_EQ(unpacked(bytes + bytes, piece), plain + plain) << size;
                EXPECT_FALSE(unpacked(bytes.substr(0, bytes.size() - 1), piece)) << size;
            }
        }
}

TEST(Packed, DamageIsFound) {
    const std::string plain = "a text that is not very long, a text that is not very long";
    const std::string bytes = packed(plain, 100);
    for (std::size_t i = 0; i < bytes.size(); ++i) {
        std::string changed = bytes;
        changed[i] = static_cast<char>(changed[i] ^ 0x10);
        const auto result = unpacked(changed, 100);
        EXPECT_TRUE(!result || *result == plain) << i;  // some bits of a header say nothing
        if (!result) {
            EXPECT_EQ(result.error().kind, ErrorKind::bad_input);
        }
    }
}

// A header that asks for a window of gigabytes.
TEST(Packed, WhatAsksForMuchMemoryGetsNone) {
    const auto result = unpacked(std::string{"\x28\xB5\x2F\xFD\x00\xA0\x01\x00\x00", 9}, 9);
    ASSERT_FALSE(result.has_value());
    EXPECT_NE(result.error().message.find("memory"), std::string::npos) << result.error().message;
}

// What unpacks to much more is unpacked only as far as it is taken.
TEST(Packed, EndsWhereTheSinkTakesNoMore) {
    const std::string bytes = packed(std::string(std::size_t{1} << 25U, '0'), std::size_t{1} << 20U);
    EXPECT_LT(bytes.size(), 10'000U);
    testing::FullSink few{1'000'000};
    UnpackingSink unpacking{few, "it"};
    EXPECT_EQ(unpacking.write(bytes).error().message, "enough");
    EXPECT_LT(few.taken(), 2'000'000U);
}

}  // namespace
}  // namespace zermelo
