// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace zermelo {

/// The known words that somebody may have meant who typed `word`, the nearest alone: those that the fewest
/// slips lead to, if a third of its letters or fewer are wrong and three at most, or else those that begin
/// with it. A slip is a letter put in, left out or changed, or two neighbours that changed places (the
/// restricted distance of Damerau, 1964); capitals are as good as small letters. The first three at most, in
/// the order in which they are known. Cost: O(letters of the word × letters of all); nothing is near a word
/// of more than 40 letters.
std::vector<std::string> nearest(std::string_view word, std::span<const std::string> known);

/// ", expected perhaps chess" or ", expected perhaps check or chess", for the end of a message; empty if none
/// is near.
std::string expected_perhaps(std::string_view word, std::span<const std::string> known);
/// The same where the nearest words are known already.
std::string expected_perhaps(std::span<const std::string> near);
/// The same of a few words: where none is near, ", expected one of " and all of them.
std::string expected_one_of(std::string_view word, std::span<const std::string> known);

}  // namespace zermelo
