// SPDX-License-Identifier: GPL-3.0-or-later
// Table files: probes, reading and writing, on a real table (queen, rook and knight against queen, rook and
// two knights in the queen hunt) and on entries that pack worse. Every benchmark asserts its answers.
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include <benchmark/benchmark.h>

#include "zermelo/base/random.hpp"
#include "zermelo/puzzles/queen_hunt/random.hpp"
#include "zermelo/puzzles/queen_hunt/tiers.hpp"
#include "zermelo/tablebase/file/file.hpp"
#include "zermelo/tablebase/file/write.hpp"
#include "zermelo/tablebase/tier_cache.hpp"

#include "support/table_files.hpp"

namespace {

using namespace zermelo;

enum Kind : std::int64_t { hunt_table, synthetic };

std::vector<std::vector<std::uint8_t>> make(Kind kind) {
    Random random{1};
    if (kind == synthetic)
        return {testing::typical_entries(16'000'000, random), testing::typical_entries(16'000'000, random)};
    const auto position = queen_hunt::random_position({1, 0, 1}, {1, 0, 2}, random);
    tablebase::TierCache<queen_hunt::Tiers> tables;
    return tables.table(position).value()->raw();
}

/// Entries and the file that holds them, made once a kind.
struct Sample {
    explicit Sample(Kind kind) : sides(make(kind)) {
        const auto written = testing::write_table(path, {}, sides);
        if (!written) std::abort();
    }
    std::uint64_t bytes() const { return sides[0].size() + sides[1].size(); }
    double ratio(const tablebase::file::File& file) const {
        return static_cast<double>(file.length()) / static_cast<double>(bytes());
    }

    testing::Folder folder;
    std::string path = folder / "t";
    std::vector<std::vector<std::uint8_t>> sides;

    static const Sample& of(benchmark::State& state) {
        static const Sample hunt{hunt_table};
        static const Sample other{synthetic};
        state.SetLabel(state.range(0) == hunt_table ? "hunt" : "synthetic");
        return state.range(0) == hunt_table ? hunt : other;
    }
};

/// Each probe unpacks a block: the file is in memory, its blocks are not in the cache. Entries a block and
/// level are shown; `ratio` is the file's length over the entries'.
void a_random_probe(benchmark::State& state) {
    const Sample& sample = Sample::of(state);
    const tablebase::file::Packing packing{static_cast<std::uint32_t>(state.range(1)),
                                           static_cast<int>(state.range(2))};
    const testing::Folder folder;
    if (!testing::write_table(folder / "t", {}, sample.sides, packing)) state.SkipWithError("not written");
    const auto file = tablebase::file::File::open(folder / "t");
    Random random{2};
    for (auto _ : state) {
        const auto side = static_cast<unsigned>(random.below(2));
        const std::uint64_t index = random.below(sample.sides[side].size());
        const auto byte = file->entry(side, index);
        if (!byte || *byte != sample.sides[side][index]) state.SkipWithError("wrong answers");
    }
    state.counters["ratio"] = sample.ratio(*file);
}
BENCHMARK(a_random_probe)
    ->ArgsProduct({{hunt_table, synthetic}, {512, 1024, 2048, 4096}, {6}})
    ->ArgsProduct({{hunt_table, synthetic}, {1024}, {3, 9}});

/// The same of outcomes alone. `ratio` is the file's length over that of one with distances.
void a_random_probe_of_outcomes(benchmark::State& state) {
    const Sample& sample = Sample::of(state);
    auto sides = sample.sides;
    for (auto& side : sides)
        for (auto& entry : side) entry = entry == 0 ? 0 : 2 - entry % 2;
    tablebase::file::Header header;
    header.encoding = tablebase::file::Encoding::alone;
    const testing::Folder folder;
    if (!testing::write_table(folder / "t", header, sides, {static_cast<std::uint32_t>(state.range(1))}))
        state.SkipWithError("not written");
    const auto file = tablebase::file::File::open(folder / "t");
    Random random{2};
    for (auto _ : state) {
        const auto side = static_cast<unsigned>(random.below(2));
        const std::uint64_t index = random.below(sides[side].size());
        const auto outcome = file->entry(side, index);
        if (!outcome || *outcome != sides[side][index]) state.SkipWithError("wrong answers");
    }
    state.counters["ratio"] = static_cast<double>(file->length()) /
                              static_cast<double>(tablebase::file::File::open(sample.path)->length());
}
BENCHMARK(a_random_probe_of_outcomes)
    ->ArgsProduct({{hunt_table, synthetic}, {1024, 2048, 4096, 8192, 16384, 32768}});

/// Each probe is in the block of the one before.
void a_probe_nearby(benchmark::State& state) {
    const Sample& sample = Sample::of(state);
    const auto file = tablebase::file::File::open(sample.path);
    const std::uint64_t middle = sample.sides[0].size() / 2;
    std::uint64_t index = middle;
    for (auto _ : state) {
        index = middle + (index + 7) % 1000;
        const auto byte = file->entry(0, index);
        if (!byte || *byte != sample.sides[0][index]) state.SkipWithError("wrong answers");
    }
}
BENCHMARK(a_probe_nearby)->Arg(hunt_table)->Arg(synthetic);

void open_a_table(benchmark::State& state) {
    const Sample& sample = Sample::of(state);
    for (auto _ : state)
        if (!tablebase::file::File::open(sample.path)) state.SkipWithError("wrong answers");
}
BENCHMARK(open_a_table)->Arg(hunt_table)->Arg(synthetic)->Unit(benchmark::kMicrosecond);

void read_a_side(benchmark::State& state) {
    const Sample& sample = Sample::of(state);
    const auto file = tablebase::file::File::open(sample.path);
    for (auto _ : state) {
        const auto side = file->read(0);
        if (!side || side->back() != sample.sides[0].back()) state.SkipWithError("wrong answers");
    }
    state.SetBytesProcessed(state.iterations() * static_cast<std::int64_t>(sample.sides[0].size()));
}
BENCHMARK(read_a_side)->Arg(hunt_table)->Arg(synthetic)->Unit(benchmark::kMillisecond)->UseRealTime();

void verify_a_table(benchmark::State& state) {
    const Sample& sample = Sample::of(state);
    const auto file = tablebase::file::File::open(sample.path);
    for (auto _ : state)
        if (!file->verify()) state.SkipWithError("wrong answers");
    state.SetBytesProcessed(state.iterations() * static_cast<std::int64_t>(sample.bytes()));
}
BENCHMARK(verify_a_table)->Arg(hunt_table)->Arg(synthetic)->Unit(benchmark::kMillisecond)->UseRealTime();

/// With reading again and flushing. `ratio` is the file's length over the entries'.
void write_a_table(benchmark::State& state) {
    const Sample& sample = Sample::of(state);
    const testing::Folder folder;
    for (auto _ : state)
        if (!testing::write_table(folder / "t", {}, sample.sides)) state.SkipWithError("wrong answers");
    state.SetBytesProcessed(state.iterations() * static_cast<std::int64_t>(sample.bytes()));
    state.counters["ratio"] = sample.ratio(*tablebase::file::File::open(folder / "t"));
}
BENCHMARK(write_a_table)->Arg(hunt_table)->Arg(synthetic)->Unit(benchmark::kMillisecond)->UseRealTime();

}  // namespace
