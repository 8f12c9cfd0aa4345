// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/oracle/open_tables.hpp"

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <system_error>
#include <utility>

#include "zermelo/puzzles/tier_kernels.hpp"

namespace zermelo::oracle {

namespace {

/// Whether a game has the squares of its variant's start, as tables do.
template <typename Bits>
bool is_at_home(const engine::Game<Bits>& game) {
    const auto start = engine::parse_fen(game.rules().start_fen, game.rules());
    return start && start->holes == game.compiled().holes && start->barred == game.compiled().barred;
}

/// The path of tables that were made.
const std::string in_memory;

std::string path_in(const std::string& folder, const rules::Rules& rules) {
    return folder + "/" + rules.name;
}

/// The tables of a variant, if there are any of these very rules.
std::optional<tablebase::TableFolder> folder_in(const std::string& name, const rules::Rules& rules) {
    // Asked for every move of a position that no table has: what a folder's rules hash to is not worked out
    // before there is such a folder.
    std::error_code error;
    if (!std::filesystem::is_directory(path_in(name, rules), error)) return std::nullopt;
    auto folder = tablebase::TableFolder::existing(name, rules);
    if (!folder) return std::nullopt;
    for (const std::string& tier : folder->tiers()) {
        const auto file = tablebase::file::File::open(folder->path(tier), {});
        if (!file)
            continue;  // damaged, as who asks for it is told: another one tells of which rules they are
        if (!folder->expect(*file, tier)) return std::nullopt;
        break;
    }
    return *std::move(folder);
}

}  // namespace

std::vector<OpenTables::Folder> OpenTables::folders_of(const rules::Rules& rules) const {
    std::vector<Folder> folders;
    for (const std::string& name : folders_)
        if (const auto folder = folder_in(name, rules)) folders.push_back({name, folder->tiers()});
    return folders;
}

std::optional<tablebase::TableFolder> OpenTables::folder_of(const rules::Rules& rules) const {
    for (const std::string& name : folders_)
        if (auto folder = folder_in(name, rules)) return folder;
    return std::nullopt;
}

template <typename Bits>
void OpenTables::keep(ProberPointer<Bits> made) {
    drop_made();
    give_back<Bits>(std::move(made));
}

void OpenTables::drop_made() {
    const std::lock_guard lock{mutex_};
    std::get<0>(idle_).erase(in_memory);
    std::get<1>(idle_).erase(in_memory);
}

void OpenTables::close_unused() {
    const std::lock_guard lock{mutex_};
    const auto close = [](auto& idle) {
        for (auto one = idle.begin(); one != idle.end();) {
            const bool stays = one->first == in_memory || std::exchange(one->second.was_asked, false);
            one = stays ? std::next(one) : idle.erase(one);
        }
    };
    close(std::get<0>(idle_));
    close(std::get<1>(idle_));
}

template <typename Bits>
auto OpenTables::idle(const std::string& path, const engine::Game<Bits>& game) -> ProberPointer<Bits> {
    const std::lock_guard lock{mutex_};
    auto& all = std::get<Idle<Bits>>(idle_);
    const auto [begin, end] = all.equal_range(path);
    const auto found = std::find_if(begin, end, [&](const auto& one) {
        return &one.second.prober->game().compiled() == &game.compiled();
    });
    return found != end ? std::move(all.extract(found).mapped().prober) : nullptr;
}

template <typename Bits>
auto OpenTables::take(const engine::GameAt<Bits>& at, Serves<Bits> serves, std::size_t& from)
    -> ProberPointer<Bits> {
    const rules::Rules& rules = at.game.rules();
    if (!folders_.empty() && !is_at_home(at.game)) return nullptr;
    while (from <= folders_.size()) {
        const bool made = from == folders_.size();
        const std::size_t number = from++;
        ProberPointer<Bits> prober = idle(made ? in_memory : path_in(folders_[number], rules), at.game);
        if (!prober && made) break;
        if (!prober) {
            const auto folder = folder_in(folders_[number], rules);
            if (!folder) continue;
            prober = puzzles::make_prober(at.game, *folder);
        }
        if (((*prober).*serves)(at.position)) return prober;
        give_back<Bits>(std::move(prober));
    }
    return nullptr;
}

template <typename Bits>
void OpenTables::give_back(ProberPointer<Bits> prober) {
    std::string path = prober->has_folder() ? prober->folder().path() : in_memory;
    const std::lock_guard lock{mutex_};
    auto& idle = std::get<Idle<Bits>>(idle_);
    if (idle.size() >= max_idle) idle.clear();  // most of it is of games that nobody has any more
    idle.emplace(std::move(path), Rested<Bits>{std::move(prober)});
}

template <typename Bits>
Result<std::optional<game::Value>> OpenTables::value(const engine::GameAt<Bits>& at) {
    if (const auto outcome = at.game.end(at.position)) return game::ended(*outcome);
    const auto ask = [&](tablebase::Prober<Bits>& prober) { return prober.value(at.position); };
    return first(at, ask, &tablebase::Prober<Bits>::knows);
}

template <typename Bits>
Result<std::optional<std::vector<engine::Move>>> OpenTables::line(const engine::GameAt<Bits>& at) {
    const auto ask = [&](tablebase::Prober<Bits>& prober) { return prober.line(at.position); };
    ZERMELO_TRY(auto line, first(at, ask, &tablebase::Prober<Bits>::knows));
    return line ? *std::move(line) : std::nullopt;
}

Result<std::optional<game::Value>> OpenTables::value(const engine::AnyGameAt& at) {
    return std::visit([&](const auto& one) { return value(one); }, at);
}

Result<std::optional<std::vector<engine::Move>>> OpenTables::line(const engine::AnyGameAt& at) {
    return std::visit([&](const auto& one) { return line(one); }, at);
}

template Result<std::optional<std::vector<engine::Move>>> OpenTables::line(
    const engine::GameAt<std::uint64_t>&);
template Result<std::optional<std::vector<engine::Move>>> OpenTables::line(const engine::GameAt<Bits256>&);
template Result<std::optional<game::Value>> OpenTables::value(const engine::GameAt<std::uint64_t>&);
template Result<std::optional<game::Value>> OpenTables::value(const engine::GameAt<Bits256>&);
template void OpenTables::keep(ProberPointer<std::uint64_t>);
template void OpenTables::keep(ProberPointer<Bits256>);
template auto OpenTables::take(const engine::GameAt<std::uint64_t>&, Serves<std::uint64_t>, std::size_t&)
    -> ProberPointer<std::uint64_t>;
template auto OpenTables::take(const engine::GameAt<Bits256>&, Serves<Bits256>, std::size_t&)
    -> ProberPointer<Bits256>;
template void OpenTables::give_back(ProberPointer<std::uint64_t>);
template void OpenTables::give_back(ProberPointer<Bits256>);

}  // namespace zermelo::oracle
