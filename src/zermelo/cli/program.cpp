// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/cli/program.hpp"

#include <algorithm>
#include <memory>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "zermelo/cli/numbers.hpp"
#include "zermelo/version.hpp"

namespace zermelo::cli {
namespace {

constexpr std::size_t width = 80;

/// Letters, of which one may be several bytes.
std::size_t letters(std::string_view text) {
    return static_cast<std::size_t>(
        std::count_if(text.begin(), text.end(), [](char c) { return (c & '\xc0') != '\x80'; }));
}

/// The text, broken at blanks; lines after the first begin in `column`, where the first one is already.
std::string wrapped(const std::string& text, std::size_t column) {
    std::string lines;
    std::size_t at = column;
    for (std::size_t begin = 0; begin < text.size();) {
        const std::size_t end = std::min(text.find(' ', begin), text.size());
        const std::string word = text.substr(begin, end - begin);
        if (at > column) {
            const bool fits = at + 1 + letters(word) <= width;
            lines += fits ? " " : "\n" + std::string(column, ' ');
            at = fits ? at + 1 : column;
        }
        lines += word;
        at += letters(word);
        begin = end + 1;
    }
    return lines;
}

/// "  left      right", what is right in its own column, and on its own lines where left is too long.
std::string two_columns(const std::string& left, const std::string& right, std::size_t column) {
    const std::size_t end = 2 + letters(left);
    const std::string gap =
        end + 2 <= column ? std::string(column - end, ' ') : "\n" + std::string(column, ' ');
    return "  " + left + (right.empty() ? "" : gap + wrapped(right, column)) + "\n";
}

std::string options_text(const std::vector<OptionWords>& options, const std::string& title) {
    if (options.empty()) return {};
    constexpr std::size_t column = 26;
    std::string text = "\n" + title + ":\n";
    for (const OptionWords& option : options) {
        std::string left = fmt::format("{}", fmt::join(option.names, ", "));
        if (!option.value.empty() && option.value != option.names.back()) left += " " + option.value;
        text += two_columns(left, about_of(option), column);
    }
    return text;
}

std::string commands_text(const CommandWords& command) {
    constexpr std::size_t column = 15;
    std::string text;
    std::string group;
    for (const CommandWords& each : command.commands) {
        if (each.group != group) text += (text.empty() ? "\n" : "") + each.group + ":\n";
        group = each.group;
        text += two_columns(each.name.substr(command.name.size() + 1), each.about, column);
    }
    return text;
}

/// What an example shows stands beside it if all of them have room for that, else below.
std::string examples_text(const std::vector<Example>& examples) {
    if (examples.empty()) return {};
    constexpr std::size_t below = 6;
    std::size_t longest = 0;
    for (const Example& example : examples) longest = std::max(longest, letters(example.command));
    const bool beside = std::all_of(examples.begin(), examples.end(), [&](const Example& example) {
        return 2 + longest + 2 + letters(example.shows) <= width;
    });
    std::string text = "\nExamples:\n";
    for (const Example& example : examples)
        text += two_columns(example.command, example.shows, beside ? 2 + longest + 2 : below);
    return text;
}

/// Those of the options that are in a set, as they are called.
std::vector<std::string> names_of(const std::vector<const CLI::Option*>& options,
                                  const std::set<CLI::Option*>& chosen) {
    std::vector<std::string> names;
    for (const CLI::Option* option : options)
        if (std::find(chosen.begin(), chosen.end(), option) != chosen.end())
            names.push_back(option->get_name());
    return names;
}

OptionWords words_of(const CLI::Option& option) {
    OptionWords words;
    for (const std::string& name : option.get_snames()) words.names.push_back("-" + name);
    for (const std::string& name : option.get_lnames()) words.names.push_back("--" + name);
    if (option.get_positional()) words.names.push_back(name_of(option));
    const bool takes_value = option.get_items_expected_max() > 0;
    words.value = option.get_option_text();
    if (words.value.empty() && takes_value) words.value = words.names.back();
    words.about = option.get_description();
    words.required = option.get_required();
    words.repeated = takes_value && option.get_items_expected_max() >= CLI::detail::expected_max_vector_size;
    return words;
}

/// The help of a command is made from its words.
class HelpFormatter : public CLI::FormatterBase {
  public:
    explicit HelpFormatter(const Program& program) : program_(program) {}

    std::string make_help(const CLI::App* command, std::string name, CLI::AppFormatMode) const override {
        return help_text(program_.words_of(*command, name));
    }

  private:
    const Program& program_;
};

}  // namespace

std::string name_of(const CLI::Option& option) {
    const std::string text = option.get_option_text();
    return text.find(' ') == std::string::npos ? option.get_name() : text;
}

std::string about_of(const OptionWords& option) {
    std::string about = option.about;
    if (!option.not_with.empty()) about += fmt::format(" (not with {})", fmt::join(option.not_with, ", "));
    if (!option.only_with.empty()) about += fmt::format(" (with {})", fmt::join(option.only_with, ", "));
    return about;
}

std::string CommandWords::synopsis() const {
    std::string text = name;
    if (!commands.empty()) return text + " COMMAND …";
    text += " [OPTIONS]";
    for (const OptionWords& option : options)
        if (option.required) text += fmt::format(" {} {}", option.names.back(), option.value);
    for (const OptionWords& argument : arguments) {
        if (argument.value == "PROGRAM") text += " --";
        const std::string word = argument.names.back() + (argument.repeated ? "…" : "");
        text += argument.required ? " " + word : fmt::format(" [{}]", word);
    }
    return text;
}

Program::Program() : CLI::App{"The exact solver of chess-like games.", "zermelo"} {
    formatter(std::make_shared<HelpFormatter>(*this));
    set_help_flag("-h,--help", "Print this help");
    set_version_flag("--version", "zermelo " + std::string{zermelo::version()}, "Print the version");
    require_subcommand(1);
}

void Program::group(const std::string& title, const std::vector<std::string>& commands) {
    for (const std::string& name : commands) {
        CLI::App* command = get_subcommand(name);
        command->group(title);
        order_.push_back(command);
    }
}

CommandWords Program::words_of(const CLI::App& command, const std::string& name) const {
    CommandWords words;
    words.name = name;
    words.about = command.get_description();
    words.group = command.get_group();
    std::vector<const CLI::Option*> options;
    for (const CLI::Option* option : command.get_options()) {
        if (option->get_positional()) {
            words.arguments.push_back(cli::words_of(*option));
        } else {
            words.options.push_back(cli::words_of(*option));
            options.push_back(option);
        }
    }
    for (std::size_t i = 0; i < options.size(); ++i) {
        words.options[i].not_with = names_of(options, options[i]->get_excludes());
        words.options[i].only_with = names_of(options, options[i]->get_needs());
    }
    std::vector<const CLI::App*> commands = command.get_subcommands([](const CLI::App*) { return true; });
    const auto place = [&](const CLI::App* app) { return std::find(order_.begin(), order_.end(), app); };
    std::stable_sort(commands.begin(), commands.end(),
                     [&](const CLI::App* a, const CLI::App* b) { return place(a) < place(b); });
    for (const CLI::App* each : commands)
        words.commands.push_back(words_of(*each, name + " " + each->get_name()));
    if (const auto guide = guides_.find(&command); guide != guides_.end()) words.guide = guide->second;
    return words;
}

std::vector<ExitStatus> usual_statuses() {
    std::vector<ExitStatus> statuses = server_statuses();
    statuses.push_back({"3", "an interrupt (Ctrl-C, SIGTERM) came before all was done"});
    return statuses;
}

std::vector<ExitStatus> server_statuses() {
    return {{"0", "done"},
            {"1", "a file that cannot be read, a full disk or the like"},
            {"2", "bad input or bad usage"}};
}

CLI::Option* take_one_of(CLI::Option* option, std::vector<std::string> words) {
    option->option_text(fmt::format("{}", fmt::join(words, "|")));
    return option->check(one_of(std::move(words)));
}

std::string help_text(const CommandWords& command) {
    std::string text = command.about + "\nUsage: " + wrapped(command.synopsis(), 7) + "\n";
    text += commands_text(command);
    text += options_text(command.arguments, "Arguments");
    text += options_text(command.options, "Options");
    text += examples_text(command.guide.examples);
    for (const std::string& note : command.guide.notes) text += "\n" + wrapped(note, 0) + "\n";
    if (!command.guide.statuses.empty()) {
        std::vector<std::string> parts;
        for (const ExitStatus& each : command.guide.statuses)
            parts.push_back(each.status + " " + each.meaning);
        text += "\n" + wrapped(fmt::format("Exit status: {}.", fmt::join(parts, "; ")), 0) + "\n";
    }
    return text;
}

}  // namespace zermelo::cli
