// Holds an input to the statement: its bounds, and its layout to the byte. The work is done by
//     zermelo validate @GAME@ --kattis
// `zermelo` must be in a folder of PATH where the package is verified; it exits with 42 or 43.
#include <cstdio>

#include <unistd.h>

int main() {
    execlp("zermelo", "zermelo", "validate", "@GAME@", "--kattis", static_cast<char*>(nullptr));
    std::perror("this input validator calls zermelo, which must be in PATH");
    return 1;
}
