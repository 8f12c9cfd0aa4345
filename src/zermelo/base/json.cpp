// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/base/json.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <iterator>
#include <system_error>

#include <fmt/format.h>

#include "zermelo/base/parse_number.hpp"
#include "zermelo/base/utf8.hpp"

namespace zermelo {

Json::Json() noexcept = default;
Json::Json(double number) : value_(number) {}
Json::Json(std::string text) : value_(std::move(text)) {}
Json::Json(std::string_view text) : value_(std::string{text}) {}
Json::Json(const char* text) : value_(std::string{text}) {}
Json::Json(Array elements) : value_(std::move(elements)) {}
Json::Json(Object members) : value_(std::move(members)) {}
Json::Json(const std::vector<std::string>& texts) : value_(Array(texts.begin(), texts.end())) {}
Json::Json(std::initializer_list<Member> members) : value_(Object{}) {
    Object& object = *std::get_if<Object>(&value_);
    object.reserve(members.size());
    for (const Member& member : members) object.push_back({member.name, std::move(member.value)});
}
Json::Json(const Json&) = default;
Json::Json(Json&&) noexcept = default;
Json& Json::operator=(const Json&) = default;
Json& Json::operator=(Json&&) noexcept = default;
Json::~Json() = default;

Json Json::array() { return Json(Array{}); }
Json Json::object() { return Json(Object{}); }

double Json::number() const {
    if (const auto* const whole = std::get_if<std::uint64_t>(&value_)) return static_cast<double>(*whole);
    if (const auto* const whole = std::get_if<std::int64_t>(&value_)) return static_cast<double>(*whole);
    return *std::get_if<double>(&value_);
}

const Json* Json::find(std::string_view name) const {
    const auto* const members = std::get_if<Object>(&value_);
    if (members == nullptr) return nullptr;
    const auto found =
        std::find_if(members->begin(), members->end(), [&](const Member& each) { return each.name == name; });
    return found == members->end() ? nullptr : &found->value;
}

Json& Json::operator[](std::string_view name) {
    if (is_null()) value_ = Object{};
    Object& members = *std::get_if<Object>(&value_);
    for (Member& each : members)
        if (each.name == name) return each.value;
    return members.emplace_back(Member{std::string{name}, {}}).value;
}

void Json::append(Json object) {
    Object& own = *std::get_if<Object>(&value_);
    Object& more = *std::get_if<Object>(&object.value_);
    own.insert(own.end(), std::make_move_iterator(more.begin()), std::make_move_iterator(more.end()));
}

void Json::push_back(Json element) {
    if (is_null()) value_ = Array{};
    std::get_if<Array>(&value_)->push_back(std::move(element));
}

const Json& JsonMembers::at(std::string_view name) {
    static const Json nothing;
    const Json* const found = object_.find(name);
    expect(found != nullptr);
    return found != nullptr ? *found : nothing;
}

std::uint64_t JsonMembers::number(std::string_view name) {
    const Json& value = at(name);
    expect(value.is_number_unsigned());
    return value.is_number_unsigned() ? value.unsigned_number() : 0;
}

std::string JsonMembers::text(std::string_view name) {
    const Json& value = at(name);
    expect(value.is_string());
    return value.is_string() ? value.string() : std::string{};
}

bool operator==(const Json& a, const Json& b) { return a.value_ == b.value_; }

namespace {

class JsonPrinter {
  public:
    explicit JsonPrinter(std::string& out) : out_(out) {}

    void print(const Json& json) { std::visit(*this, json.tree()); }

    void operator()(std::monostate) { out_ += "null"; }
    void operator()(bool truth) { out_ += truth ? "true" : "false"; }
    void operator()(std::uint64_t number) { out_ += fmt::format_int(number).c_str(); }
    void operator()(std::int64_t number) { out_ += fmt::format_int(number).c_str(); }
    void operator()(double number) {
        if (!std::isfinite(number)) return (*this)(std::monostate{});
        const std::string text = fmt::format("{}", number);
        out_ += text;
        if (text.find_first_of(".e") == std::string::npos) out_ += ".0";
    }
    void operator()(const std::string& text) {
        out_ += '"';
        for (std::size_t at = 0; at < text.size();) {
            const std::size_t end = std::min(plain_end(text, at), text.size());
            out_.append(text, at, end - at);
            at = end;
            if (at < text.size()) at += escape(std::string_view{text}.substr(at));
        }
        out_ += '"';
    }
    void operator()(const Json::Array& elements) {
        out_ += '[';
        const char* separator = "";
        for (const Json& element : elements) {
            out_ += std::exchange(separator, ",");
            print(element);
        }
        out_ += ']';
    }
    void operator()(const Json::Object& members) {
        out_ += '{';
        const char* separator = "";
        for (const Json::Member& member : members) {
            out_ += std::exchange(separator, ",");
            (*this)(member.name);
            out_ += ':';
            print(member.value);
        }
        out_ += '}';
    }

  private:
    /// Where the next byte is that may not stand as it is.
    static std::size_t plain_end(const std::string& text, std::size_t at) {
        const auto plain = [](char c) {
            const auto byte = static_cast<unsigned char>(c);
            return byte >= 0x20 && byte < 0x7f && c != '"' && c != '\\';
        };
        while (at < text.size() && plain(text[at])) ++at;
        return at;
    }

    /// Writes what stands first; returns how many bytes that was.
    std::size_t escape(std::string_view text) {
        switch (text.front()) {
            case '"':
                out_ += "\\\"";
                return 1;
            case '\\':
                out_ += "\\\\";
                return 1;
            case '\b':
                out_ += "\\b";
                return 1;
            case '\f':
                out_ += "\\f";
                return 1;
            case '\n':
                out_ += "\\n";
                return 1;
            case '\r':
                out_ += "\\r";
                return 1;
            case '\t':
                out_ += "\\t";
                return 1;
            default:
                break;
        }
        const Character character = character_at(text);
        const std::string_view bytes = text.substr(0, character.bytes);
        if (!character.whole) {
            out_ += "\xEF\xBF\xBD";
        } else if (const char32_t number = code_point(bytes); steers(number)) {
            out_ += fmt::format("\\u{:04x}", static_cast<unsigned>(number));
        } else {
            out_ += bytes;
        }
        return character.bytes;
    }

    std::string& out_;
};

/// Reads a text from its first byte to its last, each once.
class JsonReader {
  public:
    JsonReader(std::string_view text, const JsonLimits& limits) : text_(text), limits_(limits) {}

    std::variant<Json, JsonFault> read() && {
        Json root;
        if (!value(root, 0)) return fault_;
        next();
        if (at_ == text_.size()) return root;
        fault(Kind::syntax);
        return fault_;
    }

  private:
    using Kind = JsonFault::Kind;
    static constexpr std::size_t longest_number = JsonLimits::number;
    /// Names of larger objects are compared when all are there.
    static constexpr std::size_t few_members = 32;

    bool fault(Kind kind, std::size_t at) {
        fault_ = {kind, at + 1};
        return false;
    }
    bool fault(Kind kind) { return fault(kind, at_); }

    /// This byte; at the end one with which nothing begins.
    char here() const { return at_ < text_.size() ? text_[at_] : '\0'; }
    /// The same of the first one that is not blank.
    char next() {
        while (here() == ' ' || here() == '\t' || here() == '\n' || here() == '\r') ++at_;
        return here();
    }
    bool take(char c) {
        if (here() != c) return false;
        ++at_;
        return true;
    }

    /// `depth`: how many values there are around it.
    bool value(Json& into, unsigned depth) {
        const char first = next();
        if (depth >= limits_.depth) return fault(Kind::too_deep);
        if (values_++ >= limits_.values) return fault(Kind::too_many_values);
        switch (first) {
            case '{':
                return object(into, depth);
            case '[':
                return array(into, depth);
            case '"': {
                std::string text;
                if (!string(text, limits_.text, Kind::text_too_long)) return false;
                into = Json(std::move(text));
                return true;
            }
            case 't':
                return word("true", true, into);
            case 'f':
                return word("false", false, into);
            case 'n':
                return word("null", {}, into);
            default:
                return number(into);
        }
    }

    bool word(std::string_view expected, Json meant, Json& into) {
        for (const char c : expected)
            if (!take(c)) return fault(Kind::syntax);
        into = std::move(meant);
        return true;
    }

    /// After an element or a member: whether there is another one, or else that `last` ends them.
    bool goes_on(char last, bool& more) {
        const char c = next();
        more = c == ',';
        if (!more && c != last) return fault(Kind::syntax);
        ++at_;
        return true;
    }

    bool array(Json& into, unsigned depth) {
        ++at_;
        Json::Array elements;
        bool more = next() != ']' || !take(']');
        while (more) {
            if (!value(elements.emplace_back(), depth + 1) || !goes_on(']', more)) return false;
        }
        into = Json(std::move(elements));
        return true;
    }

    bool object(Json& into, unsigned depth) {
        ++at_;
        Json::Object members;
        bool more = next() != '}' || !take('}');
        while (more) {
            if (next() != '"') return fault(Kind::syntax);
            if (members.size() >= limits_.members) return fault(Kind::too_many_members);
            const std::size_t begin = at_;
            std::string name;
            if (!string(name, limits_.name, Kind::name_too_long)) return false;
            if (members.size() < few_members && stands_in(members, name))
                return fault(Kind::repeated_name, begin);
            if (next() != ':') return fault(Kind::syntax);
            ++at_;
            members.push_back({std::move(name), {}});
            if (!value(members.back().value, depth + 1) || !goes_on('}', more)) return false;
        }
        if (members.size() > few_members && any_repeated(members)) return fault(Kind::repeated_name, at_ - 1);
        into = Json(std::move(members));
        return true;
    }
    static bool stands_in(const Json::Object& members, std::string_view name) {
        return std::any_of(members.begin(), members.end(),
                           [&](const Json::Member& each) { return each.name == name; });
    }
    static bool any_repeated(const Json::Object& members) {
        std::vector<std::string_view> names;
        names.reserve(members.size());
        for (const Json::Member& each : members) names.push_back(each.name);
        std::sort(names.begin(), names.end());
        return std::adjacent_find(names.begin(), names.end()) != names.end();
    }

    /// `most`: bytes.
    bool string(std::string& into, std::size_t most, Kind too_long) {
        for (++at_;;) {
            const std::size_t begin = at_;
            const std::size_t room = most - into.size();
            const std::size_t last = room < text_.size() - begin ? begin + room + 1 : text_.size();
            while (at_ < last && plain()) {
            }
            into.append(text_, begin, at_ - begin);
            if (into.size() > most) return fault(too_long, at_ - 1);
            if (take('"')) return true;
            if (!take('\\')) return fault(Kind::syntax);
            const std::size_t escape = at_ - 1;
            if (!escaped(into)) return fault(Kind::syntax);
            if (into.size() > most) return fault(too_long, escape);
        }
    }
    /// Goes over a character that stands as it is in strings, if there is one.
    bool plain() {
        const auto byte = static_cast<unsigned char>(text_[at_]);
        if (byte == '"' || byte == '\\' || byte < ' ') return false;
        if (byte < 0x80) {
            ++at_;
            return true;
        }
        const Character character = character_at(text_.substr(at_));
        if (character.whole) at_ += character.bytes;
        return character.whole;
    }
    /// Adds what an escape means, whose backslash was read.
    bool escaped(std::string& into) {
        constexpr std::string_view letters = "\"\\/bfnrt";
        constexpr std::string_view meant = "\"\\/\b\f\n\r\t";
        if (take('u')) return numbered(into);
        const std::size_t which = letters.find(here());
        if (which == std::string_view::npos) return false;
        ++at_;
        into += meant[which];
        return true;
    }
    /// Adds the character that a \u names, or two of them together.
    bool numbered(std::string& into) {
        constexpr char32_t high = 0xD800, low = 0xDC00, end = 0xE000;
        const auto first = four_digits();
        if (!first) return false;
        if (*first < high || *first >= end) {
            append_character(into, *first);
            return true;
        }
        if (*first >= low || !take('\\') || !take('u')) return false;
        const auto second = four_digits();
        if (!second || *second < low || *second >= end) return false;
        append_character(into, 0x10000 + ((*first - high) << 10U) + (*second - low));
        return true;
    }
    std::optional<char32_t> four_digits() {
        std::uint32_t number = 0;
        const char* const begin = text_.data() + at_;
        const char* const last = begin + std::min<std::size_t>(4, text_.size() - at_);
        const auto [stop, error] = std::from_chars(begin, last, number, 16);
        at_ += static_cast<std::size_t>(stop - begin);
        if (error != std::errc{} || stop != begin + 4) return std::nullopt;
        return number;
    }

    bool number(Json& into) {
        const std::size_t begin = at_;
        take('-');
        bool good = take('0') || digits(begin);
        bool whole = true;
        if (good && take('.')) {
            whole = false;
            good = digits(begin);
        }
        if (good && (take('e') || take('E'))) {
            whole = false;
            if (!take('+')) take('-');
            good = digits(begin);
        }
        if (at_ - begin > longest_number) return fault(Kind::number_too_long, begin + longest_number);
        if (!good) return fault(Kind::syntax);
        const std::string_view token = text_.substr(begin, at_ - begin);
        if (whole && token.front() != '-')
            if (const auto natural = parse_number(token)) return is(Json(*natural), into);
        if (whole && token.front() == '-')
            if (const auto integer = parse_number<std::int64_t>(token)) return is(Json(*integer), into);
        double nearest = 0;
        const auto read = std::from_chars(token.data(), token.data() + token.size(), nearest);
        if (read.ec == std::errc::result_out_of_range) {
            // A second sign is the exponent's: then it is too small, and as good as nothing.
            if (token.find('-', 1) == std::string_view::npos) return fault(Kind::number_too_large, at_ - 1);
            nearest = 0;
        }
        return is(Json(nearest), into);
    }
    static bool is(Json value, Json& into) {
        into = std::move(value);
        return true;
    }
    /// Goes over digits, of which there is one or more, unless the number that begins at `begin` is too long.
    bool digits(std::size_t begin) {
        const std::size_t first = at_;
        while (here() >= '0' && here() <= '9' && at_ - begin <= longest_number) ++at_;
        return at_ != first;
    }

    std::string_view text_;
    const JsonLimits& limits_;
    std::size_t at_ = 0;
    std::size_t values_ = 0;
    JsonFault fault_;
};

}  // namespace

std::string json_text(const Json& value) {
    std::string text;
    JsonPrinter{text}.print(value);
    return text;
}

std::string json_line(const Json& value) { return json_text(value) + "\n"; }

std::variant<Json, JsonFault> parse_json(std::string_view text, const JsonLimits& limits) {
    return JsonReader{text, limits}.read();
}

std::optional<Json> parsed_json(std::string_view text) {
    auto parsed = parse_json(text);
    if (auto* const json = std::get_if<Json>(&parsed)) return std::move(*json);
    return std::nullopt;
}

}  // namespace zermelo
