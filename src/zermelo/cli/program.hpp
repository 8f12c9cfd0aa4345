// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <map>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>

/// The command line as a tree of commands, each with its words: what `--help`, the man pages and the
/// completion scripts are made from.
namespace zermelo::cli {

/// A command that can be pasted into a shell, and what it shows. The examples of a guide are run by a test,
/// in their order, in a folder with the files that it makes; where the exit status is not 0, `shows` says
/// "exit status N".
struct Example {
    std::string command;
    std::string shows;
};

struct ExitStatus {
    std::string status;  ///< "0", "42 or 43"
    std::string meaning;
};

/// What is told of a command below its options.
struct Guide {
    std::vector<Example> examples;
    std::vector<std::string> notes = {};  ///< a paragraph each
    /// Those that are not the same for all commands.
    std::vector<ExitStatus> statuses = {};
};

/// An option or a positional argument, in words.
struct OptionWords {
    std::vector<std::string> names;  ///< "-h", "--help"; of an argument its one name, as "FILE"
    /// What its value is, empty if it takes none: words and kinds of values with '|' between them, as in
    /// "N|all". A kind begins with a capital letter; completion knows GAME, VARIANT, FAMILY,
    /// VARIANT-FAMILY, COMMAND, PROGRAM, PREFIX, DIR, FILE and FILE.ini (any file, and one with this ending),
    /// and offers nothing for others. In a word with '=', as "replies=K", what comes after it is somebody's
    /// own.
    std::string value;
    std::string about;
    bool required = false;
    bool repeated = false;
    std::vector<std::string> not_with;   ///< options that exclude it
    std::vector<std::string> only_with;  ///< options that it needs
};

/// The name of an option or argument. CLI11 takes no name with blanks: an argument of several words is called
/// by its option text, as "VARIANT [FEN] DEPTH".
std::string name_of(const CLI::Option& option);

/// What an option is about, and which others it cannot or must be with.
std::string about_of(const OptionWords& option);

struct CommandWords {
    std::string name;   ///< with all before it: "zermelo rules show"
    std::string about;  ///< a sentence
    std::string group;
    std::vector<OptionWords> arguments;
    std::vector<OptionWords> options;
    std::vector<CommandWords> commands;
    Guide guide;

    /// "zermelo rules show [OPTIONS] VARIANT".
    std::string synopsis() const;
};

/// The parser of the command line, and the guides of its commands.
class Program : public CLI::App {
  public:
    Program();

    /// Says what is told of a command below its options. Precondition: the command is the program or below
    /// it.
    void guide(const CLI::App* command, Guide guide) { guides_[command] = std::move(guide); }

    /// Lists commands under a title, after those of the titles before. Precondition: they are there.
    void group(const std::string& title, const std::vector<std::string>& commands);

    /// The tree below the program, in the order in which help lists it.
    CommandWords words() const { return words_of(*this, get_name()); }

    /// The same of one command, which is called `name` with all before it.
    CommandWords words_of(const CLI::App& command, const std::string& name) const;

  private:
    std::map<const CLI::App*, Guide> guides_;
    std::vector<const CLI::App*> order_;  ///< those that were put under a title, in order
};

/// Exit statuses that are the same for all commands.
std::vector<ExitStatus> usual_statuses();
/// Those of commands that are done when they are told to end, or that a signal ends as it ends others.
std::vector<ExitStatus> server_statuses();

/// Lets an option or an argument take one of a few words, and says so.
CLI::Option* take_one_of(CLI::Option* option, std::vector<std::string> words);

/// A command's help, at most 80 columns wide where no single word is wider.
std::string help_text(const CommandWords& command);

}  // namespace zermelo::cli
