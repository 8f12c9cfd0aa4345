// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/rules/reader.hpp"

#include <algorithm>
#include <iterator>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <utility>

#include "zermelo/base/nearest.hpp"
#include "zermelo/rules/check.hpp"
#include "zermelo/rules/ini.hpp"
#include "zermelo/rules/keys.hpp"
#include "zermelo/rules/parts.hpp"
#include "zermelo/rules/rules_builder.hpp"

namespace zermelo::rules {
namespace {

using Errors = std::vector<Error>;

bool by_place(const Error& a, const Error& b) { return a.where < b.where; }

/// Puts errors into the order of their places, and those that are told twice once.
void put_in_order(Errors& errors) {
    std::stable_sort(errors.begin(), errors.end(), by_place);
    const auto same = [](const Error& a, const Error& b) {
        return a.where == b.where && a.message == b.message;
    };
    errors.erase(std::unique(errors.begin(), errors.end(), same), errors.end());
}

bool is_one_of(std::span<const Key> keys, std::string_view name) {
    return std::any_of(keys.begin(), keys.end(), [&](const Key& key) { return key.name == name; });
}

/// What is wrong with the keys of a section as such, whatever its parent and the values are.
class KeyCheck {
  public:
    explicit KeyCheck(const IniSection& section) {
        for (const IniEntry& entry : section.entries) {
            if (errors_.size() > most_errors_told) return;
            look_at(entry);
        }
    }

    const Errors& errors() const { return errors_; }
    /// Whether a key that is not understood may have been meant to say how large the board is.
    bool board_in_doubt() const { return board_in_doubt_; }
    /// The same of the pieces.
    bool pieces_in_doubt() const { return pieces_in_doubt_; }

  private:
    void look_at(const IniEntry& entry) {
        const std::string_view key = entry.key.text;
        const auto is_key = [&](const auto& known) { return known.name == key; };
        const auto foreign = std::find_if(foreign_keys().begin(), foreign_keys().end(), is_key);
        const auto older = std::find_if(older_keys().begin(), older_keys().end(), is_key);
        const bool is_size = is_one_of(size_keys(), key);
        const bool is_piece = piece_of_key(key) != count_of_pieces();
        if (older != older_keys().end()) {
            note(entry.key.where,
                 std::string(key) + " is an older name, expected " + std::string(older->now));
        } else if (foreign == foreign_keys().end() && !is_size && !is_piece && !is_one_of(rule_keys(), key) &&
                   !mobility_key(key)) {
            look_at_unknown(entry.key);
        } else if (entry.value.text.empty()) {
            board_in_doubt_ = board_in_doubt_ || is_size;
            pieces_in_doubt_ = pieces_in_doubt_ || is_piece;
            note(entry.value.where, "no value behind " + std::string(key) + " =");
        } else if (foreign != foreign_keys().end() &&
                   (foreign->neutral.empty() || entry.value.text != foreign->neutral)) {
            std::string message = std::string(key) + " is known but not supported (";
            message += foreign->what;
            message += "), expected ";
            message += foreign->neutral.empty() ? "the key to be left out"
                                                : "its neutral value " + std::string(foreign->neutral);
            note(foreign->neutral.empty() ? entry.key.where : entry.value.where, std::move(message));
        }
    }

    void look_at_unknown(const IniText& key) {
        static const std::vector<std::string> known = all_keys();
        const std::vector<std::string> near = nearest(key.text, known);
        const auto any_near = [&](const auto& is_kind) {
            return near.empty() || std::any_of(near.begin(), near.end(), is_kind);
        };
        board_in_doubt_ =
            board_in_doubt_ || any_near([](const std::string& name) { return is_one_of(size_keys(), name); });
        pieces_in_doubt_ = pieces_in_doubt_ || any_near([](const std::string& name) {
                               return piece_of_key(name) != count_of_pieces();
                           });
        note(key.where, "unknown key " + quoted(key.text) + expected_perhaps(near));
    }

    void note(Location where, std::string message) {
        errors_.push_back(error_at(where, std::move(message)).value());
    }

    Errors errors_;
    bool board_in_doubt_ = false;
    bool pieces_in_doubt_ = false;
};

/// Reads one section whose header and parent are good.
class SectionReader {
  public:
    SectionReader(const IniSection& section, const Rules* parent, const KeyCheck& keys)
        : section_(section),
          parent_(parent),
          builder_(builder_of(parent)),
          errors_(keys.errors()),
          board_known_(!keys.board_in_doubt() && !section.incomplete),
          pieces_known_(!keys.pieces_in_doubt() && !section.incomplete) {
        for (const IniEntry& entry : section.entries)
            if (!entry.value.text.empty()) entries_[entry.key.text] = &entry;
    }

    /// The rules, if nothing is wrong with the section by itself; of an incomplete one, whose errors others
    /// tell, there are none.
    tl::expected<Rules, Errors> read() {
        for (const Key& key : size_keys()) board_known_ = apply(key) && board_known_;
        for (Error& error : read_pieces(builder_, section_)) {
            errors_.push_back(std::move(error));
            pieces_known_ = false;
        }
        for (const auto& [name, entry] : entries_)
            if (const auto mobility = mobility_key(name); mobility && board_known_ && pieces_known_)
                note(apply_mobility(builder_, *mobility, entry->value));
        for (const Key& key : rule_keys()) apply(key);
        if (errors_.empty() && !section_.incomplete) errors_ = lost_roles(builder_, section_);
        if (!errors_.empty() || section_.incomplete) return tl::make_unexpected(std::move(errors_));
        return rules_of(builder_, section_);
    }

    Errors contradictions(const Rules& rules, const CheckStart& check_start) const {
        return rules::contradictions(rules, parent_, section_, check_start);
    }

  private:
    /// Whether the key is not there or its value is good, as far as it can be read.
    bool apply(const Key& key) {
        const auto found = entries_.find(key.name);
        if (found == entries_.end()) return true;
        if (key.needs == Needs::board && !board_known_) return true;
        if (key.needs == Needs::pieces && !pieces_known_) return true;
        return note(key.apply(builder_, found->second->value));
    }

    bool note(Result<void> result) {
        if (!result) errors_.push_back(std::move(result.error()));
        return result.has_value();
    }

    const IniSection& section_;
    const Rules* parent_;
    RulesBuilder builder_;
    std::map<std::string_view, const IniEntry*> entries_;  ///< those with a value
    Errors errors_;
    bool board_known_;
    bool pieces_known_;
};

/// Reads the sections of a file one after the other.
class FileReader {
  public:
    FileReader(const FindRules& find, const CheckStart& check_start, const RulesBounds& bounds)
        : find_(find), check_start_(check_start), bounds_(bounds) {}

    RulesFile read(std::string_view text) {
        IniFile ini = read_ini(text, most_errors_told + 1);
        variants_.reserve(std::min(ini.sections.size(), bounds_.variants));  // pointers to them stay
        for (const IniSection& section : ini.sections) {
            if (full_ || errors_.size() > most_errors_told) break;
            read(section);
        }
        // Both lists go on in the order of their places up to where they were cut off.
        errors_.insert(errors_.end(), std::make_move_iterator(ini.errors.begin()),
                       std::make_move_iterator(ini.errors.end()));
        put_in_order(errors_);
        if (errors_.size() > most_errors_told) {
            errors_.resize(most_errors_told + 1);
            errors_.back().message = "there are more errors from here on, of which only " +
                                     std::to_string(most_errors_told) + " are told";
        }
        return {std::move(variants_), std::move(errors_)};
    }

  private:
    void read(const IniSection& section) {
        const auto [known, is_new] = here_.try_emplace(section.name.text, std::nullopt);
        if (!is_new) known->second.reset();  // nobody can say which of the two a child means
        if (full(section)) return;
        const KeyCheck keys{section};
        const auto [parent, readable] = parent_of(section);
        if (section.broken || !readable) {
            errors_.insert(errors_.end(), keys.errors().begin(), keys.errors().end());
            return;
        }
        SectionReader reader{section, parent, keys};
        auto rules = reader.read();
        if (!rules) return fail(std::move(rules.error()));
        steps_ += steps_of(*rules);
        if (full(section)) return;
        if (auto found = reader.contradictions(*rules, check_start_); !found.empty())
            return fail(std::move(found));
        known->second = variants_.size();
        variants_.push_back(std::move(*rules));
    }

    /// Whether the bounds are exceeded, and then nothing more is read.
    bool full(const IniSection& section) {
        std::string message;
        if (variants_.size() >= bounds_.variants) {
            message = "a variant too many, expected at most " + std::to_string(bounds_.variants);
        } else if (steps_ > bounds_.steps) {
            message = "too many steps of pieces from squares up to here, " + std::to_string(steps_) +
                      ", expected at most " + std::to_string(bounds_.steps) +
                      ": fewer variants, a smaller board or plainer pieces";
        } else {
            return false;
        }
        full_ = true;
        errors_.push_back(error_at(section.name.where, std::move(message)).value());
        return true;
    }

    /// The rules of the parent, if there is one, and whether the section can be read.
    std::pair<const Rules*, bool> parent_of(const IniSection& section) {
        if (section.broken || !section.parent) return {nullptr, true};
        const auto known = here_.find(section.parent->text);
        const bool own = section.parent->text == section.name.text;
        if (known != here_.end() && !own) {
            // What is wrong with it has been told.
            if (!known->second) return {nullptr, false};
            return {&variants_[*known->second], true};
        }
        if (const Rules* found = find_ ? find_(section.parent->text) : nullptr; found != nullptr)
            return {found, true};
        errors_.push_back(error_at(section.parent->where,
                                   "no variant " + quoted(section.parent->text) +
                                       " is known, expected one further up in this file or a shipped one")
                              .value());
        return {nullptr, false};
    }

    void fail(Errors errors) {
        put_in_order(errors);
        errors_.insert(errors_.end(), std::make_move_iterator(errors.begin()),
                       std::make_move_iterator(errors.end()));
    }

    const FindRules& find_;
    const CheckStart& check_start_;
    const RulesBounds& bounds_;
    std::vector<Rules> variants_;
    std::map<std::string_view, std::optional<std::size_t>> here_;  ///< by name, where it is good
    Errors errors_;
    std::uint64_t steps_ = 0;
    bool full_ = false;
};

}  // namespace

RulesFile read_rules_file(std::string_view text, const FindRules& find, const CheckStart& check_start,
                          const RulesBounds& bounds) {
    return FileReader{find, check_start, bounds}.read(text);
}

Result<std::vector<Rules>> read_rules(std::string_view text, const FindRules& find,
                                      const CheckStart& check_start) {
    RulesFile file = read_rules_file(text, find, check_start);
    if (!file.errors.empty()) return tl::make_unexpected(std::move(file.errors.front()));
    return std::move(file.variants);
}

}  // namespace zermelo::rules
