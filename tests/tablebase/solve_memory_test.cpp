// SPDX-License-Identifier: GPL-3.0-or-later
// What a plan says of memory, held to what a run asks the allocator for.
#include <atomic>
#include <cstdint>
#include <cstdlib>
#include <new>
#include <string>
#include <variant>
#include <vector>

#include <gtest/gtest.h>
#include <malloc.h>

#include "zermelo/base/raise_to.hpp"
#include "zermelo/tell/solve.hpp"

#include "support/scratch.hpp"
#include "support/shipped.hpp"

// Sanitizers have allocations of their own.
#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
namespace {

std::atomic<std::uint64_t> held{0};
std::atomic<std::uint64_t> max_held{0};

void* take(std::size_t bytes) {
    void* const memory = std::malloc(bytes);
    if (memory == nullptr) throw std::bad_alloc{};
    zermelo::raise_to<std::uint64_t>(max_held, held += ::malloc_usable_size(memory));
    return memory;
}

void give_back(void* memory) {
    if (memory != nullptr) held -= ::malloc_usable_size(memory);
    std::free(memory);
}

}  // namespace

// All of this program's allocations that ask for no alignment of their own.
void* operator new(std::size_t bytes) { return take(bytes); }
void* operator new[](std::size_t bytes) { return take(bytes); }
void operator delete(void* memory) noexcept { give_back(memory); }
void operator delete[](void* memory) noexcept { give_back(memory); }
void operator delete(void* memory, std::size_t) noexcept { give_back(memory); }
void operator delete[](void* memory, std::size_t) noexcept { give_back(memory); }

namespace zermelo::tablebase {
namespace {

/// What a run takes at most beside what was held before it.
std::uint64_t peak_of(const std::string& variant, const tell::SolveOptions& options, SolvePlanned& plan) {
    const std::uint64_t before = held;
    max_held = before;
    const auto hear = [&](const tell::SolveEvent& event) {
        if (const auto* const told = std::get_if<SolvePlanned>(&event)) plan = *told;
    };
    const auto solved = tell::solve(testing::shipped(), variant, options, hear);
    EXPECT_TRUE(solved) << (solved ? "" : solved.error().message);
    return max_held - before;
}

/// The tiers themselves, compiled before anything is solved, are not counted by plans; to plan takes them,
/// too.
TEST(SolveMemory, IsWhatThePlanSays) {
    struct Case {
        std::string variant;
        tell::SolveOptions options;
        std::uint64_t packed;  ///< bytes of what is packed at a time, plain and packed
    };
    std::vector<Case> cases;
    const auto add = [&](const char* variant, std::uint64_t packed, auto&& change) {
        Case next{variant, {}, packed};
        next.options.threads = 1;
        change(next.options);
        cases.push_back(next);
    };
    // Set-wise, and as little as it can be done with: entry by entry.
    add("chess", 5 << 19, [](auto& options) { options.tiers = {"KQvKR"}; });
    add("chess", 5 << 19, [](auto& options) {
        options.tiers = {"KQvKR"};
        options.memory = 5 << 20;
    });
    // Many tiers, whose tables stay for others.
    add("small5x5", 1 << 19, [](auto& options) { options.men = 4; });
    add("simplified", 1 << 19, [](auto& options) { options.men = 5; });
    for (auto& [variant, options, packed] : cases) {
        const testing::ScratchFolder folder;
        options.tables = folder.file("t");
        SolvePlanned plan;
        options.plan_only = true;
        const std::uint64_t base = peak_of(variant, options, plan);
        options.plan_only = false;
        const std::uint64_t peak = peak_of(variant, options, plan);
        // By a fifth at most.
        EXPECT_LE(peak, plan.memory + plan.memory / 5 + base + packed) << variant << ", plan " << plan.memory;
        EXPECT_GE(peak, plan.memory - plan.memory / 5) << variant;
    }
}

}  // namespace
}  // namespace zermelo::tablebase

#endif
