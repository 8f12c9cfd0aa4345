// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/rules/reader.hpp"

#include <algorithm>
#include <iterator>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <utility>

#include "zermelo/base/ascii.hpp"
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

void append(Errors& errors, Errors more) {
    errors.insert(errors.end(), std::make_move_iterator(more.begin()), std::make_move_iterator(more.end()));
}

/// Errors, or warnings, as they are told: in the order of their places, those that are there twice once, and
/// no more than `most`.
Errors in_order(Errors errors, std::size_t most = max_errors_told, std::string_view what = "errors") {
    std::stable_sort(errors.begin(), errors.end(), by_place);
    const auto same = [](const Error& a, const Error& b) {
        return a.where == b.where && a.message == b.message;
    };
    errors.erase(std::unique(errors.begin(), errors.end(), same), errors.end());
    if (errors.size() > most) {
        errors.resize(most + 1);
        errors.back().message = "there are more " + std::string(what) + " from here on, of which only " +
                                (most == 1 ? "the first is" : std::to_string(most) + " are") + " told";
        errors.shrink_to_fit();
    }
    return errors;
}

bool is_one_of(std::span<const Key> keys, std::string_view name) {
    return std::any_of(keys.begin(), keys.end(), [&](const Key& key) { return key.name == name; });
}

const OlderKey* older_key(std::string_view name) {
    const auto found = std::find_if(older_keys().begin(), older_keys().end(),
                                    [&](const OlderKey& key) { return key.name == name; });
    return found != older_keys().end() ? &*found : nullptr;
}

bool is_known(std::string_view key) {
    const auto is_key = [&](const ForeignKey& known) { return known.name == key; };
    return is_one_of(size_keys(), key) || is_one_of(rule_keys(), key) ||
           piece_of_key(key) != count_of_pieces() || mobility_key(key) ||
           std::any_of(foreign_keys().begin(), foreign_keys().end(), is_key);
}

/// Notes an error or a warning unless there are more already than are told.
void note(Errors& errors, Location where, std::string message) {
    if (errors.size() <= max_errors_told) errors.push_back(error_at(where, std::move(message)).value());
}

/// Leaves one line for each key of a section. Strictly it is the first one, and each other one is an error;
/// leniently, what `Reading::lenient` says.
void settle_repetitions(IniSection& section, Reading reading, Errors& errors, Errors& warnings,
                        const Over& over) {
    std::vector<IniEntry> settled;
    std::map<std::string_view, std::size_t> places;  // in `settled`
    for (const IniEntry& entry : section.entries) {
        if (over && over()) break;
        const std::string key = quoted(entry.key.text);
        if (reading == Reading::lenient && entry.value.text.empty() &&
            (is_known(entry.key.text) || older_key(entry.key.text) != nullptr)) {
            note(warnings, entry.value.where,
                 "no value after " + key + " =: read as if the line were not there");
            continue;
        }
        const auto [place, is_new] = places.try_emplace(entry.key.text, settled.size());
        if (is_new) {
            settled.push_back(entry);
        } else if (reading == Reading::lenient) {
            IniEntry& earlier = settled[place->second];
            note(warnings, entry.key.where,
                 "the key " + key + " was there before, in line " + std::to_string(earlier.key.where.line) +
                     ": this value counts, not that one");
            earlier = entry;
        } else {
            note(errors, entry.key.where, "the key " + key + " was there before in this section");
        }
    }
    section.entries = std::move(settled);
}

/// What is wrong with the keys of a section as such, whatever its parent and the values are.
class KeyCheck {
  public:
    /// `guesses`: the number of unknown keys for which it may still be asked what they were meant to be, as
    /// that takes time. `warnings`: for older names, which are good then; null: they are errors.
    KeyCheck(const IniSection& section, std::size_t& guesses, Errors* warnings)
        : guesses_(guesses), warnings_(warnings) {
        for (const IniEntry& entry : section.entries) {
            if (errors_.size() > max_errors_told) return;
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
        const OlderKey* const older = older_key(key);
        const bool is_size = is_one_of(size_keys(), key);
        const bool is_piece = piece_of_key(key) != count_of_pieces();
        if (older != nullptr && warnings_ != nullptr) {
            rules::note(*warnings_, entry.key.where,
                        std::string(key) + " is an older name: read as " + std::string(older->now));
        } else if (older != nullptr) {
            note(entry.key.where,
                 std::string(key) + " is an older name, expected " + std::string(older->now));
        } else if (!is_known(key)) {
            look_at_unknown(entry.key);
        } else if (entry.value.text.empty()) {
            board_in_doubt_ = board_in_doubt_ || is_size;
            pieces_in_doubt_ = pieces_in_doubt_ || is_piece;
            note(entry.value.where, "no value after " + std::string(key) + " =");
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
        std::vector<std::string> near;
        if (guesses_ > 0) {
            --guesses_;
            near = nearest(key.text, known);
        }
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

    std::size_t& guesses_;
    Errors* warnings_;
    Errors errors_;
    bool board_in_doubt_ = false;
    bool pieces_in_doubt_ = false;
};

/// Reads one section whose header and parent are good.
class SectionReader {
  public:
    /// `errors`: what is wrong with its lines as such; `warnings`: for what is forgiven.
    SectionReader(const IniSection& section, const Rules* parent, const KeyCheck& keys, Reading reading,
                  Errors errors, Errors& warnings, const Over& over)
        : section_(section),
          parent_(parent),
          reading_(reading),
          warnings_(warnings),
          over_(over),
          builder_(builder_of(parent)),
          errors_(std::move(errors)),
          board_known_(!keys.board_in_doubt() && errors_.empty()),
          pieces_known_(!keys.pieces_in_doubt() && errors_.empty()) {
        append(errors_, keys.errors());
        if (reading == Reading::lenient) builder_.forgiven = &warnings;
        for (const IniEntry& entry : section.entries)
            if (!entry.value.text.empty()) entries_[entry.key.text] = &entry;
    }

    /// The rules, if nothing is wrong with the section by itself.
    tl::expected<Rules, Errors> read() {
        for (const Key& key : size_keys()) board_known_ = apply(key) && board_known_;
        for (Error& error : read_pieces(builder_, section_)) {
            errors_.push_back(std::move(error));
            pieces_known_ = false;
        }
        for (const auto& [name, entry] : entries_)
            if (const auto mobility = mobility_key(name); mobility && board_known_ && pieces_known_)
                note(apply_mobility(builder_, *mobility, entry->value));
        // As in Fairy-Stockfish: wherever they stand, an older name gives way to a newer one.
        if (reading_ == Reading::lenient) {
            for (const OlderKey& older : older_keys()) {
                if (older.read != nullptr) apply({std::string(older.name), older.read, Needs::board});
                for (const Key& key : rule_keys())
                    if (key.name == older.now)
                        apply({std::string(older.name), key.read, key.needs, key.sides});
            }
        }
        for (const Key& key : rule_keys()) apply(key);
        if (errors_.empty()) errors_ = lost_roles(builder_, section_);
        if (!errors_.empty()) return tl::make_unexpected(std::move(errors_));
        end_castling();
        return rules_of(builder_, section_);
    }

    Errors contradictions(const Rules& rules, const CheckStart& check_start) const {
        return rules::contradictions(rules, parent_, section_, check_start);
    }

  private:
    /// Whether the key is not there or its value is good, as far as it can be read.
    bool apply(const Key& key) {
        const auto found = entries_.find(key.name);
        if (found == entries_.end() || (over_ && over_())) return true;
        if (key.needs == Needs::board && !board_known_) return true;
        if (key.needs == Needs::pieces && !pieces_known_) return true;
        return note(key.apply(builder_, found->second->value));
    }

    /// Castling that the section does not speak of ends with a board that is too small for it; and without
    /// castling an inherited start, leniently the section's own too, has no rights to it.
    void end_castling() {
        Rules& rules = builder_.rules;
        const bool own = std::any_of(entries_.begin(), entries_.end(),
                                     [](const auto& entry) { return entry.first.starts_with("castling"); });
        const bool fits = std::max({rules.castling_kingside_file, rules.castling_queenside_file,
                                    rules.castling_king_file}) < rules.files;
        if (!own && !fits) rules.castling = false;
        const auto own_start = entries_.find("startFen");
        const bool inherited = own_start == entries_.end();
        if (rules.castling || (!inherited && reading_ != Reading::lenient)) return;
        if (drop_rights(rules) && !inherited)
            warnings_.push_back(error_at(own_start->second->value.where,
                                         "rights to castle in a game without castling: left out")
                                    .value());
    }

    /// Takes the castling letters out of the start, `-` if nothing is left; whether it had some.
    static bool drop_rights(Rules& rules) {
        std::string& fen = rules.start_fen;
        const std::size_t side = fen.find(' ');
        const std::size_t begin = side == std::string::npos ? side : fen.find(' ', side + 1);
        if (begin == std::string::npos) return false;
        const std::size_t end = std::min(fen.find(' ', begin + 1), fen.size());
        const std::string field = fen.substr(begin + 1, end - begin - 1);
        std::string left;  // files of gates
        for (const char c : field) {
            const bool is_file =
                rules.gating && is_letter(c) && static_cast<unsigned>(upper(c) - 'A') < rules.files;
            const bool is_right = std::string_view{"KQkq"}.find(c) != std::string_view::npos;
            if (!is_file && !is_right) return false;
            if (is_file) left += c;
        }
        if (left == field) return false;
        fen.replace(begin + 1, field.size(), left.empty() ? "-" : left);
        return true;
    }

    bool note(Result<void> result) {
        if (!result) errors_.push_back(std::move(result.error()));
        return result.has_value();
    }

    const IniSection& section_;
    const Rules* parent_;
    Reading reading_;
    Errors& warnings_;
    const Over& over_;
    RulesBuilder builder_;
    std::map<std::string_view, const IniEntry*> entries_;  ///< those with a value
    Errors errors_;
    bool board_known_;
    bool pieces_known_;
};

/// Reads the sections of a file one after the other.
class FileReader {
  public:
    FileReader(const FindRules& find, const CheckStart& check_start, const RulesBounds& bounds,
               Reading reading, const Over& over)
        : find_(find),
          check_start_(check_start),
          bounds_(bounds),
          reading_(reading),
          over_(over),
          told_left_(bounds.told) {}

    RulesFile read(std::string_view text) {
        IniFile ini = read_ini(text, {bounds_.variants + 1, max_errors_told + 1, bounds_.told}, over_);
        file_.errors = std::move(ini.errors);
        for (IniSection& section : ini.sections) {
            if (file_.sections.size() >= bounds_.variants) {
                refuse(section, "a variant too many, expected at most " + std::to_string(bounds_.variants));
                break;
            }
            RulesSection read = this->read(section);
            // What was half read says nothing.
            if (over_ && over_()) break;
            if (steps_ > bounds_.steps) {
                refuse(section, "too many steps of pieces from squares up to here, " +
                                    std::to_string(steps_) + ", expected at most " +
                                    std::to_string(bounds_.steps) +
                                    ": fewer variants, a smaller board or plainer pieces");
                break;
            }
            if (bytes_ > bounds_.bytes) {
                refuse(section, "too large variants up to here, expected at most " +
                                    std::to_string(bounds_.bytes) +
                                    " bytes of memory for all: fewer variants or plainer pieces");
                break;
            }
            file_.add(std::move(read));
        }
        if (over_ && over_()) file_.errors.push_back({ErrorKind::stopped, "interrupted", std::nullopt, {}});
        refuse_twins(ini.sections);
        return std::move(file_);
    }

  private:
    /// Where a name stands: its first section, and the place of the second one, if there is any.
    struct Named {
        std::size_t section = 0;
        std::optional<Location> again;
    };

    /// That a section exceeds the bounds.
    void refuse(const IniSection& section, std::string message) {
        file_.errors.push_back(error_at(section.name.where, std::move(message)).value());
    }

    /// Refuses all sections that share a name, and their children: nobody can say which is meant.
    void refuse_twins(const std::vector<IniSection>& sections) {
        std::set<std::string_view> refused;
        const auto refuse_rules = [&](std::size_t i, Location where, const std::string& why) {
            refused.insert(sections[i].name.text);
            auto& rules = file_.sections[i].rules;
            if (rules) rules = tl::make_unexpected(Errors{error_at(where, why).value()});
        };
        for (std::size_t i = 0; i < file_.sections.size(); ++i) {
            const IniSection& section = sections[i];
            const Named& named = here_.at(section.name.text);
            const auto& parent = section.parent;
            if (named.again) {
                refuse_rules(i, section.name.where,
                             "the variant " + quoted(section.name.text) + " is there again, in line " +
                                 std::to_string(named.again->line) +
                                 ", expected another name for one of them");
            } else if (parent && refused.contains(parent->text) && here_.at(parent->text).section < i) {
                refuse_rules(i, parent->where, "the parent " + quoted(parent->text) + " has errors");
            }
        }
    }

    RulesSection read(IniSection& section) {
        const auto [named, is_new] =
            here_.try_emplace(section.name.text, Named{file_.sections.size(), std::nullopt});
        if (!is_new && !named->second.again) named->second.again = section.name.where;
        Errors warnings;
        auto rules = variant_of(section, warnings).map_error([&](Errors errors) {
            return shortened(std::move(errors));
        });
        warnings = shortened(std::move(warnings), "warnings");
        return {std::string{section.name.text}, section.name.where, std::move(rules), std::move(warnings),
                std::string{section.parent ? section.parent->text : std::string_view{}}};
    }

    /// The errors, or warnings, of a section as they are told.
    Errors shortened(Errors errors, std::string_view what = "errors") {
        errors = in_order(std::move(errors), std::clamp<std::size_t>(told_left_, 1, max_errors_told), what);
        told_left_ -= std::min(told_left_, errors.size());
        return errors;
    }

    tl::expected<Rules, Errors> variant_of(IniSection& section, Errors& warnings) {
        Errors errors = std::move(section.errors);
        settle_repetitions(section, reading_, errors, warnings, over_);
        const KeyCheck keys{section, guesses_, reading_ == Reading::lenient ? &warnings : nullptr};
        const Result<const Rules*> parent = section.broken ? nullptr : parent_of(section);
        if (!parent) errors.push_back(parent.error());
        if (section.broken || !parent) {
            append(errors, keys.errors());
            return tl::make_unexpected(std::move(errors));
        }
        SectionReader reader{section, *parent, keys, reading_, std::move(errors), warnings, over_};
        auto rules = reader.read();
        if (!rules) return rules;
        steps_ += steps_of(*rules);
        bytes_ += bytes_of(*rules);
        if (steps_ > bounds_.steps || bytes_ > bounds_.bytes) return rules;
        // Without a line of its own it is its parent by another name, which was looked at.
        if (*parent != nullptr && section.entries.empty()) return rules;
        if (auto found = reader.contradictions(*rules, check_start_); !found.empty())
            return tl::make_unexpected(std::move(found));
        return rules;
    }

    /// The rules of the parent, null if there is none. Errors: it cannot be had.
    Result<const Rules*> parent_of(const IniSection& section) const {
        if (!section.parent) return nullptr;
        const std::string_view name = section.parent->text;
        const auto bad = [&](const std::string& why) {
            return error_at(section.parent->where, "the parent " + quoted(name) + why);
        };
        const auto named = here_.find(name);
        if (named != here_.end() && name != section.name.text) {
            const RulesSection& parent = file_.sections[named->second.section];
            if (const auto& again = named->second.again)
                return bad(" is there twice, in lines " + std::to_string(parent.where.line) + " and " +
                           std::to_string(again->line) + ", expected another name for one of them");
            if (!parent.rules) return bad(has_errors(parent.rules.error().front()));
            return &*parent.rules;
        }
        const Result<const Rules*> found = find_ ? find_(name) : nullptr;
        if (!found) return bad(has_errors(found.error()));
        if (*found != nullptr) return *found;
        return error_at(section.parent->where,
                        "no variant " + quoted(name) +
                            " is known, expected one further up in this file or a shipped one");
    }

    static std::string has_errors(const Error& first) {
        std::string text = " has errors, the first in " + (first.input.empty() ? "" : first.input + ", ");
        return text + "line " + std::to_string(first.where.value_or(Location{}).line);
    }

    const FindRules& find_;
    const CheckStart& check_start_;
    const RulesBounds& bounds_;
    Reading reading_;
    const Over& over_;
    RulesFile file_;
    std::map<std::string_view, Named> here_;
    std::uint64_t steps_ = 0;
    std::uint64_t bytes_ = 0;
    std::size_t told_left_;  ///< what is left to be told, see `RulesBounds`
    std::size_t guesses_ = max_errors_told;
};

}  // namespace

void RulesFile::add(RulesSection section) {
    first_of_name.try_emplace(section.name, sections.size());
    sections.push_back(std::move(section));
}

const RulesSection* RulesFile::find(std::string_view name) const {
    const auto found = first_of_name.find(name);
    return found != first_of_name.end() ? &sections[found->second] : nullptr;
}

std::size_t RulesFile::good_count() const {
    return static_cast<std::size_t>(
        std::count_if(sections.begin(), sections.end(),
                      [](const RulesSection& section) { return section.rules.has_value(); }));
}

std::vector<Error> all_errors(const RulesFile& file) {
    Errors errors = file.errors;
    for (const RulesSection& section : file.sections)
        if (!section.rules) append(errors, section.rules.error());
    return in_order(std::move(errors));
}

RulesFile read_rules_file(std::string_view text, const FindRules& find, const CheckStart& check_start,
                          const RulesBounds& bounds, Reading reading, const Over& over) {
    return FileReader{find, check_start, bounds, reading, over}.read(text);
}

Result<std::vector<Rules>> read_rules(std::string_view text, const FindRules& find,
                                      const CheckStart& check_start) {
    RulesFile file = read_rules_file(text, find, check_start);
    if (auto errors = all_errors(file); !errors.empty())
        return tl::make_unexpected(std::move(errors.front()));
    std::vector<Rules> variants;
    for (RulesSection& section : file.sections) variants.push_back(*std::move(section.rules));
    return variants;
}

}  // namespace zermelo::rules
