// SPDX-License-Identifier: GPL-3.0-or-later
// What the library's face says of positions, for faces_test.py. A line of standard input is a question: the
// variant, the FEN, the limit of plies, the limit of nodes, the folder of tables, whether the game is ideal,
// the half-moves and what is left of a counting, with tabs between them and "-" for what there is not. An
// answer is some lines, and an empty one.
#include <array>
#include <iostream>
#include <optional>
#include <string>
#include <vector>

#include "zermelo/found_value.hpp"
#include "zermelo/position.hpp"
#include "zermelo/prove.hpp"
#include "zermelo/tables.hpp"
#include "zermelo/variant.hpp"

namespace {

using namespace zermelo;

std::optional<std::uint64_t> number(const std::string& text) {
    return text == "-" ? std::nullopt : std::optional{std::stoull(text)};
}

std::string text(std::optional<Plies> plies) { return plies ? std::to_string(plies->count()) : "-"; }

std::string text(std::optional<bool> flag) { return flag ? (*flag ? "yes" : "no") : "-"; }

std::string text(const Bounds& bounds) {
    const auto outcome = bounds.outcome();
    return (outcome ? std::string{name(*outcome)} : "unknown") + ' ' + text(bounds.at_most()) + ' ' +
           text(bounds.no_win_within()) + ' ' + text(bounds.no_loss_within());
}

std::string text(const std::optional<Value>& value) {
    return value ? std::string{name(value->outcome)} + ' ' + text(value->distance) : "unknown -";
}

void tell(const std::string& head, const std::vector<std::string>& words) {
    std::cout << head;
    for (const std::string& word : words) std::cout << ' ' << word;
    std::cout << '\n';
}

void tell(const std::string& head, const Error& error) { tell(head, {text_of(error)}); }

void tell_value(const Position& position, const ValueOptions& options) {
    const auto found = value(position, options);
    if (!found) return tell("value-error", found.error());
    tell("value", {text(found->bounds)});
    tell("value-line", found->line);
    tell("value-complete", {text(std::optional{found->complete})});
    if (found->table_error) tell("value-table", {found->table_error->message});
    for (const MoveOutcome& move : found->moves) tell("value-move", {move.move, text(move.bounds)});
}

void tell_proof(const Position& position, std::optional<Plies> limit, const ProveOptions& options) {
    const auto proof = prove(position, limit, options);
    if (!proof) return tell("proof-error", proof.error());
    tell("proof", {std::string{name(proof->verdict)}, text(proof->plies), text(proof->none_within)});
    tell("proof-line", proof->line);
    tell("proof-complete", {text(std::optional{proof->complete})});
    if (proof->table_error) tell("proof-table", {proof->table_error->message});
    if (proof->value) tell("proof-value", {text(proof->value)});
    for (const FirstMove& move : proof->winning) tell("proof-win", {move.move, text(move.plies)});
    for (const FirstMove& move : proof->tries) tell("proof-try", {move.move, move.refutation.value_or("-")});
}

void tell_tables(const Position& position, const std::string& folder) {
    const Tables tables{{folder}};
    const auto value = tables.value(position);
    const auto moves = tables.moves(position);
    const auto line = tables.line(position);
    if (value)
        tell("table", {text(*value)});
    else
        tell("table-error", value.error());
    if (!moves) return tell("table-moves-error", moves.error());
    for (const MoveValue& move : *moves)
        tell("table-move", {move.move, text(move.value), text(move.optimal), text(move.keeps)});
    if (line) tell("table-line", *line);
}

template <typename Options>
Options options_of(const std::array<std::string, 8>& words) {
    Options options;
    options.nodes = number(words[3]);
    options.memory = std::size_t{64} << 20U;
    if (words[4] != "-") options.tables = words[4];
    options.ideal = words[5] == "yes";
    options.half_moves = number(words[6]).value_or(0);
    options.counting_left = number(words[7]);
    return options;
}

void answer(const std::array<std::string, 8>& words) {
    const auto variant = Variant::named(words[0]);
    if (!variant) return tell("error", variant.error());
    const auto position = Position::of_fen(*variant, words[1]);
    if (!position) return tell("error", position.error().front());
    const auto limit = number(words[2]);
    tell_value(*position, options_of<ValueOptions>(words));
    tell_proof(*position, limit ? std::optional{Plies{*limit}} : std::nullopt,
               options_of<ProveOptions>(words));
    if (words[4] != "-") tell_tables(*position, words[4]);
}

}  // namespace

int main() {
    std::string line;
    while (std::getline(std::cin, line)) {
        std::array<std::string, 8> words;
        std::size_t begin = 0;
        for (std::string& word : words) {
            const std::size_t end = std::min(line.find('\t', begin), line.size());
            word = line.substr(begin, end - begin);
            begin = std::min(end + 1, line.size());
        }
        answer(words);
        std::cout << std::endl;
    }
}
