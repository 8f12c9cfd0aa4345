// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "zermelo/base/json.hpp"
#include "zermelo/base/result.hpp"

namespace zermelo::server {

/// The members of a JSON object that somebody sent. Each is asked for by name; what is wrong with any of them
/// is told at the end, by `finish`, so that a handler reads them in a row.
class Arguments {
  public:
    /// `longest_text`: bytes of a string; by default more than any member may have. Errors (bad_input, with
    /// the column in bytes): no JSON; no object; larger in any way than what requests are made of. Cost:
    /// O(text).
    static Result<Arguments> of(std::string_view text, std::size_t longest_text = std::size_t{128} << 10U);

    /// Whether something was wrong so far: `missing` and `finish` tell it.
    bool failed() const { return error_.has_value(); }
    /// Nothing where there is no such member, or null. `most`: bytes.
    std::optional<std::string> text(const std::string& name, std::size_t most = ~std::size_t{0});
    /// Texts in an array; none where there is no such member, or null.
    std::vector<std::string> texts(const std::string& name);
    std::optional<std::uint64_t> number(const std::string& name, std::uint64_t least, std::uint64_t most);
    /// Seconds, above 0.
    std::optional<double> seconds(const std::string& name);
    /// False where there is none.
    bool flag(const std::string& name);

    /// The first error: a member of another type or out of its bounds, or one that nobody has asked for.
    Result<void> finish() const;
    /// The error of a member that must be there and was not given, or of the first that is wrong.
    tl::unexpected<Error> missing(std::string_view name) const;

  private:
    explicit Arguments(Json object) : object_(std::move(object)) {}
    /// The member, if it is there and `fits`; else it is noted what was expected.
    const Json* member(const std::string& name, bool (*fits)(const Json&), std::string_view expected);
    void note(const std::string& name, std::string_view expected);

    Json object_;
    std::vector<std::string> asked_;
    std::optional<Error> error_;
};

}  // namespace zermelo::server
