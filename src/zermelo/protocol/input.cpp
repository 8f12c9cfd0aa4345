// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/protocol/input.hpp"

#include <algorithm>

namespace zermelo::protocol {

namespace {

constexpr std::string_view blanks = " \t\r\n\v\f";

}  // namespace

std::optional<char> Input::next() {
    if (at_ == buffer_.size()) {
        if (const auto text = source_.mapped()) {  // a file: all of it at once
            if (!buffer_.empty()) return std::nullopt;
            buffer_ = *text;
        } else {
            at_ = 0;
            buffer_.clear();
            gui_.wait();
            gui_left_ = gui_.gone();
            if (gui_left_) return std::nullopt;
            buffer_.resize(std::size_t{1} << 12);
            buffer_.resize(source_.read(buffer_.data(), buffer_.size()).value_or(0));
        }
        if (buffer_.empty()) return std::nullopt;
    }
    return buffer_[at_++];
}

std::optional<std::string> Input::line() {
    std::string line;
    for (auto character = next(); character; character = next()) {
        if (*character == '\n') return line;
        if (line.size() < longest) line += *character;
    }
    if (line.empty()) return std::nullopt;
    return line;
}

std::string_view Words::next() {
    rest_.remove_prefix(std::min(rest_.find_first_not_of(blanks), rest_.size()));
    const std::string_view word = rest_.substr(0, rest_.find_first_of(blanks));
    rest_.remove_prefix(word.size());
    return word;
}

std::string_view Words::rest() const {
    const std::size_t begin = std::min(rest_.find_first_not_of(blanks), rest_.size());
    const std::size_t end = rest_.find_last_not_of(blanks);
    return begin == rest_.size() ? std::string_view{} : rest_.substr(begin, end + 1 - begin);
}

}  // namespace zermelo::protocol
