// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/base/json.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

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

/// A text byte by byte, which notes how far it was read.
class Bytes {
  public:
    using iterator_category = std::input_iterator_tag;
    using value_type = char;
    using difference_type = std::ptrdiff_t;
    using pointer = const char*;
    using reference = const char&;

    Bytes(const char* at, std::size_t& read) : at_(at), read_(&read) {}
    reference operator*() const { return *at_; }
    Bytes& operator++() {
        ++at_;
        ++*read_;
        return *this;
    }
    friend bool operator==(const Bytes& a, const Bytes& b) { return a.at_ == b.at_; }

  private:
    const char* at_;
    std::size_t* read_;
};

/// Makes the tree of what the library reads.
class TreeBuilder : public nlohmann::json_sax<nlohmann::json> {
  public:
    /// `read`: how many bytes of the text the library has taken.
    TreeBuilder(const JsonLimits& limits, const std::size_t& read) : limits_(limits), read_(read) {}

    std::variant<Json, JsonFault> result(bool whole) && {
        if (whole) return std::move(root_);
        return fault_;
    }

    bool null() override { return add({}); }
    bool boolean(bool truth) override { return add(truth); }
    bool number_integer(std::int64_t number) override { return add(number); }
    bool number_unsigned(std::uint64_t number) override { return add(number); }
    bool number_float(double number, const std::string&) override { return add(number); }
    bool string(std::string& text) override { return add(std::move(text)); }
    bool binary(nlohmann::json::binary_t&) override { return false; }  // no JSON has any
    bool start_object(std::size_t) override { return begin(Json::object()); }
    bool key(std::string& name) override {
        name_ = std::move(name);
        return true;
    }
    bool end_object() override { return end(); }
    bool start_array(std::size_t) override { return begin(Json::array()); }
    bool end_array() override { return end(); }
    bool parse_error(std::size_t byte, const std::string&, const nlohmann::json::exception& error) override {
        constexpr int out_of_range = 406;  // a number that no `double` can say
        return fault(error.id == out_of_range ? JsonFault::Kind::number_too_large : JsonFault::Kind::syntax,
                     byte);
    }

  private:
    /// Where the value goes that comes next.
    Json& place() {
        if (open_.empty()) return root_;
        Json& outer = *open_.back();
        if (outer.is_object()) return outer[name_];
        outer.push_back({});
        return outer.back();
    }
    bool add(Json value) {
        if (!has_room()) return false;
        place() = std::move(value);
        return true;
    }
    bool begin(Json empty) {
        if (!has_room()) return false;
        Json& made = place();
        made = std::move(empty);
        open_.push_back(&made);
        return true;
    }
    bool end() {
        open_.pop_back();
        return true;
    }
    /// Whether one more value may come here.
    bool has_room() {
        if (open_.size() >= limits_.depth) return fault(JsonFault::Kind::too_deep, read_);
        if (values_ >= limits_.values) return fault(JsonFault::Kind::too_many, read_);
        ++values_;
        return true;
    }
    bool fault(JsonFault::Kind kind, std::size_t byte) {
        fault_ = {kind, std::max<std::size_t>(byte, 1)};
        return false;
    }

    JsonLimits limits_;
    const std::size_t& read_;
    std::size_t values_ = 0;
    Json root_;
    std::vector<Json*> open_;  // what lies around the next value; nothing moves while it is open
    std::string name_;
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
    std::size_t read = 0;
    TreeBuilder builder{limits, read};
    const bool whole =
        nlohmann::json::sax_parse(Bytes{text.data(), read}, Bytes{text.data() + text.size(), read}, &builder);
    return std::move(builder).result(whole);
}

std::optional<Json> parsed_json(std::string_view text) {
    auto parsed = parse_json(text);
    if (auto* const json = std::get_if<Json>(&parsed)) return std::move(*json);
    return std::nullopt;
}

}  // namespace zermelo
