// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/cli/usage.hpp"

#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "zermelo/base/nearest.hpp"
#include "zermelo/base/quoted.hpp"
#include "zermelo/cli/manual.hpp"
#include "zermelo/cli/print.hpp"

namespace zermelo::cli {
namespace {

std::string shown(std::string_view word) { return quoted(word, 60, Unprintable::hex); }

std::vector<std::string> commands_of(const CLI::App& app) {
    std::vector<std::string> names;
    for (const CLI::App* command : app.get_subcommands([](const CLI::App*) { return true; }))
        names.push_back(command->get_name());
    return names;
}

std::vector<std::string> options_of(const CLI::App& app) {
    std::vector<std::string> names;
    for (const CLI::Option* option : app.get_options()) {
        for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
        for (const std::string& name : option->get_snames()) names.push_back("-" + name);
    }
    return names;
}

bool is_option(const std::string& word) { return word.size() > 1 && word.front() == '-' && word != "--"; }

/// The words that a command was given and did not take, without the "--" after which there are no options.
std::vector<std::string> words_left(const CLI::App& command) {
    std::vector<std::string> left = command.remaining(false);
    std::erase(left, "--");
    return left;
}

/// Which commands, or options that are called so, somebody may have meant.
std::string commands_near(const CLI::App& app, const std::string& word) {
    const std::vector<std::string> options = options_of(app);
    if (std::find(options.begin(), options.end(), "--" + word) != options.end())
        return ", expected perhaps --" + word;
    return expected_one_of(word, commands_of(app));
}

/// The options near a word: near a short option only the long ones that begin like it.
std::string options_near(const CLI::App& app, const std::string& word) {
    const bool is_short = word.size() == 2;
    std::vector<std::string> options = options_of(app);
    std::erase_if(options, [&](const std::string& option) {
        return is_short ? !option.starts_with("-" + word) : !option.starts_with("--");
    });
    if (is_short)
        return options.empty() ? "" : fmt::format(", expected perhaps {}", fmt::join(options, " or "));
    return expected_perhaps(word.starts_with("--") ? word : "-" + word, options);
}

/// The first word of a command that is an option which it does not have; empty if there is none.
std::string unknown_option(const CLI::App& command) {
    const std::vector<std::string> left = words_left(command);
    const auto option = std::find_if(left.begin(), left.end(), is_option);
    if (option == left.end()) return {};
    const std::string name = option->substr(0, option->find('='));
    return fmt::format("unknown option {}{}", shown(name), options_near(command, name));
}

/// A word where a command was expected; empty if there is none.
std::string unknown_command(const CLI::App& app) {
    const std::vector<std::string> left = words_left(app);
    if (left.empty() || is_option(left.front()) || commands_of(app).empty()) return {};
    return fmt::format("unknown command {}{}", shown(left.front()), commands_near(app, left.front()));
}

/// Too few words, or too many, or an option that is there twice.
std::string wrong_count(const CLI::App& command, const CLI::ParseError& error) {
    const std::string words = error.what();
    for (const CLI::Option* option : command.get_options()) {
        const std::string name = option->get_name();
        if (!words.starts_with(name + ":")) continue;
        if (words.ends_with(" missing")) return name + ": its value is missing";
        const int least = option->get_items_expected_min();
        const int most = option->get_items_expected_max();
        if (!option->get_positional())
            return fmt::format("{} is there {} times, expected once", name, option->count());
        return fmt::format("{}: {} {}, expected {} or {}", name_of(*option), option->count(),
                           option->count() == 1 ? "word" : "words", least, most);
    }
    return words;
}

/// What is wrong, of the commands from the program to the last one that was named.
std::string cause_of(const std::vector<const CLI::App*>& commands, const CLI::ParseError& error) {
    const CLI::App& last = *commands.back();
    if (std::string cause = unknown_command(last); !cause.empty()) return cause;
    // The value of an option that is unknown takes the place of another word: that is looked at first.
    for (auto command = commands.rbegin(); command != commands.rend(); ++command)
        if (std::string cause = unknown_option(**command); !cause.empty()) return cause;
    for (const CLI::App* command : commands)
        if (const auto left = words_left(*command); !left.empty())
            return fmt::format(
                "{} is a word too many{}", shown(left.front()),
                left.front() == "w" || left.front() == "b" ? ", expected a FEN in quotes" : "");
    if (const auto names = commands_of(last); !names.empty())
        return "a command is missing" + expected_one_of("", names);
    return error.get_name() == "ArgumentMismatch" ? wrong_count(last, error) : error.what();
}

}  // namespace

std::string usage_error(const CLI::App& program, const CLI::ParseError& error) {
    std::vector<const CLI::App*> commands{&program};
    std::string names;
    while (!commands.back()->get_subcommands().empty()) {
        commands.push_back(commands.back()->get_subcommands().front());
        names += " " + commands.back()->get_name();
    }
    return fmt::format("zermelo: error: {} ('zermelo help{}' tells more)\n",
                       in_one_line(cause_of(commands, error)), names);
}

HelpCommand::HelpCommand(Program& program) : program_(program) {
    help_ = program.add_subcommand("help", "What a command does, with examples.");
    program.guide(help_, {{{"zermelo help", "all commands"},
                           {"zermelo help judge", "as 'zermelo judge --help' does"},
                           {"zermelo help rules show", "a command of a command"},
                           {"zermelo help --man judge > zermelo-judge.1", "its man page"}}});
    help_->add_option("COMMAND", words_, "The command; all of them if absent");
    help_->add_flag("--man", man_, "As a man page, in roff; that of a command tells its own commands, too");
}

std::optional<int> HelpCommand::run() {
    if (!help_->parsed()) return std::nullopt;
    const CLI::App* app = &program_;
    std::string name = program_.get_name();
    for (const std::string& word : words_) {
        const std::vector<std::string> commands = commands_of(*app);
        if (commands.empty())
            return report({ErrorKind::bad_usage, fmt::format("{} is a word too many", shown(word))});
        if (std::find(commands.begin(), commands.end(), word) == commands.end())
            return report({ErrorKind::bad_usage,
                           fmt::format("unknown command {}{}", shown(word), commands_near(*app, word))});
        app = app->get_subcommand(word);
        name += " " + word;
    }
    const CommandWords words = program_.words_of(*app, name);
    return print(man_ ? man_page(words, program_.words()) : help_text(words));
}

}  // namespace zermelo::cli
