// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/puzzles/check_state/crossing.hpp"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <type_traits>
#include <vector>

#include "zermelo/base/parallel_for.hpp"
#include "zermelo/puzzles/check_state/large_array.hpp"
#include "zermelo/puzzles/check_state/square_hash.hpp"

namespace zermelo::check_state {

namespace {

/// A check line, one family of lines across it, and one part of them: what a thread works on at a time.
struct Task {
    const CheckLine& line;
    const LineFamily& family;
    const Partition& partition;
    unsigned part;

    /// Does the part have the line that crosses the check line's square i?
    bool holds(std::int64_t i) const {
        return partition.part_of(family.number(line.king.x, line.king.y) + (family.twice ? 2 * i : i)) ==
               part;
    }
};

/// The entries of a table to which all belongs that does not cross the check line. They are many, which keeps
/// the updates of neighbours in the list apart.
constexpr std::uint32_t nowhere = 64;

/// Where pieces of a run cross the check line.
struct Crossings {
    std::array<std::uint32_t, Shard::chunk_words> entry;   ///< of the table
    std::array<std::uint32_t, Shard::chunk_words> update;  ///< what is to be merged with the entry
    bool near = false;                                     ///< is a piece within three columns of the line?
};

/// A table with two entries for each line of a part, one a side: the nearest piece's distance, twice, and
/// whether it may *not* move along the line.
///
/// The lines of a part are those whose number has one remainder modulo the number of parts: number divided by
/// parts tells them apart. It is found by a product with the rounded-up inverse, which errs, but two numbers
/// of a part still come out at least 1 apart.
struct NearestRule {
    explicit NearestRule(const Task& task) : inverse((std::uint32_t{1} << 31) / task.partition.parts() + 1) {}
    std::size_t entries(std::uint64_t length) const { return nowhere + 2 * ((length * inverse >> 31) + 1); }
    template <typename Int>
    [[gnu::always_inline]] std::uint32_t entry(Int i, bool side) const {
        const auto line =
            static_cast<std::uint32_t>(std::uint64_t{static_cast<std::uint32_t>(i)} * inverse >> 31);
        return nowhere + 2 * line + (side ? 1 : 0);
    }
    template <typename Int>
    [[gnu::always_inline]] static std::uint32_t update(Int off, std::uint32_t may_move) {
        return static_cast<std::uint32_t>(off < 0 ? -off : off) << 1 | (may_move ^ 1U);
    }

    std::uint32_t inverse;
};

/// The prefilter: a byte for all lines with one hash, four bits for each side of the check line.
struct FilterRule {
    static constexpr std::uint32_t some = 1;      ///< there is a piece
    static constexpr std::uint32_t several = 2;   ///< there is more than one
    static constexpr std::uint32_t may_move = 4;  ///< one of them may move along its line
    static constexpr std::uint32_t sides = 0x11;  ///< `some` on both sides

    explicit FilterRule(std::uint32_t count) : slots(count), multiplier(SquareHash()(1, 2) | 1) {}
    template <typename Int>
    [[gnu::always_inline]] std::uint32_t entry(Int i, bool) const {
        // Two rounds: after one alone, lines evenly apart would all meet or none, by luck.
        using UInt = std::make_unsigned_t<Int>;
        const UInt product = static_cast<UInt>(i) * static_cast<UInt>(multiplier);
        auto hash = static_cast<std::uint32_t>(product >> (sizeof(Int) == 8 ? 32 : 0));
        hash = (hash ^ hash >> 15) * static_cast<std::uint32_t>(multiplier);
        return nowhere + static_cast<std::uint32_t>(std::uint64_t{hash} * slots >> 32);
    }
    template <typename Int>
    [[gnu::always_inline]] static std::uint32_t update(Int off, std::uint32_t may) {
        const std::uint32_t bits = some | may << 2;
        return off > 0 ? bits << 4 : bits;
    }

    std::uint32_t slots;
    std::uint64_t multiplier;
};

/// Fills `Crossings`, piece by piece without a branch, in 32 bits where these do.
template <typename Packing, typename Rule>
class Locator {
  public:
    Locator(const Task& task, const Rule& rule, Isa isa)
        : rule_(rule),
          isa_(isa),
          number_(task.family.number, task.line.king),
          off_(task.line.off_form(), task.line.king),
          shift_(task.family.twice ? 1 : 0),
          length_(static_cast<UInt>(task.line.length)),
          movers_(task.family.movers) {}

    const Rule& rule() const { return rule_; }
    void locate(const Run& run, Crossings& out) const {
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
        Masks(Form form, const Spot& king)
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
    ZERMELO_TARGET_AVX2 void locate_avx2(const Run& run, Crossings& out) const { locate_here(run, out); }
#endif
    [[gnu::always_inline]] void locate_here(const Run& run, Crossings& out) const {
        const Locator self = *this;  // so that no store into `out` could change it
        const std::uint64_t* const words = run.words;
        std::uint32_t near = 0;
        for (std::size_t k = 0; k < run.count; ++k) {
            const std::uint64_t* const word = words + k * Packing::words;
            const UInt x = static_cast<UInt>(Packing::x(word));
            const UInt y = static_cast<UInt>(Packing::y(word));
            const Int value = self.number_(x, y);
            const Int off = self.off_(x, y);
            // Below 0 it comes out beyond the line; vectors of 64 bits have no shift that keeps the sign.
            const Int i = static_cast<Int>(static_cast<UInt>(value) >> self.shift_);
            // Without a condition that could become a branch, which would forbid vectors.
            bool inside = static_cast<UInt>(i - 1) < self.length_;
            inside &= off != 0;
            inside &= (value & self.shift_) == 0;
            near |= static_cast<UInt>(off) + 3 <= 6 ? 1U : 0U;
            const std::uint32_t may_move = self.movers_ >> (static_cast<std::uint32_t>(*word) & 15) & 1U;
            const std::uint32_t entry = self.rule_.entry(i, off > 0);
            out.update[k] = Rule::update(off, may_move);
            out.entry[k] = inside ? entry : static_cast<std::uint32_t>(k) % nowhere;
        }
        out.near = near != 0;
    }

    Rule rule_;
    Isa isa_;
    Masks number_, off_;
    Int shift_;
    UInt length_;
    std::uint32_t movers_;
};

bool is_pinned(std::span<const Spot> pinned, const Spot& spot) {
    return std::any_of(pinned.begin(), pinned.end(),
                       [&](const Spot& other) { return other.x == spot.x && other.y == spot.y; });
}

/// What needs no table: the moves of knights and pawns onto the check line, and the nearest piece beyond the
/// checker, which may capture it along the line. That one is never pinned, since it is the checker that
/// stands between it and the king.
class CloseMoves {
  public:
    void take(const CheckLine& line, Color own, std::span<const Spot> pinned, const Spot& spot) {
        const auto length = static_cast<std::int64_t>(line.length);
        const auto target = [&](int dx, int dy) { return line.at({spot.x + dx, spot.y + dy}); };
        if (line.off(spot) == 0) {
            const std::int64_t i = line.number(spot);
            if (i > length && (beyond_ == 0 || i < beyond_)) {
                beyond_ = i;
                beyond_code_ = spot.code;
            }
        }
        const bool knight = spot.code == static_cast<unsigned>(code_of(own, Kind::knight));
        const bool pawn = spot.code == static_cast<unsigned>(code_of(own, Kind::pawn));
        if ((!knight && !pawn) || is_pinned(pinned, spot)) return;
        if (knight) {
            for (const Step step : knight_steps)
                if (const std::int64_t i = target(step.x, step.y); i != 0)
                    ++(i == length ? moves_.captures : moves_.interpositions);
        } else {
            const std::int64_t ahead = target(0, forward(own));
            if (ahead != 0 && ahead != length) ++moves_.interpositions;
            for (const int side : {-1, 1})
                if (target(side, forward(own)) == length) ++moves_.captures;
        }
    }
    void add(const CloseMoves& other) {
        moves_.add(other.moves_);
        if (other.beyond_ != 0 && (beyond_ == 0 || other.beyond_ < beyond_)) {
            beyond_ = other.beyond_;
            beyond_code_ = other.beyond_code_;
        }
    }
    Rescues total(const CheckLine& line, Color own) const {
        Rescues all = moves_;
        if (beyond_ != 0 &&
            is_in(line.step.diagonal() ? diagonal_sliders(own) : straight_sliders(own), beyond_code_))
            ++all.captures;
        return all;
    }

  private:
    Rescues moves_;
    std::int64_t beyond_ = 0;  // 0: there is none
    unsigned beyond_code_ = nobody;
};

/// The nearest piece on each line and side of those that collide in the prefilter: a hash table that grows.
class Collisions {
  public:
    void clear() {
        table_.assign(1024, {});
        count_ = 0;
    }
    bool empty() const { return count_ == 0; }
    void add(std::int64_t i, std::int64_t off, bool may_move) {
        if (2 * count_ >= table_.size()) grow();
        insert({static_cast<std::uint64_t>(i) << 1 | (off > 0 ? 1 : 0),
                static_cast<std::uint64_t>(std::abs(off)) << 1 | (may_move ? 0 : 1)});
    }
    Rescues total(std::uint64_t length) const {
        Rescues sum;
        for (const Entry& entry : table_)
            if (entry.line != 0 && (entry.rank & 1) == 0)
                ++(entry.line >> 1 == length ? sum.captures : sum.interpositions);
        return sum;
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
    std::uint64_t multiplier_ = SquareHash()(7, 8) | 1;
};

/// What one thread works with; its memory is used again from part to part.
struct Work {
    LargeArray<std::uint32_t> nearest;
    LargeArray<std::uint8_t> slots;
    Collisions collisions;
    CloseMoves close;
    Rescues tally;

    template <typename T>
    static void make(LargeArray<T>& array, std::size_t size) {
        if (array.size() >= size) return;
        array = {};  // given back before more is taken
        array = LargeArray<T>(size + size / 8);
    }
};

template <typename Packing>
class CrossingCount {
  public:
    CrossingCount(const PieceList& list, const CheckLine& line, Color own, std::span<const Spot> pinned,
                  Isa isa, CountingWay way)
        : list_(list), line_(line), own_(own), pinned_(pinned), isa_(isa), way_(way) {}

    Rescues run() {
        const unsigned codes = list_.codes();
        std::vector<Work> work(list_.threads());
        bool with_close = true;
        const auto count = [&](const LineFamily& family) {
            const unsigned parts = list_.partition().parts();
            parallel_for(std::min(list_.threads(), parts), parts, [&](unsigned taker, unsigned part) {
                const Task task{line_, family, list_.partition(), part};
                is_dense() ? count_nearest(task, work[taker], with_close)
                           : count_filtered(task, work[taker], with_close);
            });
            with_close = false;
        };
        const auto families = families_of(line_, own_);
        // What nobody can move along does not matter; but one pass is needed for what is close.
        for (const LineFamily& family : families)
            if ((codes & family.movers) != 0) count(family);
        if (with_close) count(families[0]);
        CloseMoves close;
        Rescues sum;
        for (const Work& each : work) {
            close.add(each.close);
            sum.add(each.tally);
        }
        sum.add(close.total(line_, own_));
        return sum;
    }

  private:
    using Int = typename Packing::Int;
    static constexpr bool narrow = Packing::words == 1;

    bool is_dense() const {
        return narrow && (way_ == CountingWay::nearest ||
                          (way_ == CountingWay::automatic && line_.length <= 2 * list_.size()));
    }
    template <typename Visit>
    void for_each_run(const Task& task, Visit&& visit) const {
        list_.for_each_run(task.family.number, task.part, visit);
    }
    void take_close(const Run& run, CloseMoves& close) const {
        for (std::size_t k = 0; k < run.count; ++k) {
            const Spot spot = Packing::read(run.words + k * Packing::words);
            if (std::abs(line_.off(spot)) <= 3) close.take(line_, own_, pinned_, spot);
        }
    }
    /// Calls `visit` with each pinned piece of the part, the number of the square where its line crosses, and
    /// how far off it is.
    template <typename Visit>
    void for_each_pinned(const Task& task, Visit&& visit) const {
        for (const Spot& spot : pinned_) {
            const std::int64_t away = line_.off(spot);
            const std::int64_t i = away == 0 ? 0 : task.family.crossing(line_, spot);
            if (i != 0 && task.holds(i)) visit(i, away);
        }
    }

    void count_nearest(const Task& task, Work& work, bool with_close) const {
        const NearestRule rule(task);
        const std::size_t size = rule.entries(line_.length);
        Work::make(work.nearest, size);
        std::uint32_t* const table = work.nearest.data();
        std::memset(table, 0xFF, size * sizeof *table);
        const Locator<Packing, NearestRule> locator(task, rule, isa_);
        Crossings found;
        for_each_run(task, [&](const Run& run) {
            locator.locate(run, found);
            for (std::size_t k = 0; k < run.count; ++k) {
                // The lesser of both without a branch, which would be taken as if by lot.
                std::uint32_t& entry = table[found.entry[k]];
                const std::uint32_t old = entry;
                entry = old ^ ((old ^ found.update[k]) & (found.update[k] < old ? ~0U : 0U));
            }
            if (found.near && with_close) [[unlikely]]
                take_close(run, work.close);
        });
        for_each_pinned(task, [&](std::int64_t i, std::int64_t away) {
            std::uint32_t& entry = table[rule.entry(i, away > 0)];
            if (entry == NearestRule::update(away, 1)) entry |= 1;
        });
        std::uint32_t moves = 0;
        for (std::size_t at = nowhere; at < size; ++at) moves += ~table[at] & 1U;
        if (const auto last = static_cast<std::int64_t>(line_.length); task.holds(last)) {
            const std::uint32_t captures =
                (~table[rule.entry(last, false)] & 1U) + (~table[rule.entry(last, true)] & 1U);
            work.tally.captures += captures;
            moves -= captures;
        }
        work.tally.interpositions += moves;
    }

    /// Why a prefilter suffices. A piece crosses the check line on at most one square of each family of
    /// lines, and the nearest piece on each side of each square is the only one that can move there that way.
    /// Where a slot and side has one piece, no other piece is on its line and side, whatever the hash: it
    /// moves there if it may. Only where it has several, and one that may move, is it to be found which of
    /// them is nearest on its line: these collisions are looked at in a second pass.
    void count_filtered(const Task& task, Work& work, bool with_close) const {
        constexpr std::size_t slots_a_piece = 4;
        std::size_t pieces = 0;
        list_.partition().for_each_bucket(task.family.number, task.part,
                                          [&](unsigned bucket) { pieces += list_.size(bucket); });
        const std::size_t wanted = way_ == CountingWay::narrow_filter ? 16 : slots_a_piece * pieces;
        const FilterRule rule(static_cast<std::uint32_t>(std::clamp<std::size_t>(wanted, 16, 0xFFFF'0000U)));
        const std::size_t size = nowhere + (std::size_t{rule.slots} + 7) / 8 * 8;
        Work::make(work.slots, size);
        std::uint8_t* const slots = work.slots.data();
        std::fill_n(slots, size, std::uint8_t{0});
        // The checker's square must not be mistaken for another one: all there collide.
        const auto last = static_cast<std::int64_t>(line_.length);
        slots[rule.entry(static_cast<Int>(last), false)] = FilterRule::several * FilterRule::sides;
        const Locator<Packing, FilterRule> locator(task, rule, isa_);
        Crossings found;
        const auto locate = [&](const Run& run) {
            constexpr std::size_t is_near = std::size_t{1} << 20;
            locator.locate(run, found);
            if (size <= is_near) return;
            for (std::size_t k = 0; k < run.count; ++k) __builtin_prefetch(slots + found.entry[k], 1);
        };
        for_each_run(task, [&](const Run& run) {
            locate(run);
            for (std::size_t k = 0; k < run.count; ++k) {
                std::uint8_t& slot = slots[found.entry[k]];
                const std::uint32_t update = found.update[k];
                const std::uint32_t old = slot;
                slot = static_cast<std::uint8_t>(old | update | (old & update & FilterRule::sides) << 1);
            }
            if (found.near && with_close) [[unlikely]]
                take_close(run, work.close);
        });
        for_each_pinned(task, [&](std::int64_t i, std::int64_t away) {
            std::uint8_t& slot = slots[rule.entry(static_cast<Int>(i), away > 0)];
            const unsigned shift = away > 0 ? 4 : 0;
            if ((slot >> shift & FilterRule::several) == 0)  // it is alone
                slot = static_cast<std::uint8_t>(slot & ~(FilterRule::may_move << shift));
        });
        if (count_alone({slots + nowhere, size - nowhere}, work.tally)) {
            work.collisions.clear();
            for_each_run(task, [&](const Run& run) {
                locate(run);
                for (std::size_t k = 0; k < run.count; ++k) {
                    if (found.entry[k] < nowhere) continue;
                    const std::uint32_t slot = slots[found.entry[k]];
                    if ((slot >> 1 & slot >> 2 & found.update[k] & FilterRule::sides) == 0) continue;
                    const Spot spot = Packing::read(run.words + k * Packing::words);
                    work.collisions.add(task.family.crossing(line_, spot), line_.off(spot),
                                        is_in(task.family.movers, spot.code) && !is_pinned(pinned_, spot));
                }
            });
            work.tally.add(work.collisions.total(line_.length));
        }
    }
    /// Counts the slots and sides with one piece that may move; true if there is a collision with one that
    /// may.
    static bool count_alone(std::span<const std::uint8_t> slots, Rescues& tally) {
        constexpr std::uint64_t ones = 0x0101'0101'0101'0101U;
        constexpr std::uint64_t sides = ones * FilterRule::sides;
        std::uint64_t collide = 0;
        for (std::size_t at = 0; at < slots.size(); at += 8) {
            std::uint64_t word = 0;
            std::memcpy(&word, slots.data() + at, sizeof word);
            const std::uint64_t alone = word & ~(word >> 1) & word >> 2 & sides;
            tally.interpositions += ((alone & ones) + (alone >> 4 & ones)) * ones >> 56;
            collide |= word >> 1 & word >> 2;
        }
        return (collide & sides) != 0;
    }

    const PieceList& list_;
    CheckLine line_;
    Color own_;
    std::span<const Spot> pinned_;
    Isa isa_;
    CountingWay way_;
};

}  // namespace

std::array<LineFamily, 3> families_of(const CheckLine& line, Color own) {
    std::array<LineFamily, 3> families;
    std::size_t count = 0;
    for (const Step direction : {Step{1, 0}, Step{0, 1}, Step{1, 1}, Step{1, -1}}) {
        const int cross = line.step.x * direction.y - line.step.y * direction.x;
        if (cross == 0) continue;  // the check line's own direction
        const int sign = cross < 0 ? -1 : 1;
        families[count++] = {{sign * direction.y, -sign * direction.x},
                             cross * sign == 2,
                             direction.diagonal() ? diagonal_sliders(own) : straight_sliders(own)};
    }
    return families;
}

Rescues count_crossings(const PieceList& list, const CheckLine& line, Color own, std::span<const Spot> pinned,
                        Isa isa, CountingWay way) {
    if (list.wide()) return CrossingCount<Wide>(list, line, own, pinned, isa, way).run();
    return CrossingCount<Narrow>(list, line, own, pinned, isa, way).run();
}

}  // namespace zermelo::check_state
