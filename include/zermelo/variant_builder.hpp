// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "zermelo/color.hpp"
#include "zermelo/error.hpp"
#include "zermelo/export.hpp"
#include "zermelo/rule_keys.hpp"
#include "zermelo/variant.hpp"

namespace zermelo {

/// A variant that is made in a program, without the text of a rules file:
///
///     const auto knights = zermelo::VariantBuilder{"knights"}
///                              .board(5, 5)
///                              .piece("king", 'k')
///                              .piece('n', "NmW")  // by Betza
///                              .start("nnknn/5/5/5/NNKNN w - - 0 1")
///                              .set(zermelo::keys::castling, false)
///                              .set(zermelo::keys::stalemate_value, zermelo::Outcome::loss)
///                              .build();
///
/// Each call is a line of a rules file (docs/rules.md), and `build` reads these as one: the variant is equal
/// to that of the text, and its `hash` is the same. Of a key that is set twice the last value counts.
/// Whatever was said is kept, and nothing is looked at before `build`.
class ZERMELO_API VariantBuilder {
  public:
    /// A variant with the board of chess and its rules where nothing else is said, and without pieces.
    explicit VariantBuilder(std::string name);
    /// The child of a variant, which has all that the parent has where nothing else is said.
    VariantBuilder(std::string name, const Variant& parent);

    /// The board's size, each 1 to 16.
    VariantBuilder& board(unsigned files, unsigned ranks);
    /// The position in which a game begins, as a FEN.
    VariantBuilder& start(std::string_view fen);

    /// A piece that rules files have a name for, such as "knight", by its letter; it moves as they say.
    VariantBuilder& piece(std::string_view kind, char letter);
    /// A piece that moves as Betza's notation says. It is the first `customPiece` that neither the parent has
    /// nor another call was for.
    VariantBuilder& piece(char letter, std::string_view betza);
    /// The same by a name: "customPiece3", or the royal "king".
    VariantBuilder& piece(std::string_view kind, char letter, std::string_view betza);
    /// Takes a piece of the parent away.
    VariantBuilder& without(std::string_view kind);
    /// The only squares where a side's pieces of a kind may go; none: all of them.
    VariantBuilder& mobility(Color side, std::string_view kind, const Squares& squares);

    /// Sets a rule of the game, or the same for both sides.
    template <typename T>
    VariantBuilder& set(RuleKey<T> key, const std::type_identity_t<T>& value) {
        return say(std::string{key.name}, written(value));
    }
    template <typename T>
    VariantBuilder& set(SharedRuleKey<T> key, const std::type_identity_t<T>& value) {
        return say(std::string{key.name}, written(value));
    }
    /// Sets a rule of a side.
    template <typename T>
    VariantBuilder& set(SideRuleKey<T> key, Color side, const std::type_identity_t<T>& value) {
        return say(of_side(key.name, side), written(value));
    }
    template <typename T>
    VariantBuilder& set(SharedRuleKey<T> key, Color side, const std::type_identity_t<T>& value) {
        return say(of_side(key.name, side), written(value));
    }

    /// The variant. Errors (`ErrorKind::bad_input`): all that is wrong with it, in the order of the calls.
    /// `Error::input` is the key, as rules files have it, or the variant's name where no key is to blame;
    /// `Error::where` is the place in the key's value, as a text. Cost: that of `Variant::of_text`.
    tl::expected<Variant, std::vector<Error>> build() const;

  private:
    static std::string written(bool value) { return value ? "true" : "false"; }
    static std::string written(char value) { return {value}; }
    static std::string written(unsigned value) { return std::to_string(value); }
    static std::string written(const std::string& value) { return value; }
    static std::string written(Outcome value) { return std::string{name(value)}; }
    static std::string written(const std::optional<Outcome>& value) {
        return std::string{value ? name(*value) : "none"};
    }
    template <typename T>
        requires std::is_enum_v<T>
    static std::string written(T value) {
        return std::string{name(value)};
    }
    template <typename T>
        requires requires(const T& value) { value.text(); }
    static std::string written(const T& value) {
        return value.text();
    }

    static std::string of_side(std::string_view key, Color side);
    VariantBuilder& say(std::string key, std::string value);
    /// Says something of a piece, which there must be.
    VariantBuilder& say_of(std::string_view kind, std::string key, std::string value);

    std::string name_;
    std::optional<Variant> parent_;
    std::vector<std::pair<std::string, std::string>> lines_;  // keys and values
    std::vector<std::string> no_kinds_;                       // that were asked for
};

}  // namespace zermelo
