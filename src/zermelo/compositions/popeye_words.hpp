// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "zermelo/base/ascii.hpp"
#include "zermelo/rules/rules.hpp"

/// The words of Popeye 4.104's input in its three languages.
namespace zermelo::compositions::popeye {

enum class Language : std::uint8_t { english, german, french };
inline constexpr std::array languages{Language::french, Language::german, Language::english};

/// A word by its meaning, in the order of `Language`.
template <typename Meaning>
struct Word {
    Meaning meaning;
    std::array<std::string_view, 3> in;
};

enum class Command : std::uint8_t {
    title,
    author,
    origin,
    award,
    remark,
    pieces,
    forsyth,
    array,
    stipulation,
    condition,
    option,
    unread_line,  ///< names a file to write, to the end of the line
    refused,
    twin,
    zeroposition,
    next,
    end,
};

enum class Option : std::uint8_t {
    set_play,
    one_refutation,
    refutations,  ///< a number follows
    variations,
    white_to_play,
    duplex,
    half_duplex,
    quodlibet,
    postkey,
    max_solutions,  ///< a number follows
    max_time,       ///< a number of seconds follows
    en_passant,     ///< squares follow
    no_castling,    ///< squares follow
    intelligent,    ///< a number may follow
    beep,           ///< a number may follow
    unread,         ///< changes how Popeye writes, not what it solves
    refused,
};

enum class Change : std::uint8_t {
    move,
    exchange,
    stipulation,
    add,
    remove,
    continued,
    rotate,
    mirror,
    shift,
    substitute,
    colours,
    refused,
};

enum class Side : std::uint8_t { white, black, refused };

extern const std::array<Word<Command>, 20> commands;
extern const std::array<Word<Option>, 39> options;
extern const std::array<Word<Change>, 13> changes;
extern const std::array<Word<Side>, 4> sides;
/// Properties of men; none is known here.
extern const std::array<Word<Side>, 20> properties;
extern const std::array<std::string_view, 3> begin_problem;

/// A condition of fairy chess, which the shipped variant of a name has.
struct ConditionWord {
    std::string_view variant;  ///< empty: `maximummer` or `whitemaximummer`, by whose play is restricted
    std::array<std::string_view, 3> in;  ///< in the order of `Language`
    std::array<std::size_t, 3> least;    ///< fewer letters begin other conditions of Popeye's, too
};
extern const std::array<ConditionWord, 6> conditions;
/// The condition of a token, or nothing.
const ConditionWord* condition_of(std::string_view token, Language language);

/// What a token says: a word, or the beginning of one and of no other.
template <typename Meaning>
struct Reading {
    const Word<Meaning>* word = nullptr;   ///< nothing: no word begins so
    const Word<Meaning>* other = nullptr;  ///< another one that begins so, too: then neither is meant
    explicit operator bool() const { return word != nullptr && other == nullptr; }
};

/// Whether a word begins with a token, whatever their case.
bool begins(std::string_view word, std::string_view token);

template <typename Meaning, std::size_t size>
Reading<Meaning> word_in(const std::array<Word<Meaning>, size>& words, std::string_view token,
                         Language language) {
    Reading<Meaning> found;
    if (token.empty()) return found;
    for (const Word<Meaning>& word : words) {
        const std::string_view text = word.in[static_cast<std::size_t>(language)];
        if (!begins(text, token)) continue;
        if (text.size() == token.size()) return {&word, nullptr};
        (found.word == nullptr ? found.word : found.other) = &word;
    }
    return found;
}

/// The FEN letter of a man's letter; nothing for men that orthodox chess does not have.
std::optional<rules::Letter> letter_of(char man, Language language);
/// The letter that English has there for a man of a FEN: S for N, and the others as they are.
constexpr char english_letter(char man) { return man == 'N' ? 'S' : man; }
/// The letters of the men, for a message: "K Q R B S P".
std::string_view letters(Language language);

}  // namespace zermelo::compositions::popeye
