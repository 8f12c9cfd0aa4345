// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/position.hpp"

#include "zermelo/api/internals.hpp"
#include "zermelo/oracle/limits.hpp"
#include "zermelo/oracle/perft.hpp"

namespace zermelo {

Position::Position(std::shared_ptr<const library::CompiledPosition> compiled)
    : compiled_(std::move(compiled)) {}

Position Position::start(const Variant& variant) {
    const auto& compiled = Internals::of(variant);
    return Internals::position({compiled, compiled->start()});
}

tl::expected<Position, std::vector<Error>> Position::of_fen(const Variant& variant, std::string_view fen) {
    return library::CompiledPosition::of_fen(Internals::of(variant), fen).map(Internals::position);
}

Variant Position::variant() const { return Internals::variant(compiled_->variant); }
std::string Position::fen() const { return compiled_->fen(); }
Color Position::to_move() const { return compiled_->to_move(); }
std::vector<std::string> Position::legal_moves() const { return compiled_->legal_moves(); }
bool Position::is_check() const { return compiled_->is_check(); }

Result<Position> Position::play(std::string_view move) const {
    return compiled_->play(move).map(Internals::position);
}

Result<std::string> Position::san(std::string_view move) const { return compiled_->san(move); }
Result<std::string> Position::of_san(std::string_view text) const { return compiled_->of_san(text); }

std::optional<Outcome> Position::outcome() const { return compiled_->at.end(); }

Result<std::uint64_t> Position::perft(Plies depth, const std::stop_token& stop) const {
    ZERMELO_CHECK(oracle::check_limit(depth));
    const auto count = oracle::perft(compiled_->at, depth, stop);
    if (stop.stop_requested()) return stopped();
    return count;
}

bool operator==(const Position& a, const Position& b) { return Internals::of(a) == Internals::of(b); }

}  // namespace zermelo
