// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/app/library.hpp"

#include <algorithm>
#include <utility>
#include <variant>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "zermelo/base/embedded.hpp"
#include "zermelo/base/files.hpp"
#include "zermelo/base/nearest.hpp"
#include "zermelo/base/quoted.hpp"
#include "zermelo/engine/variants.hpp"

namespace zermelo::embedded {
std::span<const EmbeddedFile> shipped_games();
}

namespace zermelo::app {

namespace {

using Variants = std::vector<const rules::Rules*>;

/// That a text holds no variant at all.
Error none_there() {
    return {ErrorKind::bad_input, "no variant in this file, expected a section [name]", Location{1, 1}};
}

std::vector<std::string> names_of(const Variants& variants) {
    std::vector<std::string> names;
    for (const rules::Rules* rules : variants) names.push_back(rules->name);
    return names;
}

/// The variant of a file that a user means who names the file, and `name` behind it or nothing.
Result<const rules::Rules*> one_of(const Variants& variants, const std::string& path,
                                   const std::optional<std::string>& name) {
    if (!name) {
        if (variants.size() == 1) return variants.front();
        std::vector<std::string> choices;
        for (const rules::Rules* rules : variants) choices.push_back(path + ":" + rules->name);
        return failure(ErrorKind::bad_usage, fmt::format("{} has {} variants, expected one of {}", path,
                                                         variants.size(), fmt::join(choices, ", ")));
    }
    for (const rules::Rules* rules : variants)
        if (rules->name == *name) return rules;
    return failure(ErrorKind::bad_usage, fmt::format("no variant '{}' in {}{}", *name, path,
                                                     expected_one_of(*name, names_of(variants))));
}

}  // namespace

Result<Library> Library::open(const std::vector<std::string>& files) {
    Library library;
    // A shipped file may have its parent in another one: round after round, until all are read. That their
    // starts can be played is a test's to say: looking at them would take as long as all other reading.
    const auto shipped = embedded::shipped_games();
    std::vector<const EmbeddedFile*> waiting;
    for (const auto& file : shipped) waiting.push_back(&file);
    while (!waiting.empty()) {
        std::vector<const EmbeddedFile*> left;
        std::optional<Error> first;
        for (const auto* file : waiting) {
            const auto added = library.add_text(file->bytes, {});
            if (added) continue;
            left.push_back(file);
            if (!first) first = about(file->name, added).error();
        }
        if (left.size() == waiting.size()) return tl::make_unexpected(*first);
        waiting = std::move(left);
    }
    library.shipped_ = library.rules_.size();
    library.files_ = files;
    for (const std::string& path : files) ZERMELO_CHECK(library.add_file(path));
    return library;
}

Library Library::of(rules::Rules rules) {
    Library library;
    library.rules_.push_back(std::move(rules));
    return library;
}

const rules::Rules* Library::named(std::string_view name) const {
    const auto found =
        std::find_if(rules_.rbegin(), rules_.rend(), [&](const rules::Rules& r) { return r.name == name; });
    return found == rules_.rend() ? nullptr : &*found;
}

Result<std::vector<const rules::Rules*>> Library::add_text(std::string_view text,
                                                           const rules::CheckStart& check_start) {
    ZERMELO_TRY(auto read, rules::read_rules(
                               text, [&](std::string_view name) { return named(name); }, check_start));
    std::vector<const rules::Rules*> added;
    for (rules::Rules& rules : read) added.push_back(&rules_.emplace_back(std::move(rules)));
    return added;
}

Result<std::vector<const rules::Rules*>> Library::add_file(const std::string& path) {
    ZERMELO_TRY(const auto text, about(input_name(path), read_file(path, longest_rules)));
    ZERMELO_TRY(auto added, about(input_name(path), add_text(text, engine::check_start)));
    if (added.empty()) return about(input_name(path), Result<Variants>{tl::make_unexpected(none_there())});
    return added;
}

CheckedRules check_rules_text(const Library& library, std::string_view text,
                              const rules::RulesBounds& bounds) {
    CheckedRules checked = engine::read_variants_file(
        text, [&](std::string_view name) { return library.named(name); }, bounds);
    if (checked.variants.empty() && checked.errors.empty()) checked.errors.push_back(none_there());
    return checked;
}

std::vector<const rules::Rules*> Library::all() const {
    std::vector<const rules::Rules*> all;
    for (const rules::Rules& rules : rules_)
        if (named(rules.name) == &rules) all.push_back(&rules);
    return all;
}

Result<const rules::Rules*> Library::find(const std::string& name) {
    if (const rules::Rules* known = named(name)) return known;
    if (const std::size_t dot = name.rfind(".ini"); dot != std::string::npos) {
        const std::size_t end = dot + 4;
        if (end == name.size() || name[end] == ':') {
            const std::string path = name.substr(0, end);
            ZERMELO_TRY(const auto added, add_file(path));
            ZERMELO_TRY(
                const rules::Rules* const found,
                one_of(added, path, end == name.size() ? std::nullopt : std::optional{name.substr(end + 1)}));
            found_as_[found] = name;
            return found;
        }
    }
    return find_read(name);
}

Result<const rules::Rules*> Library::find_read(const std::string& name) const {
    if (const rules::Rules* known = named(name)) return known;
    const std::string near = expected_perhaps(name, names_of(all()));
    return failure(
        ErrorKind::bad_usage,
        fmt::format("no variant {}{} ('zermelo rules list' lists all)", quoted(name, 200, Unprintable::hex),
                    near.empty() ? ", expected a shipped variant, FILE.ini or FILE.ini:NAME" : near));
}

std::string Library::shell_words(const rules::Rules& rules) const {
    for (std::size_t i = 0; i < shipped_; ++i)
        if (&rules_[i] == &rules) return shell_word(rules.name);
    std::string words;
    for (const std::string& path : files_) words += fmt::format("--variant-path {} ", shell_word(path));
    const auto found = found_as_.find(&rules);
    return words + shell_word(found == found_as_.end() ? rules.name : found->second);
}

Result<engine::AnyGameAt> position_of(const rules::Rules& rules, const std::optional<std::string>& fen) {
    ZERMELO_TRY(const auto setup, about("FEN", engine::parse_fen(fen.value_or(rules.start_fen), rules)));
    return about("FEN", position_of(rules, setup, Location{1, 1}));
}

Result<engine::AnyGameAt> position_of(const rules::Rules& rules, const engine::Setup& setup, Location where) {
    auto game = engine::set_up(rules, setup);
    if (!game) return failure(ErrorKind::bad_input, words(game.error(), rules), where);
    return *std::move(game);
}

template <typename Bits>
Result<engine::GameAt<Bits>> position_in(const engine::Game<Bits>& game, std::string_view fen) {
    const rules::Rules& rules = game.rules();
    ZERMELO_TRY(const auto setup, about("FEN", engine::parse_fen(fen, rules)));
    if (setup.holes != game.tables().holes || setup.barred != game.tables().barred)
        return about("FEN", position_of(rules, setup, Location{1, 1})).map([](engine::AnyGameAt at) {
            return std::get<engine::GameAt<Bits>>(std::move(at));
        });
    auto position = game.position(setup);
    if (!position)
        return failure(ErrorKind::bad_input, words(position.error(), rules), Location{1, 1}, "FEN");
    return engine::GameAt<Bits>{game, *std::move(position)};
}

template Result<engine::GameAt<std::uint64_t>> position_in(const engine::Game<std::uint64_t>&,
                                                           std::string_view);
template Result<engine::GameAt<Bits256>> position_in(const engine::Game<Bits256>&, std::string_view);

std::string words(const std::vector<engine::Violation>& violations, const rules::Rules& rules) {
    std::string message = fmt::format("not a position of {}: ", rules.name);
    for (const engine::Violation& violation : violations)
        message += fmt::format("{}{}{}", &violation == &violations.front() ? "" : "; ",
                               violation.place ? name(*violation.place) + ": " : "", violation.message);
    return message;
}

}  // namespace zermelo::app
