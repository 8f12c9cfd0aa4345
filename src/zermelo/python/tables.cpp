// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/python/tables.hpp"

#include <algorithm>
#include <memory>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include "zermelo/oracle/position_rows.hpp"
#include "zermelo/oracle/table_answers.hpp"
#include "zermelo/oracle/tier_entries.hpp"
#include "zermelo/python/arrays.hpp"
#include "zermelo/python/at_work.hpp"
#include "zermelo/python/errors.hpp"
#include "zermelo/python/interruptible.hpp"
#include "zermelo/python/json.hpp"
#include "zermelo/python/text.hpp"
#include "zermelo/python/variant.hpp"
#include "zermelo/tell/probe.hpp"
#include "zermelo/tell/stats.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace zermelo::python {
namespace {

template <typename T, std::size_t N>
using Input = nb::ndarray<const T, nb::ndim<N>, nb::c_contig, nb::device::cpu>;
/// Outcomes, plies and, where a mask was asked for, which are positions.
using Values = std::tuple<Array<std::int8_t>, Array<std::int16_t>, std::optional<Array<std::uint8_t>>>;

/// Where values are written before they are arrays.
class Columns {
  public:
    Columns(std::size_t count, bool mask) : outcomes_(count), plies_(count) {
        if (mask) are_positions_.emplace(count);
    }
    oracle::RowValues values() {
        return {outcomes_, plies_,
                are_positions_ ? std::span<std::uint8_t>{*are_positions_} : std::span<std::uint8_t>{}};
    }
    Values arrays() && {
        const std::size_t count = outcomes_.size();
        std::optional<Array<std::uint8_t>> mask;
        if (are_positions_) mask = array_of(*std::move(are_positions_), {count});
        return {array_of(std::move(outcomes_), {count}), array_of(std::move(plies_), {count}),
                std::move(mask)};
    }

  private:
    std::vector<std::int8_t> outcomes_;
    std::vector<std::int16_t> plies_;
    std::optional<std::vector<std::uint8_t>> are_positions_;
};

using Known = std::optional<std::pair<int, std::optional<std::uint64_t>>>;

Known value(const Tables& tables, const Position& position) {
    const auto known = value_of([&] {
        const AtWork at_work;
        return tables.open.value(position.at);
    }());
    if (!known) return std::nullopt;
    return std::pair{int{oracle::outcome_number(known->outcome)},
                     known->distance ? std::optional{known->distance->count()} : std::nullopt};
}

nb::object known(const Tables& tables, const Position& position, bool line) {
    const auto known = value_of([&] {
        const AtWork at_work;
        return oracle::values_or_error(tables.open, position.at, line);
    }());
    return object_of(tell::position_object(position.at, known));
}

Values values_of(const Tables& tables, const Variant& variant, const Input<std::uint8_t, 2>& boards,
                 const Input<std::uint8_t, 1>& to_move, bool mask) {
    const std::size_t squares = variant.squares();
    const std::size_t count = boards.shape(0);
    if (boards.shape(1) != squares)
        throw nb::value_error(
            fmt::format("boards of {} squares, expected {}", boards.shape(1), squares).c_str());
    std::vector<std::uint8_t> one_for_all;
    std::span<const std::uint8_t> sides{to_move.data(), to_move.size()};
    if (sides.size() == 1 && count != 1) {
        one_for_all.assign(count, sides.front());
        sides = one_for_all;
    }
    if (sides.size() != count)
        throw nb::value_error(fmt::format("{} sides to move of {} boards", sides.size(), count).c_str());
    Columns columns{count, mask};
    const oracle::PositionRows rows{{boards.data(), boards.size()}, sides};
    const auto look_up = [&](const std::stop_token& stop) -> Result<void> {
        ZERMELO_TRY(const auto kept, tables.of_rows(variant));
        return kept.values(rows, columns.values(), stop);
    };
    // A thread of its own costs more than few rows do.
    value_of(count <= oracle::RowTables::few ? [&] {
        const AtWork at_work;
        return look_up({});
    }()
                                             : interruptible(look_up));
    return std::move(columns).arrays();
}

nb::object stats(const Tables& tables, const Variant& variant, const std::optional<std::string>& tier) {
    return object_of(value_of([&] {
        const AtWork at_work;
        return tell::tier_objects(variant.rules(), tables.folder, tier.value_or(""));
    }()));
}

std::vector<std::string> tiers(const Tables& tables, const Variant& variant) {
    const auto folders = tables.open.folders_of(variant.rules());
    return folders.empty() ? std::vector<std::string>{} : folders.front().tiers;
}

oracle::TierEntries tier(const Tables& tables, const Variant& variant, const std::string& name) {
    return value_of([&] {
        const AtWork at_work;
        return oracle::TierEntries::open(tables.folder, variant.start(), name);
    }());
}

void check_table(const oracle::TierEntries& tier, unsigned table) {
    if (table >= tier.tables())
        throw nb::index_error(fmt::format("table {}, expected less than {}", table, tier.tables()).c_str());
}

nb::tuple arrays_of(oracle::TierPositions found, std::size_t squares) {
    const std::size_t count = found.indices.size();
    return nb::make_tuple(
        array_of(std::move(found.indices), {count}), array_of(std::move(found.men), {count, squares}),
        array_of(std::move(found.outcomes), {count}), array_of(std::move(found.plies), {count}));
}

nb::tuple positions(const oracle::TierEntries& tier, unsigned table, std::uint64_t first, std::uint64_t end) {
    check_table(tier, table);
    end = std::min(end, tier.entries(table));
    return arrays_of(value_of([&]() -> Result<oracle::TierPositions> {
                         const AtWork at_work;
                         if (first >= end) return {};
                         return tier.positions(table, first, end);
                     }()),
                     tier.squares());
}

nb::tuple positions_of(const oracle::TierEntries& tier, unsigned table,
                       const Input<std::uint64_t, 1>& indices) {
    check_table(tier, table);
    return arrays_of(value_of([&] {
                         const AtWork at_work;
                         return tier.positions(table, std::span{indices.data(), indices.size()});
                     }()),
                     tier.squares());
}

Values values_of_indices(const oracle::TierEntries& tier, unsigned table,
                         const Input<std::uint64_t, 1>& indices, bool mask) {
    check_table(tier, table);
    const std::size_t count = indices.shape(0);
    Columns columns{count, mask};
    value_of([&] {
        const AtWork at_work;
        return tier.values(table, {indices.data(), count}, columns.values());
    }());
    return std::move(columns).arrays();
}

#define ZERMELO_UINT8 "numpy.typing.NDArray[numpy.uint8]"
#define ZERMELO_POSITIONS                                      \
    "tuple[numpy.typing.NDArray[numpy.uint64], " ZERMELO_UINT8 \
    ", "                                                       \
    "numpy.typing.NDArray[numpy.int8], numpy.typing.NDArray[numpy.int16]]"
#define ZERMELO_VALUES \
    "tuple[numpy.typing.NDArray[numpy.int8], numpy.typing.NDArray[numpy.int16], " ZERMELO_UINT8 " | None]"

}  // namespace

void bind_tables(nb::module_& module) {
    nb::class_<Tables>(module, "Tables")
        .def(nb::init<std::string>(), "folder"_a)
        .def("value", &value, "position"_a)
        .def("known", &known, "position"_a, "line"_a,
             nb::sig("def known(self, position: Position, line: bool) -> dict[str, typing.Any]"))
        .def("values", &values_of, "variant"_a, "boards"_a.noconvert(), "to_move"_a.noconvert(), "mask"_a,
             nb::sig("def values(self, variant: Variant, boards: " ZERMELO_UINT8 ", to_move: " ZERMELO_UINT8
                     ", mask: bool) -> " ZERMELO_VALUES))
        .def("stats", &stats, "variant"_a, "tier"_a.none(),
             nb::sig("def stats(self, variant: Variant, tier: str | None) -> list[dict[str, typing.Any]]"))
        .def("tiers", &tiers, "variant"_a)
        .def("tier", &tier, "variant"_a, "name"_a);
    nb::class_<oracle::TierEntries>(module, "Tier")
        .def_prop_ro("name", &oracle::TierEntries::name)
        .def_prop_ro("tables", &oracle::TierEntries::tables)
        .def(
            "entries",
            [](const oracle::TierEntries& tier, unsigned table) {
                check_table(tier, table);
                return tier.entries(table);
            },
            "table"_a)
        .def("positions", &positions, "table"_a, "first"_a, "end"_a,
             nb::sig("def positions(self, table: int, first: int, end: int) -> " ZERMELO_POSITIONS))
        .def("positions_of", &positions_of, "table"_a, "indices"_a.noconvert(),
             nb::sig("def positions_of(self, table: int, indices: numpy.typing.NDArray[numpy.uint64]) "
                     "-> " ZERMELO_POSITIONS))
        .def("values", &values_of_indices, "table"_a, "indices"_a.noconvert(), "mask"_a,
             nb::sig("def values(self, table: int, indices: numpy.typing.NDArray[numpy.uint64], "
                     "mask: bool) -> " ZERMELO_VALUES));
}

}  // namespace zermelo::python
