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
    size_ = times(leading_->classes(), tail_size_);
}

template <typename Bits>
Placements<Bits>::Cursor::Cursor(const Placements& placements, std::uint64_t index)
    : placements_(&placements), class_(static_cast<std::uint32_t>(index / placements.tail_size_)) {
    leading();
    std::uint64_t rest = index % placements.tail_size_;
    std::uint64_t divisor = placements.tail_size_;
    for (std::size_t part = placements.leading(); part < placements.parts_.size(); ++part) {
        const Part& p = placements.parts_[part];
        divisor /= p.radix;
        std::uint64_t combination = rest / divisor;
        rest %= divisor;
        leave(part);
        std::array<unsigned, max_men> ranks{};
        for (unsigned k = p.men; k > 1; --k) {
            unsigned n = k - 1;
            while (binomials[n + 1][k] <= combination) ++n;
            combination -= binomials[n][k];
            ranks[k - 1] = n;
        }
        ranks[0] = static_cast<unsigned>(combination);
        sets_[part] = Set{};
        for (unsigned k = 0; k < p.men; ++k) {
            // The square of this rank among the free ones: those that are not come before it one by one.
            unsigned square = ranks[k];
            for (Set other = placements.board_ & ~free_[part]; other.any();) {
                if (other.take_first().index() > square) break;
                ++square;
            }
            men_[part][k] = Square{square};
            sets_[part] |= Set::of(men_[part][k]);
        }
        valid_ = valid_ && (sets_[part] & taken_[part]).empty();
    }
}

/// Takes the leading pieces of the class.
template <typename Bits>
void Placements<Bits>::Cursor::leading() {
    valid_ = true;
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

/// The next combination of a part; false, and nothing changes, after the last.
template <typename Bits>
bool Placements<Bits>::Cursor::advance(std::size_t part) {
    auto& men = men_[part];
    const unsigned count = placements_->parts_[part].men;
    for (unsigned k = 0; k < count; ++k) {
        const Set above = free_[part] & Set::above(men[k]);
        if (above.empty()) return false;
        const Square next = above.first();
        if (k + 1 < count && next == men[k + 1]) continue;
        men[k] = next;
        Set free = free_[part];
        sets_[part] = Set{};
        for (unsigned i = 0; i < count; ++i) {
            if (i < k) men[i] = free.take_first();
            sets_[part] |= Set::of(men[i]);
        }
        return true;
    }
    return false;
}

template <typename Bits>
void Placements<Bits>::Cursor::next() {
    const std::size_t parts = placements_->parts_.size();
    std::size_t part = parts;
    while (part > placements_->leading() && !advance(part - 1)) --part;
    if (part == placements_->leading()) {
        ++class_;
        leading();
    }
    for (; part < parts; ++part) first(part);
    valid_ = true;
    for (std::size_t i = placements_->leading(); i < parts; ++i)
        valid_ = valid_ && (sets_[i] & taken_[i]).empty();
}

template <typename Bits>
bool Placements<Bits>::Cursor::is_least(std::uint64_t index) const {
    if (placements_->leading_->at(class_).stabilizer.empty()) return true;
    bool least = true;
    placements_->each_index(sets_, [&](std::uint64_t twin) { least = least && index <= twin; });
    return least;
}

template <typename Bits>
unsigned Placements<Bits>::Cursor::symmetries() const {
    unsigned count = 1;
    for (const SymmetryIndex symmetry : placements_->leading_->at(class_).stabilizer) {
        bool same = true;
        for (std::size_t i = placements_->leading(); i < placements_->parts_.size(); ++i)
            same = same && placements_->leading_->transform(symmetry, sets_[i]) == sets_[i];
        count += same ? 1 : 0;
    }
    return count;
}

template class Placements<std::uint16_t>;
template class Placements<std::uint64_t>;
template class Placements<Bits256>;

}  // namespace zermelo::tablebase
