// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/server/arguments.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "zermelo/base/nearest.hpp"
#include "zermelo/base/quoted.hpp"

namespace zermelo::server {
namespace {

/// No request has more: it is some members, each a text, a number or a list of texts. A job that solves a
/// problem has most of them.
constexpr JsonLimits limits_of_requests{.depth = 3, .values = 64, .members = 26, .name = 40};

std::string words(JsonFault::Kind fault, const JsonLimits& limits) {
    const auto more_than = [](std::size_t most, std::string_view what) {
        return fmt::format("more than {} {}, expected at most that many", most, what);
    };
    switch (fault) {
        case JsonFault::Kind::too_deep:
            return fmt::format("values more than {} deep in one another, expected at most that",
                               limits.depth);
        case JsonFault::Kind::too_many_values:
            return more_than(limits.values, "values");
        case JsonFault::Kind::too_many_members:
            return more_than(limits.members, "members of an object");
        case JsonFault::Kind::repeated_name:
            return "a member that stands twice, expected one of each name";
        case JsonFault::Kind::name_too_long:
            return more_than(limits.name, "bytes in the name of a member");
        case JsonFault::Kind::text_too_long:
            return more_than(limits.text, "bytes in a string");
        case JsonFault::Kind::number_too_long:
            return more_than(JsonLimits::number, "characters of a number");
        case JsonFault::Kind::number_too_large:
            return "a number that is too large";
        case JsonFault::Kind::syntax:
            break;
    }
    return "not JSON, expected an object in it";
}

}  // namespace

Result<Arguments> Arguments::of(std::string_view text, std::size_t longest_text) {
    JsonLimits limits = limits_of_requests;
    limits.text = longest_text;
    auto parsed = parse_json(text, limits);
    if (const auto* const fault = std::get_if<JsonFault>(&parsed))
        return failure(ErrorKind::bad_input, words(fault->kind, limits), Location{1, fault->byte}, "body");
    auto* const object = std::get_if<Json>(&parsed);
    if (object == nullptr || !object->is_object())
        return failure(ErrorKind::bad_input, "expected a JSON object", Location{1, 1}, "body");
    return Arguments{std::move(*object)};
}

void Arguments::note(const std::string& name, std::string_view expected) {
    if (!error_)
        error_ =
            Error{ErrorKind::bad_input, fmt::format("{}: expected {}", name, expected), std::nullopt, "body"};
}

const Json* Arguments::member(const std::string& name, bool (*fits)(const Json&), std::string_view expected) {
    asked_.push_back(name);
    const Json* const found = object_.find(name);
    if (found == nullptr || found->is_null()) return nullptr;
    if (fits(*found)) return found;
    note(name, expected);
    return nullptr;
}

std::optional<std::string> Arguments::text(const std::string& name, std::size_t most) {
    const Json* const value = member(
        name, [](const Json& v) { return v.is_string(); }, "a string");
    if (value == nullptr) return std::nullopt;
    const auto& text = value->string();
    if (text.size() <= most) return text;
    note(name, fmt::format("at most {} bytes", most));
    return std::nullopt;
}

std::vector<std::string> Arguments::texts(const std::string& name) {
    const auto are_texts = [](const Json& v) {
        return v.is_array() && std::all_of(v.elements().begin(), v.elements().end(),
                                           [](const Json& each) { return each.is_string(); });
    };
    std::vector<std::string> texts;
    if (const Json* const value = member(name, are_texts, "an array of strings"))
        for (const Json& each : value->elements()) texts.push_back(each.string());
    return texts;
}

std::optional<std::uint64_t> Arguments::number(const std::string& name, std::uint64_t least,
                                               std::uint64_t most) {
    const std::string expected = fmt::format("a whole number from {} to {}", least, most);
    const Json* const value = member(
        name, [](const Json& v) { return v.is_number_unsigned(); }, expected);
    if (value == nullptr) return std::nullopt;
    const auto number = value->unsigned_number();
    if (number >= least && number <= most) return number;
    note(name, expected);
    return std::nullopt;
}

std::optional<double> Arguments::seconds(const std::string& name) {
    const Json* const value = member(
        name, [](const Json& v) { return v.is_number() && v.number() > 0; }, "seconds above 0");
    return value != nullptr ? std::optional{value->number()} : std::nullopt;
}

bool Arguments::flag(const std::string& name) {
    const Json* const value = member(
        name, [](const Json& v) { return v.is_boolean(); }, "true or false");
    return value != nullptr && value->boolean();
}

Result<void> Arguments::finish() const {
    if (error_) return tl::make_unexpected(*error_);
    for (const auto& [name, value] : object_.members())
        if (std::find(asked_.begin(), asked_.end(), name) == asked_.end())
            return failure(ErrorKind::bad_input,
                           fmt::format("unknown member {}{}", quoted(name, 40, Unprintable::hex),
                                       expected_one_of(name, asked_)),
                           std::nullopt, "body");
    return {};
}

tl::unexpected<Error> Arguments::missing(std::string_view name) const {
    if (error_) return tl::make_unexpected(*error_);
    return failure(ErrorKind::bad_input, fmt::format("no member {}, expected one", name), std::nullopt,
                   "body");
}

}  // namespace zermelo::server
