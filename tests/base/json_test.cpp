// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/base/json.hpp"

#include <limits>
#include <string>
#include <variant>

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "zermelo/base/random.hpp"

#include "support/scale.hpp"

namespace zermelo {
namespace {

using Library = nlohmann::ordered_json;

TEST(Json, MembersKeepTheirOrder) {
    Json object{{"b", 1}, {"a", "text"}};
    object["c"] = nullptr;
    object["b"] = Json::array();
    object["b"].push_back(true);
    object["b"].push_back(-1);
    object.append({{"d", 0.5}, {"e", Json::object()}});
    EXPECT_EQ(json_text(object), R"({"b":[true,-1],"a":"text","c":null,"d":0.5,"e":{}})");
    EXPECT_EQ(json_line(Json()), "null\n");
}

TEST(Json, NumbersAreWrittenInFull) {
    EXPECT_EQ(json_text(std::numeric_limits<std::uint64_t>::max()), "18446744073709551615");
    EXPECT_EQ(json_text(std::numeric_limits<std::int64_t>::min()), "-9223372036854775808");
    EXPECT_EQ(json_text(2.0), "2.0");
    EXPECT_EQ(json_text(0.1), "0.1");
    EXPECT_EQ(json_text(1e300), "1e+300");
    EXPECT_EQ(json_text(std::numeric_limits<double>::infinity()), "null");
}

TEST(Json, WhatIsWrongWithATextIsTold) {
    const auto fault = [](std::string_view text, unsigned depth = 64) {
        return std::get<JsonFault>(parse_json(text, {.depth = depth}));
    };
    EXPECT_EQ(fault("").kind, JsonFault::Kind::syntax);
    EXPECT_EQ(fault("{\"a\": }").byte, 7U);
    EXPECT_EQ(fault("1 2").kind, JsonFault::Kind::syntax);
    EXPECT_EQ(fault("1e999").kind, JsonFault::Kind::number_too_large);
    EXPECT_EQ(fault("[-1e+400]").kind, JsonFault::Kind::number_too_large);
    EXPECT_EQ(json_text(*parsed_json("[1e-999,-0,-0.0,1E-999,123456789012345678901]")),
              "[0.0,0,-0.0,0.0,1.2345678901234568e+20]");
    EXPECT_EQ(fault(std::string(41, '1')), (JsonFault{JsonFault::Kind::number_too_long, 41}));
    EXPECT_TRUE(parsed_json(std::string(40, '1')));
    EXPECT_EQ(fault("[[[1]]]", 3).kind, JsonFault::Kind::too_deep);
    EXPECT_TRUE(std::holds_alternative<Json>(parse_json("[[[1]]]", {.depth = 4})));
    EXPECT_EQ(fault(std::string(1'000'000, '[')).kind, JsonFault::Kind::too_deep);
    EXPECT_FALSE(parsed_json("\"\xff\""));
}

// What goes beyond a limit is told where it does, and nothing after it is read.
TEST(Json, ReadingEndsWhereALimitIsPassed) {
    const auto fault = [](const std::string& text, const JsonLimits& limits) {
        return std::get<JsonFault>(parse_json(text, limits));
    };
    const JsonLimits few{.depth = 3, .values = 4};
    EXPECT_TRUE(std::holds_alternative<Json>(parse_json(R"({"a":1,"b":[2]})", few)));
    using Kind = JsonFault::Kind;
    EXPECT_EQ(fault("[1,2,3,44,\"garbage", few), (JsonFault{Kind::too_many_values, 8}));
    EXPECT_EQ(fault("[[[9]],\"garbage", few), (JsonFault{Kind::too_deep, 4}));
    EXPECT_EQ(fault("[1, 2, {}, {} garbage", few), (JsonFault{Kind::too_many_values, 12}));
    EXPECT_EQ(fault(R"({"a":1,"b":[2,3]})", few), (JsonFault{Kind::too_many_values, 15}));
    EXPECT_EQ(fault(R"({"a":1,"b":2,"c)", {.members = 2}), (JsonFault{Kind::too_many_members, 14}));
    EXPECT_EQ(fault(R"({"abc":1,"abcd)", {.name = 3}), (JsonFault{Kind::name_too_long, 14}));
    EXPECT_EQ(fault(R"(["abc","ab\u00e9x)", {.text = 3}), (JsonFault{Kind::text_too_long, 11}));
    std::string many = "{";
    for (int i = 0; i < 100'000; ++i) many += "\"" + std::to_string(i) + "\":{},";
    EXPECT_LT(fault(many, {.values = 64}).byte, 1'000U);
}

TEST(Json, NoNameStandsTwice) {
    const auto twice = [](const std::string& text) {
        const auto read = parse_json(text);
        const auto* const fault = std::get_if<JsonFault>(&read);
        return fault != nullptr && fault->kind == JsonFault::Kind::repeated_name;
    };
    EXPECT_TRUE(twice(R"({"a":[1],"b":2,"a":3})"));
    EXPECT_TRUE(twice(R"({"a":[1],"b":{"x":1,"\u0078":2}})"));
    EXPECT_FALSE(twice(R"({"a":[1],"b":{"a":2},"A":3,"":4})"));
    std::string many = "{\"0\":0";
    for (int i = 1; i < 100; ++i) {
        many += ",\"" + std::to_string(i) + "\":0";
        EXPECT_FALSE(twice(many + "}")) << i;
        EXPECT_TRUE(twice(many + ",\"" + std::to_string(i / 2) + "\":0}")) << i;
    }
}

TEST(Json, AMemberThatIsNotThereIsNothing) {
    const Json object{{"n", 7}, {"t", "text"}};
    EXPECT_EQ(object.find("x"), nullptr);
    EXPECT_EQ(Json(7).find("n"), nullptr);
    JsonMembers good{object};
    EXPECT_EQ(good.number("n"), 7U);
    EXPECT_EQ(good.text("t"), "text");
    EXPECT_TRUE(good.good());
    JsonMembers bad{object};
    EXPECT_EQ(bad.number("t"), 0U);
    EXPECT_FALSE(bad.good());
    JsonMembers none{object};
    EXPECT_EQ(none.text("x"), "");
    EXPECT_FALSE(none.good());
}

/// Bytes of which many begin or go on a character of UTF-8, and some are to be escaped.
std::string random_bytes(Random& random) {
    static constexpr std::string_view often =
        "\x1f \"\\\n\t\b\f\r\x7f\x80\xbf\xc1\xc2\xdf\xe0\xa0\xed\x9f\xef\xf0\x90\xf4\x8f\xf5\xff";
    std::string text;
    for (std::uint64_t length = random.below(12); length > 0; --length)
        text += random.one_in(3) ? static_cast<char>(random.below(256)) : often[random.below(often.size())];
    return text;
}

/// The same value twice.
struct Twins {
    Json own;
    Library library;
};
Twins random_value(Random& random, unsigned depth) {
    switch (random.below(depth == 0 ? 6 : 8)) {
        case 0:
            return {nullptr, nullptr};
        case 1: {
            const bool truth = random.one_in(2);
            return {truth, truth};
        }
        case 2: {
            const std::uint64_t number = random.below(std::uint64_t{1} << random.below(64));
            return {number, number};
        }
        case 3: {
            const auto number =
                -static_cast<std::int64_t>(random.below(std::uint64_t{1} << random.below(63)));
            return {number, number};
        }
        case 4: {
            const double number = static_cast<double>(random.below(2'000'001)) / 1e3 - 1000;
            return {number, number};
        }
        case 5: {
            const std::string text = random_bytes(random);
            return {text, text};
        }
        case 6: {
            Twins list{Json::array(), Library::array()};
            for (std::uint64_t length = random.below(4); length > 0; --length) {
                Twins element = random_value(random, depth - 1);
                list.own.push_back(std::move(element.own));
                list.library.push_back(std::move(element.library));
            }
            return list;
        }
        default: {
            Twins object{Json::object(), Library::object()};
            for (std::uint64_t length = random.below(4); length > 0; --length) {
                const std::string name(1, static_cast<char>('a' + random.below(6)));
                Twins member = random_value(random, depth - 1);
                object.own[name] = std::move(member.own);
                object.library[name] = std::move(member.library);
            }
            return object;
        }
    }
}

/// What the library writes, with what terminals would obey as its number.
std::string with_numbers(std::string text) {
    const auto replace = [&](std::string_view character, unsigned number) {
        for (std::size_t at = 0; (at = text.find(character, at)) != std::string::npos;)
            text.replace(at, character.size(), fmt::format("\\u{:04x}", number));
    };
    replace("\x7f", 0x7f);
    for (unsigned number = 0x80; number < 0xa0; ++number)
        replace(std::string{"\xc2"} + static_cast<char>(number), number);
    replace("\xd8\x9c", 0x61c);
    for (const unsigned number : {0x200e, 0x200f, 0x2028, 0x2029, 0x202a, 0x202b, 0x202c, 0x202d, 0x202e})
        replace(std::string{"\xe2\x80"} + static_cast<char>(0x80 | (number & 0x3f)), number);
    for (const unsigned number : {0x2066, 0x2067, 0x2068, 0x2069})
        replace(std::string{"\xe2\x81"} + static_cast<char>(0x80 | (number & 0x3f)), number);
    return text;
}

TEST(Json, NothingInItSteersATerminal) {
    EXPECT_EQ(json_text(Json("\x1b\x7f \xc2\x9b \xc2\xa0 \xd8\x9c \xe2\x80\xae \xe2\x81\xa9 \xe2\x81\xaa")),
              "\"\\u001b\\u007f \\u009b \xc2\xa0 \\u061c \\u202e \\u2069 \xe2\x81\xaa\"");
}

TEST(Json, IsWrittenAndReadAsByTheLibrary) {
    Random random{1};
    for (std::uint64_t i = testing::scaled(20'000); i > 0; --i) {
        const Twins twins = random_value(random, 3);
        const std::string text = json_text(twins.own);
        ASSERT_EQ(text, with_numbers(twins.library.dump(-1, ' ', false, Library::error_handler_t::replace)));
        const auto read = parsed_json(text);
        ASSERT_TRUE(read) << text;
        ASSERT_EQ(json_text(*read), text);
    }
}

// Whatever the library takes for JSON we do, and nothing else.
TEST(Json, TextsAreReadAsByTheLibrary) {
    Random random{2};
    for (std::uint64_t i = testing::scaled(20'000); i > 0; --i) {
        std::string text = json_text(random_value(random, 3).own);
        for (std::uint64_t changes = random.below(4); changes > 0 && !text.empty(); --changes)
            text[random.below(text.size())] = R"({}[],:"\e1-. nul)"[random.below(16)];
        const auto read = parse_json(text);
        const auto* const fault = std::get_if<JsonFault>(&read);
        if (fault != nullptr && fault->kind == JsonFault::Kind::repeated_name) continue;
        const Library expected = Library::parse(text, nullptr, false);
        ASSERT_EQ(fault == nullptr, !expected.is_discarded()) << text;
        if (fault == nullptr) {
            ASSERT_EQ(Library::parse(json_text(std::get<Json>(read))), expected) << text;
        }
    }
}

}  // namespace
}  // namespace zermelo
