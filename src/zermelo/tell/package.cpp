// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/tell/package.hpp"

#include <algorithm>
#include <array>
#include <filesystem>
#include <new>
#include <span>
#include <string_view>
#include <utility>

#include <fmt/format.h>
#include <xxhash.h>

#include "zermelo/base/embedded.hpp"
#include "zermelo/base/io_error.hpp"
#include "zermelo/base/new_file.hpp"
#include "zermelo/base/random.hpp"
#include "zermelo/base/whole_folder.hpp"

namespace zermelo::embedded {
std::span<const EmbeddedFile> packages();
}

namespace zermelo::tell {

namespace {

namespace fs = std::filesystem;

/// A classic mistake: what of the right submission is replaced by what.
struct Mistake {
    std::string_view name;
    std::string_view right;
    std::string_view wrong;
};

constexpr std::array cheesy_mistakes{
    Mistake{"counts_rows_from_above", "        std::reverse(rows.begin(), rows.end());\n", ""},
    Mistake{"takes_the_pawn_on_a_dangerous_square", "rows[to_y][to_x] != '.') continue;",
            "(to != pawn && rows[to_y][to_x] != '.')) continue;"},
    Mistake{"forgets_what_the_pawn_guards", "if (!guarded) ", ""},
};
constexpr std::array simplified_mistakes{
    Mistake{"takes_a_bound_of_three_for_two", "if (plies < 3)", "if (plies <= 3)"},
    Mistake{"jumps_over_pieces", "if (board[4 * y + x] != '.' || kind == 'N') break;",
            "if (kind == 'N') break;"},
};
constexpr std::array cstate1_mistakes{
    Mistake{"moves_pawns_the_other_way", "return white ? 1 : -1;", "return white ? -1 : 1;"},
    Mistake{"lets_knights_go_straight", "return dx * dy == 2;", "return dx + dy == 2;"},
};
constexpr std::array cstate_mistakes{
    Mistake{"counts_moves_of_pinned_pieces", "            if (pinned[p]) continue;\n", ""},
    Mistake{"lets_the_king_hide_behind_itself", "attackers(x, y, white, king).empty()",
            "attackers(x, y, white, -1).empty()"},
    Mistake{"moves_pawns_the_other_way", "return pawn.white ? 1 : -1;", "return pawn.white ? -1 : 1;"},
    Mistake{"answers_double_checks", "checkers.size() > 1 ? count : ", ""},
};

using Replacement = std::pair<std::string_view, std::string_view>;
using Replacements = std::span<const Replacement>;

/// What a package says of one puzzle, beside its files in `packages/`.
struct Contents {
    std::string_view puzzle;
    std::string_view title;
    std::string_view file;  ///< the name, without its ending, of statement and right submission
    unsigned seconds;       ///< for one input
    std::span<const Mistake> mistakes;
    std::string_view bounds;  ///< what the statement allows for one board
    std::string_view sum;
    Replacements validator;  ///< the same for the validator of inputs
};

constexpr std::array cstate1_bounds{Replacement{"MAX_GAMES", "2000"}};
constexpr std::array cstate2_bounds{Replacement{"MAX_GAMES", "12000"}, Replacement{"MAX_N", "100000"},
                                    Replacement{"MAX_PIECES", "100000"}, Replacement{"SUM_HAS_N", "true"},
                                    Replacement{"MAX_SUM", "450000"}};
constexpr std::array cstate3_bounds{Replacement{"MAX_GAMES", "12000"},
                                    Replacement{"MAX_N", "1000000000000000000"},
                                    Replacement{"MAX_PIECES", "1000000"}, Replacement{"SUM_HAS_N", "false"},
                                    Replacement{"MAX_SUM", "1000000"}};

constexpr std::array all_contents{
    Contents{"simplified", "Simplified Chess Engine", "simplified", 5, simplified_mistakes, {}, {}, {}},
    Contents{"cstate1", "Chessboard State 1", "cstate1", 2, cstate1_mistakes, {}, {}, cstate1_bounds},
    Contents{"cstate2", "Chessboard State 2", "cstate", 2, cstate_mistakes,
             "$8 \\le n \\le 10^5$ and $2 \\le p \\le 10^5$",
             "The sum of $n + p$ over all boards is at most $450\\,000$.", cstate2_bounds},
    Contents{"cstate3", "Chessboard State 3", "cstate", 5, cstate_mistakes,
             "$8 \\le n \\le 10^{18}$ and $2 \\le p \\le 10^6$",
             "The sum of $p$ over all boards is at most $10^6$.", cstate3_bounds},
    Contents{"cheesy", "Cheesy Chess", "cheesy", 2, cheesy_mistakes, {}, {}, {}},
};

std::string replaced(std::string_view text, Replacements replacements) {
    std::string result{text};
    for (const auto& [from, to] : replacements)
        for (std::size_t at = result.find(from); at != std::string::npos;
             at = result.find(from, at + to.size()))
            result.replace(at, from.size(), to);
    return result;
}

/// A file of `packages/`.
std::string_view file_of(const std::string& name) {
    const auto files = embedded::packages();
    const auto found =
        std::find_if(files.begin(), files.end(), [&](const EmbeddedFile& file) { return file.name == name; });
    return found == files.end() ? std::string_view{} : found->bytes;
}

/// A text as YAML quotes it.
std::string quoted(std::string_view text) {
    return "'" + replaced(text, std::array{Replacement{"'", "''"}}) + "'";
}

/// The same package has the same number wherever it is made (RFC 9562, version 4, from a hash).
std::string uuid_of(const Contents& contents, const TestSetOptions& data) {
    std::string facts = fmt::format("zermelo package {} {}", contents.puzzle, data.seed);
    for (const FamilyChoice& choice : data.families)
        facts += fmt::format(" {}={}", choice.name, choice.games.value_or(data.games.value_or(0)));
    Random random{XXH3_64bits(facts.data(), facts.size())};
    const std::uint64_t a = random();
    const std::uint64_t b = random();
    return fmt::format("{:08x}-{:04x}-4{:03x}-{:04x}-{:012x}", a >> 32U, a >> 16U & 0xFFFFU, a & 0xFFFU,
                       0x8000U | (b >> 48U & 0x3FFFU), b & 0xFFFFFFFFFFFFU);
}

std::string problem_yaml(const puzzles::Puzzle& puzzle, const Contents& contents, PackageFormat format,
                         Validators validators, const TestSetOptions& data) {
    const std::string common =
        fmt::format("uuid: {}\nsource: {}\nlicense: cc by-sa\nrights_owner: the authors of Zermelo\n",
                    uuid_of(contents, data), quoted(puzzle.description().source));
    if (format == PackageFormat::legacy)
        return fmt::format(
            "problem_format_version: legacy\nname: {}\n{}validation: {}\nvalidator_flags: case_sensitive\n",
            quoted(contents.title), common, validators == Validators::zermelo ? "custom" : "default");
    return fmt::format(
        "problem_format_version: 2025-09\ntype: pass-fail\nname:\n  en: {}\n{}limits:\n  time_limit: {}\n",
        quoted(contents.title), common, contents.seconds);
}

/// What the package's README says of its validators.
std::string about_validators(PackageFormat format, Validators validators) {
    if (validators == Validators::included)
        return "- Nothing but a compiler of C++ is needed where it is used: inputs are held to the statement "
               "by "
               "the program of one file\n  in `input_validators`, and outputs are compared by the format's "
               "own "
               "validator, since every game has one verdict.";
    const bool legacy = format == PackageFormat::legacy;
    return fmt::format(
        "- The validators call `zermelo`, which must be in a folder of `PATH` where they run.\n"
        "- Where judging machines do not have it, `--self-contained` writes a package that needs none; of "
        "this one "
        "delete `{}`{}.",
        legacy ? "output_validators" : "output_validator",
        legacy ? " and write `validation: default` in `problem.yaml`" : "");
}

std::string readme(const puzzles::Puzzle& puzzle, const Contents& contents, PackageFormat format,
                   Validators validators) {
    const bool legacy = format == PackageFormat::legacy;
    return fmt::format(
        R"(# {title}

A problem package in the version `{version}` of the format of Kattis and the ICPC, for {tools}.
`zermelo generate {name} --package` wrote it.

{validators}
- The statement and the programs here are Zermelo's; the idea is that of the problem's setters:
  {source}.
- Beside each input lies a picture of its first game.
)",
        fmt::arg("title", contents.title), fmt::arg("version", legacy ? "legacy" : "2025-09"),
        fmt::arg("tools", legacy ? "problemtools and DOMjudge" : "BAPCtools"),
        fmt::arg("name", contents.puzzle), fmt::arg("validators", about_validators(format, validators)),
        fmt::arg("source", puzzle.description().source));
}

struct File {
    std::string path;
    std::string text;
};

std::vector<File> files_of(const puzzles::Puzzle& puzzle, const Contents& contents, PackageFormat format,
                           Validators validators, const TestSetOptions& data) {
    const bool legacy = format == PackageFormat::legacy;
    const std::string stem{contents.file};
    const std::string_view solution = file_of(stem + ".cpp");
    std::vector<File> files{
        {"README.md", readme(puzzle, contents, format, validators)},
        {"problem.yaml", problem_yaml(puzzle, contents, format, validators, data)},
        {legacy ? "problem_statement/problem.en.tex" : "statement/problem.en.tex",
         replaced(file_of(stem + ".tex"),
                  std::array{Replacement{"@TITLE@", contents.title}, Replacement{"@BOUNDS@", contents.bounds},
                             Replacement{"@SUM@", contents.sum}})},
        {"submissions/accepted/solution.cpp", std::string{solution}},
    };
    if (validators == Validators::included) {
        files.push_back({"input_validators/validate.cpp",
                         std::string{file_of("validate_head.cpp")} +
                             replaced(file_of("validate_" + stem + ".cpp"), contents.validator)});
    } else {
        const std::array game{Replacement{"@GAME@", contents.puzzle}};
        files.push_back({"input_validators/validate.cpp", replaced(file_of("validate.cpp"), game)});
        files.push_back({legacy ? "output_validators/check.cpp" : "output_validator/check.cpp",
                         replaced(file_of("check.cpp"), game)});
    }
    if (legacy) files.push_back({".timelimit", fmt::format("{}\n", contents.seconds)});
    if (!legacy) files.push_back({"data/test_group.yaml", "output_validator_args: [case_sensitive]\n"});
    for (const Mistake& mistake : contents.mistakes)
        files.push_back({fmt::format("submissions/wrong_answer/{}.cpp", mistake.name),
                         replaced(solution, std::array{Replacement{mistake.right, mistake.wrong}})});
    return files;
}

Result<void> write_files(const std::string& folder, const std::vector<File>& files) {
    for (const File& file : files) {
        const fs::path path = fs::path{folder} / file.path;
        std::error_code error;
        fs::create_directories(path.parent_path(), error);
        if (error) return cannot_write(path.parent_path().string(), error.value());
        ZERMELO_CHECK(write_file(path.string(), file.text));
    }
    return {};
}

}  // namespace

Result<std::vector<TestCase>> write_package(const puzzles::Puzzle& puzzle, const std::string& folder,
                                            PackageFormat format, Validators validators,
                                            const TestSetOptions& data) {
    const auto contents = std::find_if(all_contents.begin(), all_contents.end(),
                                       [&](const Contents& one) { return one.puzzle == puzzle.name(); });
    if (contents == all_contents.end())
        return failure(
            ErrorKind::bad_usage,
            fmt::format("there is no package of {}, expected a puzzle with a statement", puzzle.name()));
    fs::path path = fs::absolute(folder).lexically_normal();
    if (!path.has_filename()) path = path.parent_path();
    const std::string name = path.filename().string();
    if (name.empty() || name.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789") != std::string::npos)
        return failure(
            ErrorKind::bad_usage,
            fmt::format("the package's folder is called '{}', expected a name of a-z and 0-9 alone, "
                        "as the format has it",
                        name));
    std::vector<TestCase> cases;
    try {
        ZERMELO_CHECK(write_whole(path.string(), "a new folder for the package",
                                  [&](const std::string& unfinished) -> Result<void> {
                                      ZERMELO_CHECK(write_files(
                                          unfinished, files_of(puzzle, *contents, format, validators, data)));
                                      std::error_code error;
                                      const std::string inner = unfinished + "/data";
                                      fs::create_directories(inner, error);
                                      if (error) return cannot_write(inner, error.value());
                                      ZERMELO_TRY(cases, write_cases(puzzle, inner, data));
                                      return {};
                                  }));
    } catch (const std::bad_alloc&) {
        return failure(ErrorKind::io, "out of memory");
    }
    return cases;
}

}  // namespace zermelo::tell
