// A side's pieces; `taken` are the squares of all before.
void read_army(Input& input, std::uint64_t pieces, std::set<std::pair<char, char>>& taken) {
    int queens = 0;
    int rooks = 0;
    int minors = 0;
    const std::size_t first = input.place();
    for (std::uint64_t i = 0; i < pieces; ++i) {
        const std::size_t begin = input.place();
        const char kind = input.symbol("QRBN");
        input.blank();
        const char file = input.symbol("ABCD");
        input.blank();
        const char rank = input.symbol("1234");
        input.end_line();
        ++(kind == 'Q' ? queens : kind == 'R' ? rooks : minors);
        if (queens > 1 || rooks > 2 || minors > 2)
            input.refuse_at(begin, "one queen, at most two rooks and at most two minor pieces");
        if (!taken.insert({file, rank}).second) input.refuse_at(begin, "a square for each piece");
    }
    if (queens != 1) input.refuse_at(first, "one queen for each side");
}

int main() {
    Input input;
    const std::uint64_t games = input.number(1, 200);
    input.end_line();
    for (std::uint64_t game = 0; game < games; ++game) {
        const std::uint64_t white = input.number(1, 5);
        input.blank();
        const std::uint64_t black = input.number(1, 5);
        input.blank();
        input.number(1, 6);
        input.end_line();
        std::set<std::pair<char, char>> taken;
        read_army(input, white, taken);
        read_army(input, black, taken);
    }
    input.end();
    return 42;
}
