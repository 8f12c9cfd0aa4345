// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <bit>
#include <cstdint>
#include <limits>
#include <map>
#include <memory>
#include <mutex>
#include <new>
#include <span>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/map.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/vector.h>

#include "zermelo/library/compiled_game.hpp"
#include "zermelo/oracle/move_numbers.hpp"
#include "zermelo/oracle/played_games.hpp"
#include "zermelo/python/arrays.hpp"
#include "zermelo/python/at_work.hpp"
#include "zermelo/python/errors.hpp"
#include "zermelo/python/tables.hpp"
#include "zermelo/python/text.hpp"
#include "zermelo/python/variant.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace zermelo::python {
namespace {

using Game = library::CompiledGame;
using Numbers = nb::ndarray<const std::int64_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

std::vector<oracle::NumberedMove> numbered(const oracle::MoveNumbers& numbers, const engine::AnyGameAt& at) {
    std::vector<oracle::NumberedMove> moves;
    numbers.list(at.moves(), moves);
    return moves;
}

std::map<std::uint64_t, std::string> moves_by_number(const oracle::MoveNumbers& numbers,
                                                     const Position& position) {
    std::map<std::uint64_t, std::string> texts;
    for (const auto& [number, move] : numbered(numbers, position.at)) texts[number] = position.at.uci(move);
    return texts;
}

/// The numbers of a game's legal moves, ascending, and the moves, as `play_move` takes them.
nb::tuple legal(const oracle::MoveNumbers& numbers, const Game& game) {
    static_assert(sizeof(engine::Move) == sizeof(std::uint64_t));
    std::vector<std::int64_t> all;
    std::vector<std::uint64_t> moves;
    if (!game.played().ended_by_history())
        for (const auto& [number, move] : numbered(numbers, game.played().at())) {
            all.push_back(static_cast<std::int64_t>(number));
            moves.push_back(std::bit_cast<std::uint64_t>(move));
        }
    const std::size_t count = all.size();
    return nb::make_tuple(array_of(std::move(all), {count}), array_of(std::move(moves), {count}));
}

/// Many games and the arrays that Python sees of them.
class Games {
  public:
    Games(SharedVariant variant, const std::vector<Position>& starts, std::size_t games,
          std::uint64_t max_plies, std::uint64_t seed, bool masks, bool values)
        : variant_(std::move(variant)), numbers_(variant_->rules()), count_(games) {
        const oracle::PlaneWriter writer{variant_->start()};
        plane_count_ = writer.game_planes();
        // Far more than any memory holds, and what is multiplied below stays a number.
        const std::uint64_t most =
            64 * std::max(numbers_.count(), std::uint64_t{plane_count_ * variant_->squares()});
        if (count_ > std::numeric_limits<std::size_t>::max() / most) throw std::bad_alloc{};
        const std::size_t bytes = count_ * plane_count_ * variant_->squares();
        const auto actions = static_cast<std::size_t>(numbers_.count());
        planes_.resize(bytes);
        last_planes_.resize(bytes);
        if (masks) legal_.resize(count_ * actions);
        if (masks && values) best_.resize(count_ * actions);
        to_move_.resize(count_);
        plies_.resize(count_);
        rewards_.resize(2 * count_);
        terminated_.resize(count_);
        truncated_.resize(count_);
        ended_by_.resize(count_);
        outcomes_.resize(count_);
        values_.resize(count_);
        std::vector<oracle::Beginning> beginnings;
        for (const Position& start : starts)
            beginnings.push_back({start.at, start.half_moves, start.counting_limit});
        games_ = std::make_unique<oracle::PlayedGames>(value_of([&] {
            const AtWork at_work;
            return oracle::PlayedGames::begin(
                variant_->start(), std::move(beginnings), max_plies, seed,
                {planes_, legal_, to_move_, plies_, rewards_, terminated_, truncated_, ended_by_,
                 last_planes_, outcomes_, values_, best_});
        }()));
    }
    Games(const Games&) = delete;  // the games write to these very arrays
    Games& operator=(const Games&) = delete;

    // Who locks lets other Python threads run first, so that none waits for the other.

    void reset(std::uint64_t seed) {
        const AtWork at_work;
        const std::lock_guard lock{mutex_};
        games_->begin_anew(seed);
    }
    void step(const Numbers& actions) {
        if (actions.size() != count_)
            throw nb::value_error(fmt::format("{} actions of {} games", actions.size(), count_).c_str());
        value_of([&] {
            const AtWork at_work;
            const std::lock_guard lock{mutex_};
            return games_->play({actions.data(), actions.size()});
        }());
    }
    Array<std::int64_t> sample() {
        std::vector<std::int64_t> numbers(count_);
        {
            const AtWork at_work;
            const std::lock_guard lock{mutex_};
            games_->draw(numbers);
        }
        return array_of(std::move(numbers), {count_});
    }
    nb::tuple legal_actions() const {
        std::vector<std::int64_t> ends(count_ + 1);
        std::vector<std::int64_t> numbers;
        {
            const AtWork at_work;
            const std::lock_guard lock{mutex_};
            games_->count_moves(std::span{ends}.subspan(1));
            for (std::size_t i = 0; i < count_; ++i) ends[i + 1] += ends[i];
            numbers.resize(static_cast<std::size_t>(ends.back()));
            games_->list_moves(numbers);
        }
        const std::size_t all = numbers.size();
        return nb::make_tuple(array_of(std::move(numbers), {all}), array_of(std::move(ends), {count_ + 1}));
    }
    void look_up(const Tables& tables) {
        value_of([&] {
            const AtWork at_work;
            const std::lock_guard lock{mutex_};
            return games_->look_up(tables.open);
        }());
    }
    Position position(std::size_t game) const {
        if (game >= count_)
            throw nb::index_error(fmt::format("game {}, expected less than {}", game, count_).c_str());
        const AtWork at_work;
        const std::lock_guard lock{mutex_};
        return {variant_, games_->at(game)};
    }

    /// Views into this, which must live as long.
    nb::dict arrays(const nb::handle& self) {
        const rules::Rules& rules = variant_->rules();
        nb::dict found;
        const auto add = [&](const char* name, auto& column, std::vector<std::size_t> shape) {
            using T = typename std::remove_reference_t<decltype(column)>::value_type;
            if (!column.empty()) found[name] = Array<T>{column.data(), shape.size(), shape.data(), self};
        };
        const std::size_t actions = static_cast<std::size_t>(numbers_.count());
        add("planes", planes_, {count_, plane_count_, rules.ranks, rules.files});
        add("last_planes", last_planes_, {count_, plane_count_, rules.ranks, rules.files});
        add("legal", legal_, {count_, actions});
        add("best", best_, {count_, actions});
        add("to_move", to_move_, {count_});
        add("plies", plies_, {count_});
        add("rewards", rewards_, {count_, 2});
        add("terminated", terminated_, {count_});
        add("truncated", truncated_, {count_});
        add("ended_by", ended_by_, {count_});
        add("outcomes", outcomes_, {count_});
        add("values", values_, {count_});
        return found;
    }

  private:
    SharedVariant variant_;
    oracle::MoveNumbers numbers_;
    mutable std::mutex mutex_;  // for the games
    std::size_t count_;
    std::size_t plane_count_ = 0;
    std::vector<std::uint8_t> planes_, last_planes_, to_move_, terminated_, truncated_, ended_by_;
    std::vector<std::int8_t> legal_, best_, outcomes_;
    std::vector<std::int16_t> values_;
    std::vector<std::int64_t> plies_;
    std::vector<float> rewards_;
    std::unique_ptr<oracle::PlayedGames> games_;
};

#define ZERMELO_INT64 "numpy.typing.NDArray[numpy.int64]"

}  // namespace

void bind_environments(nb::module_& module) {
    nb::class_<oracle::MoveNumbers>(module, "MoveNumbers")
        .def(
            "__init__",
            [](oracle::MoveNumbers* self, const SharedVariant& variant) {
                new (self) oracle::MoveNumbers{variant->rules()};
            },
            "variant"_a)
        .def_prop_ro("count", &oracle::MoveNumbers::count)
        .def("moves", &moves_by_number, "position"_a)
        .def("legal", &legal, "game"_a,
             nb::sig("def legal(self, game: Game) -> tuple[" ZERMELO_INT64
                     ", numpy.typing.NDArray[numpy.uint64]]"));
    module.def(
        "play_move",
        [](Game& game, std::uint64_t move) { value_of(game.play(std::bit_cast<engine::Move>(move))); },
        "game"_a, "move"_a);
    nb::class_<Games>(module, "PlayedGames")
        .def(nb::init<SharedVariant, const std::vector<Position>&, std::size_t, std::uint64_t, std::uint64_t,
                      bool, bool>(),
             "variant"_a, "starts"_a, "games"_a, "max_plies"_a, "seed"_a, "masks"_a, "values"_a)
        .def("reset", &Games::reset, "seed"_a)
        .def("step", &Games::step, "actions"_a.noconvert(),
             nb::sig("def step(self, actions: " ZERMELO_INT64 ") -> None"))
        .def("sample", &Games::sample, nb::sig("def sample(self) -> " ZERMELO_INT64))
        .def("legal_actions", &Games::legal_actions,
             nb::sig("def legal_actions(self) -> tuple[" ZERMELO_INT64 ", " ZERMELO_INT64 "]"))
        .def("look_up", &Games::look_up, "tables"_a)
        .def("position", &Games::position, "game"_a)
        .def(
            "arrays", [](const nb::handle& self) { return nb::cast<Games&>(self).arrays(self); },
            nb::sig("def arrays(self) -> dict[str, numpy.typing.NDArray[typing.Any]]"));
    module.def("ended_by_names", [] {
        std::vector<std::string> names{""};  // the first: not ended by its rules
        for (const auto by : {EndedBy::position, EndedBy::repetition, EndedBy::perpetual_check,
                              EndedBy::moving_to_and_fro, EndedBy::move_rule, EndedBy::counting})
            names.emplace_back(name(by));
        return names;
    });
}

}  // namespace zermelo::python
