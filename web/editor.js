// SPDX-License-Identifier: GPL-3.0-or-later
// A plain text editor with line numbers that marks mistakes at their place.

import { button, english, html } from './dom.js';
import { t } from './language.js';

/** @typedef {import('./program.js').Mistake} Mistake */

const encoder = new TextEncoder();

/**
 * Where a column, counted in bytes from 1, is in a line of text, in characters from 0.
 * @param {string} line
 * @param {number} column
 */
export function characterAt(line, column) {
    let bytes = 0;
    let index = 0;
    for (const character of line) {
        if (bytes >= column - 1) break;
        bytes += encoder.encode(character).length;
        index += character.length;
    }
    return index;
}

export class Editor {
    #area;
    #numbers = html('div', { class: 'numbers', 'aria-hidden': 'true' });
    #marks = html('div', { class: 'marks', 'aria-hidden': 'true' });
    #list = html('ul', { class: 'mistakes', 'aria-live': 'polite' });

    /** @type {Mistake[]} */
    #mistakes = [];
    #lines = 1;

    /**
     * @param {string} id
     * @param {string} label
     * @param {() => void} oninput
     */
    constructor(id, label, oninput) {

        this.#list.id = id + '-mistakes';
        this.#area = html('textarea', {
            id, 'aria-label': label, 'aria-describedby': this.#list.id, spellcheck: 'false', wrap: 'off', autocapitalize: 'off', autocomplete: 'off',
            oninput: () => { this.#arrange(); oninput(); },
            onscroll: () => this.#scroll(),
        });
        this.element = html('div', { class: 'editor' },
            html('div', { class: 'paper' }, this.#numbers, html('div', { class: 'sheet' }, this.#marks, this.#area)), this.#list);
        new ResizeObserver(() => this.#scroll()).observe(this.#area);
    }

    get text() {
        return this.#area.value;
    }

    set text(text) {
        if (text === this.#area.value) return;
        this.#area.value = text;
        this.#arrange();
    }

    /** @param {Mistake[]} mistakes */
    mark(mistakes) {
        this.#mistakes = mistakes;
        this.#area.setAttribute('aria-invalid', String(mistakes.length > 0));
        this.#list.replaceChildren(...mistakes.map(mistake => {
            if (mistake.line === null) return html('li', {}, english(mistake.message));
            const place = mistake.column === null ? t('Line {line}', { line: mistake.line }) : t('Line {line}, column {column}', { line: mistake.line, column: mistake.column });
            return html('li', {}, button(place, () => this.#go(mistake)), ' ', english(mistake.message));
        }));
        this.#arrange();
    }

    /**
     * Shows these lines, counted from 1.
     * @param {number} line
     */
    reveal(line) {
        const height = this.#lineHeight();
        const top = (line - 1) * height;
        if (top < this.#area.scrollTop || top > this.#area.scrollTop + this.#area.clientHeight - 2 * height)
            this.#area.scrollTop = Math.max(0, top - 2 * height);
    }

    /**
     * Puts the cursor on a mistake.
     * @param {Mistake} mistake
     */
    #go(mistake) {
        const lines = this.text.split('\n');
        const line = (mistake.line ?? 1) - 1;
        const before = lines.slice(0, line).reduce((sum, text) => sum + text.length + 1, 0);
        const at = before + characterAt(lines[line] ?? '', mistake.column ?? 1);
        this.#area.focus();
        this.#area.setSelectionRange(at, at + wordAt(lines[line] ?? '', at - before).length);
        this.reveal(line + 1);
    }

    #lineHeight() {
        return parseFloat(getComputedStyle(this.#area).lineHeight);
    }

    /** The text or its mistakes are new. */
    #arrange() {
        this.#lines = 1;
        for (let at = this.text.indexOf('\n'); at >= 0; at = this.text.indexOf('\n', at + 1)) ++this.#lines;
        this.#scroll();
    }

    /** Line numbers and marks of the lines that can be seen. */
    #scroll() {
        const height = this.#lineHeight();
        if (!height) return;  // not on the page yet
        const { scrollTop, scrollLeft, clientHeight } = this.#area;
        const first = Math.floor(scrollTop / height);
        const last = Math.min(this.#lines, first + Math.ceil(clientHeight / height) + 1);
        const shift = 8 - scrollTop;  // the padding of the text
        const numbers = [];
        for (let line = first; line < last; ++line) {
            const faulty = this.#mistakes.some(mistake => mistake.line === line + 1);
            const number = html('span', { class: faulty ? 'faulty' : null }, String(line + 1));
            number.style.top = `${shift + line * height}px`;
            numbers.push(number);
        }
        this.#numbers.replaceChildren(...numbers);
        const lines = this.#mistakes.length ? this.text.split('\n') : [];
        this.#marks.replaceChildren(...this.#mistakes.filter(({ line }) => line !== null && line > first && line <= last).map(mistake => {
            const line = Number(mistake.line) - 1;
            const text = lines[line] ?? '';
            const at = characterAt(text, mistake.column ?? 1);
            // The line itself, unseen, so that tabs and broad letters are as wide as in the text.
            const copy = html('span', { class: 'marked' }, text.slice(0, at), html('span', { class: 'mistake' }, wordAt(text, at) || ' '));
            copy.style.top = `${shift + line * height}px`;
            copy.style.left = `${8 - scrollLeft}px`;
            return copy;
        }));
    }
}

/** @param {string} line @param {number} at */
function wordAt(line, at) {
    return /^\S*/.exec(line.slice(at))?.[0] ?? '';
}
