// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "zermelo/base/result.hpp"
#include "zermelo/engine/any_game.hpp"
#include "zermelo/library/game_cache.hpp"
#include "zermelo/library/library.hpp"
#include "zermelo/oracle/analysis.hpp"
#include "zermelo/oracle/open_tables.hpp"
#include "zermelo/protocol/companion.hpp"
#include "zermelo/protocol/thinking.hpp"

namespace zermelo::protocol {

/// What a user gives an engine when it starts, or later as its options.
struct Settings {
    std::vector<std::string> files;  ///< files of rules
    rules::Reading reading = rules::Reading::strict;
    std::string variant = "chess";
    bool chess960 = false;                       ///< see `Session::set_chess960`
    std::string tables;                          ///< a folder; none if empty
    std::size_t memory = std::size_t{64} << 20;  ///< bytes of the tables of what was proved
    unsigned threads = 1;
    std::size_t lines = 1;  ///< how many of the best moves are shown
    std::string companion;  ///< the command of an engine that chooses where nothing is proved; none if empty
};

inline constexpr std::size_t mebibyte = std::size_t{1} << 20;
inline constexpr std::size_t max_lines = 500;
inline constexpr std::size_t max_memory = std::size_t{1} << 40;

/// How many kinds a GUI shows beside the board, in what protocols call a pocket: none where nobody has a
/// hand, else as many as the rules file says, or all.
inline std::size_t pocket_size(const rules::Rules& rules) {
    if (!rules.has_hands()) return 0;
    return rules.pocket_size != 0 ? rules.pocket_size : rules.kinds.size();
}

/// The game that an engine plays or looks at, whatever protocol it speaks. One thread.
class Session {
  public:
    /// At the start of the variant. Errors: as `Library::open` and `Library::find`; a folder that is none.
    static Result<Session> open(Settings settings);

    const Settings& settings() const { return settings_; }
    /// From one mebibyte to `max_memory`: what is less or more is as the nearest of them. Forgets what was
    /// proved.
    void set_memory(std::size_t bytes);
    void set_threads(unsigned threads);
    void set_lines(std::size_t lines) { settings_.lines = lines; }
    /// Tables of another folder, none if it is empty. Errors: a folder that cannot be read.
    Result<void> set_tables(const std::string& folder);

    /// Another variant, at its start. Errors: as `Library::find`; as `set_chess960` while that is on; then
    /// all stays as it was.
    Result<void> set_variant(const std::string& name);
    /// Whether any rook castles, wherever it and the king stand, in each variant that has castling, as in
    /// `fischerandom`; the variant begins anew. Errors: its rules do not go with that; then all stays as it
    /// was.
    Result<void> set_chess960(bool on);
    /// Rules of these files too, instead of those of the last call. Errors: as `Library::open`; then all
    /// stays as it was.
    Result<void> set_files(const std::vector<std::string>& files);
    /// What is not good, or was forgiven, in the files of rules that were read since the last call: a line
    /// each.
    std::vector<std::string> take_notes() { return std::exchange(*notes_, {}); }
    /// All names of variants, sorted.
    std::vector<std::string> variants() const;
    const rules::Rules& rules() const { return *rules_; }

    /// The variant's start if `fen` is absent. Errors: as `library::position_of`; then all stays as it was.
    Result<void> set_up(const std::optional<std::string>& fen);
    /// Plays a move that is written as UCI. Errors (bad_input): it is not legal.
    Result<void> play(std::string_view move);
    /// Takes the last move back; false: there is none.
    bool undo();

    const engine::AnyGameAt& at() const { return positions_.back(); }

    /// Another companion, which is started; none if the command is empty. Errors: as `Companion::start`.
    /// Precondition: nobody thinks.
    Result<void> set_companion(const std::string& command);
    /// What lets the companion choose in this position; null: there is none. `limits`, `clocked`:
    /// as `Companion::Question` has them. It hears what goes wrong in `complain`, and each line of its
    /// thinking in `info`.
    Thinking::Choose choose(const std::string& limits, bool clocked,
                            std::function<void(std::string_view)> info,
                            std::function<void(const Error&)> complain) const;

    /// Forgets what was proved in the games before.
    void forget();
    /// What the settings ask of an analysis, which remembers what those before it have proved: no two at a
    /// time.
    oracle::AnalysisRequest request() const;
    /// The tables to look into.
    std::shared_ptr<oracle::OpenTables> tables() const { return tables_; }

  private:
    explicit Session(Settings settings) : settings_(std::move(settings)) { forget(); }

    /// The rules of a variant, with castling as it is asked for.
    Result<rules::Rules> rules_of(const std::string& name, bool chess960);
    /// Has them and their start.
    Result<void> begin(const std::string& name, bool chess960);
    /// The variants of these files. What is to be told of them goes to `notes_`.
    Result<library::Library> read(const std::vector<std::string>& files);

    Settings settings_;
    std::shared_ptr<std::vector<std::string>> notes_ = std::make_shared<std::vector<std::string>>();
    library::Library library_;
    std::unique_ptr<rules::Rules> rules_;  // a copy of its own: the library may change
    std::unique_ptr<library::GameCache> games_ = std::make_unique<library::GameCache>();
    std::shared_ptr<oracle::OpenTables> tables_;
    std::shared_ptr<oracle::ProofMemory> memory_;
    std::vector<engine::AnyGameAt> positions_;  // since the last set-up
    std::vector<std::string> moves_;            // between them, as UCI
    std::shared_ptr<Companion> companion_;
};

}  // namespace zermelo::protocol
