// A line `x y`; columns are counted from the left, rows from below.
std::pair<std::size_t, std::size_t> read_square(Input& input) {
    const auto x = static_cast<std::size_t>(input.number(1, 8));
    input.blank();
    const auto y = static_cast<std::size_t>(input.number(1, 8));
    input.end_line();
    return {x, y};
}

int main() {
    Input input;
    const std::uint64_t games = input.number(1, UINT64_MAX);
    input.end_line();
    for (std::uint64_t game = 0; game < games; ++game) {
        std::vector<std::string> rows(8);  // the top one first
        for (std::string& row : rows) {
            for (int column = 0; column < 8; ++column) row += input.symbol(".FD");
            input.end_line();
        }
        const auto on = [&](std::pair<std::size_t, std::size_t> square) {
            return rows[8 - square.second][square.first - 1];
        };
        const std::size_t king_place = input.place();
        const auto king = read_square(input);
        if (on(king) != '.') input.refuse_at(king_place, "a king on an open square");
        const std::size_t pawn_place = input.place();
        const auto pawn = read_square(input);
        if (on(pawn) == 'F') input.refuse_at(pawn_place, "a pawn on a square that is not forbidden");
        if (pawn == king) input.refuse_at(pawn_place, "a pawn on another square than the king's");
    }
    input.end();
    return 42;
}
