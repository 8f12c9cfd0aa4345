// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "zermelo/base/source.hpp"
#include "zermelo/protocol/output.hpp"

namespace zermelo::protocol {

/// The commands of a GUI, a line each, with whatever line ends it has.
class Input {
  public:
    /// No command is longer: what a game of some ten thousand moves takes.
    static constexpr std::size_t longest = std::size_t{1} << 20;

    explicit Input(Source& source, const Gui& gui = {}) : source_(source), gui_(gui) {}

    /// The next line, without its end; nothing at the end of the input, where it cannot be read, or once the
    /// GUI is gone. What is longer than `longest` is cut off there.
    std::optional<std::string> line();
    /// Whether there is no further line because the GUI is gone.
    bool gui_left() const { return gui_left_; }

  private:
    std::optional<char> next();

    Source& source_;
    Gui gui_;
    bool gui_left_ = false;
    std::string buffer_;
    std::size_t at_ = 0;
};

/// The words of a line.
class Words {
  public:
    explicit Words(std::string_view line) : rest_(line) {}

    /// The next word; empty at the end of the line.
    std::string_view next();
    /// The next word, which stays.
    std::string_view peek() const { return Words{*this}.next(); }
    /// All that is left, without blanks around it.
    std::string_view rest() const;

  private:
    std::string_view rest_;
};

}  // namespace zermelo::protocol
