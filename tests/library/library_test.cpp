// SPDX-License-Identifier: GPL-3.0-or-later
// Variants of rules files that are not good as a whole.
#include "zermelo/library/library.hpp"

#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "zermelo/library/compiled_variant.hpp"

#include "support/scratch.hpp"

namespace zermelo::library {
namespace {

const std::string some = "[good:chess]\n[bad:chess]\npass = 1\nno line\n[child:bad]\n";

std::vector<std::string> texts(const std::vector<Error>& errors) {
    std::vector<std::string> all;
    for (const Error& error : errors)
        all.push_back(error.input + " " +
                      (error.where ? std::to_string(error.where->line) + " " : std::string{}) +
                      error.message);
    return all;
}

TEST(Library, TellsOfEachFileThatIsRead) {
    const testing::Scratch one{some};
    std::vector<LibraryFile> files;
    const auto tell = [&](const LibraryFile& file) { files.push_back(file); };
    auto library = Library::open({one.path()}, {rules::Reading::lenient, tell}).value();
    ASSERT_EQ(files.size(), 1U);
    EXPECT_EQ(files[0].input, one.path());
    EXPECT_EQ(count_words("F", files[0].rules), "F: 1 of 3 variants is good");
    EXPECT_EQ(files[0].rules.sections[1].rules.error()[0].input, one.path());
    const testing::ScratchFolder folder;
    const std::string path = folder.file("two.ini", "[good:chess]\npass = true\npass = true\n");
    const auto found = library.find(path);
    ASSERT_TRUE(found);
    ASSERT_EQ(files.size(), 2U);
    ASSERT_EQ(files[1].rules.sections[0].warnings.size(), 1U);
    EXPECT_EQ(files[1].rules.sections[0].warnings[0].input, path);
    EXPECT_EQ(library.shell_words(**found), "--variant-path " + one.path() + " --lenient " + path);
}

TEST(Library, TellsWhatWasForgivenInTheSectionsThatAVariantIsMadeOf) {
    const std::string twice = "pass = true\npass = true\n";
    const testing::Scratch one{"[base:chess]\n" + twice + "[other:chess]\n" + twice + "[clean:base]\n"};
    const testing::ScratchFolder folder;
    // What stands further down is no parent.
    const std::string two = folder.file(
        "two.ini", "[own:clean]\n" + twice + "[bad:clean]\n" + twice + "x = 1\n[clean:other]\n" + twice);
    const auto told_of = [&](const std::vector<std::string>& names) {
        std::vector<std::string> told;
        auto library =
            Library::open({one.path(), two},
                          {rules::Reading::lenient,
                           {},
                           [&](const rules::RulesSection& section) { told.push_back(section.name); }})
                .value();
        EXPECT_TRUE(told.empty());
        for (const std::string& name : names) {
            if (name == "all") {
                library.tell_forgiven();
            } else {
                EXPECT_TRUE(library.find(name)) << name;
            }
        }
        return told;
    };
    using Names = std::vector<std::string>;
    EXPECT_EQ(told_of({"chess"}), Names{});
    EXPECT_EQ(told_of({"base", "base"}), Names{"base"});
    EXPECT_EQ(told_of({"clean"}), (Names{"other", "clean"}));
    EXPECT_EQ(told_of({"own", "other"}), (Names{"base", "own", "other"}));
    // Read a second time, the file finds what it had the first time.
    EXPECT_EQ(told_of({two + ":own"}), (Names{"other", "clean", "own"}));
    EXPECT_EQ(told_of({"own", "all"}), (Names{"base", "own", "other", "clean"}));
}

// Each of 100,000 variants is found at once, and what was forgiven in all its parents is told.
TEST(Library, ManySectionsAreFoundByTheirNames) {
    const testing::ScratchFolder folder;
    std::string text =
        "[v0]\nmaxRank = 1\nmaxFile = 2\nmaxFile = 3\ncommoner = k\nstartFen = kK1 w - - 0 1\n";
    for (int section = 1; section < 100'000; ++section)
        text += "[v" + std::to_string(section) + ":v" + std::to_string(section - 1) + "]\npass =\n";
    std::size_t told = 0;
    auto library = Library::open({folder.file("many.ini", text)},
                                 {rules::Reading::lenient, {}, [&](const rules::RulesSection&) { ++told; }});
    ASSERT_TRUE(library);
    EXPECT_EQ(library->names().size(), 100'000U + Library::open()->names().size());
    ASSERT_TRUE(library->find("v99999"));
    EXPECT_EQ(told, 100'000U);
}

TEST(Library, ALaterSectionTakesThePlaceOfAnEarlierOneGoodOrNot) {
    const testing::Scratch bad{"[chess]\npass = 1\n[own:chess]\n[other:losalamos]\n"};
    const testing::Scratch good{"[chess:losalamos]\n"};
    const auto one = Library::open({bad.path()}).value();
    EXPECT_EQ(one.named("chess"), nullptr);
    EXPECT_EQ(one.find_read("chess").error().where, (Location{2, 8}));
    EXPECT_EQ(one.known("own").error().message, "the parent 'chess' has errors, the first in line 2");
    EXPECT_NE(one.named("other"), nullptr);
    EXPECT_EQ(one.known("none").value(), nullptr);
    const auto two = Library::open({bad.path(), good.path()}).value();
    EXPECT_EQ(two.named("chess")->files, 6U);
    EXPECT_EQ(two.all().back()->name, "chess");
    EXPECT_FALSE(Library::open({good.path(), testing::Scratch{"[a\n"}.path()}));
}

TEST(CompiledVariant, OfATextNeedsOnlyTheVariantThatIsAskedFor) {
    const auto of = [](const std::string& text, const std::optional<std::string>& name = {}) {
        return CompiledVariant::of_text(text, name);
    };
    EXPECT_EQ(of(some, "good").value()->rules().name, "good");
    EXPECT_EQ(
        texts(of(some, "bad").error()),
        (std::vector<std::string>{"rules 3 '1' is neither true nor false",
                                  "rules 4 'no line' is no line of a rules file, expected [variant], key "
                                  "= value or a comment after #"}));
    EXPECT_EQ(texts(of(some, "child").error()),
              std::vector<std::string>{"rules 5 the parent 'bad' has errors, the first in line 3"});
    EXPECT_EQ(texts(of(some, "god").error()),
              std::vector<std::string>{" no variant 'god' in these rules, expected perhaps good"});
    EXPECT_EQ(texts(of(some).error()),
              std::vector<std::string>{" rules of 3 variants, 2 of them with errors, expected one of good"});
    // Without a name all of a text counts.
    EXPECT_EQ(of("x = 1\n[a:chess]\n").error().size(), 1U);
    EXPECT_TRUE(of("x = 1\n[a:chess]\n", "a"));
    EXPECT_EQ(of("[a:chess]\npass = 1\n[b:a]\n").error().size(), 2U);
    EXPECT_EQ(of("").error().size(), 1U);
}

}  // namespace
}  // namespace zermelo::library
