int main() {
    Input input;
    const std::uint64_t boards = input.number(1, MAX_GAMES);
    input.end_line();
    std::uint64_t sum = 0;
    for (std::uint64_t board = 0; board < boards; ++board) {
        const std::size_t begin = input.place();
        const std::uint64_t n = input.number(8, MAX_N);
        input.blank();
        const std::uint64_t count =
            input.number(2, std::min<std::uint64_t>(MAX_PIECES, n <= 3'000'000'000 ? n * n : n));
        input.end_line();
        sum += count + (SUM_HAS_N ? n : 0);
        if (sum > MAX_SUM) input.refuse_at(begin, "a sum of at most MAX_SUM");
        std::set<std::pair<std::uint64_t, std::uint64_t>> taken;
        int kings = 0;
        int dark_kings = 0;
        for (std::uint64_t i = 0; i < count; ++i) {
            const std::size_t place = input.place();
            const std::uint64_t x = input.number(1, n);
            input.blank();
            const std::uint64_t y = input.number(1, n);
            input.blank();
            const char kind = input.symbol("kqrbhpKQRBHP");
            input.end_line();
            kings += kind == 'k' ? 1 : 0;
            dark_kings += kind == 'K' ? 1 : 0;
            if (!taken.insert({x, y}).second) input.refuse_at(place, "a square for each piece");
        }
        if (kings != 1 || dark_kings != 1) input.refuse_at(begin, "one king for each side");
        input.end_line();
    }
    input.end();
    return 42;
}
