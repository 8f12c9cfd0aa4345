// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/draw/svg_board.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "zermelo/draw/markup.hpp"
#include "zermelo/draw/pieces.hpp"

namespace zermelo::draw {

namespace {

constexpr std::string_view sign_color = "#00604A";   // green, dark enough on both kinds of squares
constexpr std::string_view cross_color = "#8A2500";  // for what may not be
constexpr std::string_view halo = "#fff";
constexpr std::string_view stone = "#7A746B";

/// A wall in a square from 0, 0 to 100, 100: courses of bricks.
constexpr std::string_view bricks =
    "M4 4h44v27h-44zM52 4h44v27h-44zM4 36h20v28h-20zM28 36h44v28h-44zM76 36h20v28h-20zM4 69h44v27h-44z"
    "M52 69h44v27h-44z";

/// A shape with a pale edge around it, so that it is seen on pieces too.
std::string with_halo(std::string_view attributes, double width, bool filled, std::string_view color) {
    return fmt::format(
        "<path {0} fill=\"none\" stroke=\"{1}\" stroke-width=\"{2}\"/>\n"
        "<path {0} fill=\"{3}\" stroke=\"{4}\" stroke-width=\"{5}\"/>\n",
        attributes, halo, number(width + 6), filled ? color : "none", color, number(width));
}

std::string circle(double r) {
    return fmt::format("d=\"M{0} 50a{1} {1} 0 1 0 {2} 0a{1} {1} 0 1 0 -{2} 0z\"", number(50 - r), number(r),
                       number(2 * r));
}

std::string triangle(double r) {
    return fmt::format("d=\"M50 {}L{} {}H{}z\"", number(50 - r), number(50 + r), number(50 + r * 0.8),
                       number(50 - r));
}

/// The sign in a square from 0, 0 to 100, 100.
std::string shape_of(Sign sign, bool occupied) {
    if (sign.shape == Sign::Shape::cross)
        return with_halo("d=\"M36 36L64 64M64 36L36 64\" stroke-linecap=\"round\"", 8, false, cross_color);
    const bool triangular = sign.need == Sign::Need::initial;
    const auto outline = [&](double r) { return triangular ? triangle(r) : circle(r); };
    std::string result;
    if (sign.shape != Sign::Shape::move)
        result += with_halo(outline(occupied ? 42 : triangular ? 34 : 29), 7, false, sign_color);
    if (sign.shape != Sign::Shape::capture)
        result += with_halo(outline(triangular ? 17 : 14), 1, true, sign_color);
    if (sign.need == Sign::Need::free_way)
        result += with_halo("d=\"M12 50H30M70 50H88\" stroke-linecap=\"round\"", 7, false, sign_color);
    if (sign.need == Sign::Need::hurdle)
        result += with_halo("d=\"M12 46C16 2 84 2 88 46\" stroke-linecap=\"round\"", 6, false, sign_color);
    return result;
}

struct Colors {
    std::string_view body, line;
};

Colors colors_of(const Piece& piece) {
    constexpr std::string_view red = "#A3201A";
    constexpr std::string_view green = "#0B5D3B";
    const bool white = piece.color == Color::white;
    if (piece.make == Make::figure) return white ? Colors{"#fff", ink} : Colors{"#2b2b2b", "#f2f2f2"};
    const std::string_view wood = white ? "#FBEFD3" : "#DDB87B";
    if (piece.make == Make::wedge) return {wood, piece.mark == '+' ? red : ink};
    if (piece.make == Make::red) return {wood, white ? red : ink};
    return {wood, white ? green : red};
}

/// What stands in the upper left corner of a piece, see `Piece::mark`.
std::string mark_at(Point corner, char mark) {
    if (mark == 0) return {};
    const std::string place =
        fmt::format("x=\"{}\" y=\"{}\" font-size=\"40\" font-weight=\"bold\" text-anchor=\"middle\"",
                    number(corner.x + 17), number(corner.y + 33));
    return fmt::format(
        "<g class=\"mark\"><text {0} fill=\"none\" stroke=\"#fff\" stroke-width=\"8\">{1}</text><text {0} "
        "fill=\"{2}\">{1}</text></g>\n",
        place, mark, cross_color);
}

}  // namespace

std::string svg_group(std::string_view name, const std::string& content, std::string_view attributes) {
    if (content.empty()) return {};
    return fmt::format("<g class=\"{}\"{}{}>\n{}</g>\n", name, attributes.empty() ? "" : " ", attributes,
                       content);
}

void Definitions::add(const Cell& cell) {
    if (cell.piece && art(cell.piece->glyph)) glyphs_.insert(cell.piece->glyph);
    if (cell.mark == Mark::forbidden) (cell.note.empty() ? crossed_ : hatched_) = true;
}

std::string Definitions::elements() const {
    std::string result;
    constexpr std::string_view lines =
        "<path d=\"M0 20L20 0M0 40L40 0M0 60L60 0M0 80L80 0M0 100L100 0M20 100L100 20M40 100L100 40"
        "M60 100L100 60M80 100L100 80\" stroke-width=\"3\" stroke-opacity=\"0.7\"/>\n";
    if (hatched_)
        result += fmt::format("<g id=\"{}-hatched\" fill=\"none\" stroke=\"#4d4d4d\">\n{}</g>\n", id_, lines);
    if (crossed_)
        result += fmt::format(
            "<g id=\"{}-forbidden\" fill=\"none\" stroke=\"#4d4d4d\">\n{}"
            "<path d=\"M27 27L73 73M73 27L27 73\" stroke=\"#fff\" stroke-width=\"19\" "
            "stroke-linecap=\"round\"/>\n"
            "<path d=\"M27 27L73 73M73 27L27 73\" stroke-width=\"9\" stroke-linecap=\"round\"/>\n</g>\n",
            id_, lines);
    for (const std::string& glyph : glyphs_)
        result += fmt::format("<g id=\"{}-piece-{}\">{}</g>\n", id_, glyph, *art(glyph));
    return result.empty() ? "" : "<defs>\n" + result + "</defs>\n";
}

std::string SvgCell::marks() const {
    std::string result;
    if (cell_.mark == Mark::wall)
        result += fmt::format(
            "<path class=\"wall\" transform=\"translate({} {})\" fill=\"{}\" stroke=\"#111\" "
            "stroke-width=\"2.5\" d=\"{}\"/>\n",
            number(p_.x), number(p_.y), stone, bricks);
    if (cell_.mark == Mark::forbidden)
        result += fmt::format("<use class=\"forbidden\" xlink:href=\"#{}-{}\" x=\"{}\" y=\"{}\"/>\n", id_,
                              cell_.note.empty() ? "forbidden" : "hatched", number(p_.x), number(p_.y));
    if (cell_.mark == Mark::restricted)
        result += fmt::format(
            "<rect class=\"restricted\" x=\"{}\" y=\"{}\" width=\"90\" height=\"90\" fill=\"none\" "
            "stroke=\"#4d4d4d\" stroke-width=\"4\" stroke-dasharray=\"4 6\"/>\n",
            number(p_.x + 5), number(p_.y + 5));
    if (cell_.highlighted)
        result += fmt::format(
            "<g class=\"highlight\" fill=\"none\"><rect x=\"{0}\" y=\"{1}\" width=\"92\" "
            "height=\"92\" stroke=\"{2}\" stroke-width=\"8\"/><rect x=\"{0}\" y=\"{1}\" "
            "width=\"92\" height=\"92\" stroke=\"#F0E442\" stroke-width=\"4.5\"/></g>\n",
            number(p_.x + 4), number(p_.y + 4), ink);
    return result;
}

std::string SvgCell::piece() const {
    if (!cell_.piece) return {};
    const Piece& piece = *cell_.piece;
    const auto [fill, line] = colors_of(piece);
    if (piece.make != Make::wedge) return body(fill, line) + mark_at(p_, piece.mark);
    if ((piece.color == Color::black) == flipped_) return body(fill, line);
    return fmt::format("<g transform=\"rotate(180 {} {})\">{}</g>\n", number(p_.x + unit / 2),
                       number(p_.y + unit / 2), body(fill, line));
}

/// The drawing of a piece, or its letter on what is shaped as the drawings are.
std::string SvgCell::body(std::string_view fill, std::string_view line) const {
    const Piece& piece = *cell_.piece;
    if (art(piece.glyph))
        return fmt::format(
            "<use xlink:href=\"#{}-piece-{}\" x=\"{}\" y=\"{}\" fill=\"{}\" color=\"{}\" "
            "stroke=\"#111\" "
            "stroke-width=\"3.2\"/>\n",
            id_, piece.glyph, number(p_.x), number(p_.y), fill, line);
    if (piece.make == Make::wedge)
        return fmt::format(
            "<g class=\"disc\"><path transform=\"translate({} {})\" d=\"M50 7L78 19L89 91H11L22 19Z\" "
            "fill=\"{}\" stroke=\"#111\" stroke-width=\"3.2\"/><text x=\"{}\" y=\"{}\" font-size=\"46\" "
            "font-weight=\"bold\" text-anchor=\"middle\" fill=\"{}\">{}</text></g>\n",
            number(p_.x), number(p_.y), fill, number(p_.x + unit / 2), number(p_.y + unit / 2 + 22), line,
            piece.letter);
    return fmt::format(
        "<g class=\"disc\"><circle cx=\"{0}\" cy=\"{1}\" r=\"37\" fill=\"{2}\" stroke=\"#111\" "
        "stroke-width=\"3.2\"/><circle cx=\"{0}\" cy=\"{1}\" r=\"31.5\" fill=\"none\" stroke=\"{3}\" "
        "stroke-width=\"1.8\"/><text x=\"{0}\" y=\"{4}\" font-size=\"42\" font-weight=\"bold\" "
        "text-anchor=\"middle\" fill=\"{3}\">{5}</text></g>\n",
        number(p_.x + unit / 2), number(p_.y + unit / 2), fill, line, number(p_.y + unit / 2 + 15),
        piece.letter);
}

std::string SvgCell::sign() const {
    std::string shapes;
    for (const Sign sign : cell_.signs) shapes += shape_of(sign, cell_.piece.has_value());
    return svg_group("sign", shapes,
                     fmt::format("transform=\"translate({} {})\"", number(p_.x), number(p_.y)));
}

std::string SvgCell::note(double size) const {
    if ((cell_.mark != Mark::restricted && cell_.mark != Mark::forbidden) || cell_.note.empty()) return {};
    const bool large = cell_.mark == Mark::forbidden && !cell_.piece;
    const std::string words = large ? fmt::format("x=\"{}\" y=\"{}\" font-size=\"62\" text-anchor=\"middle\"",
                                                  number(p_.x + 50), number(p_.y + 72))
                                    : fmt::format("x=\"{}\" y=\"{}\" font-size=\"{}\"", number(p_.x + 10),
                                                  number(p_.y + 9 + size * 0.82), number(size));
    const std::string note = escaped(cell_.note);
    return fmt::format(
        "<text {0} fill=\"none\" stroke=\"#fff\" stroke-width=\"9\" "
        "stroke-linejoin=\"round\">{1}</text>\n"
        "<text {0}>{1}</text>\n",
        words, note);
}

SvgBoard::SvgBoard(const Diagram& diagram, Names names, std::string_view id, SquareColors colors)
    : diagram_(diagram),
      names_(names),
      id_(id),
      colors_(colors),
      for_names_(names == Names::none    ? 0
                 : names == Names::plain ? 34
                                         : 52),
      left_(top + for_names_) {}

/// The upper left corner of a square in the picture.
Point SvgBoard::corner(Place place) const {
    const unsigned f = place.file.index();
    const unsigned r = place.rank.index();
    const unsigned column = diagram_.flipped ? diagram_.width - 1 - f : f;
    const unsigned row = diagram_.flipped ? r : diagram_.height - 1 - r;
    return {left_ + column * unit, top + row * unit};
}

Point SvgBoard::center(Place place) const {
    const Point p = corner(place);
    return {p.x + unit / 2, p.y + unit / 2};
}

/// Calls `visit(place, cell)` for every square that there is, row by row as they are seen.
template <typename Visit>
void SvgBoard::for_each_square(Visit visit) const {
    for (unsigned row = 0; row < diagram_.height; ++row)
        for (unsigned column = 0; column < diagram_.width; ++column) {
            const Place place{File{diagram_.flipped ? diagram_.width - 1 - column : column},
                              Rank{diagram_.flipped ? row : diagram_.height - 1 - row}};
            if (diagram_.has_square(place)) visit(place, diagram_.at(place));
        }
}

/// The same part of every square, one after the other.
template <typename Layer>
std::string SvgBoard::layer(Layer draw) const {
    std::string result;
    for_each_square([&](Place place, const Cell& cell) {
        result += draw(SvgCell{cell, corner(place), id_, diagram_.flipped});
    });
    return result;
}

std::string SvgBoard::elements() const {
    const double note_size = names_ == Names::large ? 42 : 28;
    return squares() + svg_group("marks", layer([](const SvgCell& cell) { return cell.marks(); })) +
           outline() + names() +
           svg_group("pieces", layer([](const SvgCell& cell) { return cell.piece(); }),
                     "stroke-linejoin=\"round\" stroke-linecap=\"round\"") +
           svg_group("arrows", svg_arrows(diagram_.arrows, [this](Place p) { return center(p); })) +
           svg_group("signs", layer([](const SvgCell& cell) { return cell.sign(); })) +
           svg_group("notes", layer([&](const SvgCell& cell) { return cell.note(note_size); }),
                     "font-weight=\"bold\" fill=\"#333\"");
}

std::string SvgBoard::squares() const {
    if (diagram_.ground != Ground::checkered) {
        std::string all;
        for_each_square([&](Place place, const Cell&) {
            const Point p = corner(place);
            all += fmt::format("M{} {}h100v100h-100z", number(p.x), number(p.y));
        });
        if (all.empty()) return {};
        const bool points = diagram_.ground == Ground::points;
        return svg_group("squares",
                         fmt::format("<path fill=\"{}\"{} d=\"{}\"/>\n", colors_.wood,
                                     points ? "" : " stroke=\"#4d4d4d\" stroke-width=\"2.4\"", all) +
                             (points ? point_lines() : ""));
    }
    std::string light;
    std::string dark;
    for_each_square([&](Place place, const Cell&) {
        const Point p = corner(place);
        const bool is_dark = (place.file.index() + place.rank.index()) % 2 == 0;
        (is_dark ? dark : light) += fmt::format("M{} {}h100v100h-100z", number(p.x), number(p.y));
    });
    std::string result;
    if (!light.empty()) result += fmt::format("<path fill=\"{}\" d=\"{}\"/>\n", colors_.light, light);
    if (!dark.empty()) result += fmt::format("<path fill=\"{}\" d=\"{}\"/>\n", colors_.dark, dark);
    return svg_group("squares", result);
}

/// The lines of a board whose pieces stand on points.
std::string SvgBoard::point_lines() const {
    std::string path;
    const auto line = [&](Place from, Place to) {
        if (!diagram_.has_square(from) || !diagram_.has_square(to)) return;
        const Point a = center(from);
        const Point b = center(to);
        path += fmt::format("M{} {}L{} {}", number(a.x), number(a.y), number(b.x), number(b.y));
    };
    for_each_square([&](Place place, const Cell&) {
        const auto [file, rank] = place;
        line(place, {File{file.index() + 1}, rank});
        const bool at_edge = file.index() == 0 || file.index() + 1 == diagram_.width;
        if (rank != diagram_.lines.river || at_edge) line(place, {file, Rank{rank.index() + 1}});
    });
    for (const auto& [a, b] : diagram_.lines.palaces) {
        line(a, b);
        line({a.file, b.rank}, {b.file, a.rank});
    }
    return fmt::format(
        "<path fill=\"none\" stroke=\"{}\" stroke-width=\"2.4\" stroke-linecap=\"round\" d=\"{}\"/>\n", ink,
        path);
}

/// A line between each square and what is no square.
std::string SvgBoard::outline() const {
    std::string path;
    const auto square = [&](unsigned f, unsigned r) {  // wraps around below 0, and is off the board then
        return f < diagram_.width && r < diagram_.height && diagram_.has_square({File{f}, Rank{r}});
    };
    for_each_square([&](Place place, const Cell&) {
        const Point p = corner(place);
        const unsigned f = place.file.index();
        const unsigned r = place.rank.index();
        const unsigned step = diagram_.flipped ? ~0U : 1U;  // towards the right and the top as seen
        if (!square(f, r + step)) path += fmt::format("M{} {}h100", number(p.x), number(p.y));
        if (!square(f, r - step)) path += fmt::format("M{} {}h100", number(p.x), number(p.y + unit));
        if (!square(f - step, r)) path += fmt::format("M{} {}v100", number(p.x), number(p.y));
        if (!square(f + step, r)) path += fmt::format("M{} {}v100", number(p.x + unit), number(p.y));
    });
    if (path.empty()) return {};
    return fmt::format(
        "<path class=\"outline\" fill=\"none\" stroke=\"{}\" stroke-width=\"3\" "
        "stroke-linecap=\"square\" d=\"{}\"/>\n",
        ink, path);
}

std::string SvgBoard::names() const {
    if (names_ == Names::none) return {};
    const bool large = names_ == Names::large;
    const auto label =
        [](const std::string& name) {  // what fits at the edge: of long numbers the last digits
            constexpr std::size_t most = 3;
            return name.substr(name.size() - std::min(name.size(), most));
        };
    std::string result;
    const auto add = [&](double x, double y, const std::string& words) {
        result += fmt::format("<text x=\"{}\" y=\"{}\">{}</text>\n", number(x), number(y), words);
    };
    const double bottom = top + diagram_.height * unit;
    for (unsigned f = 0; f < diagram_.width; ++f)
        add(center({File{f}, Rank{0}}).x, bottom + (large ? 42 : 30), label(diagram_.name(File{f})));
    for (unsigned r = 0; r < diagram_.height; ++r)
        add(left_ - (large ? 34 : 22), center({File{0}, Rank{r}}).y + (large ? 13 : 9),
            label(diagram_.name(Rank{r})));
    return svg_group(
        "coordinates", result,
        fmt::format("font-size=\"{}\" text-anchor=\"middle\" fill=\"#404040\"", large ? 36 : 25));
}

}  // namespace zermelo::draw
