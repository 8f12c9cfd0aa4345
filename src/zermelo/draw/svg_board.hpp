// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <set>
#include <string>
#include <string_view>

#include "zermelo/draw/diagram.hpp"
#include "zermelo/draw/svg_arrows.hpp"

namespace zermelo::draw {

struct SquareColors {
    std::string_view light, dark, wood;
};
inline constexpr SquareColors on_screen{"#F5F1E6", "#B3C3CE", "#EDD9A9"};
inline constexpr SquareColors on_paper{"#fff", "#c4c4c4", "#fff"};
inline constexpr std::string_view ink = "#1a1a1a";

/// A group of elements, or nothing around nothing.
std::string svg_group(std::string_view name, const std::string& content, std::string_view attributes = "");

/// The drawings that diagrams use, each once however often it is used; ids begin with `id`. What stands in
/// `<defs>`; empty if none is used.
class Definitions {
  public:
    explicit Definitions(std::string id) : id_(std::move(id)) {}
    /// Notes what a square needs.
    void add(const Cell& cell);
    std::string elements() const;

  private:
    std::string id_;
    std::set<std::string> glyphs_{};
    bool crossed_ = false;  // a forbidden square without a letter of its own
    bool hatched_ = false;
};

/// What a square shows, in layers, its upper left corner at `p`; empty where there is nothing.
class SvgCell {
  public:
    /// `flipped`: Black's side is at the bottom.
    SvgCell(const Cell& cell, Point p, std::string_view id, bool flipped = false)
        : cell_(cell), p_(p), id_(id), flipped_(flipped) {}
    std::string marks() const;  ///< below the piece
    std::string piece() const;
    std::string sign() const;  ///< above the piece
    /// Above it, of this size in a corner that most drawings leave free, or large where no piece can stand.
    std::string note(double size) const;

  private:
    const Cell& cell_;
    Point p_;
    std::string_view id_;
    bool flipped_;

    std::string body(std::string_view fill, std::string_view line) const;
};

/// The board of a diagram, with names at its edges if wanted. One square is 100 by 100 units.
class SvgBoard {
  public:
    /// How large the names of files and ranks are; 0: there are none.
    enum class Names { none, plain, large };

    SvgBoard(const Diagram& diagram, Names names, std::string_view id, SquareColors colors = on_screen);

    double width() const { return left_ + diagram_.width * unit + left_; }
    double height() const { return top + diagram_.height * unit + for_names_ + top; }
    std::string elements() const;

    /// Where the squares begin and end, from the left.
    double left() const { return left_; }
    double right() const { return left_ + diagram_.width * unit; }

    static constexpr double top = 16;  ///< above the squares, and around all else

  private:
    const Diagram& diagram_;
    Names names_;
    std::string_view id_;
    SquareColors colors_;
    double for_names_ = 0;
    double left_ = 0;

    Point corner(Place place) const;
    Point center(Place place) const;
    template <typename Visit>
    void for_each_square(Visit visit) const;
    template <typename Layer>
    std::string layer(Layer draw) const;
    std::string squares() const;
    std::string point_lines() const;
    std::string outline() const;
    std::string names() const;
};

}  // namespace zermelo::draw
