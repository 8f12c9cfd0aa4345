// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "zermelo/error.hpp"
#include "zermelo/export.hpp"
#include "zermelo/square.hpp"

namespace zermelo::library {
class CompiledVariant;
}

namespace zermelo {

/// Which shipped variants are asked for: those for which all members that are set hold.
struct VariantFilter {
    std::optional<std::string> family{};  ///< the family that they belong to, such as "small"
    std::optional<std::string> size{};    ///< the files and ranks of their boards, such as "5x6"
    bool solved = false;                  ///< whether the value of their start must be known
};

/// The rules of a game, compiled. Copies share them, and they never change: any thread may use them.
class ZERMELO_API Variant {
  public:
    // Copied, not moved: no variant is ever without its rules.
    Variant(const Variant&) = default;
    Variant& operator=(const Variant&) = default;

    /// A shipped variant by its name, such as "chess", or a variant of a rules file by the file's path,
    /// "mine.ini", or "mine.ini:NAME" where the file has several.
    ///
    /// Errors: there is no such variant, or the path of a file of several comes without a name
    /// (`ErrorKind::bad_usage`); the file cannot be read (`io`); the first thing that is wrong with the
    /// variant (`bad_input`). Cost: a millisecond, the first time.
    static Result<Variant> named(const std::string& name);

    /// A variant of `rules`, the text of a rules file; `name` says which, where the text has several. Their
    /// parents may be shipped variants. Errors: all that is wrong with the variant, in the order of the
    /// places (`ErrorKind::bad_input`), whatever else is in the text; a text of several variants without a
    /// name, or with a name that none of them has (`bad_usage`).
    static tl::expected<Variant, std::vector<Error>> of_text(std::string_view rules,
                                                             const std::optional<std::string>& name = {});

    /// The names of the shipped variants.
    static std::vector<std::string> shipped();
    /// The names of the shipped variants that `which` asks for; those of a family stand together. Errors
    /// (`ErrorKind::bad_usage`): there is no such family, or the size is none. Cost: some 10 µs for each
    /// variant that is read.
    static Result<std::vector<std::string>> shipped(const VariantFilter& which);

    /// The name that the rules give it.
    std::string name() const;
    /// The number of files of the board, 1 to 16.
    unsigned files() const;
    /// The number of ranks of the board, 1 to 16.
    unsigned ranks() const;
    /// The square of a name, such as "e4"; nothing where the board has none of that name.
    std::optional<Square> square(std::string_view name) const;
    /// The name of a square. Precondition: the board has it.
    std::string square_name(Square square) const;
    /// The position in which a game begins, as a FEN.
    std::string start_fen() const;
    /// The hash of the rules (XXH3 of 128 bits), as certificates and tables state it.
    std::string hash() const;
    /// The keys of those rules of history by which a `Game` does not end though the rules say so:
    /// "chasingRule", or none.
    std::vector<std::string> unheeded_rules() const;
    /// The rules in plain words, as several lines.
    std::string describe() const;
    /// The rules as the text of a rules file; reading that gives equal rules.
    std::string ini() const;

  private:
    friend struct Internals;
    explicit Variant(std::shared_ptr<const library::CompiledVariant> compiled);

    std::shared_ptr<const library::CompiledVariant> compiled_;
};

}  // namespace zermelo
