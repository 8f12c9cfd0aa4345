// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/app/compiled_variant.hpp"

#include <algorithm>
#include <limits>
#include <map>
#include <mutex>
#include <utility>
#include <variant>

#include <fmt/format.h>

#include "zermelo/app/counters.hpp"
#include "zermelo/app/variants.hpp"
#include "zermelo/base/quoted.hpp"
#include "zermelo/engine/notation.hpp"
#include "zermelo/oracle/text_game.hpp"
#include "zermelo/rules/hash.hpp"

namespace zermelo::app {

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
    auto at = engine::set_up(variant->rules(), *setup);
    if (at)
        return CompiledPosition{std::move(variant), *std::move(at), setup->half_moves, setup->counting_limit};
    std::vector<Error> errors;
    for (const engine::Violation& violation : at.error())
        errors.push_back({ErrorKind::bad_input,
                          violation.place ? fmt::format("{}: {}", name(*violation.place), violation.message)
                                          : violation.message,
                          std::nullopt, "FEN"});
    return tl::make_unexpected(std::move(errors));
}

std::string shown(std::string_view text) { return quoted(text, 40, Unprintable::hex); }

/// The moves that may be made; none if the game is over.
template <typename Bits>
engine::MoveList moves_of(const engine::GameAt<Bits>& at) {
    engine::MoveList moves;
    if (!at.game.end(at.position)) at.game.moves(at.position, moves);
    return moves;
}

template <typename Bits>
Result<engine::Move> move_of(const engine::GameAt<Bits>& at, std::string_view text) {
    const auto move = at.game.end(at.position) ? std::nullopt : engine::find_move(at.game, at.position, text);
    if (move) return *move;
    return failure(ErrorKind::bad_usage, fmt::format("{} is not legal in {}", shown(text),
                                                     engine::print_fen(at.game.setup(at.position))));
}

/// A name without "+" and "#", which say nothing that the move does not.
std::string_view bare(std::string_view name) {
    while (!name.empty() && (name.back() == '+' || name.back() == '#')) name.remove_suffix(1);
    return name;
}

}  // namespace

CompiledVariant::CompiledVariant(rules::Rules rules, engine::AnyGameAt start)
    : library_(Library::of(std::move(rules))), start_(std::move(start)) {}

const rules::Rules& CompiledVariant::rules() const {
    return std::visit([](const auto& at) -> const rules::Rules& { return at.game.rules(); }, start_);
}

std::string CompiledVariant::hash() const { return rules::hash_text(rules()); }

Result<std::shared_ptr<const CompiledVariant>> CompiledVariant::named(const std::string& name) {
    const auto& shipped = shipped_library();
    if (!shipped) return tl::make_unexpected(shipped.error());
    if (const rules::Rules* const known = shipped->named(name)) {
        // Compiled once: positions of all who ask for it share its tables.
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
    ZERMELO_TRY(const rules::Rules* const found, library.find(name));
    return compiled(*found);
}

auto CompiledVariant::of_text(std::string_view text, const std::optional<std::string>& name)
    -> tl::expected<std::shared_ptr<const CompiledVariant>, std::vector<Error>> {
    const auto& shipped = shipped_library();
    if (!shipped) return one_error(shipped);
    const CheckedRules checked = check_rules_text(*shipped, text, {});
    auto found = chosen(checked, name);
    if (!found) {
        for (Error& error : found.error())
            if (error.where) error.input = "rules";
        return tl::make_unexpected(std::move(found.error()));
    }
    auto variant = compiled(**found);
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
    if (!setup) return one_error(setup);
    auto at = std::visit(
        [&](const auto& start) {
            return position_in(start.game, *setup).map([](auto one) {
                return engine::AnyGameAt{std::move(one)};
            });
        },
        variant->start());
    if (at)
        return CompiledPosition{std::move(variant), *std::move(at), setup->half_moves, setup->counting_limit};
    return set_up(std::move(variant), setup);  // for each reason by itself
}

auto CompiledPosition::of_text(std::shared_ptr<const CompiledVariant> variant, std::string_view text)
    -> tl::expected<CompiledPosition, std::vector<Error>> {
    const auto setup = oracle::setup_of(text, variant->rules());
    return set_up(std::move(variant), setup);
}

std::string CompiledPosition::text() const {
    return std::visit([](const auto& one) { return oracle::position_text(one.game.setup(one.position)); },
                      at);
}

std::string CompiledPosition::fen() const {
    return std::visit([](const auto& one) { return engine::print_fen(one.game.setup(one.position)); }, at);
}

Color CompiledPosition::to_move() const {
    return std::visit([](const auto& one) { return one.position.to_move(); }, at);
}

bool CompiledPosition::is_check() const {
    return std::visit([](const auto& one) { return one.game.in_check(one.position); }, at);
}

std::vector<std::string> CompiledPosition::legal_moves() const {
    return std::visit(
        [](const auto& one) {
            std::vector<std::string> names;
            for (const engine::Move move : moves_of(one))
                names.push_back(engine::uci(move, one.game.rules()));
            std::sort(names.begin(), names.end());
            return names;
        },
        at);
}

Result<CompiledPosition> CompiledPosition::play(std::string_view text) const {
    ZERMELO_TRY(const engine::Move move, std::visit([&](const auto& one) { return move_of(one, text); }, at));
    CompiledPosition after{variant, engine::play(at, move)};
    const bool progress =
        std::visit([&](const auto& one) { return is_progress(one.game, one.position, move); }, at);
    if (!progress) {
        after.half_moves = half_moves + (half_moves < std::numeric_limits<std::uint64_t>::max() ? 1 : 0);
        after.counting_limit = counting_limit;
    }
    return after;
}

Result<std::string> CompiledPosition::san(std::string_view text) const {
    return std::visit(
        [&](const auto& one) {
            return move_of(one, text).map(
                [&](engine::Move move) { return engine::san(one.game, one.position, move); });
        },
        at);
}

Result<std::string> CompiledPosition::of_san(std::string_view text) const {
    return std::visit(
        [&](const auto& one) -> Result<std::string> {
            const engine::MoveList moves = moves_of(one);
            const auto names = engine::sans(one.game, one.position, moves);
            for (std::size_t i = 0; i < names.size(); ++i)
                if (bare(names[i]) == bare(text)) return engine::uci(moves[i], one.game.rules());
            return failure(ErrorKind::bad_usage,
                           fmt::format("no legal move is written {} in {}", shown(text), fen()));
        },
        at);
}

}  // namespace zermelo::app
