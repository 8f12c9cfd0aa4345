// SPDX-License-Identifier: GPL-3.0-or-later
// What one sees first: a position that is answered, in one sentence what this is, and what else there is to try.

import { address } from './address.js';
import { button, counted, html } from './dom.js';
import { firstFen, welcomeTitle, welcomeWords } from './first.js';
import { sideName } from './values.js';

/** What the address of the first position tells. */
export const first = { fen: firstFen, ask: '1', welcome: '1' };

/** @type {[words: string, place: string, values: Record<string, string>][]} */
const examples = [
    ['A pawn', 'position', { fen: firstFen }],
    ['Queen against rook', 'position', { fen: '1k6/1r6/2K5/Q7/8/8/8/8 w - - 0 1' }],
    ['A mate in three?', 'problems', { fen: '6B1/8/5Q2/8/2K1k3/8/8/8 w', stipulation: '#3', solve: '1' }],
    ['Tic-tac-toe', 'position', { variant: 'tictactoe' }],
    ['Connect four, 4×4', 'position', { variant: 'connect4-4x4' }],
    ['Hexapawn', 'position', { variant: 'hexapawn', program: 'black' }],
    ['Three puzzles', 'puzzles', {}],
    ['Your own rules', 'position', { panel: 'file' }],
];

export class Welcome {
    /** @param {() => void} close */
    constructor(close) {
        const links = examples.map(([words, place, values]) =>
            html('li', {}, html('a', { href: address(place, place === 'position' ? { ...values, ask: '1', welcome: '1' } : values) }, words)));
        this.element = html('section', { class: 'welcome', 'aria-labelledby': 'welcome-title' },
            html('h2', { id: 'welcome-title' }, welcomeTitle),
            html('p', {}, welcomeWords, this.#tally),
            html('ul', { class: 'examples', 'aria-label': 'Examples' }, ...links),
            button('×', close, { class: 'close', 'aria-label': 'Close this', title: 'Close this' }));
    }

    #tally = html('span', {});

    /**
     * Says how many moves of a position do what.
     * @param {import('./program.js').Value | null} value null: that is not known
     * @param {import('./values.js').Side} mover
     */
    tell(value, mover) {
        const moves = value?.moves ?? [];
        const parts = /** @type {const} */ ([['win', 'wins', 'win'], ['draw', 'draws', 'draw'], ['loss', 'loses', 'lose']]).flatMap(([category, one, several]) => {
            const count = moves.filter(move => move.category === category).length;
            return count ? `${count === moves.length ? 'all' : count} ${count === 1 ? one : several}` : [];
        });
        this.#tally.textContent = !parts.length || moves.some(({ category }) => category === 'unknown') ? ''
            : `Here ${sideName(mover)} has ${counted(moves.length, 'move')}: ${parts.join(', ')}.`;
    }
}
