// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

namespace zermelo::check_state {

enum class Axis : std::uint8_t { column, row };

/// Deals the columns (or rows) of a board out to 2^bits zones: of each 2^bits columns in succession, every
/// zone has one, and which one is drawn once a process.
///
/// So whatever the board's size, the zones have about as many of the columns that pieces stand in, and nobody
/// can prepare a board for which they have not. The columns of a zone are numbered without gaps.
class Zones {
  public:
    static constexpr unsigned most_bits = 4;

    Zones() = default;
    /// Preconditions: bits ≤ most_bits; `factor` is random.
    Zones(unsigned bits, std::uint64_t factor) : factor_(factor | 1), bits_(bits), mask_((1U << bits) - 1) {}

    unsigned bits() const { return bits_; }
    unsigned count() const { return mask_ + 1; }
    /// The zone of a column, from 0. Cost: one multiplication.
    unsigned of(std::uint64_t column) const {
        const std::uint64_t draw = (column >> most_bits) * factor_ >> (64 - most_bits);
        return static_cast<unsigned>(column ^ draw) & mask_;
    }
    /// The number of a column in its zone. No other column of that zone has it.
    std::uint64_t number(std::uint64_t column) const { return column >> bits_; }

  private:
    std::uint64_t factor_ = 1;
    unsigned bits_ = 0;
    unsigned mask_ = 0;
};

/// Buckets of squares: one for each zone of columns and zone of rows.
///
/// All pieces of a column are in few buckets, and touch few places of a table of columns, which then stay in
/// a cache; rows likewise.
struct Tiles {
    Zones columns;
    Zones rows;

    unsigned buckets() const { return columns.count() * rows.count(); }
    const Zones& along(Axis axis) const { return axis == Axis::column ? columns : rows; }
    unsigned bucket(unsigned column_zone, unsigned row_zone) const {
        return column_zone << rows.bits() | row_zone;
    }
    unsigned bucket_of(std::uint64_t x, std::uint64_t y) const { return bucket(columns.of(x), rows.of(y)); }
    /// Calls `visit` with every bucket of a zone.
    template <typename Visit>
    void for_each_bucket(Axis axis, unsigned zone, Visit&& visit) const {
        if (axis == Axis::column)
            for (unsigned row = 0; row < rows.count(); ++row) visit(bucket(zone, row));
        else
            for (unsigned column = 0; column < columns.count(); ++column) visit(bucket(column, zone));
    }
};

}  // namespace zermelo::check_state
