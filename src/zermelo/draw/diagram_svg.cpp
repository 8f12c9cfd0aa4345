// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/draw/diagram_svg.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <set>

#include <fmt/format.h>

#include "zermelo/draw/markup.hpp"
#include "zermelo/draw/pieces.hpp"
#include "zermelo/draw/svg_arrows.hpp"

namespace zermelo::draw {

namespace {

constexpr std::string_view light_square = "#F5F1E6";
constexpr std::string_view dark_square = "#B3C3CE";
constexpr std::string_view ink = "#1a1a1a";
constexpr double edge = 16;  // around everything
constexpr double for_coordinates = 34;
constexpr double line_height = 38;
constexpr double font = 27;
constexpr double character = 16;     // the width of a wide letter of that font, for breaking lines
constexpr double least_width = 420;  // so that words under a tiny board are still lines

/// A diagram being drawn. One square is 100 by 100 units.
class Picture {
  public:
    Picture(const Diagram& diagram, const SvgOptions& options)
        : diagram_(diagram), options_(options), id_(ids(options.id)) {
        const double board = diagram.width * unit;
        const double side = edge + (options.coordinates ? for_coordinates : 0);
        const bool words = diagram.to_move || !diagram.caption.empty();
        const double inner = words ? std::max(board, least_width - 2 * side) : board;
        width_ = inner + 2 * side;
        left_ = (width_ - board) / 2;
        below_ = edge + diagram.height * unit + (options.coordinates ? for_coordinates : 0) + edge;
        const auto columns = static_cast<std::size_t>((width_ - 2 * edge) / character);
        for (const std::string& line : diagram.caption)
            for (std::string& part : wrapped(line, columns)) caption_.push_back(std::move(part));
        const std::size_t lines = caption_.size() + (diagram.to_move ? 1 : 0);
        height_ = below_ + line_height * static_cast<double>(lines) + (words ? edge / 2 : 0);
    }

    std::string document() const {
        return opening() + definitions() + squares() + marks() + outline() + coordinates() + pieces() +
               notes() + group("arrows", svg_arrows(diagram_.arrows, [this](Place p) { return center(p); })) +
               words() + "</svg>\n";
    }

  private:
    const Diagram& diagram_;
    const SvgOptions& options_;
    std::string id_;
    double width_ = 0;
    double height_ = 0;
    double left_ = 0;
    double below_ = 0;  // where words begin
    std::vector<std::string> caption_{};

    static std::string ids(std::string_view wanted) {
        std::string id;
        std::copy_if(wanted.begin(), wanted.end(), std::back_inserter(id), [](char c) {
            return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' ||
                   c == '_';
        });
        // An XML name begins with a letter or an underscore.
        const bool starts = !id.empty() && id[0] != '-' && (id[0] < '0' || id[0] > '9');
        return starts ? id : "z" + id;
    }

    static std::string group(std::string_view name, const std::string& content,
                             std::string_view attributes = "") {
        if (content.empty()) return {};
        return fmt::format("<g class=\"{}\"{}{}>\n{}</g>\n", name, attributes.empty() ? "" : " ", attributes,
                           content);
    }

    /// The upper left corner of a square in the picture.
    Point corner(Place place) const {
        const unsigned f = place.file.index();
        const unsigned r = place.rank.index();
        const unsigned column = diagram_.flipped ? diagram_.width - 1 - f : f;
        const unsigned row = diagram_.flipped ? r : diagram_.height - 1 - r;
        return {left_ + column * unit, edge + row * unit};
    }
    Point center(Place place) const {
        const Point p = corner(place);
        return {p.x + unit / 2, p.y + unit / 2};
    }

    /// Calls `visit(place, cell)` for every square that there is, row by row as they are seen.
    template <typename Visit>
    void for_each_square(Visit visit) const {
        for (unsigned row = 0; row < diagram_.height; ++row)
            for (unsigned column = 0; column < diagram_.width; ++column) {
                const Place place{File{diagram_.flipped ? diagram_.width - 1 - column : column},
                                  Rank{diagram_.flipped ? row : diagram_.height - 1 - row}};
                if (diagram_.has_square(place)) visit(place, diagram_.at(place));
            }
    }

    std::string opening() const {
        std::string size;
        if (options_.square_pixels > 0) {
            const double scale = options_.square_pixels / unit;
            size = fmt::format(" width=\"{}\" height=\"{}\"", std::lround(width_ * scale),
                               std::lround(height_ * scale));
        }
        std::string title = options_.title;
        if (title.empty()) {
            title = fmt::format("Position on a board of {}×{}", diagram_.width, diagram_.height);
            if (diagram_.to_move) title += fmt::format(", {} to move", name(*diagram_.to_move));
        }
        return fmt::format(
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
            "<svg xmlns=\"http://www.w3.org/2000/svg\" xmlns:xlink=\"http://www.w3.org/1999/xlink\" "
            "version=\"1.1\"{0} viewBox=\"0 0 {1} {2}\" role=\"img\" aria-labelledby=\"{3}-title {3}-desc\" "
            "font-family=\"'DejaVu Sans', Verdana, Arial, sans-serif\">\n"
            "<title id=\"{3}-title\">{4}</title>\n<desc id=\"{3}-desc\">{5}</desc>\n"
            "<rect width=\"{1}\" height=\"{2}\" fill=\"#fff\"/>\n",
            size, number(width_), number(height_), id_, escaped(title), escaped(in_words(diagram_)));
    }

    /// Each drawing once, however many pieces of its kind there are.
    std::string definitions() const {
        std::set<std::string> used;
        bool forbidden = false;
        for_each_square([&](Place, const Cell& cell) {
            if (cell.piece && art(cell.piece->glyph)) used.insert(cell.piece->glyph);
            forbidden = forbidden || cell.mark == Mark::forbidden;
        });
        std::string result;
        if (forbidden)
            result += fmt::format(
                "<g id=\"{}-forbidden\" fill=\"none\" stroke=\"#4d4d4d\">\n"
                "<path d=\"M0 20L20 0M0 40L40 0M0 60L60 0M0 80L80 0M0 100L100 0M20 100L100 20M40 100L100 40"
                "M60 100L100 60M80 100L100 80\" stroke-width=\"3\" stroke-opacity=\"0.7\"/>\n"
                "<path d=\"M27 27L73 73M73 27L27 73\" stroke=\"#fff\" stroke-width=\"19\" "
                "stroke-linecap=\"round\"/>\n"
                "<path d=\"M27 27L73 73M73 27L27 73\" stroke-width=\"9\" stroke-linecap=\"round\"/>\n</g>\n",
                id_);
        for (const std::string& glyph : used)
            result += fmt::format("<g id=\"{}-piece-{}\">{}</g>\n", id_, glyph, *art(glyph));
        return result.empty() ? "" : "<defs>\n" + result + "</defs>\n";
    }

    std::string squares() const {
        std::string light;
        std::string dark;
        for_each_square([&](Place place, const Cell&) {
            const Point p = corner(place);
            const bool is_dark = (place.file.index() + place.rank.index()) % 2 == 0;
            (is_dark ? dark : light) += fmt::format("M{} {}h100v100h-100z", number(p.x), number(p.y));
        });
        std::string result;
        if (!light.empty()) result += fmt::format("<path fill=\"{}\" d=\"{}\"/>\n", light_square, light);
        if (!dark.empty()) result += fmt::format("<path fill=\"{}\" d=\"{}\"/>\n", dark_square, dark);
        return group("squares", result);
    }

    std::string marks() const {
        std::string result;
        for_each_square([&](Place place, const Cell& cell) {
            const Point p = corner(place);
            if (cell.mark == Mark::forbidden)
                result +=
                    fmt::format("<use class=\"forbidden\" xlink:href=\"#{}-forbidden\" x=\"{}\" y=\"{}\"/>\n",
                                id_, number(p.x), number(p.y));
            if (cell.mark == Mark::restricted) {
                result += fmt::format(
                    "<rect class=\"restricted\" x=\"{}\" y=\"{}\" width=\"90\" height=\"90\" fill=\"none\" "
                    "stroke=\"#4d4d4d\" stroke-width=\"4\" stroke-dasharray=\"4 6\"/>\n",
                    number(p.x + 5), number(p.y + 5));
            }
            if (cell.highlighted)
                result += fmt::format(
                    "<g class=\"highlight\" fill=\"none\"><rect x=\"{0}\" y=\"{1}\" width=\"92\" "
                    "height=\"92\" stroke=\"{2}\" stroke-width=\"8\"/><rect x=\"{0}\" y=\"{1}\" "
                    "width=\"92\" height=\"92\" stroke=\"#F0E442\" stroke-width=\"4.5\"/></g>\n",
                    number(p.x + 4), number(p.y + 4), ink);
        });
        return group("marks", result);
    }

    /// A line between each square and what is no square.
    std::string outline() const {
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

    /// What fits at the edge: of long numbers the last digits.
    static std::string_view label(const std::string& name) {
        constexpr std::size_t most = 3;
        return std::string_view{name}.substr(name.size() - std::min(name.size(), most));
    }

    std::string coordinates() const {
        if (!options_.coordinates) return {};
        std::string result;
        const auto add = [&](double x, double y, std::string_view words) {
            result += fmt::format("<text x=\"{}\" y=\"{}\">{}</text>\n", number(x), number(y), words);
        };
        const double bottom = edge + diagram_.height * unit;
        for (unsigned f = 0; f < diagram_.width; ++f)
            add(center({File{f}, Rank{0}}).x, bottom + 30, label(diagram_.name(File{f})));
        for (unsigned r = 0; r < diagram_.height; ++r)
            add(left_ - 22, center({File{0}, Rank{r}}).y + 9, label(diagram_.name(Rank{r})));
        return group("coordinates", result,
                     fmt::format("font-size=\"25\" text-anchor=\"middle\" fill=\"#404040\""));
    }

    std::string pieces() const {
        std::string result;
        for_each_square([&](Place place, const Cell& cell) {
            if (cell.piece) result += drawn(*cell.piece, corner(place));
        });
        return group("pieces", result, "stroke-linejoin=\"round\" stroke-linecap=\"round\"");
    }

    /// Above the pieces, in a corner that most drawings leave free.
    std::string notes() const {
        std::string result;
        for_each_square([&](Place place, const Cell& cell) {
            if (cell.mark != Mark::restricted || cell.note.empty()) return;
            const Point p = corner(place);
            const std::string words = fmt::format("x=\"{}\" y=\"{}\"", number(p.x + 10), number(p.y + 28));
            const std::string note = escaped(cell.note);
            result += fmt::format(
                "<text {0} fill=\"none\" stroke=\"#fff\" stroke-width=\"7\" "
                "stroke-linejoin=\"round\">{1}</text>\n"
                "<text {0}>{1}</text>\n",
                words, note);
        });
        return group("notes", result, "font-size=\"23\" font-weight=\"bold\" fill=\"#333\"");
    }

    std::string drawn(const Piece& piece, Point p) const {
        const bool white = piece.color == Color::white;
        const std::string_view body = white ? "#fff" : "#2b2b2b";
        const std::string_view line = white ? ink : "#f2f2f2";
        if (art(piece.glyph))
            return fmt::format(
                "<use xlink:href=\"#{}-piece-{}\" x=\"{}\" y=\"{}\" fill=\"{}\" color=\"{}\" stroke=\"#111\" "
                "stroke-width=\"3.2\"/>\n",
                id_, piece.glyph, number(p.x), number(p.y), body, line);
        return fmt::format(
            "<g class=\"disc\"><circle cx=\"{0}\" cy=\"{1}\" r=\"37\" fill=\"{2}\" stroke=\"#111\" "
            "stroke-width=\"3.2\"/><circle cx=\"{0}\" cy=\"{1}\" r=\"31.5\" fill=\"none\" stroke=\"{3}\" "
            "stroke-width=\"1.8\"/><text x=\"{0}\" y=\"{4}\" font-size=\"42\" font-weight=\"bold\" "
            "text-anchor=\"middle\" fill=\"{3}\">{5}</text></g>\n",
            number(p.x + unit / 2), number(p.y + unit / 2), body, line, number(p.y + unit / 2 + 15),
            piece.letter);
    }

    /// The side to move and the caption.
    std::string words() const {
        std::string result;
        double y = below_ + line_height * 0.6;
        const double x = width_ / 2;
        if (diagram_.to_move) {
            const bool white = *diagram_.to_move == Color::white;
            result += fmt::format(
                "<circle class=\"mover\" cx=\"{}\" cy=\"{}\" r=\"11\" fill=\"{}\" stroke=\"#111\" "
                "stroke-width=\"3\"/>\n<text x=\"{}\" y=\"{}\" text-anchor=\"start\">{} to move</text>\n",
                number(x - 106), number(y - 9), white ? "#fff" : "#2b2b2b", number(x - 84), number(y),
                name(*diagram_.to_move));
            y += line_height;
        }
        for (const std::string& line : caption_) {
            result += fmt::format("<text x=\"{}\" y=\"{}\">{}</text>\n", number(x), number(y), escaped(line));
            y += line_height;
        }
        return group("words", result,
                     fmt::format("font-size=\"{}\" text-anchor=\"middle\" fill=\"{}\"", font, ink));
    }
};

}  // namespace

std::string svg(const Diagram& diagram, const SvgOptions& options) {
    assert(errors(diagram).empty());
    return Picture(diagram, options).document();
}

}  // namespace zermelo::draw
