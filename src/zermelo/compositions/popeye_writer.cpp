// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/compositions/popeye_writer.hpp"

#include <algorithm>
#include <array>
#include <sstream>
#include <string_view>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "zermelo/base/ascii.hpp"
#include "zermelo/compositions/castling_rights.hpp"
#include "zermelo/compositions/olive_reader.hpp"
#include "zermelo/compositions/popeye_reader.hpp"
#include "zermelo/compositions/popeye_words.hpp"

namespace zermelo::compositions {

namespace {

using engine::Place;
using engine::Setup;

using popeye::english_letter;

/// The men of a side, "Ra1", the greatest first.
std::vector<std::string> men_of(const Setup& setup, Color color) {
    std::vector<std::string> men;
    for (const char letter : std::string_view{"KQRBNP"})
        for (unsigned rank = 0; rank < setup.ranks; ++rank)
            for (unsigned file = 0; file < setup.files; ++file) {
                const auto& man = setup.men[rules::region_bit(file, rank)];
                if (!man || man->color != color || man->letter != letter) continue;
                const Place at{static_cast<std::uint8_t>(file), static_cast<std::uint8_t>(rank)};
                men.push_back(english_letter(letter) + engine::name(at));
            }
    return men;
}

/// "White Ka1 Rb2 Black Kh8".
std::string pieces_of(const Setup& setup) {
    std::string men;
    for (const Color color : {Color::white, Color::black})
        if (const auto some = men_of(setup, color); !some.empty())
            men += fmt::format("{}{} {}", men.empty() ? "" : " ", name(color), fmt::join(some, " "));
    return men;
}

/// A change of a twin, of those of `with_twins`, in Popeye's words.
std::string change_of(const std::string& change) {
    std::istringstream text{change};
    std::string verb, first, second;
    text >> verb >> first >> second;
    if (verb == "add" || verb == "substitute")
        return fmt::format("Add {} {}{}", is_upper(first[0]) ? "White" : "Black",
                           english_letter(upper(first[0])), second);
    // Popeye turns to the left.
    if (verb == "rotate") return "Rotate " + (first == "180" ? first : first == "90" ? "270" : "90");
    if (verb == "mirror")
        return "Mirror " +
               (first == "h1a8" ? "a8<-->h1" : first.insert(std::min<std::size_t>(2, first.size()), "<-->"));
    std::string words = verb;
    words[0] = upper(words[0]);
    words += first.empty() ? "" : " " + first;
    // Squares are one word where men are removed, and two elsewhere.
    const std::string_view between = verb == "remove" ? "" : " ";
    for (; !second.empty() && text; second.clear(), text >> second)
        words += fmt::format("{}{}", between, second);
    return words;
}

std::string twin_of(const Diagram& diagram) {
    std::string text;
    for (const std::string& change : diagram.changes) text += (text.empty() ? "" : " ") + change_of(change);
    return text;
}

/// Rooks at home with which nobody may castle, of all diagrams; and kings at home that have moved, where that
/// matters.
std::string never_castle(const Composition& problem, const rules::Rules& rules) {
    std::string squares;
    const auto add = [&](const Setup& setup) {
        if (setup.files != 8 || setup.ranks != 8) return;
        Setup kept = setup;
        keep_gates_of_kings(kept, {});
        for (const CastlingRight& right : castling_rights) {
            const std::string rook = engine::name(right.rook);
            if (stand_at_home(setup, right) && setup.castling.find(right.letter) == std::string::npos &&
                squares.find(rook) == std::string::npos)
                squares += rook;
            const std::string king = engine::name(right.king);
            const bool moved = rules.andernach && kept.gates[right.color] != setup.gates[right.color];
            if (moved && squares.find(king) == std::string::npos) squares += king;
        }
    };
    // Nobody asks who may castle in a diagram that play is to come to.
    const auto add_diagram = [&](const Diagram& diagram) {
        if (!diagram.stipulation.goal.is_diagram()) add(diagram.setup);
        if (diagram.start) add(*diagram.start);
    };
    if (problem.zeroposition) add_diagram(*problem.zeroposition);
    for (const Diagram& diagram : problem.diagrams) add_diagram(diagram);
    return squares;
}

/// "e2e3e4": the double step after which a pawn may be captured en passant.
std::string double_step(const Setup& setup) {
    if (setup.en_passant.empty()) return {};
    const Place over = setup.en_passant.front();
    const bool whites = over.rank == 2;
    Place from = over, to = over;
    from.rank = static_cast<std::uint8_t>(over.rank + (whites ? -1 : 1));
    to.rank = static_cast<std::uint8_t>(over.rank + (whites ? 1 : -1));
    return engine::name(from) + engine::name(over) + engine::name(to);
}

std::vector<std::string> options_of(const Composition& problem, const rules::Rules& rules) {
    const Asked& asked = problem.asked;
    std::vector<std::string> words;
    if (asked.set_play) words.emplace_back("SetPlay");
    if (asked.max_refutations == 1) words.emplace_back("Try");
    if (asked.max_refutations > 1) words.push_back(fmt::format("Defence {}", asked.max_refutations));
    if (asked.tree) words.emplace_back("Variations");
    if (asked.duplex) words.emplace_back("Duplex");
    const bool black_begins = problem.drawn().stipulation.has_black_begin_in_popeye();
    if (black_begins && asked.attacker == Color::white) words.emplace_back("WhiteToPlay");
    if (!black_begins && asked.attacker == Color::black) words.emplace_back("HalfDuplex");
    if (asked.quodlibet) words.emplace_back("Quodlibet");
    if (asked.postkey) words.emplace_back("PostKeyPlay");
    if (asked.max_lines) words.push_back(fmt::format("MaxSolutions {}", *asked.max_lines));
    if (asked.time) words.push_back(fmt::format("MaxTime {}", asked.time->count()));
    if (const std::string rooks = never_castle(problem, rules); !rooks.empty())
        words.push_back("NoCastling " + rooks);
    if (const std::string step = double_step(problem.drawn().setup); !step.empty())
        words.push_back("EnPassant " + step);
    return words;
}

/// What Popeye calls the variant, if it is chess with a condition.
std::optional<std::string_view> condition_word(const rules::Rules& rules) {
    for (const popeye::ConditionWord& each : popeye::conditions)
        if (each.variant == rules.name) return each.in[static_cast<std::size_t>(popeye::Language::english)];
    return std::nullopt;
}

// --- what is written is what is read

/// A position without what a problem does not depend on.
Setup plain(Setup setup, bool with_rights = true) {
    if (!with_rights) {
        setup.castling.clear();
        setup.en_passant.clear();
    }
    setup.to_move = Color::white;
    setup.half_moves = 0;
    setup.full_moves = 1;
    for (auto& man : setup.men)
        if (man) man->marked = false;
    return setup;
}

bool same_diagram(const Diagram& a, const Diagram& b) {
    const bool with_rights = !a.stipulation.goal.is_diagram();
    return plain(a.setup, with_rights) == plain(b.setup, with_rights) && a.stipulation == b.stipulation &&
           a.start.has_value() == b.start.has_value() && (!a.start || plain(*a.start) == plain(*b.start));
}

bool same(const Composition& a, const Composition& b) {
    if (a.zeroposition.has_value() != b.zeroposition.has_value()) return false;
    if (a.zeroposition && !same_diagram(*a.zeroposition, *b.zeroposition)) return false;
    return a.asked == b.asked && std::equal(a.diagrams.begin(), a.diagrams.end(), b.diagrams.begin(),
                                            b.diagrams.end(), same_diagram);
}

/// The text, if reading it comes to the problem again.
Result<std::string> if_the_same(std::string text, const Composition& problem, const Result<Composition>& read,
                                const rules::Rules& rules) {
    const bool has_win =
        std::any_of(problem.diagrams.begin(), problem.diagrams.end(),
                    [](const Diagram& each) { return each.stipulation.goal.aim == Goal::Aim::win; });
    const bool has_words = rules.name == "chess" || condition_word(rules);
    if (read && same(*read, problem) && !has_win && has_words) return text;
    std::string message = "the words of Popeye's input do not say this problem";
    if (!read) message += ": " + read.error().message;
    return failure(ErrorKind::bad_input,
                   std::move(message) + ", expected orthodox chess, or a condition of it that is known here");
}

/// A text between quotes, as YAML has it.
std::string quoted_scalar(const std::string& text) {
    std::string safe;
    for (const char c : utf8_of(text)) {
        if (c == '"' || c == '\\') safe += '\\';
        safe += c;
    }
    return "\"" + safe + "\"";
}

std::vector<std::string> names_of(const std::vector<Diagram>& diagrams) {
    std::vector<std::string> names;
    for (const Diagram& diagram : diagrams) names.push_back(diagram.name);
    const bool in_order =
        std::adjacent_find(names.begin(), names.end(), std::greater_equal<>{}) == names.end();
    for (std::size_t i = 0; !in_order && i < names.size(); ++i) names[i] = letter_of_twin(i + 1);
    return names;
}

}  // namespace

Result<std::string> popeye_input(const Composition& problem, const rules::Rules& rules) {
    std::string text = "BeginProblem\n";
    const auto line = [&](std::string_view command, const std::string& words) {
        if (!words.empty()) text += fmt::format("{:<12}  {}\n", command, words);
    };
    for (const std::string& author : problem.heading.authors) line("Author", utf8_of(author));
    line("Title", utf8_of(problem.heading.title));
    line("Origin", utf8_of(problem.heading.source));
    line("Award", utf8_of(problem.heading.award));
    const Diagram& drawn = problem.drawn();
    if (drawn.start) line("Pieces", pieces_of(*drawn.start));
    if (!drawn.start) line("Pieces", pieces_of(drawn.setup));
    line("Condition", std::string{condition_word(rules).value_or("")});
    line("Stipulation", drawn.stipulation.text());
    if (drawn.start) line("Pieces", pieces_of(drawn.setup));
    line("Option", fmt::format("{}", fmt::join(options_of(problem, rules), " ")));
    for (const Diagram& diagram : problem.diagrams) {
        const bool first = &diagram == problem.diagrams.data();
        if (!first || problem.zeroposition) line(first ? "ZeroPosition" : "Twin", twin_of(diagram));
    }
    text += "EndProblem\n";
    PopeyeReader reader{text, rules};
    auto read = reader.next();
    if (read && *read) (*read)->asked.intended = problem.asked.intended;
    return if_the_same(std::move(text), problem, *read, rules);
}

Result<std::string> collection_document(const Composition& problem, const rules::Rules& rules) {
    const Heading& heading = problem.heading;
    std::string text = "---\n";
    if (!heading.authors.empty()) text += "authors:\n";
    for (const std::string& author : heading.authors) text += fmt::format("  - {}\n", quoted_scalar(author));
    if (!heading.title.empty()) text += fmt::format("title: {}\n", quoted_scalar(heading.title));
    if (!heading.source.empty()) text += fmt::format("source:\n  name: {}\n", quoted_scalar(heading.source));
    if (!heading.award.empty())
        text += fmt::format("award:\n  distinction: {}\n", quoted_scalar(heading.award));
    text += "algebraic:\n";
    for (const Color color : {Color::white, Color::black})
        text += fmt::format("  {}: [{}]\n", json_name(color),
                            fmt::join(men_of(problem.drawn().setup, color), ", "));
    if (const auto word = condition_word(rules)) text += fmt::format("conditions:\n  - {}\n", *word);
    text += fmt::format("stipulation: {}\n", quoted_scalar(problem.drawn().stipulation.text()));
    if (const auto words = options_of(problem, rules); !words.empty()) {
        text += "options:\n";
        for (const std::string& word : words) text += fmt::format("  - {}\n", word);
    }
    if (problem.diagrams.size() > 1 || problem.zeroposition) {
        text += "twins:\n";
        const std::vector<std::string> names = names_of(problem.diagrams);
        for (std::size_t i = problem.zeroposition ? 0 : 1; i < names.size(); ++i)
            text += fmt::format("  {}: {}\n", quoted_scalar(names[i]),
                                quoted_scalar(twin_of(problem.diagrams[i])));
    }
    if (problem.asked.intended) text += fmt::format("intended-solutions: {}\n", *problem.asked.intended);
    OliveReader reader{text, rules};
    const auto entry = reader.next();
    return if_the_same(std::move(text), problem, entry->problem, rules);
}

}  // namespace zermelo::compositions
