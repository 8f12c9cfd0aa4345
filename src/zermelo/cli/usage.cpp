// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/cli/usage.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "zermelo/base/nearest.hpp"
#include "zermelo/base/quoted.hpp"
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

/// What is wrong with the words that a command was given and did not take; empty if it took all.
std::string words_left(const CLI::App& command, bool is_last) {
    const std::vector<std::string> left = command.remaining(false);
    const std::vector<std::string> commands = commands_of(command);
    if (left.empty()) return {};
    if (is_last && !commands.empty() && !is_option(left.front()))
        return fmt::format("unknown command {}{}", shown(left.front()),
                           expected_perhaps(left.front(), commands));
    const auto option = std::find_if(left.begin(), left.end(), is_option);
    if (option == left.end()) return fmt::format("{} is a word too many", shown(left.front()));
    const std::string name = option->substr(0, option->find('='));
    return fmt::format("unknown option {}{}", shown(name), expected_perhaps(name, options_of(command)));
}

/// The parser's own words, where it has good ones.
std::string words_of(const CLI::ParseError& error) {
    const std::string words = error.what();
    const bool no_value = error.get_name() == "ArgumentMismatch" && words.ends_with(" missing");
    return no_value ? words.substr(0, words.find(':')) + ": its value is missing" : words;
}

}  // namespace

std::string usage_error(const CLI::App& program, const CLI::ParseError& error) {
    const CLI::App* command = &program;
    std::string names;
    std::string cause;
    while (true) {
        const bool is_last = command->get_subcommands().empty();
        if (cause.empty()) cause = words_left(*command, is_last);
        if (is_last) break;
        command = command->get_subcommands().front();
        names += " " + command->get_name();
    }
    const std::vector<std::string> commands = commands_of(*command);
    if (cause.empty() && !commands.empty()) cause = "a command is missing" + expected_one_of("", commands);
    if (cause.empty()) cause = words_of(error);
    return fmt::format("zermelo: error: {} ('zermelo help{}' tells more)\n", cause, names);
}

HelpCommand::HelpCommand(CLI::App& program) : program_(program) {
    help_ = program.add_subcommand("help", "What a command does, with examples.");
    help_->footer("");
    help_->add_option("COMMAND", words_, "The command; all of them if absent");
}

std::optional<int> HelpCommand::run() {
    if (!help_->parsed()) return std::nullopt;
    const CLI::App* app = &program_;
    std::string name = program_.get_name();
    for (const std::string& word : words_) {
        const std::vector<std::string> commands = commands_of(*app);
        if (std::find(commands.begin(), commands.end(), word) == commands.end())
            return report({ErrorKind::bad_usage, fmt::format("unknown command {}{}", shown(name + " " + word),
                                                             expected_perhaps(word, commands))});
        app = app->get_subcommand(word);
        name += " " + word;
    }
    return print(program_.get_formatter()->make_help(app, name, CLI::AppFormatMode::Normal));
}

}  // namespace zermelo::cli
