// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/rule_keys.hpp"

#include <algorithm>
#include <cstddef>

#include "zermelo/rules/way_names.hpp"

namespace zermelo {

namespace {

/// "a:b" after what is there already.
void add_pair(std::string& text, char kind, std::string_view other) {
    if (!text.empty()) text += ' ';
    text += kind;
    text += ':';
    text += other;
}

/// The name of a way. What is none of the rule's ways has none.
template <typename Rule>
std::string_view name_in(const auto& ways, Rule rule) {
    const auto number = static_cast<std::size_t>(rule);
    return number < ways.size() ? ways[number].first : std::string_view{};
}

}  // namespace

Squares::Squares(std::initializer_list<std::string_view> names) {
    for (const std::string_view name : names) {
        if (!names_.empty()) names_ += ' ';
        names_ += name;
    }
}

Squares Squares::rank(unsigned number) { return {"*" + std::to_string(number)}; }
Squares Squares::file(char letter) { return {std::string{letter, '*'}}; }
std::string Squares::text() const { return names_.empty() ? "-" : names_; }

Squares operator|(const Squares& a, const Squares& b) {
    if (a.names_.empty() || b.names_.empty()) return a.names_.empty() ? b : a;
    return {a.names_, b.names_};
}

std::string Kinds::text() const { return letters_.empty() ? "-" : letters_; }

KindPairs::KindPairs(std::initializer_list<std::pair<char, std::optional<char>>> pairs) {
    for (const auto& [kind, other] : pairs) add_pair(text_, kind, std::string(1, other.value_or('-')));
}

KindNumbers::KindNumbers(std::initializer_list<std::pair<char, unsigned>> numbers) {
    for (const auto& [kind, number] : numbers) add_pair(text_, kind, std::to_string(number));
}

KindNames::KindNames(std::initializer_list<std::pair<char, std::string_view>> names) {
    for (const auto& [kind, name] : names) {
        std::string joined{name};
        std::replace(joined.begin(), joined.end(), ' ', '-');
        add_pair(text_, kind, joined);
    }
}

// The public ways stand in the order of these names, as a test says.
std::string_view name(EnclosingDrop rule) { return name_in(rules::enclosing_drop_ways, rule); }
std::string_view name(FlipEnclosed rule) { return name_in(rules::flip_enclosed_ways, rule); }
std::string_view name(WallingRule rule) { return name_in(rules::walling_ways, rule); }
std::string_view name(MaterialRule rule) { return name_in(rules::material_counting_ways, rule); }
std::string_view name(ChasingRule rule) { return name_in(rules::chasing_ways, rule); }
std::string_view name(CountingTradition rule) { return name_in(rules::counting_ways, rule); }

}  // namespace zermelo
