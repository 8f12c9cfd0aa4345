// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "zermelo/draw/diagram.hpp"

namespace zermelo::draw {

/// The side of a square in the units of a picture.
inline constexpr double unit = 100;

/// A place in the picture, y downwards.
struct Point {
    double x = 0;
    double y = 0;
};

/// The arrows as SVG elements, `center` telling the middle of each square. Arrows between the same two
/// squares lie side by side, labels keep clear of each other where there is room, and an arrow from a square
/// to itself is a ring.
std::string svg_arrows(const std::vector<Arrow>& arrows, const std::function<Point(Place)>& center);

}  // namespace zermelo::draw
