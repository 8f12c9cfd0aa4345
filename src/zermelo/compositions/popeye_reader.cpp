// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/compositions/popeye_reader.hpp"

#include <algorithm>

#include "zermelo/compositions/popeye_problem.hpp"

namespace zermelo::compositions {

PopeyeReader::PopeyeReader(std::string_view text, const rules::Rules& rules) : text_(text), rules_(rules) {
    constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";
    if (text_.substr(0, byte_order_mark.size()) == byte_order_mark) at_ = byte_order_mark.size();
}

std::optional<Result<Composition>> PopeyeReader::next() {
    popeye::Tokens tokens{text_, at_};
    const auto place_of = [&](std::size_t offset) {
        const std::string_view since = text_.substr(at_, offset - at_);
        const std::size_t last = since.rfind('\n');
        const std::size_t line_begin = last == std::string_view::npos ? line_begin_ : at_ + last + 1;
        const auto lines = static_cast<std::uint64_t>(std::count(since.begin(), since.end(), '\n'));
        return Location{line_ + lines, 1 + offset - line_begin};
    };
    const auto go_on_at = [&](std::size_t offset) {
        const Location where = place_of(offset);
        line_ = where.line;
        line_begin_ = offset + 1 - where.column;
        at_ = offset;
    };
    if (!language_) {
        const popeye::Token begin = tokens.next();
        if (begin.text.empty() && any_) return std::nullopt;
        for (const popeye::Language language : popeye::languages)
            if (!language_ && !begin.text.empty() &&
                popeye::begins(popeye::begin_problem[static_cast<std::size_t>(language)], begin.text))
                language_ = language;
        any_ = true;
        if (!language_) {
            const Location where = place_of(begin.at);
            go_on_at(text_.size());
            return failure(ErrorKind::bad_input,
                           "expected BeginProblem, AnfangProblem or DebutProbleme, as a problem begins",
                           where);
        }
    }
    const std::size_t begin = popeye::Tokens{tokens}.next().at;
    popeye::ProblemReader reader{*language_, rules_};
    Result<Composition> problem = reader.read(tokens);
    if (problem)
        problem->line = place_of(begin).line;
    else
        problem.error().where = place_of(reader.wrong_at());
    if (reader.last_word() != popeye::Command::next) language_.reset();
    go_on_at(reader.at());
    return problem;
}

}  // namespace zermelo::compositions
