// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/puzzles/queen_hunt/tiers.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

namespace zermelo::queen_hunt {
namespace {

/// Place of an army in `all_armies`, by its counts: 3 × minors + rooks.
std::uint32_t place(ArmyCounts army) {
    constexpr std::array<std::array<std::uint8_t, 3>, 3> minors{{{0, 2, 5}, {1, 4, 0}, {3, 0, 0}}};
    return 3U * minors[army.bishops][army.knights] + army.rooks;
}

tablebase::TierIndex number(std::uint32_t a, std::uint32_t b) {
    return tablebase::TierIndex{std::min(a, b) * 18U + std::max(a, b)};
}

/// The board's eight symmetries, the identity first.
std::vector<tablebase::SharedLeadingPieces<std::uint16_t>::Symmetry> all_symmetries() {
    std::vector<tablebase::SharedLeadingPieces<std::uint16_t>::Symmetry> symmetries;
    for (unsigned n = 0; n < 8; ++n) {
        tablebase::SharedLeadingPieces<std::uint16_t>::Symmetry symmetry;
        for (unsigned square = 0; square < 16; ++square) {
            unsigned file = square % 4;
            unsigned rank = square / 4;
            if ((n & 1U) != 0) file = 3 - file;
            if ((n & 2U) != 0) rank = 3 - rank;
            if ((n & 4U) != 0) std::swap(file, rank);
            symmetry.push_back(Square{File{file}, Rank{rank}});
        }
        symmetries.push_back(std::move(symmetry));
    }
    return symmetries;
}

/// All tiers have one of two sets of leading pieces: the queens, alone or with the first single man.
tablebase::SharedLeadingPieces<std::uint16_t>& shared_leading_pieces() {
    static tablebase::SharedLeadingPieces<std::uint16_t> leading{16, all_symmetries()};
    return leading;
}

std::string army_name(ArmyCounts army) {
    return "Q" + std::string(army.rooks, 'R') + std::string(army.bishops, 'B') +
           std::string(army.knights, 'N');
}

std::string tier_name(ArmyCounts white, ArmyCounts black) {
    return army_name(white) + "v" + army_name(black);
}

}  // namespace

Tier::Tier(ArmyCounts a, ArmyCounts b) : armies_{a, b} {
    for (std::size_t i = 0; i < 2; ++i)
        men_by_lane_[i] = 1U | std::uint64_t{armies_[i].rooks} << lane(Kind::rook) |
                          std::uint64_t{armies_[i].bishops} << lane(Kind::bishop) |
                          std::uint64_t{armies_[i].knights} << lane(Kind::knight);
    tables_[0] = make_table(a, b);
    if (tables() == 2) tables_[1] = make_table(b, a);
}

std::shared_ptr<const Tier::Table> Tier::make_table(ArmyCounts own, ArmyCounts other) {
    std::vector<Placements::Group> groups;
    std::vector<std::uint8_t> sides;
    std::vector<std::uint8_t> lanes;
    const SquareSet<std::uint16_t> board{0xFFFF};
    const auto put = [&](std::uint8_t side, Kind kind, unsigned men) {
        if (men == 0) return;
        groups.push_back({board, men});
        sides.push_back(side);
        lanes.push_back(static_cast<std::uint8_t>(lane(kind)));
    };
    put(0, Kind::queen, 1);
    put(1, Kind::queen, 1);
    for (std::uint8_t side = 0; side < 2; ++side) {
        const ArmyCounts& army = side == 0 ? own : other;
        put(side, Kind::rook, army.rooks);
        put(side, Kind::bishop, army.bishops);
        put(side, Kind::knight, army.knights);
    }
    Table table{Placements{shared_leading_pieces(), groups}, {}, {}, {}};
    unsigned men = 0;
    for (std::size_t i = 0; i < groups.size(); ++i) {
        table.sides[i] = sides[table.placements.order()[i]];
        table.lanes[i] = lanes[table.placements.order()[i]];
        table.first[table.sides[i]][table.lanes[i] / 16] = static_cast<std::uint8_t>(men);
        men += groups[table.placements.order()[i]].men;
    }
    return std::make_shared<const Table>(std::move(table));
}

tablebase::TierIndex Tiers::number_of(ArmyCounts a, ArmyCounts b) { return number(place(a), place(b)); }

tablebase::TierIndex Tiers::tier_of(const Position& p) const {
    return number_of(Tier::counts(p.own()), Tier::counts(p.other()));
}

Tier Tiers::tier(TierIndex index) const {
    return {all_armies[index.number() / 18], all_armies[index.number() % 18]};
}

std::optional<tablebase::TierIndex> Tiers::tier_after(const std::array<ArmyCounts, 2>& armies, unsigned loser,
                                                      Kind lost) {
    ArmyCounts army = armies[loser];
    std::uint8_t& count = lost == Kind::rook     ? army.rooks
                          : lost == Kind::bishop ? army.bishops
                                                 : army.knights;
    if (count == 0) return std::nullopt;
    --count;
    return number_of(army, armies[1 - loser]);
}

std::vector<tablebase::TierIndex> Tiers::sub_tiers(TierIndex index) const {
    const std::array armies{all_armies[index.number() / 18], all_armies[index.number() % 18]};
    std::vector<TierIndex> result;
    for (unsigned loser = 0; loser < (armies[0] == armies[1] ? 1U : 2U); ++loser)
        for (const Kind kind : {Kind::rook, Kind::bishop, Kind::knight})
            if (const auto tier = tier_after(armies, loser, kind)) result.push_back(*tier);
    return result;
}

std::string Tiers::name(TierIndex tier) const {
    return tier_name(all_armies[tier.number() / 18], all_armies[tier.number() % 18]);
}

std::string Tiers::swapped_name(TierIndex tier) const {
    return tier_name(all_armies[tier.number() % 18], all_armies[tier.number() / 18]);
}

Result<std::string> Tiers::normal(std::string_view name) const {
    std::string letters{name};
    const auto joint = std::min(letters.find('v'), letters.size());
    const auto before = [](char a, char b) {
        constexpr std::string_view order = "QRBN";
        return order.find(a) < order.find(b);
    };
    std::sort(letters.begin(), letters.begin() + static_cast<std::ptrdiff_t>(joint), before);
    if (joint < letters.size())
        std::sort(letters.begin() + static_cast<std::ptrdiff_t>(joint) + 1, letters.end(), before);
    for (const ArmyCounts& white : all_armies)
        for (const ArmyCounts& black : all_armies)
            if (tier_name(white, black) == letters) return letters;
    return failure(
        ErrorKind::bad_usage,
        fmt::format("'{}' is no tier of simplified, expected two armies such as QRBvQN, each a queen, at "
                    "most two rooks, and at most two bishops and knights",
                    name));
}

Result<tablebase::TierIndex> Tiers::parse(std::string_view name) const {
    ZERMELO_TRY(const auto letters, normal(name));
    for (const ArmyCounts& a : all_armies)
        for (const ArmyCounts& b : all_armies)
            if (tier_name(a, b) == letters) return Tiers::number_of(a, b);
    return failure(ErrorKind::bad_usage, "no such tier");  // not reached: every normal name is a tier's
}

}  // namespace zermelo::queen_hunt
