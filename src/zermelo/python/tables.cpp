// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <memory>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/vector.h>

#include "zermelo/oracle/open_tables.hpp"
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
using Values = std::pair<Array<std::int8_t>, Array<std::int16_t>>;

/// The tables of a folder.
struct Tables {
    std::string folder;
    mutable oracle::OpenTables open;

    explicit Tables(std::string name) : folder(std::move(name)), open({folder}) {}
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
                 const Input<std::uint8_t, 1>& to_move) {
    const std::size_t squares = variant.squares();
    const std::size_t count = boards.shape(0);
    if (boards.shape(1) != squares)
        throw nb::value_error(
            fmt::format("boards of {} squares, expected {}", boards.shape(1), squares).c_str());
    if (to_move.shape(0) != count)
        throw nb::value_error(fmt::format("{} sides to move of {} boards", to_move.shape(0), count).c_str());
    std::vector<std::int8_t> outcomes(count);
    std::vector<std::int16_t> plies(count);
    value_of(interruptible([&](const std::stop_token& stop) {
        return oracle::values_of_rows(tables.folder, variant.start(),
                                      {{boards.data(), boards.size()}, {to_move.data(), to_move.size()}},
                                      {outcomes, plies}, stop);
    }));
    return {array_of(std::move(outcomes), {count}), array_of(std::move(plies), {count})};
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

nb::tuple positions(const oracle::TierEntries& tier, unsigned table, std::uint64_t first, std::uint64_t end) {
    check_table(tier, table);
    end = std::min(end, tier.entries(table));
    oracle::TierPositions found = value_of([&]() -> Result<oracle::TierPositions> {
        const AtWork at_work;
        if (first >= end) return {};
        return tier.positions(table, first, end);
    }());
    const std::size_t count = found.indices.size();
    return nb::make_tuple(
        array_of(std::move(found.indices), {count}), array_of(std::move(found.men), {count, tier.squares()}),
        array_of(std::move(found.outcomes), {count}), array_of(std::move(found.plies), {count}));
}

Values values_of_indices(const oracle::TierEntries& tier, unsigned table,
                         const Input<std::uint64_t, 1>& indices) {
    check_table(tier, table);
    const std::size_t count = indices.shape(0);
    std::vector<std::int8_t> outcomes(count);
    std::vector<std::int16_t> plies(count);
    value_of([&] {
        const AtWork at_work;
        return tier.values(table, {indices.data(), count}, {outcomes, plies});
    }());
    return {array_of(std::move(outcomes), {count}), array_of(std::move(plies), {count})};
}

#define ZERMELO_UINT8 "numpy.typing.NDArray[numpy.uint8]"
#define ZERMELO_VALUES "tuple[numpy.typing.NDArray[numpy.int8], numpy.typing.NDArray[numpy.int16]]"

}  // namespace

void bind_tables(nb::module_& module) {
    nb::class_<Tables>(module, "Tables")
        .def(nb::init<std::string>(), "folder"_a)
        .def("value", &value, "position"_a)
        .def("known", &known, "position"_a, "line"_a,
             nb::sig("def known(self, position: Position, line: bool) -> dict[str, typing.Any]"))
        .def("values", &values_of, "variant"_a, "boards"_a.noconvert(), "to_move"_a.noconvert(),
             nb::sig("def values(self, variant: Variant, boards: " ZERMELO_UINT8 ", to_move: " ZERMELO_UINT8
                     ") -> " ZERMELO_VALUES))
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
             nb::sig("def positions(self, table: int, first: int, end: int) -> "
                     "tuple[numpy.typing.NDArray[numpy.uint64], " ZERMELO_UINT8
                     ", numpy.typing.NDArray[numpy.int8], numpy.typing.NDArray[numpy.int16]]"))
        .def("values", &values_of_indices, "table"_a, "indices"_a.noconvert(),
             nb::sig("def values(self, table: int, indices: numpy.typing.NDArray[numpy.uint64]) "
                     "-> " ZERMELO_VALUES));
}

}  // namespace zermelo::python
