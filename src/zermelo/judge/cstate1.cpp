// SPDX-License-Identifier: GPL-3.0-or-later
#include <array>

#include <fmt/format.h>

#include "zermelo/judge/check_verdict.hpp"
#include "zermelo/judge/cstate.hpp"
#include "zermelo/judge/decider.hpp"
#include "zermelo/judge/piece_text.hpp"
#include "zermelo/puzzles/check_state/piece_list.hpp"

namespace zermelo::judge {

namespace {

constexpr std::uint64_t side = 8;

class Cstate1Decider final : public GameDecider {
  public:
    explicit Cstate1Decider(const Options& options) : options_(options) {}

  private:
    std::uint64_t decide_fast(Reader&, const Reach&, std::string&) override { return 0; }

    Result<void> decide_game(Reader& reader, std::uint64_t game, std::string& out) override {
        pieces_.begin(side, side * side);
        has_king_ = {};
        reader.skip_blank_lines();
        const char* const start = reader.next_word();
        for (std::uint64_t row = 1; row <= side; ++row) {
            if (auto read = read_row(reader, check_state::Row{row}); !read) return read;
        }
        for (const Color color : {Color::white, Color::black}) {
            if (!has_king_[static_cast<std::size_t>(color)])
                return reader.error_at(start, missing_king(color));
        }
        write_verdict(pieces_, options_, game, Count::untold, out);
        return {};
    }

    Result<void> read_row(Reader& reader, check_state::Row row);

    Options options_;
    check_state::PieceList pieces_;
    std::array<bool, 2> has_king_{};
};

Result<void> Cstate1Decider::read_row(Reader& reader, check_state::Row row) {
    constexpr std::string_view expected = "a row of the board, 8 characters out of '.kqrbhpKQRBHP'";
    const bool first = row == check_state::Row{1};
    if (auto open = first ? reader.open_line(expected) : reader.next_line(expected); !open) return open;
    const auto word = reader.word(expected);
    if (!word) return tl::make_unexpected(word.error());
    for (std::uint64_t x = 1; x <= word->size() && x <= side; ++x) {
        const char* const at = word->data() + (x - 1);
        if (*at == '.') continue;
        const check_state::Code code = check_state::code_of_letter[static_cast<unsigned char>(*at)];
        if (code == check_state::Code::invalid) {
            return reader.error_at(
                at, fmt::format("unknown piece {}, expected one of '.kqrbhpKQRBHP'", quoted({at, 1})));
        }
        if (kind_of(code) == check_state::Kind::king) {
            bool& has = has_king_[static_cast<std::size_t>(color_of(code))];
            if (has) return reader.error_at(at, second_king(color_of(code)));
            has = true;
        }
        pieces_.shard(0).add(check_state::Column{x}, row, code);
    }
    if (word->size() != side) {
        return reader.error_at(word->data(), fmt::format("{} is {} characters long, expected {}",
                                                         quoted(*word), word->size(), expected));
    }
    return reader.close_line();
}

class Cstate1 final : public Dialect {
  public:
    std::string_view name() const override { return "cstate1"; }
    std::uint64_t most_games() const override { return 2000; }
    std::uint64_t fixed_lines() const override { return side; }
    std::optional<Shape> shape(std::string_view) const override { return Shape{side, 0}; }
    std::unique_ptr<Decider> decider(const Options& options) const override {
        return std::make_unique<Cstate1Decider>(options);
    }
};

}  // namespace

const Dialect& cstate1() {
    static const Cstate1 dialect;
    return dialect;
}

}  // namespace zermelo::judge
