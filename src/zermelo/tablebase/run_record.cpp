// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/tablebase/run_record.hpp"

#include <cerrno>
#include <chrono>
#include <cmath>
#include <fstream>
#include <functional>
#include <map>
#include <string>
#include <system_error>
#include <utility>

#include <fcntl.h>
#include <fmt/chrono.h>
#include <fmt/format.h>
#include <unistd.h>

#include "zermelo/base/json.hpp"
#include "zermelo/base/sink.hpp"
#include "zermelo/version.hpp"

namespace zermelo::tablebase {
namespace {

using Method = SolvableTier::Method;

double in_microseconds(double seconds) { return std::round(seconds * 1e6) / 1e6; }

std::string line(const RunRecord& record) {
    Json object = json_object("tier_run");
    object["tier"] = record.tier;
    object["entry_count"] = record.entries;
    object["method"] = name(record.method);
    object["thread_count"] = record.threads;
    object["solve_seconds"] = in_microseconds(record.solve_seconds);
    object["verify_seconds"] = in_microseconds(record.verify_seconds);
    object["finished"] =
        fmt::format("{:%Y-%m-%dT%H:%M:%SZ}",
                    fmt::gmtime(std::chrono::system_clock::to_time_t(std::chrono::system_clock::now())));
    object["version"] = version();
    return json_line(object);
}

/// What was done by one method.
struct Work {
    double entries = 0;
    double seconds = 0;

    std::optional<double> rate() const {
        return seconds > 0 ? std::optional{entries / seconds} : std::nullopt;
    }
};

}  // namespace

std::string name(Method method) {
    switch (method) {
        case Method::setwise:
            return "setwise";
        case Method::in_parts:
            return "in_parts";
        case Method::entrywise:
            break;
    }
    return "entrywise";
}

Result<void> append_run_records(const std::string& path, std::span<const RunRecord> records) {
    std::string text;
    for (const RunRecord& record : records) text += line(record);
    const int descriptor = ::open(path.c_str(), O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0666);
    if (descriptor < 0)
        return failure(ErrorKind::io,
                       fmt::format("cannot write {}: {}", path, std::generic_category().message(errno)));
    auto written = DescriptorSink{descriptor, path}.write(text);
    ::close(descriptor);
    return written;
}

SolveRates measured_rates(const std::string& path) {
    std::map<std::string, Work, std::less<>> all;
    std::ifstream file{path};
    for (std::string line; std::getline(file, line);) {
        const auto object = parsed_json(line);
        if (!object) continue;
        JsonMembers members{*object};  // what is not there counts for nothing
        const auto number = [&](std::string_view key) {
            const Json& value = members.at(key);
            return value.is_number() ? value.number() : 0;
        };
        if (members.text("type") != "tier_run") continue;
        Work& work = all[std::string{members.text("method")}];
        work.entries += number("entry_count");
        work.seconds += number("solve_seconds") + number("verify_seconds");
    }
    const auto rate = [&](Method method) { return all[name(method)].rate(); };
    return {rate(Method::entrywise), rate(Method::setwise), rate(Method::in_parts)};
}

double expected_seconds(std::uint64_t entries, Method method, const SolveRates& rates) {
    constexpr double usual_entrywise = 1e6;
    constexpr double usual_setwise = 1e7;
    constexpr double usual_in_parts = 0.3e6;
    const double rate = method == Method::setwise    ? rates.setwise.value_or(usual_setwise)
                        : method == Method::in_parts ? rates.in_parts.value_or(usual_in_parts)
                                                     : rates.entrywise.value_or(usual_entrywise);
    return static_cast<double>(entries) / rate;
}

}  // namespace zermelo::tablebase
