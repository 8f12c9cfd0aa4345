// SPDX-License-Identifier: GPL-3.0-or-later
#include <optional>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include "zermelo/library/compiled_game.hpp"
#include "zermelo/oracle/position_planes.hpp"
#include "zermelo/oracle/position_rows.hpp"
#include "zermelo/python/arrays.hpp"
#include "zermelo/python/errors.hpp"
#include "zermelo/python/text.hpp"
#include "zermelo/python/variant.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace zermelo::python {
namespace {

using Game = library::CompiledGame;

nb::object game_outcome(const Game& game) {
    const auto end = game.played().end();
    if (!end) return nb::none();
    return nb::module_::import_("zermelo._values").attr("Outcome")(oracle::outcome_number(end->outcome));
}

std::optional<std::string> ended_by(const Game& game) {
    const auto end = game.played().end();
    return end ? std::optional{std::string{name(end->by)}} : std::nullopt;
}

std::optional<std::pair<std::uint64_t, std::uint64_t>> counting(const Game& game) {
    const auto& counting = game.played().counting();
    return counting ? std::optional{std::pair{counting->plies, counting->limit}} : std::nullopt;
}

Array<std::uint8_t> game_planes(const Game& game) {
    const rules::Rules& rules = game.start().variant->rules();
    const oracle::PlaneWriter writer{game.start().variant->start()};
    const std::size_t count = writer.game_planes();
    std::vector<std::uint8_t> planes(count * game.start().variant->squares());
    value_of(writer.write(game.played(), planes));
    return array_of(std::move(planes), {count, rules.ranks, rules.files});
}

}  // namespace

void bind_game(nb::module_& module) {
    nb::class_<Game> game(
        module, "Game",
        "A game of moves from a position. It keeps what was played and heeds the rules of history "
        "(docs/rules.md): repetition, perpetual check, moving to and fro, the move rule, counting; "
        "``variant.unheeded_rules`` names what it does not. One thread at a time; it can be copied, "
        "pickled and compared, with its moves. Moves are as those of `Position`.");
    game.def(
            "__init__",
            [](Game* self, const nb::object& start) {
                new (self) Game{*argument<const Position*>(start, "Game", "start", "Position")};
            },
            "start"_a.none(), nb::sig("def __init__(self, start: Position) -> None"),
            "The game that begins at a position; of what came before it knows the counters of its FEN.")
        .def_prop_ro("start", &Game::start, nb::rv_policy::copy, "The position in which it began.")
        .def_prop_ro("moves", &Game::moves, nb::rv_policy::copy, "The moves that were played.")
        .def_prop_ro("position", &Game::position, "The position that has come.")
        .def_prop_ro(
            "legal_moves",
            [](const Game& game) {
                return nb::module_::import_("zermelo._moves")
                    .attr("LegalMoves")(nb::cast(game.legal_moves()));
            },
            nb::sig("def legal_moves(self) -> LegalMoves"),
            "All legal moves, in the order of their names; none if the game is over.")
        .def(
            "play", [](Game& game, const UciMove& move) { value_of(game.play(move.text)); }, "move"_a,
            "Plays a legal move. Raises InputError if it is not legal, or the game is over; then nothing "
            "changes.")
        .def_prop_ro(
            "is_over", [](const Game& game) { return game.played().end().has_value(); },
            "Whether the game has ended, by its position or by what was played.")
        .def_prop_ro("outcome", &game_outcome, nb::sig("def outcome(self) -> Outcome | None"),
                     "What the side to move gets; None while the game goes on.")
        .def_prop_ro(
            "ended_by", &ended_by,
            "What has ended it: ``\"position\"`` (mate, stalemate, a flag, …), ``\"repetition\"``, "
            "``\"perpetual check\"``, ``\"moving to and fro\"``, ``\"move rule\"``, ``\"counting\"``; "
            "None while it goes on.")
        .def_prop_ro(
            "occurrences", [](const Game& game) { return game.played().occurrences(); },
            "How often the position has come, this time counted.")
        .def_prop_ro(
            "without_progress", [](const Game& game) { return game.played().without_progress(); },
            "The number of plies since the last capture, drop, promotion, or move of a kind that makes "
            "progress.")
        .def_prop_ro("counting", &counting,
                     "Where moves are counted against few men: how many plies have been, and of how many the "
                     "game goes on; else None.")
        .def("planes", &game_planes, nb::sig("def planes(self) -> numpy.typing.NDArray[numpy.uint8]"),
             "The planes of the position, as `Position.planes`, and after them those of its history: "
             "``zermelo.plane_names(variant, history=True)``. Raises as that.")
        .def("__copy__", [](const Game& game) { return Game{game}; })
        .def(
            "__deepcopy__", [](const Game& game, const nb::object&) { return Game{game}; }, "memo"_a,
            nb::sig("def __deepcopy__(self, memo: object) -> Game"))
        .def(
            "copy", [](const Game& game) { return Game{game}; }, "The same game, to be played on by itself.")
        .def("__repr__",
             [](const Game& game) {
                 return fmt::format("<Game of {}, {} plies, {}>", game.start().variant->rules().name,
                                    game.moves().size(), game.position().fen());
             })
        .def(
            "__eq__",
            [](const Game& a, const nb::object& b) {
                const Game* other = nullptr;
                return nb::try_cast<const Game*>(b, other) && other != nullptr && a == *other;
            },
            nb::is_operator(), nb::sig("def __eq__(self, other: object, /) -> bool"))
        .def("__getstate__",
             [](const Game& game) {
                 return std::pair{game.start(), game.moves()};
             })
        .def("__setstate__", [](Game& game, const std::pair<Position, std::vector<std::string>>& state) {
            Game again{state.first};
            for (const std::string& move : state.second) value_of(again.play(move));
            new (&game) Game{std::move(again)};
        });
    game.attr("__hash__") = nb::none();  // what is equal now need not be so after the next move
}

}  // namespace zermelo::python
