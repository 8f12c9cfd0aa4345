// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/oracle/text_game.hpp"

#include <array>
#include <cstddef>
#include <string_view>
#include <utility>
#include <variant>

#include <fmt/format.h>

#include "zermelo/engine/notation.hpp"
#include "zermelo/engine/setup_check.hpp"
#include "zermelo/rules/hash.hpp"

namespace zermelo::oracle {

namespace {

/// After a FEN, in this order, what it does not tell; by their numbers, where there is something to tell.
constexpr std::array<std::string_view, 3> passes_texts{"", " passes=1", " passes=2"};
constexpr std::array<std::string_view, 2> castled_texts{"", " castled"};
constexpr std::array<std::string_view, 4> strong_texts{"", " strong=w", " strong=b", " strong=wb"};

/// Which of the texts stands at the end; it is taken off.
template <std::size_t Count>
unsigned taken_off(std::string_view& text, const std::array<std::string_view, Count>& texts) {
    for (unsigned i = 1; i < Count; ++i)
        if (text.ends_with(texts[i])) {
            text.remove_suffix(texts[i].size());
            return i;
        }
    return 0;
}

}  // namespace

std::string position_text(const engine::Setup& setup) {
    engine::Setup plain = setup;
    plain.half_moves = 0;
    plain.full_moves = 1;
    plain.counting_limit.reset();
    for (auto& man : plain.men)
        if (man) man->marked = false;
    return fmt::format("{}{}{}{}", print_fen(plain), passes_texts.at(setup.passes),
                       castled_texts.at(setup.castled ? 1 : 0), strong_texts.at(setup.strong_checks));
}

Result<engine::Setup> setup_of(std::string_view text, const rules::Rules& rules) {
    std::string_view fen = text;
    const unsigned strong_checks = taken_off(fen, strong_texts);
    const bool castled = taken_off(fen, castled_texts) != 0;
    const unsigned passes = taken_off(fen, passes_texts);
    auto setup = engine::parse_fen(fen, rules);
    if (!setup) return setup;
    setup->passes = passes;
    setup->castled = castled;
    setup->strong_checks = strong_checks;
    if (position_text(*setup) != text)
        return failure(ErrorKind::bad_input,
                       fmt::format("the position is not written as '{}'", position_text(*setup)));
    return setup;
}

namespace {

template <typename Bits>
class VariantTextGame : public certificate::TextGame {
  public:
    explicit VariantTextGame(engine::Game<Bits> game) : game_(std::move(game)) {}
    std::string variant() const override { return game_.rules().name; }
    std::string hash() const override { return rules::hash_text(game_.rules()); }
    Result<View> view(std::string_view position) const override {
        const auto setup = setup_of(position, game_.rules());
        if (!setup) return failure(setup.error().kind, setup.error().message);
        const auto p = game_.position(*setup);
        if (!p) return failure(ErrorKind::bad_input, engine::words(p.error(), game_.rules()));
        if (position_text(game_.setup(*p)) != position)
            return failure(ErrorKind::bad_input, fmt::format("the position is not written as '{}'",
                                                             position_text(game_.setup(*p))));
        View view;
        view.end = game_.end(*p);
        engine::MoveList moves;
        if (!view.end) game_.moves(*p, moves);
        for (const engine::Move& m : moves)
            view.moves.push_back(
                {engine::uci(m, game_.rules()), position_text(game_.setup(game_.play(*p, m)))});
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
