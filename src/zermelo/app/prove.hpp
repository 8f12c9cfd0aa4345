// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>

#include "zermelo/app/lines.hpp"
#include "zermelo/app/variants.hpp"
#include "zermelo/base/files.hpp"
#include "zermelo/base/json.hpp"
#include "zermelo/base/packed.hpp"
#include "zermelo/game/value.hpp"
#include "zermelo/prove.hpp"
#include "zermelo/search/budget.hpp"
#include "zermelo/tablebase/made_tables.hpp"

/// Forced wins: `zermelo prove` and `zermelo verify`.
namespace zermelo::app {

/// How a search for a proof goes.
struct ProveProgress {
    std::uint64_t nodes = 0;
    game::Bounds bounds;                                 ///< what is remembered of the position
    std::optional<ProofNumbers> numbers = std::nullopt;  ///< nothing before there are any
    /// Tables are being made in memory: of the search nothing is told.
    std::optional<tablebase::TierAtWork> making = std::nullopt;
};
/// Called once in a second or less often, and while tables are made.
using ProveReport = std::function<void(const ProveProgress&)>;

/// What a user says of limits, as a search takes it.
search::Limits limits_of(std::optional<std::chrono::duration<double>> time,
                         std::optional<std::uint64_t> nodes, std::stop_token stop);
/// The limit that ended a search, in a word; nothing: none did.
std::string name_of_limit(std::optional<search::Stop> stop);
/// Why something is not known, in words: what is in doubt, or else the limit (`name_of_limit`) that was
/// reached.
std::string why_open(std::string_view doubt, std::string_view stopped_by);
/// That a search is asked to go no deeper than `most_plies`. Errors (`ErrorKind::bad_usage`): it is.
Result<void> check_limit(std::optional<Plies> limit);

/// What came of an attempt to prove a win, and where it began: the game knows how to write its moves.
struct ProofAt : Proof {
    engine::AnyGameAt start;
    bool certified = false;                           ///< its certificate was written
    std::optional<Error> uncertified = std::nullopt;  ///< why what was found has none: a limit, a full disk
};

/// A file for a certificate, as `NewFile` is; packed (`PackingSink`) where its name ends in `.zst`.
class CertificateFile : public Sink {
  public:
    explicit CertificateFile(const std::string& path) : file_(path) {
        if (path.ends_with(".zst")) packing_.emplace(file_);
    }
    Result<void> write(std::string_view bytes) override {
        return packing_ ? packing_->write(bytes) : file_.write(bytes);
    }
    /// Gives the file its name. Precondition: as of `NewFile::finish`.
    Result<void> finish() {
        if (packing_) ZERMELO_CHECK(packing_->finish());
        return file_.finish();
    }

  private:
    NewFile file_;
    std::optional<PackingSink> packing_;
};

/// Whether the side to move can force a win within `limit` plies, or without a limit of any length. Errors:
/// as `position_of`; more than `most_plies`; with tables, as `tablebase::TableFolder::existing`; a
/// certificate that its own checker refuses.
///
/// `making`: hears of tables that are made in memory, if there is one.
///
/// `certificate`: where the certificate goes if one is asked for, in pieces, each checked before it goes; to
/// `Proof::certificate` if it is null. What went there is a certificate only where `certified` says so.
Result<ProofAt> prove(Library& library, const PositionRequest& request, std::optional<Plies> limit,
                      const ProveOptions& options, Sink* certificate = nullptr,
                      const ProveReport& report = {});
/// The same of a position at hand. `named`: how messages name the variant on a command line; by its name if
/// empty.
Result<ProofAt> prove(const engine::AnyGameAt& position, std::optional<Plies> limit,
                      const ProveOptions& options, const std::string& named = {}, Sink* certificate = nullptr,
                      const ProveReport& report = {});

/// A proof, or the error that it has no certificate.
Result<Proof> or_uncertified(Result<ProofAt> proof);

/// What is being done, "making tables: KRvK: 31,332 entries, at 7 plies …".
std::string making_text(const tablebase::TierAtWork& tier);
/// " (proof 67, disproof 84)"; nothing where the search has none, or they are settled.
std::string numbers_text(const std::optional<ProofNumbers>& numbers);
/// How a search goes, in a line without its end.
std::string text_of(const ProveProgress& progress);

/// How proofs are printed.
struct ProofForm {
    Form form = Form::text;
    bool tries = false;  ///< every move that does not win, and what refutes it
};

/// The same of every line of `input`, a FEN each, under its own limits: the verdict in a line, or a JSON
/// object. `ProveOptions::threads` lines are answered at a time, as many as there are processors if 0; each
/// has one thread and a table of its own, of `ProveOptions::memory`. Errors: as `prove` and
/// `answer_lines`; those of a line are in its place; a certificate, or tries without JSON, which have no room
/// in a line.
Result<LineCounts> prove_lines(Library& library, const std::string& variant, std::optional<Plies> limit,
                               const ProveOptions& options, const ProofForm& form, Source& input,
                               Sink& output);

/// The verdict with its plies, without a line end.
std::string verdict_text(const Proof& proof);
/// The proof in lines for people, moves in both notations, the tries with their refutations too if asked for.
std::string text_of(const ProofAt& proof, bool tries);
/// The proof as an object of docs/json.md.
Json json_of(const Proof& proof, bool tries);

/// What a certificate proves. Errors: the first thing that is wrong, with its line; a variant that the
/// library does not have by its name.
Result<Certified> certified(const Library& library, std::string_view text);
/// That it is good, in a line for people, and as an object of docs/json.md. `input`: what it was read from.
std::string text_of(const Certified& found, const std::string& input);
Json json_of(const Certified& found, const std::string& input);
/// Checks a certificate, packed or not, while it is read; says what it proves. Errors: the first thing that
/// is wrong, with its line in `path`; a variant that the library does not have.
Result<std::string> verify(Library& library, const std::string& path, Form form = Form::text);

}  // namespace zermelo::app
