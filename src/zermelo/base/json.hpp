// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "zermelo/plies.hpp"

/// JSON as all commands write it: docs/json.md.
namespace zermelo {

/// A name of an object, and what it names: a template, as a `Json` is made of what is made of it.
template <typename Value>
struct JsonMember {
    std::string name;
    mutable Value value;  ///< a list of members in braces is taken apart
    friend bool operator==(const JsonMember&, const JsonMember&) = default;
};

/// A value of JSON. Objects keep their members in the order in which they were given, each name once.
class Json {
  public:
    using Member = JsonMember<Json>;
    using Array = std::vector<Json>;
    using Object = std::vector<Member>;

    /// null
    Json() noexcept;
    Json(std::nullptr_t) noexcept : Json() {}
    template <std::same_as<bool> Truth>
    Json(Truth truth) : value_(truth) {}
    template <std::integral Number>
        requires(!std::same_as<Number, bool> && !std::same_as<Number, char>)
    Json(Number number) {
        if (std::cmp_less(number, 0))
            value_ = static_cast<std::int64_t>(number);
        else
            value_ = static_cast<std::uint64_t>(number);
    }
    Json(double number);
    Json(std::string text);
    Json(std::string_view text);
    Json(const char* text);
    Json(Array elements);
    explicit Json(Object members);
    Json(const std::vector<std::string>& texts);
    /// An object. Precondition: no name stands twice.
    Json(std::initializer_list<Member> members);

    Json(const Json&);
    Json(Json&&) noexcept;
    Json& operator=(const Json&);
    Json& operator=(Json&&) noexcept;
    ~Json();

    static Json array();
    static Json object();

    bool is_null() const { return std::holds_alternative<std::monostate>(value_); }
    bool is_boolean() const { return std::holds_alternative<bool>(value_); }
    bool is_string() const { return std::holds_alternative<std::string>(value_); }
    bool is_array() const { return std::holds_alternative<Array>(value_); }
    bool is_object() const { return std::holds_alternative<Object>(value_); }
    /// A whole number from 0 to 2^64 − 1, as it is written without a fraction or an exponent.
    bool is_number_unsigned() const { return std::holds_alternative<std::uint64_t>(value_); }
    bool is_number() const {
        return is_number_unsigned() || std::holds_alternative<std::int64_t>(value_) ||
               std::holds_alternative<double>(value_);
    }

    // Preconditions: it is one.
    bool boolean() const { return *std::get_if<bool>(&value_); }
    const std::string& string() const { return *std::get_if<std::string>(&value_); }
    std::uint64_t unsigned_number() const { return *std::get_if<std::uint64_t>(&value_); }
    /// Any number, the nearest that a `double` can say.
    double number() const;
    const Array& elements() const { return *std::get_if<Array>(&value_); }
    const Object& members() const { return *std::get_if<Object>(&value_); }

    /// A member of an object; null if there is none, or this is no object. Cost: all names before it.
    const Json* find(std::string_view name) const;
    /// Precondition: an object that has the member.
    const Json& at(std::string_view name) const { return *find(name); }
    /// A member of an object, which null becomes; it is made if there is none. Precondition: no other value.
    Json& operator[](std::string_view name);
    /// Adds the members of another object. Precondition: both are objects with names of their own.
    void append(Json object);
    /// Precondition: an array, which null becomes.
    void push_back(Json element);
    /// Precondition: an array that is not empty.
    Json& back() { return std::get_if<Array>(&value_)->back(); }

    friend bool operator==(const Json& a, const Json& b);

    /// The tree, for who goes through all of it: null is `std::monostate`, whole numbers have a sign only
    /// where they need one.
    using Tree =
        std::variant<std::monostate, bool, std::uint64_t, std::int64_t, double, std::string, Array, Object>;
    const Tree& tree() const { return value_; }

  private:
    Tree value_;
};

/// Reads members of an object: what is not there, or is something else, makes it bad, and reads as nothing.
class JsonMembers {
  public:
    /// `object`: anything, which outlives this; what is no object has no members.
    explicit JsonMembers(const Json& object) : object_(object) {}

    /// Whether all that was read was there.
    bool good() const { return good_; }
    void expect(bool fits) { good_ = good_ && fits; }

    const Json& at(std::string_view name);
    std::uint64_t number(std::string_view name);
    std::string text(std::string_view name);

  private:
    const Json& object_;
    bool good_ = true;
};

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

/// The value as text, in one line without blanks, and with the line's end. Bytes that are not UTF-8 become
/// U+FFFD; numbers that are none become null.
std::string json_text(const Json& value);
std::string json_line(const Json& value);

/// How much JSON is read. What goes beyond it ends the reading at the byte where it does.
struct JsonLimits {
    static constexpr std::size_t none = std::numeric_limits<std::size_t>::max();
    static constexpr std::size_t number = 40;  ///< characters of a number, whatever else is allowed

    unsigned depth = 64;         ///< values within one another
    std::size_t values = none;   ///< in all, lists and objects too
    std::size_t members = none;  ///< in an object
    std::size_t name = none;     ///< bytes of a member's name
    std::size_t text = none;     ///< bytes of a string
};

/// Why a text is not taken for JSON.
struct JsonFault {
    enum class Kind : std::uint8_t {
        syntax,
        too_deep,
        too_many_values,
        too_many_members,
        repeated_name,
        name_too_long,
        text_too_long,
        number_too_long,
        number_too_large,  ///< for a `double`
    } kind = Kind::syntax;
    std::size_t byte = 1;  ///< where it is, from 1

    friend bool operator==(const JsonFault&, const JsonFault&) = default;
};

/// Reads a text as RFC 8259 has it, in UTF-8; a name that stands twice in an object is a fault. Cost:
/// O(text), and O(n log n) of an object of n members; no more is read than to the fault.
std::variant<Json, JsonFault> parse_json(std::string_view text, const JsonLimits& limits = {});

/// The same where it does not matter what is wrong: nothing.
std::optional<Json> parsed_json(std::string_view text);

}  // namespace zermelo
