// SPDX-License-Identifier: GPL-3.0-or-later
// Judges the games of standard input: judge PUZZLE < games
#include <iostream>

#include <zermelo/judge.hpp>

int main(int argc, char** argv) {
    const auto write = [](std::string_view lines) { std::cout << lines; };
    const auto judged = zermelo::Puzzle::named(argc > 1 ? argv[1] : "").and_then([&](const auto& puzzle) {
        return puzzle.judge(zermelo::Input::file("-"), write);
    });
    if (!judged) std::cerr << zermelo::text_of(judged.error()) << '\n';
    return judged ? 0 : 2;
}
