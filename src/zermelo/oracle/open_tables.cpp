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
    give_back<Bits>(std::move(made), in_memory());
}

void OpenTables::drop_made() {
    const std::lock_guard lock{mutex_};
    const auto is_made = [&](const auto& one) { return one.tables == in_memory(); };
    std::apply([&](auto&... idle) { (std::erase_if(idle, is_made), ...); }, idle_);
}

void OpenTables::close_unused() {
    const std::lock_guard lock{mutex_};
    const auto is_unused = [&](auto& one) {
        return one.tables != in_memory() && !std::exchange(one.was_asked, false);
    };
    const auto close = [&](auto& idle) {
        idle.erase(std::remove_if(idle.begin(), idle.end(), is_unused), idle.end());
    };
    std::apply([&](auto&... idle) { (close(idle), ...); }, idle_);
}

template <typename Bits>
auto OpenTables::idle(std::size_t tables, const engine::Game<Bits>& game) -> ProberPointer<Bits> {
    const std::lock_guard lock{mutex_};
    auto& all = std::get<Idle<Bits>>(idle_);
    const auto found = std::find_if(all.rbegin(), all.rend(), [&](const auto& one) {
        return one.tables == tables && &one.prober->game().compiled() == &game.compiled();
    });
    if (found == all.rend()) return nullptr;
    ProberPointer<Bits> prober = std::move(found->prober);
    all.erase(std::next(found).base());
    return prober;
}

template <typename Bits>
auto OpenTables::take(const engine::GameAt<Bits>& at, Serves<Bits> serves, std::size_t& from)
    -> ProberPointer<Bits> {
    while (from <= in_memory()) {
        const std::size_t number = from++;
        ProberPointer<Bits> prober = idle(number, at.game);
        if (!prober && number == in_memory()) break;
        if (!prober) {
            if (!is_at_home(at.game)) continue;
            const auto folder = folder_in(folders_[number], at.game.rules());
            if (!folder) continue;
            prober = puzzles::make_prober(at.game, *folder);
        }
        if (((*prober).*serves)(at.position)) return prober;
        give_back<Bits>(std::move(prober), number);
    }
    return nullptr;
}

template <typename Bits>
void OpenTables::give_back(ProberPointer<Bits> prober, std::size_t tables) {
    const std::lock_guard lock{mutex_};
    auto& idle = std::get<Idle<Bits>>(idle_);
    if (idle.size() >= max_idle) idle.clear();  // most of it is of games that nobody has any more
    idle.push_back({std::move(prober), tables});
}

template <typename Bits>
Result<std::optional<game::Value>> OpenTables::value(const engine::GameAt<Bits>& at) {
    if (const auto outcome = at.game.end(at.position)) return game::ended(*outcome);
    const auto ask = [&](tablebase::Prober<Bits>& prober) { return prober.known_value(at.position); };
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
template void OpenTables::give_back(ProberPointer<std::uint64_t>, std::size_t);
template void OpenTables::give_back(ProberPointer<Bits256>, std::size_t);

}  // namespace zermelo::oracle
