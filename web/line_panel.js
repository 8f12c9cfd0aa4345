// SPDX-License-Identifier: GPL-3.0-or-later
// The moves of a game and its variations, what they were worth, and the values of the line as a chart.

import { chart, lossInWords } from './course.js';
import { button, html, reveal } from './dom.js';
import { readFen } from './fen.js';
import { t } from './language.js';
import { beginsWith, walked } from './tree.js';
import { numberOf } from './values.js';

/** @typedef {import('./game_tree.js').GameTree} GameTree */
/** @typedef {import('./tree.js').Line} Line */

export class LinePanel {
    #moves = html('ol', { class: 'line', 'aria-label': t('Moves of this game') });
    #course = html('div');
    #loss = html('p', { class: 'note loss' });
    elements = [this.#moves, this.#course, this.#loss];
    #goTo;

    /** @param {(path: Line) => void} goTo shows the position after some moves */
    constructor(goTo) {
        this.#goTo = goTo;
    }

    /**
     * @param {GameTree} tree
     * @param {Line[]} lines
     * @param {Line} line that is shown
     * @param {number} at how many of its moves are played on the board
     * @param {boolean} quiet nothing is said of values
     */
    show(tree, lines, line, at, quiet) {
        const blackBegins = readFen(tree.begin).side === 'b' ? 1 : 0;
        const path = line.slice(0, at).join(' ');
        const told = walked(lines, (/** @type {Line} */ moves, /** @type {HTMLElement[][]} */ variations, isFirst) => {
            const ply = moves.length - 1 + blackBegins;
            const number = numberOf(ply, isFirst);
            const judgement = quiet ? null : tree.judgement(moves);
            return html('li', {}, number && html('span', { class: 'number' }, number),
                button(tree.nameOf(moves), () => this.#goTo(moves), { 'aria-current': moves.join(' ') === path ? 'step' : null, class: beginsWith(line, moves) ? null : 'aside' }),
                judgement && html('span', { class: `mark ${judgement.lost ? 'lost' : 'wasted'}`, title: judgement.words, role: 'img', 'aria-label': judgement.words }, judgement.mark),
                ...variations.map(variation => html('ol', { class: 'variation', 'aria-label': t('Variation') }, ...variation)));
        });
        this.#moves.replaceChildren(...(told.length ? told : [html('li', { class: 'soft' }, t('No move has been made yet.'))]));
        this.#loss.textContent = quiet ? '' : lossInWords(line.map((_, index) => tree.judgement(line.slice(0, index + 1))));
        this.#course.replaceChildren(quiet ? '' : chart(tree.knowledge(line), at) ?? '');
        reveal(this.#moves, '[aria-current]');
    }
}
