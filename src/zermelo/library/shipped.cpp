// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/library/shipped.hpp"

#include <algorithm>
#include <deque>
#include <functional>
#include <map>
#include <mutex>
#include <utility>

#include <fmt/format.h>

#include "zermelo/base/cut.hpp"
#include "zermelo/base/embedded.hpp"
#include "zermelo/rules/hash.hpp"
#include "zermelo/rules/reader.hpp"

namespace zermelo::embedded {
std::span<const EmbeddedFile> shipped_games();
std::span<const EmbeddedFile> solved_starts();
std::span<const EmbeddedFile> catalogue();
}  // namespace zermelo::embedded

namespace zermelo::library {

namespace {

/// Adds the sections of a file: each begins with a line "[name]" or "[name:parent]".
void add_sections(const EmbeddedFile& file, std::vector<ShippedSection>& sections) {
    const std::string_view family = file.name.substr(0, file.name.rfind('.'));
    const std::size_t first = sections.size();
    std::string_view rest = file.bytes;
    for (std::size_t line = 1; !rest.empty(); ++line) {
        const std::size_t begin = file.bytes.size() - rest.size();
        const std::string_view words = cut(rest, '\n');
        if (words.starts_with('['))
            sections.push_back(
                {family, words.substr(1, words.find_first_of(":]") - 1), file.bytes.substr(begin), line});
    }
    for (std::size_t i = first; i + 1 < sections.size(); ++i) {
        std::string_view& text = sections[i].text;
        text = text.substr(0, text.size() - sections[i + 1].text.size());
    }
}

/// The variants that were read so far.
class ReadVariants {
  public:
    Result<const rules::Rules*> find(std::string_view name) {
        const std::lock_guard lock{mutex_};
        return read(name);
    }

  private:
    Result<const rules::Rules*> read(std::string_view name) {
        // Until it is read nothing is called so: it would be its own parent.
        const auto [found, is_new] = read_.try_emplace(std::string{name}, nullptr);
        if (!is_new) return found->second;
        const auto sections = shipped_sections();
        const auto section = std::find_if(sections.begin(), sections.end(),
                                          [&](const ShippedSection& one) { return one.name == name; });
        if (section == sections.end()) {
            read_.erase(found);  // anybody may ask for any name
            return nullptr;
        }
        // That its start can be played is a test's to say: looking at it would take as long as all reading.
        auto rules =
            rules::read_rules(section->text, [this](std::string_view parent) { return read(parent); });
        if (!rules) {
            Error& error = rules.error();
            if (error.where) error.where->line += section->line - 1;
            error.input = fmt::format("{}.ini", section->family);
            return found->second = tl::make_unexpected(std::move(error));
        }
        return found->second = &variants_.emplace_back(std::move(rules->front()));
    }

    std::mutex mutex_;
    std::map<std::string, Result<const rules::Rules*>, std::less<>> read_;
    std::deque<rules::Rules> variants_;  // a deque: pointers to its elements stay
};

std::vector<SolvedStart> read_solved_starts() {
    std::vector<SolvedStart> solved;
    std::string_view rest = embedded::solved_starts().front().bytes;
    while (!rest.empty()) {
        std::string_view line = cut(rest, '\n');
        if (line.empty() || line.starts_with('#')) continue;
        SolvedStart& one = solved.emplace_back();
        for (std::string* const field : {&one.variant, &one.value, &one.plies, &one.source})
            *field = cut(line, '\t');
        if (one.plies == "-") one.plies.clear();
    }
    return solved;
}

std::vector<CatalogueEntry> read_catalogue() {
    std::vector<CatalogueEntry> entries;
    std::string_view group;
    std::string_view rest = embedded::catalogue().front().bytes;
    while (!rest.empty()) {
        std::string_view line = cut(rest, '\n');
        if (line.empty() || line.starts_with('#')) continue;
        if (line.find('\t') == std::string_view::npos) {
            group = line;
            continue;
        }
        CatalogueEntry& entry = entries.emplace_back();
        entry.group = group;
        entry.place = entries.size();
        for (std::string_view* const field : {&entry.variant, &entry.title, &entry.sentence})
            *field = cut(line, '\t');
    }
    return entries;
}

}  // namespace

std::span<const ShippedSection> shipped_sections() {
    static const std::vector<ShippedSection> sections = [] {
        std::vector<ShippedSection> all;
        for (const EmbeddedFile& file : embedded::shipped_games()) add_sections(file, all);
        return all;
    }();
    return sections;
}

std::vector<std::string> shipped_families() {
    std::vector<std::string> families;
    for (const ShippedSection& section : shipped_sections())
        if (families.empty() || families.back() != section.family) families.emplace_back(section.family);
    return families;
}

Result<const rules::Rules*> shipped_variant(std::string_view name) {
    static ReadVariants variants;
    const auto other = std::find_if(other_names.begin(), other_names.end(),
                                    [&](const OtherName& each) { return each.name == name; });
    return variants.find(other == other_names.end() ? name : other->variant);
}

const ShippedSection* shipped_section_of(const rules::Rules& rules) {
    const auto known = shipped_variant(rules.name);
    if (!known || *known == nullptr) return nullptr;
    if (*known != &rules && rules::hash(**known) != rules::hash(rules)) return nullptr;
    const auto sections = shipped_sections();
    return &*std::find_if(sections.begin(), sections.end(),
                          [&](const ShippedSection& one) { return one.name == rules.name; });
}

const std::vector<CatalogueEntry>& catalogue() {
    static const std::vector<CatalogueEntry> entries = read_catalogue();
    return entries;
}

const CatalogueEntry* catalogue_entry(std::string_view name) {
    const auto& all = catalogue();
    const auto found = std::find_if(all.begin(), all.end(),
                                    [&](const CatalogueEntry& entry) { return entry.variant == name; });
    return found == all.end() ? nullptr : &*found;
}

const std::vector<SolvedStart>& solved_starts() {
    static const std::vector<SolvedStart> solved = read_solved_starts();
    return solved;
}

const SolvedStart* solved_start(std::string_view name) {
    const auto& all = solved_starts();
    const auto found =
        std::find_if(all.begin(), all.end(), [&](const SolvedStart& one) { return one.variant == name; });
    return found == all.end() ? nullptr : &*found;
}

const SolvedStart* solved_start_of(const rules::Rules& rules) {
    const SolvedStart* const solved = solved_start(rules.name);
    return solved != nullptr && shipped_section_of(rules) != nullptr ? solved : nullptr;
}

std::string in_words(const SolvedStart& solved) {
    const std::string_view result = solved.value == "win"    ? "the first player wins"
                                    : solved.value == "loss" ? "the second player wins"
                                                             : "a draw";
    return fmt::format("{}{} ({})", result, solved.plies.empty() ? "" : " in " + solved.plies + " plies",
                       solved.source);
}

}  // namespace zermelo::library
