int main() {
    Input input;
    const std::uint64_t boards = input.number(1, MAX_GAMES);
    input.end_line();
    for (std::uint64_t board = 0; board < boards; ++board) {
        const std::size_t begin = input.place();
        std::string pieces;
        for (int row = 0; row < 8; ++row) {
            for (int column = 0; column < 8; ++column) pieces += input.symbol(".kqrbhpKQRBHP");
            input.end_line();
        }
        if (std::count(pieces.begin(), pieces.end(), 'k') != 1 ||
            std::count(pieces.begin(), pieces.end(), 'K') != 1)
            input.refuse_at(begin, "one king for each side");
        input.end_line();
    }
    input.end();
    return 42;
}
