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
/** @typedef {{text: string, start: number, end: number}} Word */
/**
 * @typedef {object} Format
 * @property {import('./program.js').Kind[]} kinds
 * @property {'letters' | 'numbers' | 'downwards'} names
 * @property {boolean} whiteIsCapital
 * @property {string[]} single letters of pieces of which a side has one at most: put again, it moves
 * @property {string | null} number what the board's number is called, if it can be changed
 * @property {boolean} hasTerrain
 * @property {[white: string, black: string]} palette letters of the pieces of both sides
 * @property {(words: Word[], at: number) => number} length of the game that begins at a word, in words
 * @property {(words: string[]) => GameBoard | null} read
 * @property {(board: GameBoard) => string} write
 */

const largest = 16;  // boards up to here are shown and edited square by square

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
    length: (words, at) => 3 + 3 * (Number(words[at]?.text) + Number(words[at + 1]?.text)),
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
    length: (words, at) => 2 + 3 * Number(words[at + 1]?.text),
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

/**
 * The words of a game in an input.
 * @param {Format | undefined} format
 * @param {string} text
 * @param {number} game from 1
 * @returns {Word[]} none: the text does not go so far, or is no input, or nothing is known of its format
 */
function wordsOf(format, text, game) {
    if (!format) return [];
    const pattern = /\S+/g;
    /** @type {Word[]} */
    const words = [];
    /**
     * Whether the text has at least `count` words; words after them are not looked at.
     * @param {number} count
     */
    const has = count => {
        while (words.length < count) {
            const match = pattern.exec(text);
            if (!match) return false;
            words.push({ text: match[0], start: match.index, end: match.index + match[0].length });
        }
        return true;
    };
    let at = 1;
    for (let i = 1; has(at + 2); ++i) {  // no game has fewer
        const length = format.length(words, at);
        if (!Number.isInteger(length) || length < 1 || !has(at + length)) return [];
        if (i === game) return words.slice(at, at + length);
        at += length;
    }
    return [];
}

/**
 * The board of a game; null: it has none that can be shown.
 * @param {string} puzzle
 * @param {string} text
 * @param {number} game from 1
 */
export function boardOf(puzzle, text, game) {
    const format = formats[puzzle];
    const words = wordsOf(format, text, game);
    return words.length ? format.read(words.map(word => word.text)) : null;
}

/**
 * A game as an input of its own; null: it cannot be told where it is in the text.
 * @param {string} puzzle
 * @param {string} text
 * @param {number} game from 1
 */
export function alone(puzzle, text, game) {
    const words = wordsOf(formats[puzzle], text, game);
    return words.length ? `1\n${text.slice(words[0].start, words[words.length - 1].end)}\n` : null;
}

/**
 * The input with another board in a game's place.
 * @param {string} puzzle
 * @param {string} text
 * @param {number} game from 1
 * @param {GameBoard} board
 */
export function withBoard(puzzle, text, game, board) {
    const words = wordsOf(formats[puzzle], text, game);
    return words.length ? text.slice(0, words[0].start) + formats[puzzle].write(board).trimEnd() + text.slice(words[words.length - 1].end) : text;
}

/**
 * Where a game begins, as a line from 1.
 * @param {string} puzzle
 * @param {string} text
 * @param {number} game
 */
export function lineOf(puzzle, text, game) {
    const words = wordsOf(formats[puzzle], text, game);
    return words.length ? text.slice(0, words[0].start).split('\n').length : 1;
}
