// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <array>
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "zermelo/base/ascii.hpp"
#include "zermelo/base/quoted.hpp"
#include "zermelo/base/result.hpp"
#include "zermelo/compositions/composition.hpp"
#include "zermelo/compositions/popeye_words.hpp"

/// One problem in the words of Popeye's input. Only popeye_reader.cpp and olive_reader.cpp include it.
namespace zermelo::compositions::popeye {

using engine::Man;
using engine::Place;

struct Token {
    std::string_view text;  ///< empty at the end of the text
    std::size_t at = 0;
};

inline constexpr std::string_view blanks = " \t\n\r;,";
inline constexpr std::string_view blanks_of_a_line = " \t;.,";
inline constexpr std::string_view signs = "#=+-%>!.<()~/&|:[]{}?";

inline bool is_of_a_token(char c) {
    return is_letter(c) || is_digit(c) || signs.find(c) != std::string_view::npos;
}

inline std::string shown(std::string_view text) { return quoted(text, 40, Unprintable::hex); }

/// Cuts a text into tokens, or takes what is left of a line.
class Tokens {
  public:
    explicit Tokens(std::string_view text, std::size_t at = 0) : text_(text), at_(at) {}

    /// A character that stands in no token is one by itself, which no command knows.
    Token next() {
        while (at_ < text_.size() && blanks.find(text_[at_]) != std::string_view::npos) ++at_;
        const std::size_t begin = at_;
        while (at_ < text_.size() && is_of_a_token(text_[at_])) ++at_;
        if (at_ == begin && at_ < text_.size()) ++at_;
        return {text_.substr(begin, at_ - begin), begin};
    }

    std::string_view rest_of_line() {
        const std::size_t end = std::min(text_.find_first_of("\r\n", at_), text_.size());
        std::string_view rest = text_.substr(at_, end - at_);
        at_ = end;
        rest.remove_prefix(std::min(rest.find_first_not_of(blanks_of_a_line), rest.size()));
        while (!rest.empty() && blanks_of_a_line.substr(0, 2).find(rest.back()) != std::string_view::npos)
            rest.remove_suffix(1);
        return rest;
    }

    std::size_t at() const { return at_; }

  private:
    std::string_view text_;
    std::size_t at_;
};

/// Reads one problem.
class ProblemReader {
  public:
    ProblemReader(Language language, const rules::Rules& rules)
        : language_(language), rules_(rules), board_(empty_board(rules)) {}

    // Where an error lies `wrong_at` says, in the text that was given last.

    /// Reads a whole problem, after the word that begins it.
    Result<Composition> read(Tokens tokens) {
        tokens_ = tokens;
        ZERMELO_CHECK(diagram());
        ZERMELO_CHECK(twins());
        return finished();
    }

    // The same from parts, each a text of its own: men, then stipulation and options in any order, then
    // twins, then `finished`.

    /// A man with its squares, as "Pa2b3".
    Result<void> read_man(Color color, std::string_view text) {
        begin(text);
        ZERMELO_CHECK(no_property());
        ZERMELO_TRY(const bool taken, group(color, putting()));
        return taken ? at_end() : wrong_here("a man with its squares, as Ka1");
    }
    Result<void> read_stipulation(std::string_view text) {
        begin(text);
        const Token token = token_;
        ZERMELO_TRY(stipulation_, stipulation());
        if (is_a_to_b(*stipulation_)) return wrong(token, "a=>b, expected a stipulation of one diagram");
        return at_end();
    }
    Result<void> read_options(std::string_view text) {
        begin(text);
        ZERMELO_CHECK(options());
        return at_end();
    }
    Result<void> read_condition(std::string_view text) {
        begin(text);
        ZERMELO_CHECK(condition());
        return at_end();
    }
    /// The changes of a twin; of the first one, if the diagram is but a zeroposition.
    Result<void> read_twin(std::string name, std::string_view text, bool of_a_zeroposition) {
        begin(text);
        set_first_diagram();
        std::vector<Diagram>& diagrams = problem_.diagrams;
        if (diagrams.empty() && !of_a_zeroposition) {
            diagrams.push_back(first_);
            diagrams.back().name = letter_of_twin(1);
        }
        if (of_a_zeroposition) problem_.zeroposition = first_;
        ZERMELO_CHECK(twin(diagrams));
        diagrams.back().name = std::move(name);
        return at_end();
    }
    /// The problem. Precondition: a stipulation was read.
    Result<Composition> finished() {
        set_first_diagram();
        if (problem_.diagrams.empty()) problem_.diagrams.push_back(first_);
        ZERMELO_CHECK(finish());
        return std::move(problem_);
    }

    /// After `read`: the word that ended the problem, that another one follows, or that it was the last.
    /// After an error it is looked for. Nothing: the text is over.
    std::optional<Command> last_word() {
        constexpr std::size_t surely_a_word = 3;
        for (; !last_word_ && !token_.text.empty(); advance()) {
            const auto command = word_in(commands, token_.text, language_);
            if (!command || token_.text.size() < surely_a_word) continue;
            const Command meaning = command.word->meaning;
            if (meaning == Command::next || meaning == Command::end) last_word_ = meaning;
            if (last_word_) break;
            if (takes_line(meaning)) tokens_.rest_of_line();
        }
        return last_word_;
    }

    std::size_t wrong_at() const { return wrong_at_; }
    /// Where reading has come to.
    std::size_t at() const { return tokens_.at(); }

  private:
    /// Takes a man that was read.
    using Put = std::function<Result<void>(Place, Man, const Token&)>;

    void advance() { token_ = tokens_.next(); }
    void begin(std::string_view text) {
        tokens_ = Tokens{text};
        advance();
    }
    Result<void> at_end() { return token_.text.empty() ? Result<void>{} : wrong_here("the end"); }
    void set_first_diagram() { first_ = Diagram{"", board_, *stipulation_, {}}; }

    static bool is_a_to_b(const Stipulation& stipulation) {
        return stipulation.goal.aim == Goal::Aim::a_to_b;
    }

    static bool takes_line(Command command) {
        return command == Command::title || command == Command::author || command == Command::origin ||
               command == Command::award || command == Command::remark || command == Command::unread_line;
    }

    tl::unexpected<Error> wrong(const Token& token, std::string message) {
        wrong_at_ = token.at;
        return failure(ErrorKind::bad_input, std::move(message));
    }
    tl::unexpected<Error> wrong_here(std::string_view expected) {
        return wrong(token_, token_.text.empty()
                                 ? fmt::format("the end of the text, expected {}", expected)
                                 : fmt::format("{}, expected {}", shown(token_.text), expected));
    }
    /// Gives an error the place of a token.
    Result<void> placed(const Token& token, Result<void> result) {
        if (!result) return wrong(token, std::move(result.error().message));
        return result;
    }

    template <typename Meaning, std::size_t size>
    Result<Reading<Meaning>> word(const std::array<Word<Meaning>, size>& words) {
        const auto found = word_in(words, token_.text, language_);
        if (found.other == nullptr) return found;
        const auto language = static_cast<std::size_t>(language_);
        return wrong(token_,
                     fmt::format("{} stands for {} or {}, expected more letters of it", shown(token_.text),
                                 found.word->in[language], found.other->in[language]));
    }

    // --- the diagram and what is asked

    Result<void> diagram() {
        advance();
        while (true) {
            ZERMELO_TRY(const auto found, word(commands));
            if (!found) return wrong_here("a command, as Pieces, Stipulation, Option or EndProblem");
            const Command command = found.word->meaning;
            if (command == Command::twin || command == Command::zeroposition || command == Command::next ||
                command == Command::end)
                break;
            if (takes_line(command)) {
                line(command, tokens_.rest_of_line());
                advance();
                continue;
            }
            const Token named = token_;
            advance();
            ZERMELO_CHECK(given(command, named));
        }
        if (!stipulation_) return wrong(token_, "the problem has no stipulation, expected one before this");
        set_first_diagram();
        return {};
    }

    void line(Command command, std::string_view bytes) {
        std::string text = utf8_of(bytes);
        Heading& heading = problem_.heading;
        const auto add = [&](std::string& to) { to += (to.empty() ? "" : " ") + text; };
        if (command == Command::author && !text.empty()) heading.authors.push_back(std::move(text));
        if (command == Command::title) add(heading.title);
        if (command == Command::origin) add(heading.source);
        if (command == Command::award) heading.award = std::move(text);
    }

    Result<void> given(Command command, const Token& named) {
        switch (command) {
            case Command::pieces:
                return pieces(putting());
            case Command::forsyth:
                return forsyth();
            case Command::array:
                board_.men = engine::parse_fen(rules_.start_fen, rules_).value_or(board_).men;
                return {};
            case Command::stipulation: {
                ZERMELO_TRY(stipulation_, stipulation());
                // What stood before it is where play begins, and what comes after it the diagram.
                if (is_a_to_b(*stipulation_)) start_ = std::exchange(board_, empty_board(rules_));
                return {};
            }
            case Command::option:
                return options();
            case Command::condition:
                return condition();
            default:
                return wrong(
                    named, fmt::format("{} is not known here, expected another command", shown(named.text)));
        }
    }

    Result<void> condition() {
        const ConditionWord* const found = condition_of(token_.text, language_);
        const bool asked = rules_.name == "chess" || (found != nullptr && rules_.name == found->variant);
        if (found == nullptr || !asked || condition_)
            return wrong_here(!asked && found != nullptr ? "no condition: the variant is not chess"
                              : condition_               ? "no second condition"
                                                         : "no condition but Koeko, Madrasi, AndernachChess "
                                                           "or a Maximummer: no other is known here");
        condition_ = *found;
        condition_token_ = token_;
        advance();
        if (condition_of(token_.text, language_) != nullptr) return wrong_here("no second condition");
        return {};
    }

    /// The variant that a condition asks for. Without a side `Maximummer` restricts the defender, in play
    /// where the attacker reaches the goal by its own will or is forced to; what it means elsewhere depends
    /// on the length.
    Result<void> take_condition() {
        if (!condition_) return {};
        problem_.variant = condition_->variant;
        if (!problem_.variant.empty()) return {};
        for (const Diagram& diagram : problem_.diagrams) {
            const Stipulation& asked = diagram.stipulation;
            const bool simple = asked.play == Play::battle ||
                                (asked.play == Play::help && asked.finish == Finish::direct) ||
                                (asked.play == Play::series && asked.finish == Finish::direct);
            if (!simple || asked.introduction != 0 || problem_.asked.duplex)
                return wrong(condition_token_, fmt::format("{} without a side, expected BlackMaximummer or "
                                                           "WhiteMaximummer beside {}{}",
                                                           shown(condition_token_.text), asked.text(),
                                                           problem_.asked.duplex ? " and Duplex" : ""));
        }
        problem_.variant = problem_.asked.attacker == Color::white ? "maximummer" : "whitemaximummer";
        return {};
    }

    Put putting() {
        return [this](Place at, Man man, const Token& token) { return put(at, man, token); };
    }

    Result<void> put(Place at, Man man, const Token& token) {
        auto& here = board_.men[rules::region_bit(at.file, at.rank)];
        if (here)
            return wrong(token,
                         fmt::format("{} has a man already, expected another square", engine::name(at)));
        here = man;
        return {};
    }

    Result<Stipulation> stipulation() {
        const Token begin = token_;
        advance();
        auto read = Stipulation::parse(begin.text, rules_.ranks);
        // The number may stand apart: "h# 3".
        if (!read && !token_.text.empty() && is_digit(token_.text[0])) {
            read = Stipulation::parse(std::string{begin.text} + std::string{token_.text}, rules_.ranks);
            advance();
        }
        if (read) return *read;
        const std::size_t column = read.error().where ? read.error().where->column - 1 : 0;
        return wrong({begin.text, begin.at + std::min(column, begin.text.size())},
                     std::move(read.error().message));
    }

    /// The squares of a text that has nothing else; nothing if it has.
    std::optional<std::vector<Place>> squares(std::string_view text) const {
        std::vector<Place> found;
        while (!text.empty()) {
            std::size_t size = 1;
            while (size < text.size() && is_digit(text[size])) ++size;
            const auto place = engine::place_of(lower(text.substr(0, size)));
            if (!place || place->file >= rules_.files || place->rank >= rules_.ranks) return std::nullopt;
            found.push_back(*place);
            text.remove_prefix(size);
        }
        return found;
    }

    Result<Place> square() {
        const auto found = squares(token_.text);
        if (!found || found->size() != 1) return wrong_here("a square of the board");
        advance();
        return found->front();
    }

    Result<std::vector<Place>> some_squares() {
        auto found = squares(token_.text);
        if (!found || found->empty()) return wrong_here("squares of the board, as a1b2");
        advance();
        return *std::move(found);
    }

    Result<unsigned> number() {
        unsigned value = 0;
        const char* const end = token_.text.data() + token_.text.size();
        const auto [rest, error] = std::from_chars(token_.text.data(), end, value);
        if (error != std::errc{} || rest != end) return wrong_here("a number");
        advance();
        return value;
    }

    Result<rules::Letter> letter(std::string_view man, const Token& token) {
        const auto found = man.size() == 1 ? letter_of(man[0], language_) : std::optional<rules::Letter>{};
        if (found && rules_.kind(*found) != nullptr) return *found;
        return wrong(token, fmt::format("the man {} is not known here, expected one of {}", shown(man),
                                        letters(language_)));
    }

    /// Colours with men and squares, each given to `put(square, man, token)`.
    Result<void> pieces(const Put& put) {
        ZERMELO_TRY(auto side, word(sides));
        if (!side) return wrong_here("a colour, White or Black in the language of the problem");
        while (side) {
            if (side.word->meaning == Side::refused)
                return wrong(token_, fmt::format("{}: men of such a colour are not known here, expected "
                                                 "White or Black",
                                                 shown(token_.text)));
            const Color color = side.word->meaning == Side::white ? Color::white : Color::black;
            advance();
            ZERMELO_CHECK(no_property());
            unsigned groups = 0;
            while (true) {
                ZERMELO_TRY(const bool taken, group(color, put));
                if (!taken) break;
                ++groups;
            }
            if (groups == 0) return wrong_here("a man with its squares, as Ka1");
            ZERMELO_TRY(side, word(sides));
        }
        return {};
    }

    Result<void> no_property() {
        ZERMELO_TRY(const auto property, word(properties));
        if (property)
            return wrong(token_, fmt::format("{} stands for {}, which is not known here, expected a "
                                             "man with its squares in one word, as {}a1",
                                             shown(token_.text),
                                             property.word->in[static_cast<std::size_t>(language_)],
                                             letters(language_)[0]));
        return {};
    }

    /// A man with its squares: "Pa2b3", "P a2b3". False: something else stands here.
    Result<bool> group(Color color, const Put& put) {
        const Token token = token_;
        for (const std::size_t size : {1U, 2U}) {
            if (token.text.size() < size || !is_letter(token.text[0])) return false;
            auto places = squares(token.text.substr(size));
            if (!places) continue;
            const bool apart = places->empty();
            if (apart) {
                // The squares are the next token; else this is no man.
                Tokens ahead = tokens_;
                const Token next = ahead.next();
                places = squares(next.text);
                if (!places || places->empty()) continue;
            }
            ZERMELO_TRY(const rules::Letter kind, letter(token.text.substr(0, size), token));
            Man man;
            man.color = color;
            man.letter = kind;
            for (const Place at : *places) ZERMELO_CHECK(put(at, man, token));
            if (apart) advance();
            advance();
            return true;
        }
        return false;
    }

    Result<void> forsyth() {
        const Token token = token_;
        if (token.text.empty()) return wrong_here("a diagram, as 8/8/8/8/8/8/8/K1k5");
        const std::size_t size = std::size_t{rules_.files} * rules_.ranks;
        std::size_t square = 0;  // from the left of the highest rank
        for (std::size_t i = 0; i < token.text.size(); ++i) {
            const Token here{token.text.substr(i, 1), token.at + i};
            const char c = token.text[i];
            if (c == '/') continue;
            if (is_digit(c)) {
                std::size_t empty = static_cast<std::size_t>(c - '0');
                if (i + 1 < token.text.size() && is_digit(token.text[i + 1]))
                    empty = 10 * empty + static_cast<std::size_t>(token.text[++i] - '0');
                square += empty;
            } else if (is_letter(c)) {
                ZERMELO_TRY(const rules::Letter kind, letter(here.text, here));
                if (square >= size) return wrong(here, "more squares than the board has, expected the end");
                Man man;
                man.color = is_upper(c) ? Color::white : Color::black;
                man.letter = kind;
                const Place at{static_cast<std::uint8_t>(square % rules_.files),
                               static_cast<std::uint8_t>(rules_.ranks - 1 - square / rules_.files)};
                ZERMELO_CHECK(put(at, man, here));
                ++square;
            } else {
                return wrong(here, fmt::format("{} is not known here, expected letters of men, numbers and /",
                                               shown(here.text)));
            }
        }
        if (square > size) return wrong(token, "more squares than the board has, expected as many");
        advance();
        return {};
    }

    // --- options

    Result<void> options() {
        bool any = false;
        while (true) {
            ZERMELO_TRY(const auto found, word(popeye::options));
            if (!found) break;
            const Token named = token_;
            advance();
            ZERMELO_CHECK(option(found.word->meaning, named));
            any = true;
        }
        if (!any) return wrong_here("an option of Popeye's");
        return {};
    }

    Result<void> option(Option option, const Token& named) {
        Asked& asked = problem_.asked;
        switch (option) {
            case Option::set_play:
                asked.set_play = true;
                return {};
            case Option::one_refutation:
                asked.max_refutations = 1;
                return {};
            case Option::refutations: {
                ZERMELO_TRY(asked.max_refutations, number());
                return {};
            }
            case Option::variations:
                asked.tree = true;
                return {};
            case Option::white_to_play:
                white_to_play_ = named;
                return {};
            case Option::duplex:
                asked.duplex = true;
                return {};
            case Option::half_duplex:
                asked.attacker = Color::black;
                return {};
            case Option::quodlibet:
                asked.quodlibet = true;
                return {};
            case Option::postkey:
                postkey_ = named;
                return {};
            case Option::max_solutions: {
                ZERMELO_TRY(const unsigned count, number());
                asked.max_lines = std::min(count, 1'000'000U);
                return {};
            }
            case Option::max_time: {
                ZERMELO_TRY(const unsigned seconds, number());
                asked.time = std::chrono::seconds{seconds};
                return {};
            }
            case Option::en_passant:
                return en_passant();
            case Option::no_castling: {
                ZERMELO_TRY(const auto at, some_squares());
                never_castle_.insert(never_castle_.end(), at.begin(), at.end());
                return {};
            }
            case Option::intelligent:
                if (token_.text.empty() || !is_digit(token_.text[0])) return {};
                return wrong_here("no number: solutions are not limited by the final position");
            case Option::beep:
                if (!token_.text.empty() && is_digit(token_.text[0])) ZERMELO_CHECK(number());
                return {};
            case Option::unread:
                return {};
            case Option::refused:
                break;
        }
        return wrong(named,
                     fmt::format("the option {} is not known here, expected another one", shown(named.text)));
    }

    Result<void> en_passant() {
        const Token token = token_;
        ZERMELO_TRY(const auto at, some_squares());
        const bool whites = at.size() == 3 && at[0].rank == 1 && at[2].rank == 3;
        const bool blacks =
            at.size() == 3 && at[0].rank + 2U == rules_.ranks && at[2].rank + 4U == rules_.ranks;
        if ((!whites && !blacks) || at[1].rank * 2 != at[0].rank + at[2].rank || at[0].file != at[1].file ||
            at[1].file != at[2].file)
            return wrong(token,
                         "expected from where a pawn made its double step, over which square and to "
                         "where, as e2e3e4");
        double_step_ = at;
        return {};
    }

    // --- twins

    Result<void> twins() {
        std::vector<Diagram>& diagrams = problem_.diagrams;
        bool zero = false;
        while (true) {
            ZERMELO_TRY(const auto found, word(commands));
            const bool ended =
                found && (found.word->meaning == Command::next || found.word->meaning == Command::end);
            if (ended && zero && diagrams.empty()) return wrong_here("a twin of the zeroposition");
            if (ended) {
                last_word_ = found.word->meaning;
                break;
            }
            if (found && found.word->meaning == Command::remark) {
                tokens_.rest_of_line();
                advance();
                continue;
            }
            const bool begins_zero =
                found && found.word->meaning == Command::zeroposition && diagrams.empty() && !zero;
            if (!begins_zero && !(found && found.word->meaning == Command::twin))
                return wrong_here("a change, Twin, NextProblem or EndProblem");
            zero = zero || begins_zero;
            if (begins_zero) problem_.zeroposition = first_;
            if (!zero && diagrams.empty()) diagrams.push_back(first_);
            advance();
            ZERMELO_CHECK(twin(diagrams));
        }
        if (diagrams.size() > 1 || zero)
            for (std::size_t i = 0; i < diagrams.size(); ++i) diagrams[i].name = letter_of_twin(i + 1);
        return {};
    }

    Result<void> twin(std::vector<Diagram>& diagrams) {
        ZERMELO_TRY(auto found, word(changes));
        Diagram twin = first_;
        if (found && found.word->meaning == Change::continued) {
            if (!diagrams.empty()) twin = diagrams.back();
            twin.changes = {"continued"};
            twin.changes_with_men.clear();
            advance();
            ZERMELO_TRY(found, word(changes));
        }
        if (!found) return wrong_here("a change, as move a1 a2");
        while (found) {
            const Token named = token_;
            advance();
            ZERMELO_CHECK(change(twin, found.word->meaning, named));
            ZERMELO_TRY(found, word(changes));
        }
        diagrams.push_back(std::move(twin));
        return {};
    }

    bool has_man(const Diagram& diagram, Place at) const {
        return diagram.setup.men[rules::region_bit(at.file, at.rank)].has_value();
    }

    Result<void> apply(Diagram& diagram, const Token& named, const std::string& change) {
        return placed(named, apply_changes(diagram, change, rules_));
    }

    Result<void> change(Diagram& twin, Change change, const Token& named) {
        switch (change) {
            case Change::move: {
                ZERMELO_TRY(const Place from, square());
                ZERMELO_TRY(const Place to, square());
                if (has_man(twin, from) && has_man(twin, to) && from != to)
                    ZERMELO_CHECK(apply(twin, named, "remove " + engine::name(to)));
                return apply(twin, named, fmt::format("move {} {}", engine::name(from), engine::name(to)));
            }
            case Change::exchange: {
                ZERMELO_TRY(const Place a, square());
                ZERMELO_TRY(const Place b, square());
                return apply(twin, named, fmt::format("exchange {} {}", engine::name(a), engine::name(b)));
            }
            case Change::remove: {
                ZERMELO_TRY(const auto all, some_squares());
                std::string text = "remove";
                for (const Place at : all) text += " " + engine::name(at);
                return apply(twin, named, text);
            }
            case Change::add:
                return pieces([&](Place at, Man man, const Token& token) {
                    return apply(twin, token, with_man(has_man(twin, at), man, at));
                });
            case Change::substitute:
                return substitute(twin, named);
            case Change::colours:
                return colours(twin, named);
            case Change::shift: {
                ZERMELO_TRY(const Place from, square());
                ZERMELO_TRY(const Place to, square());
                return apply(twin, named, fmt::format("shift {} {}", engine::name(from), engine::name(to)));
            }
            case Change::rotate:
                return rotate(twin, named);
            case Change::mirror:
                return mirror(twin, named);
            case Change::stipulation: {
                ZERMELO_TRY(const Stipulation asked, stipulation());
                return apply(twin, named, "stipulation " + asked.text());
            }
            case Change::continued:
                return wrong(named, "expected this before the other changes of the twin");
            case Change::refused:
                break;
        }
        return wrong(named, fmt::format("{} is not known here, expected another change", shown(named.text)));
    }

    /// The change that puts a man where another one stands, or none.
    static std::string with_man(bool in_place, Man man, Place at) {
        const char letter = man.color == Color::white ? man.letter : lower(man.letter);
        return fmt::format("{} {} {}", in_place ? "substitute" : "add", letter, engine::name(at));
    }

    /// One change of all men for which `changed` gives another man.
    template <typename Changed>
    Result<void> change_all(Diagram& twin, const Token& named, const Changed& changed) {
        std::string text;
        for (unsigned rank = 0; rank < rules_.ranks; ++rank)
            for (unsigned file = 0; file < rules_.files; ++file) {
                const auto& man = twin.setup.men[rules::region_bit(file, rank)];
                const std::optional<Man> other = man ? changed(*man) : std::nullopt;
                if (!other) continue;
                const Place at{static_cast<std::uint8_t>(file), static_cast<std::uint8_t>(rank)};
                text += (text.empty() ? "" : ", ") + with_man(true, *other, at);
            }
        return text.empty() ? Result<void>{} : apply(twin, named, text);
    }

    Result<void> substitute(Diagram& twin, const Token& named) {
        std::array<rules::Letter, 2> kinds{};
        for (rules::Letter& kind : kinds) {
            ZERMELO_TRY(kind, letter(token_.text, token_));
            advance();
        }
        return change_all(twin, named, [&](Man man) -> std::optional<Man> {
            if (man.letter != kinds[0]) return std::nullopt;
            man.letter = kinds[1];
            return man;
        });
    }

    Result<void> colours(Diagram& twin, const Token& named) {
        return change_all(twin, named, [](Man man) -> std::optional<Man> {
            man.color = !man.color;
            return man;
        });
    }

    /// Popeye turns the board to the left, and we to the right.
    Result<void> rotate(Diagram& twin, const Token& named) {
        const std::string_view angle = token_.text;
        if (angle != "90" && angle != "180" && angle != "270") return wrong_here("90, 180 or 270");
        advance();
        return apply(twin, named, angle == "90" ? "rotate 270" : angle == "270" ? "rotate 90" : "rotate 180");
    }

    Result<void> mirror(Diagram& twin, const Token& named) {
        using Names = std::array<std::pair<std::string_view, std::string_view>, 4>;
        constexpr Names corners{{{"a1<-->h1", "mirror a1h1"},
                                 {"a1<-->a8", "mirror a1a8"},
                                 {"a1<-->h8", "mirror a1h8"},
                                 {"a8<-->h1", "mirror h1a8"}}};
        for (const auto& [theirs, ours] : corners) {
            if (lower(token_.text) != theirs) continue;
            advance();
            return apply(twin, named, std::string{ours});
        }
        return wrong_here("a1<-->h1, a1<-->a8, a1<-->h8 or a8<-->h1");
    }

    // --- what holds for all diagrams

    Result<void> finish() {
        ZERMELO_CHECK(take_condition());
        // There is neither set play nor a try where the key has been made.
        if (postkey_) {
            problem_.asked.postkey = true;
            problem_.asked.set_play = false;
            problem_.asked.max_refutations = 0;
        }
        const auto from_another = [](const Diagram& each) { return is_a_to_b(each.stipulation); };
        const auto& diagrams = problem_.diagrams;
        const auto count = std::count_if(diagrams.begin(), diagrams.end(), from_another);
        if (count != 0 && (!start_ || count != static_cast<std::ptrdiff_t>(diagrams.size())))
            return wrong(token_, "a twin with a=>b and one without, expected all twins with it, or none");
        if (count != 0 && diagrams.front().stipulation.has_black_begin_in_popeye())
            problem_.asked.attacker = white_to_play_ ? Color::white : Color::black;
        for (Diagram& diagram : problem_.diagrams) ZERMELO_CHECK(finish(diagram));
        return problem_.zeroposition ? finish(*problem_.zeroposition) : Result<void>{};
    }

    Result<void> finish(Diagram& diagram) {
        const bool from_another = is_a_to_b(diagram.stipulation);
        if (white_to_play_ && !from_another) ZERMELO_CHECK(half_a_move_later(diagram.stipulation));
        if (postkey_ && diagram.stipulation.play != Play::battle)
            return wrong(*postkey_, fmt::format("{} has no key, expected direct, self or reflex play",
                                                diagram.stipulation.text()));
        const bool with_gates = (problem_.variant.empty() ? rules_.name : problem_.variant) == "andernach";
        const auto by_convention = [&](engine::Setup& setup) {
            castle_by_convention(setup, never_castle_, rules_);
            if (with_gates) keep_gates_of_kings(setup, never_castle_);
        };
        if (!diagram.stipulation.goal.is_diagram()) by_convention(diagram.setup);
        if (from_another) {
            diagram.start = start_;
            by_convention(*diagram.start);
        }
        const Color first = diagram.stipulation.who_begins(problem_.asked.attacker);
        diagram.setup.to_move = postkey_ ? !first : first;
        if (double_step_ && stands_after_double_step(diagram.setup)) {
            diagram.setup.en_passant = {(*double_step_)[1]};
            diagram.setup.to_move = (*double_step_)[2].rank == 3 ? Color::black : Color::white;
        }
        return {};
    }

    /// What `WhiteToPlay` makes of a stipulation.
    Result<void> half_a_move_later(Stipulation& stipulation) {
        if (stipulation.play != Play::help || stipulation.finish != Finish::direct || stipulation.half ||
            stipulation.introduction != 0 || stipulation.goal.is_diagram())
            return wrong(*white_to_play_,
                         fmt::format("White is to play, but {} has another meaning then, expected a helpmate "
                                     "in whole moves, as h#2",
                                     stipulation.text()));
        --stipulation.moves;
        stipulation.half = true;
        return {};
    }

    bool stands_after_double_step(const engine::Setup& setup) const {
        const std::vector<Place>& step = *double_step_;
        const auto at = [&](Place place) { return setup.men[rules::region_bit(place.file, place.rank)]; };
        const auto pawn = at(step[2]);
        return pawn && pawn->letter == 'P' && !at(step[0]) && !at(step[1]);
    }

    Tokens tokens_{{}};
    Language language_;
    const rules::Rules& rules_;
    Token token_;
    std::size_t wrong_at_ = 0;
    engine::Setup board_;
    std::optional<engine::Setup> start_;  ///< where play begins, of `a=>b`
    std::optional<Stipulation> stipulation_;
    Diagram first_;
    Composition problem_;
    std::optional<Command> last_word_;
    std::optional<Token> white_to_play_, postkey_;
    std::optional<ConditionWord> condition_;
    Token condition_token_;
    std::vector<Place> never_castle_;
    std::optional<std::vector<Place>> double_step_;
};

}  // namespace zermelo::compositions::popeye
