// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/draw/diagram_svg.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>

#include <fmt/format.h>

#include "zermelo/base/ascii.hpp"
#include "zermelo/draw/markup.hpp"
#include "zermelo/draw/svg_board.hpp"

namespace zermelo::draw {

namespace {

constexpr double edge = SvgBoard::top;  // around everything
constexpr double gap = 24;              // between the columns of small boards
constexpr double least_width = 420;     // so that words under a tiny board are still lines
constexpr double usual_width = 900;     // the width of 8×8; words on wider pictures are larger in proportion
constexpr unsigned widest_in_two = 10;  // squares; wider boards stand one below the other

/// The sizes of words.
struct Measures {
    explicit Measures(double width) : scale(std::max(1.0, width / usual_width)) {}
    double scale;
    double font = 27 * scale;
    double line_height = 38 * scale;
    double character = 16 * scale;  ///< the width of a wide letter, for breaking lines
    double sample = 46 * scale;     ///< the side of a square in the legend
    double behind_sample = 16 + 76 * scale;
    std::size_t columns(double width) const {
        return std::max<std::size_t>(1, static_cast<std::size_t>(width / character));
    }
};

std::string id_of(std::string_view wanted) {
    std::string id;
    std::copy_if(wanted.begin(), wanted.end(), std::back_inserter(id),
                 [](char c) { return is_letter(c) || is_digit(c) || c == '-' || c == '_'; });
    // An XML name begins with a letter or an underscore.
    const bool starts = !id.empty() && id[0] != '-' && !is_digit(id[0]);
    return starts ? id : "z" + id;
}

/// Boards, words and legend, put below each other as they come.
class Page {
  public:
    Page(const Sheet& sheet, const SvgOptions& options)
        : sheet_(sheet), options_(options), id_(id_of(options.id)) {
        for (const Diagram& diagram : sheet.large) all_.push_back(&diagram);
        for (const Diagram& diagram : sheet.small) all_.push_back(&diagram);
        legend_ = legend_of(all_);
        for (const Diagram* diagram : all_) {
            const bool words = diagram->to_move || !diagram->above.empty() || !diagram->left.empty() ||
                               !diagram->caption.empty() || !diagram->fen.empty();
            width_ =
                std::max({width_, board_of(*diagram).width(), words || !legend_.empty() ? least_width : 0});
        }
        size_ = Measures{width_};
    }

    std::string document() {
        for (const Diagram& diagram : sheet_.large) {
            const SvgBoard board = board_of(diagram);
            const Color below = diagram.flipped ? Color::black : Color::white;
            add_above(diagram);
            add_hand(diagram, !below);
            const double x = (width_ - board.width()) / 2;
            place(board.elements(), x, 1);
            y_ += board.height();
            add_edges(diagram, x + board.left(), x + board.right());
            add_hand(diagram, below);
            add_words(diagram, width_ / 2, width_ - 2 * edge);
        }
        add_small_boards();
        add_legend();
        add_caption();
        return opening() + definitions() + body_ + "</svg>\n";
    }

  private:
    const Sheet& sheet_;
    const SvgOptions& options_;
    std::string id_;
    std::vector<const Diagram*> all_{};
    std::vector<Explained> legend_{};
    double width_ = 0;
    Measures size_{0};
    double y_ = 0;  // down to here all is drawn
    std::string body_{};

    SvgBoard::Names names_of(const Diagram& diagram, bool is_small = false) const {
        if (!options_.coordinates) return SvgBoard::Names::none;
        return is_small || diagram.width > widest_in_two ? SvgBoard::Names::large : SvgBoard::Names::plain;
    }

    SvgBoard board_of(const Diagram& diagram, bool is_small = false) const {
        return {diagram, names_of(diagram, is_small), id_, options_.on_paper ? on_paper : on_screen};
    }

    /// Adds elements so that their 0, 0 lies at x and at what is next below.
    void place(const std::string& elements, double x, double scale) {
        const bool moved = x != 0 || y_ != 0 || scale != 1;
        if (!moved) {
            body_ += elements;
            return;
        }
        std::string transform = fmt::format("translate({} {})", number(x), number(y_));
        if (scale != 1) transform += fmt::format(" scale({:.4f})", scale);
        body_ += svg_group("board", elements, fmt::format("transform=\"{}\"", transform));
    }

    /// What a side has in hand: whose it is, and each piece with how many there are of it, in as many rows as
    /// that takes.
    void add_hand(const Diagram& diagram, Color color) {
        if (!diagram.hands) return;
        constexpr double side = 70;  // the side of a piece
        constexpr double column = 122;
        constexpr double first = 2 * edge + 30;
        const std::vector<InHand>& hand = (*diagram.hands)[color];
        std::string elements = fmt::format(
            "<circle cx=\"{}\" cy=\"{}\" r=\"11\" fill=\"{}\" stroke=\"#111\" stroke-width=\"3\"/>\n",
            number(edge + 15), number(y_ + edge / 2 + side / 2), color == Color::white ? "#fff" : "#2b2b2b");
        double x = first;
        double y = y_ + edge / 2;
        for (const InHand& held : hand) {
            if (x > first && x + column > width_) {
                x = first;
                y += side;
            }
            Cell cell;
            cell.piece = held.piece;
            elements +=
                fmt::format("<g transform=\"translate({} {}) scale({})\">\n{}</g>\n", number(x), number(y),
                            side / unit, SvgCell{cell, {0, 0}, id_, diagram.flipped}.piece());
            if (held.count > 1)
                elements += fmt::format("<text x=\"{}\" y=\"{}\">×{}</text>\n", number(x + side - 4),
                                        number(y + side / 2 + 10), held.count);
            x += column;
        }
        if (hand.empty())
            elements +=
                fmt::format("<text x=\"{}\" y=\"{}\">–</text>\n", number(first), number(y + side / 2 + 9));
        body_ += svg_group(
            "hand", elements,
            fmt::format("font-size=\"27\" stroke-linejoin=\"round\" stroke-linecap=\"round\" fill=\"{}\"",
                        ink));
        y_ = y + side + edge / 2;
    }

    void add_small_boards() {
        const bool wide = std::any_of(sheet_.small.begin(), sheet_.small.end(),
                                      [](const Diagram& diagram) { return diagram.width > widest_in_two; });
        const std::size_t a_row = wide ? 1 : 2;
        const double column = wide ? width_ : (width_ - gap) / 2;
        for (std::size_t first = 0; first < sheet_.small.size(); first += a_row) {
            const double row = y_;
            double lowest = y_;
            for (std::size_t i = first; i < std::min(first + a_row, sheet_.small.size()); ++i) {
                const SvgBoard board = board_of(sheet_.small[i], true);
                const double scale = column / board.width();
                const double x = static_cast<double>(i - first) * (column + gap);
                y_ = row;
                place(board.elements(), x, scale);
                y_ += board.height() * scale;
                add_words(sheet_.small[i], x + column / 2, column);
                lowest = std::max(lowest, y_);
            }
            y_ = lowest;
        }
    }

    /// A line of words in the middle of x, the next one below it.
    void add_line(double x, std::string_view line, std::string& out, double scale = 1) {
        const std::string smaller =
            scale < 1 ? fmt::format(" font-size=\"{}\"", number(size_.font * scale)) : "";
        out += fmt::format("<text x=\"{}\" y=\"{}\"{}>{}</text>\n", number(x),
                           number(y_ + size_.line_height * 0.6), smaller, escaped(line));
        y_ += size_.line_height;
    }

    /// A FEN whose board is too long for a line is smaller, down to half the size.
    void add_fen(double x, std::string_view fen, double width, std::string& out) {
        if (fen.empty()) return;
        constexpr double least = 0.5;
        constexpr double room = 0.95;  // letters of FENs are wider than those of words
        const std::size_t columns = size_.columns(width);
        const std::size_t board = std::min(fen.find(' '), fen.size());
        double scale = 1;
        if (board > columns)
            scale = std::max(least, room * static_cast<double>(columns) / static_cast<double>(board));
        const auto most = static_cast<std::size_t>(std::lround(static_cast<double>(columns) / scale));
        for (const std::string& part : wrapped_fen(fen, most)) add_line(x, part, out, scale);
    }

    /// Ends a block of words with their size and some room below.
    void add_block(std::string_view name, const std::string& lines, std::string_view anchor) {
        if (!lines.empty()) y_ += edge / 2;
        body_ += svg_group(
            name, lines,
            fmt::format("font-size=\"{}\" text-anchor=\"{}\" fill=\"{}\"", number(size_.font), anchor, ink));
    }

    /// The lines above a board.
    void add_above(const Diagram& diagram) {
        if (diagram.above.empty()) return;
        constexpr double bold = 0.85;  // fewer columns, since letters are wider
        y_ += edge;
        std::string lines;
        for (const std::string& line : diagram.above) {
            const bool first = &line == diagram.above.data();
            std::string parts;
            for (const std::string& part :
                 wrapped(line, size_.columns((width_ - 2 * edge) * (first ? bold : 1))))
                add_line(width_ / 2, part, parts);
            lines += first ? svg_group("first", parts, "font-weight=\"bold\"") : parts;
        }
        add_block("words", lines, "middle");
    }

    /// The words at the edges of a board, which ends at `y_`.
    void add_edges(const Diagram& diagram, double left, double right) {
        if (diagram.left.empty() && diagram.right.empty()) return;
        const auto text = [&](double x, std::string_view anchor, const std::string& words) {
            return fmt::format("<text x=\"{}\" y=\"{}\" text-anchor=\"{}\">{}</text>\n", number(x),
                               number(y_ + size_.line_height * 0.6), anchor, escaped(words));
        };
        const std::string lines = text(left, "start", diagram.left) + text(right, "end", diagram.right);
        y_ += size_.line_height;
        add_block("edges", lines, "middle");
    }

    /// The side to move, the caption and the FEN of a board.
    void add_words(const Diagram& diagram, double x, double width) {
        std::string lines;
        if (diagram.to_move) {
            const bool white = *diagram.to_move == Color::white;
            const double line = y_ + size_.line_height * 0.6;
            lines += fmt::format(
                "<circle class=\"mover\" cx=\"{}\" cy=\"{}\" r=\"{}\" fill=\"{}\" stroke=\"#111\" "
                "stroke-width=\"3\"/>\n<text x=\"{}\" y=\"{}\" text-anchor=\"start\">{} to move</text>\n",
                number(x - 106 * size_.scale), number(line - 9 * size_.scale), number(11 * size_.scale),
                white ? "#fff" : "#2b2b2b", number(x - 84 * size_.scale), number(line),
                name(*diagram.to_move));
            y_ += size_.line_height;
        }
        const std::size_t columns = size_.columns(width);
        for (const std::string& line : diagram.caption)
            for (const std::string& part : wrapped(line, columns)) add_line(x, part, lines);
        add_fen(x, diagram.fen, width, lines);
        add_block("words", lines, "middle");
    }

    void add_legend() {
        std::string lines;
        for (const Explained& line : legend_) {
            lines += fmt::format("<g transform=\"translate({} {}) scale({:.4f})\">\n{}</g>\n", number(edge),
                                 number(y_), size_.sample / unit, drawn(line));
            const auto parts = wrapped(line.words, size_.columns(width_ - edge - size_.behind_sample));
            double y = y_ + size_.sample / 2 + size_.font / 3;
            for (const std::string& part : parts) {
                lines += fmt::format("<text x=\"{}\" y=\"{}\">{}</text>\n", number(size_.behind_sample),
                                     number(y), escaped(part));
                y += size_.line_height;
            }
            y_ += size_.sample + 8 + size_.line_height * static_cast<double>(parts.size() - 1);
        }
        add_block("legend", lines, "start");
    }

    void add_caption() {
        std::string lines;
        for (const std::string& line : sheet_.caption)
            for (const std::string& part : wrapped(line, size_.columns(width_ - 2 * edge)))
                add_line(width_ / 2, part, lines);
        add_block("words", lines, "middle");
    }

    /// A square, or an arrow, as the legend shows it.
    std::string drawn(const Explained& line) const {
        if (line.arrow) {
            constexpr double length = 150;
            return svg_arrows({{Place{File{0}, Rank{0}}, Place{File{1}, Rank{0}}, *line.arrow, line.label}},
                              [](Place p) {
                                  return Point{p.file.index() * length - 8, unit / 2};
                              });
        }
        const SvgCell cell{line.cell, {0, 0}, id_};
        return fmt::format(
                   "<rect width=\"100\" height=\"100\" fill=\"{}\" stroke=\"{}\" stroke-width=\"3\"/>\n",
                   on_screen.light, ink) +
               cell.marks() + cell.sign() +
               svg_group("notes", cell.note(44), "font-weight=\"bold\" fill=\"#333\"");
    }

    std::string opening() const {
        std::string size;
        if (options_.square_pixels > 0) {
            const double scale = options_.square_pixels / unit;
            size = fmt::format(" width=\"{}\" height=\"{}\"", std::lround(width_ * scale),
                               std::lround(y_ * scale));
        }
        std::string title = options_.title;
        const Diagram& first = *all_.front();
        if (title.empty()) {
            title = fmt::format("Position on a board of {}×{}", first.width, first.height);
            if (first.to_move) title += fmt::format(", {} to move", name(*first.to_move));
        }
        std::string words;
        for (const Diagram* diagram : all_) {
            if (!words.empty()) words += ' ';
            if (all_.size() > 1 && !diagram->caption.empty()) words += diagram->caption.front() + ": ";
            words += in_words(*diagram);
        }
        return fmt::format(
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
            "<svg xmlns=\"http://www.w3.org/2000/svg\" xmlns:xlink=\"http://www.w3.org/1999/xlink\" "
            "version=\"1.1\"{0} viewBox=\"0 0 {1} {2}\" role=\"img\" aria-labelledby=\"{3}-title {3}-desc\" "
            "font-family=\"'DejaVu Sans', Verdana, Arial, sans-serif\">\n"
            "<title id=\"{3}-title\">{4}</title>\n<desc id=\"{3}-desc\">{5}</desc>\n"
            "<rect width=\"{1}\" height=\"{2}\" fill=\"#fff\"/>\n",
            size, number(width_), number(y_), id_, escaped(title), escaped(words));
    }

    /// Notes what the squares and the hands of a diagram need.
    static void add_drawings(const Diagram& diagram, Definitions& used) {
        for (const Cell& cell : diagram.cells) used.add(cell);
        if (!diagram.hands) return;
        for (const auto& hand : *diagram.hands)
            for (const InHand& held : hand) {
                Cell cell;
                cell.piece = held.piece;
                used.add(cell);
            }
    }

    std::string definitions() const {
        Definitions used{id_};
        for (const Diagram* diagram : all_) add_drawings(*diagram, used);
        for (const Explained& line : legend_) used.add(line.cell);
        return used.elements();
    }
};

}  // namespace

std::string svg(const Piece& piece) {
    Cell cell;
    cell.piece = piece;
    Definitions definitions{"zermelo"};
    definitions.add(cell);
    return fmt::format(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" xmlns:xlink=\"http://www.w3.org/1999/xlink\" "
        "viewBox=\"0 0 100 100\" font-family=\"sans-serif\" stroke-linejoin=\"round\" "
        "stroke-linecap=\"round\">\n{}{}</svg>\n",
        definitions.elements(), SvgCell{cell, {0, 0}, "zermelo"}.piece());
}

std::string svg(const Sheet& sheet, const SvgOptions& options) {
    assert(!sheet.large.empty() || !sheet.small.empty());
    return Page{sheet, options}.document();
}

std::string svg(const Diagram& diagram, const SvgOptions& options) {
    assert(errors(diagram).empty());
    return svg(Sheet{{diagram}, {}}, options);
}

}  // namespace zermelo::draw
