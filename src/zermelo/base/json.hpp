// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include <nlohmann/json.hpp>

#include "zermelo/plies.hpp"

/// JSON as all commands write it: docs/json.md.
namespace zermelo {

/// Objects keep their members in the order in which they were given.
using Json = nlohmann::ordered_json;

/// The schema that every object states. It grows when a member goes away or changes its name or meaning.
inline constexpr unsigned json_schema = 1;

/// An object that says what it is: its schema, and its type as docs/json.md names it.
inline Json json_object(std::string_view type) { return {{"schema", json_schema}, {"type", type}}; }

/// The value, or null.
template <typename T>
Json json_or_null(const std::optional<T>& value) {
    return value ? Json(*value) : Json();
}

/// A number of plies, or null.
inline Json json_plies(const std::optional<Plies>& plies) { return plies ? Json(plies->count()) : Json(); }

/// Moves as objects that know their text alone.
template <typename Texts>
Json json_moves(const Texts& moves) {
    Json list = Json::array();
    for (const std::string& move : moves) list.push_back({{"move", move}});
    return list;
}

/// The object as text, and on a line. Bytes that are not UTF-8 become U+FFFD.
std::string json_text(const Json& object);
std::string json_line(const Json& object);

/// What a text says that may be JSON; discarded (`is_discarded()`) where it is not.
Json parsed_json(std::string_view text);

}  // namespace zermelo
