// SPDX-License-Identifier: GPL-3.0-or-later
// Whatever a GUI sends, no line is answered that XBoard's protocol does not have.
#include "zermelo/protocol/xboard.hpp"

#include "conversation.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    zermelo::fuzz::converse<zermelo::protocol::XBoard>({reinterpret_cast<const char*>(data), size},
                                                       {"feature ",  "pong ",
                                                        "setup ",    "piece ",
                                                        "move ",     "Illegal move: ",
                                                        "Error (",   "tellusererror ",
                                                        "telluser ", "Hint: ",
                                                        "stat01: ",  "highlight ",
                                                        "0",         "1",
                                                        "2",         "3",
                                                        "4",         "5",
                                                        "6",         "7",
                                                        "8",         "9"});
    return 0;
}
