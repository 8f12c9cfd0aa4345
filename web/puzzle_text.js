// SPDX-License-Identifier: GPL-3.0-or-later
// The judges' inputs as text, as far as a game's board can be shown and edited in it. What is right or wrong is the judge's to say: text that
// cannot be read here has no board.

import { squareName, squarePlace } from './fen.js';
import { t } from './language.js';

/** @typedef {import('./fen.js').Man} Man */
/**
 * @typedef {object} GameBoard
 * @property {number} files
 * @property {number} ranks
 * @property {Map<string, Man>} men
 * @property {Set<string>} forbidden
 * @property {Set<string>} dangerous
 * @property {number} number the puzzle's own number beside the board: m of a hunt, n of a check state
 */
/**
 * @typedef {object} Format
 * @property {import('./program.js').Kind[]} kinds
 * @property {'letters' | 'numbers' | 'downwards'} names
 * @property {boolean} whiteIsCapital
 * @property {string[]} single letters of pieces of which a side has one at most: put again, it moves
 * @property {string | null} number what the board's number is called, if it can be changed
 * @property {boolean} hasTerrain
 * @property {[white: string, black: string]} palette letters of the pieces of both sides
 * @property {(first: number, second: number) => number} length of a game in words, by its first two as numbers
 * @property {(words: string[]) => GameBoard | null} read
 * @property {(board: GameBoard) => string} write
 */

const largest = 16;  // boards up to here are shown and edited square by square
const mostWords = 2 + 3 * largest * largest;  // that a game with such a board has

/**
 * @param {string} letter
 * @param {string} name
 */
const kind = (letter, name) => ({ letter, name, betza: '', picture: name });

/** @returns {GameBoard} */
const emptyBoard = (files = 8, ranks = files, number = 0) => ({ files, ranks, men: new Map(), forbidden: new Set(), dangerous: new Set(), number });

/** @type {Format} */
const hunt = {
    kinds: [kind('Q', 'queen'), kind('R', 'rook'), kind('B', 'bishop'), kind('N', 'knight')],
    names: 'letters', whiteIsCapital: true, single: ['Q'], number: t('m, the plies allowed'), hasTerrain: false, palette: ['QRBN', 'QRBN'],
    length: (white, black) => 3 + 3 * (white + black),
    read(words) {
        const board = emptyBoard(4, 4, Number(words[2]));
        const white = Number(words[0]);
        for (let at = 3; at + 2 < words.length; at += 3)
            board.men.set(words[at + 1].toLowerCase() + words[at + 2], { letter: words[at], white: (at - 3) / 3 < white, promoted: false });
        return board;
    },
    write(board) {
        const lines = [...board.men].map(([square, man]) => ({ man, line: `${man.letter} ${square[0].toUpperCase()} ${square.slice(1)}` }));
        const [white, black] = [lines.filter(({ man }) => man.white), lines.filter(({ man }) => !man.white)];
        return [`${white.length} ${black.length} ${board.number}`, ...white.map(({ line }) => line), ...black.map(({ line }) => line)].join('\n');
    },
};

const chessmen = [kind('K', 'king'), kind('Q', 'queen'), kind('R', 'rook'), kind('B', 'bishop'), kind('H', 'knight'), kind('P', 'pawn')];

/**
 * White's men are the small letters.
 * @param {string} letter
 * @returns {Man}
 */
const checkStateMan = letter => ({ letter: letter.toUpperCase(), white: letter === letter.toLowerCase(), promoted: false });

/** @param {Man} man */
const checkStateLetter = man => (man.white ? man.letter.toLowerCase() : man.letter);

/** @type {Format} */
const grid = {
    kinds: chessmen, names: 'downwards', whiteIsCapital: false, single: ['K'], number: null, hasTerrain: false, palette: ['KQRBHP', 'KQRBHP'],
    length: () => 8,
    read(words) {
        const board = emptyBoard();
        words.forEach((row, y) => [...row].forEach((letter, x) => { if (letter !== '.') board.men.set(squareName(x, 7 - y), checkStateMan(letter)); }));
        return board;
    },
    write(board) {
        const rows = [];
        for (let rank = 7; rank >= 0; --rank) {
            let row = '';
            for (let file = 0; file < 8; ++file) {
                const man = board.men.get(squareName(file, rank));
                row += man ? checkStateLetter(man) : '.';
            }
            rows.push(row);
        }
        return rows.join('\n') + '\n';
    },
};

/** @type {Format} */
const list = {
    ...grid, number: t('n, the size of the board'),
    length: (_, pieces) => 2 + 3 * pieces,
    read(words) {
        const size = Number(words[0]);
        if (!(size >= 1 && size <= largest)) return null;
        const board = emptyBoard(size, size, size);
        for (let at = 2; at + 2 < words.length; at += 3)
            board.men.set(squareName(Number(words[at]) - 1, size - Number(words[at + 1])), checkStateMan(words[at + 2]));
        return board;
    },
    write(board) {
        const lines = [];
        for (const [square, man] of board.men) {
            const [file, rank] = squarePlace(square);
            if (file < board.number && rank >= board.files - board.number) lines.push(`${file + 1} ${board.files - rank} ${checkStateLetter(man)}`);
        }
        return [`${board.number} ${lines.length}`, ...lines].join('\n') + '\n';
    },
};

/** @type {Format} */
const pursuit = {
    kinds: [kind('K', 'king'), kind('P', 'pawn')],
    names: 'numbers', whiteIsCapital: true, single: ['K', 'P'], number: null, hasTerrain: true, palette: ['K', 'P'],
    length: () => 12,
    read(words) {
        const board = emptyBoard();
        words.slice(0, 8).forEach((row, y) => [...row].forEach((letter, x) => {
            if (letter === 'F') board.forbidden.add(squareName(x, 7 - y));
            if (letter === 'D') board.dangerous.add(squareName(x, 7 - y));
        }));
        board.men.set(squareName(Number(words[8]) - 1, Number(words[9]) - 1), { letter: 'K', white: true, promoted: false });
        board.men.set(squareName(Number(words[10]) - 1, Number(words[11]) - 1), { letter: 'P', white: false, promoted: false });
        return board;
    },
    write(board) {
        const lines = [];
        for (let rank = 7; rank >= 0; --rank) {
            let row = '';
            for (let file = 0; file < 8; ++file) {
                const square = squareName(file, rank);
                row += board.forbidden.has(square) ? 'F' : board.dangerous.has(square) ? 'D' : '.';
            }
            lines.push(row);
        }
        for (const letter of ['K', 'P']) {
            const square = [...board.men].find(([, man]) => man.letter === letter)?.[0] ?? 'a1';
            const [file, rank] = squarePlace(square);
            lines.push(`${file + 1} ${rank + 1}`);
        }
        return lines.join('\n');
    },
};

/** @type {Record<string, Format>} */
export const formats = { simplified: hunt, cstate1: grid, cstate2: list, cstate3: list, cheesy: pursuit };

/** @param {number} code of a character; of none it is NaN */
const isBlank = code => code === 32 || (code >= 9 && code <= 13);

/**
 * Where words end, from a place in a text on; -1: there are not as many. Texts may have millions of them.
 * @param {string} text
 * @param {number} at
 * @param {number} count
 */
function afterWords(text, at, count) {
    for (; count > 0; --count) {
        while (isBlank(text.charCodeAt(at))) ++at;
        if (at >= text.length) return -1;
        while (at < text.length && !isBlank(text.charCodeAt(at))) ++at;
    }
    return at;
}

/**
 * Where a game is in an input, from its first word to the end of its last; null: the text does not go as far, or is no input, or nothing is
 * known of its format.
 * @param {string} puzzle
 * @param {string} text
 * @param {number} game from 1
 */
function placeOf(puzzle, text, game) {
    if (found.puzzle !== puzzle || found.game !== game || found.text !== text) found = { puzzle, text, game, place: lookFor(puzzle, text, game) };
    return found.place;
}

/**
 * What was looked for last: the same game is asked about several times.
 * @type {{puzzle: string, text: string, game: number, place: {start: number, end: number} | null}}
 */
let found = { puzzle: '', text: '', game: 0, place: null };

/**
 * Cost: O(text).
 * @param {string} puzzle
 * @param {string} text
 * @param {number} game
 */
function lookFor(puzzle, text, game) {
    const format = formats[puzzle];
    if (!format) return null;
    let end = afterWords(text, 0, 1);
    for (let i = 1; end >= 0; ++i) {
        const second = afterWords(text, end, 2);  // no game has fewer
        if (second < 0) return null;
        const [first, other] = text.slice(end, second).trim().split(/\s+/);
        const length = format.length(Number(first), Number(other));
        if (!Number.isInteger(length) || length < 1) return null;
        const begin = end;
        end = afterWords(text, begin, length);
        if (end >= 0 && i === game) return { start: end - text.slice(begin, end).trimStart().length, end };
    }
    return null;
}

/**
 * The board of a game; null: it has none that can be shown.
 * @param {string} puzzle
 * @param {string} text
 * @param {number} game from 1
 */
export function boardOf(puzzle, text, game) {
    const place = placeOf(puzzle, text, game);
    return place && formats[puzzle].read(text.slice(place.start, place.end).split(/\s+/, mostWords));
}

/**
 * A game as an input of its own; null: it cannot be told where it is in the text.
 * @param {string} puzzle
 * @param {string} text
 * @param {number} game from 1
 */
export function alone(puzzle, text, game) {
    const place = placeOf(puzzle, text, game);
    return place && `1\n${text.slice(place.start, place.end)}\n`;
}

/**
 * The input with another board in a game's place.
 * @param {string} puzzle
 * @param {string} text
 * @param {number} game from 1
 * @param {GameBoard} board
 */
export function withBoard(puzzle, text, game, board) {
    const place = placeOf(puzzle, text, game);
    return place ? text.slice(0, place.start) + formats[puzzle].write(board).trimEnd() + text.slice(place.end) : text;
}

/**
 * The lines on which a game begins and ends, from 1; null as of `alone`.
 * @param {string} puzzle
 * @param {string} text
 * @param {number} game
 */
export function linesOf(puzzle, text, game) {
    const place = placeOf(puzzle, text, game);
    if (!place) return null;
    let [first, last] = [1, 1];
    for (let at = text.indexOf('\n'); at >= 0 && at < place.end; at = text.indexOf('\n', at + 1)) {
        ++last;
        if (at < place.start) ++first;
    }
    return { first, last };
}
