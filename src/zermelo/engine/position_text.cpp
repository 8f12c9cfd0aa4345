// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/engine/position_text.hpp"

#include <array>
#include <cstddef>

#include <fmt/format.h>

namespace zermelo::engine {

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

std::string position_text(const Setup& setup) {
    Setup plain = setup;
    plain.half_moves = 0;
    plain.full_moves = 1;
    plain.counting_limit.reset();
    for (auto& man : plain.men)
        if (man) man->marked = false;
    return fmt::format("{}{}{}{}", print_fen(plain), passes_texts.at(setup.passes),
                       castled_texts.at(setup.castled ? 1 : 0), strong_texts.at(setup.strong_checks));
}

Result<Setup> parse_position_text(std::string_view text, const rules::Rules& rules) {
    std::string_view fen = text;
    const unsigned strong_checks = taken_off(fen, strong_texts);
    const bool castled = taken_off(fen, castled_texts) != 0;
    const unsigned passes = taken_off(fen, passes_texts);
    auto setup = parse_fen(fen, rules);
    if (!setup) return setup;
    setup->passes = passes;
    setup->castled = castled;
    setup->strong_checks = strong_checks;
    if (position_text(*setup) != text)
        return failure(ErrorKind::bad_input,
                       fmt::format("the position is not written as '{}'", position_text(*setup)));
    return setup;
}

}  // namespace zermelo::engine
