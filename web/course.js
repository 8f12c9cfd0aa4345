// SPDX-License-Identifier: GPL-3.0-or-later
// The course of a game: what each move of the line was worth beside the best one, and the values of its positions as a chart.

import { svg } from './dom.js';
import { known } from './knowledge.js';
import { list, t } from './language.js';
import { moveInWords, sideName } from './values.js';

/** @typedef {import('./program.js').Game} Game */
/** @typedef {import('./program.js').Step} Step */
/** @typedef {import('./values.js').Side} Side */
/** @typedef {{mover: Side, lost: boolean, wasted: number, mark: string, words: string}} Judgement wasted: plies */

/**
 * A move that was made, beside the best one.
 * @param {Game} game
 * @param {string} before the FEN of the position
 * @param {string} move
 * @returns {Judgement | null} null: not known, or nothing was lost
 */
export function judged(game, before, move) {
    const knowledge = known(game, before);
    const value = knowledge?.value;
    const made = value?.moves.find(other => other.move === move);
    const best = value?.moves.find(({ optimal }) => optimal);
    if (!knowledge || !made || !best || made.keeps_result === null) return null;
    const mover = knowledge.setup.side_to_move;
    const names = { made: made.san ?? made.move, best: best.san ?? best.move };
    if (!made.keeps_result)
        return { mover, lost: true, wasted: 0, mark: '??', words: t('{made}: {worth}. {best}: {more}.', { ...names, worth: moveInWords(made.category, made.plies), more: moveInWords(best.category, best.plies) }) };
    const wasted = made.plies === null || best.plies === null ? 0 : Math.abs(made.plies - best.plies);
    const words = made.category === 'win' ? t('{made} takes {n} ply more than {best}.|{made} takes {n} plies more than {best}.', { ...names, n: wasted })
        : t('{made} takes {n} ply less than {best}.|{made} takes {n} plies less than {best}.', { ...names, n: wasted });
    return wasted ? { mover, lost: false, wasted, mark: '?', words } : null;
}

/**
 * What all moves of a line lost, in words; empty where they lost nothing.
 * @param {(Judgement | null)[]} judgements
 */
export function lossInWords(judgements) {
    return /** @type {Side[]} */ (['white', 'black']).flatMap(side => {
        const own = judgements.flatMap(judgement => (judgement?.mover === side ? judgement : []));
        const lost = own.filter(({ lost }) => lost).length;
        const wasted = own.reduce((sum, judgement) => sum + judgement.wasted, 0);
        const parts = [lost === 1 ? t('thrown the result away once') : lost ? t('thrown the result away {n} times', { n: lost }) : '', wasted ? t('wasted {n} ply|wasted {n} plies', { n: wasted }) : ''].filter(Boolean);
        return parts.length ? t('{side} has {what}.', { side: sideName(side), what: list(parts) }) : [];
    }).join(' ');
}

/**
 * The values of the positions of a line, for White: up is won, the longer the sooner; down is lost; a line is a draw.
 * @param {(import('./knowledge.js').Knowledge | undefined)[]} positions
 * @param {number} at which of them is on the board
 * @returns {SVGElement | null} null: too little is known
 */
export function chart(positions, at) {
    const width = 100, height = 32, middle = height / 2, step = width / Math.max(positions.length, 12);
    const most = Math.max(1, ...positions.map(knowledge => knowledge?.value?.plies ?? 0));
    const shown = positions.flatMap((knowledge, index) => {
        const category = knowledge?.value?.category ?? knowledge?.setup.category ?? 'unknown';
        if (!knowledge || category === 'unknown') return [];
        const plies = knowledge.value?.plies ?? 0;
        const up = (category === 'win') === (knowledge.setup.side_to_move === 'white');
        const long = category === 'draw' ? 2 : (middle - 1) * (1 - 0.7 * plies / most);
        const winner = category === 'draw' ? 'draw' : up ? 'white' : 'black';
        return svg('rect', {
            class: `${winner}${index === at ? ' current' : ''}`, x: index * step + step * 0.1, width: step * 0.8, height: long,
            y: category === 'draw' ? middle - 1 : up ? middle - long : middle,
        });
    });
    if (shown.length < 2) return null;
    return svg('svg', { class: 'course', viewBox: `0 0 ${width} ${height}`, preserveAspectRatio: 'none', 'aria-hidden': 'true' },
        svg('line', { x1: 0, x2: width, y1: middle, y2: middle }), ...shown);
}
