// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/draw/svg_arrows.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include <fmt/format.h>

#include "zermelo/draw/markup.hpp"
#include "zermelo/draw/text.hpp"

namespace zermelo::draw {

namespace {

/// How a kind of arrow looks: colours of Okabe and Ito, and something else that differs, too.
struct Style {
    std::string_view name;
    std::string_view color;
    std::string_view dashes;
    double width;
    bool hollow;             ///< the head is an outline
    std::string_view label;  ///< the shape behind the label, around 0, 0
};

/// By `ArrowKind`: blue, unbroken; orange, long dashes; vermilion, short dashes; vermilion, thick; purple,
/// long dashes and hollow; blue, thin.
constexpr std::array<Style, arrow_kinds> styles{
    {{"main", "#0072B2", "", 10, false, "<circle r=\"16\"/>"},
     {"try", "#E69F00", " stroke-dasharray=\"14 7\"", 10, true,
      "<rect x=\"-15\" y=\"-15\" width=\"30\" height=\"30\" rx=\"3\"/>"},
     {"refutation", "#D55E00", " stroke-dasharray=\"6 6\"", 10, false,
      "<path d=\"M0 -21L21 0L0 21L-21 0Z\"/>"},
     {"check", "#D55E00", "", 12, false, "<circle r=\"16\"/>"},
     {"pin", "#9A4F7C", " stroke-dasharray=\"16 9\"", 8, true, "<circle r=\"16\"/>"},
     {"choice", "#0072B2", "", 5, false, "<circle r=\"16\"/>"}}};

const Style& style_of(const Arrow& arrow) { return styles[static_cast<std::size_t>(arrow.kind)]; }

constexpr double head_length = 30;
constexpr double head_half = 19;
constexpr double thin = 6;       // an arrow with a smaller head
constexpr double apart = 36;     // between labels
constexpr double tail_gap = 22;  // from the middle of a square, so that its piece is seen
constexpr double tip_gap = 10;   // likewise at the other end
constexpr double beside = 26;    // between arrows of the same two squares
constexpr double ring = 43;

Point along(Point p, Point direction, double distance) {
    return {p.x + direction.x * distance, p.y + direction.y * distance};
}

double distance(Point a, Point b) { return std::hypot(a.x - b.x, a.y - b.y); }

bool same_pair(const Arrow& a, const Arrow& b) {
    return (a.from == b.from && a.to == b.to) || (a.from == b.to && a.to == b.from);
}

/// Draws one arrow after the other and remembers where labels lie.
class Drawing {
  public:
    Drawing(const std::vector<Arrow>& arrows, const std::function<Point(Place)>& center)
        : arrows_(arrows), center_(center) {}

    std::string elements() {
        for (std::size_t i = 0; i < arrows_.size(); ++i) {
            if (arrows_[i].from == arrows_[i].to) {
                add_ring(i);
            } else {
                add_arrow(i);
            }
        }
        return shafts_ + labels_;  // labels lie above all arrows
    }

  private:
    const std::vector<Arrow>& arrows_;
    const std::function<Point(Place)>& center_;
    std::string shafts_{};
    std::string labels_{};
    std::vector<Point> taken_{};

    /// Which of the arrows between its two squares this one is, and of how many.
    std::pair<std::size_t, std::size_t> rank_of(std::size_t index) const {
        std::size_t before = 0;
        std::size_t all = 0;
        for (std::size_t i = 0; i < arrows_.size(); ++i) {
            if (!same_pair(arrows_[i], arrows_[index])) continue;
            ++all;
            if (i < index) ++before;
        }
        return {before, all};
    }

    void add_ring(std::size_t index) {
        const Arrow& arrow = arrows_[index];
        const Style& style = style_of(arrow);
        const Point middle = center_(arrow.from);
        const double radius = ring - 9 * static_cast<double>(rank_of(index).first);
        shafts_ += fmt::format(
            "<circle class=\"ring {}\" cx=\"{}\" cy=\"{}\" r=\"{}\" fill=\"none\" stroke=\"{}\" "
            "stroke-width=\"7\"{}/>\n",
            style.name, number(middle.x), number(middle.y), number(std::max(radius, 4.0)), style.color,
            style.dashes);
        constexpr double slant = 0.70710678;
        add_label(arrow, {along(middle, {slant, -slant}, ring), along(middle, {-slant, -slant}, ring),
                          along(middle, {slant, slant}, ring), along(middle, {-slant, slant}, ring)});
    }

    void add_arrow(std::size_t index) {
        const Arrow& arrow = arrows_[index];
        const Style& style = style_of(arrow);
        Point from = center_(arrow.from);
        Point to = center_(arrow.to);
        const double length = distance(from, to);
        const Point direction{(to.x - from.x) / length, (to.y - from.y) / length};
        const auto [before, all] = rank_of(index);
        // The same side of the pair of squares for both directions, or they would lie on each other.
        const double side = arrow.from < arrow.to ? 1 : -1;
        const double shift = side * beside * (static_cast<double>(before) - static_cast<double>(all - 1) / 2);
        const Point normal{-direction.y, direction.x};
        from = along(along(from, direction, tail_gap), normal, shift);
        const Point tip = along(along(to, direction, -tip_gap), normal, shift);
        const double size = style.width < thin ? 0.7 : 1;  // the size of the head
        const Point neck = along(tip, direction, -head_length * size);
        const Point left = along(neck, normal, head_half * size);
        const Point right = along(neck, normal, -head_half * size);
        const std::string shaft =
            fmt::format("M{} {}L{} {}", number(from.x), number(from.y), number(neck.x), number(neck.y));
        const std::string head =
            fmt::format("M{} {}L{} {}L{} {}Z", number(tip.x), number(tip.y), number(left.x), number(left.y),
                        number(right.x), number(right.y));
        shafts_ += fmt::format(
            "<g class=\"arrow {0}\" stroke-linejoin=\"round\">\n"
            "<path d=\"{2}{3}\" fill=\"#fff\" stroke=\"#fff\" stroke-width=\"{7}\" stroke-opacity=\"0.8\"/>\n"
            "<path d=\"{2}\" fill=\"none\" stroke=\"{1}\" stroke-width=\"{8}\"{4}/>\n"
            "<path d=\"{3}\" fill=\"{5}\" stroke=\"{1}\" stroke-width=\"{6}\"/>\n</g>\n",
            style.name, style.color, shaft, head, style.dashes, style.hollow ? "#fff" : style.color,
            style.hollow ? 5 : 3, number(style.width + 5), number(style.width));
        const auto at = [&](double part) {
            return Point{from.x + (neck.x - from.x) * part, from.y + (neck.y - from.y) * part};
        };
        add_label(arrow, {at(0.45), at(0.25), at(0.65), at(0.05), at(0.85)});
    }

    /// Writes the label at the first of `places` that is clear of other labels, or else at the first.
    void add_label(const Arrow& arrow, const std::vector<Point>& places) {
        if (arrow.label.empty()) return;
        const auto is_clear = [&](Point p) {
            return std::all_of(taken_.begin(), taken_.end(),
                               [&](Point other) { return distance(p, other) > apart; });
        };
        const auto found = std::find_if(places.begin(), places.end(), is_clear);
        const Point place = found == places.end() ? places.front() : *found;
        taken_.push_back(place);
        const Style& style = style_of(arrow);
        const bool is_long = columns(arrow.label) > 2;
        labels_ += fmt::format(
            "<g class=\"label {}\" transform=\"translate({} {})\">\n<g fill=\"#fff\" stroke=\"{}\" "
            "stroke-width=\"4\">{}</g>\n<text y=\"{}\" font-size=\"{}\" font-weight=\"bold\" "
            "text-anchor=\"middle\" fill=\"#000\">{}</text>\n</g>\n",
            style.name, number(place.x), number(place.y), style.color, style.label, is_long ? 5 : 7,
            is_long ? 14 : 20, escaped(arrow.label));
    }
};

}  // namespace

std::string svg_arrows(const std::vector<Arrow>& arrows, const std::function<Point(Place)>& center) {
    return Drawing(arrows, center).elements();
}

}  // namespace zermelo::draw
