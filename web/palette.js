// SPDX-License-Identifier: GPL-3.0-or-later
// Every piece of a variant beside the board, to be dragged or chosen and put.

import { button, html, svg } from './dom.js';
import { bricks } from './board.js';
import { pieceIcon, pieceName } from './glyphs.js';
import { t } from './language.js';

/** @typedef {import('./glyphs.js').Piece} Piece */
/** @typedef {'eraser' | 'hole' | 'wall' | 'barred' | 'dangerous'} Tool */
/** @typedef {Piece | Tool} Brush what a click puts on a square */

const tools = {
    eraser: { name: t('take a piece away'), path: 'M25 62L58 29L76 47L43 80H34ZM34 53L52 71' },
    hole: { name: t('no square'), path: 'M20 20h60v60h-60z', dashes: '9 9' },
    wall: { name: t('wall'), path: bricks },
    barred: { name: t('no piece may enter'), path: 'M27 27L73 73M73 27L27 73' },
    dangerous: { name: t('dangerous square'), path: 'M34 22V78H46C62 78 70 66 70 50C70 34 62 22 46 22Z' },
};

export class Palette {
    element = html('div', { class: 'palette', role: 'group', 'aria-label': t('Pieces and squares to put on the board') });
    /** @type {Brush | null} */
    #brush = null;
    /** @type {Map<string, HTMLButtonElement>} */
    #buttons = new Map();
    #chosen;
    #drag;

    /**
     * @param {(brush: Brush | null) => void} chosen
     * @param {(event: PointerEvent, piece: Piece) => void} drag
     */
    constructor(chosen, drag) {
        this.#chosen = chosen;
        this.#drag = drag;
    }

    get brush() {
        return this.#brush;
    }

    /** @param {Brush | null} brush */
    choose(brush) {
        this.#brush = brush;
        for (const [key, button] of this.#buttons) button.setAttribute('aria-pressed', String(brush !== null && key === keyOf(brush)));
        this.#chosen(brush);
    }

    /**
     * @param {{white: Piece[], black: Piece[]}} pieces
     * @param {Tool[]} wanted
     */
    show(pieces, wanted) {
        this.#buttons.clear();
        const row = (/** @type {Piece[]} */ side) => html('div', { class: 'palette-row' }, ...side.map(piece => {
            const one = this.#button(piece, pieceIcon(piece), pieceName(piece));
            one.addEventListener('pointerdown', event => { if (event.button === 0) this.#drag(event, piece); });
            return one;
        }));
        this.element.replaceChildren(row(pieces.white), row(pieces.black),
            html('div', { class: 'palette-row' }, ...wanted.map(name => {
                const { path, ...tool } = tools[name];
                const icon = svg('svg', { viewBox: '0 0 100 100', class: 'icon tool', 'aria-hidden': 'true' },
                    svg('path', { d: path, fill: 'none', stroke: 'currentColor', 'stroke-width': 7, 'stroke-linejoin': 'round', 'stroke-linecap': 'round', 'stroke-dasharray': 'dashes' in tool ? tool.dashes : null }));
                return this.#button(name, icon, tool.name);
            })));
        this.#brush = null;
    }

    /** @param {Brush} brush @param {SVGElement} icon @param {string} name */
    #button(brush, icon, name) {
        const key = keyOf(brush);
        const one = button(icon, () => this.choose(this.#brush && keyOf(this.#brush) === key ? null : brush), { 'aria-label': name, title: name, 'aria-pressed': 'false' });
        this.#buttons.set(key, one);
        return one;
    }
}

/** @param {Brush} brush */
const keyOf = brush => (typeof brush === 'string' ? brush : `${brush.white} ${brush.letter}`);
