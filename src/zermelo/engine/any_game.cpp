// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/engine/any_game.hpp"

#include <algorithm>
#include <cassert>
#include <memory>

#include "zermelo/engine/attacks.hpp"
#include "zermelo/engine/notation.hpp"

namespace zermelo::engine {

namespace {

template <typename Bits>
tl::expected<AnyGameAt, std::vector<Violation>> position_of(const Game<Bits>& game, const Setup& setup,
                                                            Waived waived) {
    return game.position(setup, waived).map([&](const Position<Bits>& position) {
        return AnyGameAt{GameAt<Bits>{game, position}};
    });
}

template <typename Bits>
tl::expected<AnyGameAt, std::vector<Violation>> set_up_on(const rules::Rules& rules, const Setup& setup,
                                                          Waived waived) {
    return position_of(
        Game<Bits>{std::make_shared<const CompiledRules<Bits>>(rules, setup.holes, setup.barred)}, setup,
        waived);
}

template <typename Bits>
bool progresses(const GameAt<Bits>& at, Move move) {
    if (move.is_drop() || captures(at.position, move)) return true;
    if (move.type != Move::Type::normal) return false;
    if (move.promotion != 0) return true;
    const CompiledRules<Bits>& compiled = at.game.compiled();
    const Color us = at.position.to_move();
    const rules::PieceKind kind = at.position.kind_on(move.from);
    const auto& progress_kinds = at.game.rules().history.progress_kinds[index(us)];
    if (!rules::contains(progress_kinds, compiled.letter(kind))) return false;
    return !targets<false>(compiled, compiled.piece_moves(us, kind), move.to, {}, compiled.board, {})
                .contains(move.from);
}

}  // namespace

const rules::Rules& AnyGameAt::rules() const {
    return std::visit([](const auto& at) -> const rules::Rules& { return at.game.rules(); }, *this);
}

Setup AnyGameAt::setup() const {
    return std::visit([](const auto& at) { return at.game.setup(at.position); }, *this);
}

std::string AnyGameAt::fen() const { return print_fen(setup()); }

Color AnyGameAt::to_move() const {
    return std::visit([](const auto& at) { return at.position.to_move(); }, *this);
}

bool AnyGameAt::in_check() const {
    return std::visit([](const auto& at) { return at.game.in_check(at.position); }, *this);
}

std::optional<game::Outcome> AnyGameAt::end() const {
    return std::visit([](const auto& at) { return at.game.end(at.position); }, *this);
}

Ending AnyGameAt::ending() const {
    Ending ending{end()};
    // Extinction, a flag and passes end a game that may have moves.
    const bool at_once =
        std::visit([](const auto& at) { return at.game.end_at_once(at.position).has_value(); }, *this);
    if (!ending.outcome || at_once) return ending;
    ending.checkmate = in_check();
    ending.stalemate = !ending.checkmate;
    return ending;
}

bool AnyGameAt::only_mates_win() const {
    return std::visit(
        [](const auto& at) {
            return at.game.compiled().facts.only_mates_win &&
                   at.game.rules().checkmate_value == game::Outcome::loss;
        },
        *this);
}

std::optional<Plies> AnyGameAt::plies_left() const {
    return std::visit([](const auto& at) { return at.game.plies_left(at.position); }, *this);
}

std::optional<Man> AnyGameAt::man_on(Square square) const {
    if (square.index() >= rules().files * rules().ranks) return std::nullopt;
    return std::visit(
        [&](const auto& at) -> std::optional<Man> {
            const auto& p = at.position;
            const unsigned code = p.code_on(square);
            if (code == 0) return std::nullopt;
            return Man{.color = code % 2 == 0 ? Color::white : Color::black,
                       .letter = at.game.compiled().letter(p.kind_on(square))};
        },
        *this);
}

std::optional<rules::Letter> AnyGameAt::former_kind(Square square) const {
    if (square.index() >= rules().files * rules().ranks) return std::nullopt;
    return std::visit(
        [&]<typename Bits>(const GameAt<Bits>& at) -> std::optional<rules::Letter> {
            const unsigned former = at.position.former(square);
            if (former == 0) return std::nullopt;
            const CompiledRules<Bits>& compiled = at.game.compiled();
            if (former != Holdings<Bits>::promoted_pawn) return compiled.letter(rules::PieceKind{former - 1});
            const Color side = at.position.men(Color::white).contains(square) ? Color::white : Color::black;
            return compiled.letter(*compiled.sides[side].main_pawn);
        },
        *this);
}

unsigned AnyGameAt::in_hand(Color side, rules::Letter letter) const {
    return std::visit(
        [&](const auto& at) {
            const std::size_t kind = at.game.compiled().letters.find(letter);
            if (kind == rules::Letters::npos) return 0U;
            return at.position.in_hand(side, rules::PieceKind{static_cast<unsigned>(kind)});
        },
        *this);
}

Hash128 AnyGameAt::key() const {
    return std::visit([](const auto& at) { return at.game.key(at.position); }, *this);
}

Hash128 AnyGameAt::key_after(const AnyGameAt& before, const Hash128& key_before, Move move) const {
    return std::visit(
        [&]<typename Bits>(const GameAt<Bits>& at) {
            return at.game.key_after(std::get<GameAt<Bits>>(before).position, key_before, move, at.position);
        },
        *this);
}

MoveList AnyGameAt::moves() const {
    MoveList moves;
    std::visit([&](const auto& at) { at.game.moves(at.position, moves); }, *this);
    return moves;
}

void AnyGameAt::moves(MoveList& list) const {
    list.clear();
    std::visit([&](const auto& at) { at.game.moves(at.position, list); }, *this);
}

bool AnyGameAt::is_legal(Move move) const {
    const unsigned squares = rules().files * rules().ranks;
    for (const Square square : {move.from, move.to, move.gate})
        if (square.index() >= squares) return false;
    return std::visit([&](const auto& at) { return at.game.is_legal(at.position, move); }, *this);
}

std::uint64_t AnyGameAt::count() const {
    return std::visit([](const auto& at) { return at.game.count(at.position); }, *this);
}

std::optional<Move> AnyGameAt::find_move(std::string_view uci) const {
    return std::visit([&](const auto& at) { return engine::find_move(at.game, at.position, uci); }, *this);
}

namespace {

/// A move's name without what is written in more ways than one.
std::string bare(std::string_view name) {
    while (!name.empty() && std::string_view{"+#!?"}.find(name.back()) != std::string_view::npos)
        name.remove_suffix(1);
    std::string rest{name};
    std::erase(rest, '=');
    if (rest.starts_with("0-0")) std::replace(rest.begin(), rest.end(), '0', 'O');
    if (rest.starts_with('@')) rest.insert(0, 1, 'P');
    return rest;
}

/// Whether `wanted` is the move that is named so by `name`, but tells more of where it comes from, or of
/// whether it captures: `Qd2xd7` and `Qdd7` of `Qxd7`, `e2-e4` of `e4`. All names are bare.
bool names_more(std::string_view wanted, std::string_view name, std::string_view from, std::string_view to) {
    if (name.find('@') != std::string_view::npos) return false;
    // The letter of the piece, none of a pawn; a promoted one has two.
    const auto letter =
        name.substr(0, std::min(name.find_first_not_of("+ABCDEFGHIJKLMNOPQRSTUVWXYZ"), name.size()));
    if (!wanted.starts_with(letter)) return false;
    name.remove_prefix(letter.size());
    wanted.remove_prefix(letter.size());
    // The squares of where it goes to, and all after them, as of a promotion.
    const auto end = [&](std::string_view text) {
        for (const std::string_view start : {from, from.substr(0, 1), from.substr(1), std::string_view{}}) {
            if (!text.starts_with(start)) continue;
            std::string_view rest = text.substr(start.size());
            if (rest.starts_with('x') || (rest.starts_with('-') && start == from)) rest.remove_prefix(1);
            if (rest.starts_with(to)) return rest;
        }
        return std::string_view{};
    };
    const std::string_view told = end(name);
    return !told.empty() && end(wanted) == told;
}

}  // namespace

std::optional<Move> AnyGameAt::find_written_move(std::string_view text) const {
    if (const auto move = find_move(text)) return move;
    const MoveList moves = this->moves();
    const auto names = sans(moves);
    // The one move whose name is `text`, as written or without what is written in more ways than one.
    const auto only = [&](const auto& form) {
        const std::string wanted = form(text);
        std::optional<Move> found;
        for (std::size_t i = 0; i < names.size(); ++i) {
            if (form(names[i]) != wanted) continue;
            if (found) return std::optional<Move>{};
            found = moves[i];
        }
        return found;
    };
    if (const auto move = only([](std::string_view name) { return std::string{name}; })) return move;
    if (const auto move = only(bare)) return move;
    const std::string wanted = bare(text);
    std::optional<Move> found;
    for (std::size_t i = 0; i < names.size(); ++i) {
        const Place from = place_of(moves[i].from, rules().files);
        const Place to = place_of(moves[i].to, rules().files);
        if (!names_more(wanted, bare(names[i]), name(from), name(to))) continue;
        if (found) return std::nullopt;
        found = moves[i];
    }
    return found;
}

std::optional<Move> AnyGameAt::find_pseudo_legal_move(std::string_view uci) const {
    MoveList moves;
    std::visit([&](const auto& at) { at.game.pseudo_legal_moves(at.position, moves); }, *this);
    const auto found = std::find_if(moves.begin(), moves.end(),
                                    [&](Move move) { return engine::uci(move, rules()) == uci; });
    return found == moves.end() ? std::nullopt : std::optional{*found};
}

std::string AnyGameAt::uci(Move move) const { return engine::uci(move, rules()); }

std::string AnyGameAt::san(Move move) const {
    return std::visit([&](const auto& at) { return engine::san(at.game, at.position, move); }, *this);
}

bool AnyGameAt::captures(Move move) const {
    return std::visit([&](const auto& at) { return engine::captures(at.position, move); }, *this);
}

bool AnyGameAt::gives_check(Move move) const {
    return std::visit([&](const auto& at) { return at.game.in_check(at.game.play(at.position, move)); },
                      *this);
}

bool AnyGameAt::is_progress(Move move) const {
    return std::visit([&](const auto& at) { return progresses(at, move); }, *this);
}

AnyGameAt AnyGameAt::play(Move move) const {
    return std::visit(
        [&]<typename Bits>(const GameAt<Bits>& at) -> AnyGameAt {
            return GameAt<Bits>{at.game, at.game.play(at.position, move)};
        },
        *this);
}

void AnyGameAt::play(Move move, AnyGameAt& after) const {
    std::visit(
        [&]<typename Bits>(const GameAt<Bits>& at) {
            auto& next = std::get<GameAt<Bits>>(after);
            assert(&next != &at);
            at.game.play(at.position, move, next.position);
        },
        *this);
}

std::vector<std::string> AnyGameAt::sans(const MoveList& moves, const Over& over) const {
    const MoveList among = this->moves();
    return std::visit([&](const auto& at) { return engine::sans(at.game, at.position, moves, among, over); },
                      *this);
}

std::vector<std::string> AnyGameAt::sans(std::span<const std::string> line) const {
    std::vector<std::string> names;
    AnyGameAt at = *this;
    for (const std::string& uci : line) {
        const auto move = at.find_move(uci);
        assert(move);
        names.push_back(at.san(*move));
        at = at.play(*move);
    }
    return names;
}

std::vector<std::uint8_t> AnyGameAt::men() const {
    std::vector<std::uint8_t> men(std::size_t{rules().files} * rules().ranks);
    std::visit([&](const auto& at) { write_men(at.position, rules().kinds.size(), men); }, *this);
    return men;
}

tl::expected<AnyGameAt, std::vector<Violation>> AnyGameAt::set_up(const Setup& setup, Waived waived) const {
    return std::visit(
        [&](const auto& at) {
            const auto& compiled = at.game.compiled();
            const bool at_home = setup.holes == compiled.holes && setup.barred == compiled.barred;
            return at_home ? position_of(at.game, setup, waived) : engine::set_up(rules(), setup, waived);
        },
        *this);
}

tl::expected<AnyGameAt, std::vector<Violation>> set_up(const rules::Rules& rules, const Setup& setup,
                                                       Waived waived) {
    if (rules.files * rules.ranks <= 64) return set_up_on<std::uint64_t>(rules, setup, waived);
    return set_up_on<Bits256>(rules, setup, waived);
}

}  // namespace zermelo::engine
