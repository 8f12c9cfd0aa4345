// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "zermelo/tablebase/indexed.hpp"
#include "zermelo/tablebase/value_encoding.hpp"

namespace zermelo::tablebase {

/// How many positions of one table have each value.
struct TableCounts {
    /// By byte (`ValueEncoding`): placements, and those that are left when symmetric copies count as one.
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
        if (byte != ValueEncoding::draw) note(ValueEncoding::is_win(byte) ? win : loss, {byte, index});
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
        Slot slot;
        std::uint8_t stored = 0;
        std::uint8_t expected = 0;
    };
    std::optional<Fault> fault;
};

}  // namespace zermelo::tablebase
