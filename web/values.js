// SPDX-License-Identifier: GPL-3.0-or-later
// Values of positions and moves in words, signs and colours, the same everywhere. Unknown is a value of its own.

import { html, svg } from './dom.js';
import { language, t } from './language.js';

/** @typedef {import('./program.js').Category} Category */
/** @typedef {'white' | 'black'} Side */

export const signs = { win: '+', draw: '=', loss: '−', unknown: '?' };
export const groupNames = { win: t('Wins'), draw: t('Draws'), loss: t('Losses'), unknown: t('Not known yet') };
/** @type {Category[]} */
export const categories = ['win', 'draw', 'loss', 'unknown'];

/** @param {Side} side @returns {Side} */
export const other = side => (side === 'white' ? 'black' : 'white');

/** @param {Side} side */
export const sideName = side => (side === 'white' ? t('White') : t('Black'));

/** @param {number} plies */
export const pliesInWords = plies => t('{n} ply|{n} plies', { n: plies });

/**
 * The value of a move, for who makes it.
 * @param {Category} category
 * @param {number | null} plies
 */
export function moveInWords(category, plies) {
    if (category === 'unknown') return t('not known yet');
    if (category === 'draw') return t('draw');
    if (category === 'win') return plies === null ? t('win') : t('win in {n} ply|win in {n} plies', { n: plies });
    return plies === null ? t('loss') : t('loss in {n} ply|loss in {n} plies', { n: plies });
}

/**
 * How many moves the winner makes: players count these.
 * @param {Category} category for who moves first
 * @param {number} plies
 */
export const movesOfWinner = (category, plies) => Math.floor((plies + (category === 'win' ? 1 : 0)) / 2);

/**
 * The number of a move as lists of moves have it: with each of White's, and where a list begins; empty elsewhere.
 * @param {number} ply from 0, of White's first move
 * @param {boolean} isFirst
 */
export const numberOf = (ply, isFirst) => (ply % 2 === 0 ? `${ply / 2 + 1}.` : isFirst ? `${(ply + 1) / 2}…` : '');

/**
 * Whether it is known how many plies a win or a loss takes, and not only that it takes no more, or that there is one.
 * @param {{category: Category, plies: number | null, no_win_within: number | null, no_loss_within: number | null}} value
 */
export function isExact({ category, plies, no_win_within, no_loss_within }) {
    const none = category === 'win' ? no_win_within : no_loss_within;
    if (plies === null) return category !== 'win' && category !== 'loss';
    return plies === 0 || none === null || none >= plies - 1;
}

/**
 * The value of a position.
 * @param {Category} category
 * @param {number | null} plies
 * @param {Side} mover
 * @param {boolean} exact
 */
export function positionInWords(category, plies, mover, exact = true) {
    if (category === 'unknown') return t('Not known yet');
    if (category === 'draw') return t('Draw');
    const side = sideName(category === 'win' ? mover : other(mover));
    if (plies === 0) return t('{side} has won', { side });
    if (plies === null) return t('{side} wins', { side });
    return exact ? t('{side} wins in {n} ply|{side} wins in {n} plies', { side, n: plies }) : t('{side} wins, in {n} ply at most|{side} wins, in {n} plies at most', { side, n: plies });
}

/**
 * A sign with the colour of its value, for lists.
 * @param {Category} category
 */
export function badge(category) {
    return html('span', { class: `badge ${category}`, 'aria-hidden': 'true' }, signs[category]);
}

/**
 * The same sign in a square from 0, 0 to 100, 100 of a board.
 * @param {Category} category
 * @param {number | null} plies
 * @param {'large' | 'small'} size large: with the number of plies
 */
export function squareBadge(category, plies, size) {
    if (size === 'small')
        return svg('g', { class: `sign ${category}` },
            svg('circle', { cx: 84, cy: 16, r: 14 }),
            svg('text', { x: 84, y: 24, 'font-size': 24 }, signs[category]));
    const words = signs[category] + (plies === null || category === 'unknown' || category === 'draw' ? '' : plies);
    const width = Math.max(44, 27 + 19 * words.length);
    return svg('g', { class: `sign ${category}` },
        svg('rect', { x: 50 - width / 2, y: 29, width, height: 42, rx: 21 }),
        svg('text', { x: 50, y: 60, 'font-size': 29 }, words));
}

const tenths = new Intl.NumberFormat(language, { minimumFractionDigits: 1, maximumFractionDigits: 1 });

/**
 * A share in per cent; one that is neither all nor nothing is not written so.
 * @param {number} share
 */
export const percentText = share => (share > 0 && share < 0.05 ? `< ${tenths.format(0.1)}` : share < 100 && share > 99.95 ? `> ${tenths.format(99.9)}` : tenths.format(share)) + ' %';
