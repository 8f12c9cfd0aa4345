// SPDX-License-Identifier: GPL-3.0-or-later
// Whatever a GUI sends, no line is answered that UCI does not have.
#include "zermelo/protocol/uci.hpp"

#include "conversation.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    zermelo::fuzz::converse<zermelo::protocol::Uci>(
        {reinterpret_cast<const char*>(data), size},
        {"id ", "option ", "uciok", "readyok", "info ", "bestmove "}, zermelo::fuzz::Counts::yes);
    return 0;
}
