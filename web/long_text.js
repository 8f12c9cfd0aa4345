// SPDX-License-Identifier: GPL-3.0-or-later
// A text that is too long for a field of the browser, which lays all of it out: only rows that are seen are drawn.

import { html } from './dom.js';
import { t } from './language.js';
import { Lines } from './lines.js';

const rowHeight = 20;           // as style.css has it
const rowsBeyond = 10;          // that are drawn above and below those that are seen
const longestRow = 2000;        // characters of a line that are drawn
const tallest = 10_000_000;     // no browser has boxes of any height: from here on a pixel of the scroll bar is more than one of the text
const padding = 8;

export class LongText {
    #lines = new Lines('');
    #content = html('div', { class: 'rows' });
    /** @type {Map<number, HTMLElement>} */
    #rows = new Map();

    /**
     * @param {string} label
     * @param {() => void} onscroll
     * @param {(text: string) => void} onpaste another text is to take its place
     */
    constructor(label, onscroll, onpaste) {
        this.#label = label;
        this.element = html('div', {
            class: 'long-text', tabindex: 0, role: 'region',
            onscroll: () => { this.draw(); onscroll(); },
            onmousedown: () => this.#chooseAll(false),
            onkeydown: (/** @type {KeyboardEvent} */ event) => {
                if (event.key.toLowerCase() !== 'a' || !(event.ctrlKey || event.metaKey)) return;
                event.preventDefault();
                this.#chooseAll(true);
            },
            oncopy: (/** @type {ClipboardEvent} */ event) => {
                if (!this.element.classList.contains('all')) return;  // what is chosen with the pointer, as the browser has it
                event.preventDefault();
                event.clipboardData?.setData('text/plain', this.#lines.text);
            },
            onpaste: (/** @type {ClipboardEvent} */ event) => {
                const text = event.clipboardData?.getData('text/plain');
                if (!text) return;
                event.preventDefault();
                onpaste(text);
            },
        }, this.#content);
    }

    #label;

    get lines() {
        return this.#lines;
    }

    set lines(lines) {
        this.#lines = lines;
        this.#chooseAll(false);
        this.element.setAttribute('aria-label', t('{label}: {n} line, to be read|{label}: {n} lines, to be read', { label: this.#label, n: lines.count }));
        this.#rows.clear();
        this.#content.replaceChildren();
        this.#content.style.height = `${Math.min(this.#height, tallest)}px`;
        this.element.scrollTop = 0;
        this.draw();
    }

    /** The height of all rows. */
    get #height() {
        return this.#lines.count * rowHeight + 2 * padding;
    }

    /** Pixels of the text that one of the scroll bar moves. */
    get #ratio() {
        const { clientHeight } = this.element;
        return this.#height <= tallest ? 1 : (this.#height - clientHeight) / (tallest - clientHeight);
    }

    /** How far the text is scrolled, in its own pixels. */
    get scrollTop() {
        return this.element.scrollTop * this.#ratio;
    }

    set scrollTop(top) {
        this.element.scrollTop = top / this.#ratio;
    }

    /** The rows that are seen; those that stay are kept, and with them what is chosen in them. */
    draw() {
        const { clientHeight } = this.element;
        const top = this.scrollTop;
        const first = Math.max(0, Math.floor((top - padding) / rowHeight) - rowsBeyond);
        const last = Math.min(this.#lines.count, Math.ceil((top + clientHeight) / rowHeight) + rowsBeyond);
        for (const [line, row] of this.#rows) {
            if (line >= first && line < last) continue;
            row.remove();
            this.#rows.delete(line);
        }
        /** @type {Element | null} */
        let before = null;
        for (let line = first; line < last; ++line) {
            let row = this.#rows.get(line);
            if (!row) {
                const text = this.#lines.line(line);
                row = html('div', {}, (text.length > longestRow ? text.slice(0, longestRow) + '…' : text) || '\n');
                this.#rows.set(line, row);
                if (before) before.after(row);
                else this.#content.prepend(row);
            }
            row.style.top = `${this.element.scrollTop - top + padding + line * rowHeight}px`;
            before = row;
        }
    }

    /** @param {boolean} chosen */
    #chooseAll(chosen) {
        this.element.classList.toggle('all', chosen);
        // The browser copies where something is chosen.
        if (chosen) getSelection()?.selectAllChildren(this.#content);
    }
}
