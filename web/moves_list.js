// SPDX-License-Identifier: GPL-3.0-or-later
// Every move with its value: wins, draws, losses, and what is not known yet; the best first.

import { button, html } from './dom.js';
import { commas, t } from './language.js';
import { badge, categories, groupNames, moveInWords, movesOfWinner, pliesInWords } from './values.js';

/** @typedef {import('./program.js').ValuedMove} ValuedMove */

export class MovesList {
    element = html('div', { class: 'moves-list' });
    #play;
    #look;

    /**
     * @param {(move: string) => void} play
     * @param {(move: string | null) => void} look the move that is pointed at; null: none any more
     */
    constructor(play, look) {
        this.#play = play;
        this.#look = look;
    }

    /**
     * @param {ValuedMove[]} moves
     * @param {boolean} mates a win is a mate, whose moves people count
     * @param {string} [otherwise] what is said where there are none
     */
    show(moves, mates, otherwise = '') {
        const focused = this.element.contains(document.activeElement) ? document.activeElement?.getAttribute('data-move') : null;
        this.element.replaceChildren(...categories.flatMap(category => {
            const group = moves.filter(move => move.category === category);
            if (!group.length) return [];
            const heading = `moves-${category}`;
            return [html('section', { 'aria-labelledby': heading },
                html('h3', { id: heading }, badge(category), html('span', {}, groupNames[category]), html('span', { class: 'count' }, t('{n} move|{n} moves', { n: group.length }))),
                html('ul', {}, ...group.map(move => html('li', {}, this.#entry(move, mates)))))];
        }));
        if (!moves.length && otherwise) this.element.replaceChildren(html('p', { class: 'note' }, otherwise));
        if (focused) /** @type {HTMLElement | null} */ (this.element.querySelector(`[data-move="${focused}"]`))?.focus();
    }

    /** @param {ValuedMove} move @param {boolean} mates */
    #entry(move, mates) {
        const name = move.san ?? move.move;
        const label = html('span', { class: 'san' }, name);
        const entry = button(label, () => this.#play(move.move), {
            class: `move ${move.category}${move.optimal ? ' best' : ''}`,
            'data-move': move.move,
            title: move.move,
            'aria-label': commas([name, moveInWords(move.category, move.plies), move.optimal && t('best')]),
            onpointerenter: () => this.#look(move.move),
            onpointerleave: () => this.#look(null),
            onfocus: () => this.#look(move.move),
            onblur: () => this.#look(null),
        });
        if (move.plies !== null && move.category !== 'draw' && move.category !== 'unknown') {
            if (mates) entry.append(html('span', { class: 'mate' }, `#${move.category === 'loss' ? '−' : ''}${movesOfWinner(move.category, move.plies)}`));
            entry.append(html('span', { class: 'plies' }, pliesInWords(move.plies)));
        }
        return entry;
    }
}
