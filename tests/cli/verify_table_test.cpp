// SPDX-License-Identifier: GPL-3.0-or-later
// `zermelo verify TABLE`, on tables that are whole and on those that are not.
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "zermelo/base/random.hpp"

#include "cli/tables.hpp"
#include "support/scale.hpp"

namespace zermelo::cli {
namespace {

TEST(VerifyTable, AGoodOneWithItsPublicChecksum) {
    const Tables tables{"small4x4 --tiers KRvK"};
    const Ended run = zermelo("verify " + tables.path("small4x4/KRvK.zt"));
    EXPECT_EQ(run.status, 0);
    expect_has(run.out, "KRvK of small4x4: ");
    expect_has(run.out, " positions, every one follows from its successors; checksum ");
    // In its folder, and by a relative path.
    const Ended here = shell("cd " + tables.path("small4x4") + " && $Z verify KRvK.zt");
    EXPECT_EQ(here.out, run.out);
    // Another run comes to the same checksum.
    const Tables again{"small4x4 --tiers KQvK,KRvK --threads 1"};
    EXPECT_EQ(zermelo("verify " + again.path("small4x4/KRvK.zt")).out, run.out);
    // Nothing that it leads to.
    std::filesystem::remove(tables.path("small4x4/KvK.zt"));
    expect_says("verify " + tables.path("small4x4/KRvK.zt"), 1, "KvK.zt");
    expect_says("verify " + tables.path("small4x4/none.zt"), 1, "none.zt");
}

TEST(VerifyTable, AnyFlippedBitIsFound) {
    const Tables tables{"simplified --tiers QRvQ"};
    const std::string path = tables.path("simplified/QvQR.zt");
    const std::string good = contents(path);
    ASSERT_EQ(zermelo("verify " + path).status, 0);
    Random random{11};
    std::vector<std::size_t> bytes;
    for (std::size_t i = 0; i < 112; i += 5) bytes.push_back(i);                   // the header
    for (std::size_t i = 0; i < 24; i += 3) bytes.push_back(good.size() - 1 - i);  // the index
    for (unsigned i = 0; i < testing::scaled(100); ++i)
        bytes.push_back(random.below(good.size()));  // anything
    for (const std::size_t byte : bytes) {
        std::string bad = good;
        bad[byte] = static_cast<char>(bad[byte] ^ (1 << random.below(8)));
        std::ofstream{path, std::ios::binary | std::ios::trunc} << bad;
        const Ended run = zermelo("verify " + path);
        ASSERT_EQ(run.status, 2) << "byte " << byte << ": " << run.out;
        // The first eight bytes make it no table at all, and then it is read as a certificate.
        if (byte >= 8) expect_has(run.out, path);
    }
}

TEST(VerifyTable, WhatIsCutOffOrAddedOrGarbage) {
    const Tables tables{"simplified --tiers QRvQ"};
    const std::string path = tables.path("simplified/QvQR.zt");
    const std::string good = contents(path);
    const auto verified = [&](const std::string& bytes) {
        std::ofstream{path, std::ios::binary | std::ios::trunc} << bytes;
        const Ended run = zermelo("verify " + path);
        EXPECT_EQ(run.status, 2) << run.out;
        return run.out;
    };
    for (const std::size_t length : {std::size_t{20}, std::size_t{90}, good.size() / 2, good.size() - 1})
        expect_has(verified(good.substr(0, length)), "damaged");
    expect_has(verified(good + "x"), "damaged");
    expect_has(verified(std::string(good.size(), '\0')), "error");
    expect_has(verified("garbage\n"), "error");
    expect_has(verified(""), "error");
    // What was a table is made anew, what is none is not touched.
    verified(good.substr(0, good.size() - 1));
    expect_says("solve simplified --tiers QRvQ" + tables.at(), 0, "it is made anew");
    EXPECT_EQ(zermelo("verify " + path).status, 0);
    verified("garbage\n");
    expect_says("solve simplified --tiers QRvQ" + tables.at(), 2, "not a table");
    EXPECT_EQ(contents(path), "garbage\n");
}

TEST(VerifyTable, SaysTheCommandThatRepairs) {
    const Tables tables{"small4x4 --tiers KRvK"};
    const std::string path = tables.path("small4x4/KRvK.zt");
    const std::string good = contents(path);
    std::string bad = good;
    bad[first_block(bad)] = static_cast<char>(bad[first_block(bad)] ^ 4);
    for (const std::string& bytes : {bad, good.substr(0, good.size() - 1), std::string{}}) {
        std::ofstream{path, std::ios::binary | std::ios::trunc} << bytes;
        const std::string command =
            "`zermelo solve small4x4 --tiers KRvK --tables " + tables.folder().file("t") + "` makes it anew";
        expect_says("verify " + path, 2, command);
        expect_says("probe small4x4 '3k/4/R3/K3 w'" + tables.at(), 2, command);
        for (const std::string asks : {"prove --plies 9", "prove", "value"}) {
            const Ended told = zermelo(asks + " small4x4 '3k/4/R3/K3 w'" + tables.at());
            EXPECT_EQ(told.status, 0) << asks;
            expect_has(told.out, "zermelo: warning: ");
            expect_has(told.out, command);
            expect_has(told.out, "\nwin in ");
        }
        // From within the folder and by other ways to it, too.
        EXPECT_EQ(
            shell("cd " + tables.path("small4x4") + " && $Z verify KRvK.zt 2>&1 | grep -c '" + command + "'")
                .out,
            "1\n");
        const Ended relative = shell("cd " + tables.path() + " && $Z verify small4x4/KRvK.zt 2>&1");
        expect_has(relative.out, ": `zermelo solve small4x4 --tiers KRvK --tables .` makes it anew");
    }
    expect_says("stats small4x4" + tables.at(), 2, "` makes it anew");
    // A file that lies elsewhere says itself what it is; where its header is damaged, nobody can say.
    const std::string elsewhere = tables.folder().file("lone.zt", bad);
    expect_says(
        "verify " + elsewhere, 2,
        ": `zermelo solve small4x4 --tiers KRvK --tables DIR` makes it anew, as DIR/small4x4/KRvK.zt");
    expect_says("verify " + tables.folder().file("none.zt", ""), 2,
                ": `zermelo solve VARIANT --tiers TIER --tables DIR` makes it anew, as DIR/VARIANT/TIER.zt");
}

TEST(VerifyTable, TheCommandThatRepairsNamesAVariantAsTheUserDid) {
    const ScratchFolder rules;
    const std::string one = rules.file("one.ini", "[one:small4x4]\n");
    const std::string two = rules.file("two.ini", "[first:small4x4]\n[second:small4x4]\n");
    struct Row {
        std::string named;
        std::string variant;
    };
    for (const Row& row :
         {Row{one, "one"}, Row{two + ":second", "second"}, Row{"--variant-path " + two + " first", "first"},
          Row{"--variant-path " + two + " --lenient first", "first"}}) {
        const Tables tables{row.named + " --tiers KRvK"};
        const std::string path = tables.path(row.variant + "/KRvK.zt");
        const std::string verify = "verify " + path + " --variant-path " + one + " --variant-path " + two;
        const std::string verified = zermelo(verify).out;
        std::string bad = contents(path);
        bad[first_block(bad)] = static_cast<char>(bad[first_block(bad)] ^ 4);
        std::ofstream{path, std::ios::binary | std::ios::trunc} << bad;
        const std::string command = "solve " + row.named + " --tiers KRvK" + tables.at();
        const std::string repair = "`zermelo " + command + "` makes it anew\n";
        expect_says("probe " + row.named + " '3k/4/R3/K3 w'" + tables.at(), 2, repair);
        expect_says("stats " + row.named + tables.at(), 2, repair);
        expect_says("prove " + row.named + " '3k/4/R3/K3 w' --plies 9" + tables.at(), 0, repair);
        expect_says("solve --trust " + row.named + " --tiers KRRvK" + tables.at(), 2, repair);
        // Who does not name the rules is told to.
        expect_says("verify " + path, 2,
                    ": `zermelo solve --variant-path FILE " + row.variant + " --tiers KRvK" + tables.at() +
                        "` makes it anew\n");
        expect_says(verify, 2,
                    ": `zermelo solve --variant-path " + one + " --variant-path " + two + " " + row.variant +
                        " --tiers KRvK" + tables.at() + "` makes it anew\n");
        EXPECT_EQ(zermelo(command).status, 0);
        expect(verify, 0, verified);
        expect_says("verify " + path, 2, "no variant '" + row.variant + "'");
        expect_says("verify " + path, 2, ", expected the file of its rules, too\n");
        std::filesystem::remove(path);
        expect_says("probe " + row.named + " '3k/4/R3/K3 w'" + tables.at(), 1,
                    ": `zermelo " + command + "` makes it\n");
    }
}

}  // namespace
}  // namespace zermelo::cli
