// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/library/compiled_variant.hpp"

#include <algorithm>
#include <limits>
#include <map>
#include <mutex>
#include <utility>

#include <fmt/format.h>

#include "zermelo/base/ascii.hpp"
#include "zermelo/base/quoted.hpp"
#include "zermelo/engine/position_text.hpp"
#include "zermelo/engine/variants.hpp"
#include "zermelo/rules/hash.hpp"
#include "zermelo/rules/ini.hpp"

namespace zermelo::library {

namespace {

const Result<Library>& shipped_library() {
    static const Result<Library> library = Library::open();
    return library;
}

Result<std::shared_ptr<const CompiledVariant>> compiled(rules::Rules rules) {
    ZERMELO_TRY(auto start, position_of(rules, std::nullopt));
    return std::make_shared<const CompiledVariant>(std::move(rules), std::move(start));
}

template <typename T>
tl::unexpected<std::vector<Error>> one_error(const Result<T>& result) {
    return tl::make_unexpected(std::vector{result.error()});
}

/// Every violation as an error of its own.
tl::expected<CompiledPosition, std::vector<Error>> set_up(std::shared_ptr<const CompiledVariant> variant,
                                                          const Result<engine::Setup>& setup) {
    if (!setup) return one_error(setup);
    auto at = variant->start().set_up(*setup);
    if (at)
        return CompiledPosition{std::move(variant), *std::move(at), setup->half_moves, setup->counting_limit,
                                setup->full_moves};
    std::vector<Error> errors;
    for (const engine::Violation& violation : at.error())
        errors.push_back({ErrorKind::bad_input,
                          violation.place ? fmt::format("{}: {}", name(*violation.place), violation.message)
                                          : violation.message,
                          std::nullopt, "FEN"});
    return tl::make_unexpected(std::move(errors));
}

std::string shown(std::string_view text) { return quoted(text, 40, Unprintable::hex); }

}  // namespace

CompiledVariant::CompiledVariant(rules::Rules rules, engine::AnyGameAt start)
    : library_(Library::of(std::move(rules))), start_(std::move(start)) {}

std::string CompiledVariant::hash() const { return rules::hash_text(rules()); }

Result<std::shared_ptr<const CompiledVariant>> CompiledVariant::named(const std::string& name,
                                                                      const Over& over) {
    const auto& shipped = shipped_library();
    if (!shipped) return tl::make_unexpected(shipped.error());
    if (const rules::Rules* const known = shipped->named(name)) {
        // Compiled once: positions of all who ask for it share its compiled rules.
        static std::mutex mutex;
        static std::map<std::string, std::shared_ptr<const CompiledVariant>> variants;
        const std::lock_guard lock{mutex};
        auto& kept = variants[name];
        if (!kept) {
            ZERMELO_TRY(kept, compiled(*known));
        }
        return kept;
    }
    Library library = *shipped;
    ZERMELO_TRY(const rules::Rules* const found, library.find(name, over));
    return compiled(*found);
}

auto CompiledVariant::of_text(std::string_view text, const std::optional<std::string>& name, const Over& over)
    -> tl::expected<std::shared_ptr<const CompiledVariant>, std::vector<Error>> {
    const auto& shipped = shipped_library();
    if (!shipped) return one_error(shipped);
    const auto checked = check_rules_text(*shipped, text, {}, rules::Reading::strict, over);
    if (!checked) return one_error(checked);
    auto found = chosen(*checked, name);
    if (!found) {
        for (Error& error : found.error())
            if (error.where) error.input = "rules";
        return tl::make_unexpected(std::move(found.error()));
    }
    auto variant = compiled(**found);
    if (!variant) return one_error(variant);
    return *std::move(variant);
}

auto CompiledVariant::of_lines(std::string_view name, const rules::Rules* parent,
                               std::span<const std::pair<std::string, std::string>> lines)
    -> tl::expected<std::shared_ptr<const CompiledVariant>, std::vector<Error>> {
    std::vector<Error> errors;
    if (auto good = about("name", rules::check_name(name)); !good) errors.push_back(good.error());
    std::string text = fmt::format("[{}", name);
    if (parent != nullptr) text += ":" + parent->name;
    text += "]\n";
    for (const auto& [key, value] : lines) {
        if (key.empty() ||
            !std::all_of(key.begin(), key.end(), [](char c) { return is_letter(c) || is_digit(c); }))
            errors.push_back(
                {ErrorKind::bad_input, "no key of rules files, expected one", Location{}, shown(key)});
        // It would end the line, and what comes after it would be another one.
        if (value.find_first_of("\r\n") != std::string::npos)
            errors.push_back({ErrorKind::bad_input, "a line end in the value, expected one line",
                              Location{1, value.find_first_of("\r\n") + 1}, key});
        text += fmt::format("{} = {}\n", key, value);
    }
    if (!errors.empty()) return tl::make_unexpected(std::move(errors));
    rules::RulesFile file =
        engine::read_variants_file(text, [&](std::string_view called) -> const rules::Rules* {
            return parent != nullptr && called == parent->name ? parent : nullptr;
        });
    for (const Error& error : all_errors(file)) {
        Error& told = errors.emplace_back(error);
        const std::uint64_t line = error.where ? error.where->line : 1;
        const bool of_a_key = line > 1 && line - 2 < lines.size();
        told.input = of_a_key ? lines[line - 2].first : std::string{name};
        told.where.reset();
        if (!of_a_key) continue;
        const std::uint64_t begin = told.input.size() + std::string_view{" = "}.size();
        told.where = Location{1, error.where->column - std::min(error.where->column - 1, begin)};
    }
    if (!errors.empty()) return tl::make_unexpected(std::move(errors));
    auto variant = compiled(*std::move(file.sections.front().rules));
    if (!variant) return one_error(variant);
    return *std::move(variant);
}

std::vector<std::string> CompiledVariant::shipped() {
    const auto& library = shipped_library();
    return library ? library->names() : std::vector<std::string>{};
}

Result<std::vector<std::string>> CompiledVariant::shipped(const RulesList& which) {
    ZERMELO_CHECK(shipped_library());
    return listed_variants(*shipped_library(), which);
}

auto CompiledPosition::of_fen(std::shared_ptr<const CompiledVariant> variant, std::string_view fen)
    -> tl::expected<CompiledPosition, std::vector<Error>> {
    const auto setup = about("FEN", engine::parse_fen(fen, variant->rules()));
    return set_up(std::move(variant), setup);
}

auto CompiledPosition::of_text(std::shared_ptr<const CompiledVariant> variant, std::string_view text)
    -> tl::expected<CompiledPosition, std::vector<Error>> {
    const auto setup = engine::parse_position_text(text, variant->rules());
    return set_up(std::move(variant), setup);
}

std::string CompiledPosition::text() const { return engine::position_text(at.setup()); }

Result<CompiledPosition> CompiledPosition::play(std::string_view text) const {
    ZERMELO_TRY(const engine::Move move, move_of_uci(at, text));
    return after(move);
}

Result<CompiledPosition> CompiledPosition::play(engine::Move move) const {
    ZERMELO_CHECK(check_legal(at, move));
    return after(move);
}

CompiledPosition CompiledPosition::after(engine::Move move) const {
    constexpr auto most = std::numeric_limits<std::uint64_t>::max();
    CompiledPosition after{variant, at.play(move)};
    after.full_moves = full_moves + (to_move() == Color::black && full_moves < most ? 1 : 0);
    if (!at.is_progress(move)) {
        after.half_moves = half_moves + (half_moves < most ? 1 : 0);
        after.counting_limit = counting_limit;
    }
    return after;
}

Result<std::string> CompiledPosition::san(std::string_view text) const {
    return move_of_uci(at, text).map([&](engine::Move move) { return at.san(move); });
}

Result<std::string> CompiledPosition::of_san(std::string_view text) const {
    return move_of_san(at, text).map([&](engine::Move move) { return at.uci(move); });
}

std::vector<std::string> legal_moves(const engine::AnyGameAt& at) {
    std::vector<std::string> names;
    for (const engine::Move move : at.moves()) names.push_back(at.uci(move));
    std::sort(names.begin(), names.end());
    return names;
}

Result<engine::Move> move_of_uci(const engine::AnyGameAt& at, std::string_view text) {
    if (const auto move = at.find_move(text)) return *move;
    return failure(ErrorKind::bad_usage, fmt::format("{} is not legal in {}", shown(text), at.fen()));
}

Result<engine::Move> move_of_san(const engine::AnyGameAt& at, std::string_view text) {
    if (const auto move = at.find_written_move(text)) return *move;
    return failure(ErrorKind::bad_usage,
                   fmt::format("no legal move is written {} in {}", shown(text), at.fen()));
}

Result<void> check_legal(const engine::AnyGameAt& at, engine::Move move) {
    if (at.is_legal(move)) return {};
    return failure(ErrorKind::bad_usage,
                   fmt::format("the move from square {} to square {} is not legal in {}", move.from.index(),
                               move.to.index(), at.fen()));
}

bool same_position(const CompiledVariant& of_a, const engine::AnyGameAt& a, const CompiledVariant& of_b,
                   const engine::AnyGameAt& b) {
    const auto text = [](const engine::AnyGameAt& at) { return engine::position_text(at.setup()); };
    return text(a) == text(b) && (&of_a == &of_b || of_a.hash() == of_b.hash());
}

}  // namespace zermelo::library
