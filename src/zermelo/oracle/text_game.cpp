// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/oracle/text_game.hpp"

#include <string_view>
#include <utility>
#include <variant>

#include <fmt/format.h>

#include "zermelo/engine/notation.hpp"
#include "zermelo/engine/position_text.hpp"
#include "zermelo/engine/setup_check.hpp"
#include "zermelo/rules/hash.hpp"

namespace zermelo::oracle {

namespace {

template <typename Bits>
class VariantTextGame : public certificate::TextGame {
  public:
    explicit VariantTextGame(engine::Game<Bits> game) : game_(std::move(game)) {}
    std::string variant() const override { return game_.rules().name; }
    std::string hash() const override { return rules::hash_text(game_.rules()); }
    Result<View> view(std::string_view position) const override {
        const auto setup = engine::parse_position_text(position, game_.rules());
        if (!setup) return failure(setup.error().kind, setup.error().message);
        const auto p = game_.position(*setup);
        if (!p) return failure(ErrorKind::bad_input, engine::words(p.error(), game_.rules()));
        if (engine::position_text(game_.setup(*p)) != position)
            return failure(ErrorKind::bad_input, fmt::format("the position is not written as '{}'",
                                                             engine::position_text(game_.setup(*p))));
        View view;
        view.end = game_.end(*p);
        engine::MoveList moves;
        if (!view.end) game_.moves(*p, moves);
        for (const engine::Move& m : moves)
            view.moves.push_back(
                {engine::uci(m, game_.rules()), engine::position_text(game_.setup(game_.play(*p, m)))});
        return view;
    }

  private:
    engine::Game<Bits> game_;
};

}  // namespace

std::unique_ptr<const certificate::TextGame> text_game(const engine::AnyGameAt& at) {
    return std::visit(
        []<typename Bits>(const engine::GameAt<Bits>& one) -> std::unique_ptr<const certificate::TextGame> {
            return std::make_unique<const VariantTextGame<Bits>>(one.game);
        },
        at);
}

}  // namespace zermelo::oracle
