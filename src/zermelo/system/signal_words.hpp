// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

namespace zermelo {

/// What a signal tells, in English where the system can say so: "Segmentation fault". Empty if it is none
/// that it knows.
std::string signal_words(int number);

}  // namespace zermelo
