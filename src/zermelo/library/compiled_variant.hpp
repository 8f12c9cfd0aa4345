// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "zermelo/engine/any_game.hpp"
#include "zermelo/library/library.hpp"
#include "zermelo/library/listing.hpp"
#include "zermelo/rules/rules.hpp"

/// Variants and positions as programs hold them, which ask one question after the other.
namespace zermelo::library {

/// A game's rules with the game compiled. Never changed: any thread.
class CompiledVariant {
  public:
    /// One that a user means, as `Library::find` takes it. Errors: as there.
    static Result<std::shared_ptr<const CompiledVariant>> named(const std::string& name,
                                                                const Over& over = {});
    /// One of a text that is a rules file, or its only one. Errors: as `chosen` and `check_rules_text`; a
    /// place is one of the input "rules".
    static tl::expected<std::shared_ptr<const CompiledVariant>, std::vector<Error>> of_text(
        std::string_view text, const std::optional<std::string>& name, const Over& over = {});
    /// One of keys and values, read as the lines of a section without a parent, or with one (null: none).
    /// Errors (bad_input): as of that section; the input of each is the key, with the place in the value, or
    /// the variant's name. Precondition: no key is there twice.
    static tl::expected<std::shared_ptr<const CompiledVariant>, std::vector<Error>> of_lines(
        std::string_view name, const rules::Rules* parent,
        std::span<const std::pair<std::string, std::string>> lines);
    /// The names of the shipped variants.
    static std::vector<std::string> shipped();
    /// The names of those that `which` asks for. Errors: as `listed_variants`.
    static Result<std::vector<std::string>> shipped(const RulesList& which);

    CompiledVariant(rules::Rules rules, engine::AnyGameAt start);

    const rules::Rules& rules() const { return start_.rules(); }
    /// The variant at its start.
    const engine::AnyGameAt& start() const { return start_; }
    /// One that has the variant alone, for functions that take a name.
    Library& library() const { return library_; }
    std::string hash() const;
    /// How many squares its board has, holes too.
    std::size_t squares() const { return std::size_t{rules().files} * rules().ranks; }

  private:
    mutable Library library_;  // asked by name alone, which changes nothing
    engine::AnyGameAt start_;
};

/// The names of the legal moves as UCI, in the order of these.
std::vector<std::string> legal_moves(const engine::AnyGameAt& at);
/// The legal move that is written so as UCI. Errors (bad_usage): there is none.
Result<engine::Move> move_of_uci(const engine::AnyGameAt& at, std::string_view text);
/// The legal move that is written so as `engine::AnyGameAt::find_written_move` reads it. Errors: as above.
Result<engine::Move> move_of_san(const engine::AnyGameAt& at, std::string_view text);
/// Errors (bad_usage): the move is not legal.
Result<void> check_legal(const engine::AnyGameAt& at, engine::Move move);
/// Whether two positions are the same, under the same rules.
bool same_position(const CompiledVariant& of_a, const engine::AnyGameAt& a, const CompiledVariant& of_b,
                   const engine::AnyGameAt& b);

/// A position of a variant. Never changed: any thread. Moves are UCI texts.
struct CompiledPosition {
    std::shared_ptr<const CompiledVariant> variant;
    engine::AnyGameAt at;
    // What its FEN and the moves since say of the plies before, where the rules count them; no part of what
    // is compared.
    std::uint64_t half_moves = 0;  ///< without progress, or counted against the limit
    std::optional<std::uint64_t> counting_limit = std::nullopt;
    std::uint64_t full_moves = 1;  ///< the number of the next move, as FENs count them

    /// Options of a search with these counters, unless they have some.
    template <typename Options>
    Options with_counters(Options options) const {
        if (options.half_moves != 0 || options.counting_left) return options;
        return library::with_counters(std::move(options), half_moves, counting_limit);
    }

    /// The position of a FEN. Errors: a FEN that cannot be read; each reason why it is no position.
    static tl::expected<CompiledPosition, std::vector<Error>> of_fen(
        std::shared_ptr<const CompiledVariant> variant, std::string_view fen);
    /// The same of what `text` gives.
    static tl::expected<CompiledPosition, std::vector<Error>> of_text(
        std::shared_ptr<const CompiledVariant> variant, std::string_view text);

    /// As certificates write it: the FEN, and after it what that does not tell, as whether the last move was
    /// a pass.
    std::string text() const;
    std::string fen() const { return at.fen(); }
    Color to_move() const { return at.to_move(); }
    bool is_check() const { return at.in_check(); }

    /// In the order of their names; none if the game is over.
    std::vector<std::string> legal_moves() const { return library::legal_moves(at); }
    /// Errors: the move is not legal.
    Result<CompiledPosition> play(std::string_view move) const;
    Result<CompiledPosition> play(engine::Move move) const;
    Result<std::string> san(std::string_view move) const;
    /// The legal move that is written so as `engine::AnyGameAt::find_written_move` reads it.
    /// Errors: there is none.
    Result<std::string> of_san(std::string_view text) const;

    friend bool operator==(const CompiledPosition& a, const CompiledPosition& b) {
        return same_position(*a.variant, a.at, *b.variant, b.at);
    }

  private:
    CompiledPosition after(engine::Move move) const;
};

}  // namespace zermelo::library
