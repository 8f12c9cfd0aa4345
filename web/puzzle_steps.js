// SPDX-License-Identifier: GPL-3.0-or-later
// The explanation of a verdict as steps on a board: the king's steps, the hunt's main line with the replies to it, each evasion and what
// forbids the others.

import { squareName } from './fen.js';
import { commas, t } from './language.js';

/** @typedef {import('./board.js').Arrow} Arrow */
/** @typedef {import('./fen.js').Man} Man */
/** @typedef {import('./program.js').Explanation} Explanation */
/** @typedef {import('./puzzle_text.js').GameBoard} GameBoard */
/**
 * @typedef {object} PlayStep
 * @property {string} caption
 * @property {string} [lang] of the caption, where it is what the program says
 * @property {boolean} aside a move beside the main line
 * @property {Map<string, Man>} men
 * @property {Arrow[]} arrows
 * @property {Set<string>} crosses
 * @property {string[]} last
 */

/**
 * @param {Map<string, Man>} men
 * @param {string} from
 * @param {string} to
 */
function moved(men, from, to) {
    const result = new Map(men);
    const man = result.get(from);
    result.delete(from);
    if (man) result.set(to, man);
    return result;
}

/** @param {string} move "b2a4" @returns {[from: string, to: string]} */
const squaresOf = move => [move.slice(0, 2), move.slice(2, 4)];

/**
 * @param {string} caption
 * @param {Map<string, Man>} men
 * @param {Partial<PlayStep>} [more]
 * @returns {PlayStep}
 */
const step = (caption, men, more = {}) => ({ caption, aside: false, men, arrows: [], crosses: new Set(), last: [], ...more });

/**
 * A move in the words of the explanations.
 * @param {Map<string, Man>} men
 * @param {string} move
 */
function moveName(men, move) {
    const [from, to] = squaresOf(move);
    return `${men.get(from)?.letter ?? ''}${from}${men.has(to) ? 'x' : '-'}${to}`;
}

/**
 * @param {string} move
 * @param {Arrow['kind']} kind
 * @param {string} [label]
 * @returns {Arrow}
 */
function arrowOf(move, kind, label) {
    const [from, to] = squaresOf(move);
    return { from, to, kind, label };
}

/** @param {Explanation} explanation @param {GameBoard} board @returns {PlayStep[]} */
function huntSteps(explanation, board) {
    let men = board.men;
    /** @type {{move: string}[]} */
    const line = explanation.line;
    const steps = [step(t('The position'), men, { arrows: line.slice(0, 3).map(({ move }, index) => arrowOf(move, index % 2 ? 'refutation' : 'main', String(index + 1))) })];
    line.forEach(({ move }, index) => {
        const name = moveName(men, move);
        men = moved(men, ...squaresOf(move));
        steps.push(step(`${Math.floor(index / 2) + 1}${index % 2 ? '…' : '.'} ${name}`, men, { last: squaresOf(move) }));
        const turn = index % 2 === 0 ? explanation.turns[index / 2] : null;
        for (const { move: reply, plies, answer } of turn?.replies ?? []) {
            const words = answer ? t('{reply} is met by {answer}: White wins in {n} ply more|{reply} is met by {answer}: White wins in {n} plies more', { reply: moveName(men, reply), answer: moveName(moved(men, ...squaresOf(reply)), answer.move), n: plies })
                : t('{reply}: White wins in {n} ply more|{reply}: White wins in {n} plies more', { reply: moveName(men, reply), n: plies });
            steps.push(step(words, men, {
                aside: true, last: squaresOf(move), arrows: [arrowOf(reply, 'refutation'), ...(answer ? [arrowOf(answer.move, 'main')] : [])],
            }));
        }
    });
    for (const { move, refutation, loses_queen } of explanation.tries) {
        const names = { move: moveName(board.men, move), answer: refutation ? moveName(moved(board.men, ...squaresOf(move)), refutation.move) : '' };
        const words = !refutation ? t('{move} fails', names) : loses_queen ? t('{move} fails to {answer} takes the queen', names) : t('{move} fails to {answer}', names);
        steps.push(step(words, board.men, {
            aside: true, arrows: [arrowOf(move, 'try'), ...(refutation ? [arrowOf(refutation.move, 'refutation')] : [])],
        }));
    }
    return steps;
}

/** @param {Explanation} explanation @param {GameBoard} board @returns {PlayStep[]} */
function checkSteps(explanation, board) {
    const square = (/** @type {{x: number, y: number}} */ { x, y }) => squareName(x - 1, board.ranks - y);
    const king = (/** @type {string} */ side) => [...board.men].find(([, man]) => man.letter === 'K' && man.white === (side === 'white'))?.[0];
    const place = (/** @type {{x: number, y: number}} */ { x, y }) => `(${x},${y})`;
    /** @type {Arrow[]} */
    const checks = [];
    for (const checker of explanation.checkers) {
        const target = king(checker.piece === checker.piece.toLowerCase() ? 'black' : 'white');
        if (target) checks.push({ from: square(checker), to: target, kind: 'check' });
    }
    /** @type {Arrow[]} */
    const pins = explanation.pins.map((/** @type {any} */ { pinned, pinner }) => ({ from: square(pinner), to: square(pinned), kind: 'pin' }));
    const crosses = new Set((explanation.near_misses ?? []).filter((/** @type {any} */ miss) => miss.attackers.length).map((/** @type {any} */ miss) => square(miss.to)));
    const steps = [step(explanation.verdict, board.men, { lang: 'en', arrows: [...pins, ...checks], crosses })];
    const kinds = { king_move: t('the king steps away'), capture: t('takes the checker'), interposition: t('steps between') };
    for (const { mover, to, kind, captured } of explanation.evasions ?? []) {
        const words = kind === 'king_move' && captured ? t('the king takes') : kinds[/** @type {keyof typeof kinds} */ (kind)];
        steps.push(step(`${mover.piece} ${place(mover)}–${place(to)}: ${words}`, board.men, { arrows: [...checks, { from: square(mover), to: square(to), kind: 'main' }] }));
    }
    for (const { mover, to, attackers, pinner, blocked_by } of explanation.near_misses ?? []) {
        /** @type {Arrow[]} */
        const arrows = [{ from: square(mover), to: square(to), kind: 'try' }, ...attackers.map((/** @type {any} */ attacker) => ({ from: square(attacker), to: square(to), kind: 'refutation' }))];
        if (pinner) arrows.push({ from: square(pinner), to: square(mover), kind: 'pin' });
        const reason = blocked_by ? t('{piece} stands there', { piece: blocked_by.piece })
            : pinner ? t('pinned by {piece} on {place}', { piece: pinner.piece, place: place(pinner) })
            : t('{pieces} attacks it|{pieces} attack it', { n: attackers.length, pieces: commas(attackers.map((/** @type {any} */ attacker) => t('{piece} on {place}', { piece: attacker.piece, place: place(attacker) }))) });
        steps.push(step(t('Not {move}: {reason}', { move: `${mover.piece} ${place(mover)}–${place(to)}`, reason }), board.men, { aside: true, arrows }));
    }
    return steps;
}

/** @param {Explanation} explanation @param {GameBoard} board @returns {PlayStep[]} */
function pursuitSteps(explanation, board) {
    const square = (/** @type {{x: number, y: number}} */ { x, y }) => squareName(x - 1, y - 1);
    let men = board.men;
    /** @type {any[]} */
    const line = explanation.line;
    const kings = line.filter(({ piece }) => piece === 'K');
    const steps = [step(t('The position'), men, { arrows: kings.map(({ from, to }, index) => ({ from: square(from), to: square(to), kind: 'main', label: String(index + 1) })) })];
    line.forEach(({ piece, from, to }, index) => {
        const takes = men.has(square(to));
        men = moved(men, square(from), square(to));
        const place = `(${to.x},${to.y})`;
        const words = piece !== 'K' ? t('The pawn steps to {place}', { place }) : takes ? t('The king goes to {place} and captures the pawn', { place }) : t('The king goes to {place}', { place });
        steps.push(step(`${index + 1}. ${words}`, men, { last: [square(from), square(to)] }));
    });
    return steps;
}

/**
 * What the arrows of a puzzle's steps mean.
 * @type {Record<string, Record<Arrow['kind'] | 'cross', string>>}
 */
const meanings = {
    simplified: { main: t('a move of White'), try: t('a first move that fails'), refutation: t('a reply of Black'), check: '', pin: '', choice: '', cross: '' },
    cheesy: { main: t('steps of the king'), try: '', refutation: '', check: '', pin: '', choice: '', cross: '' },
    check: { main: t('a plausible move'), try: t('a move that does not help'), refutation: t('forbids it'), check: t('threatens the king'), pin: t('pins a piece to its king'), choice: '', cross: t('the king would be threatened here') },
};

/** @param {string} puzzle */
export const meaningsOf = puzzle => meanings[puzzle] ?? meanings.check;

/**
 * @param {Explanation} explanation
 * @param {GameBoard} board
 * @returns {PlayStep[]} the first is the position itself
 */
export function stepsOf(explanation, board) {
    if (explanation.puzzle === 'simplified') return huntSteps(explanation, board);
    if (explanation.puzzle === 'cheesy') return pursuitSteps(explanation, board);
    return checkSteps(explanation, board);
}
