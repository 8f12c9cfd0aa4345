// SPDX-License-Identifier: GPL-3.0-or-later
// Moves with their variations: lines from the first position to an end each, none the beginning of another, those that begin alike together. The first
// is the main line, and of lines that part the one that comes first goes on. Nothing here is changed in place.

import { movesOf } from './uci.js';

/** @typedef {string[]} Line moves in UCI, from the first position */

/** @param {Line} line @param {Line} prefix */
export const beginsWith = (line, prefix) => prefix.every((move, index) => line[index] === move);

/** @param {Line[]} lines @param {number} at @param {number} count that go @param {Line[]} added */
const spliced = (lines, at, count, ...added) => [...lines.slice(0, at), ...added, ...lines.slice(at + count)];

/** @param {Line} one @param {Line} other */
function shared(one, other) {
    let count = 0;
    while (count < one.length && one[count] === other[count]) ++count;
    return count;
}

/**
 * The same lines and one more, after those that it has most in common with.
 * @param {Line[]} lines
 * @param {Line} line
 */
export function withLine(lines, line) {
    if (!line.length || lines.some(other => beginsWith(other, line))) return lines;
    const goesOn = lines.findIndex(other => beginsWith(line, other));
    if (goesOn >= 0) return spliced(lines, goesOn, 1, line);
    const common = lines.map(other => shared(other, line));
    return spliced(lines, common.lastIndexOf(Math.max(0, ...common)) + 1, 0, line);
}

/**
 * The line that goes on from a position: the first with these moves.
 * @param {Line[]} lines
 * @param {Line} prefix
 */
export const lineFrom = (lines, prefix) => lines.find(line => beginsWith(line, prefix)) ?? prefix;

/**
 * The moves that follow a position, the main one first.
 * @param {Line[]} lines
 * @param {Line} prefix
 */
export const movesAfter = (lines, prefix) => [...new Set(lines.flatMap(line => (line.length > prefix.length && beginsWith(line, prefix) ? line[prefix.length] : [])))];

/**
 * The same lines without a move and all that follows it.
 * @param {Line[]} lines
 * @param {Line} prefix up to that move
 */
export function withoutBranch(lines, prefix) {
    const at = lines.findIndex(line => beginsWith(line, prefix));
    const rest = lines.filter(line => !beginsWith(line, prefix));
    const before = prefix.slice(0, -1);
    if (at < 0 || !before.length || rest.some(line => beginsWith(line, before))) return rest;
    return spliced(rest, at, 0, before);
}

/**
 * The same lines, with one as the main line at the last place where it is not.
 * @param {Line[]} lines
 * @param {Line} prefix up to some move of it
 */
export function promoted(lines, prefix) {
    for (let length = prefix.length; length > 0; --length) {
        const before = prefix.slice(0, length - 1);
        if (movesAfter(lines, before)[0] === prefix[length - 1]) continue;
        const own = lines.filter(line => beginsWith(line, prefix.slice(0, length)));
        const rest = lines.filter(line => !own.includes(line));
        return spliced(rest, rest.findIndex(line => beginsWith(line, before)), 0, ...own);
    }
    return lines;
}

/**
 * The moves of lines in the order of a PGN: after each move of the main line what could have been played instead.
 * @template Result
 * @param {Line[]} lines
 * @param {(path: Line, variations: Result[][], isFirst: boolean) => Result} tell a move, the variations in its place, and whether it begins a
 *     line or follows a variation
 * @param {Line} [prefix]
 * @param {boolean} [isFirst]
 * @returns {Result[]}
 */
export function walked(lines, tell, prefix = [], isFirst = true) {
    const result = [];
    for (let at = prefix; ;) {
        const [main, ...others] = movesAfter(lines, at);
        if (main === undefined) return result;
        const [here, path] = [at, [...at, main]];
        result.push(tell(path, others.map(move => {
            const variation = [...here, move];
            return [tell(variation, [], true), ...walked(lines.filter(line => beginsWith(line, variation)), tell, variation, false)];
        }), isFirst));
        isFirst = others.length > 0;
        at = path;
    }
}

/**
 * Lines as an address has them: of each, how many moves it shares with the one before, or with the line that is shown, and its others.
 * @param {Line[]} lines
 * @param {Line} shown
 */
export const writeLines = (lines, shown) => lines.map((line, index) => {
    const count = shared(index ? lines[index - 1] : shown, line);
    return `${count}:${line.slice(count).join(',')}`;
}).join(';');

/**
 * Reads what `writeLines` wrote. What cannot be read is left out.
 * @param {string} text
 * @param {Line} shown
 * @returns {Line[]}
 */
export function readLines(text, shown) {
    let before = shown;
    /** @type {Line[]} */
    let lines = [];
    for (const part of text ? text.split(';') : []) {
        const [, count, rest] = /^(\d+):(.*)$/.exec(part) ?? [];
        if (count === undefined || Number(count) > before.length) continue;
        before = [...before.slice(0, Number(count)), ...movesOf(rest)];
        lines = withLine(lines, before);
    }
    return withLine(lines, shown);
}
