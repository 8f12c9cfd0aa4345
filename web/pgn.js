// SPDX-License-Identifier: GPL-3.0-or-later
// Games as PGN: tags, and moves with variations. What the moves are is the program's business.

import { walked, withLine } from './tree.js';

/** @typedef {import('./tree.js').Line} Line */
/** @typedef {{tags: Map<string, string>, lines: Line[]}} Game lines: their moves as the text writes them */

const token = /\[\s*(\w+)\s+"((?:[^"\\]|\\.)*)"\s*\]|\{[^}]*\}|;.*|^%.*|\$\d+|[()]|(?:1-0|0-1|1\/2-1\/2|\*)(?![^\s()])|\d+\.+|\d+(?=\s)|[^\s()[\]{};]+|[[\]{}]/gm;

/**
 * Reads the first game of a text.
 * @param {string} text
 * @returns {Game}
 */
export function readPgn(text) {
    const tags = new Map();
    /** @type {Line[]} */
    let lines = [];
    /** @type {Line} */
    let line = [];
    /** @type {Line[]} */
    const outer = [];
    for (const [word, tag, value] of text.matchAll(token)) {
        if (tag) {
            if (line.length || lines.length) break;  // the next game
            tags.set(tag, value.replace(/\\(.)/g, '$1'));
        } else if (word === '(') {
            outer.push(line);
            lines = withLine(lines, line);
            line = line.slice(0, -1);
        } else if (word === ')') {
            lines = withLine(lines, line);
            line = outer.pop() ?? line;
        } else if (/^(1-0|0-1|1\/2-1\/2|\*)$/.test(word)) {
            if (!outer.length) break;
        } else if (!/^[{;%$[\]}]|^\d+\.*$/.test(word)) {
            line = [...line, word === 'Z0' ? '--' : word];
        }
    }
    return { tags, lines: withLine(lines, line) };
}

/** @param {string} text */
export const looksLikePgn = text => /^\s*(\[\s*\w+\s+"|1\s*\.)/.test(text);

const longestLine = 79;  // as PGN asks

/**
 * @param {Record<string, string>} tags with the `Result`
 * @param {Line[]} lines in UCI
 * @param {boolean} blackBegins
 * @param {number} firstNumber of a move
 * @param {(path: Line) => string} told what the last move is called
 */
export function writePgn(tags, lines, blackBegins, firstNumber, told) {
    const head = Object.entries(tags).map(([name, value]) => `[${name} "${value.replace(/[\\"]/g, '\\$&')}"]\n`).join('');
    const words = walked(lines, (path, /** @type {string[][]} */ variations, isFirst) => {
        const ply = path.length - 1 + (blackBegins ? 1 : 0);
        const number = ply % 2 === 0 || isFirst ? `${Math.floor(ply / 2) + firstNumber}${ply % 2 ? '...' : '.'} ` : '';
        return [number + told(path), ...variations.map(variation => `(${variation.join(' ')})`)].join(' ');
    });
    let text = '';
    let width = 0;
    for (const word of [...words, tags.Result].join(' ').split(' ')) {
        if (width && width + 1 + word.length > longestLine) { text += '\n'; width = 0; }
        else if (width) { text += ' '; ++width; }
        text += word;
        width += word.length;
    }
    return `${head}\n${text}\n`;
}
