// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdint>
#include <mutex>
#include <optional>
#include <utility>
#include <vector>

#include <oneapi/tbb/blocked_range.h>
#include <oneapi/tbb/enumerable_thread_specific.h>
#include <oneapi/tbb/parallel_for.h>

#include "zermelo/game/game.hpp"
#include "zermelo/tablebase/scale.hpp"

namespace zermelo::tablebase {

/// How many positions of one table have each value.
struct TableCounts {
    /// By byte (`Scale`): placements, and those that are left when symmetric copies count as one.
    std::array<std::uint64_t, 256> placements{};
    std::array<std::uint64_t, 256> unique{};
    /// The longest win and the longest loss, the entry with the least index of each.
    struct Longest {
        std::uint8_t byte = 0;
        std::uint64_t index = 0;
        friend constexpr bool operator==(const Longest&, const Longest&) = default;
    };
    std::optional<Longest> win;
    std::optional<Longest> loss;

    void add(std::uint8_t byte, std::uint64_t index, std::uint64_t weight, bool least) {
        placements[byte] += weight;
        unique[byte] += least ? 1 : 0;
        if (byte != Scale::open) note(Scale::is_win(byte) ? win : loss, {byte, index});
    }
    void add(const TableCounts& other) {
        for (std::size_t b = 0; b < placements.size(); ++b) {
            placements[b] += other.placements[b];
            unique[b] += other.unique[b];
        }
        if (other.win) note(win, *other.win);
        if (other.loss) note(loss, *other.loss);
    }
    friend bool operator==(const TableCounts&, const TableCounts&) = default;

  private:
    static void note(std::optional<Longest>& known, const Longest& met) {
        if (!known || known->byte < met.byte || (known->byte == met.byte && met.index < known->index))
            known = met;
    }
};

/// What the verification of a tier found: how many positions have each value, by table; or an entry that does
/// not follow from its successors.
struct TierAudit {
    std::vector<TableCounts> tables;
    struct Fault {
        game::Slot slot;
        std::uint8_t stored = 0;
        std::uint8_t expected = 0;
    };
    std::optional<Fault> fault;
};

/// Checks a tier against the definition: every position is worth what the best of its moves leads to, the
/// winner hastening and the loser delaying. All wins and losses that pass are proved by induction on their
/// distance; what is left and passes is open, since each side has a move that keeps it so.
///
/// `byte(slot)` is a table's entry, `below(child)` the byte of a position out of the tier, both called by
/// many threads at once. Shares nothing with `Retrograde` but the tier and the scale: all moves are
/// listed, none is skipped, and all are played, unless moves may be taken `by_seat` where the tier
/// `SeesStays`, at half the price. Cost: O(positions × moves).
template <game::Indexed T, typename Byte, typename Below>
class TierVerifier {
  public:
    using Position = typename T::Position;
    enum class Moves { played, by_seat };

    /// `one_in`: only one block of 1024 entries in so many is looked at, and counted. Precondition: not 0.
    TierVerifier(const T& tier, Scale scale, Byte byte, Below below, Moves how = Moves::played,
                 std::uint64_t one_in = 1)
        : tier_(tier),
          scale_(scale),
          byte_(std::move(byte)),
          below_(std::move(below)),
          how_(how),
          one_in_(one_in) {}

    TierAudit run() {
        TierAudit audit;
        std::atomic<bool> stop = false;
        std::mutex mutex;
        for (std::uint32_t t = 0; t < tier_.tables(); ++t) {
            tbb::enumerable_thread_specific<TableCounts> local;
            const std::uint64_t size = tier_.table_size(t);
            tbb::parallel_for(
                tbb::blocked_range<std::uint64_t>{0, (size + block - 1) / block, 16}, [&](const auto& range) {
                    TableCounts& counts = local.local();
                    const auto visit = [&](std::uint64_t index, const Position& p, const auto& place) {
                        std::uint8_t expected = *scale_.win(1);
                        if (!sees_win(p)) {
                            expected = value(p);
                            const std::uint8_t stored = byte_(game::Slot{t, index});
                            if (stored != expected) {
                                const std::lock_guard lock(mutex);
                                if (!audit.fault) audit.fault = {{t, index}, stored, expected};
                                stop = true;
                            }
                        }
                        counts.add(expected, index, place.weight(), place.is_least(index));
                    };
                    for (std::uint64_t b = range.begin(); b < range.end() && !stop; ++b)
                        if (b % one_in_ == 0)
                            tier_.each_position(t, b * block, std::min(size, (b + 1) * block), visit);
                });
            TableCounts sum;
            for (const TableCounts& part : local) sum.add(part);
            audit.tables.push_back(sum);
        }
        return audit;
    }

  private:
    static constexpr std::uint64_t block = 1024;

    bool sees_win(const Position& p) const {
        if constexpr (game::SeesWins<T>) return tier_.wins_at_once(p);
        return false;
    }

    std::uint8_t child_value(const Position& p, const typename T::Move& move) const {
        const Position child = tier_.play(p, move);
        if constexpr (!game::Ends<T>)
            if (tier_.lost(child)) return *scale_.loss(0);
        if (sees_win(child)) return *scale_.win(1);
        switch (tier_.lead(p, move, child)) {
            case game::Lead::stays:
                return byte_(tier_.slot(child));
            case game::Lead::leaves:
                return below_(child);
            case game::Lead::strays:
                break;
        }
        return value(child);
    }

    /// From where moves that stay are looked at, if they are not played.
    auto seat_of([[maybe_unused]] const Position& p) const {
        if constexpr (game::SeesStays<T>)
            return how_ == Moves::by_seat ? std::optional{tier_.seat(p)} : std::nullopt;
        else
            return std::nullopt;
    }

    std::uint8_t value(const Position& p) const {
        typename T::MoveList moves;
        tier_.moves(p, moves);
        if constexpr (game::Ends<T>)
            if (moves.size() == 0)
                if (const auto outcome = game::end_unmoved(tier_, p)) return scale_.ended(*outcome);
        unsigned win = 256;
        unsigned loss = 0;
        bool open = moves.size() == 0;
        const auto worth = [&](const auto& move, [[maybe_unused]] const auto& seat) {
            if constexpr (game::SeesStays<T>)
                if (seat && tier_.stays(p, move)) return byte_(seat->slot_after(move));
            return child_value(p, move);
        };
        const auto seat = seat_of(p);
        for (const auto& move : moves) {
            const std::uint8_t byte = worth(move, seat);
            if (byte == Scale::open)
                open = true;
            else if (Scale::is_loss(byte))
                win = std::min(win, scale_.parent(byte));
            else
                loss = std::max(loss, scale_.parent(byte));
        }
        const unsigned best = win < 256 ? win : open ? Scale::open : loss;
        return static_cast<std::uint8_t>(best);
    }

    const T& tier_;
    Scale scale_;
    Byte byte_;
    Below below_;
    Moves how_;
    std::uint64_t one_in_;
};

}  // namespace zermelo::tablebase
