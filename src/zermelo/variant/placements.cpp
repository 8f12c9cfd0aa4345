// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/variant/placements.hpp"

#include <algorithm>
#include <bit>
#include <cassert>
#include <numeric>
#include <utility>

#include "zermelo/base/isa.hpp"

namespace zermelo::variant {
namespace {

constexpr std::uint64_t too_many = std::uint64_t{1} << 62U;
/// A lead's table stays in the second-level cache.
constexpr std::uint64_t most_lead_places = 4096;

constexpr std::uint64_t times(std::uint64_t a, std::uint64_t b) {
    return b != 0 && a > too_many / b ? too_many : a * b;
}

/// `binomials[n][k]`, n ≤ 256 and k ≤ 16, at most `too_many`.
constexpr auto binomials = [] {
    std::array<std::array<std::uint64_t, 17>, 257> table{};
    for (std::size_t n = 0; n <= 256; ++n) {
        table[n][0] = 1;
        for (std::size_t k = 1; k <= std::min<std::size_t>(n, 16); ++k)
            table[n][k] = std::min(too_many, table[n - 1][k - 1] + (k <= n - 1 ? table[n - 1][k] : 0));
    }
    return table;
}();

}  // namespace

// The functions on the way to a number are inlined into `index_plainly` and `index_counting`, once for every
// processor and once for those that count bits in one instruction: a third of the price.
template <typename Bits>
inline std::uint64_t Placements<Bits>::rank(Set men, Set among) {
    const auto before = [&](unsigned square) { return (among & Set::below(square)).size(); };
    std::uint64_t result = before(men.take_first());
    for (unsigned k = 2; men.any(); ++k) result += binomials[before(men.take_first())][k];
    return result;
}

template <typename Bits>
inline std::uint64_t Placements<Bits>::lead_rank(const Sets& sets) const {
    std::uint64_t raw = 0;
    for (std::size_t i = 0; i < lead_; ++i) raw = raw * parts_[i].radix + rank(sets[i], parts_[i].allowed);
    return raw;
}

template <typename Bits>
template <typename Men>
inline std::uint64_t Placements<Bits>::tail_from(std::size_t first, std::uint64_t before, Set taken,
                                                 Men&& men) const {
    std::uint64_t index = before;
    for (std::size_t i = first; i < parts_.size(); ++i) {
        const Part& part = parts_[i];
        const Set here = men(i);
        index = index * part.radix + rank(here, part.everywhere ? board_ & ~taken : part.allowed);
        taken |= here;
    }
    return index;
}

template <typename Bits>
inline std::uint64_t Placements<Bits>::tail(std::uint64_t class_number, const Sets& sets) const {
    Set taken;
    for (std::size_t i = 0; i < lead_; ++i) taken |= sets[i];
    return tail_from(lead_, class_number, taken, [&](std::size_t i) { return sets[i]; });
}

template <typename Bits>
inline SquareSet<Bits> Placements<Bits>::transform(std::uint32_t symmetry, Set set) const {
    if constexpr (sizeof(Set) == 2) {
        const auto& half = halves_[symmetry];
        return Set{static_cast<Bits>(half[0][set.bits() & 0xFFU] | half[1][set.bits() >> 8U])};
    } else {
        Set result;
        while (set.any()) result |= Set::of(symmetries_[symmetry][set.take_first()]);
        return result;
    }
}

template <typename Bits>
inline void Placements<Bits>::transform(std::uint32_t symmetry, const Sets& from, Sets& to) const {
    for (std::size_t i = 0; i < parts_.size(); ++i) to[i] = transform(symmetry, from[i]);
}

template <typename Bits>
inline std::uint64_t Placements<Bits>::index_here(const Sets& sets) const {
    const LeadPlace& place = lead_places_[lead_rank(sets)];
    if (place.symmetry == 0) return tail(place.class_number, sets);
    Sets folded;
    transform(place.symmetry, sets, folded);
    return tail(place.class_number, folded);
}

template <typename Bits>
inline void Placements<Bits>::indices_here(const Sets& sets, Indices& all) const {
    const LeadPlace& place = lead_places_[lead_rank(sets)];
    const LeadClass& lead = classes_[place.class_number];
    Sets folded;
    transform(place.symmetry, sets, folded);
    all.numbers[0] = tail(place.class_number, folded);
    all.count = 1;
    for (const std::uint32_t symmetry : lead.stabilizer) {
        Sets twin;
        transform(symmetry, folded, twin);
        all.numbers[all.count++] = tail(place.class_number, twin);
    }
}

template <typename Bits>
inline void Placements<Bits>::seat_here(const Sets& sets, Seat& seat) const {
    const LeadPlace& place = lead_places_[lead_rank(sets)];
    seat.class_ = place.class_number;
    seat.symmetry_ = &symmetries_[place.symmetry];
    Set taken;
    std::uint64_t index = place.class_number;
    for (std::size_t i = 0; i < parts_.size(); ++i) {
        const Part& part = parts_[i];
        seat.sets_[i] = sets[i];
        seat.folded_[i] = place.symmetry == 0 ? sets[i] : transform(place.symmetry, sets[i]);
        seat.taken_[i] = taken;
        seat.before_[i] = index;
        if (i >= lead_)
            index =
                index * part.radix + rank(seat.folded_[i], part.everywhere ? board_ & ~taken : part.allowed);
        taken |= seat.folded_[i];
    }
}

template <typename Bits>
inline std::uint64_t Placements<Bits>::index_after_here(const Seat& seat, std::size_t set, unsigned from,
                                                        unsigned to) const {
    if (set < lead_) {
        Sets moved;
        for (std::size_t i = 0; i < parts_.size(); ++i) moved[i] = seat.sets_[i];
        moved[set] ^= Set::of(from) | Set::of(to);
        return index_here(moved);
    }
    assert(seat.class_ != nobody);
    const Set change = Set::of((*seat.symmetry_)[from]) | Set::of((*seat.symmetry_)[to]);
    return tail_from(set, seat.before_[set], seat.taken_[set],
                     [&](std::size_t i) { return i == set ? seat.folded_[i] ^ change : seat.folded_[i]; });
}

template <typename Bits>
std::uint64_t Placements<Bits>::index_plainly(const Placements& self, const Sets& sets) {
    return self.index_here(sets);
}
template <typename Bits>
std::uint64_t Placements<Bits>::index_counting(const Placements& self, const Sets& sets) {
    return self.index_here(sets);
}
template <typename Bits>
void Placements<Bits>::indices_plainly(const Placements& self, const Sets& sets, Indices& all) {
    self.indices_here(sets, all);
}
template <typename Bits>
void Placements<Bits>::indices_counting(const Placements& self, const Sets& sets, Indices& all) {
    self.indices_here(sets, all);
}

template <typename Bits>
void Placements<Bits>::seat_plainly(const Placements& self, const Sets& sets, Seat& seat) {
    self.seat_here(sets, seat);
}
template <typename Bits>
void Placements<Bits>::seat_counting(const Placements& self, const Sets& sets, Seat& seat) {
    self.seat_here(sets, seat);
}
template <typename Bits>
std::uint64_t Placements<Bits>::index_after_plainly(const Seat& seat, std::size_t set, unsigned from,
                                                    unsigned to) {
    return seat.placements_->index_after_here(seat, set, from, to);
}
template <typename Bits>
std::uint64_t Placements<Bits>::index_after_counting(const Seat& seat, std::size_t set, unsigned from,
                                                     unsigned to) {
    return seat.placements_->index_after_here(seat, set, from, to);
}

template <typename Bits>
Placements<Bits>::Placements(unsigned squares, const std::vector<Group>& groups,
                             std::vector<Symmetry> symmetries, const Possible& possible)
    : squares_(squares), symmetries_(std::move(symmetries)), order_(groups.size()) {
    assert(!groups.empty() && groups.size() <= most_groups && !symmetries_.empty());
    for (unsigned s = 0; s < squares; ++s) board_ |= Set::of(s);
    if (best_isa() == Isa::avx2) {
        index_ = index_counting;
        indices_ = indices_counting;
        seat_ = seat_counting;
        index_after_ = index_after_counting;
    }
    if constexpr (sizeof(Set) == 2) {
        halves_.resize(symmetries_.size());
        for (std::size_t n = 0; n < symmetries_.size(); ++n)
            for (unsigned s = 0; s < squares; ++s)
                for (unsigned byte = 0; byte < 256; ++byte)
                    if ((byte >> s % 8 & 1U) != 0)
                        halves_[n][s / 8][byte] |= static_cast<std::uint16_t>(1U << symmetries_[n][s]);
    }

    std::iota(order_.begin(), order_.end(), 0U);
    const auto turn = [&](unsigned g) {
        return groups[g].allowed == board_ ? (groups[g].men == 1 ? 1 : 2) : 0;
    };
    std::stable_sort(order_.begin(), order_.end(), [&](unsigned a, unsigned b) { return turn(a) < turn(b); });
    unsigned left = squares;
    std::uint64_t lead_places = 1;
    for (const unsigned g : order_) {
        Part part{groups[g].allowed, groups[g].men, groups[g].allowed == board_, 0};
        const std::uint64_t all = binomials[part.allowed.size()][part.men];
        // The first part leads even where its places are too many for the cache.
        const bool leads = lead_ == parts_.size() &&
                           times(lead_places, all) <= (parts_.empty() ? 256 : 1) * most_lead_places;
        part.radix = leads || !part.everywhere ? all : binomials[left][part.men];
        if (leads) {
            lead_places *= all;
            ++lead_;
        } else {
            tail_size_ = times(tail_size_, part.radix);
        }
        left -= std::min(left, part.men);
        parts_.push_back(part);
    }
    lead_places_.resize(lead_places);
    number_lead(possible);
    size_ = times(classes_.size(), tail_size_);
}

template <typename Bits>
void Placements<Bits>::number_lead(const Possible& possible) {
    std::vector<std::uint32_t> inverse(symmetries_.size());
    for (std::size_t a = 0; a < symmetries_.size(); ++a)
        for (std::uint32_t b = 0; b < symmetries_.size(); ++b) {
            bool identity = true;
            for (unsigned s = 0; s < squares_; ++s)
                identity = identity && symmetries_[b][symmetries_[a][s]] == s;
            if (identity) inverse[a] = b;
        }
    const auto same_lead = [&](const Sets& a, const Sets& b) {
        bool same = true;
        for (std::size_t i = 0; i < lead_; ++i) same = same && a[i] == b[i];
        return same;
    };
    // All placements of the lead, by going through the squares of each of its men.
    Sets sets = Sets::none();
    const auto visit = [&] {
        LeadPlace& own = lead_places_[lead_rank(sets)];
        if (own.class_number != nobody) return;
        Sets given = Sets::none();
        for (std::size_t i = 0; i < lead_; ++i) given[order_[i]] = sets[i];
        if (!possible(given)) return;
        const auto number = static_cast<std::uint32_t>(classes_.size());
        LeadClass lead;
        for (std::uint32_t n = 0; n < symmetries_.size(); ++n) {
            Sets image = Sets::none();
            for (std::size_t i = 0; i < lead_; ++i) image[i] = transform(n, sets[i]);
            if (n != 0 && same_lead(image, sets)) lead.stabilizer.push_back(n);
            LeadPlace& place = lead_places_[lead_rank(image)];
            if (place.class_number != nobody) continue;
            place = {number, inverse[n]};
            ++lead.weight;
        }
        classes_.push_back(std::move(lead));
        for (std::size_t i = 0; i < lead_; ++i) class_sets_.push_back(sets[i]);
    };
    const auto fill = [&](const auto& self, std::size_t part, Set taken) -> void {
        if (part == lead_) return visit();
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

template <typename Bits>
Placements<Bits>::Cursor::Cursor(const Placements& placements, std::uint64_t index)
    : placements_(&placements), class_(index / placements.tail_size_) {
    lead();
    std::uint64_t rest = index % placements.tail_size_;
    std::uint64_t divisor = placements.tail_size_;
    for (std::size_t part = placements.lead_; part < placements.parts_.size(); ++part) {
        const Part& p = placements.parts_[part];
        divisor /= p.radix;
        std::uint64_t combination = rest / divisor;
        rest %= divisor;
        settle(part);
        std::array<unsigned, most_men> ranks{};
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
                if (other.take_first() > square) break;
                ++square;
            }
            men_[part][k] = static_cast<std::uint8_t>(square);
            sets_[part] |= Set::of(square);
        }
        valid_ = valid_ && (sets_[part] & taken_[part]).empty();
    }
}

/// Takes the lead of the class.
template <typename Bits>
void Placements<Bits>::Cursor::lead() {
    valid_ = true;
    for (std::size_t i = 0; i < placements_->lead_; ++i)
        sets_[i] = placements_->class_sets_[class_ * placements_->lead_ + i];
}

/// What the parts before leave to a part.
template <typename Bits>
void Placements<Bits>::Cursor::settle(std::size_t part) {
    const Part& p = placements_->parts_[part];
    Set taken;
    if (part == placements_->lead_)
        for (std::size_t i = 0; i < part; ++i) taken |= sets_[i];
    else
        taken = taken_[part - 1] | sets_[part - 1];
    taken_[part] = taken;
    free_[part] = p.everywhere ? placements_->board_ & ~taken : p.allowed;
}

/// The first combination of a part.
template <typename Bits>
void Placements<Bits>::Cursor::first(std::size_t part) {
    settle(part);
    Set free = free_[part];
    sets_[part] = Set{};
    for (unsigned k = 0; k < placements_->parts_[part].men; ++k) {
        men_[part][k] = static_cast<std::uint8_t>(free.take_first());
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
        const unsigned next = above.first();
        if (k + 1 < count && next == men[k + 1]) continue;
        men[k] = static_cast<std::uint8_t>(next);
        Set free = free_[part];
        sets_[part] = Set{};
        for (unsigned i = 0; i < count; ++i) {
            if (i < k) men[i] = static_cast<std::uint8_t>(free.take_first());
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
    while (part > placements_->lead_ && !advance(part - 1)) --part;
    if (part == placements_->lead_) {
        ++class_;
        lead();
    }
    for (; part < parts; ++part) first(part);
    valid_ = true;
    for (std::size_t i = placements_->lead_; i < parts; ++i)
        valid_ = valid_ && (sets_[i] & taken_[i]).empty();
}

template <typename Bits>
bool Placements<Bits>::Cursor::is_least(std::uint64_t index) const {
    if (placements_->classes_[class_].stabilizer.empty()) return true;
    bool least = true;
    placements_->each_index(sets_, [&](std::uint64_t twin) { least = least && index <= twin; });
    return least;
}

template <typename Bits>
unsigned Placements<Bits>::Cursor::symmetries() const {
    unsigned count = 1;
    for (const std::uint32_t symmetry : placements_->classes_[class_].stabilizer) {
        bool same = true;
        for (std::size_t i = placements_->lead_; i < placements_->parts_.size(); ++i)
            same = same && placements_->transform(symmetry, sets_[i]) == sets_[i];
        count += same ? 1 : 0;
    }
    return count;
}

template class Placements<std::uint16_t>;
template class Placements<std::uint64_t>;
template class Placements<Bits256>;

}  // namespace zermelo::variant
