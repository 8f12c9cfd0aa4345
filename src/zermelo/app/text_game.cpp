// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/app/text_game.hpp"

#include <fmt/format.h>

#include "zermelo/app/library.hpp"

namespace zermelo::app {

namespace {

constexpr std::string_view passed = " passes=";

}  // namespace

std::string position_text(const engine::Setup& setup) {
    engine::Setup plain = setup;
    plain.half_moves = 0;
    plain.full_moves = 1;
    return print_fen(plain) + (setup.passes == 0 ? "" : fmt::format("{}{}", passed, setup.passes));
}

Result<engine::Setup> setup_of(std::string_view text, const rules::Rules& rules) {
    unsigned passes = 0;
    std::string_view fen = text;
    if (const std::size_t at = text.find(passed); at != std::string_view::npos) {
        const std::string_view digits = text.substr(at + passed.size());
        if (digits != "1" && digits != "2")
            return failure(ErrorKind::bad_input, "'passes=' without a number, expected 1 or 2");
        passes = digits == "1" ? 1 : 2;
        fen = text.substr(0, at);
    }
    auto setup = engine::parse_fen(fen, rules);
    if (!setup) return setup;
    setup->passes = passes;
    if (position_text(*setup) != text)
        return failure(ErrorKind::bad_input,
                       fmt::format("the position is not written as '{}'", position_text(*setup)));
    return setup;
}

template <typename Bits>
Result<certificate::TextGame::View> VariantTextGame<Bits>::view(std::string_view position) const {
    const auto setup = setup_of(position, game_.rules());
    if (!setup) return failure(setup.error().kind, setup.error().message);
    const auto p = game_.position(*setup);
    if (!p) return failure(ErrorKind::bad_input, words(p.error(), game_.rules()));
    if (position_text(game_.setup(*p)) != position)
        return failure(ErrorKind::bad_input,
                       fmt::format("the position is not written as '{}'", position_text(game_.setup(*p))));
    View view;
    view.end = game_.end(*p);
    engine::MoveList moves;
    if (!view.end) game_.moves(*p, moves);
    for (const engine::Move& m : moves)
        view.moves.push_back({engine::uci(m, game_.rules()), position_text(game_.setup(game_.play(*p, m)))});
    return view;
}

template class VariantTextGame<std::uint64_t>;
template class VariantTextGame<Bits256>;

}  // namespace zermelo::app
