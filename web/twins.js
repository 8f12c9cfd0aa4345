// SPDX-License-Identifier: GPL-3.0-or-later
// The twins of a composed problem: a name and what it changes, a row each.

import { button, english, html } from './dom.js';
import { t } from './language.js';

/** @typedef {{element: HTMLElement, name: HTMLInputElement, change: HTMLInputElement, mistake: HTMLElement}} Row */

export class Twins {
    #rows = html('div', { class: 'twins' });
    #note = html('p', { class: 'note', id: 'twins-note' }, t('{changes}; several with commas. “continued” first: from the twin before.', { changes: 'move h3 h4, exchange a1 b1, remove a1, add n a1, substitute q a1, shift a1 b1, rotate 90, mirror a1h1, stipulation h=2' }));
    #add = button(t('Add a twin'), () => this.#more());
    element = html('div', { class: 'twins-field', role: 'group', 'aria-labelledby': 'twins-title' }, html('span', { id: 'twins-title', class: 'label' }, t('Twins')), this.#rows, this.#note, this.#add);
    #changed;
    /** @type {Row[]} */
    #all = [];

    /** @param {() => void} changed */
    constructor(changed) {
        this.#changed = changed;
        this.#arrange();
    }

    /** A line each, as `b: move h3 h4`; rows in which nothing is changed are none. */
    get text() {
        return this.#given().map(textOf).join('\n');
    }

    /** @param {string} text */
    show(text) {
        this.mark(0, '');
        if (text === this.text) return;
        this.#all = [];
        for (const line of text.split('\n')) if (line.trim()) this.#append(line);
        this.#arrange();
    }

    /**
     * Tells what is wrong with a twin, counted from 1; nothing any more with 0.
     * @param {number} number
     * @param {string} message
     */
    mark(number, message) {
        const wrong = this.#given()[number - 1];
        for (const row of this.#all) {
            row.mistake.replaceChildren(row === wrong ? english(message) : '');
            row.change.setAttribute('aria-invalid', String(row === wrong));
        }
        return wrong !== undefined;
    }

    #given() {
        return this.#all.filter(({ change }) => change.value.trim());
    }

    /** @param {string} line */
    #append(line) {
        const colon = line.indexOf(':');
        const changed = () => this.#changed();
        const field = (/** @type {string} */ part, /** @type {string} */ value) => html('input', { class: part, value: value.trim(), maxlength: 200, spellcheck: 'false', autocomplete: 'off', autocapitalize: 'off', onchange: changed });
        const name = field('name', line.slice(0, Math.max(0, colon)));
        const change = field('change', line.slice(colon + 1));
        change.placeholder = 'move h3 h4';
        const mistake = html('p', { class: 'mistake-note', role: 'alert' });
        /** @type {Row} */
        const row = { name, change, mistake, element: html('div', { class: 'twin' }, name, change) };
        row.element.append(button('×', () => this.#remove(row), { class: 'remove' }), mistake);
        this.#all.push(row);
    }

    /** Rows say which they are. */
    #arrange() {
        this.#all.forEach(({ element, name, change, mistake }, index) => {
            name.setAttribute('aria-label', t('Name of twin {number}', { number: index + 1 }));
            name.placeholder = String.fromCharCode(98 + index % 25);
            change.setAttribute('aria-label', t('Change of twin {number}', { number: index + 1 }));
            mistake.id = `mistake-of-twin-${index + 1}`;
            change.setAttribute('aria-describedby', `twins-note ${mistake.id}`);
            element.querySelector('.remove')?.setAttribute('aria-label', t('Remove twin {number}', { number: index + 1 }));
        });
        this.#rows.replaceChildren(...this.#all.map(({ element }) => element));
        this.#note.hidden = !this.#all.length;
    }

    #more() {
        this.#append('');
        this.#arrange();
        this.#all[this.#all.length - 1].change.focus();
    }

    /** @param {Row} row */
    #remove(row) {
        this.#all = this.#all.filter(other => other !== row);
        this.#arrange();
        this.#add.focus();
        this.#changed();
    }
}

/** @param {Row} row */
function textOf({ name, change }) {
    const named = name.value.trim();
    return (named ? `${named}: ` : '') + change.value.trim();
}
