// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/sparse/crossing.hpp"

#include <algorithm>
#include <vector>

#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>

#include "zermelo/sparse/direct_crossing.hpp"
#include "zermelo/sparse/hashed_crossing.hpp"

namespace zermelo::sparse {

namespace {

// A line of up to this many squares has one table; beyond it the memory of the tables counts.
constexpr std::size_t small_line = 16384;
constexpr std::size_t small_list = 16384;
// A line with more squares than this times the pieces is hashed.
constexpr std::size_t squares_a_piece = 4;

std::size_t threads_for(const PieceList& list) {
    return list.shards() == 1 ? 1 : static_cast<std::size_t>(tbb::this_task_arena::max_concurrency());
}

/// Runs `tasks` tasks, each of which gives a part of the result.
template <bool Diagonal, typename Task>
Rescues add_up(const CheckFrame<Diagonal>& frame, std::size_t tasks, bool parallel, Task&& task) {
    std::vector<typename CheckFrame<Diagonal>::Close> parts(tasks);
    const auto one = [&](std::size_t i) { parts[i] = task(i); };
    if (parallel)
        tbb::parallel_for(std::size_t{0}, tasks, one);
    else
        for (std::size_t i = 0; i < tasks; ++i) one(i);
    typename CheckFrame<Diagonal>::Close total;
    for (const auto& part : parts) total.add(part);
    if (frame.captures_from_beyond(total)) ++total.rescues.captures;
    return total.rescues;
}

template <unsigned Family, bool Diagonal>
typename CheckFrame<Diagonal>::Close count_family(const PieceList& list, const CheckFrame<Diagonal>& frame,
                                                  Strip strip, std::span<const Spot> pinned,
                                                  LargeArray<std::uint32_t>& entries) {
    DirectCrossings<Diagonal, Family> crossings(frame, strip, entries);
    crossings.run(list, pinned);
    return crossings.count();
}

// A task is a strip of the line; each family in it costs a pass over the pieces and takes the same table. All
// tables at work together hold at most as many squares as there are pieces: 8 bytes a square and piece.
template <bool Diagonal>
Rescues count_directly(const PieceList& list, const CheckFrame<Diagonal>& frame,
                       std::span<const Spot> pinned) {
    const std::size_t threads = threads_for(list);
    const auto length = static_cast<std::size_t>(frame.length());
    const std::size_t most = std::max(small_line, list.size()) / threads + 1;
    const std::size_t strips = length <= small_line ? 1 : (length + most - 1) / most;
    const std::size_t squares = (length + strips - 1) / strips;
    return add_up(frame, strips, strips > 1 && list.shards() > 1, [&](std::size_t task) {
        typename CheckFrame<Diagonal>::Close total;
        const std::size_t first = task * squares + 1;
        const std::size_t last = std::min(length, first + squares - 1);
        if (first > last) return total;
        const Strip strip{static_cast<std::int64_t>(first), static_cast<std::int64_t>(last)};
        LargeArray<std::uint32_t> entries(DirectCrossings<Diagonal, 0>::entries_for(squares));
        total.add(count_family<0>(list, frame, strip, pinned, entries));
        total.add(count_family<1>(list, frame, strip, pinned, entries));
        total.add(count_family<2>(list, frame, strip, pinned, entries));
        return total;
    });
}

// All tables at work together have room for as many crossings as there are pieces, of the three that a piece
// may have.
template <typename Packing, bool Diagonal>
Rescues count_by_hash(const PieceList& list, const CheckFrame<Diagonal>& frame,
                      std::span<const Spot> pinned) {
    const std::size_t size = list.size();
    const std::size_t slices = size <= small_list ? 1 : 3 * threads_for(list);
    const std::vector<const std::uint64_t*> chunks = list.chunks();
    return add_up(frame, slices, slices > 1 && list.shards() > 1, [&](std::size_t slice) {
        HashedCrossings<Packing, Diagonal> crossings(frame, list, chunks, 3 * size / slices, slice, slices);
        crossings.run(list, pinned);
        return crossings.count();
    });
}

template <bool Diagonal>
Rescues count(const PieceList& list, const CheckLine& line, Color own, std::span<const Spot> pinned,
              CrossingTable table) {
    const CheckFrame<Diagonal> frame(line, own);
    if (list.wide()) return count_by_hash<Wide>(list, frame, pinned);
    if (table == CrossingTable::automatic)
        table = line.length <= squares_a_piece * list.size() ? CrossingTable::direct : CrossingTable::hashed;
    return table == CrossingTable::direct ? count_directly(list, frame, pinned)
                                          : count_by_hash<Narrow>(list, frame, pinned);
}

}  // namespace

Rescues count_crossings(const PieceList& list, const CheckLine& line, Color own, std::span<const Spot> pinned,
                        CrossingTable table) {
    return line.step.diagonal() ? count<true>(list, line, own, pinned, table)
                                : count<false>(list, line, own, pinned, table);
}

}  // namespace zermelo::sparse
