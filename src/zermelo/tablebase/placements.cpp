// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/tablebase/placements.hpp"

#include <algorithm>
#include <bit>
#include <cassert>
#include <numeric>
#include <utility>

namespace zermelo::tablebase {
namespace {

/// The leading pieces' table stays in the second-level cache.
constexpr std::uint64_t max_leading_places = 4096;

constexpr std::uint64_t times(std::uint64_t a, std::uint64_t b) {
    return b != 0 && a > too_many_placements / b ? too_many_placements : a * b;
}

}  // namespace

template <typename Bits>
template <typename Men>
inline std::uint64_t Placements<Bits>::tail_from(std::size_t first, std::uint64_t before, Set taken,
                                                 Men&& men) const {
    std::uint64_t index = before;
    for (std::size_t i = first; i < parts_.size(); ++i) {
        const Part& part = parts_[i];
        const Set here = men(i);
        index = index * part.radix + combination_rank(here, part.everywhere ? board_ & ~taken : part.allowed);
        taken |= here;
    }
    return index;
}

template <typename Bits>
inline std::uint64_t Placements<Bits>::tail(LeadingClassIndex leading_class, const Sets& sets) const {
    Set taken;
    const std::size_t lead = leading_->parts().size();
    for (std::size_t i = 0; i < lead; ++i) taken |= sets[i];
    return tail_from(lead, leading_class.number(), taken, [&](std::size_t i) { return sets[i]; });
}

template <typename Bits>
inline void Placements<Bits>::transform(SymmetryIndex symmetry, const Sets& from, Sets& to) const {
    for (std::size_t i = 0; i < parts_.size(); ++i) to[i] = leading_->transform(symmetry, from[i]);
}

template <typename Bits>
std::uint64_t Placements<Bits>::index(const Sets& sets) const {
    const auto& leading = leading_->folded(sets);
    if (leading.symmetry == identity) return tail(leading.leading_class, sets);
    Sets folded;
    transform(leading.symmetry, sets, folded);
    return tail(leading.leading_class, folded);
}

template <typename Bits>
void Placements<Bits>::indices(const Sets& sets, Indices& all) const {
    const auto& leading = leading_->folded(sets);
    const auto& lead = leading_->at(leading.leading_class);
    Sets folded;
    transform(leading.symmetry, sets, folded);
    all.numbers[0] = tail(leading.leading_class, folded);
    all.count = 1;
    for (const SymmetryIndex symmetry : lead.stabilizer) {
        Sets twin;
        transform(symmetry, folded, twin);
        all.numbers[all.count++] = tail(leading.leading_class, twin);
    }
}

template <typename Bits>
Placements<Bits>::Neighbours::Neighbours(const Placements& placements, const Sets& sets)
    : placements_(&placements) {
    const auto& leading = placements.leading_->folded(sets);
    class_ = leading.leading_class;
    symmetry_ = &placements.leading_->symmetry(leading.symmetry);
    folds_ = leading.symmetry != identity;
    Set taken;
    std::uint64_t index = leading.leading_class.number();
    for (std::size_t i = 0; i < placements.parts_.size(); ++i) {
        const Part& part = placements.parts_[i];
        sets_[i] = sets[i];
        folded_[i] = leading.symmetry == identity ? sets[i]
                                                  : placements.leading_->transform(leading.symmetry, sets[i]);
        taken_[i] = taken;
        before_[i] = index;
        if (i >= placements.leading())
            index = index * part.radix +
                    combination_rank(folded_[i], part.everywhere ? placements.board_ & ~taken : part.allowed);
        taken |= folded_[i];
    }
}

template <typename Bits>
std::uint64_t Placements<Bits>::Neighbours::index_after(std::size_t set, Square from, Square to) const {
    if (set < placements_->leading()) {
        Sets moved;
        for (std::size_t i = 0; i < placements_->parts_.size(); ++i) moved[i] = sets_[i];
        moved[set] ^= Set::of(from) | Set::of(to);
        return placements_->index(moved);
    }
    assert(class_ != LeadingPieces<Bits>::impossible);
    const Set change = Set::of((*symmetry_)[from.index()]) | Set::of((*symmetry_)[to.index()]);
    return placements_->tail_from(set, before_[set], taken_[set],
                                  [&](std::size_t i) { return i == set ? folded_[i] ^ change : folded_[i]; });
}

template <typename Bits>
auto Placements<Bits>::Neighbours::run(std::size_t set) const -> std::optional<Run> {
    const Part& part = placements_->parts_[set];
    if (set + 1 != placements_->parts_.size() || set < placements_->leading() || part.men != 1 ||
        !part.everywhere)
        return std::nullopt;
    return Run{before_[set] * part.radix, placements_->board_ & ~taken_[set], folds_ ? symmetry_ : nullptr};
}

template <typename Bits>
Placements<Bits>::Placements(unsigned squares, const std::vector<Group>& groups,
                             std::vector<Symmetry> symmetries, const Possible& possible) {
    assert(!symmetries.empty());
    auto parts = arrange(squares, groups);
    const auto as_given = [&](std::span<const Set> sets) {
        Sets given = Sets::none();
        for (std::size_t i = 0; i < sets.size(); ++i) given[order_[i]] = sets[i];
        return possible(given);
    };
    take(std::make_shared<const LeadingPieces<Bits>>(squares, std::move(symmetries), std::move(parts),
                                                     as_given));
}

template <typename Bits>
Placements<Bits>::Placements(SharedLeadingPieces<Bits>& leading, const std::vector<Group>& groups) {
    take(leading.of(arrange(leading.squares(), groups)));
}

template <typename Bits>
auto Placements<Bits>::arrange(unsigned squares, const std::vector<Group>& groups) -> std::vector<Part> {
    assert(groups.size() <= max_groups);
    for (const Square s : BoardSquares{squares}) board_ |= Set::of(s);
    order_.resize(groups.size());
    std::iota(order_.begin(), order_.end(), 0U);
    const auto turn = [&](unsigned g) {
        return groups[g].allowed == board_ ? (groups[g].men == 1 ? 1 : 2) : 0;
    };
    std::stable_sort(order_.begin(), order_.end(), [&](unsigned a, unsigned b) { return turn(a) < turn(b); });
    std::vector<Part> lead;
    unsigned left = squares;
    std::uint64_t leading_places = 1;
    for (const unsigned g : order_) {
        Part part{groups[g].allowed, groups[g].men, groups[g].allowed == board_, 0};
        const std::uint64_t all = binomials[part.allowed.size()][part.men];
        // The first part leads even where its places are too many for the cache.
        const bool leads = lead.size() == parts_.size() &&
                           times(leading_places, all) <= (parts_.empty() ? 256 : 1) * max_leading_places;
        part.radix = leads || !part.everywhere ? all : binomials[left][part.men];
        if (leads) {
            leading_places *= all;
            lead.push_back(part);
        } else {
            tail_size_ = times(tail_size_, part.radix);
        }
        parts_.push_back(part);
        squares_left_.push_back(left);
        left -= std::min(left, part.men);
    }
    return lead;
}

template <typename Bits>
void Placements<Bits>::take(std::shared_ptr<const LeadingPieces<Bits>> lead) {
    leading_ = std::move(lead);
    groups_ = parts_.size();
    lead_ = leading_->parts().size();
    everywhere_ = std::all_of(parts_.begin() + static_cast<std::ptrdiff_t>(lead_), parts_.end(),
                              [](const Part& part) { return part.everywhere; });
    size_ = times(leading_->classes(), tail_size_);
    weights_.resize(groups_);
    std::uint64_t weight = 1;
    for (std::size_t i = groups_; i-- > 0;) {
        weights_[i] = {weight, parts_[i].men == 2};
        weight = times(weight, parts_[i].radix);
    }
}

template <typename Bits>
Placements<Bits>::Cursor::Cursor(const Placements& placements, std::uint64_t index)
    : placements_(&placements) {
    place(index);
}

template <typename Bits>
void Placements<Bits>::Cursor::place(std::uint64_t index) {
    const Placements& placements = *placements_;
    class_ = LeadingClassIndex{static_cast<std::uint32_t>(index / placements.tail_size_)};
    index_ = index;
    row_end_ = index + 1;
    changed_ = 0;
    leading();
    std::uint64_t rest = index % placements.tail_size_;
    std::uint64_t divisor = placements.tail_size_;
    for (std::size_t part = placements.lead_; part < placements.groups_; ++part) {
        const std::uint64_t radix = placements.parts_[part].radix;
        divisor /= radix;
        const std::uint64_t combination = rest / divisor;
        rest %= divisor;
        leave(part);
        unrank(part, combination);
        row_end_ = index + (radix - combination);
    }
    check();
}

/// Gives a part the combination of this number.
template <typename Bits>
void Placements<Bits>::Cursor::unrank(std::size_t part, std::uint64_t combination) {
    const Set taken = placements_->board_ & ~free_[part];
    Set set;
    for (unsigned k = placements_->parts_[part].men; k > 0; --k) {
        unsigned square = static_cast<unsigned>(combination);
        if (k > 1) {
            square = k - 1;
            while (binomials[square + 1][k] <= combination) ++square;
            combination -= binomials[square][k];
        }
        // The square of this rank among the free ones: those that are not come before it one by one.
        for (Set other = taken; other.any() && other.take_first().index() <= square;) ++square;
        men_[part][k - 1] = Square{square};
        set |= Set::of(Square{square});
    }
    sets_[part] = set;
}

template <typename Bits>
void Placements<Bits>::Cursor::seek(std::uint64_t index) {
    if (index >= row_end_) {
        place(index);
        return;
    }
    const std::size_t last = placements_->groups_ - 1;
    unrank(last, placements_->parts_[last].radix - (row_end_ - index));
    index_ = index;
    changed_ = last;
    check();
}

/// Finds out whether there is such a placement.
template <typename Bits>
void Placements<Bits>::Cursor::check() {
    valid_ = true;
    if (placements_->everywhere_) return;
    for (std::size_t i = placements_->lead_; i < placements_->groups_; ++i)
        valid_ = valid_ && (sets_[i] & taken_[i]).empty();
}

/// Takes the leading pieces of the class.
template <typename Bits>
void Placements<Bits>::Cursor::leading() {
    const auto kept = placements_->leading_->kept(class_);
    std::copy(kept.begin(), kept.end(), &sets_[0]);
}

/// What the parts before leave to a part.
template <typename Bits>
void Placements<Bits>::Cursor::leave(std::size_t part) {
    const Part& p = placements_->parts_[part];
    Set taken;
    if (part == placements_->leading())
        for (std::size_t i = 0; i < part; ++i) taken |= sets_[i];
    else
        taken = taken_[part - 1] | sets_[part - 1];
    taken_[part] = taken;
    free_[part] = p.allowed;
    if (!p.everywhere) return;
    free_[part] &= ~taken;
    // Where men before it stand on one square there are more free ones than it has numbers for.
    for (std::size_t more = free_[part].size() - placements_->squares_left_[part]; more != 0; --more)
        free_[part] ^= Set::of(free_[part].last());
}

/// The first combination of a part.
template <typename Bits>
void Placements<Bits>::Cursor::first(std::size_t part) {
    leave(part);
    Set free = free_[part];
    sets_[part] = Set{};
    for (unsigned k = 0; k < placements_->parts_[part].men; ++k) {
        men_[part][k] = free.take_first();
        sets_[part] |= Set::of(men_[part][k]);
    }
}

/// On to the next number, where all parts from `part` on have had their last combination.
template <typename Bits>
void Placements<Bits>::Cursor::next_part(std::size_t part) {
    const std::size_t parts = placements_->groups_;
    part = std::max(part, placements_->lead_);
    while (part > placements_->lead_ && !advance(part - 1)) --part;
    changed_ = part == placements_->lead_ ? 0 : part - 1;
    if (part == placements_->lead_) {
        ++class_;
        leading();
    }
    if (parts == placements_->lead_)
        row_end_ = index_ + 1;
    else if (part < parts)
        row_end_ = index_ + placements_->parts_[parts - 1].radix;
    for (; part < parts; ++part) first(part);
    check();
}

template <typename Bits>
bool Placements<Bits>::Cursor::is_least_of_twins(std::uint64_t index) const {
    bool least = true;
    placements_->each_index(sets_, [&](std::uint64_t twin) { least = least && index <= twin; });
    return least;
}

template <typename Bits>
unsigned Placements<Bits>::Cursor::symmetries() const {
    unsigned count = 1;
    for (const SymmetryIndex symmetry : placements_->leading_->at(class_).stabilizer) {
        bool same = true;
        for (std::size_t i = placements_->leading(); i < placements_->groups_; ++i)
            same = same && placements_->leading_->transform(symmetry, sets_[i]) == sets_[i];
        count += same ? 1 : 0;
    }
    return count;
}

template class Placements<std::uint16_t>;
template class Placements<std::uint64_t>;
template class Placements<Bits256>;

}  // namespace zermelo::tablebase
