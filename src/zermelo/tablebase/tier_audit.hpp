// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "zermelo/tablebase/indexed.hpp"
#include "zermelo/tablebase/value_encoding.hpp"

namespace zermelo::tablebase {

/// How many positions of one table have each value.
struct TableCounts {
    /// By number (`ValueEncoding`): placements, and those that are left when symmetric copies count as one.
    /// There are as many as there are bytes or, where one does not suffice, numbers of 16 bits.
    std::vector<std::uint64_t> placements = std::vector<std::uint64_t>(byte_count);
    std::vector<std::uint64_t> unique = std::vector<std::uint64_t>(byte_count);
    /// The longest win and the longest loss, the entry with the least index of each.
    struct Longest {
        Number number = 0;
        std::uint64_t index = 0;
        friend constexpr bool operator==(const Longest&, const Longest&) = default;
    };
    std::optional<Longest> win;
    std::optional<Longest> loss;

    /// `count` positions in a row, the first at `index`.
    void add(Number number, std::uint64_t index, std::uint64_t weight, bool least, std::uint64_t count = 1) {
        if (number >= placements.size()) [[unlikely]]
            grow();
        placements[number] += weight * count;
        unique[number] += least ? count : 0;
        if (number != ValueEncoding::draw) note(ValueEncoding::is_win(number) ? win : loss, {number, index});
    }
    void add(const TableCounts& other) {
        if (other.placements.size() > placements.size()) grow();
        for (std::size_t n = 0; n < other.placements.size(); ++n) {
            placements[n] += other.placements[n];
            unique[n] += other.unique[n];
        }
        if (other.win) note(win, *other.win);
        if (other.loss) note(loss, *other.loss);
    }
    friend bool operator==(const TableCounts&, const TableCounts&) = default;

  private:
    static constexpr std::size_t byte_count = 256;
    static constexpr std::size_t number_count = 65'536;
    void grow() {
        placements.resize(number_count);
        unique.resize(number_count);
    }
    static void note(std::optional<Longest>& known, const Longest& met) {
        if (!known || known->number < met.number || (known->number == met.number && met.index < known->index))
            known = met;
    }
};

/// What the verification of a tier found: how many positions have each value, by table; or an entry that does
/// not follow from its successors.
struct TierAudit {
    std::vector<TableCounts> tables;
    struct Fault {
        Slot slot;
        Number stored = 0;
        Number expected = 0;
    };
    std::optional<Fault> fault;
};

}  // namespace zermelo::tablebase
