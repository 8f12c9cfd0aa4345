// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/cli/manual.hpp"

#include <algorithm>
#include <cstdint>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "zermelo/base/ascii.hpp"
#include "zermelo/version.hpp"

namespace zermelo::cli {
namespace {

/// A text in roff: as it stands, whatever is in it, where no line begins with it.
std::string escaped(std::string_view text) {
    std::string roff;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const auto byte = static_cast<unsigned char>(text[i]);
        switch (text[i]) {
            case '\\':
                roff += "\\e";
                break;
            case '-':
                roff += "\\-";
                break;
            case '\'':
                roff += "\\(aq";
                break;
            case '`':
                roff += "\\(ga";
                break;
            case '^':
                roff += "\\(ha";
                break;
            case '~':
                roff += "\\(ti";
                break;
            case '"':
                roff += "\\(dq";
                break;
            default:
                if (byte < 0x80) {
                    roff += text[i];
                } else if (byte >= 0xc0) {  // the first byte of a letter in UTF-8
                    const int more = byte >= 0xf0 ? 3 : byte >= 0xe0 ? 2 : 1;
                    std::uint32_t code = byte & (0x3fU >> static_cast<unsigned>(more));
                    for (int k = 1; k <= more; ++k)
                        code = code << 6U | (static_cast<unsigned char>(text[++i]) & 0x3fU);
                    roff += fmt::format("\\[u{:04X}]", code);
                }
        }
    }
    return roff;
}

std::string bold(std::string_view text) { return "\\fB" + escaped(text) + "\\fR"; }
std::string italic(std::string_view text) { return "\\fI" + escaped(text) + "\\fR"; }

/// Options in bold, and words of at least `least_capitals` capitals in italics, as in "[--plies N]".
std::string marked(std::string_view text, std::size_t least_capitals) {
    std::string roff;
    for (std::size_t i = 0; i < text.size();) {
        const bool begins = i == 0 || (!is_letter(text[i - 1]) && text[i - 1] != '-');
        std::size_t end = i;
        if (begins && text.substr(i).starts_with("--")) {
            while (end < text.size() && (is_letter(text[end]) || text[end] == '-')) ++end;
            if (end > i + 2) {
                roff += bold(text.substr(i, end - i));
                i = end;
                continue;
            }
            end = i;
        }
        while (begins && end < text.size() && is_upper(text[end])) ++end;
        const bool is_word = end == text.size() || !is_letter(text[end]);
        if (end - i >= least_capitals && is_word) {
            roff += italic(text.substr(i, end - i));
            i = end;
            continue;
        }
        const std::size_t rest = std::max(end, i + 1);
        std::size_t next = rest;
        // No letter is cut in two.
        while (next < text.size() && (static_cast<unsigned char>(text[next]) & 0xc0U) == 0x80) ++next;
        roff += escaped(text.substr(i, next - i));
        i = next;
    }
    return roff;
}

/// Lines of at most some 72 letters, none of which is taken for a request.
std::string lines_of(const std::string& roff) {
    constexpr std::size_t longest = 72;
    std::string lines;
    std::size_t at = 0;
    for (std::size_t begin = 0; begin < roff.size();) {
        const std::size_t end = std::min(roff.find(' ', begin), roff.size());
        const std::string word = roff.substr(begin, end - begin);
        if (at > 0 && at + 1 + word.size() > longest) {
            lines += '\n';
            at = 0;
        } else if (at > 0) {
            lines += ' ';
            ++at;
        }
        if (at == 0 && (word.starts_with('.') || word.starts_with('\''))) lines += "\\&";
        lines += word;
        at += word.size();
        begin = end + 1;
    }
    return lines + "\n";
}

std::string prose(const std::string& text) {
    return lines_of(marked(text, text.size() + 1));  // GUI and JSON are no placeholders
}

/// A phrase as a sentence.
std::string sentence(const std::string& text) {
    return prose(text.ends_with('.') || text.ends_with('?') ? text : text + ".");
}

std::string section(const std::string& title, const std::string& body) {
    return body.empty() ? "" : ".SH " + title + "\n" + body;
}

std::string item(const std::string& tag, const std::string& body) { return ".TP\n" + tag + "\n" + body; }

std::string synopsis_line(const CommandWords& command) {
    const std::string all = command.synopsis();
    return lines_of(bold(command.name) + marked(all.substr(command.name.size()), 1));
}

std::string option_items(const std::vector<OptionWords>& options) {
    std::string text;
    for (const OptionWords& option : options) {
        std::vector<std::string> names;
        const bool is_argument = !option.names.back().starts_with('-');
        for (const std::string& name : option.names)
            names.push_back(is_argument ? marked(name, 1) : bold(name));
        std::string tag = fmt::format("{}", fmt::join(names, ", "));
        if (!option.value.empty() && option.value != option.names.back())
            tag += " " + marked(option.value, 1);
        text += item(tag, sentence(about_of(option)));
    }
    return text;
}

std::string example_items(const std::vector<Example>& examples) {
    std::string text;
    for (const Example& example : examples) text += item(bold(example.command), prose(example.shows));
    return text;
}

std::string status_items(const std::vector<ExitStatus>& statuses) {
    std::string text;
    for (const ExitStatus& each : statuses) text += item(bold(each.status), prose(each.meaning));
    return text;
}

std::string paragraphs(const std::vector<std::string>& notes) {
    std::string text;
    for (const std::string& note : notes) text += ".PP\n" + prose(note);
    return text;
}

/// Arguments, options and examples of a command of a command.
std::string subsection(const CommandWords& command) {
    std::string text = ".SS " + escaped(command.name) + "\n" + synopsis_line(command);
    text += ".PP\n" + prose(command.about) + option_items(command.arguments) + option_items(command.options);
    return text + (command.guide.examples.empty() ? "" : ".PP\nExamples:\n") +
           example_items(command.guide.examples);
}

std::string page_name(const CommandWords& command) {
    std::string name = command.name;
    std::replace(name.begin(), name.end(), ' ', '-');
    return name;
}

/// "zermelo\-judge \- decide every game of an input"
std::string name_line(const CommandWords& command) {
    std::string about = command.about;
    about.front() = lower(about.front());
    while (about.ends_with('.')) about.pop_back();
    return escaped(page_name(command)) + " \\- " + escaped(about) + "\n";
}

std::string command_items(const CommandWords& program) {
    std::string text;
    std::string group;
    for (const CommandWords& each : program.commands) {
        if (each.group != group) text += ".SS " + escaped(each.group) + "\n";
        group = each.group;
        text += item("\\fB" + escaped(page_name(each)) + "\\fR(1)", prose(each.about));
    }
    return text;
}

/// The pages of the commands that are listed under the same title.
std::string see_also(const CommandWords& command, const CommandWords& program) {
    std::string text = ".BR zermelo (1)";
    for (const CommandWords& each : program.commands)
        if (each.group == command.group && each.name != command.name)
            text += ",\n.BR " + escaped(page_name(each)) + " (1)";
    return text + "\n";
}

}  // namespace

std::string man_page(const CommandWords& command, const CommandWords& program) {
    if (std::count(command.name.begin(), command.name.end(), ' ') > 1) {
        const std::string parent = command.name.substr(0, command.name.rfind(' '));
        for (const CommandWords& each : program.commands)
            if (each.name == parent) return man_page(each, program);
    }
    const bool is_program = command.name == program.name;
    std::string title = page_name(command);
    std::transform(title.begin(), title.end(), title.begin(), [](char c) { return upper(c); });
    std::string text = fmt::format(".TH {} 1 {} \"zermelo {}\" Zermelo\n.ad l\n.nh\n", escaped(title),
                                   version_date(), version());
    text += section("NAME", name_line(command));
    text += section("SYNOPSIS", synopsis_line(command));
    text += section("DESCRIPTION", prose(command.about) + paragraphs(command.guide.notes));
    std::string below = is_program ? command_items(program) : "";
    if (!is_program)
        for (const CommandWords& each : command.commands) below += subsection(each);
    text += section("COMMANDS", below);
    text += section("ARGUMENTS", option_items(command.arguments));
    text += section("OPTIONS", option_items(command.options));
    text += section("EXAMPLES", example_items(command.guide.examples));
    text += section("EXIT STATUS",
                    status_items(command.guide.statuses.empty() ? usual_statuses() : command.guide.statuses));
    return text + (is_program ? "" : section("SEE ALSO", see_also(command, program)));
}

}  // namespace zermelo::cli
