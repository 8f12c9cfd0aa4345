// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/position.hpp"

#include <functional>

#include "zermelo/api/internals.hpp"
#include "zermelo/engine/played_game.hpp"
#include "zermelo/oracle/limits.hpp"
#include "zermelo/oracle/perft.hpp"

namespace zermelo {

AnyPosition::AnyPosition(std::shared_ptr<const library::CompiledVariant> variant, const engine::AnyGameAt& at)
    : variant_(std::move(variant)), at_(&at) {}

void AnyPosition::holds(const engine::PlayedGame& played) {
    at_ = &played.at();
    played_ = &played;
}

Variant AnyPosition::variant() const { return Internals::variant(variant_); }
std::string AnyPosition::fen() const { return at_->fen(); }
Color AnyPosition::to_move() const { return at_->to_move(); }
unsigned AnyPosition::in_hand(Color side, char letter) const { return at_->in_hand(side, letter); }
std::uint64_t AnyPosition::hash() const {
    return std::hash<Hash128>{}(played_ != nullptr ? played_->key() : at_->key());
}
void AnyPosition::moves(MoveList& list) const { at_->moves(list); }
MoveList AnyPosition::moves() const { return at_->moves(); }
std::vector<std::string> AnyPosition::legal_moves() const { return library::legal_moves(*at_); }
bool AnyPosition::is_legal(Move move) const { return at_->is_legal(move); }
bool AnyPosition::is_capture(Move move) const { return at_->captures(move); }
bool AnyPosition::gives_check(Move move) const { return at_->gives_check(move); }
std::string AnyPosition::uci(Move move) const { return at_->uci(move); }
std::string AnyPosition::san(Move move) const { return at_->san(move); }
Result<Move> AnyPosition::of_uci(std::string_view text) const { return library::move_of_uci(*at_, text); }
Result<Move> AnyPosition::of_san(std::string_view text) const { return library::move_of_san(*at_, text); }
bool AnyPosition::is_check() const { return at_->in_check(); }
std::optional<Outcome> AnyPosition::outcome() const { return at_->end(); }

std::optional<Piece> AnyPosition::piece_at(Square square) const {
    const auto man = at_->man_on(square);
    if (!man) return std::nullopt;
    return Piece{man->color, man->letter, at_->former_kind(square)};
}

Result<std::uint64_t> AnyPosition::perft(Plies depth, const std::stop_token& stop) const {
    ZERMELO_CHECK(oracle::check_limit(depth));
    const auto count = oracle::perft(*at_, depth, stop);
    if (stop.stop_requested()) return stopped();
    return count;
}

Result<std::vector<std::pair<Move, std::uint64_t>>> AnyPosition::perft_divided(
    Plies depth, const std::stop_token& stop) const {
    ZERMELO_CHECK(oracle::check_limit(depth));
    if (depth == Plies{0}) return failure(ErrorKind::bad_usage, "no plies, expected 1 or more to divide");
    auto parts = oracle::perft_divided(*at_, depth, search::Leaves::counted, stop);
    if (stop.stop_requested()) return stopped();
    return parts;
}

bool operator==(const AnyPosition& a, const AnyPosition& b) {
    return library::same_position(*a.variant_, *a.at_, *b.variant_, *b.at_);
}

Position::Position(std::shared_ptr<const library::CompiledPosition> compiled)
    : AnyPosition(compiled->variant, compiled->at), compiled_(std::move(compiled)) {}

Position Position::start(const Variant& variant) {
    const auto& compiled = Internals::of(variant);
    return Internals::position({compiled, compiled->start()});
}

tl::expected<Position, std::vector<Error>> Position::of_fen(const Variant& variant, std::string_view fen) {
    return library::CompiledPosition::of_fen(Internals::of(variant), fen).map(Internals::position);
}

Result<Position> Position::play(Move move) const { return compiled_->play(move).map(Internals::position); }

Result<Position> Position::play(std::string_view uci) const {
    return compiled_->play(uci).map(Internals::position);
}

}  // namespace zermelo
