// SPDX-License-Identifier: GPL-3.0-or-later
// What each side has in hand, to be set up: one more, one less.

import { button, html } from './dom.js';
import { handOf, withInHand } from './fen.js';
import { pieceIcon, pieceName } from './glyphs.js';
import { t } from './language.js';
import { pieceOf } from './setting_up.js';
import { sideName } from './values.js';

/** @typedef {import('./fen.js').Placement} Placement */
/** @typedef {import('./program.js').Variant} Variant */

export class HandEditor {
    #rows = html('div', { class: 'hand-rows' });
    element = html('details', { class: 'hand-editor' }, html('summary', {}, t('Men in hand')), this.#rows);
    #variant;
    #placement;
    #edit;

    /**
     * @param {() => Variant | null} variant
     * @param {() => Placement} placement
     * @param {(placement: Placement) => void} edit
     */
    constructor(variant, placement, edit) {
        this.#variant = variant;
        this.#placement = placement;
        this.#edit = edit;
    }

    /** Shows the hands of the placement; nothing in games without hands. */
    show() {
        const placement = this.#placement();
        const focused = this.element.contains(document.activeElement) ? document.activeElement?.getAttribute('data-of') : null;
        this.element.hidden = !placement.hands;
        this.#rows.replaceChildren(...(placement.hands ? [true, false] : []).map(white => {
            const side = white ? 'white' : 'black';
            const hand = handOf(placement, white);
            return html('div', { class: 'palette-row', role: 'group', 'aria-label': t('Hand of {side}, to set up', { side: sideName(side) }) }, ...(this.#variant()?.kinds ?? []).map(({ letter }) => {
                const piece = pieceOf(this.#variant(), { letter: letter.toUpperCase(), white, promoted: false });
                const count = hand.get(letter.toUpperCase()) ?? 0;
                const named = { man: pieceName(piece), count };
                const change = (/** @type {1 | -1} */ by, /** @type {string} */ sign, /** @type {string} */ label) => {
                    const one = button(sign, () => this.#edit(withInHand(placement, letter, white, by)), { 'aria-label': label, 'data-of': `${side} ${letter} ${by}` });
                    one.disabled = by < 0 && !count;
                    return one;
                };
                return html('span', { class: 'count-of' }, change(-1, '−', t('{man} in hand, {count}: one less', named)), html('span', {}, pieceIcon(piece), html('span', { class: 'count' }, String(count))), change(1, '+', t('{man} in hand, {count}: one more', named)));
            }));
        }));
        if (focused) /** @type {HTMLElement | null} */ (this.element.querySelector(`[data-of="${focused}"]`))?.focus();
    }
}
