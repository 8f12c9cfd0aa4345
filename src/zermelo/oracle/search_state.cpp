// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/oracle/search_state.hpp"

#include <algorithm>
#include <memory>
#include <utility>

#include <fmt/format.h>
#include <xxhash.h>

#include "zermelo/base/json.hpp"
#include "zermelo/base/sink.hpp"
#include "zermelo/tablebase/file/little_endian.hpp"
#include "zermelo/tablebase/file/temporary_file.hpp"

namespace zermelo::oracle {

namespace {

namespace file = tablebase::file;

constexpr std::string_view magic = "zermelo state of a search\n";
constexpr std::uint32_t state_version = 1;
constexpr std::size_t checksum_bytes = 16;
constexpr std::size_t buffer_bytes = std::size_t{1} << 20;

/// The first byte of a record says what it is.
enum class Kind : std::uint8_t { end = 0, deepening = 1, guided = 2 };
constexpr std::size_t deepening_bytes = 2 + 16 + 3 * 2;
constexpr std::size_t guided_bytes = 2 + 16 + 2 * 4 + 3 * 2 + 4;

using GuidedEntry = search::ProofTable<Hash128>::Entry;

std::string checksum_of(const XXH128_hash_t& hash) {
    std::string bytes;
    file::put(bytes, hash.low64);
    file::put(bytes, hash.high64);
    return bytes;
}

Json json_of(const search::ProofFacts& facts) {
    return {{"won_in", facts.won_in}, {"not_won_in", facts.not_won_in}};
}

search::ProofFacts facts_of(JsonMembers& header, std::string_view side) {
    JsonMembers facts{header.at(side)};
    const std::uint64_t won_in = facts.number("won_in");
    const std::uint64_t not_won_in = facts.number("not_won_in");
    header.expect(facts.good() && std::max(won_in, not_won_in) <= search::never);
    return {static_cast<search::ShortPlies>(won_in), static_cast<search::ShortPlies>(not_won_in)};
}

}  // namespace

struct StateWriter::Rest {
    explicit Rest(file::TemporaryFile f) : target(std::move(f)), hash(XXH3_createState(), XXH3_freeState) {
        XXH3_128bits_reset(hash.get());
    }
    void put_out() {
        XXH3_128bits_update(hash.get(), buffer.data(), buffer.size());
        write(buffer);
        buffer.clear();
    }
    void write(std::string_view bytes) {
        if (!written) return;
        DescriptorSink sink{target.descriptor(), target.name()};
        written = sink.write(bytes);
    }

    file::TemporaryFile target;
    std::unique_ptr<XXH3_state_t, decltype(&XXH3_freeState)> hash;
    std::string buffer;
    Result<void> written;
};

StateWriter::StateWriter(std::unique_ptr<Rest> rest) : rest_(std::move(rest)) {}
StateWriter::StateWriter(StateWriter&&) noexcept = default;
StateWriter::~StateWriter() = default;

Result<StateWriter> StateWriter::create(const std::string& path, const StateOwner& owner,
                                        const StateOfSearch& state) {
    ZERMELO_TRY(auto target, file::TemporaryFile::create(path));
    StateWriter writer{std::make_unique<Rest>(std::move(target))};
    const Json header = {{"variant", owner.variant},
                         {"rules", owner.rules},
                         {"position", owner.position},
                         {"keys", owner.keys},
                         {"win", json_of(search::facts_of(state.bounds))},
                         {"loss", json_of(search::facts_of(state.bounds.of_the_other()))},
                         {"turn", state.stretch}};
    const std::string text = json_line(header);
    std::string& bytes = writer.rest_->buffer;
    bytes += magic;
    file::put(bytes, state_version);
    file::put(bytes, static_cast<std::uint32_t>(text.size()));
    bytes += text;
    return writer;
}

void StateWriter::add(const Hash128& key, search::Role role, const search::Known& known) {
    std::string& bytes = rest_->buffer;
    file::put(bytes, static_cast<std::uint8_t>(Kind::deepening));
    file::put(bytes, static_cast<std::uint8_t>(role));
    file::put(bytes, key.high);
    file::put(bytes, key.low);
    file::put(bytes, known.won_in);
    file::put(bytes, known.not_won_in);
    file::put(bytes, known.best);
    if (bytes.size() >= buffer_bytes) rest_->put_out();
}

void StateWriter::add(const GuidedEntry& entry) {
    std::string& bytes = rest_->buffer;
    file::put(bytes, static_cast<std::uint8_t>(Kind::guided));
    file::put(bytes, entry.used);
    file::put(bytes, entry.key.high);
    file::put(bytes, entry.key.low);
    file::put(bytes, entry.numbers.proof);
    file::put(bytes, entry.numbers.disproof);
    file::put(bytes, entry.facts.won_in);
    file::put(bytes, entry.facts.not_won_in);
    file::put(bytes, entry.plies);
    file::put(bytes, entry.work);
    if (bytes.size() >= buffer_bytes) rest_->put_out();
}

Result<void> StateWriter::finish() {
    file::put(rest_->buffer, static_cast<std::uint8_t>(Kind::end));
    rest_->put_out();
    rest_->write(checksum_of(XXH3_128bits_digest(rest_->hash.get())));
    ZERMELO_CHECK(rest_->written);
    return rest_->target.finish();
}

tl::unexpected<Error> StateReader::damaged(std::string_view what) const {
    return failure(ErrorKind::bad_input, fmt::format("{} is damaged: {}", source_.name(), what));
}

Result<StateReader> StateReader::open(const std::string& path, const StateOwner& owner) {
    ZERMELO_TRY(Source source, Source::open(path));
    const auto mapped = source.mapped();
    StateReader reader{std::move(source)};
    const auto refuse = [&](const std::string& why) {
        return failure(ErrorKind::bad_input, reader.source_.name() + why);
    };
    if (!mapped || mapped->substr(0, magic.size()) != magic)
        return refuse(" is no state of a search, expected one that a search has written");
    constexpr std::size_t numbers = 2 * sizeof(std::uint32_t);
    std::string_view rest = mapped->substr(magic.size());
    if (rest.size() < numbers + checksum_bytes) return reader.damaged("it is cut off");
    if (const auto version = file::get<std::uint32_t>(rest.data()); version != state_version)
        return refuse(fmt::format(" is a state of version {}, expected {}", version, state_version));
    const std::string_view summed = mapped->substr(0, mapped->size() - checksum_bytes);
    const bool right =
        mapped->substr(summed.size()) == checksum_of(XXH3_128bits(summed.data(), summed.size()));
    if (const auto loss = reader.source_.loss()) return tl::make_unexpected(*loss);
    if (!right) return reader.damaged("its check sum is not that of its bytes");

    const std::size_t length = file::get<std::uint32_t>(rest.data() + sizeof(std::uint32_t));
    rest.remove_prefix(numbers);
    rest.remove_suffix(checksum_bytes);
    const auto header = parsed_json(rest.substr(0, length));
    if (length > rest.size() || !header) return reader.damaged("its header is none");
    JsonMembers members{*header};
    const StateOwner found{members.text("variant"), members.text("rules"), members.text("position"),
                           members.text("keys")};
    game::Bounds bounds = search::bounds_of(facts_of(members, "win"));
    bounds.add(search::bounds_of(facts_of(members, "loss")).of_the_other());
    reader.state_ = {bounds, members.number("turn")};
    if (!members.good()) return reader.damaged("its header lacks something");
    if (found.variant != owner.variant)
        return refuse(fmt::format(" is of the variant {}, expected {}", found.variant, owner.variant));
    if (found.rules != owner.rules)
        return refuse(fmt::format(" is of other rules that are called {}", owner.variant));
    if (found.position != owner.position)
        return refuse(fmt::format(" is of '{}', expected '{}'", found.position, owner.position));
    if (found.keys != owner.keys) return refuse(" was written by a program that numbers positions otherwise");
    reader.records_ = rest.substr(length);
    return reader;
}

Result<void> StateReader::for_each(const std::function<void(const StateRecord&)>& f) const {
    for (std::string_view rest = records_;;) {
        ZERMELO_TRY(const auto record, take(rest));
        if (!record) return {};
        f(*record);
    }
}

/// The first of these records; nothing after the last.
Result<std::optional<StateRecord>> StateReader::take(std::string_view& records) const {
    const auto kind = records.empty() ? Kind::end : static_cast<Kind>(records.front());
    if (kind == Kind::end) {
        if (const auto loss = source_.loss()) return tl::make_unexpected(*loss);
        if (records.size() != 1) return damaged("it does not end with its last record");
        return std::nullopt;
    }
    const std::size_t size = kind == Kind::deepening ? deepening_bytes : guided_bytes;
    if (kind > Kind::guided || records.size() < size) return damaged("a record is none");
    const char* at = records.data() + 1;
    const auto take = [&]<typename T>(T& number) {
        number = file::get<T>(at);
        at += sizeof(T);
    };
    StateRecord record;
    std::uint8_t role = 0;
    take(role);
    if (role != 1 && role != 2) return damaged("a record is of no side");
    record.role = static_cast<search::Role>(role);
    take(record.key.high);
    take(record.key.low);
    if (kind == Kind::deepening) {
        search::Known& known = record.deepening.emplace();
        take(known.won_in);
        take(known.not_won_in);
        take(known.best);
    } else {
        GuidedEntry& entry = record.guided.emplace();
        entry.key = record.key;
        entry.used = role;
        take(entry.numbers.proof);
        take(entry.numbers.disproof);
        take(entry.facts.won_in);
        take(entry.facts.not_won_in);
        take(entry.plies);
        take(entry.work);
    }
    records.remove_prefix(size);
    return record;
}

}  // namespace zermelo::oracle
