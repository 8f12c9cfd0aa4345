// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/puzzles/check_state/interpositions.hpp"

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <cstring>
#include <type_traits>
#include <vector>

#include "zermelo/base/parallel_for.hpp"
#include "zermelo/puzzles/check_state/piece_list.hpp"

namespace zermelo::check_state {

namespace {

/// A ray, one family of lines across it, and one part of them: what a thread works on at a time.
struct Task {
    const PieceList& list;
    const CheckRay& ray;
    const LineFamily& family;
    std::span<const Spot> pinned;
    Isa isa;
    unsigned part;

    /// Does the part have the line that meets the ray's square i?
    bool holds(std::uint64_t i) const {
        const auto steps = static_cast<std::int64_t>(family.twice ? 2 * i : i);
        return list.partition().part_of(family.number(ray.king.x, ray.king.y) + steps) == part;
    }
    template <typename Visit>
    void for_each_run(Visit&& visit) const {
        list.partition().for_each_bucket(family.number, part,
                                         [&](unsigned bucket) { list.for_each_run(bucket, visit); });
    }
    /// Calls `visit` with each pinned piece of the part, the number of the square where its line meets the
    /// ray, and how far off it is.
    template <typename Visit>
    void for_each_pinned(Visit&& visit) const {
        for (const Spot& spot : pinned) {
            const std::int64_t off = ray.off(spot);
            const std::int64_t i = off == 0 ? 0 : family.intersection(ray, spot);
            if (i != 0 && holds(static_cast<std::uint64_t>(i))) visit(i, off);
        }
    }
};

/// The entries of a table to which all belongs that does not meet the ray. They are many, which keeps the
/// updates of neighbours in the list apart.
constexpr std::uint32_t nowhere = 64;

/// Where the lines of a run's pieces meet the ray.
struct Updates {
    std::array<std::uint32_t, chunk_words> entry;  ///< indices of the table
    std::array<std::uint32_t, chunk_words> value;  ///< what is to be merged with the entry
};

/// Tells the lines of a part apart, which are those whose number has one remainder modulo the number of
/// parts: the number divided by parts. It is found by a product with the rounded-up inverse, which errs, but
/// two numbers of a part still come out at least 1 apart. For narrow boards.
struct PartLines {
    explicit PartLines(const Task& task)
        : inverse((std::uint32_t{1} << 31) / task.list.partition().parts() + 1),
          count((task.ray.length * inverse >> 31) + 1) {}
    template <typename Int>
    [[gnu::always_inline]] std::uint32_t line(Int i) const {
        return static_cast<std::uint32_t>(std::uint64_t{static_cast<std::uint32_t>(i)} * inverse >> 31);
    }

    std::uint32_t inverse;
    std::size_t count;
};

/// A table with two entries for each line of a part, one a side: the nearest piece's distance, twice, and
/// whether it may *not* move along the line.
struct NearestTable {
    template <typename Int>
    [[gnu::always_inline]] std::uint32_t entry(Int i, bool side) const {
        return nowhere + 2 * lines.line(i) + (side ? 1 : 0);
    }
    template <typename Int>
    [[gnu::always_inline]] static std::uint32_t value(Int off, std::uint32_t may_move) {
        return static_cast<std::uint32_t>(off < 0 ? -off : off) << 1 | (may_move ^ 1U);
    }

    PartLines lines;
};

/// What a byte of a prefilter tells of its lines: four bits for each side of the ray.
struct PrefilterBits {
    static constexpr std::uint32_t some = 1;      ///< there is a piece
    static constexpr std::uint32_t several = 2;   ///< there is more than one
    static constexpr std::uint32_t may_move = 4;  ///< one of them may move along its line
    static constexpr std::uint32_t sides = 0x11;  ///< `some` on both sides

    template <typename Int>
    [[gnu::always_inline]] static std::uint32_t value(Int off, std::uint32_t may) {
        const std::uint32_t bits = some | may * may_move;
        return off > 0 ? bits << 4 : bits;
    }
};

/// A byte a line of the part.
struct DirectPrefilter : PrefilterBits {
    explicit DirectPrefilter(const Task& task) : lines(task), slots(lines.count) {}
    template <typename Int>
    [[gnu::always_inline]] std::uint32_t entry(Int i, bool) const {
        return nowhere + lines.line(i);
    }

    PartLines lines;
    std::size_t slots;
};

/// A byte for all lines with one hash; few bytes if `crowded`.
struct HashedPrefilter : PrefilterBits {
    HashedPrefilter(const Task& task, bool crowded) : multiplier(drawn_multiplier(0)) {
        constexpr std::size_t slots_a_piece = 4;
        std::size_t pieces = 0;
        task.list.partition().for_each_bucket(task.family.number, task.part,
                                              [&](unsigned bucket) { pieces += task.list.size(bucket); });
        const std::size_t wanted = crowded ? 0 : slots_a_piece * pieces;
        slots = static_cast<std::uint32_t>(std::clamp<std::size_t>(wanted, 16, 0xFFFF'0000U));
    }
    template <typename Int>
    [[gnu::always_inline]] std::uint32_t entry(Int i, bool) const {
        // Two rounds: after one alone, lines evenly apart would all meet or none, by luck.
        using UInt = std::make_unsigned_t<Int>;
        const UInt product = static_cast<UInt>(i) * static_cast<UInt>(multiplier);
        auto hash = static_cast<std::uint32_t>(product >> (sizeof(Int) == 8 ? 32 : 0));
        hash = (hash ^ hash >> 15) * static_cast<std::uint32_t>(multiplier);
        return nowhere + static_cast<std::uint32_t>(std::uint64_t{hash} * slots >> 32);
    }

    std::uint32_t slots = 0;
    std::uint64_t multiplier;
};

/// Fills `Updates`, piece by piece without a branch, in 32 bits where these do.
template <typename Packing, typename Table>
class Locator {
  public:
    Locator(const Task& task, const Table& table)
        : table_(table),
          isa_(task.isa),
          number_(task.family.number, task.ray.king),
          off_(task.ray.off_form(), task.ray.king),
          shift_(task.family.twice ? 1 : 0),
          length_(static_cast<UInt>(task.ray.length)),
          movers_(task.family.movers) {}

    void locate(const Run& run, Updates& out) const {
#if ZERMELO_X86
        if (isa_ == Isa::avx2) return locate_avx2(run, out);
#endif
        locate_here(run, out);
    }

  private:
    using Int = typename Packing::Int;
    using UInt = std::make_unsigned_t<Int>;
    /// A form of the way from the king, its coefficients applied by masks: of the two's complement, -v is ~v
    /// + 1. The sum fits into an `Int`; on the way to it the parts may not, so they are unsigned.
    struct Masks {
        UInt x, x_minus, y, y_minus, constant;
        Masks(LinearForm form, const Spot& king)
            : x(form.x != 0 ? ~UInt{0} : 0),
              x_minus(form.x < 0 ? ~UInt{0} : 0),
              y(form.y != 0 ? ~UInt{0} : 0),
              y_minus(form.y < 0 ? ~UInt{0} : 0),
              constant(static_cast<UInt>(-form(king.x, king.y)) - x_minus - y_minus) {}
        [[gnu::always_inline]] Int operator()(UInt column, UInt row) const {
            return static_cast<Int>(((column & x) ^ x_minus) + ((row & y) ^ y_minus) + constant);
        }
    };

#if ZERMELO_X86
    ZERMELO_TARGET_AVX2 void locate_avx2(const Run& run, Updates& out) const { locate_here(run, out); }
#endif
    [[gnu::always_inline]] void locate_here(const Run& run, Updates& out) const {
        const Locator self = *this;  // so that no store into `out` could change it
        const std::uint64_t* const words = run.words;
        for (std::size_t k = 0; k < run.count; ++k) {
            const std::uint64_t* const word = words + k * Packing::words;
            const UInt x = static_cast<UInt>(Packing::x(word));
            const UInt y = static_cast<UInt>(Packing::y(word));
            const Int value = self.number_(x, y);
            const Int off = self.off_(x, y);
            // Below 0 it comes out beyond the ray; vectors of 64 bits have no shift that keeps the sign.
            const Int i = static_cast<Int>(static_cast<UInt>(value) >> self.shift_);
            // Without a condition that could become a branch, which would forbid vectors.
            bool inside = static_cast<UInt>(i - 1) < self.length_;
            inside &= off != 0;
            inside &= (value & self.shift_) == 0;
            const std::uint32_t may_move = self.movers_ >> (static_cast<std::uint32_t>(*word) & 15) & 1U;
            const std::uint32_t entry = self.table_.entry(i, off > 0);
            out.value[k] = Table::value(off, may_move);
            out.entry[k] = inside ? entry : static_cast<std::uint32_t>(k) % nowhere;
        }
    }

    Table table_;
    Isa isa_;
    Masks number_, off_;
    Int shift_;
    UInt length_;
    std::uint32_t movers_;
};

/// The nearest piece on each line and side of those that collide in the prefilter: a hash table that grows.
class Collisions {
  public:
    void clear() {
        table_.assign(1024, {});
        count_ = 0;
    }
    void add(std::int64_t i, std::int64_t off, bool may_move) {
        if (2 * count_ >= table_.size()) grow();
        insert({static_cast<std::uint64_t>(i) << 1 | (off > 0 ? 1 : 0),
                static_cast<std::uint64_t>(std::abs(off)) << 1 | (may_move ? 0 : 1)});
    }
    /// Adds the lines and sides whose nearest piece may move.
    void count(std::uint64_t length, SliderMoves& moves) const {
        for (const Entry& entry : table_)
            if (entry.line != 0 && (entry.rank & 1) == 0)
                ++(entry.line >> 1 == length ? moves.captures : moves.interpositions);
    }

  private:
    struct Entry {
        std::uint64_t line = 0;  ///< its number twice, and the side; 0: free
        std::uint64_t rank = 0;  ///< twice the distance, and whether the piece may not move
    };
    void insert(const Entry& entry) {
        const std::size_t mask = table_.size() - 1;
        const std::uint64_t product = entry.line * multiplier_;
        std::size_t at = (product ^ product >> 29) * multiplier_ >> 32 & mask;
        while (table_[at].line != 0 && table_[at].line != entry.line) at = (at + 1) & mask;
        if (table_[at].line == 0)
            ++count_;
        else if (table_[at].rank < entry.rank)
            return;
        table_[at] = entry;
    }
    void grow() {
        std::vector<Entry> old(4 * table_.size());
        old.swap(table_);
        count_ = 0;
        for (const Entry& entry : old)
            if (entry.line != 0) insert(entry);
    }

    std::vector<Entry> table_;
    std::size_t count_ = 0;
    std::uint64_t multiplier_ = drawn_multiplier(1);
};

/// What one thread works with; its memory is used again from part to part.
struct Work {
    std::vector<std::uint32_t> nearest;
    std::vector<std::uint8_t> slots;
    Collisions collisions;
    SliderMoves moves;
};

/// For narrow boards. True if nearly all pieces stand alone on their line and side.
bool count_nearest(const Task& task, Work& work) {
    const NearestTable rule{PartLines(task)};
    work.nearest.assign(nowhere + 2 * rule.lines.count, ~std::uint32_t{0});
    std::uint32_t* const table = work.nearest.data();
    const Locator<Narrow, NearestTable> locator(task, rule);
    Updates found;
    std::size_t pieces = 0;
    task.for_each_run([&](const Run& run) {
        locator.locate(run, found);
        pieces += run.count;
        for (std::size_t k = 0; k < run.count; ++k) {
            // The lesser of both without a branch, which would be taken as if by lot.
            std::uint32_t& entry = table[found.entry[k]];
            const std::uint32_t old = entry;
            entry = old ^ ((old ^ found.value[k]) & (found.value[k] < old ? ~0U : 0U));
        }
    });
    task.for_each_pinned([&](std::int64_t i, std::int64_t off) {
        std::uint32_t& entry = table[rule.entry(i, off > 0)];
        if (entry == NearestTable::value(off, 1)) entry |= 1;
    });
    std::uint32_t moves = 0;
    std::uint32_t taken = 0;
    for (std::size_t at = nowhere; at < work.nearest.size(); ++at) {
        moves += ~table[at] & 1U;
        taken += table[at] != ~0U ? 1U : 0U;
    }
    if (const std::uint64_t last = task.ray.length; task.holds(last)) {
        const std::uint32_t captures =
            (~table[rule.entry(last, false)] & 1U) + (~table[rule.entry(last, true)] & 1U);
        work.moves.captures += captures;
        moves -= captures;
    }
    work.moves.interpositions += moves;
    return 10 * std::size_t{taken} >= 9 * pieces;
}

/// Counts the slots and sides with one piece that may move; true if there is a collision with one that
/// may.
bool count_alone(std::span<const std::uint8_t> slots, std::uint64_t& moves) {
    constexpr std::uint64_t ones = 0x0101'0101'0101'0101U;
    constexpr std::uint64_t sides = ones * PrefilterBits::sides;
    std::uint64_t collide = 0;
    for (std::size_t at = 0; at < slots.size(); at += 8) {
        std::uint64_t word = 0;
        std::memcpy(&word, slots.data() + at, sizeof word);
        const std::uint64_t alone = word & ~(word >> 1) & word >> 2 & sides;
        moves += ((alone & ones) + (alone >> 4 & ones)) * ones >> 56;
        collide |= word >> 1 & word >> 2;
    }
    return (collide & sides) != 0;
}

/// Why a prefilter suffices. A piece meets the ray on at most one square of each family of lines, and the
/// nearest piece on each side of each square is the only one that can move there that way. Where a slot and
/// side has one piece, no other piece is on its line and side, whatever the hash: it moves there if it may.
/// Only where it has several, and one that may move, is it to be found which of them is nearest on its line:
/// these collisions are looked at in a second pass.
template <typename Packing, typename Prefilter>
void count_filtered(const Task& task, const Prefilter& rule, Work& work) {
    using Int = typename Packing::Int;
    work.slots.assign(nowhere + (std::size_t{rule.slots} + 7) / 8 * 8, 0);
    std::uint8_t* const slots = work.slots.data();
    // The checker's square must not be mistaken for another one, and a pinned piece not for one that may
    // move: all there collide.
    const auto look_again = [&](std::int64_t i, std::int64_t) {
        slots[rule.entry(static_cast<Int>(i), false)] = Prefilter::several * Prefilter::sides;
    };
    if (task.holds(task.ray.length)) look_again(static_cast<std::int64_t>(task.ray.length), 0);
    task.for_each_pinned(look_again);
    const Locator<Packing, Prefilter> locator(task, rule);
    Updates found;
    task.for_each_run([&](const Run& run) {
        locator.locate(run, found);
        for (std::size_t k = 0; k < run.count; ++k) {
            std::uint8_t& slot = slots[found.entry[k]];
            const std::uint32_t value = found.value[k];
            const std::uint32_t old = slot;
            slot = static_cast<std::uint8_t>(old | value | (old & value & Prefilter::sides) << 1);
        }
    });
    std::fill_n(slots, nowhere, std::uint8_t{0});
    if (!count_alone(work.slots, work.moves.interpositions)) return;
    work.collisions.clear();
    task.for_each_run([&](const Run& run) {
        locator.locate(run, found);
        for (std::size_t k = 0; k < run.count; ++k) {
            const std::uint32_t slot = slots[found.entry[k]];
            if ((slot >> 1 & slot >> 2 & found.value[k] & Prefilter::sides) == 0) continue;
            const Spot spot = Packing::read(run.words + k * Packing::words);
            work.collisions.add(task.family.intersection(task.ray, spot), task.ray.off(spot),
                                is_in(task.family.movers, spot.code) && !is_pinned(task.pinned, spot));
        }
    });
    work.collisions.count(task.ray.length, work.moves);
}

}  // namespace

std::array<LineFamily, 3> families_of(const CheckRay& ray, Color own) {
    std::array<LineFamily, 3> families;
    std::size_t count = 0;
    for (const Step direction : {Step{1, 0}, Step{0, 1}, Step{1, 1}, Step{1, -1}}) {
        const int cross = ray.step.x * direction.y - ray.step.y * direction.x;
        if (cross == 0) continue;  // the ray's own direction
        const int sign = cross < 0 ? -1 : 1;
        families[count++] = {
            {sign * direction.y, -sign * direction.x}, cross * sign == 2, sliders_along(direction, own)};
    }
    return families;
}

bool is_pinned(std::span<const Spot> pinned, const Spot& spot) {
    return std::any_of(pinned.begin(), pinned.end(),
                       [&](const Spot& other) { return other.same_square(spot); });
}

SliderMoves count_slider_moves(const PieceList& list, const CheckRay& ray, Color own,
                               std::span<const Spot> pinned, Isa isa, Counting counting) {
    const bool automatic = counting == Counting::automatic;
    const bool short_ray = !list.wide() && ray.length <= 2 * list.size();
    if (automatic) counting = short_ray ? Counting::nearest : Counting::prefilter;
    const unsigned codes = list.codes();
    const unsigned parts = list.partition().parts();
    std::vector<Work> work(list.threads());
    for (const LineFamily& family : families_of(ray, own)) {
        if ((codes & family.movers) == 0) continue;  // what nobody can move along does not matter
        // Where nearly all pieces of a part stand alone, others are counted in a quarter of the memory.
        std::atomic<bool> direct = counting == Counting::direct_prefilter;
        parallel_for(std::min(list.threads(), parts), parts, [&](unsigned thread, unsigned part) {
            const Task task{list, ray, family, pinned, isa, part};
            const bool crowded = counting == Counting::crowded_prefilter;
            if (direct)
                count_filtered<Narrow>(task, DirectPrefilter(task), work[thread]);
            else if (counting != Counting::nearest)
                list.wide() ? count_filtered<Wide>(task, HashedPrefilter(task, crowded), work[thread])
                            : count_filtered<Narrow>(task, HashedPrefilter(task, crowded), work[thread]);
            else if (count_nearest(task, work[thread]) && automatic)
                direct = true;
        });
    }
    SliderMoves moves;
    for (const Work& each : work) {
        moves.captures += each.moves.captures;
        moves.interpositions += each.moves.interpositions;
    }
    return moves;
}

}  // namespace zermelo::check_state
