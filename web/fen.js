// SPDX-License-Identifier: GPL-3.0-or-later
// A FEN taken apart, so that it can be shown and edited square by square. What it means is the program's business.

/** @typedef {{letter: string, white: boolean, promoted: boolean, wasPawn?: boolean}} Man letter: as the variant's rules write it, a capital */
/**
 * @typedef {object} Placement
 * @property {number} files
 * @property {number} ranks
 * @property {Map<string, Man>} men by square, "e4"
 * @property {Set<string>} holes
 * @property {string} [hands] men in hand with their brackets, "[Qr]"; nothing in games without hands
 * @property {string} side "w" or "b"
 * @property {string} castling
 * @property {string} enPassant
 * @property {string} counters
 * @property {{letters: string, squares: string[]}[]} barred
 */

/** @param {number} file from 0 @param {number} rank from 0 */
export const squareName = (file, rank) => String.fromCharCode(97 + file) + (rank + 1);

/** @param {string} square @returns {[file: number, rank: number]} from 0 */
export const squarePlace = square => [square.charCodeAt(0) - 97, Number(square.slice(1)) - 1];

/**
 * Reads a FEN that the program has taken, or has written.
 * @param {string} fen
 * @returns {Placement}
 */
export function readFen(fen) {
    const words = fen.trim().split(/\s+/);
    const extra = words.findIndex(word => word.startsWith('~'));
    const barred = extra < 0 ? '' : words.splice(extra)[0].slice(1);
    const [board = '', side = 'w', castling = '-', enPassant = '-', ...counters] = words;
    const inHand = board.indexOf('[');
    const rows = (inHand < 0 ? board : board.slice(0, inHand)).split('/');
    /** @type {Map<string, Man>} */
    const men = new Map();
    const holes = new Set();
    let files = 0;
    rows.forEach((row, index) => {
        const rank = rows.length - 1 - index;
        let file = 0;
        for (const token of row.match(/\d+|\*|\+?[A-Za-z]~?/g) ?? []) {
            if (/\d/.test(token)) {
                file += Number(token);
            } else if (token === '*') {
                holes.add(squareName(file++, rank));
            } else {
                const letter = token.replace(/[+~]/g, '');
                men.set(squareName(file++, rank), {
                    letter: letter.toUpperCase(), white: letter !== letter.toLowerCase(), promoted: token.startsWith('+'), wasPawn: token.endsWith('~'),
                });
            }
        }
        files = Math.max(files, file);
    });
    return {
        files, ranks: rows.length, men, holes, hands: inHand < 0 ? '' : board.slice(inHand), side, castling, enPassant, counters: counters.join(' ') || '0 1',
        barred: barred.split(';').filter(Boolean).map(part => {
            const [letters, squares = ''] = part.split(':');
            return { letters, squares: squares.split(',').filter(Boolean) };
        }),
    };
}

/** @param {Placement} placement */
export function writeFen(placement) {
    const rows = [];
    for (let rank = placement.ranks - 1; rank >= 0; --rank) {
        let row = '';
        let empty = 0;
        const flush = () => { row += empty || ''; empty = 0; };
        for (let file = 0; file < placement.files; ++file) {
            const square = squareName(file, rank);
            const man = placement.men.get(square);
            if (placement.holes.has(square)) {
                flush();
                row += '*';
            } else if (man) {
                flush();
                row += (man.promoted ? '+' : '') + (man.white ? man.letter : man.letter.toLowerCase()) + (man.wasPawn ? '~' : '');
            } else {
                ++empty;
            }
        }
        flush();
        rows.push(row);
    }
    const barred = placement.barred.filter(part => part.squares.length).map(part => `${part.letters}:${part.squares.join(',')}`).join(';');
    return `${rows.join('/')}${placement.hands ?? ''} ${placement.side} ${placement.castling} ${placement.enPassant} ${placement.counters}` + (barred && ` ~${barred}`);
}

/**
 * The same men on other squares. Rights and squares that were just passed over are not kept.
 * @param {Placement} placement
 * @param {(file: number, rank: number) => [file: number, rank: number]} to
 * @returns {Placement}
 */
function moved(placement, to) {
    const at = (/** @type {string} */ square) => squareName(...to(...squarePlace(square)));
    return {
        ...placement, castling: '-', enPassant: '-', holes: new Set([...placement.holes].map(at)),
        men: new Map([...placement.men].map(([square, man]) => [at(square), man])),
        barred: placement.barred.map(({ letters, squares }) => ({ letters, squares: squares.map(at) })),
    };
}

/** @param {Placement} placement */
export const mirrored = placement => moved(placement, (file, rank) => [placement.files - 1 - file, rank]);

/** @param {Placement} placement */
export const rotated = placement => moved(placement, (file, rank) => [placement.files - 1 - file, placement.ranks - 1 - rank]);

/** @param {string} text */
const otherCase = text => text.replace(/[A-Za-z]/g, letter => (letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase()));

/**
 * White's men as Black's, as seen from the other side, and the other way round; the other side is to move.
 * @param {Placement} placement
 * @returns {Placement}
 */
export function swapped(placement) {
    const result = moved(placement, (file, rank) => [file, placement.ranks - 1 - rank]);
    for (const [square, man] of result.men) result.men.set(square, { ...man, white: !man.white });
    return {
        ...result, side: placement.side === 'b' ? 'w' : 'b', hands: placement.hands && otherCase(placement.hands),
        castling: [...otherCase(placement.castling)].sort((a, b) => Number(a === a.toLowerCase()) - Number(b === b.toLowerCase())).join(''),
        barred: result.barred.map(({ letters, squares }) => ({ letters: otherCase(letters), squares })),
    };
}

/**
 * A position after a move that ends with a wall, without that wall.
 * @param {Placement} after
 * @param {string | null} wall
 * @param {Placement} before where it may have stood already
 * @returns {Placement}
 */
export function withoutWall(after, wall, before) {
    return { ...after, holes: new Set([...after.holes].filter(square => square !== wall || before.holes.has(square))) };
}

/**
 * How many men of each kind a side has in hand, by their capital letters.
 * @param {Placement} placement
 * @param {boolean} white
 * @returns {Map<string, number>}
 */
export function handOf({ hands }, white) {
    const hand = new Map();
    for (const letter of (hands ?? '').match(/[A-Za-z]/g) ?? [])
        if ((letter !== letter.toLowerCase()) === white) hand.set(letter.toUpperCase(), (hand.get(letter.toUpperCase()) ?? 0) + 1);
    return hand;
}

/**
 * The same placement with a man more or less in a hand.
 * @param {Placement} placement
 * @param {string} letter
 * @param {boolean} white
 * @param {1 | -1} change
 * @returns {Placement}
 */
export function withInHand(placement, letter, white, change) {
    const written = white ? letter.toUpperCase() : letter.toLowerCase();
    const men = (placement.hands || '[]').slice(1, -1).replace('-', '');
    return { ...placement, hands: `[${change > 0 ? men + written : men.replace(written, '')}]`, enPassant: '-' };
}

/**
 * The letters of the pieces that may not enter each square; `*`: none may.
 * @param {Placement} placement
 * @returns {Map<string, string>}
 */
export function barredSquares(placement) {
    const result = new Map();
    for (const { letters, squares } of placement.barred)
        for (const square of squares) result.set(square, (result.get(square) ?? '') + letters);
    for (const [square, letters] of result) if (letters.includes('*')) result.set(square, '*');
    return result;
}

/**
 * The castling rights without that of a man on a file, in games whose rights are files: those of gates, and of rooks that may stand anywhere.
 * @param {Placement} placement
 * @param {string} square of the man that goes
 * @param {Man} man
 */
function rightsWithout({ castling, ranks }, square, man) {
    const [file, rank] = squarePlace(square);
    const letter = String.fromCharCode((man.white ? 65 : 97) + file);
    if (rank !== (man.white ? 0 : ranks - 1) || 'KQkq'.includes(letter)) return castling;
    return castling.replace(letter, '') || '-';
}

/**
 * The same placement with other things on a square: a man, nothing, a hole ("hole") or a square that nobody may enter ("barred").
 * What a change makes meaningless goes: squares that were just passed over, the gate of a man that goes.
 * @param {Placement} placement
 * @param {string} square
 * @param {Man | 'hole' | 'barred' | null} what
 * @returns {Placement}
 */
export function withSquare(placement, square, what) {
    const men = new Map(placement.men);
    const holes = new Set(placement.holes);
    const before = men.get(square);
    const after = what !== 'hole' && what !== 'barred' ? what : null;
    // That some pieces may not enter stays true of a square when men come and go; nobody stands where none may enter.
    const keeps = (/** @type {string} */ letters) => what === 'barred' || (what !== 'hole' && (after || before) && letters !== '*');
    const barred = placement.barred.map(({ letters, squares }) => ({ letters, squares: squares.filter(other => other !== square || keeps(letters)) }));
    const castling = before && before.white !== after?.white ? rightsWithout(placement, square, before) : placement.castling;
    men.delete(square);
    if (what === 'hole') {
        if (!holes.delete(square)) holes.add(square);
    } else {
        holes.delete(square);
    }
    if (what === 'barred') {
        const everybody = barred.find(part => part.letters === '*');
        if (!everybody) barred.push({ letters: '*', squares: [square] });
        else if (everybody.squares.includes(square)) everybody.squares = everybody.squares.filter(other => other !== square);
        else everybody.squares.push(square);
    } else if (after) {
        men.set(square, after);
    }
    return { ...placement, men, holes, barred, castling, enPassant: '-' };
}
