// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "zermelo/tablebase/tier_graph.hpp"

namespace zermelo::tablebase {

/// How many positions there are of each number of plies; of outcomes alone all have none.
using ByDistance = std::map<std::optional<unsigned>, std::uint64_t>;
std::uint64_t sum(const ByDistance& counts);

/// What a table file says about its positions, as its header's record. It follows from the values alone, so
/// that a tier's file is the same whoever writes it; what is known of the run stands in `RunRecord`.
struct TierRecord {
    /// One of the longest wins or losses.
    struct Longest {
        unsigned plies = 0;
        std::string fen;
        std::string fen_swapped;  ///< with the colours swapped
        friend bool operator==(const Longest&, const Longest&) = default;
    };
    /// The positions of one value: placements, and with symmetric copies counted once.
    struct Counts {
        ByDistance wins;
        ByDistance losses;
        std::uint64_t draws = 0;
        friend bool operator==(const Counts&, const Counts&) = default;
    };
    /// With one side to move.
    struct Side {
        std::uint64_t positions = 0;
        std::uint64_t unique = 0;
        Counts placements;
        Counts unique_placements;
        std::optional<Longest> longest;
        std::optional<Longest> longest_loss;
        friend bool operator==(const Side&, const Side&) = default;
    };
    std::vector<Side> sides;

    /// The number of positions of all sides to move; and with symmetric copies counted once.
    std::uint64_t positions() const;
    std::uint64_t unique() const;
    /// The longest win or loss; 0 without any, and of outcomes alone.
    unsigned longest() const;
};

/// The positions of a table by value, symmetric copies counted once.
TierRecord::Counts unique_counts(const TableCounts& counts, ValueEncoding encoding);

/// What a verification has counted. `encoding`: that of the file, which may be of outcomes alone where what
/// was verified has distances.
TierRecord record_of(const TierAudit& audit, ValueEncoding encoding, const SolvableTier& tier);

/// The record as one line of JSON: docs/table-format.md.
std::string text(const TierRecord& record);
/// Reads what `text` writes; nothing for any other text. What is said beside the sides is not read:
/// files of earlier programs say there how long it took.
std::optional<TierRecord> parse_record(std::string_view text);

}  // namespace zermelo::tablebase
