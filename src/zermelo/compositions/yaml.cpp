// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/compositions/yaml.hpp"

#include <algorithm>
#include <array>
#include <set>

#include <fmt/format.h>
#include <yaml.h>

#include "zermelo/base/quoted.hpp"
#include "zermelo/base/utf8.hpp"

namespace zermelo::compositions {

namespace {

/// LibYAML's parser, which counts characters where we count bytes.
class Events {
  public:
    explicit Events(std::string_view text) : text_(text) {
        ok_ = yaml_parser_initialize(&parser_) != 0;
        if (!ok_) return;
        yaml_parser_set_encoding(&parser_, YAML_UTF8_ENCODING);
        yaml_parser_set_input_string(&parser_, reinterpret_cast<const unsigned char*>(text.data()),
                                     text.size());
    }
    Events(const Events&) = delete;
    Events& operator=(const Events&) = delete;
    ~Events() {
        clear();
        if (ok_) yaml_parser_delete(&parser_);
    }

    /// The next event, until the next call.
    Result<const yaml_event_t*> next() {
        clear();
        if (!ok_) return failure(ErrorKind::io, "no memory to read YAML");
        if (yaml_parser_parse(&parser_, &event_) == 0) return wrong();
        has_event_ = true;
        return &event_;
    }

    /// The byte at which a place lies. Cost: O(bytes between it and the one that was asked for before).
    std::size_t byte_of(const yaml_mark_t& mark) {
        if (mark.index < characters_) characters_ = bytes_ = 0;
        for (; characters_ < mark.index && bytes_ < text_.size(); ++characters_)
            bytes_ += character_at(text_.substr(bytes_)).bytes;
        return bytes_;
    }

  private:
    void clear() {
        if (has_event_) yaml_event_delete(&event_);
        has_event_ = false;
    }

    tl::unexpected<Error> wrong() {
        const std::size_t at = parser_.error == YAML_READER_ERROR
                                   ? std::min(parser_.problem_offset, text_.size())
                                   : byte_of(parser_.problem_mark);
        return failure(ErrorKind::bad_input,
                       fmt::format("no YAML ({}), expected a document of it",
                                   parser_.problem != nullptr ? parser_.problem : "no memory"),
                       Location{1, 1 + at});
    }

    std::string_view text_;
    yaml_parser_t parser_{};
    yaml_event_t event_{};
    bool ok_ = false;
    bool has_event_ = false;
    std::size_t characters_ = 0, bytes_ = 0;
};

class DocumentReader {
  public:
    explicit DocumentReader(std::string_view text) : events_(text) {}

    Result<std::optional<YamlNode>> read() {
        std::optional<YamlNode> document;
        while (true) {
            ZERMELO_TRY(const yaml_event_t* const event, events_.next());
            switch (event->type) {
                case YAML_STREAM_START_EVENT:
                case YAML_DOCUMENT_END_EVENT:
                    break;
                case YAML_STREAM_END_EVENT:
                    return document;
                case YAML_DOCUMENT_START_EVENT: {
                    if (document) return wrong(*event, "expected one document");
                    ZERMELO_TRY(const yaml_event_t* const root, events_.next());
                    ZERMELO_TRY(document, node(*root, 0));
                    break;
                }
                default:
                    return wrong(*event, "expected a document");
            }
        }
    }

  private:
    tl::unexpected<Error> wrong(const yaml_event_t& event, std::string message) {
        return failure(ErrorKind::bad_input, std::move(message),
                       Location{1, 1 + events_.byte_of(event.start_mark)});
    }

    Result<YamlNode> node(const yaml_event_t& event, unsigned depth) {
        constexpr unsigned max_depth = 16;
        YamlNode found;
        found.begin = events_.byte_of(event.start_mark);
        found.end = events_.byte_of(event.end_mark);
        switch (event.type) {
            case YAML_SCALAR_EVENT:
                found.scalar.assign(reinterpret_cast<const char*>(event.data.scalar.value),
                                    event.data.scalar.length);
                return found;
            case YAML_ALIAS_EVENT:
                return wrong(event, "an alias, expected what it stands for");
            default:
                break;
        }
        if (depth == max_depth) return wrong(event, fmt::format("expected at most {} levels", max_depth));
        if (event.type == YAML_SEQUENCE_START_EVENT) {
            found.kind = YamlNode::Kind::sequence;
            found.flow = event.data.sequence_start.style == YAML_FLOW_SEQUENCE_STYLE;
            return sequence(std::move(found), depth);
        }
        found.kind = YamlNode::Kind::mapping;
        found.flow = event.data.mapping_start.style == YAML_FLOW_MAPPING_STYLE;
        return mapping(std::move(found), depth);
    }

    Result<YamlNode> sequence(YamlNode found, unsigned depth) {
        while (true) {
            ZERMELO_TRY(const yaml_event_t* const event, events_.next());
            if (event->type == YAML_SEQUENCE_END_EVENT) {
                found.end = events_.byte_of(event->end_mark);
                return found;
            }
            ZERMELO_TRY(YamlNode item, node(*event, depth + 1));
            found.items.push_back(std::move(item));
        }
    }

    Result<YamlNode> mapping(YamlNode found, unsigned depth) {
        std::set<std::string> keys;
        while (true) {
            ZERMELO_TRY(const yaml_event_t* const event, events_.next());
            if (event->type == YAML_MAPPING_END_EVENT) {
                found.end = events_.byte_of(event->end_mark);
                return found;
            }
            if (event->type != YAML_SCALAR_EVENT) return wrong(*event, "expected a key");
            ZERMELO_TRY(YamlNode key, node(*event, depth + 1));
            if (!keys.insert(key.scalar).second)
                return wrong(*event, fmt::format("the key {} stands twice, expected it once",
                                                 quoted(key.scalar, 40, Unprintable::hex)));
            ZERMELO_TRY(const yaml_event_t* const value_begin, events_.next());
            ZERMELO_TRY(YamlNode value, node(*value_begin, depth + 1));
            found.keys.push_back(std::move(key));
            found.items.push_back(std::move(value));
        }
    }

    Events events_;
};

}  // namespace

std::vector<std::pair<const YamlNode&, const YamlNode&>> YamlNode::members() const {
    std::vector<std::pair<const YamlNode&, const YamlNode&>> all;
    for (std::size_t i = 0; i < keys.size(); ++i) all.emplace_back(keys[i], items[i]);
    return all;
}

const YamlNode* YamlNode::find(std::string_view key) const {
    for (std::size_t i = 0; i < keys.size(); ++i)
        if (keys[i].scalar == key) return &items[i];
    return nullptr;
}

Result<std::optional<YamlNode>> read_yaml(std::string_view text) {
    // To YAML these end lines; to everybody who counts lines, or puts some in, they do not.
    constexpr std::array<std::string_view, 3> rare_line_ends{"\xC2\x85", "\xE2\x80\xA8", "\xE2\x80\xA9"};
    std::size_t at = text.find('\r');
    while (at != std::string_view::npos && text.substr(at + 1, 1) == "\n") at = text.find('\r', at + 1);
    for (const std::string_view end : rare_line_ends) at = std::min(at, text.find(end));
    if (at != std::string_view::npos)
        return failure(ErrorKind::bad_input, "expected lines that end in LF or CR LF", Location{1, 1 + at});
    return DocumentReader{text}.read();
}

}  // namespace zermelo::compositions
