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

#include "zermelo/base/quoted.hpp"
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

Position position_of(const SharedVariant& variant, const std::optional<std::string>& fen) {
    if (!fen) return {variant, variant->start()};
    auto found = Position::of_fen(variant, *fen);
    if (!found)
        if (auto told = Position::of_text(variant, *fen)) return *std::move(told);
    return value_of(std::move(found));
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

/// One side, as `sides_of` reads it, of the argument of a name.
Color side_of(const nb::object& side, const char* name) {
    Row sides;
    const nb::object numbers = nb::module_::import_("zermelo._sides").attr("sides_of")(side, name);
    if (!nb::try_cast(numbers.attr("reshape")(-1), sides) || sides.size() != 1)
        throw nb::value_error(fmt::format("{} with several sides, expected one", name).c_str());
    return value_of(oracle::row_side(*sides.data()));
}

std::size_t square_index(const Position& position, const std::string& square) {
    const rules::Rules& rules = position.variant->rules();
    const auto place = engine::place_of(square);
    if (!place || place->file >= rules.files || place->rank >= rules.ranks)
        throw Raised{Error{ErrorKind::bad_usage,
                           fmt::format("{}, expected a square of {} files and {} ranks, as e4",
                                       quoted(square, 40, Unprintable::hex), rules.files, rules.ranks)}};
    return std::size_t{place->rank} * rules.files + place->file;
}

Position of_array(const nb::object& of, const nb::object& board, const nb::object& to_move) {
    const SharedVariant variant = variant_meant(of);
    value_of(oracle::check_rows(variant->rules()));
    Row row;
    if (!nb::try_cast(nb::module_::import_("zermelo._tables").attr("bytes_of")(board, "board"), row))
        throw nb::value_error("a board of several dimensions, expected [squares]");
    if (row.size() != variant->squares())
        throw nb::value_error(
            fmt::format("a board of {} squares, expected {}", row.size(), variant->squares()).c_str());
    const Color side = side_of(to_move, "to_move");
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

Position of_planes(const nb::object& of, const nb::object& planes) {
    const SharedVariant variant = variant_meant(of);
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

/// What arrays call the man on a square, or the wall; None where nothing stands.
std::optional<std::string> piece_at(const Position& position, const std::string& square) {
    const std::size_t index = square_index(position, square);
    const std::uint8_t byte = position.at.men()[index];
    if (byte == 0) return std::nullopt;
    return std::string(1, oracle::row_symbols(position.variant->rules())[byte]);
}

nb::dict piece_map(const Position& position) {
    nb::dict found;
    const std::string symbols = oracle::row_symbols(position.variant->rules());
    const std::vector<std::uint8_t> men = position.at.men();
    for (unsigned i = 0; i < men.size(); ++i)
        if (men[i] != 0)
            found[nb::cast(engine::name(engine::place_of(Square{i}, position.variant->rules().files)))] =
                nb::cast(std::string(1, symbols[men[i]]));
    return found;
}

nb::dict in_hand(const Position& position, const nb::object& side) {
    const Color color = side_of(side, "side");
    nb::dict found;
    const std::string symbols = oracle::row_symbols(position.variant->rules());
    for (std::size_t i = 1; i + 1 < symbols.size(); i += 2)  // each kind has two: White's and Black's
        if (const unsigned count = position.at.in_hand(color, symbols[i]))
            found[nb::cast(std::string(1, symbols[i]))] = count;
    return found;
}

engine::Move move_of(const Position& position, const UciMove& move) {
    return value_of(library::move_of_uci(position.at, move.text));
}

nb::object boards_call(const char* name, const nb::object& argument) {
    return nb::module_::import_("zermelo._boards").attr(name)(argument);
}

/// What is pickled.
using State =
    std::tuple<SharedVariant, std::string, std::uint64_t, std::optional<std::uint64_t>, std::uint64_t>;

}  // namespace

void bind_position(nb::module_& module) {
    nb::class_<Position>(module, "Position",
                         "A legal position of a variant. It never changes: ``play`` gives the next one. Any "
                         "thread may use it; it can be pickled, compared and hashed. Moves are UCI texts "
                         "(``e2e4``, ``e7e8q``), or objects that say themselves so by a method ``uci``, as "
                         "`chess.Move` does.")
        .def(
            "__init__",
            [](Position* self, const nb::object& variant, const nb::object& fen) {
                new (self)
                    Position{position_of(variant_meant(variant), argument<std::optional<std::string>>(
                                                                     fen, "Position", "fen", "str or None"))};
            },
            "variant"_a.none(), "fen"_a = nb::none(),
            nb::sig("def __init__(self, variant: Variant | str, fen: str | None = None) -> None"),
            "The position that a FEN describes, or the variant's start: ``Position(\"chess\")``. After a FEN "
            "may stand what it does not tell, as ``repr`` writes it.\n\n"
            "Raises InputError (a ValueError): a FEN that cannot be read, with the column; a position that "
            "is not legal, with all reasons in ``reasons``.")
        .def_prop_ro(
            "variant", [](const Position& p) { return p.variant; },
            "The variant that the position belongs to.")
        .def_prop_ro(
            "fen", &Position::fen,
            "The position as a FEN, in which the counters of moves are always 0 and 1. Those of the FEN that "
            "it was made from go on with the moves that are played, and `value` and `prove` heed "
            "them; equal positions may have others. A FEN does not tell that the last moves were passes "
            "(``passes=1``) or won by castling (``castled``), and whose checks have had a strong one in "
            "shatar "
            "(``strong=w``): ``repr`` writes that after it, as here, and `Position` takes it.")
        .def_prop_ro(
            "turn", [](const Position& p) { return p.to_move() == Color::white ? "white" : "black"; },
            nb::sig("def turn(self) -> typing.Literal['white', 'black']"), "The side to move.")
        .def_prop_ro(
            "halfmove_clock", [](const Position& p) { return p.half_moves; },
            "The number of plies without progress, as the FEN that the position was made from counts them "
            "and "
            "the moves since. No part of what is compared.")
        .def_prop_ro(
            "fullmove_number", [](const Position& p) { return p.full_moves; },
            "The number of the next move, counted in the same way: it grows after Black's.")
        .def("piece_at", &piece_at, "square"_a,
             "The man on a square (``\"e4\"``), by its letter in ``variant.symbols``: White's in upper case; "
             "``*`` of a wall that play has put; None where nothing stands. Raises InputError if the board "
             "has no such square.")
        .def("piece_map", &piece_map, nb::sig("def piece_map(self) -> dict[str, str]"),
             "All men, each letter by its square: ``{\"e1\": \"K\", …}``.")
        .def("in_hand", &in_hand, "side"_a, nb::sig("def in_hand(self, side: int | str) -> dict[str, int]"),
             "How many men of each kind a side has in hand, by their letters in upper case; a side is "
             "``\"white\"``, ``\"w\"`` or 0, ``\"black\"``, ``\"b\"`` or 1. Kinds of which it has none "
             "are left out.")
        .def_prop_ro(
            "legal_moves",
            [](const Position& p) {
                return nb::module_::import_("zermelo._moves").attr("LegalMoves")(nb::cast(p.legal_moves()));
            },
            nb::sig("def legal_moves(self) -> LegalMoves"),
            "All legal moves, in the order of their names; none if the game is over.")
        .def(
            "is_legal",
            [](const Position& p, const UciMove& move) { return p.at.find_move(move.text).has_value(); },
            "move"_a, "Whether a move, as UCI, is legal.")
        .def(
            "is_capture",
            [](const Position& p, const UciMove& move) { return p.at.captures(move_of(p, move)); }, "move"_a,
            "Whether a legal move captures something, en passant too. Raises InputError if it is not legal.")
        .def(
            "gives_check",
            [](const Position& p, const UciMove& move) { return p.at.gives_check(move_of(p, move)); },
            "move"_a,
            "Whether after a legal move the other side is in check. Raises InputError if it is not legal.")
        .def(
            "play", [](const Position& p, const UciMove& move) { return value_of(p.play(move.text)); },
            "move"_a, "The position after a legal move. Raises InputError if it is not legal.")
        .def(
            "san", [](const Position& p, const UciMove& move) { return value_of(p.san(move.text)); },
            "move"_a, "The move in standard algebraic notation. Raises InputError if it is not legal.")
        .def(
            "parse_san", [](const Position& p, const std::string& text) { return value_of(p.of_san(text)); },
            "text"_a,
            "The legal move, as UCI, that a text means in standard algebraic notation; ``+``, ``#`` and "
            "``=`` may be left out, ``!`` and ``?`` may follow, castling may have noughts (``0-0``), and "
            "where "
            "a man comes from may be told although nothing asks for it (``Qd2xd7``); ``@f6`` drops a pawn. "
            "UCI "
            "is read, too. Raises InputError if no legal move is written so.")
        .def_static(
            "from_board", [](const nb::object& board) { return boards_call("position_of", board); },
            "board"_a, nb::sig("def from_board(board: chess.Board) -> Position"),
            "The position of a board of python-chess, with its counters; boards of ``chess.variant`` are "
            "positions of the variants that they play, and those of Chess960 of ``fischerandom``. Raises "
            "InputError: a board of another game, or of no legal position. A board of ``SuicideBoard`` loses "
            "its rights to castle: nobody castles in our ``suicide`` (docs/other-programs.md).")
        .def(
            "to_board", [](const nb::object& self) { return boards_call("board_of", self); },
            nb::sig("def to_board(self) -> chess.Board"),
            "A board of python-chess with the position and its counters. Raises InputError: a variant that "
            "python-chess does not play; ImportError: it is not installed (``zermelo-solver[compare]``).")
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
            nb::sig("def from_array(variant: Variant | str, board: numpy.typing.NDArray[numpy.uint8], "
                    "to_move: int | str) -> Position"),
            "The position that an array like that of ``array`` describes, without castling rights, gates, a "
            "pass before or anything to capture en passant, which an array does not tell: of chess' start it "
            "makes "
            "the position in which nobody may castle; ``to_move`` is ``\"white\"``, ``\"w\"`` or 0, "
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
            nb::sig("def from_planes(variant: Variant | str, planes: numpy.typing.NDArray[numpy.uint8]) -> "
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
                 return State{p.variant, p.text(), p.half_moves, p.counting_limit, p.full_moves};
             })
        .def("__setstate__", [](Position& p, const State& state) {
            const auto& [variant, text, half_moves, counting_limit, full_moves] = state;
            Position position = value_of(Position::of_text(variant, text));
            position.half_moves = half_moves;
            position.counting_limit = counting_limit;
            position.full_moves = full_moves;
            new (&p) Position{std::move(position)};
        });
}

}  // namespace zermelo::python
