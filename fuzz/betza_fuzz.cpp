// SPDX-License-Identifier: GPL-3.0-or-later
// Whatever the text is, Betza notation is read or refused at a place inside it; what is read says the same
// when it stands twice, and each of its movements can be made.
#include <cstdint>
#include <cstdlib>
#include <string>

#include "zermelo/rules/betza.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace zermelo;
    const std::string text(reinterpret_cast<const char*>(data), size);
    const auto read = rules::parse_betza(text);
    if (!read) {
        const auto where = read.error().where;
        if (!where || where->line != 1 || where->column < 1 || where->column > size + 1) std::abort();
        if (read.error().message.empty()) std::abort();
        return 0;
    }
    for (const rules::Movement& m : *read) {
        if (m.files == 0 && m.ranks == 0) std::abort();
        if (std::abs(m.files) > 15 || std::abs(m.ranks) > 15 || m.limit > 15) std::abort();
        if (!m.moves && !m.captures) std::abort();
        if (m.initial && m.captures) std::abort();
        if (m.limit != 0 && m.kind != rules::Movement::Kind::ride && m.kind != rules::Movement::Kind::hop)
            std::abort();
        const auto path = rules::lame_path(m.files, m.ranks);
        if ((m.kind == rules::Movement::Kind::lame) && path.empty()) std::abort();
        for (const auto& [files, ranks] : path)
            if (std::abs(files) > std::abs(m.files) || std::abs(ranks) > std::abs(m.ranks)) std::abort();
    }
    for (std::size_t i = 0; i < read->size(); ++i)
        for (std::size_t j = 0; j < i; ++j)
            if ((*read)[i] == (*read)[j]) std::abort();
    // A text may be followed by itself, unless that doubles an atom or makes a range longer.
    const bool doubles = text.empty() || text.back() == text.front() ||
                         (text.back() == ')' && text.front() == '(') ||
                         (text.front() >= '0' && text.front() <= '9');
    if (!doubles) {
        const auto twice = rules::parse_betza(text + text);
        if (!twice || *twice != *read) std::abort();
    }
    return 0;
}
