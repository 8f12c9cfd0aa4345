// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "zermelo/base/result.hpp"
#include "zermelo/base/sink.hpp"

/// A proof that can be checked without searching, as data and as text. `docs/certificates.md` has the format.
namespace zermelo::certificate {

/// Who is to move: the attacker, of whose win there is a proof or of whose lack of one, or the other side.
enum class Side : std::uint8_t { attacker, defender };

struct Edge {
    std::string move;
    std::size_t node = 0;  ///< the number of the node that it leads to
    friend bool operator==(const Edge&, const Edge&) = default;
};

/// A position of a strategy: one move of the side whose strategy it is, every move of the other side, none
/// where the game is over. A win is the attacker's strategy, and without cycles; no win is the defender's,
/// which holds for ever.
struct Node {
    Side to_move = Side::attacker;
    /// The number of plies until the game is won, if the defender delays as long as this strategy allows; 0
    /// in a certificate of no win.
    std::uint64_t plies = 0;
    std::string position;
    std::vector<Edge> edges;
    friend bool operator==(const Node&, const Node&) = default;
};

/// What a certificate says before its nodes; who is to move in the first tells whose win it is about. Texts
/// hold no line breaks, moves no spaces, positions no '|'.
struct Header {
    std::string variant;
    std::string rules;     ///< the hash of the rules
    std::string position;  ///< that of node 0
    /// The number of plies within which the attacker wins, those of node 0; nothing: it has no win of any
    /// length.
    std::optional<std::uint64_t> plies;
    std::uint64_t nodes = 0;  ///< how many follow
    friend bool operator==(const Header&, const Header&) = default;
};

/// How every certificate begins; the version follows.
inline constexpr std::string_view beginning = "zermelo certificate ";
inline constexpr std::string_view first_line_of_win = "zermelo certificate 1";
inline constexpr std::string_view first_line_of_no_win = "zermelo certificate 2";
inline constexpr std::size_t header_lines = 6;
/// The greatest number of digits that a number in the text has.
inline constexpr std::size_t max_digits = 9;
inline constexpr std::uint64_t max_bytes = std::uint64_t{1} << 32U;
inline constexpr std::size_t max_bytes_of_line = std::size_t{1} << 24U;

/// Writes the text of a certificate, node by node. Nothing of what it is given is checked.
class Writer {
  public:
    explicit Writer(Sink& sink, std::uint64_t most = max_bytes) : sink_(sink), max_(most) {}
    /// Errors of all three: the sink's; the text has more than `most` bytes (bad_usage).
    Result<void> header(const Header& header);
    Result<void> node(const Node& node);
    /// There are no more.
    Result<void> finish();

  private:
    Sink& sink_;
    std::uint64_t max_;
    bool of_win_ = false;
    std::uint64_t written_ = 0;
    std::string text_;  ///< that was not handed on yet
};

/// Reads the text of a certificate in pieces, as they come, and hands on what they say. It only reads:
/// whether it proves anything is for `Checker` to say. It keeps a line at a time, whatever the header says.
/// After the last node of a certificate of no win another may begin, with a header of its own.
///
/// Errors (bad_input, with the line): anything that `Writer` would not have written in this way, byte by
/// byte; a line of more than 16 MiB, a text of more than `most` bytes; what it calls returns. After one it
/// reads no more.
class Reader : public Sink {
  public:
    using OnHeader = std::function<Result<void>(const Header&)>;
    using OnNode = std::function<Result<void>(const Node&)>;
    Reader(OnHeader on_header, OnNode on_node, std::uint64_t most = max_bytes)
        : on_header_(std::move(on_header)), on_node_(std::move(on_node)), max_(most) {}

    Result<void> write(std::string_view bytes) override;
    /// What was written is all. Errors: there is less than a certificate.
    Result<void> finish() const;

  private:
    bool is_whole() const { return number_ > before_ + header_lines + header_.nodes; }
    Result<void> line(std::string_view line);
    Result<void> node(std::string_view line);
    Result<std::string_view> field(std::string_view line, std::string_view word) const;
    Result<std::uint64_t> count(std::string_view line, std::string_view word) const;
    tl::unexpected<Error> wrong(std::string message) const;

    OnHeader on_header_;
    OnNode on_node_;
    std::uint64_t max_;
    std::uint64_t read_ = 0;
    std::uint64_t number_ = 1;  ///< the number of the line that comes
    std::uint64_t before_ = 0;  ///< the number of lines before the certificate that is read
    std::string begun_;         ///< that line as far as it came
    Header header_;
    bool of_win_ = true;
    Node node_;
};

}  // namespace zermelo::certificate
