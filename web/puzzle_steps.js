// SPDX-License-Identifier: GPL-3.0-or-later
// The explanation of a verdict as steps on a board: the king's steps, the hunt's main line with the replies to it, each evasion and what
// forbids the others.

import { squareName } from './fen.js';
import { pliesInWords } from './values.js';

/** @typedef {import('./board.js').Arrow} Arrow */
/** @typedef {import('./fen.js').Man} Man */
/** @typedef {import('./program.js').Explanation} Explanation */
/** @typedef {import('./puzzle_text.js').GameBoard} GameBoard */
/**
 * @typedef {object} PlayStep
 * @property {string} caption
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
    const steps = [step('The position', men, { arrows: line.slice(0, 3).map(({ move }, index) => arrowOf(move, index % 2 ? 'refutation' : 'main', String(index + 1))) })];
    line.forEach(({ move }, index) => {
        const name = moveName(men, move);
        men = moved(men, ...squaresOf(move));
        steps.push(step(`${Math.floor(index / 2) + 1}${index % 2 ? '…' : '.'} ${name}`, men, { last: squaresOf(move) }));
        const turn = index % 2 === 0 ? explanation.turns[index / 2] : null;
        for (const { move: reply, plies, answer } of turn?.replies ?? []) {
            const then = answer ? ` is met by ${moveName(moved(men, ...squaresOf(reply)), answer.move)}` : '';
            steps.push(step(`${moveName(men, reply)}${then}: White wins in ${pliesInWords(plies)} more`, men, {
                aside: true, last: squaresOf(move), arrows: [arrowOf(reply, 'refutation'), ...(answer ? [arrowOf(answer.move, 'main')] : [])],
            }));
        }
    });
    for (const { move, refutation, loses_queen } of explanation.tries) {
        const answer = refutation ? `${moveName(moved(board.men, ...squaresOf(move)), refutation.move)}${loses_queen ? ' takes the queen' : ''}` : '';
        steps.push(step(`${moveName(board.men, move)} fails${answer && ' to ' + answer}`, board.men, {
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
    const steps = [step(explanation.verdict, board.men, { arrows: [...pins, ...checks], crosses })];
    const kinds = { king_move: 'the king steps away', capture: 'takes the checker', interposition: 'steps between' };
    for (const { mover, to, kind, captured } of explanation.evasions ?? []) {
        const words = kind === 'king_move' && captured ? 'the king takes' : kinds[/** @type {keyof typeof kinds} */ (kind)];
        steps.push(step(`${mover.piece} ${place(mover)}–${place(to)}: ${words}`, board.men, { arrows: [...checks, { from: square(mover), to: square(to), kind: 'main' }] }));
    }
    for (const { mover, to, attackers, pinner, blocked_by } of explanation.near_misses ?? []) {
        /** @type {Arrow[]} */
        const arrows = [{ from: square(mover), to: square(to), kind: 'try' }, ...attackers.map((/** @type {any} */ attacker) => ({ from: square(attacker), to: square(to), kind: 'refutation' }))];
        if (pinner) arrows.push({ from: square(pinner), to: square(mover), kind: 'pin' });
        const reason = blocked_by ? `${blocked_by.piece} stands there`
            : pinner ? `pinned by ${pinner.piece} on ${place(pinner)}`
            : `${attackers.map((/** @type {any} */ attacker) => `${attacker.piece} on ${place(attacker)}`).join(', ')} ${attackers.length === 1 ? 'attacks' : 'attack'} it`;
        steps.push(step(`Not ${mover.piece} ${place(mover)}–${place(to)}: ${reason}`, board.men, { aside: true, arrows }));
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
    const steps = [step('The position', men, { arrows: kings.map(({ from, to }, index) => ({ from: square(from), to: square(to), kind: 'main', label: String(index + 1) })) })];
    line.forEach(({ piece, from, to }, index) => {
        const takes = men.has(square(to));
        men = moved(men, square(from), square(to));
        const words = piece === 'K' ? `The king goes to (${to.x},${to.y})${takes ? ' and captures the pawn' : ''}` : `The pawn steps to (${to.x},${to.y})`;
        steps.push(step(`${index + 1}. ${words}`, men, { last: [square(from), square(to)] }));
    });
    return steps;
}

/**
 * What the arrows of a puzzle's steps mean.
 * @type {Record<string, Record<Arrow['kind'] | 'cross', string>>}
 */
const meanings = {
    simplified: { main: 'a move of White', try: 'a first move that fails', refutation: 'a reply of Black', check: '', pin: '', choice: '', cross: '' },
    cheesy: { main: 'steps of the king', try: '', refutation: '', check: '', pin: '', choice: '', cross: '' },
    check: { main: 'a plausible move', try: 'a move that does not help', refutation: 'forbids it', check: 'threatens the king', pin: 'pins a piece to its king', choice: '', cross: 'the king would be threatened here' },
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
