// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>

#include "zermelo/base/json.hpp"
#include "zermelo/library/compiled_variant.hpp"
#include "zermelo/oracle/question.hpp"
#include "zermelo/prove.hpp"
#include "zermelo/tablebase/made_tables.hpp"
#include "zermelo/tell/certification.hpp"
#include "zermelo/tell/lines.hpp"
#include "zermelo/tell/variants.hpp"

/// Forced wins: `zermelo prove` and `zermelo verify`.
namespace zermelo::tell {

/// What is written of a restriction: `checks`, `replies=K`, `no-captures` and `no-quiet-captures`, several
/// with commas between them. Errors (`ErrorKind::bad_usage`): anything else, or one of them twice.
Result<Restriction> parse_restriction(std::string_view text);
/// The same text again, in that order.
std::string restriction_text(const Restriction& restriction);

/// Why something is not known, in words: what is in doubt, or else the limit (`oracle::name_of_limit`) that
/// was reached.
std::string why_open(std::string_view doubt, std::string_view stopped_by);
/// What came of an attempt to prove a win, and where it began: the game knows how to write its moves.
struct ProofAt : Proof, Certification {
    engine::AnyGameAt start;
};

/// The answer to a question about a win. Errors: as of `oracle::Session`.
Result<ProofAt> prove(oracle::Session& session, const oracle::Question& question,
                      const oracle::Report& report = {});

/// Whether the side to move can force a win within `limit` plies, or without a limit of any length. `named`:
/// how messages name the variant on a command line; by its name if empty. Errors: as there, and as
/// `tablebase::TableFolder::existing`.
///
/// `certificate`: where the certificate goes if one is asked for; to `Proof::certificate` if it is null. What
/// went there is a certificate only where `certified` says so.
Result<ProofAt> prove(const engine::AnyGameAt& position, std::optional<Plies> limit,
                      const ProveOptions& options, const std::string& named = {}, Sink* certificate = nullptr,
                      const oracle::Report& report = {});
/// The same of a position that a user names. Errors: as there and as `position_of`.
Result<ProofAt> prove(library::Library& library, const PositionRequest& request, std::optional<Plies> limit,
                      const ProveOptions& options, Sink* certificate = nullptr,
                      const oracle::Report& report = {});

/// What is being done, "making tables: KRvK: 31,332 entries, at 7 plies …".
std::string making_text(const tablebase::TierAtWork& tier);
/// " (proof 67, disproof 84)"; nothing where the search has none, or they are settled.
std::string numbers_text(const std::optional<ProofNumbers>& numbers);
/// How a search for a win goes, in a line without its end.
std::string win_search_text(const oracle::Progress& progress);

/// How proofs are printed.
struct ProofFormat {
    OutputFormat format = OutputFormat::text;
    bool tries = false;  ///< every move that does not win, and what refutes it
};

/// The same of every line of `input`, a FEN each, under its own limits: the verdict in a line, or a JSON
/// object. `ProveOptions::threads` lines are answered at a time, as many as there are processors if 0; each
/// has one thread and a table of its own, of `ProveOptions::memory`. Errors: as `prove` and
/// `answer_lines`; those of a line are in its place; a certificate, or tries without JSON, which have no room
/// in a line.
Result<LineCounts> prove_lines(library::Library& library, const std::string& variant,
                               std::optional<Plies> limit, const ProveOptions& options,
                               const ProofFormat& format, Source& input, Sink& output);

/// The same of `count` positions of a variant at once: `position(number)` is asked by several threads, and
/// `take` gets what came of them in their order, each as soon as it and all before it are known, one at a
/// time. Errors: as `prove`, and positions of several variants, before any is taken; those of a position are
/// its result.
Result<void> prove_all(std::size_t count,
                       const std::function<const library::CompiledPosition&(std::size_t number)>& position,
                       std::optional<Plies> limit, const ProveOptions& options,
                       const std::function<void(std::size_t number, Result<ProofAt> proof)>& take);

/// The verdict with its plies, without a line end.
std::string verdict_text(const Proof& proof);
/// The proof in lines for people, moves in both notations, the tries with their refutations too if asked for.
std::string text_of(const ProofAt& proof, bool tries);
/// The proof as an object of docs/json.md.
Json json_of(const ProofAt& proof, bool tries);

/// What a certificate proves. Errors: the first thing that is wrong, with its line; a variant that the
/// library does not have by its name.
Result<Certified> certified(const library::Library& library, std::string_view text);
/// That it is good, in a line for people, and as an object of docs/json.md. `input`: what it was read from.
std::string text_of(const Certified& found, const std::string& input);
Json json_of(const Certified& found, const std::string& input);
/// Checks a certificate, packed or not, while it is read; says what it proves. Errors: the first thing that
/// is wrong, with its line in `path`; a variant that the library does not have. `progress`: in bytes.
Result<std::string> verify(library::Library& library, const std::string& path,
                           OutputFormat format = OutputFormat::text, const Progress& progress = {});

}  // namespace zermelo::tell
