// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include <fcntl.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include "zermelo/tablebase/file/file.hpp"

#include "support/table_files.hpp"

namespace zermelo::testing {

/// A table's file that is not as it was written, of entries of 8 or of 16 bits a side.
template <typename Side>
class DamagedTable : public ::testing::Test {
  protected:
    /// Writes the table, with blocks of 256 entries.
    void write(const tablebase::file::Header& header, std::vector<Side> sides) {
        sides_ = std::move(sides);
        if constexpr (std::is_same_v<Side, WideEntries>)
            ASSERT_TRUE(write_wide_table(path_, header, sides_, {.block_size = 256}));
        else
            ASSERT_TRUE(write_table(path_, header, sides_, {.block_size = 256}));
        bytes_ = bytes_of(path_);
        ASSERT_TRUE(tablebase::file::File::open(path_));
    }

    /// The message with which a changed file is refused by `open` or, if that takes it, by `verify`.
    std::string refusal(const std::string& bytes) {
        put_bytes(path_, bytes);
        const auto file = tablebase::file::File::open(path_);
        const auto verified = file ? file->verify() : Result<void>{tl::make_unexpected(Error{file.error()})};
        if (verified) return "taken";
        EXPECT_EQ(verified.error().kind, ErrorKind::bad_input);
        EXPECT_TRUE(verified.error().message.starts_with(path_)) << verified.error().message;
        return verified.error().message.substr(path_.size());
    }
    /// The same after `change`, with all checksums made right again.
    std::string hostile(const std::function<void(std::string&)>& change) {
        std::string bytes = bytes_;
        change(bytes);
        reseal(bytes);
        return refusal(bytes);
    }
    /// What puts a number into a file's bytes.
    template <typename T>
    static auto with(std::size_t offset, T number) {
        return [=](std::string& bytes) { put_number(bytes, offset, number); };
    }

    void expect_flipped_bits_found() {
        const int descriptor = ::open(path_.c_str(), O_RDWR);
        ASSERT_GE(descriptor, 0);
        for (std::size_t bit = 0; bit < bytes_.size() * 8; ++bit) {
            const auto offset = static_cast<off_t>(bit / 8);
            const char flipped = static_cast<char>(bytes_[bit / 8] ^ (1 << (bit % 8)));
            ASSERT_EQ(::pwrite(descriptor, &flipped, 1, offset), 1);
            if (const auto file = tablebase::file::File::open(path_)) {
                expect_no_other_value(*file, bit);
                if (HasFatalFailure()) return;
            } else {
                ASSERT_TRUE(tablebase::file::says_damaged(file.error()))
                    << "bit " << bit << file.error().message;
            }
            ASSERT_EQ(::pwrite(descriptor, &bytes_[bit / 8], 1, offset), 1);
        }
        ::close(descriptor);
        EXPECT_TRUE(tablebase::file::File::open(path_)->verify());
        EXPECT_TRUE(tablebase::file::File::open(path_)->check());
    }
    void expect_missing_bytes_found() {
        for (std::size_t length = bytes_.size(); length-- > 0;) {
            ASSERT_EQ(::truncate(path_.c_str(), static_cast<off_t>(length)), 0);
            const auto file = tablebase::file::File::open(path_);
            ASSERT_FALSE(file) << length;
            ASSERT_TRUE(file.error().message.starts_with(path_ + ": damaged: "))
                << length << file.error().message;
            ASSERT_TRUE(tablebase::file::says_damaged(file.error())) << length << file.error().message;
        }
    }

    Folder folder_;
    std::string path_ = folder_ / "t";
    std::vector<Side> sides_;
    std::string bytes_;

  private:
    /// A file that opens although a bit of it is flipped.
    void expect_no_other_value(const tablebase::file::File& file, std::size_t bit) {
        unsigned errors = 0;
        for (unsigned side = 0; side < 2; ++side) {
            const auto read = [&] {
                if constexpr (std::is_same_v<Side, WideEntries>)
                    return file.read_wide(side);
                else
                    return file.read(side);
            }();
            ASSERT_TRUE(!read || *read == sides_[side]) << "bit " << bit;
            errors += read ? 0 : 1;
            // Every block has one of these: the shortest is of 20 entries.
            for (std::size_t i = 0; i < sides_[side].size(); i += 20) {
                const auto entry = file.entry(side, i);
                ASSERT_TRUE(!entry || *entry == sides_[side][i]) << "bit " << bit;
                if (entry) continue;
                ++errors;
                ASSERT_EQ(entry.error().kind, ErrorKind::bad_input);
            }
        }
        ASSERT_GE(errors, 2U) << "bit " << bit;
        ASSERT_FALSE(file.verify()) << "bit " << bit;
        const auto checked = file.check();
        ASSERT_FALSE(checked) << "bit " << bit;
        ASSERT_TRUE(tablebase::file::says_damaged(checked.error())) << checked.error().message;
    }
};

}  // namespace zermelo::testing
