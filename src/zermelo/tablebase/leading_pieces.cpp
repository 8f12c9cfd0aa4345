// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/tablebase/leading_pieces.hpp"

#include <utility>

namespace zermelo::tablebase {
namespace {

/// Each symmetry's inverse.
template <typename Symmetry>
std::vector<SymmetryIndex> inverses(unsigned squares, const std::vector<Symmetry>& symmetries) {
    std::vector<SymmetryIndex> inverse(symmetries.size());
    for (std::size_t a = 0; a < symmetries.size(); ++a)
        for (std::uint32_t b = 0; b < symmetries.size(); ++b) {
            bool identity = true;
            for (const Square s : BoardSquares{squares})
                identity = identity && symmetries[b][symmetries[a][s.index()].index()] == s;
            if (identity) inverse[a] = SymmetryIndex{b};
        }
    return inverse;
}

}  // namespace

template <typename Bits>
LeadingPieces<Bits>::LeadingPieces(unsigned squares, std::vector<Symmetry> symmetries,
                                   std::vector<Part> parts, const Possible& possible)
    : parts_(std::move(parts)), symmetries_(std::move(symmetries)) {
    if constexpr (sizeof(Set) == 2) {
        halves_.resize(symmetries_.size());
        for (const Symmetry& symmetry : symmetries_) {
            std::uint64_t& goals = goals_.emplace_back();
            for (const Square s : BoardSquares{squares})
                goals |= std::uint64_t{symmetry[s.index()].index()} << 4U * s.index();
        }
        for (std::size_t n = 0; n < symmetries_.size(); ++n)
            for (const Square s : BoardSquares{squares})
                for (unsigned byte = 0; byte < 256; ++byte)
                    if ((byte >> s.index() % 8 & 1U) != 0)
                        halves_[n][s.index() / 8][byte] |=
                            static_cast<std::uint16_t>(1U << symmetries_[n][s.index()].index());
    }
    std::size_t count = 1;
    for (const Part& part : parts_) count *= part.radix;
    folded_.resize(count);
    const auto inverse = inverses(squares, symmetries_);
    // All placements, by going through the squares of each man.
    std::vector<Set> sets(parts_.size());
    const auto fill = [&](const auto& self, std::size_t part, Set taken) -> void {
        if (part == parts_.size()) {
            if (folded(sets).leading_class == impossible && possible(sets)) number(sets, inverse);
            return;
        }
        const auto choose = [&](const auto& again, Set from, unsigned men) -> void {
            if (men == 0) return self(self, part + 1, taken | sets[part]);
            while (from.size() >= men) {
                const Set one = Set::of(from.take_first());
                sets[part] |= one;
                again(again, from, men - 1);
                sets[part] = sets[part] & ~one;
            }
        };
        sets[part] = Set{};
        choose(choose, parts_[part].allowed & ~taken, parts_[part].men);
    };
    fill(fill, 0, Set{});
}

/// Gives a way to stand that has no number the next one, and with it all that the symmetries make of it.
template <typename Bits>
void LeadingPieces<Bits>::number(const std::vector<Set>& sets, const std::vector<SymmetryIndex>& inverse) {
    const LeadingClassIndex own_index{static_cast<std::uint32_t>(classes_.size())};
    Class& own = classes_.emplace_back();
    std::vector<Set> image(sets.size());
    for (SymmetryIndex n; n.number() < symmetries_.size(); ++n) {
        for (std::size_t i = 0; i < sets.size(); ++i) image[i] = transform(n, sets[i]);
        if (n != identity && image == sets) own.stabilizer.push_back(n);
        Folded& folded = folded_[rank(image)];
        if (folded.leading_class != impossible) continue;
        folded = {own_index, inverse[n.number()]};
        ++own.weight;
    }
    kept_.insert(kept_.end(), sets.begin(), sets.end());
    if constexpr (sizeof(Set) == 2) {
        std::uint64_t& before = free_before_.emplace_back(0xFEDC'BA98'7654'3210U);
        for (Set set : sets)
            while (set.any()) before -= ones_after_first << 4U * set.take_first().index();
    }
}

template <typename Bits>
std::shared_ptr<const LeadingPieces<Bits>> SharedLeadingPieces<Bits>::of(
    const std::vector<PlacementPart<Bits>>& parts) {
    const std::lock_guard lock{mutex_};
    for (const auto& known : leading_)
        if (known->parts() == parts) return known;
    return leading_.emplace_back(
        std::make_shared<const LeadingPieces<Bits>>(squares_, symmetries_, parts, [](auto) { return true; }));
}

template class LeadingPieces<std::uint16_t>;
template class LeadingPieces<std::uint64_t>;
template class LeadingPieces<Bits256>;
template class SharedLeadingPieces<std::uint16_t>;
template class SharedLeadingPieces<std::uint64_t>;
template class SharedLeadingPieces<Bits256>;

}  // namespace zermelo::tablebase
