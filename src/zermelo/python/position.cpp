// SPDX-License-Identifier: GPL-3.0-or-later

#include <stop_token>
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

#include "zermelo/oracle/limits.hpp"
#include "zermelo/oracle/perft.hpp"
#include "zermelo/oracle/position_planes.hpp"
#include "zermelo/oracle/position_rows.hpp"
#include "zermelo/python/arrays.hpp"
#include "zermelo/python/errors.hpp"
#include "zermelo/python/interruptible.hpp"
#include "zermelo/python/text.hpp"
#include "zermelo/python/variant.hpp"
#include "zermelo/tell/variants.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace zermelo::python {
namespace {

using Row = nb::ndarray<const std::uint8_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

Position position_of(SharedVariant variant, const std::optional<std::string>& fen) {
    if (!fen) {
        engine::AnyGameAt start = variant->start();
        return {std::move(variant), std::move(start)};
    }
    return value_of(Position::of_fen(std::move(variant), *fen));
}

/// A `zermelo.Outcome`, or None.
nb::object outcome(const Position& position) {
    const auto found = position.at.end();
    if (!found) return nb::none();
    return nb::module_::import_("zermelo._values").attr("Outcome")(oracle::outcome_number(*found));
}

Array<std::uint8_t> board_of(const Position& position) {
    return array_of(position.at.men(), {position.variant->squares()});
}

/// Who is to move, as `sides_of` reads it.
Color side_of(const nb::object& to_move) {
    Row sides;
    const nb::object numbers = nb::module_::import_("zermelo._sides").attr("sides_of")(to_move);
    if (!nb::try_cast(numbers.attr("reshape")(-1), sides) || sides.size() != 1)
        throw nb::value_error("several sides to move, expected one");
    return value_of(oracle::row_side(*sides.data()));
}

Position of_array(const SharedVariant& variant, const nb::object& board, const nb::object& to_move) {
    value_of(oracle::check_rows(variant->rules()));
    Row row;
    if (!nb::try_cast(nb::module_::import_("zermelo._tables").attr("bytes_of")(board, "board"), row))
        throw nb::value_error("a board of several dimensions, expected [squares]");
    if (row.size() != variant->squares())
        throw nb::value_error(
            fmt::format("a board of {} squares, expected {}", row.size(), variant->squares()).c_str());
    const Color side = side_of(to_move);
    return {variant, value_of(oracle::read_row(variant->start(), {row.data(), row.size()}, side))};
}

Array<std::uint8_t> planes_of(const Position& position) {
    const rules::Rules& rules = position.variant->rules();
    const oracle::PlaneWriter writer{position.variant->start()};
    const std::size_t count = writer.position_planes();
    std::vector<std::uint8_t> planes(count * position.variant->squares());
    value_of(writer.write(position.at, planes));
    return array_of(std::move(planes), {count, rules.ranks, rules.files});
}

Position of_planes(const SharedVariant& variant, const nb::object& planes) {
    const rules::Rules& rules = variant->rules();
    const std::size_t count = oracle::position_plane_count(rules);
    nb::ndarray<const std::uint8_t, nb::ndim<3>, nb::c_contig, nb::device::cpu> bytes;
    if (!nb::try_cast(nb::module_::import_("zermelo._tables").attr("bytes_of")(planes, "planes"), bytes) ||
        bytes.shape(0) != count || bytes.shape(1) != rules.ranks || bytes.shape(2) != rules.files)
        throw nb::value_error(
            fmt::format("planes of another shape, expected [{}, {}, {}]", count, rules.ranks, rules.files)
                .c_str());
    return {variant, value_of(oracle::read_planes(variant->start(), {bytes.data(), bytes.size()}))};
}

std::uint64_t perft(const Position& position, std::uint64_t depth) {
    value_of(oracle::check_limit(Plies{depth}));
    return interruptible(
        [&](const std::stop_token& stop) { return oracle::perft(position.at, Plies{depth}, stop); });
}

std::string svg(const Position& position, const std::vector<std::string>& line, bool flipped, bool western) {
    return value_of(tell::picture(position.at, line, {flipped, western}));
}

/// What is pickled.
using State = std::tuple<SharedVariant, std::string, std::uint64_t, std::optional<std::uint64_t>>;

}  // namespace

void bind_position(nb::module_& module) {
    nb::class_<Position>(module, "Position",
                         "A legal position of a variant. It never changes: ``play`` gives the next one. Any "
                         "thread may use it; it can be pickled, compared and hashed. Moves are UCI texts "
                         "(``e2e4``, ``e7e8q``).")
        .def(
            "__init__",
            [](Position* self, const SharedVariant& variant, const std::optional<std::string>& fen) {
                new (self) Position{position_of(variant, fen)};
            },
            "variant"_a, "fen"_a = nb::none(),
            "The position that a FEN describes, or the variant's start.\n\n"
            "Raises InputError (a ValueError): a FEN that cannot be read, with the column; a position that "
            "is not legal, with all reasons in ``reasons``.")
        .def_prop_ro(
            "variant", [](const Position& p) { return p.variant; },
            "The variant that the position belongs to.")
        .def_prop_ro(
            "fen", &Position::fen,
            "The position as a FEN, in which the counters of moves are always 0 and 1. Those of the FEN that "
            "it was made from go on with the moves that are played, and `value` and `prove` heed "
            "them; equal positions may have others.")
        .def_prop_ro(
            "turn", [](const Position& p) { return p.to_move() == Color::white ? "white" : "black"; },
            nb::sig("def turn(self) -> typing.Literal['white', 'black']"), "The side to move.")
        .def_prop_ro("legal_moves", &Position::legal_moves,
                     "All legal moves, in the order of their names; none if the game is over.")
        .def(
            "play", [](const Position& p, const std::string& move) { return value_of(p.play(move)); },
            "move"_a, "The position after a legal move. Raises InputError if it is not legal.")
        .def(
            "san", [](const Position& p, const std::string& move) { return value_of(p.san(move)); }, "move"_a,
            "The move in standard algebraic notation. Raises InputError if it is not legal.")
        .def(
            "parse_san", [](const Position& p, const std::string& text) { return value_of(p.of_san(text)); },
            "text"_a,
            "The legal move, as UCI, that a text means in standard algebraic notation; ``+`` and ``#`` may "
            "be left out, and UCI is read, too. Raises InputError if no legal move is written so.")
        .def_prop_ro("is_check", &Position::is_check,
                     "Whether a royal piece of the side to move is attacked.")
        .def_prop_ro(
            "is_game_over", [](const Position& p) { return p.at.end().has_value(); },
            "Whether the rules end the game here.")
        .def_prop_ro(
            "is_checkmate", [](const Position& p) { return p.at.ending().checkmate; },
            "Whether the side to move is in check and has no legal move.")
        .def_prop_ro(
            "is_stalemate", [](const Position& p) { return p.at.ending().stalemate; },
            "Whether the side to move is not in check and has no legal move.")
        .def_prop_ro(
            "outcome", &outcome, nb::sig("def outcome(self) -> Outcome | None"),
            "What the side to move gets if the rules end the game here; None while the game goes on.")
        .def(
            "array", &board_of, nb::sig("def array(self) -> numpy.typing.NDArray[numpy.uint8]"),
            "The men and walls as uint8 [squares], a1, b1, …, a2, …: ``variant.symbols`` says what a byte "
            "means. ``planes`` tells what else a position holds: castling rights, gates, en passant, passes, "
            "men in hand, former kinds, checks that are left.")
        .def_static(
            "from_array", &of_array, "variant"_a, "board"_a, "to_move"_a,
            nb::sig("def from_array(variant: Variant, board: numpy.typing.NDArray[numpy.uint8], "
                    "to_move: int | str) -> Position"),
            "The position that an array like that of ``array`` describes, without castling rights, gates, a "
            "pass before or anything to capture en passant; ``to_move`` is ``\"white\"``, ``\"w\"`` or 0, "
            "``\"black\"``, ``\"b\"`` or 1. Other integers are converted where they fit.\n\n"
            "Raises ValueError for a wrong size, TypeError for numbers that are no integers and for a side "
            "that is a bool, InputError for a board that is no legal position, and where positions of the "
            "variant hold men in hand, checks that are left or former kinds, which no board tells "
            "(``from_planes`` takes them).")
        .def("planes", &planes_of, nb::sig("def planes(self) -> numpy.typing.NDArray[numpy.uint8]"),
             "All that the position holds, as uint8 [planes, ranks, files], rank 1 first: "
             "``zermelo.plane_names`` names the planes, ``zermelo.plane_meanings`` says what they mean. "
             "Positions of a variant have equal planes exactly if they are equal. Raises InputError where "
             "the FEN had holes or barred squares that the variant's start does not have.")
        .def_static(
            "from_planes", &of_planes, "variant"_a, "planes"_a,
            nb::sig("def from_planes(variant: Variant, planes: numpy.typing.NDArray[numpy.uint8]) -> "
                    "Position"),
            "The position whose ``planes`` these are. Raises ValueError for a wrong shape, TypeError for "
            "numbers that are no integers, InputError for a byte that means nothing on its plane and for "
            "what is no legal position.")
        .def("perft", &perft, "depth"_a,
             "The number of sequences of legal moves that are `depth` plies long, at most 250. Ctrl-C ends "
             "it. Cost: some 10 ns a sequence on one processor.")
        .def("svg", &svg, "line"_a = std::vector<std::string>{}, "flipped"_a = false, "western"_a = false,
             "A picture, as SVG, of the position after the moves of `line`, with an arrow for each; with "
             "Black's side at the bottom if `flipped`, and with the board and the men of chess, whatever the "
             "variant's own are, if `western`. Raises InputError for a move that is not legal.")
        .def("_repr_svg_", [](const Position& p) { return svg(p, {}, false, false); })
        .def("__str__", [](const Position& p) { return tell::text_picture(p.at); })
        .def("__repr__",
             [](const Position& p) {
                 return fmt::format("Position(Variant('{}'), '{}')", p.variant->rules().name, p.text());
             })
        .def(
            "__eq__",
            [](const Position& a, const nb::object& b) {
                const Position* other = nullptr;
                return nb::try_cast<const Position*>(b, other) && other != nullptr && a == *other;
            },
            nb::is_operator(), nb::sig("def __eq__(self, other: object, /) -> bool"))
        .def("__hash__", [](const Position& p) { return std::hash<std::string>{}(p.text()); })
        .def(
            "__copy__", [](const nb::object& self) { return self; },
            nb::sig("def __copy__(self) -> Position"))
        .def(
            "__deepcopy__", [](const nb::object& self, const nb::object&) { return self; }, "memo"_a,
            nb::sig("def __deepcopy__(self, memo: object) -> Position"))
        .def("__getstate__",
             [](const Position& p) {
                 return State{p.variant, p.text(), p.half_moves, p.counting_limit};
             })
        .def("__setstate__", [](Position& p, const State& state) {
            const auto& [variant, text, half_moves, counting_limit] = state;
            Position position = value_of(Position::of_text(variant, text));
            position.half_moves = half_moves;
            position.counting_limit = counting_limit;
            new (&p) Position{std::move(position)};
        });
}

}  // namespace zermelo::python
