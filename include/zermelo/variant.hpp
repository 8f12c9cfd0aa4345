// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "zermelo/error.hpp"
#include "zermelo/export.hpp"

namespace zermelo::app {
class CompiledVariant;
}

namespace zermelo {

/// Which shipped variants are asked for: all of these hold.
struct VariantFilter {
    std::optional<std::string> family{};  ///< those of one family: "small"
    std::optional<std::string> size{};    ///< those on boards of so many files and ranks: "5x6"
    bool solved = false;                  ///< those of which the value of the start is known
};

/// The rules of a game, compiled. Copies share them, and they never change: any thread may use them.
class ZERMELO_API Variant {
  public:
    // Copied, not moved: no variant is ever without its rules.
    Variant(const Variant&) = default;
    Variant& operator=(const Variant&) = default;

    /// A shipped variant by its name, "chess"; one of a rules file by the file's path, "mine.ini", or
    /// "mine.ini:NAME" where it has several.
    ///
    /// Errors: no such variant, or a file of several without a name behind it (`ErrorKind::bad_usage`); a
    /// file that cannot be read (`io`), or the first thing that is wrong with the variant (`bad_input`).
    /// Cost: a millisecond, the first time.
    static Result<Variant> named(const std::string& name);

    /// The variant of a text that is a rules file; `name` says which, where it has several. Their parents may
    /// be shipped variants. Errors: all that is wrong with it, in the order of the places
    /// (`ErrorKind::bad_input`), whatever else is in the text; several variants and no name, or none of that
    /// name (`bad_usage`).
    static tl::expected<Variant, std::vector<Error>> of_text(std::string_view rules,
                                                             const std::optional<std::string>& name = {});

    /// The names of the shipped variants.
    static std::vector<std::string> shipped();
    /// Those that `which` asks for, those of a family together. Errors: no such family; a size that is none
    /// (`ErrorKind::bad_usage`). Cost: some 10 µs for each that is read.
    static Result<std::vector<std::string>> shipped(const VariantFilter& which);

    /// As the rules call it.
    std::string name() const;
    /// Columns of the board, 1 to 16.
    unsigned files() const;
    /// Rows of the board, 1 to 16.
    unsigned ranks() const;
    /// Where a game begins.
    std::string start_fen() const;
    /// XXH3, 128 bits, of the rules, as certificates and tables state it.
    std::string hash() const;
    /// The rules in plain words, some lines.
    std::string describe() const;
    /// The rules as a rules file that reads back to equal rules.
    std::string ini() const;

  private:
    friend struct Internals;
    explicit Variant(std::shared_ptr<const app::CompiledVariant> compiled);

    std::shared_ptr<const app::CompiledVariant> compiled_;
};

}  // namespace zermelo
