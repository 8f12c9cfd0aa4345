// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/protocol/wording.hpp"

#include <algorithm>
#include <cstddef>

#include <fmt/format.h>

#include "zermelo/base/ascii.hpp"
#include "zermelo/base/parse_number.hpp"
#include "zermelo/base/quoted.hpp"
#include "zermelo/protocol/input.hpp"

namespace zermelo::protocol {

namespace {

/// The text from `begin` on as far as a predicate holds.
template <typename Holds>
std::string_view run_of(std::string_view text, std::size_t begin, Holds holds) {
    std::size_t end = begin;
    while (end < text.size() && holds(text[end])) ++end;
    return text.substr(begin, end - begin);
}

/// A number of a square, or one beyond all boards.
unsigned small_number(std::string_view digits) {
    constexpr unsigned beyond = 99;
    return static_cast<unsigned>(std::min<std::uint64_t>(parse_number(digits).value_or(beyond), beyond));
}

char letter(unsigned place) { return static_cast<char>('a' + std::min(place, 25U)); }
unsigned place_of(char letter) { return static_cast<unsigned>(letter - 'a'); }

/// A text in which `square` has rewritten each square, a small letter before digits.
template <typename Square>
std::string with_squares(std::string_view text, Square square) {
    std::string all;
    for (std::size_t i = 0; i < text.size();) {
        const auto digits = is_lower(text[i]) ? run_of(text, i + 1, is_digit) : std::string_view{};
        if (digits.empty()) {
            all += text[i++];
        } else {
            all += square(place_of(text[i]), small_number(digits));
            i += 1 + digits.size();
        }
    }
    return all;
}

std::string to_usi(std::string_view uci, const rules::Rules& rules) {
    std::string text = with_squares(uci, [&](unsigned file, unsigned rank) {
        return fmt::format("{}{}", rules.files - file, letter(rules.ranks - rank));
    });
    std::replace(text.begin(), text.end(), '@', '*');
    return text;
}

std::string from_usi(std::string_view move, const rules::Rules& rules) {
    std::string all;
    for (std::size_t i = 0; i < move.size();) {
        const std::string_view digits = run_of(move, i, is_digit);
        const std::size_t end = i + digits.size();
        if (digits.empty() || end == move.size() || !is_lower(move[end])) {
            all += move[i] == '*' ? '@' : move[i];
            ++i;
            continue;
        }
        const unsigned file = small_number(digits);
        const unsigned rank = place_of(move[end]);
        if (file == 0 || file > rules.files || rank >= rules.ranks) return {};
        all += fmt::format("{}{}", letter(rules.files - file), rules.ranks - rank);
        i = end + 1;
    }
    return all;
}

/// The men in hand, letter by letter, of USI's `2Pb`. Errors: as `fen_of`.
Result<std::string> hands_of(std::string_view counts) {
    constexpr std::uint64_t most = 999;
    std::string hands;
    for (std::size_t i = 0; i < counts.size();) {
        const std::string_view digits = run_of(counts, i, is_digit);
        const auto count = digits.empty() ? std::optional<std::uint64_t>{1} : parse_number(digits);
        i += digits.size();
        if (!count || *count > most || i == counts.size() || !(is_lower(counts[i]) || is_upper(counts[i])))
            return failure(ErrorKind::bad_input,
                           fmt::format("hands {}: expected '-' or letters, each with its count before it",
                                       quoted(counts, 40, Unprintable::hex)));
        hands.append(static_cast<std::size_t>(*count), counts[i++]);
    }
    return hands;
}

Result<std::string> from_sfen(std::string_view sfen, const rules::Rules& rules) {
    Words words{sfen};
    const std::string_view board = words.next();
    const std::string_view side = words.next();
    const std::string_view counts = words.next();
    if (counts.empty() || (side != "b" && side != "w"))
        return failure(ErrorKind::bad_input,
                       fmt::format("sfen {}: expected a board, 'b' or 'w', and the hands",
                                   quoted(sfen, 120, Unprintable::hex)));
    ZERMELO_TRY(const std::string hands, hands_of(counts == "-" ? std::string_view{} : counts));
    const bool has_hands = rules.has_hands() || !hands.empty();
    return fmt::format("{}{} {} - - 0 1", board, has_hands ? fmt::format("[{}]", hands) : "",
                       side == "b" ? 'w' : 'b');
}

}  // namespace

std::string in_wording(Wording wording, std::string_view uci, const rules::Rules& rules) {
    switch (wording) {
        case Wording::usi:
            return to_usi(uci, rules);
        case Wording::ucci:
            return with_squares(uci, [](unsigned file, unsigned rank) {
                return fmt::format("{}{}", letter(file), rank - 1);
            });
        case Wording::uci:
            break;
    }
    return std::string{uci};
}

std::string in_uci(Wording wording, std::string_view move, const rules::Rules& rules) {
    switch (wording) {
        case Wording::usi:
            return from_usi(move, rules);
        case Wording::ucci:
            return with_squares(move, [](unsigned file, unsigned rank) {
                return fmt::format("{}{}", letter(file), rank + 1);
            });
        case Wording::uci:
            break;
    }
    return std::string{move};
}

Result<std::string> fen_of(Wording wording, std::string_view position, const rules::Rules& rules) {
    if (wording == Wording::usi) return from_sfen(position, rules);
    std::string fen{position};
    const std::size_t side = fen.find(' ');
    if (wording == Wording::ucci && fen.compare(std::min(side, fen.size()), 2, " r") == 0)
        fen[side + 1] = 'w';
    return fen;
}

}  // namespace zermelo::protocol
