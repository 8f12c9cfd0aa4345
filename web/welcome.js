// SPDX-License-Identifier: GPL-3.0-or-later
// What one sees first: a position that is answered, in one sentence what this is, and what else there is to try.

import { address } from './address.js';
import { button, html } from './dom.js';
import { firstFen, welcomeTitle, welcomeWords } from './first.js';
import { commas, t } from './language.js';
import { sideName } from './values.js';

/** What the address of the first position tells. */
export const first = { fen: firstFen, ask: '1', welcome: '1' };

/** @type {[words: string, place: string, values: Record<string, string>][]} */
const examples = [
    [t('A pawn'), 'position', { fen: firstFen }],
    [t('Queen against rook'), 'position', { fen: '1k6/1r6/2K5/Q7/8/8/8/8 w - - 0 1' }],
    [t('A mate in three?'), 'problems', { fen: '6B1/8/5Q2/8/2K1k3/8/8/8 w', stipulation: '#3', solve: '1' }],
    [t('Tic-tac-toe'), 'position', { variant: 'tictactoe' }],
    [t('Connect four, 4×4'), 'position', { variant: 'connect4-4x4' }],
    [t('Hexapawn'), 'position', { variant: 'hexapawn', program: 'black' }],
    [t('Three puzzles'), 'puzzles', {}],
    [t('Your own rules'), 'position', { panel: 'file' }],
];

export class Welcome {
    /** @param {() => void} close */
    constructor(close) {
        const links = examples.map(([words, place, values]) =>
            html('li', {}, html('a', { href: address(place, place === 'position' ? { ...values, ask: '1', welcome: '1' } : values) }, words)));
        this.element = html('section', { class: 'welcome', 'aria-labelledby': 'welcome-title' },
            html('h2', { id: 'welcome-title' }, welcomeTitle),
            html('p', {}, welcomeWords, this.#tally),
            html('ul', { class: 'examples', 'aria-label': t('Examples') }, ...links),
            button('×', close, { class: 'close', 'aria-label': t('Close this'), title: t('Close this') }));
    }

    #tally = html('span', {});

    /**
     * Says how many moves of a position do what.
     * @param {import('./program.js').Value | null} value null: that is not known
     * @param {import('./values.js').Side} mover
     */
    tell(value, mover) {
        const moves = value?.moves ?? [];
        const count = (/** @type {import('./program.js').Category} */ wanted) => moves.filter(({ category }) => category === wanted).length;
        const [wins, draws, losses] = [count('win'), count('draw'), count('loss')];
        const what = commas([wins ? t('{n} wins|{n} win', { n: wins }) : '', draws ? t('{n} draws|{n} draw', { n: draws }) : '', losses ? t('{n} loses|{n} lose', { n: losses }) : '']);
        this.#tally.textContent = !moves.length || count('unknown') ? '' : t('Here {side} has {n} move: {what}.|Here {side} has {n} moves: {what}.', { side: sideName(mover), n: moves.length, what });
    }
}
