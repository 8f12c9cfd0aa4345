// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/board/square_set.hpp"

#include <bit>
#include <set>

#include <gtest/gtest.h>

#include "zermelo/base/random.hpp"
#include "zermelo/board/wide_set.hpp"

namespace zermelo {
namespace {

template <typename Bits>
struct CountOf {
    static constexpr unsigned count = 8 * sizeof(Bits);
};
template <>
struct CountOf<Bits256> {
    static constexpr unsigned count = 256;
};

/// Every kind of set is compared with a set of numbers that knows no bits.
template <typename Bits>
class EverySet : public ::testing::Test {
  public:
    using Set = SquareSet<Bits>;
    using Plain = std::set<Square>;
    static constexpr unsigned squares = CountOf<Bits>::count;

    static Set of(const Plain& plain) {
        Set set;
        for (const Square square : plain) set |= Set::of(square);
        return set;
    }
    static Plain plain(const Set& set) {
        Plain result;
        for (const Square square : BoardSquares{squares})
            if (set.contains(square)) result.insert(square);
        return result;
    }
    Plain random() {
        Plain result;
        for (std::uint64_t left = random_.below(random_.one_in(3) ? 4 : squares); left > 0; --left)
            result.insert(Square{static_cast<unsigned>(random_.below(squares))});
        return result;
    }

  private:
    Random random_{1};
};

using Kinds = ::testing::Types<std::uint16_t, std::uint32_t, std::uint64_t, Bits256>;
TYPED_TEST_SUITE(EverySet, Kinds);

TYPED_TEST(EverySet, HoldsWhatWasPutIn) {
    for (int i = 0; i < 200; ++i) {
        const auto plain = this->random();
        const auto set = this->of(plain);
        EXPECT_EQ(this->plain(set), plain);
        EXPECT_EQ(set.size(), plain.size());
        EXPECT_EQ(set.empty(), plain.empty());
        EXPECT_EQ(set.any(), !plain.empty());
        if (plain.empty()) continue;
        EXPECT_EQ(set.first(), *plain.begin());
        EXPECT_EQ(set.last(), *plain.rbegin());
    }
}

TYPED_TEST(EverySet, GivesItsSquaresByAscendingIndex) {
    for (int i = 0; i < 200; ++i) {
        const auto plain = this->random();
        auto set = this->of(plain);
        for (const Square square : plain) EXPECT_EQ(set.take_first(), square);
        EXPECT_TRUE(set.empty());
    }
}

TYPED_TEST(EverySet, JoinsAndCuts) {
    for (int i = 0; i < 200; ++i) {
        const auto a = this->random();
        const auto b = this->random();
        const auto both = this->plain(this->of(a) & this->of(b));
        const auto any = this->plain(this->of(a) | this->of(b));
        const auto one = this->plain(this->of(a) ^ this->of(b));
        const auto rest = this->plain(~this->of(a));
        for (const Square square : BoardSquares{this->squares}) {
            const bool in_a = a.contains(square);
            const bool in_b = b.contains(square);
            EXPECT_EQ(both.contains(square), in_a && in_b);
            EXPECT_EQ(any.contains(square), in_a || in_b);
            EXPECT_EQ(one.contains(square), in_a != in_b);
            EXPECT_EQ(rest.contains(square), !in_a);
        }
    }
}

TYPED_TEST(EverySet, CutsOffAtASquare) {
    using Squares = typename TestFixture::Set;
    for (const Square square : BoardSquares{this->squares}) {
        EXPECT_EQ(Squares::below(square).size(), square.index());
        EXPECT_EQ(Squares::above(square).size(), this->squares - square.index() - 1);
        EXPECT_FALSE((Squares::below(square) | Squares::above(square)).contains(square));
        EXPECT_EQ(Squares::below(square) & Squares::above(square), Squares{});
    }
    for (int i = 0; i < 200; ++i) {
        const auto plain = this->random();
        const auto set = this->of(plain);
        const bool none = plain.empty();
        EXPECT_EQ(set.through_first(),
                  none ? ~Squares{} : Squares::below(set.first()) | Squares::of(set.first()));
        EXPECT_EQ(set.from_last(), none ? ~Squares{} : Squares::above(set.last()) | Squares::of(set.last()));
    }
}

TEST(CountBits, IsTheLibrarysCount) {
    Random random{2};
    for (int i = 0; i < 1000; ++i) {
        const std::uint64_t word = random() & random();
        EXPECT_EQ(count_bits(word), static_cast<unsigned>(std::popcount(word)));
    }
    EXPECT_EQ(count_bits(0), 0U);
    EXPECT_EQ(count_bits(~std::uint64_t{0}), 64U);
}

}  // namespace
}  // namespace zermelo
