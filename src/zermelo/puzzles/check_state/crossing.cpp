// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/puzzles/check_state/crossing.hpp"

#include <algorithm>
#include <optional>
#include <vector>

#include "zermelo/base/in_turn.hpp"
#include "zermelo/puzzles/check_state/contested.hpp"
#include "zermelo/puzzles/check_state/crossing_filter.hpp"
#include "zermelo/puzzles/check_state/crossing_slots.hpp"
#include "zermelo/puzzles/check_state/square_hash.hpp"

namespace zermelo::check_state {

namespace {

constexpr std::size_t slots_a_piece = 2;
constexpr std::size_t slots_a_piece_in_zones = 4;  // one zone's filter at a time is made, in a cache
constexpr std::size_t least_slots = 1024;
// Each part has a filter of its own until they are merged: at most this many slots a piece in all.
constexpr std::size_t most_slots_a_piece = 6;

/// Counts family after family. One whose crossings are told by a piece's column (or row) alone is counted in
/// zones of columns, each with a filter so small that it stays in a cache; any other with one filter for all,
/// which several threads fill each for themselves and merge.
template <typename Packing, bool Diagonal>
class CrossingCount {
  public:
    using Frame = CheckFrame<Diagonal>;
    using Place = Placer<Packing, Diagonal>;

    CrossingCount(const PieceList& list, const Frame& frame, std::span<const Spot> pinned,
                  CrossingSlots wanted, Isa isa)
        : list_(list), frame_(frame), pinned_(pinned), wanted_(wanted), isa_(isa), pieces_(list.size()) {}

    Rescues run() {
        const unsigned codes = list_.codes();
        bool first = true;
        const auto family = [&]<unsigned Family>() {
            // What nobody can move along does not matter; but one pass is needed for what is close.
            if ((codes & frame_.sliders(Family)) == 0) return;
            count_family<Family>(first);
            first = false;
        };
        family.template operator()<0>();
        family.template operator()<1>();
        family.template operator()<2>();
        if (first) count_family<0>(true);
        if (frame_.captures_from_beyond(close_)) ++close_.rescues.captures;
        return {close_.rescues.captures + tally_.captures,
                close_.rescues.interpositions + tally_.interpositions};
    }

  private:
    using Close = typename Frame::Close;
    /// What one thread works with at a time.
    struct Work {
        CrossingFilter<Packing, Diagonal> filter;
        std::vector<std::uint32_t> table;
        Close close;
        Tally tally;
    };

    template <unsigned Family>
    void count_family(bool with_close) {
        const auto terms = frame_.axis_terms(Family);
        const Axis axis = terms && terms->x == 0 ? Axis::row : Axis::column;
        if (terms && list_.tiles().along(axis).count() > 1)
            count_in_zones<Family>(zone_map(axis, *terms), axis, with_close);
        else
            count_at_once<Family>(with_close);
        for (Work& work : work_) {
            close_.add(work.close);
            tally_.add(work.tally);
            work.close = {};
            work.tally = {};
        }
    }

    bool is_direct(std::size_t enough) const {
        return wanted_.kind == CrossingSlots::Kind::direct ||
               (wanted_.kind == CrossingSlots::Kind::automatic &&
                static_cast<std::uint64_t>(frame_.length()) < enough);
    }
    static std::uint32_t enough_slots(std::size_t wanted) {
        return static_cast<std::uint32_t>(std::clamp(wanted, least_slots, std::size_t{0xFFFF'0000U}));
    }
    SlotMap slot_map(std::uint32_t direct, std::uint32_t hashed) const {
        SlotMap map;
        map.direct = is_direct(enough_slots(slots_a_piece * pieces_));
        map.slots = map.direct ? direct : wanted_.count != 0 ? wanted_.count : hashed;
        map.multiplier = SquareHash()(1, 2) | 1;
        return map;
    }
    /// Without zones.
    SlotMap whole_map() const {
        return slot_map(static_cast<std::uint32_t>(frame_.length()) + 1,
                        enough_slots(slots_a_piece * pieces_));
    }
    /// For the zones of an axis; whose is still to be set.
    SlotMap zone_map(Axis axis, const typename Frame::Terms& terms) const {
        const Zones& zones = list_.tiles().along(axis);
        SlotMap line;
        line.origin = axis == Axis::column ? frame_.king_x() : frame_.king_y();
        line.backward = terms.x + terms.y < 0;
        const std::uint64_t one_end = zones.number(line.column(1));
        const std::uint64_t other_end = zones.number(line.column(frame_.length()));
        const std::uint64_t first = std::min(one_end, other_end);
        const std::uint64_t last = std::max(one_end, other_end);
        SlotMap map = slot_map(static_cast<std::uint32_t>(last - first) + 1,
                               enough_slots(slots_a_piece_in_zones * pieces_ / zones.count()));
        map.origin = line.origin;
        map.backward = line.backward;
        map.first = static_cast<std::uint32_t>(first);
        map.zones = zones;
        return map;
    }

    template <typename Task>
    static void in_parts(unsigned parts, Task&& task) {
        take_in_turn(parts, parts, [&](unsigned, unsigned part) { task(part); });
    }
    void make_work(unsigned parts) {
        if (work_.size() < parts) work_.resize(parts);
        if (gathered_.size() < parts) gathered_.resize(parts);
    }
    template <unsigned Family>
    void add(const Place& placer, const Run& run, Work& work, bool with_close) const {
        if (work.filter.template add<Family>(placer, run) && with_close) [[unlikely]]
            take_close(run, work.close);
    }
    void take_close(const Run& run, Close& close) const {
        for (std::size_t k = 0; k < run.count; ++k) {
            const Spot spot = Packing::read(run.words + k * Packing::words);
            if (frame_.place(spot).near_line()) frame_.take_close(spot, pinned_, close);
        }
    }

    template <unsigned Family>
    void count_in_zones(const SlotMap& map, Axis axis, bool with_close) {
        const unsigned parts = std::min(list_.threads(), map.zones.count());
        make_work(parts);
        take_in_turn(parts, map.zones.count(), [&](unsigned part, unsigned zone) {
            SlotMap mine = map;
            mine.zone = zone;
            count_zone<Family>(Place(frame_, mine, isa_), axis, work_[part], gathered_[part], with_close);
        });
    }
    template <unsigned Family>
    void count_zone(const Place& placer, Axis axis, Work& work, Gathered<Packing>& gathered,
                    bool with_close) const {
        const auto for_each_run = [&](auto&& visit) { list_.for_each_run(axis, placer.map().zone, visit); };
        work.filter.begin(placer);
        for_each_run([&](const Run& run) { add<Family>(placer, run, work, with_close); });
        if (!work.filter.template count_single<Family>(placer, pinned_, work.tally)) return;
        std::size_t pieces = 0;
        for_each_run([&](const Run& run) { pieces += run.count; });
        gathered.begin(pieces);
        for_each_run(
            [&](const Run& run) { work.filter.template gather<Family>(placer, pinned_, run, gathered); });
        work.tally.add(settle<Packing>(std::span(&gathered, 1), frame_.length(), placer.map().multiplier, 0,
                                       1, work.table));
    }

    template <unsigned Family>
    void count_at_once(bool with_close) {
        const Place placer(frame_, whole_map(), isa_);
        const std::size_t slots = placer.map().size();
        const std::size_t room = std::max<std::size_t>(1, most_slots_a_piece * pieces_ / placer.map().slots);
        const auto parts = static_cast<unsigned>(
            std::min({std::size_t{list_.threads()}, room, std::size_t{list_.buckets()}}));
        make_work(parts);
        const auto for_each_run = [&](unsigned part, auto&& visit) {
            const unsigned buckets = list_.buckets();
            for (unsigned b = buckets * part / parts; b < buckets * (part + 1) / parts; ++b)
                list_.for_each_run(b, visit);
        };
        in_parts(parts, [&](unsigned part) {
            work_[part].filter.begin(placer);
            for_each_run(part, [&](const Run& run) { add<Family>(placer, run, work_[part], with_close); });
        });
        auto& filter = work_[0].filter;
        in_parts(parts, [&](unsigned share) {
            for (unsigned part = 1; part < parts; ++part)
                filter.merge(work_[part].filter, slots * share / parts, slots * (share + 1) / parts);
        });
        for (unsigned part = 1; part < parts; ++part) work_[part].filter.give_back();
        if (!filter.template count_single<Family>(placer, pinned_, tally_)) return;
        in_parts(parts, [&](unsigned part) {
            std::size_t pieces = 0;
            for_each_run(part, [&](const Run& run) { pieces += run.count; });
            gathered_[part].begin(pieces);
            for_each_run(part, [&](const Run& run) {
                filter.template gather<Family>(placer, pinned_, run, gathered_[part]);
            });
        });
        in_parts(parts, [&](unsigned part) {
            work_[part].tally.add(settle<Packing>(std::span(gathered_.data(), parts), frame_.length(),
                                                  placer.map().multiplier, part, parts, work_[part].table));
        });
    }

    const PieceList& list_;
    Frame frame_;
    std::span<const Spot> pinned_;
    CrossingSlots wanted_;
    Isa isa_;
    std::size_t pieces_;
    std::vector<Work> work_;
    std::vector<Gathered<Packing>> gathered_;
    Close close_;
    Tally tally_;
};

template <bool Diagonal>
Rescues count(const PieceList& list, const CheckLine& line, Color own, std::span<const Spot> pinned,
              CrossingSlots slots, Isa isa) {
    const CheckFrame<Diagonal> frame(line, own);
    if (list.wide()) return CrossingCount<Wide, Diagonal>(list, frame, pinned, slots, isa).run();
    return CrossingCount<Narrow, Diagonal>(list, frame, pinned, slots, isa).run();
}

}  // namespace

Rescues count_crossings(const PieceList& list, const CheckLine& line, Color own, std::span<const Spot> pinned,
                        CrossingSlots slots, Isa isa) {
    return line.step.diagonal() ? count<true>(list, line, own, pinned, slots, isa)
                                : count<false>(list, line, own, pinned, slots, isa);
}

}  // namespace zermelo::check_state
