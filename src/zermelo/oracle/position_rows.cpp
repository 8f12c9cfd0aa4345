// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/oracle/position_rows.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <filesystem>
#include <map>
#include <memory>
#include <mutex>
#include <system_error>
#include <tuple>
#include <utility>
#include <variant>
#include <vector>

#include <fmt/format.h>
#include <tbb/parallel_sort.h>

#include "zermelo/base/ascii.hpp"
#include "zermelo/base/by_color.hpp"
#include "zermelo/base/each_part.hpp"
#include "zermelo/engine/setup_check.hpp"
#include "zermelo/puzzles/tier_kernels.hpp"
#include "zermelo/tablebase/file/file.hpp"
#include "zermelo/tablebase/table_folder.hpp"
#include "zermelo/tablebase/tier_graph.hpp"

namespace zermelo::oracle {
namespace {

constexpr std::uint8_t nothing = 0;

/// As `read_row`.
template <typename Bits>
Result<engine::Position<Bits>> position_of_row(const engine::Game<Bits>& game,
                                               std::span<const std::uint8_t> row, Color to_move) {
    const engine::CompiledRules<Bits>& compiled = game.compiled();
    engine::Setup setup = compiled.empty_setup();
    setup.to_move = to_move;
    const unsigned wall = engine::wall_byte(compiled.letters.size());
    for (const Square square : BoardSquares{static_cast<unsigned>(row.size())}) {
        const unsigned byte = row[square.index()];
        if (byte == nothing) continue;
        const unsigned man = byte - 1U;
        const engine::Place place = compiled.place(square);
        if (compiled.rules.has_walls() && byte == wall) {
            setup.walls.set(rules::region_bit(place.file, place.rank));
            continue;
        }
        if (man / 2 >= compiled.letters.size())
            return failure(ErrorKind::bad_input,
                           fmt::format("{} on {}, expected at most {}", byte, engine::name(place),
                                       2 * compiled.letters.size() + (compiled.rules.has_walls() ? 1 : 0)));
        setup.men[rules::region_bit(place.file, place.rank)] =
            engine::Man{man % 2 == 0 ? Color::white : Color::black, compiled.letters[man / 2]};
    }
    auto position = game.position(setup);
    if (!position) return failure(ErrorKind::bad_input, engine::words(position.error(), game.rules()));
    return *std::move(position);
}

/// Makes positions of rows. What is sure to be one is taken at once; the engine's own check looks at all the
/// rest, and says what is wrong.
template <typename Bits>
class RowReader {
  public:
    using Game = engine::Game<Bits>;
    using Position = engine::Position<Bits>;

    /// `start`: the game, at its start.
    explicit RowReader(const engine::GameAt<Bits>& start) : game_(start.game) {
        const engine::CompiledRules<Bits>& compiled = game_.compiled();
        plain_ = !compiled.rules.extinction_pseudo_royal && compiled.rules.checking;
        for (const Color color : both_colors) {
            royals_[color] = game_.royals(start.position, color).size();
            for (const rules::PieceKind kind : compiled.kinds()) {
                const auto& piece = compiled.piece_moves(color, kind);
                allowed_[color].push_back(
                    piece.promotes ? piece.allowed & ~compiled.sides[color].promotion_region : piece.allowed);
            }
        }
    }

    /// Errors: as `read_row`; a side to move that is none.
    Result<Position> read(std::span<const std::uint8_t> row, unsigned to_move) const {
        ZERMELO_TRY(const Color color, row_side(to_move));
        if (plain_) {
            Position p;
            if (put(p, row, color) && game_.royals(p, Color::white).size() == royals_[Color::white] &&
                game_.royals(p, Color::black).size() == royals_[Color::black] && game_.guards_its_own(p))
                return p;
        }
        return position_of_row(game_, row, color);
    }

  private:
    /// False where a man may be out of place.
    bool put(Position& p, std::span<const std::uint8_t> row, Color to_move) const {
        engine::UncheckedEditor<Bits> board{p};
        board.to_move(to_move);
        for (const Square square : BoardSquares{static_cast<unsigned>(row.size())}) {
            if (row[square.index()] == nothing) continue;
            const unsigned man = row[square.index()] - 1U;
            const auto& allowed = allowed_[man % 2 == 0 ? Color::white : Color::black];
            if (man / 2 >= allowed.size() || !allowed[man / 2].contains(square)) return false;
            board.put(square, man % 2 == 0 ? Color::white : Color::black, rules::PieceKind{man / 2});
        }
        return true;
    }

    Game game_;
    bool plain_ = false;
    ByColor<std::size_t> royals_{};
    ByColor<std::vector<SquareSet<Bits>>> allowed_;  // by side and kind: surely no violation
};

/// A row whose value stands in a table.
struct Entry {
    std::uint32_t tier = 0;
    std::uint32_t table = 0;
    std::uint64_t index = 0;
    std::size_t row = 0;
    friend bool operator<(const Entry& a, const Entry& b) {
        return std::tie(a.tier, a.table, a.index) < std::tie(b.tier, b.table, b.index);
    }
};

using SharedFile = std::shared_ptr<const tablebase::file::File>;

/// The files of tiers as they were opened; one that was written anew is another one.
class KeptFiles {
  public:
    explicit KeptFiles(tablebase::TableFolder folder) : folder_(std::move(folder)) {}

    /// Nothing where there is no file. Errors: as `TableFolder::open`.
    Result<SharedFile> of(std::uint32_t tier, const std::string& name) const {
        std::error_code missing;
        const auto written = std::filesystem::last_write_time(folder_.path(name), missing);
        if (missing) return nullptr;
        {
            const std::lock_guard lock{mutex_};
            const auto kept = kept_.find(tier);
            if (kept != kept_.end() && kept->second.written == written) return kept->second.file;
        }
        ZERMELO_TRY(tablebase::file::File opened, folder_.open(name));
        auto file = std::make_shared<const tablebase::file::File>(std::move(opened));
        const std::lock_guard lock{mutex_};
        kept_[tier] = {written, file};
        return file;
    }

  private:
    struct One {
        std::filesystem::file_time_type written;
        SharedFile file;
    };
    tablebase::TableFolder folder_;
    mutable std::mutex mutex_;
    mutable std::map<std::uint32_t, One> kept_;
};

}  // namespace

class RowTables::Kept {
  public:
    Kept() = default;
    Kept(const Kept&) = delete;
    Kept& operator=(const Kept&) = delete;
    virtual ~Kept() = default;
    virtual bool serves(const engine::AnyGameAt& start) const = 0;
    virtual Result<void> values(const PositionRows& rows, const RowValues& values,
                                const std::stop_token& stop) const = 0;
};

namespace {

/// What the rows of one game need, whichever they are.
template <typename Bits>
struct RowsOf : RowTables::Kept {
    RowsOf(tablebase::TableFolder folder, const engine::GameAt<Bits>& start)
        : game(start.game),
          graph(tablebase::tier_graph(start.game, puzzles::tier_kernels())),
          reader(start),
          files(std::move(folder)) {}

    bool serves(const engine::AnyGameAt& start) const override {
        const auto* const at = std::get_if<engine::GameAt<Bits>>(&start);
        return at != nullptr && &at->game.compiled() == &game.compiled();
    }
    Result<void> values(const PositionRows& rows, const RowValues& values,
                        const std::stop_token& stop) const override;

    engine::Game<Bits> game;
    std::unique_ptr<const tablebase::ProbedTierGraph<Bits>> graph;
    RowReader<Bits> reader;
    KeptFiles files;
};

/// The lookup of many rows: each is read and located, and then the tables are read in their own order.
template <typename Bits>
class RowLookup {
  public:
    RowLookup(const RowsOf<Bits>& kept, const PositionRows& rows, const RowValues& values,
              const std::stop_token& stop)
        : kept_(kept), rows_(rows), values_(values), stop_(stop), squares_(kept.game.compiled().squares) {}

    Result<void> run() {
        constexpr std::size_t at_once = std::size_t{1} << 21U;
        for (std::size_t first = 0; first < rows_.to_move.size(); first += at_once) {
            const std::size_t end = std::min(first + at_once, rows_.to_move.size());
            locate(first, end);
            if (error_) return result();
            if (stop_.stop_requested()) return stopped();
            if (entries_.size() > RowTables::few)
                tbb::parallel_sort(entries_.begin(), entries_.end());
            else
                std::sort(entries_.begin(), entries_.end());
            open_files();
            if (!error_) look_up();
            if (error_) return tl::make_unexpected(*error_);
        }
        if (stop_.stop_requested()) return stopped();
        return {};
    }

  private:
    /// As the function of base/, without a look at other threads where they are not worth it.
    template <typename Work>
    void each_piece(std::size_t size, const Work& work) {
        if (size > RowTables::few)
            each_part(size, RowTables::few, stop_, work);
        else
            work(0, size);
    }

    void locate(std::size_t first, std::size_t end) {
        entries_.clear();
        bad_row_ = end;
        each_piece(end - first, [&](std::size_t begin, std::size_t behind) {
            std::vector<Entry> found;
            for (std::size_t row = first + begin; row < std::min(first + behind, bad_row_.load()); ++row) {
                const auto good = locate(row, found);
                if (!values_.are_positions.empty()) values_.are_positions[row] = good ? 1 : 0;
                if (good) continue;
                if (values_.are_positions.empty())
                    note(row, good.error());
                else
                    write(row, std::nullopt);
            }
            const std::lock_guard lock{mutex_};
            entries_.insert(entries_.end(), found.begin(), found.end());
        });
    }

    /// Writes the value that is known without a table, or notes where it stands.
    Result<void> locate(std::size_t row, std::vector<Entry>& found) {
        ZERMELO_TRY(const auto position,
                    kept_.reader.read(rows_.men.subspan(row * squares_, squares_), rows_.to_move[row]));
        if (const auto outcome = kept_.game.end(position)) {
            write(row, game::ended(*outcome));
            return {};
        }
        const auto at = kept_.graph->locate(position);
        if (!at || !*at) {  // nothing that a table holds
            write(row, std::nullopt);
        } else if ((*at)->number) {
            write(row, kept_.graph->encoding().value(*(*at)->number));
        } else {
            found.push_back({(*at)->tier.number(), (*at)->slot.table, (*at)->slot.index, row});
        }
        return {};
    }

    void note(std::size_t row, const Error& error) {
        const std::lock_guard lock{mutex_};
        if (row >= bad_row_) return;
        bad_row_ = row;
        error_ = error;
    }

    Result<void> result() {
        error_->message = fmt::format("row {}: {}", bad_row_.load(), error_->message);
        return tl::make_unexpected(*error_);
    }

    /// The files of the tiers that the entries are of; nothing where there is none.
    void open_files() {
        files_.clear();
        for (const Entry& entry : entries_) {
            if (!files_.empty() && files_.rbegin()->first == entry.tier) continue;
            auto file = kept_.files.of(entry.tier, kept_.graph->name(tablebase::TierIndex{entry.tier}));
            if (!file) {
                error_ = file.error();
                return;
            }
            files_[entry.tier] = *std::move(file);
        }
    }

    void look_up() {
        each_piece(entries_.size(), [&](std::size_t begin, std::size_t end) {
            for (std::size_t i = begin; i < end; ++i) {
                const Entry& entry = entries_[i];
                const auto& file = files_.find(entry.tier)->second;
                if (!file) {
                    write(entry.row, std::nullopt);
                    continue;
                }
                const auto number = file->entry(entry.table, entry.index);
                if (!number) {
                    const std::lock_guard lock{mutex_};
                    error_ = number.error();
                    return;
                }
                write(entry.row, tablebase::encoding_of(*file, kept_.graph->encoding()).value(*number));
            }
        });
    }

    void write(std::size_t row, const std::optional<game::Value>& value) {
        write_value(value, values_.outcomes[row], values_.plies[row]);
    }

    const RowsOf<Bits>& kept_;
    PositionRows rows_;
    RowValues values_;
    std::stop_token stop_;
    std::size_t squares_;
    std::vector<Entry> entries_;
    std::map<std::uint32_t, SharedFile> files_;
    std::mutex mutex_;  // for the entries while they are found, and for the errors
    std::atomic<std::size_t> bad_row_ = 0;
    std::optional<Error> error_;
};

template <typename Bits>
Result<void> RowsOf<Bits>::values(const PositionRows& rows, const RowValues& values,
                                  const std::stop_token& stop) const {
    return RowLookup<Bits>{*this, rows, values, stop}.run();
}

}  // namespace

Result<void> check_rows(const rules::Rules& rules) {
    const auto refused = [&](std::string_view what) {
        return failure(ErrorKind::bad_input,
                       fmt::format("rows do not tell {}, which positions of {} hold", what, rules.name));
    };
    if (rules.has_hands()) return refused("men in hand");
    if (rules.check_counting) return refused("how many checks are left");
    if (rules.keeps_former_kinds()) return refused("what a man was before it turned");
    return {};
}

std::string row_symbols(const rules::Rules& rules) {
    std::string symbols = ".";
    for (const rules::Kind& kind : rules.kinds) {
        symbols += kind.letter;
        symbols += lower(kind.letter);
    }
    if (rules.has_walls()) symbols += '*';
    return symbols;
}

Result<Color> row_side(unsigned to_move) {
    if (to_move <= 1) return to_move == 0 ? Color::white : Color::black;
    return failure(ErrorKind::bad_input,
                   fmt::format("side to move {}, expected 0 for White or 1 for Black", to_move));
}

std::int8_t outcome_number(game::Outcome outcome) {
    return static_cast<std::int8_t>(static_cast<int>(outcome) - static_cast<int>(game::Outcome::draw));
}

void write_value(const std::optional<game::Value>& value, std::int8_t& outcome, std::int16_t& plies) {
    outcome = value ? outcome_number(value->outcome) : unknown_outcome;
    plies = no_plies;
    if (value && value->distance) plies = static_cast<std::int16_t>(value->distance->count());
}

Result<engine::AnyGameAt> read_row(const engine::AnyGameAt& start, std::span<const std::uint8_t> row,
                                   Color to_move) {
    return std::visit(
        [&]<typename Bits>(const engine::GameAt<Bits>& at) -> Result<engine::AnyGameAt> {
            ZERMELO_CHECK(check_rows(at.game.rules()));
            ZERMELO_TRY(auto position, position_of_row(at.game, row, to_move));
            return engine::GameAt<Bits>{at.game, std::move(position)};
        },
        start);
}

Result<RowTables> RowTables::of(const std::string& folder, const engine::AnyGameAt& start) {
    return std::visit(
        [&]<typename Bits>(const engine::GameAt<Bits>& at) -> Result<RowTables> {
            ZERMELO_CHECK(check_rows(at.game.rules()));
            ZERMELO_TRY(auto tables, tablebase::TableFolder::of(folder, at.game.rules()));
            return RowTables{std::make_shared<const RowsOf<Bits>>(std::move(tables), at)};
        },
        start);
}

bool RowTables::serves(const engine::AnyGameAt& start) const { return kept_->serves(start); }

Result<void> RowTables::values(const PositionRows& rows, const RowValues& values,
                               const std::stop_token& stop) const {
    return kept_->values(rows, values, stop);
}

}  // namespace zermelo::oracle
