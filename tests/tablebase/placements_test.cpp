// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/tablebase/placements.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <vector>

#include <gtest/gtest.h>

#include "zermelo/base/random.hpp"

namespace zermelo::tablebase {
namespace {

using Symmetry = std::vector<Square>;

/// Those of the eight symmetries of a square that keep a board of this size, or only the mirror.
std::vector<Symmetry> board_symmetries(unsigned files, unsigned ranks, bool mirror_only) {
    std::vector<Symmetry> all;
    for (unsigned n = 0; n < (mirror_only ? 2U : files == ranks ? 8U : 4U); ++n) {
        Symmetry symmetry;
        for (unsigned s = 0; s < files * ranks; ++s) {
            unsigned file = s % files;
            unsigned rank = s / files;
            if ((n & 1U) != 0) file = files - 1 - file;
            if ((n & 2U) != 0) rank = ranks - 1 - rank;
            if ((n & 4U) != 0) std::swap(file, rank);
            symmetry.emplace_back(rank * files + file);
        }
        all.push_back(symmetry);
    }
    return all;
}

template <typename Bits>
using Sets = typename Placements<Bits>::Sets;

/// Every placement, the obvious way.
template <typename Bits, typename F>
void every_placement(const std::vector<typename Placements<Bits>::Group>& groups, std::size_t group,
                     unsigned squares, SquareSet<Bits> taken, Sets<Bits>& sets, F&& f) {
    if (group == groups.size()) return f(sets);
    const auto choose = [&](const auto& self, unsigned from, unsigned men) -> void {
        if (men == 0) return every_placement<Bits>(groups, group + 1, squares, taken | sets[group], sets, f);
        for (unsigned index = from; index < squares; ++index) {
            const Square s{index};
            if (taken.contains(s) || !groups[group].allowed.contains(s)) continue;
            sets[group] |= SquareSet<Bits>::of(s);
            self(self, index + 1, men - 1);
            sets[group] = sets[group] & ~SquareSet<Bits>::of(s);
        }
    };
    sets[group] = {};
    choose(choose, 0, groups[group].men);
    sets[group] = {};
}

template <typename Bits>
void expect_bijection(unsigned files, unsigned ranks,
                      const std::vector<typename Placements<Bits>::Group>& groups, bool mirror_only) {
    const unsigned squares = files * ranks;
    const auto group = board_symmetries(files, ranks, mirror_only);
    const Placements<Bits> placements{squares, groups, group};
    SharedLeadingPieces<Bits> leads{squares, group};
    const Placements<Bits> other_way{leads, groups};
    ASSERT_EQ(other_way.size(), placements.size());
    ASSERT_EQ(other_way.order(), placements.order());
    const auto ordered = [&](const Sets<Bits>& sets) {
        Sets<Bits> result = Sets<Bits>::none();
        for (std::size_t i = 0; i < groups.size(); ++i) result[i] = sets[placements.order()[i]];
        return result;
    };
    // Each placement has a number, and each symmetric copy one of the same numbers.
    std::map<std::uint64_t, std::uint64_t> uses;
    std::uint64_t all = 0;
    std::set<std::uint64_t> leasts;
    Sets<Bits> scratch = Sets<Bits>::none();
    every_placement<Bits>(groups, 0, squares, {}, scratch, [&](const Sets<Bits>& sets) {
        ++all;
        const Sets<Bits> own = ordered(sets);
        const std::uint64_t index = placements.index(own);
        ASSERT_LT(index, placements.size());
        ASSERT_EQ(other_way.index(own), index);
        ++uses[index];
        std::set<std::uint64_t> twins;
        placements.each_index(own, [&](std::uint64_t twin) { twins.insert(twin); });
        ASSERT_TRUE(twins.count(index));
        leasts.insert(*twins.begin());
        for (const Symmetry& symmetry : group) {
            Sets<Bits> image = Sets<Bits>::none();
            for (std::size_t i = 0; i < groups.size(); ++i)
                for (auto rest = own[i]; rest.any();)
                    image[i] |= SquareSet<Bits>::of(symmetry[rest.take_first().index()]);
            ASSERT_TRUE(twins.count(placements.index(image)));
        }
    });
    // The cursor goes through exactly these, from any start.
    Random random{all};
    std::uint64_t weights = 0;
    std::uint64_t least = 0;
    typename Placements<Bits>::Cursor cursor{placements, 0};
    for (std::uint64_t index = 0;; cursor.next()) {
        ASSERT_EQ(cursor.valid(), uses.count(index) == 1) << index;
        if (cursor.valid()) {
            ASSERT_EQ(placements.index(cursor.sets()), index);
            ASSERT_EQ(cursor.weight(), uses[index]);
            ASSERT_EQ(cursor.is_least(index), leasts.count(index) == 1);
            weights += cursor.weight();
            least += cursor.is_least(index) ? 1 : 0;
        }
        if (random.one_in(64)) {
            const typename Placements<Bits>::Cursor other{placements, index};
            ASSERT_EQ(other.valid(), cursor.valid());
            for (std::size_t i = 0; other.valid() && i < groups.size(); ++i)
                ASSERT_EQ(other.sets()[i], cursor.sets()[i]);
        }
        if (++index == placements.size()) break;
    }
    EXPECT_EQ(weights, all);
    EXPECT_EQ(least, leasts.size());
}

template <typename Bits>
SquareSet<Bits> squares_from(unsigned first, unsigned end) {
    SquareSet<Bits> set;
    for (unsigned s = first; s < end; ++s) set |= SquareSet<Bits>::of(Square{s});
    return set;
}

TEST(Placements, AreNumberedOnceEach) {
    const auto board = squares_from<std::uint16_t>(0, 16);
    expect_bijection<std::uint16_t>(4, 4, {{board, 1}, {board, 1}}, false);
    expect_bijection<std::uint16_t>(4, 4, {{board, 1}, {board, 2}, {board, 1}, {board, 1}}, false);
    expect_bijection<std::uint16_t>(4, 4, {{board, 3}, {board, 2}}, false);
}

TEST(Placements, OfPawnsAndOnOtherBoardsToo) {
    const auto three = squares_from<std::uint64_t>(0, 9);
    const auto white = squares_from<std::uint64_t>(0, 6);
    const auto black = squares_from<std::uint64_t>(3, 9);
    expect_bijection<std::uint64_t>(3, 3, {{three, 1}, {three, 1}, {white, 2}, {black, 3}}, true);
    expect_bijection<std::uint64_t>(3, 3, {{three, 1}, {white, 1}, {three, 1}, {three, 1}, {three, 1}}, true);
    const auto oblong = squares_from<std::uint64_t>(0, 15);
    expect_bijection<std::uint64_t>(3, 5, {{oblong, 1}, {oblong, 1}, {oblong, 2}, {oblong, 1}}, false);
    const auto chess = squares_from<std::uint64_t>(0, 64);
    expect_bijection<std::uint64_t>(8, 8, {{chess, 1}, {chess, 1}, {chess, 1}}, false);
    expect_bijection<std::uint64_t>(8, 8, {{chess, 1}, {squares_from<std::uint64_t>(8, 56), 2}}, true);
}

/// Pawns that do not lead may, in numbers that name nothing, stand where leading ones do.
TEST(Placements, OfPawnsThatDoNotAllLead) {
    const auto board = squares_from<std::uint64_t>(0, 20);
    const std::vector<Placements<std::uint64_t>::Group> groups{
        {squares_from<std::uint64_t>(0, 16), 3}, {squares_from<std::uint64_t>(12, 20), 1}, {board, 1}};
    ASSERT_EQ(Placements<std::uint64_t>(20, groups, board_symmetries(4, 5, true)).leading(), 1U);
    expect_bijection<std::uint64_t>(4, 5, groups, true);
}

TEST(Placements, LeadsOfTheSamePartsAreNumberedOnce) {
    const auto board = squares_from<std::uint16_t>(0, 16);
    SharedLeadingPieces<std::uint16_t> leading{16, board_symmetries(4, 4, false)};
    const PlacementPart<std::uint16_t> one{board, 1, true, 16};
    const PlacementPart<std::uint16_t> two{board, 2, true, 120};
    const auto first = leading.of({one, two});
    EXPECT_EQ(leading.of({one, two}), first);
    EXPECT_NE(leading.of({two, one}), first);
    EXPECT_NE(leading.of({one}), first);
    unsigned weights = 0;
    for (LeadingClassIndex c; c.number() < first->classes(); ++c) weights += first->at(c).weight;
    EXPECT_EQ(weights, 16U * 105U);
}

TEST(Placements, OfWideBoardsToo) {
    const auto board = squares_from<Bits256>(0, 100);
    expect_bijection<Bits256>(10, 10, {{board, 1}, {board, 1}}, false);
    expect_bijection<Bits256>(10, 10, {{board, 2}, {squares_from<Bits256>(0, 10), 1}}, true);
}

/// What differs in one man from a placement has the number that it has by itself.
template <typename Bits>
void expect_each_index_after(unsigned squares, const std::vector<typename Placements<Bits>::Group>& groups,
                             std::vector<Symmetry> group, Random& random) {
    const Placements<Bits> placements{squares, groups, std::move(group)};
    for (unsigned sample = 0; sample < 2000; ++sample) {
        const typename Placements<Bits>::Cursor cursor{placements, random.below(placements.size())};
        if (!cursor.valid()) continue;
        const Sets<Bits>& sets = cursor.sets();
        const typename Placements<Bits>::Neighbours neighbours{placements, sets};
        SquareSet<Bits> taken;
        for (std::size_t i = 0; i < groups.size(); ++i) taken |= sets[i];
        const auto i = static_cast<std::size_t>(random.below(groups.size()));
        const Square to{static_cast<unsigned>(random.below(squares))};
        if (taken.contains(to) || !groups[placements.order()[i]].allowed.contains(to)) continue;
        for (auto men = sets[i]; men.any();) {
            const Square from = men.take_first();
            Sets<Bits> moved = sets;
            moved[i] ^= SquareSet<Bits>::of(from) | SquareSet<Bits>::of(to);
            ASSERT_EQ(neighbours.index_after(i, from, to), placements.index(moved));
            std::vector<std::uint64_t> after;
            std::vector<std::uint64_t> all;
            neighbours.each_index_after(i, from, to, [&](std::uint64_t index) { after.push_back(index); });
            placements.each_index(moved, [&](std::uint64_t index) { all.push_back(index); });
            ASSERT_EQ(after, all);
        }
    }
}

TEST(Placements, AreFoundFromOneWhereAManStandsElsewhere) {
    Random random{7};
    const auto small = squares_from<std::uint16_t>(0, 16);
    expect_each_index_after<std::uint16_t>(16, {{small, 1}, {small, 2}, {small, 1}},
                                           board_symmetries(4, 4, false), random);
    const auto chess = squares_from<std::uint64_t>(0, 64);
    const auto pawns = squares_from<std::uint64_t>(8, 56);
    expect_each_index_after<std::uint64_t>(64, {{chess, 1}, {chess, 1}, {chess, 2}, {chess, 1}},
                                           board_symmetries(8, 8, false), random);
    expect_each_index_after<std::uint64_t>(64, {{chess, 1}, {chess, 1}, {pawns, 2}, {chess, 2}},
                                           board_symmetries(8, 8, true), random);
    const auto wide = squares_from<Bits256>(0, 100);
    expect_each_index_after<Bits256>(100, {{wide, 1}, {wide, 3}, {wide, 1}}, board_symmetries(10, 10, false),
                                     random);
}

/// Men by their squares have the number that they have as sets, and a cursor finds its way about.
TEST(Placements, AreFoundFromTheSquaresOfMen) {
    using Numbers = Placements<std::uint16_t>;
    Random random{8};
    const auto board = squares_from<std::uint16_t>(0, 16);
    for (const std::vector<Numbers::Group>& groups :
         {std::vector<Numbers::Group>{{board, 1}, {board, 1}},
          {{board, 1}, {board, 1}, {board, 2}, {board, 1}},
          {{board, 1}, {board, 1}, {board, 2}, {board, 1}, {board, 1}, {board, 2}, {board, 2}}}) {
        SharedLeadingPieces<std::uint16_t> leading{16, board_symmetries(4, 4, false)};
        const Numbers placements{leading, groups};
        std::uint64_t index = random.below(std::min<std::uint64_t>(placements.size(), 1000));
        Numbers::Cursor cursor{placements, index};
        const std::uint64_t longest_step = 1 + placements.size() / testing::scaled(10'000);
        while (true) {
            Numbers::MenSquares men;
            std::vector<unsigned> at;
            for (std::size_t i = 0; i < groups.size(); ++i)
                for (auto set = cursor.sets()[i]; set.any();) at.push_back(set.take_first().index());
            for (unsigned man = 0; man < at.size(); ++man) men.put(man, at[man]);
            ASSERT_EQ(placements.number(men), index);
            ASSERT_EQ(placements.only_number(men), cursor.has_twins() ? std::nullopt : std::optional{index});
            const unsigned moved = static_cast<unsigned>(random.below(at.size()));
            const unsigned to = static_cast<unsigned>(random.below(16));
            if (std::find(at.begin(), at.end(), to) == at.end()) {
                Sets<std::uint16_t> sets;
                for (std::size_t i = 0, man = 0; i < groups.size(); ++i) {
                    sets[i] = cursor.sets()[i];
                    for (unsigned k = 0; k < groups[placements.order()[i]].men; ++k, ++man)
                        if (man == moved)
                            sets[i] ^= SquareSet<std::uint16_t>::of(Square{at[man]}) |
                                       SquareSet<std::uint16_t>::of(Square{to});
                }
                ASSERT_EQ(placements.number(men.moved(moved, at[moved], to)), placements.index(sets));
            }
            const auto group = static_cast<std::size_t>(random.below(groups.size()));
            const std::uint64_t next =
                random.one_in(2) ? index + 1 + random.below(longest_step) : cursor.end_of(group);
            if (next >= placements.size()) break;
            if (next == cursor.end_of(group))
                cursor.leave_group(group);
            else
                cursor.seek(next);
            index = next;
        }
    }
}

TEST(Placements, OfLeadsThatAreNotPossibleHaveNoNumber) {
    // Two kings that do not stand side by side: 462 classes, as everybody counts them.
    const auto board = squares_from<std::uint64_t>(0, 64);
    const auto apart = [](const Sets<std::uint64_t>& kings) {
        const unsigned a = kings[0].first().index();
        const unsigned b = kings[1].first().index();
        const auto far = [](unsigned x, unsigned y) { return x > y + 1 || y > x + 1; };
        return far(a % 8, b % 8) || far(a / 8, b / 8);
    };
    const Placements<std::uint64_t> placements{
        64, {{board, 1}, {board, 1}}, board_symmetries(8, 8, false), apart};
    EXPECT_EQ(placements.size(), 462U);
    std::uint64_t weights = 0;
    Placements<std::uint64_t>::Cursor cursor{placements, 0};
    for (std::uint64_t index = 0; index < placements.size(); ++index) {
        ASSERT_TRUE(apart(cursor.sets()));
        ASSERT_EQ(placements.index(cursor.sets()), index);
        weights += cursor.weight();
        if (index + 1 < placements.size()) cursor.next();
    }
    EXPECT_EQ(weights, 3612U);
}

// No men have one placement, which every symmetry leaves as it is.
TEST(Placements, OfNobodyThereIsOne) {
    const Placements<std::uint64_t> none{16, {}, board_symmetries(4, 4, false)};
    EXPECT_EQ(none.size(), 1U);
    EXPECT_EQ(none.groups(), 0U);
    const auto sets = Placements<std::uint64_t>::Sets::none();
    EXPECT_EQ(none.index(sets), 0U);
    none.each_index(sets, [](std::uint64_t index) { EXPECT_EQ(index, 0U); });
    const Placements<std::uint64_t>::Cursor cursor{none, 0};
    EXPECT_TRUE(cursor.valid());
    EXPECT_TRUE(cursor.is_least(0));
    EXPECT_EQ(cursor.weight(), 1U);
    EXPECT_EQ(cursor.symmetries(), 8U);
}

TEST(Placements, TooManyAreToldAsSuch) {
    const auto board = squares_from<Bits256>(0, 256);
    const Placements<Bits256> placements{256, {{board, 16}, {board, 16}}, board_symmetries(16, 16, false)};
    EXPECT_EQ(placements.size(), std::uint64_t{1} << 62U);
}

}  // namespace
}  // namespace zermelo::tablebase
