// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/engine/notation.hpp"

#include <algorithm>
#include <cstdint>
#include <span>

#include "zermelo/base/ascii.hpp"
#include "zermelo/engine/setup.hpp"

namespace zermelo::engine {
namespace {

std::string square_name(Square square, unsigned files) { return name(place_of(square, files)); }

/// Whether pawns promote to this kind. A move does not know what moved; but of the moves between two squares
/// at most one is to a kind that pawns do not promote to, so that '+' is never ambiguous.
bool for_pawns(char letter, const rules::Rules& rules) {
    for (const rules::SideRules& side : rules.sides)
        if (rules::contains(side.promotion_pieces, letter)) return true;
    return false;
}

/// `N@e4`, and `+N@e4` of a man that is dropped promoted.
std::string dropped(Move move, const rules::Rules& rules) {
    return std::string(move.type == Move::Type::drop_promoted ? 1 : 0, '+') + move.promotion + '@' +
           square_name(move.to, rules.files);
}

/// A legal move and all that its name may have to tell it from: moves of the same kind of man to the same
/// square, with the same promotion (of demotion, no kind is told), both capturing or neither.
struct Rivalry {
    std::uint32_t key;
    Move move;
};

template <typename Bits>
std::uint32_t rivalry_of(const Position<Bits>& position, Move move) {
    const bool demotes = move.type == Move::Type::demotion;
    return (((std::uint32_t{position.code_on(move.from)} << 8U | move.to.index()) << 8U |
             static_cast<unsigned char>(demotes ? 0 : move.promotion))
            << 2U) |
           (demotes ? 2U : 0U) | (captures(position, move) ? 1U : 0U);
}

/// All legal moves that have an origin to tell, those that are rivals side by side.
template <typename Bits>
std::vector<Rivalry> rivalries(const Position<Bits>& position, const MoveList& moves) {
    std::vector<Rivalry> all;
    all.reserve(moves.size());
    for (const Move move : moves)
        if (move.type != Move::Type::pass && move.type != Move::Type::wall && !move.is_castling() &&
            !move.is_drop())
            all.push_back({rivalry_of(position, move), move});
    std::sort(all.begin(), all.end(), [](const Rivalry& a, const Rivalry& b) { return a.key < b.key; });
    return all;
}

/// What must be said of the square that a piece comes from, beside those of its kind that could go there.
template <typename Bits>
std::string origin(const Game<Bits>& game, const Position<Bits>& position, Move move, bool file_anyway,
                   std::span<const Rivalry> all) {
    struct ByKey {
        bool operator()(const Rivalry& a, std::uint32_t key) const { return a.key < key; }
        bool operator()(std::uint32_t key, const Rivalry& a) const { return key < a.key; }
    };
    const unsigned files = game.rules().files;
    const auto [first, last] = std::equal_range(all.begin(), all.end(), rivalry_of(position, move), ByKey{});
    bool rival = false;
    bool same_file = false;
    bool same_rank = false;
    for (auto other = first; other != last; ++other) {
        if (other->move.from == move.from) continue;
        rival = true;
        const Place from = place_of(other->move.from, files);
        same_file = same_file || from.file == place_of(move.from, files).file;
        same_rank = same_rank || from.rank == place_of(move.from, files).rank;
    }
    const std::string square = square_name(move.from, files);
    if (same_file && (same_rank || file_anyway)) return square;
    if (same_file) return square.substr(1);
    return rival || file_anyway ? square.substr(0, 1) : std::string{};
}

template <typename Bits>
std::string san_among(const Game<Bits>& game, const Position<Bits>& position, Move move,
                      std::span<const Rivalry> all) {
    std::string text;
    if (move.type == Move::Type::pass || move.type == Move::Type::wall) {
        text = "--";
    } else if (move.is_castling()) {
        text = move.type == Move::Type::castle_kingside ? "O-O" : "O-O-O";
    } else if (move.is_drop()) {
        text = dropped(move, game.rules());
    } else {
        const rules::Kind& kind = game.rules().kinds[position.kind_on(move.from).index()];
        const bool takes = captures(position, move);
        if (!kind.pawn) text = kind.letter;
        text += origin(game, position, move, kind.pawn && takes, all);
        if (takes) text += 'x';
        text += square_name(move.to, game.rules().files);
        if (move.type == Move::Type::demotion) {
            text += '-';
        } else if (move.promotion != 0) {
            text += std::string{'='} + move.promotion;
        }
    }
    if (move.gated == Move::wall_gated) {
        text += ',' + square_name(move.gate, game.rules().files);
    } else if (move.gated != 0) {
        text += std::string{'/'} + move.gated;
        if (move.is_castling()) text += square_name(move.gate, game.rules().files);
    }
    const Position<Bits> after = game.play(position, move);
    const auto end = game.end(after);
    if (end && *end != game::Outcome::draw) return text + '#';
    return game.in_check(after) ? text + '+' : text;
}

}  // namespace

std::string uci(Move move, const rules::Rules& rules) {
    if (move.is_drop()) return dropped(move, rules);
    const bool into_rooks_gate =
        move.is_castling() && move.gated != 0 && move.gate != move.from && move.gated != Move::wall_gated;
    const std::string from = square_name(into_rooks_gate ? move.gate : move.from, rules.files);
    const std::string to = square_name(into_rooks_gate ? move.from : move.to, rules.files);
    std::string text = from + to;
    if (move.type == Move::Type::demotion) {
        text += '-';
    } else if (move.promotion != 0) {
        text += for_pawns(move.promotion, rules) ? lower(move.promotion) : '+';
    }
    if (move.gated == Move::wall_gated) return text + ',' + to + square_name(move.gate, rules.files);
    return move.gated != 0 ? text + lower(move.gated) : text;
}

std::vector<std::string> ucis(std::span<const Move> moves, const rules::Rules& rules) {
    std::vector<std::string> texts;
    texts.reserve(moves.size());
    for (const Move move : moves) texts.push_back(uci(move, rules));
    return texts;
}

template <typename Bits>
bool captures(const Position<Bits>& position, Move move) {
    return move.type == Move::Type::en_passant ||
           ((move.type == Move::Type::normal || move.type == Move::Type::demotion) && move.from != move.to &&
            position.code_on(move.to) != 0);
}

template <typename Bits>
std::string san(const Game<Bits>& game, const Position<Bits>& position, Move move) {
    MoveList moves;
    game.moves(position, moves);
    return san_among<Bits>(game, position, move, rivalries(position, moves));
}

template <typename Bits>
std::vector<std::string> sans(const Game<Bits>& game, const Position<Bits>& position, const MoveList& moves,
                              const MoveList& among, const Over& over) {
    const auto all = rivalries(position, among);
    std::vector<std::string> names;
    names.reserve(moves.size());
    for (const Move move : moves) {
        if (over && over()) break;  // whether a move mates may take milliseconds to find out
        names.push_back(san_among<Bits>(game, position, move, all));
    }
    return names;
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
template bool captures(const Position<std::uint64_t>&, Move);
template bool captures(const Position<Bits256>&, Move);
template std::string san(const Game<std::uint64_t>&, const Position<std::uint64_t>&, Move);
template std::string san(const Game<Bits256>&, const Position<Bits256>&, Move);
template std::vector<std::string> sans(const Game<std::uint64_t>&, const Position<std::uint64_t>&,
                                       const MoveList&, const MoveList&, const Over&);
template std::vector<std::string> sans(const Game<Bits256>&, const Position<Bits256>&, const MoveList&,
                                       const MoveList&, const Over&);

}  // namespace zermelo::engine
