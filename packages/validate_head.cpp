// Holds an input to the statement: its bounds, and its layout to the byte. The exit status is 42 if it is
// valid; else 43, with a line on standard error that says where, and what was expected.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <iostream>
#include <iterator>
#include <set>
#include <string>
#include <utility>
#include <vector>

// The input, a symbol at a time. What is not as expected ends the program.
class Input {
  public:
    Input() : text_(std::istreambuf_iterator<char>(std::cin), std::istreambuf_iterator<char>()) {}

    [[noreturn]] void refuse(const std::string& expected) const { refuse_at(at_, expected); }
    [[noreturn]] void refuse_at(std::size_t place, const std::string& expected) const {
        const auto begin = text_.begin();
        const auto here = begin + static_cast<std::ptrdiff_t>(std::min(place, text_.size()));
        const auto line = std::count(begin, here, '\n') + 1;
        const auto last_end = std::find(std::make_reverse_iterator(here), text_.rend(), '\n');
        const auto column = here - last_end.base() + 1;
        std::fprintf(stderr, "%ld:%ld: expected %s\n", static_cast<long>(line), static_cast<long>(column),
                     expected.c_str());
        std::exit(43);
    }

    std::size_t place() const { return at_; }

    // One of some symbols.
    char symbol(const std::string& symbols) {
        if (at_ == text_.size() || symbols.find(text_[at_]) == std::string::npos) refuse("one of " + symbols);
        return text_[at_++];
    }
    void blank() {
        if (at_ == text_.size() || text_[at_] != ' ') refuse("a blank");
        ++at_;
    }
    void end_line() {
        if (at_ == text_.size() || text_[at_] != '\n') refuse("the end of the line");
        ++at_;
    }
    void end() const {
        if (at_ != text_.size()) refuse("the end of the input");
    }

    // A number without leading zeros.
    std::uint64_t number(std::uint64_t least, std::uint64_t most) {
        const std::size_t begin = at_;
        std::uint64_t value = 0;
        while (at_ < text_.size() && text_[at_] >= '0' && text_[at_] <= '9' && at_ - begin < 19)
            value = 10 * value + static_cast<std::uint64_t>(text_[at_++] - '0');
        const bool zeros = at_ - begin > 1 && text_[begin] == '0';
        if (at_ == begin || zeros || value < least || value > most)
            refuse_at(begin, "a number from " + std::to_string(least) + " to " + std::to_string(most));
        return value;
    }

  private:
    std::string text_;
    std::size_t at_ = 0;
};
