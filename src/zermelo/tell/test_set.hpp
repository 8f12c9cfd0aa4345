// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "zermelo/base/result.hpp"
#include "zermelo/puzzles/puzzle.hpp"

namespace zermelo::tell {

/// What a family is called that is none: all of them in turn.
inline constexpr std::string_view mix = "mix";

/// A family, or `mix`, and how many games an input of it has.
struct FamilyChoice {
    std::string name;
    std::optional<std::uint64_t> games;  ///< as many as the family has if absent
};

struct TestSetOptions {
    std::uint64_t seed = 1;
    std::vector<FamilyChoice> families;  ///< an input for each; every family and three mixes if empty
    std::optional<std::uint64_t> games;  ///< how many a family has that does not say it itself
    std::stop_token stop = {};           ///< a request to end, which is an error then
};

/// A case that was written.
struct TestCase {
    std::string name;  ///< with its folder: `secret/03-walls`
    std::uint64_t games;
};

/// Writes the cases of a test set into `folder`, which is there: `sample` with the published example and a
/// small mix, `secret` with the families; per case a `.in`, the judge's verdicts as `.ans`, and the first
/// game drawn as `.svg`. Every input is within the statement's bounds: the judge reads it with its limits.
///
/// Errors: those of `stress::generate`, and more games than the statement allows (`ErrorKind::bad_usage`);
/// `ErrorKind::io`.
Result<std::vector<TestCase>> write_cases(const puzzles::Puzzle& puzzle, const std::string& folder,
                                          const TestSetOptions& options);

/// Writes a test set into `folder`/data. Nothing stands there before all of it does. Errors: those of
/// `write_cases` and `write_whole`.
Result<std::vector<TestCase>> write_set(const puzzles::Puzzle& puzzle, const std::string& folder,
                                        const TestSetOptions& options);

/// The cases, a line each.
std::string text_of(const std::vector<TestCase>& cases);
/// The same as JSON objects.
std::string json_of(const std::vector<TestCase>& cases);

}  // namespace zermelo::tell
