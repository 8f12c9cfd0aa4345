// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/engine/position_keys.hpp"

#include "zermelo/base/random.hpp"

namespace zermelo::engine {

PositionKeys::PositionKeys(std::size_t kinds, unsigned squares) : kinds_(kinds), squares_(squares) {
    Random random{0x5A65726D656C6F};
    parts_.resize(2 * kinds * squares + 2 * squares + 7 + 2 * 26 + 3 * squares + 3 + 4);
    for (Hash128& part : parts_) part = {random(), random()};
}

}  // namespace zermelo::engine
