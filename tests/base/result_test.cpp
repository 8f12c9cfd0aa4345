// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/base/result.hpp"

#include <memory>

#include <gtest/gtest.h>

namespace zermelo {
namespace {

Result<int> whole(int number) {
    if (number < 0) return failure(ErrorKind::bad_input, "below zero", Location{2, 7});
    return number;
}

Result<void> even(int number) {
    if (number % 2 != 0) return failure(ErrorKind::bad_usage, "odd");
    return {};
}

Result<int> half_of_sum(int a, int b) {
    ZERMELO_TRY(const int first, whole(a));
    ZERMELO_TRY(const int second, whole(b));
    ZERMELO_CHECK(even(first + second));
    return (first + second) / 2;
}

TEST(Result, TryGivesTheValueOrReturnsTheError) {
    EXPECT_EQ(half_of_sum(3, 5), 4);
    EXPECT_EQ(half_of_sum(-1, 5).error().message, "below zero");
    EXPECT_EQ(half_of_sum(3, -1).error().message, "below zero");
    EXPECT_EQ(half_of_sum(3, 4).error().message, "odd");
}

TEST(Result, AnErrorComesUpWhole) {
    const Error error = about("a.in", half_of_sum(-1, 0)).error();
    EXPECT_EQ(error.kind, ErrorKind::bad_input);
    EXPECT_EQ(error.where, (Location{2, 7}));
    EXPECT_EQ(error.input, "a.in");
}

TEST(Result, WhoNamesTheInputFirstIsRight) {
    EXPECT_EQ(about("the file", about("FEN", whole(-1))).error().input, "FEN");
    EXPECT_EQ(about("the file", whole(1)), 1);
}

Result<std::unique_ptr<int>> moved(Result<std::unique_ptr<int>> from) {
    ZERMELO_TRY(auto value, std::move(from));
    ++*value;
    return value;
}

Result<std::string> copied(const Result<std::string>& from) {
    ZERMELO_TRY(std::string value, from);
    return value + "!";
}

TEST(Result, TryMovesWhatNobodyKeepsAndCopiesWhatSomebodyDoes) {
    EXPECT_EQ(**moved(std::make_unique<int>(1)), 2);
    const Result<std::string> kept = "text";
    EXPECT_EQ(copied(kept), "text!");
    EXPECT_EQ(kept, "text");
    const Result<std::string> error = failure(ErrorKind::io, "a full disk");
    EXPECT_EQ(copied(error).error().message, "a full disk");
    EXPECT_EQ(error.error().message, "a full disk");
}

TEST(Result, TryIsEvaluatedOnceAndEndsTheFunctionAtOnce) {
    int calls = 0;
    const auto call = [&](int number) -> Result<int> {
        ++calls;
        return whole(number);
    };
    const auto both = [&](int number) -> Result<int> {
        int last = 0;
        for (const int n : {number, 1}) {
            ZERMELO_CHECK(call(n));
            ZERMELO_TRY(last, call(n + 1));
        }
        return last;
    };
    EXPECT_EQ(both(4), 2);
    EXPECT_EQ(calls, 4);
    EXPECT_FALSE(both(-5));
    EXPECT_EQ(calls, 5);
}

tl::expected<int, char> of_another_kind(tl::expected<int, char> from) {
    ZERMELO_TRY(const int value, from);
    return value + 1;
}

TEST(Result, TryTakesAnyKindOfError) {
    EXPECT_EQ(of_another_kind(1), 2);
    EXPECT_EQ(of_another_kind(tl::make_unexpected('x')).error(), 'x');
}

}  // namespace
}  // namespace zermelo
