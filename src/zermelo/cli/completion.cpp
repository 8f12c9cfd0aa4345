// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/cli/completion.hpp"

#include <set>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "zermelo/base/ascii.hpp"
#include "zermelo/cli/print.hpp"
#include "zermelo/library/compiled_variant.hpp"
#include "zermelo/library/shipped.hpp"
#include "zermelo/tell/puzzles.hpp"
#include "zermelo/tell/test_set.hpp"

namespace zermelo::cli {
namespace {

// A script is a table, the same for all shells, and steps in the language of its own. The words before the
// cursor say at which command it is, which options are given and how many arguments; the table says what may
// follow. Its lines, with ':' between fields:
//   command:PATH:NAME:::ABOUT           a command below PATH, as "rules"; PATH is empty at the top
//   option:PATH:NAME:VALUE:SHUT:ABOUT   an option, what it takes, and the options that cannot follow it
//   argument:PATH::VALUE:MORE:          an argument, in their order; MORE is not empty if it may be repeated
//   value:VALUE:FIRST:FILES:WORDS:      what is offered for a value, where FIRST is the first argument
//   (empty: any);
//                                       FILES is a pattern, "/" for folders, "program" or "command"

constexpr std::string_view bash_steps = R"(
mapfile -t _zermelo_table <<<"$_zermelo_table"
_zermelo_look() {  # sets what its caller knows of a command
    local line kind at name value shut about
    below=() switches=() takes=() more=
    for line in "${_zermelo_table[@]}"; do
        [[ $line == @(command|option|argument):"$1":* ]] || continue
        IFS=: read -r kind at name value shut about <<<"$line"
        case $kind in
            command) below+=("$name") ;;
            option) switches+=("$name") values[$name]=$value shuts[$name]=$shut ;;
            argument) takes+=("$value") more=$shut ;;
        esac
    done
}
_zermelo() {
    local word=${COMP_WORDS[COMP_CWORD]} path= value= ended= before= found= more files= each i
    local line kind at first words rest
    local -a below switches takes offered=() given=() closed=()
    local -A values shuts
    COMPREPLY=()
    # "FILE.ini:NAME" is three words where ":" ends one: the first stands for all.
    [[ $word != : && ${COMP_WORDS[COMP_CWORD - 1]} != : ]] || return
    _zermelo_look ''
    for ((i = 1; i < COMP_CWORD; ++i)); do
        each=${COMP_WORDS[i]}
        [[ $each != : && ${COMP_WORDS[i - 1]} != : ]] || continue
        if [[ -n $value ]]; then
            [[ $each == = ]] || value=  # "--tables=DIR" is three words where "=" ends one
        elif [[ -z $ended && $each == -- ]]; then
            ended=1
        elif [[ -z $ended && $each == -* ]]; then
            [[ $each == *=* ]] || value=${values[$each]-}
            closed+=(${shuts[${each%%=*}]-})
        elif [[ -z $ended && " ${below[*]} " == *" $each "* ]]; then
            path+=${path:+ }$each
            _zermelo_look "$path"
        else
            given+=("$each")
        fi
    done
    if [[ -n $value ]]; then
        [[ $word != = ]] || word=
    elif [[ -z $ended && $word == --*=* ]]; then
        value=${values[${word%%=*}]-}
        before=${word%%=*}=
        word=${word#*=}
        [[ -n $value ]] || return
    elif [[ -n $ended || $word != -* ]]; then
        ((${#below[@]})) && COMPREPLY=($(compgen -W "${below[*]}" -- "$word")) && return
        value=${takes[${#given[@]}]-}
        [[ -n $value || -z $more ]] || value=${takes[-1]}
        [[ -n $value || -z $ended ]] || return
    fi
    if [[ -z $value ]]; then
        for each in "${switches[@]}"; do
            [[ " ${closed[*]} " == *" $each "* ]] || offered+=("$each")
        done
        COMPREPLY=($(compgen -W "${offered[*]}" -- "$word"))
        return
    fi
    for line in "${_zermelo_table[@]}"; do
        [[ $line == value:"$value":@(|"${given[0]-}"):* ]] || continue
        IFS=: read -r kind at first files words rest <<<"$line"
        offered=($words)
    done
    [[ $files != command ]] || { _zermelo_look "${given[*]}" && offered=("${below[@]}"); }
    COMPREPLY=($(compgen -W "${offered[*]}" -- "$word"))
    word=${word//\\/}
    word=${word#[\'\"]}
    case $files in
        '' | command) ;;
        /) found=$(compgen -d -- "$word") ;;
        program)
            found=$(compgen -f -- "$word")
            # All programs that there are help nobody.
            [[ -z $word ]] || ((${#given[@]} >= ${#takes[@]})) || found+=$'\n'$(compgen -c -- "$word" | sort -u) ;;
        *) found=$(compgen -d -- "$word"; compgen -f -X "!$files" -- "$word") ;;
    esac
    if [[ -n $found ]]; then
        compopt -o filenames 2>/dev/null
        mapfile -t offered < <(sort -u <<<"$found")
        COMPREPLY+=("${offered[@]}")
    fi
    [[ ${COMPREPLY[*]} != *= ]] || compopt -o nospace 2>/dev/null
    COMPREPLY=("${COMPREPLY[@]/#/$before}")
}
complete -F _zermelo zermelo
)";

constexpr std::string_view zsh_steps = R"(
_zermelo_look() {  # sets what its caller knows of a command
    local line
    local -a field
    below=() switches=() takes=() more=
    for line in ${(f)_zermelo_table}; do
        field=("${(@s.:.)line}")
        [[ $field[2] == $1 ]] || continue
        case $field[1] in
            command) below+=("$field[3]:${(j.:.)field[6,-1]}") ;;
            option) switches+=("$field[3]:${(j.:.)field[6,-1]}") values[$field[3]]=$field[4] shuts[$field[3]]=$field[5] ;;
            argument) takes+=("$field[4]") more=$field[5] ;;
        esac
    done
}
_zermelo() {
    local at= value= ended= found=1 more files each line
    local -a below switches takes offered given closed field open
    local -A values shuts
    integer i
    _zermelo_look ''
    for ((i = 2; i < CURRENT; ++i)); do
        each=${(Q)words[i]}
        if [[ -n $value ]]; then
            value=
        elif [[ -z $ended && $each == -- ]]; then
            ended=1
        elif [[ -z $ended && $each == -* ]]; then
            [[ $each == *=* ]] || value=${values[$each]-}
            closed+=(${=shuts[${each%%=*}]-})
        elif [[ -z $ended && -n ${(M)below:#$each:*} ]]; then
            at+=${at:+ }$each
            _zermelo_look "$at"
        else
            given+=("$each")
        fi
    done
    if [[ -z $value && -z $ended && $PREFIX == --*=* ]]; then
        value=${values[${PREFIX%%=*}]-}
        compset -P '*='
        [[ -n $value ]] || return
    elif [[ -z $value && ( -n $ended || $PREFIX != -* ) ]]; then
        (($#below)) && { _describe -t commands command below; return }
        value=${takes[$#given + 1]-}
        [[ -n $value || -z $more ]] || value=$takes[-1]
        [[ -n $value || -z $ended ]] || return
    fi
    if [[ -z $value ]]; then
        for each in $switches; do
            ((${closed[(Ie)${each%%:*}]})) || offered+=("$each")
        done
        _describe -o -t options option offered
        return
    fi
    for line in ${(f)_zermelo_table}; do
        field=("${(@s.:.)line}")
        [[ $field[1] == value && $field[2] == $value ]] || continue
        [[ -z $field[3] || $field[3] == ${given[1]-} ]] || continue
        files=$field[4]
        offered=(${=field[5]})
    done
    open=(${(M)offered:#*=})
    offered=(${offered:#*=})
    (($#offered)) && compadd -a offered && found=0
    (($#open)) && compadd -S '' -a open && found=0
    case $files in
        '') ;;
        command) _zermelo_look "$given" && _describe -t commands command below && found=0 ;;
        /) _files -/ && found=0 ;;
        program)
            # All programs that there are help nobody.
            [[ -n $PREFIX ]] && (($#given < $#takes)) && _command_names -e && found=0
            _files && found=0 ;;
        *) _files -g "$files" && found=0 ;;
    esac
    return found
}
if [[ $funcstack[1] == _zermelo ]]; then
    _zermelo "$@"
else
    compdef _zermelo zermelo
fi
)";

constexpr std::string_view fish_steps = R"(
function __zermelo_look --no-scope-shadowing # sets what its caller knows of a command
    set below
    set switches
    set takes
    set more
    for line in (string match -r -- '^(?:command|option|argument):'(string escape --style=regex -- "$argv[1]")':.*' $__zermelo_table)
        set field (string split -m 5 : -- $line)
        switch $field[1]
            case command
                set -a below $field[3]\t$field[6]
            case option
                set -a switches $line
            case argument
                set -a takes $field[4]
                set more $field[5]
        end
    end
end
function __zermelo_complete
    set -l tokens (commandline -opc)
    set -l word (commandline -ct)
    set -l at ''
    set -l value ''
    set -l ended ''
    set -l before ''
    set -l files ''
    set -l more ''
    set -l below
    set -l switches
    set -l takes
    set -l offered
    set -l given
    set -l closed
    set -l field
    set -e tokens[1]
    __zermelo_look ''
    for each in $tokens
        if test -n "$value"
            set value ''
        else if test -z "$ended" -a "$each" = --
            set ended 1
        else if test -z "$ended"; and string match -q -- '-*' $each
            set -l name (string split -m 1 = -- $each)
            for line in $switches
                set field (string split -m 5 : -- $line)
                test "$field[3]" = "$name[1]"; or continue
                set -q name[2]; or set value $field[4]
                set -a closed (string split ' ' -- $field[5])
            end
        else if test -z "$ended"; and contains -- $each (string replace -r '\t.*' '' -- $below)
            set at (string trim -- "$at $each")
            __zermelo_look $at
        else
            set -a given $each
        end
    end
    if test -z "$value" -a -z "$ended"; and string match -q -- '--*=*' $word
        set -l name (string split -m 1 = -- $word)
        for line in $switches
            set field (string split -m 5 : -- $line)
            test "$field[3]" = "$name[1]"; and set value $field[4]
        end
        set before $name[1]=
        set word $name[2]
        test -n "$value"; or return
    else if test -z "$value"; and test -n "$ended"; or not string match -q -- '-*' $word
        if test -z "$value"
            set -q below[1]; and printf '%s\n' $below; and return
            set -l next (math (count $given) + 1)
            set -q takes[$next]; and set value $takes[$next]
            test -z "$value" -a -n "$more"; and set value $takes[-1]
            test -z "$value" -a -n "$ended"; and return
        end
    end
    if test -z "$value"
        for line in $switches
            set field (string split -m 5 : -- $line)
            contains -- $field[3] $closed; or printf '%s\t%s\n' $field[3] $field[6]
        end
        return
    end
    for line in (string match -r -- '^value:'(string escape --style=regex -- $value)':.*' $__zermelo_table)
        set field (string split -m 5 : -- $line)
        test -z "$field[3]"; or test "$field[3]" = "$given[1]"; or continue
        set files $field[4]
        set offered (string split -n ' ' -- $field[5])
    end
    if test "$files" = command
        __zermelo_look "$given"
        set offered $below
    else if test "$files" = /
        set -a offered (__fish_complete_directories $word)
    else if test "$files" = program
        # All programs that there are help nobody.
        test -n "$word" -a (count $given) -lt (count $takes); and set -a offered (complete -C $word)
        set -a offered (__fish_complete_path $word)
    else if test "$files" = '*'
        set -a offered (__fish_complete_path $word)
    else if test -n "$files"
        set -l ending (string escape --style=regex -- (string sub -s 2 -- $files))
        set -a offered (__fish_complete_path $word | string match -r "^[^\t]*(?:/|$ending)(?:\t.*)?\$")
    end
    set -q offered[1]; and printf "$before%s\n" $offered
end
complete -c zermelo -f -a '(__zermelo_complete)'
)";

struct Shell {
    std::string_view name;
    std::string_view begin;  ///< the script up to the table
    std::string_view end_of_table;
    std::string_view quote;  ///< what stands for a quote between single quotes
    std::string_view backslash;
    std::string_view steps;
};

constexpr Shell shells[] = {
    {"bash",
     "# What zermelo's command line knows, for bash; 'zermelo completion bash' made it.\n_zermelo_table='\n",
     "'\n", "'\\''", "\\", bash_steps},
    {"zsh",
     "#compdef zermelo\n# What zermelo's command line knows, for zsh; 'zermelo completion zsh' made it.\n"
     "_zermelo_table='\n",
     "'\n", "'\\''", "\\", zsh_steps},
    {"fish",
     "# What zermelo's command line knows, for fish; 'zermelo completion fish' made it.\n"
     "set -g __zermelo_table (string split -n \\n -- '\n",
     "')\n", "\\'", "\\\\", fish_steps},
};

/// The command line as a table, and what its values are.
class Table {
  public:
    explicit Table(const CommandWords& program) : program_{program.name} { add(program); }

    std::string text() {
        for (const std::string& value : values_) text_ += line_of(value);
        return text_;
    }

  private:
    void add(const CommandWords& command) {
        const std::string path = command.name.substr(std::min(command.name.size(), program_.size() + 1));
        for (const CommandWords& below : command.commands)
            text_ += fmt::format("command:{}:{}:::{}\n", path, below.name.substr(below.name.rfind(' ') + 1),
                                 below.about);
        for (const OptionWords& option : command.options) {
            std::vector<std::string> shut = option.not_with;
            if (!option.repeated) shut.insert(shut.end(), option.names.begin(), option.names.end());
            for (const std::string& name : option.names)
                text_ += fmt::format("option:{}:{}:{}:{}:{}\n", path, name, option.value,
                                     fmt::join(shut, " "), option.about);
            values_.insert(option.value);
        }
        for (const OptionWords& argument : command.arguments) {
            // One name may be that of several, as "VARIANT [FEN] DEPTH".
            for (std::string rest = argument.value + " "; !rest.empty();) {
                std::string value = rest.substr(0, rest.find(' '));
                rest.erase(0, value.size() + 1);
                std::erase_if(value, [](char c) { return c == '[' || c == ']'; });
                text_ += fmt::format("argument:{}::{}:{}:\n", path, value, argument.repeated ? "…" : "");
                values_.insert(value);
            }
        }
        for (const CommandWords& below : command.commands) add(below);
    }

    /// What is offered for a value; nothing for numbers and the like.
    static std::string line_of(const std::string& value) {
        const auto line = [&](std::string_view files, const std::vector<std::string>& words = {},
                              std::string_view first = {}) {
            return fmt::format("value:{}:{}:{}:{}:\n", value, first, files, fmt::join(words, " "));
        };
        if (value == "FILE" || value == "PREFIX") return line("*");
        if (value.starts_with("FILE.")) return line("*" + value.substr(4));
        if (value == "DIR") return line("/");
        if (value == "PROGRAM") return line("program");
        if (value == "COMMAND") return line("command");
        if (value == "VARIANT") return line("*.ini", library::CompiledVariant::shipped());
        if (value == "VARIANT-FAMILY") return line("", library::shipped_families());
        if (value == "GAME") return line("", tell::all_puzzle_names());
        std::vector<std::string> words;
        if (value.starts_with("FAMILY")) {
            std::string lines;
            for (const puzzles::Puzzle* puzzle : tell::all_puzzles()) {
                words.clear();
                for (const puzzles::Family& family : puzzle->families()) words.emplace_back(family.name);
                if (value != "FAMILY") words.emplace_back(tell::mix);
                lines += line("", words, puzzle->name());
            }
            return lines;
        }
        for (std::string rest = value + "|"; !rest.empty();) {
            std::string word = rest.substr(0, rest.find('|'));
            rest.erase(0, word.size() + 1);
            if (word.empty() || is_upper(word.front())) continue;
            if (const std::size_t equals = word.find('='); equals != std::string::npos)
                word.erase(equals + 1);
            words.push_back(std::move(word));
        }
        return words.empty() ? std::string{} : line("", words);
    }

    std::string program_;
    std::string text_;
    std::set<std::string> values_;
};

std::string quoted_in(const Shell& shell, std::string_view text) {
    std::string quoted;
    for (const char c : text) {
        if (c == '\'') {
            quoted += shell.quote;
        } else if (c == '\\') {
            quoted += shell.backslash;
        } else {
            quoted += c;
        }
    }
    return quoted;
}

}  // namespace

CompletionCommand::CompletionCommand(Program& program) : program_(program) {
    completion_ = program.add_subcommand("completion", "Let your shell complete zermelo's command lines.");
    program.guide(
        completion_,
        {{{"source <(zermelo completion bash)", "now; in ~/.bashrc, always"},
          {"zermelo completion zsh > _zermelo", "a file for a folder of zsh's $fpath"},
          {"zermelo completion fish > zermelo.fish", "for ~/.config/fish/completions"}},
         {"Commands, options, variants, families and files of the right kind are completed. In zsh, "
          "'source <(zermelo completion zsh)' does, too, after compinit; in fish, 'zermelo completion "
          "fish | source'."}});
    std::vector<std::string> names;
    for (const Shell& shell : shells) names.emplace_back(shell.name);
    take_one_of(completion_->add_option("SHELL", shell_, "The shell")->required(), names);
}

std::optional<int> CompletionCommand::run() {
    if (!completion_->parsed()) return std::nullopt;
    const std::string table = Table{program_.words()}.text();
    for (const Shell& shell : shells)
        if (shell.name == shell_)
            return print(fmt::format("{}{}{}{}", shell.begin, quoted_in(shell, table), shell.end_of_table,
                                     shell.steps));
    return tell::exit_bad_input;  // not reached: the parser takes no other word
}

}  // namespace zermelo::cli
