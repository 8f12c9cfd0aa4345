// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/protocol/session.hpp"

#include <algorithm>
#include <array>
#include <filesystem>
#include <system_error>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "zermelo/base/quoted.hpp"
#include "zermelo/library/shipped.hpp"
#include "zermelo/tell/errors.hpp"

namespace zermelo::protocol {

Result<Session> Session::open(Settings settings) {
    Session session{std::move(settings)};
    ZERMELO_TRY(session.library_, session.read(session.settings_.files));
    ZERMELO_CHECK(session.set_tables(session.settings_.tables));
    session.set_memory(session.settings_.memory);
    ZERMELO_CHECK(session.set_variant(session.settings_.variant));
    ZERMELO_CHECK(session.set_companion(session.settings_.companion));
    return session;
}

Result<library::Library> Session::read(const std::vector<std::string>& files) {
    notes_->clear();
    const auto tell_file = [notes = notes_](const library::LibraryFile& file) {
        const std::size_t bad = file.rules.sections.size() - file.rules.good_count();
        if (bad != 0 || !file.rules.errors.empty())
            notes->push_back(library::count_words(file.input, file.rules));
    };
    const auto tell_forgiven = [notes = notes_](const rules::RulesSection& section) {
        for (const Error& warning : section.warnings) notes->push_back(tell::warning_line(warning));
    };
    return library::Library::open(files, {settings_.reading, tell_file, tell_forgiven});
}

Result<void> Session::set_tables(const std::string& folder) {
    std::error_code error;
    if (!folder.empty() && !std::filesystem::is_directory(folder, error))
        return failure(ErrorKind::io, fmt::format("{}: no folder of tables that can be read", folder));
    settings_.tables = folder;
    tables_ = std::make_shared<oracle::OpenTables>(folder.empty() ? std::vector<std::string>{}
                                                                  : std::vector{folder});
    return {};
}

Result<void> Session::set_variant(const std::string& name) { return begin(name, settings_.chess960); }

Result<void> Session::set_chess960(bool on) { return begin(settings_.variant, on); }

Result<rules::Rules> Session::rules_of(const std::string& name, bool chess960) {
    ZERMELO_TRY(const auto* const found, library_.find(name));
    if (!chess960 || !found->castling || found->castling_960) return *found;
    const library::Library parent = library::Library::of(*found);
    ZERMELO_TRY(auto child, library::check_rules_text(
                                parent, fmt::format("[fischerandom:{}]\nchess960 = true\n", found->name)));
    auto& rules = child.sections.front().rules;
    if (rules) rules->name = found->name;
    return std::move(rules).map_error([&](const std::vector<Error>& errors) {
        return Error{ErrorKind::bad_input,
                     fmt::format("{} with UCI_Chess960: {}", name, errors.front().message)};
    });
}

Result<void> Session::begin(const std::string& name, bool chess960) {
    ZERMELO_TRY(auto rules, rules_of(name, chess960));
    ZERMELO_TRY(auto start, games_->position(rules, std::nullopt));
    rules_ = std::make_unique<rules::Rules>(std::move(rules));
    positions_ = {std::move(start)};
    moves_.clear();
    settings_.variant = name;
    settings_.chess960 = chess960;
    return {};
}

Result<void> Session::set_files(const std::vector<std::string>& files) {
    std::vector<std::string> all = settings_.files;
    all.insert(all.end(), files.begin(), files.end());
    ZERMELO_TRY(library_, read(all));
    return {};
}

std::vector<std::string> Session::variants() const {
    std::vector<std::string> names = library_.names();
    for (const library::OtherName& other : library::other_names)
        if (std::find(names.begin(), names.end(), other.name) == names.end()) names.emplace_back(other.name);
    std::sort(names.begin(), names.end());
    return names;
}

Result<void> Session::set_up(const std::optional<std::string>& fen) {
    ZERMELO_TRY(auto position, games_->position(*rules_, fen));
    positions_ = {std::move(position)};
    moves_.clear();
    return {};
}

Result<void> Session::play(std::string_view move) {
    const auto found = at().find_move(move);
    if (!found)
        return failure(ErrorKind::bad_input, fmt::format("the move {} is not legal in {}",
                                                         quoted(move, 20, Unprintable::hex), at().fen()));
    moves_.push_back(at().uci(*found));
    positions_.push_back(at().play(*found));
    return {};
}

bool Session::undo() {
    if (positions_.size() == 1) return false;
    positions_.pop_back();
    moves_.pop_back();
    return true;
}

void Session::set_memory(std::size_t bytes) {
    settings_.memory = std::clamp(bytes, mebibyte, max_memory);
    tables_->drop_made();
    forget();
}

void Session::set_threads(unsigned threads) {
    settings_.threads = threads;
    forget();
}

void Session::forget() {
    memory_ = std::make_shared<oracle::ProofMemory>(settings_.memory, settings_.threads);
}

Result<void> Session::set_companion(const std::string& command) {
    settings_.companion = command;
    companion_.reset();  // it ends before another one begins
    if (command.empty()) return {};
    companion_ = std::make_shared<Companion>(command);
    return companion_->start();
}

Thinking::Choose Session::choose(const std::string& limits, bool clocked,
                                 std::function<void(std::string_view)> info,
                                 std::function<void(const Error&)> complain) const {
    if (!companion_) return {};
    // Other engines have chess with any rooks as an option alone.
    constexpr std::array chess{"chess960", "fischerandom", "standard"};
    const bool is_chess = std::find(chess.begin(), chess.end(), settings_.variant) != chess.end();
    Companion::Question question{is_chess ? "chess" : settings_.variant,
                                 rules_->castling_960,
                                 fmt::format("{}", fmt::join(settings_.files, ":")),
                                 positions_.front().fen(),
                                 moves_,
                                 {},
                                 limits,
                                 clocked,
                                 std::nullopt};
    return [question = std::move(question), at = at(), companion = companion_, info = std::move(info),
            complain = std::move(complain)](const oracle::AnalysisReport& report, auto until,
                                            const std::stop_token& stop, const Thinking::Prefer& prefer) {
        Companion::Question asked = question;
        asked.until = until;
        for (const oracle::AnalysisLine& line : report.lines)
            if (!line.bounds.lost()) asked.among.push_back(at.uci(line.move));
        const auto take = [&](std::string_view name) {
            const auto move = at.find_move(name);
            return move && prefer(*move);
        };
        const auto answer = companion->ask(asked, stop, {info, [&](std::string_view name) { take(name); }});
        if (!answer) return complain(answer.error());
        if (*answer && !take(**answer))
            complain(
                {ErrorKind::bad_input, fmt::format("the companion's move {} is none that it may choose in {}",
                                                   quoted(**answer, 20, Unprintable::hex), at.fen())});
    };
}

oracle::AnalysisRequest Session::request() const {
    oracle::AnalysisRequest request;
    request.memory = memory_;
    request.lines = settings_.lines;
    for (std::size_t i = 0; i + 1 < positions_.size(); ++i)
        request.before.push_back({positions_[i].key(), positions_[i].in_check()});
    return request;
}

}  // namespace zermelo::protocol
