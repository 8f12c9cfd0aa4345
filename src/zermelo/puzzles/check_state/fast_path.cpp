// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/puzzles/check_state/piece_list.hpp"
#include "zermelo/puzzles/check_state/piece_text.hpp"
#include "zermelo/puzzles/check_state/puzzle.hpp"
#include "zermelo/puzzles/check_state/verdict.hpp"
#include "zermelo/puzzles/game_decider.hpp"

namespace zermelo::check_state {

namespace {

/// Decides boards that are written plainly in the form in which they are packed.
class Cstate1Decider final : public puzzles::GameDecider {
  public:
    using GameDecider::GameDecider;

  private:
    static constexpr std::uint64_t side = cstate1_bounds.max_n;

    std::uint64_t decide_fast(puzzles::Reader& reader, const Reach& reach, std::string& out) override {
        const char* at = reader.position();
        if (options().format != puzzles::AnswerFormat::verdict || at >= reach.stop) return 0;
        pieces_.begin(side, side * side);
        for (std::uint64_t row = 1; row <= side; ++row)
            if (!add_plain_row(at, reader.end(), Row{row})) return 0;
        if (pieces_.has_defect()) return 0;
        append_verdict(check_state::decide(pieces_, options().isa), MoveCount::left_out, out);
        out += '\n';
        reader.move_to(at);
        return 1;
    }

    /// Eight letters, and LF or CRLF; false if it is anything else.
    bool add_plain_row(const char*& at, const char* end, Row row) {
        constexpr std::ptrdiff_t longest = 10;
        if (end - at < longest) return false;
        for (std::uint64_t x = 1; x <= side; ++x) {
            const char letter = *at++;
            if (letter == '.') continue;
            const Code code = code_of_letter[static_cast<unsigned char>(letter)];
            if (code == Code::invalid) return false;
            pieces_.buffer(0).add(Column{x}, row, code);
        }
        if (*at == '\r') ++at;
        return *at++ == '\n';
    }

    PieceList pieces_;
};

}  // namespace

std::unique_ptr<puzzles::Decider> make_rows_decider(const puzzles::Puzzle& puzzle,
                                                    const puzzles::Options& options) {
    return std::make_unique<Cstate1Decider>(puzzle, options);
}

}  // namespace zermelo::check_state
