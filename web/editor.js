// SPDX-License-Identifier: GPL-3.0-or-later
// A plain text editor with line numbers that marks mistakes at their place. A browser's own field edits texts best, but lays all of them
// out, and does nothing else meanwhile: a text that comes whole and is longer than anybody types is shown, and taken the place of.

import { button, english, html } from './dom.js';
import { t } from './language.js';
import { Lines } from './lines.js';
import { LongText } from './long_text.js';

/** @typedef {import('./program.js').Mistake} Mistake */

const encoder = new TextEncoder();
const longestEdited = 100_000;  // characters

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
    #view;
    #oninput;
    #numbers = html('div', { class: 'numbers', 'aria-hidden': 'true' });
    #marks = html('div', { class: 'marks', 'aria-hidden': 'true' });
    #list = html('ul', { class: 'mistakes', 'aria-live': 'polite' });
    #long = html('p', { class: 'note' }, t('Too long to be edited here: paste another text in its place, or open a file.'));

    /** @type {Mistake[]} */
    #mistakes = [];
    #lines = new Lines('');
    /** @type {{first: number, last: number} | null} */
    #chosen = null;

    /**
     * @param {string} id
     * @param {string} label
     * @param {() => void} oninput
     */
    constructor(id, label, oninput) {
        this.#oninput = oninput;
        this.#list.id = id + '-mistakes';
        this.#area = html('textarea', {
            id, 'aria-label': label, 'aria-describedby': this.#list.id, spellcheck: 'false', wrap: 'off', autocapitalize: 'off', autocomplete: 'off',
            oninput: () => { this.#arrange(); oninput(); },
            onscroll: () => this.#scroll(),
            onpaste: (/** @type {ClipboardEvent} */ event) => this.#paste(event),
        });
        this.#view = new LongText(label, () => this.#scroll(), text => this.#replace(text));
        this.#view.element.hidden = true;
        this.element = html('div', { class: 'editor' },
            html('div', { class: 'paper' }, this.#numbers, html('div', { class: 'sheet' }, this.#marks, this.#area, this.#view.element)), this.#list);
        const resized = new ResizeObserver(() => { this.#view.draw(); this.#scroll(); });
        resized.observe(this.#area);
        resized.observe(this.#view.element);
    }

    /** Whether the text is shown alone. */
    get #isLong() {
        return this.#area.hidden;
    }

    get text() {
        return this.#lines.text;
    }

    set text(text) {
        if (text === this.text) return;
        const long = text.length > longestEdited;
        const focused = this.element.contains(document.activeElement);
        this.#area.hidden = long;
        this.#view.element.hidden = !long;
        if (long) this.#list.before(this.#long);
        else this.#long.remove();
        this.#area.value = long ? '' : text;
        this.#arrange(long ? text : this.#area.value);
        if (focused) (long ? this.#view.element : this.#area).focus();
    }

    /**
     * What is pasted is much: the field is not asked to lay it out.
     * @param {ClipboardEvent} event
     */
    #paste(event) {
        const pasted = event.clipboardData?.getData('text/plain') ?? '';
        const { value, selectionStart, selectionEnd } = this.#area;
        if (value.length + pasted.length <= longestEdited) return;
        event.preventDefault();
        this.#replace(value.slice(0, selectionStart) + pasted + value.slice(selectionEnd));
    }

    /** @param {string} text */
    #replace(text) {
        this.text = text;
        this.#oninput();
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
        this.#scroll();
    }

    /**
     * Shows where lines are, counted from 1; null: of none.
     * @param {{first: number, last: number} | null} lines
     */
    choose(lines) {
        this.#chosen = lines;
        this.#scroll();
    }

    /**
     * Scrolls to a line, counted from 1.
     * @param {number} line
     */
    reveal(line) {
        const height = this.#lineHeight();
        const top = (line - 1) * height;
        const shown = this.#isLong ? this.#view : this.#area;
        const { clientHeight } = this.#isLong ? this.#view.element : this.#area;
        if (top < shown.scrollTop || top > shown.scrollTop + clientHeight - 2 * height) shown.scrollTop = Math.max(0, top - 2 * height);
    }

    /**
     * Puts the cursor on a mistake.
     * @param {Mistake} mistake
     */
    #go(mistake) {
        const line = (mistake.line ?? 1) - 1;
        const text = this.#lines.line(line);
        const at = characterAt(text, mistake.column ?? 1);
        if (this.#isLong) {
            this.#view.element.focus();
        } else {
            this.#area.focus();
            this.#area.setSelectionRange(this.#lines.start(line) + at, this.#lines.start(line) + at + wordAt(text, at).length);
        }
        this.reveal(line + 1);
    }

    #lineHeight() {
        return parseFloat(getComputedStyle(this.#area).lineHeight);
    }

    /** The text is new. */
    #arrange(text = this.#area.value) {
        this.#lines = new Lines(text);
        if (this.#isLong) this.#view.lines = this.#lines;
        this.#scroll();
    }

    /** Line numbers and marks of the lines that can be seen. */
    #scroll() {
        const height = this.#lineHeight();
        if (!height) return;  // not on the page yet
        const { scrollTop } = this.#isLong ? this.#view : this.#area;
        const { scrollLeft, clientHeight } = this.#isLong ? this.#view.element : this.#area;
        const first = Math.floor(scrollTop / height);
        const last = Math.min(this.#lines.count, first + Math.ceil(clientHeight / height) + 1);
        const shift = 8 - scrollTop;  // the padding of the text
        const numbers = [];
        for (let line = first; line < last; ++line) {
            const faulty = this.#mistakes.some(mistake => mistake.line === line + 1);
            const number = html('span', { class: faulty ? 'faulty' : null }, String(line + 1));
            number.style.top = `${shift + line * height}px`;
            numbers.push(number);
        }
        this.#numbers.replaceChildren(...numbers);
        this.#marks.replaceChildren();
        const from = Math.max(first, (this.#chosen?.first ?? 1) - 1);
        const to = Math.min(last, this.#chosen?.last ?? 0);
        if (from < to) {
            const chosen = html('span', { class: 'chosen' });
            chosen.style.top = `${shift + from * height}px`;
            chosen.style.height = `${(to - from) * height}px`;
            this.#marks.append(chosen);
        }
        this.#marks.append(...this.#mistakes.filter(({ line }) => line !== null && line > first && line <= last).map(mistake => {
            const line = Number(mistake.line) - 1;
            const text = this.#lines.line(line);
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
