// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/rules/values.hpp"

#include <string>

#include "zermelo/base/ascii.hpp"

namespace zermelo::rules::values {
namespace {

/// A number of at most four digits, or nothing.
std::optional<unsigned> number(std::string_view text) {
    if (text.empty() || text.size() > 4) return std::nullopt;
    unsigned value = 0;
    for (const char c : text) {
        if (!is_digit(c)) return std::nullopt;
        value = value * 10 + static_cast<unsigned>(c - '0');
    }
    return value;
}

/// The file of a letter from a to p in either case, counted from 0.
std::optional<unsigned> file_of_letter(char c) {
    if (c >= 'a' && c < static_cast<char>('a' + max_files)) return static_cast<unsigned>(c - 'a');
    if (c >= 'A' && c < static_cast<char>('A' + max_files)) return static_cast<unsigned>(c - 'A');
    return std::nullopt;
}

/// A file as its letter or number, counted from 1.
std::optional<unsigned> file_number(std::string_view text) {
    if (text.size() == 1)
        if (const auto letter = file_of_letter(text.front())) return *letter + 1;
    return number(text);
}

Result<unsigned> within(std::optional<unsigned> value, const IniText& text, unsigned most,
                        std::string_view expected) {
    if (!value || *value < 1 || *value > most)
        return error_at(text.where,
                        quoted(text.text) + " is out of range, expected " + std::string(expected));
    return *value;
}

std::string up_to(unsigned most) { return "a number from 1 to " + std::to_string(most); }

std::string up_to_file(unsigned most) {
    return "a file from a to " + std::string(1, static_cast<char>('a' + most - 1)) + " or " + up_to(most);
}

/// The first character's place if the whole text is one piece's letter.
Result<unsigned> only_piece(const RulesBuilder& builder, const IniText& text) {
    auto found = piece(builder, text, 0);
    if (found && text.text.size() > 1)
        return error_at(text.at(1), "text after the letter, expected one piece");
    return found;
}

Result<void> add_squares(Region& region, const RulesBuilder& builder, const IniText& word) {
    const std::string_view text = word.text;
    const auto outside = [&] {
        return error_at(word.where, quoted(text) + " lies outside the board of " +
                                        std::to_string(builder.rules.files) + " files and " +
                                        std::to_string(builder.rules.ranks) + " ranks");
    };
    const auto malformed = [&] {
        return error_at(word.where, quoted(text) +
                                        " is no square, expected squares like e4, ranks like *8 and "
                                        "files like a*, parted by blanks, or - for none");
    };
    const bool every_file = text.front() == '*';
    const bool every_rank = text.size() == 2 && text.back() == '*';
    const auto file = file_of_letter(text.front());
    const auto rank = number(text.substr(1));
    if (every_file ? !rank : !(every_rank || rank)) return malformed();
    if (!every_file && !file) return malformed();
    const bool beyond =
        (rank && (*rank < 1 || *rank > builder.rules.ranks)) || (file && *file >= builder.rules.files);
    if (beyond && builder.forgiven == nullptr) return outside();
    if (beyond) {
        builder.forgiven->push_back(
            error_at(word.where, quoted(text) + " lies outside the board: left out").value());
        return {};
    }
    // Whole lines go on beyond the board: they are whole lines of a larger child, too.
    for (unsigned f = 0; f < max_files; ++f)
        for (unsigned r = 0; r < max_ranks; ++r)
            if ((every_file || f == *file) && (every_rank || r + 1 == *rank)) region.set(region_bit(f, r));
    return {};
}

}  // namespace

Result<bool> boolean(const RulesBuilder& /*builder*/, const IniText& text) {
    if (text.text == "true") return true;
    if (text.text == "false") return false;
    return error_at(text.where, quoted(text.text) + " is neither true nor false");
}

Result<unsigned> count(const RulesBuilder& /*builder*/, const IniText& text) {
    constexpr unsigned most = max_files * max_ranks;
    const auto value = number(text.text);
    if (!value || *value > most)
        return error_at(text.where, quoted(text.text) + " is out of range, expected a number from 0 to " +
                                        std::to_string(most));
    return *value;
}

Result<unsigned> files(const RulesBuilder& /*builder*/, const IniText& text) {
    return within(file_number(text.text), text, max_files, up_to_file(max_files));
}

Result<unsigned> ranks(const RulesBuilder& /*builder*/, const IniText& text) {
    return within(number(text.text), text, max_ranks, up_to(max_ranks));
}

Result<unsigned> file(const RulesBuilder& builder, const IniText& text) {
    return within(file_number(text.text), text, builder.rules.files, up_to_file(builder.rules.files))
        .map([](unsigned value) { return value - 1; });
}

Result<unsigned> rook_file(const RulesBuilder& /*builder*/, const IniText& text) {
    return within(file_number(text.text), text, max_files, up_to_file(max_files)).map([](unsigned value) {
        return value - 1;
    });
}

Result<unsigned> rank(const RulesBuilder& builder, const IniText& text) {
    return within(number(text.text), text, builder.rules.ranks, up_to(builder.rules.ranks))
        .map([](unsigned value) { return value - 1; });
}

Result<game::Outcome> outcome(const RulesBuilder& /*builder*/, const IniText& text) {
    if (text.text == "win") return game::Outcome::win;
    if (text.text == "loss") return game::Outcome::loss;
    if (text.text == "draw") return game::Outcome::draw;
    return error_at(text.where, quoted(text.text) + " is no result, expected win, loss or draw");
}

Result<std::optional<game::Outcome>> outcome_or_none(const RulesBuilder& builder, const IniText& text) {
    if (text.text == "none") return std::optional<game::Outcome>{};
    const auto value = outcome(builder, text);
    if (!value)
        return error_at(text.where, quoted(text.text) + " is no result, expected win, loss, draw or none");
    return std::optional<game::Outcome>{*value};
}

Result<Region> region(const RulesBuilder& builder, const IniText& text) {
    Region result;
    if (text.text == "-") return result;
    for (const IniText& word : words(text)) ZERMELO_CHECK(add_squares(result, builder, word));
    return result;
}

Result<unsigned> piece(const RulesBuilder& builder, const IniText& text, std::size_t offset) {
    const auto found = offset < text.text.size() ? builder.piece_of(text.text[offset]) : std::nullopt;
    if (found) return *found;
    std::string have;
    for (const char letter : builder.letters)
        if (letter != 0) have += lower(letter);
    return error_at(text.at(offset), quoted(text.text.substr(offset, 1)) +
                                         " is no piece of this variant, expected letters out of " +
                                         quoted(have));
}

Result<Letters> letters(const RulesBuilder& builder, const IniText& text) {
    Letters result;
    if (text.text == "-") return result;
    for (std::size_t i = 0; i < text.text.size(); ++i) {
        if (text.text[i] == ' ' || text.text[i] == '\t') continue;
        ZERMELO_TRY(const auto found, piece(builder, text, i));
        if (!contains(result, code_of(found))) result += code_of(found);
    }
    return result;
}

Result<Letters> common_letters(const RulesBuilder& builder, const IniText& text) {
    const auto result = letters(builder, text);
    if (result && contains(*result, code_of(king_piece)))
        for (std::size_t i = 0; i < text.text.size(); ++i)
            if (builder.piece_of(text.text[i]) == king_piece)
                return error_at(text.at(i), "the royal king neither promotes nor is promoted to");
    return result;
}

Result<std::optional<Letter>> letter_or_none(const RulesBuilder& builder, const IniText& text) {
    if (text.text == "-") return std::optional<Letter>{};
    return only_piece(builder, text).map(code_of);
}

Result<std::optional<Letter>> letter_or_any(const RulesBuilder& builder, const IniText& text) {
    if (text.text == "*") return std::optional<Letter>{};
    return only_piece(builder, text).map(code_of);
}

}  // namespace zermelo::rules::values
