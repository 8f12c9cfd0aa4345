// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/app/position.hpp"

#include <algorithm>
#include <stop_token>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include "zermelo/app/position_rows.hpp"
#include "zermelo/app/text_game.hpp"
#include "zermelo/app/variants.hpp"
#include "zermelo/draw/diagram_text.hpp"
#include "zermelo/draw/variant.hpp"
#include "zermelo/engine/notation.hpp"
#include "zermelo/python/arrays.hpp"
#include "zermelo/python/errors.hpp"
#include "zermelo/python/interruptible.hpp"
#include "zermelo/python/variant.hpp"
#include "zermelo/search/perft.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace zermelo::python {
namespace {

using Row = nb::ndarray<const std::uint8_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

/// Every violation as an error of its own.
engine::AnyGameAt checked(const rules::Rules& rules, const engine::Setup& setup) {
    auto at = engine::set_up(rules, setup);
    if (at) return *std::move(at);
    std::vector<Error> errors;
    for (const engine::Violation& violation : at.error())
        errors.push_back({ErrorKind::bad_input,
                          violation.place ? fmt::format("{}: {}", name(*violation.place), violation.message)
                                          : violation.message,
                          std::nullopt, "FEN"});
    throw Raised{std::move(errors)};
}

Position position_of(SharedVariant variant, const std::optional<std::string>& fen) {
    if (!fen) {
        engine::AnyGameAt start = variant->start();
        return {std::move(variant), std::move(start)};
    }
    auto at = std::visit(
        [&](const auto& start) {
            return app::position_in(start.game, *fen).map([](auto one) {
                return engine::AnyGameAt{std::move(one)};
            });
        },
        variant->start());
    if (!at) {
        // Once more, for each reason by itself.
        const auto setup = value_of(about("FEN", engine::parse_fen(*fen, variant->rules())));
        at = checked(variant->rules(), setup);
    }
    return {std::move(variant), *std::move(at)};
}

/// Does `work` with the `GameAt` of a position.
template <typename Work>
decltype(auto) with(const Position& position, Work&& work) {
    return std::visit(std::forward<Work>(work), position.at);
}

std::vector<std::string> legal_moves(const Position& position) {
    std::vector<std::string> names = with(position, [](const auto& at) {
        engine::MoveList moves;
        if (!at.game.end(at.position)) at.game.moves(at.position, moves);
        std::vector<std::string> all;
        for (const engine::Move& move : moves) all.push_back(engine::uci(move, at.game.rules()));
        return all;
    });
    std::sort(names.begin(), names.end());
    return names;
}

/// The legal move of that name.
template <typename Bits>
engine::Move move_of(const engine::GameAt<Bits>& at, const std::string& text) {
    const auto move = at.game.end(at.position) ? std::nullopt : engine::find_move(at.game, at.position, text);
    if (!move)
        throw Raised{Error{ErrorKind::bad_usage, fmt::format("'{}' is not legal in {}", text,
                                                             engine::print_fen(at.game.setup(at.position)))}};
    return *move;
}

Position play(const Position& position, const std::string& text) {
    const engine::Move move = with(position, [&](const auto& at) { return move_of(at, text); });
    return Position{position.variant, engine::play(position.at, move)};
}

std::string san(const Position& position, const std::string& text) {
    return with(position,
                [&](const auto& at) { return engine::san(at.game, at.position, move_of(at, text)); });
}

std::string parse_san(const Position& position, const std::string& text) {
    return with(position, [&](const auto& at) {
        engine::MoveList moves;
        if (!at.game.end(at.position)) at.game.moves(at.position, moves);
        const auto names = engine::sans(at.game, at.position, moves);
        // "+" and "#" say nothing that the move does not.
        const auto bare = [](std::string_view name) {
            while (!name.empty() && (name.back() == '+' || name.back() == '#')) name.remove_suffix(1);
            return name;
        };
        for (std::size_t i = 0; i < names.size(); ++i)
            if (bare(names[i]) == bare(text)) return engine::uci(moves[i], at.game.rules());
        throw Raised{Error{ErrorKind::bad_usage,
                           fmt::format("no legal move is written '{}' in {}", text, position.fen())}};
    });
}

app::End end_of(const Position& position) {
    return with(position, [](const auto& at) { return app::end_of(at.game, at.position); });
}

/// A `zermelo.Outcome`, or None.
nb::object outcome(const Position& position) {
    const auto found = end_of(position).outcome;
    if (!found) return nb::none();
    return nb::module_::import_("zermelo._values").attr("Outcome")(app::outcome_number(*found));
}

Array<std::uint8_t> board_of(const Position& position) {
    std::vector<std::uint8_t> men(position.variant->squares());
    with(position, [&](const auto& at) { engine::write_men(at.position, men); });
    return array_of(std::move(men), {position.variant->squares()});
}

Position of_array(const SharedVariant& variant, const Row& row, unsigned to_move) {
    if (row.size() != variant->squares())
        throw nb::value_error(
            fmt::format("a board of {} squares, expected {}", row.size(), variant->squares()).c_str());
    const Color side = value_of(app::row_side(to_move));
    return std::visit(
        [&]<typename Bits>(const engine::GameAt<Bits>& start) {
            return Position{
                variant, engine::GameAt<Bits>{start.game, value_of(app::read_row(
                                                              start.game, {row.data(), row.size()}, side))}};
        },
        variant->start());
}

std::uint64_t perft(const Position& position, std::uint64_t depth) {
    if (Plies{depth} > app::most_plies)
        throw nb::value_error(
            fmt::format("{} plies, expected at most {}", depth, app::most_plies.count()).c_str());
    return interruptible([&](const std::stop_token& stop) {
        return with(position, [&](const auto& at) {
            return search::perft(at.game, at.position, Plies{depth}, search::Leaves::counted, stop);
        });
    });
}

std::string text_picture(const Position& position) {
    return with(position, [&](const auto& at) {
        return draw::text(draw::diagram_of(at.game.setup(at.position), at.game.rules()));
    });
}

std::string svg(const Position& position, const std::vector<std::string>& line, bool flipped) {
    std::string words;
    for (const std::string& move : line) words += move + " ";
    return value_of(app::picture(position.variant->rules(), position.fen(), words, flipped));
}

}  // namespace

std::string Position::text() const {
    return with(*this, [](const auto& one) { return app::position_text(one.game.setup(one.position)); });
}

std::string Position::fen() const {
    return with(*this, [](const auto& one) { return engine::print_fen(one.game.setup(one.position)); });
}

Color Position::to_move() const {
    return with(*this, [](const auto& one) { return one.position.to_move(); });
}

void bind_position(nb::module_& module) {
    nb::class_<Position>(module, "Position",
                         "A legal position of a variant. Never changes: ``play`` gives the next one. Any "
                         "thread may use it; it "
                         "can be pickled, compared and hashed. Moves are UCI texts (``e2e4``, ``e7e8q``).")
        .def(
            "__init__",
            [](Position* self, const SharedVariant& variant, const std::optional<std::string>& fen) {
                new (self) Position{position_of(variant, fen)};
            },
            "variant"_a, "fen"_a = nb::none(),
            "The position of a FEN, or the variant's start.\n\n"
            "Raises InputError (a ValueError): a FEN that cannot be read, with its column; a position that "
            "is "
            "not legal, with all reasons in ``reasons``.")
        .def_prop_ro(
            "variant", [](const Position& p) { return p.variant; }, "Its rules.")
        .def_prop_ro("fen", &Position::fen, "Its FEN; the counters of moves are 0 and 1.")
        .def_prop_ro(
            "turn", [](const Position& p) { return p.to_move() == Color::white ? "white" : "black"; },
            nb::sig("def turn(self) -> typing.Literal['white', 'black']"), "Who is to move.")
        .def_prop_ro("legal_moves", &legal_moves,
                     "All legal moves, in the order of their names; none if the game is over.")
        .def("play", &play, "move"_a,
             "The position after a legal move. Raises InputError if it is not legal.")
        .def("san", &san, "move"_a,
             "The move in standard algebraic notation. Raises InputError if it is not legal.")
        .def("parse_san", &parse_san, "text"_a,
             "The legal move that is written so in standard algebraic notation, as UCI; ``+`` and ``#`` may "
             "be left out. Raises InputError if there is none.")
        .def_prop_ro(
            "is_check",
            [](const Position& p) {
                return with(p, [](const auto& at) { return at.game.in_check(at.position); });
            },
            "Whether a royal piece of the side to move is attacked.")
        .def_prop_ro(
            "is_game_over", [](const Position& p) { return end_of(p).outcome.has_value(); },
            "Whether the rules end the game here.")
        .def_prop_ro(
            "is_checkmate", [](const Position& p) { return end_of(p).checkmate; },
            "In check without a legal move.")
        .def_prop_ro(
            "is_stalemate", [](const Position& p) { return end_of(p).stalemate; },
            "Not in check, and without a legal move.")
        .def_prop_ro("outcome", &outcome, nb::sig("def outcome(self) -> Outcome | None"),
                     "What the side to move gets where the rules end the game here; None while it goes on.")
        .def("array", &board_of, nb::sig("def array(self) -> numpy.typing.NDArray[numpy.uint8]"),
             "The men as uint8 [squares], a1, b1, …, a2, …: ``variant.symbols`` says what a byte means. "
             "Castling rights, en passant and passes are not in it.")
        .def_static(
            "from_array", &of_array, "variant"_a, "board"_a, "to_move"_a,
            nb::sig("def from_array(variant: Variant, board: numpy.typing.NDArray[numpy.uint8], "
                    "to_move: int) -> Position"),
            "The position of such an array, without castling rights and en passant; to_move: 0 White, "
            "1 Black. Raises ValueError for a wrong size, InputError for what is no position.")
        .def("perft", &perft, "depth"_a,
             "The number of ways to play `depth` plies, at most 250. Ctrl-C ends it. Cost: some 10 ns a way "
             "on one processor.")
        .def(
            "svg", &svg, "line"_a = std::vector<std::string>{}, "flipped"_a = false,
            "A picture; of the position after the moves of `line`, with an arrow for each. Raises InputError "
            "for a move that is not legal.")
        .def("_repr_svg_", [](const Position& p) { return svg(p, {}, false); })
        .def("__str__", &text_picture)
        .def("__repr__",
             [](const Position& p) {
                 return fmt::format("Position(Variant('{}'), '{}')", p.variant->rules().name, p.text());
             })
        .def(
            "__eq__",
            [](const Position& a, const nb::object& b) {
                const Position* other = nullptr;
                return nb::try_cast<const Position*>(b, other) && other != nullptr &&
                       a.text() == other->text() && a.variant->hash() == other->variant->hash();
            },
            nb::sig("def __eq__(self, other: object, /) -> bool"))
        .def("__hash__", [](const Position& p) { return std::hash<std::string>{}(p.text()); })
        .def(
            "__copy__", [](const nb::object& self) { return self; },
            nb::sig("def __copy__(self) -> Position"))
        .def(
            "__deepcopy__", [](const nb::object& self, const nb::object&) { return self; }, "memo"_a,
            nb::sig("def __deepcopy__(self, memo: object) -> Position"))
        .def("__getstate__",
             [](const Position& p) {
                 return std::pair{p.variant, p.text()};
             })
        .def("__setstate__", [](Position& p, const std::pair<SharedVariant, std::string>& state) {
            const auto setup = value_of(app::setup_of(state.second, state.first->rules()));
            new (&p) Position{state.first, checked(state.first->rules(), setup)};
        });
}

}  // namespace zermelo::python
