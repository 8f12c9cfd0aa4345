// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/engine/notation.hpp"

#include <algorithm>

#include "zermelo/engine/setup.hpp"

namespace zermelo::engine {
namespace {

std::string square_name(unsigned square, unsigned files) {
    return name(Place{static_cast<std::uint8_t>(square % files), static_cast<std::uint8_t>(square / files)});
}

/// Whether pawns promote to this kind. A move does not know what moved; but of the moves between two squares
/// at most one is to a kind that pawns do not promote to, so that '+' is never ambiguous.
bool for_pawns(char letter, const rules::Rules& rules) {
    for (const rules::SideRules& side : rules.sides)
        if (rules::contains(side.promotion_pieces, letter)) return true;
    return false;
}

bool is_castling(Move move) {
    return move.type == Move::Type::castle_kingside || move.type == Move::Type::castle_queenside;
}

template <typename Bits>
bool captures(const Position<Bits>& position, Move move) {
    return move.type == Move::Type::en_passant ||
           (move.type == Move::Type::normal && position.code_on(move.to) != 0);
}

/// What must be said of the square that a piece comes from, beside those of its kind that could go there.
template <typename Bits>
std::string origin(const Game<Bits>& game, const Position<Bits>& position, Move move, bool file_anyway) {
    const unsigned files = game.rules().files;
    const unsigned man = position.code_on(move.from);
    MoveList moves;
    game.moves(position, moves);
    bool rival = false;
    bool same_file = false;
    bool same_rank = false;
    for (const Move other : moves) {
        if (other.from == move.from || other.to != move.to || other.promotion != move.promotion ||
            other.type == Move::Type::pass || is_castling(other) || position.code_on(other.from) != man ||
            captures(position, other) != captures(position, move))
            continue;
        rival = true;
        same_file = same_file || other.from % files == move.from % files;
        same_rank = same_rank || other.from / files == move.from / files;
    }
    const std::string square = square_name(move.from, files);
    if (same_file && (same_rank || file_anyway)) return square;
    if (same_file) return square.substr(1);
    return rival || file_anyway ? square.substr(0, 1) : std::string{};
}

}  // namespace

std::string uci(Move move, const rules::Rules& rules) {
    std::string text = square_name(move.from, rules.files) + square_name(move.to, rules.files);
    if (move.promotion != 0)
        text += for_pawns(move.promotion, rules) ? static_cast<char>(move.promotion - 'A' + 'a') : '+';
    return text;
}

template <typename Bits>
std::string san(const Game<Bits>& game, const Position<Bits>& position, Move move) {
    std::string text;
    if (move.type == Move::Type::pass) {
        text = "--";
    } else if (is_castling(move)) {
        text = move.type == Move::Type::castle_kingside ? "O-O" : "O-O-O";
    } else {
        const rules::Kind& kind = game.rules().kinds[position.kind_on(move.from).index()];
        const bool takes = captures(position, move);
        if (!kind.pawn) text = kind.letter;
        text += origin(game, position, move, kind.pawn && takes);
        if (takes) text += 'x';
        text += square_name(move.to, game.rules().files);
        if (move.promotion != 0) text += std::string{'='} + move.promotion;
    }
    const Position<Bits> after = game.play(position, move);
    const auto end = game.end(after);
    if (end && *end != game::Outcome::draw) return text + '#';
    return game.in_check(after) ? text + '+' : text;
}

template <typename Bits>
std::optional<Move> find_move(const Game<Bits>& game, const Position<Bits>& position, std::string_view text) {
    MoveList moves;
    game.moves(position, moves);
    const auto found =
        std::find_if(moves.begin(), moves.end(), [&](Move move) { return uci(move, game.rules()) == text; });
    return found == moves.end() ? std::nullopt : std::optional{*found};
}

template std::optional<Move> find_move(const Game<std::uint64_t>&, const Position<std::uint64_t>&,
                                       std::string_view);
template std::optional<Move> find_move(const Game<Bits256>&, const Position<Bits256>&, std::string_view);
template std::string san(const Game<std::uint64_t>&, const Position<std::uint64_t>&, Move);
template std::string san(const Game<Bits256>&, const Position<Bits256>&, Move);

}  // namespace zermelo::engine
