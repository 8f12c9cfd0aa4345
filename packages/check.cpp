// Compares a contestant's output with the verdicts, and says why one is wrong. The work is done by
//     zermelo check --kattis @GAME@ INPUT ANSWER FEEDBACK_DIR [FLAG...] < OUTPUT
// `zermelo` must be in a folder of PATH where submissions are judged; it exits with 42 or 43, or 3 for a
// failure.
#include <cstdio>
#include <vector>

#include <unistd.h>

int main(int argc, char** argv) {
    static char program[] = "zermelo";
    static char command[] = "check";
    static char option[] = "--kattis";
    static char game[] = "@GAME@";
    std::vector<char*> words{program, command, option, game};
    for (int i = 1; i < argc; ++i) words.push_back(argv[i]);
    words.push_back(nullptr);
    execvp(program, words.data());
    std::perror("this output validator calls zermelo, which must be in PATH");
    return 1;
}
