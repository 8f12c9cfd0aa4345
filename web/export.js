// SPDX-License-Identifier: GPL-3.0-or-later
// A composed problem as others take it: its diagram as journals print it, and texts that the program writes.

import { button, english, html, messageOf, notify, save } from './dom.js';
import { t } from './language.js';
import { savePng, saveSvg } from './picture.js';

/** @typedef {import('./program.js').Written} Written */

/** Each text that the program writes: its name over HTTP, the end of the file's name, what it is. */
const texts = [
    { format: 'olv', end: '.olv', label: 'Olive (.olv)', title: t('A document of a collection in YAML (.olv), with the solution') },
    { format: 'latex', end: '.tex', label: 'LaTeX', title: t('A diagram of LaTeX’s package diagram, with the solution') },
    { format: 'inp', end: '.inp', label: 'Popeye (.inp)', title: t('Popeye’s input, without the solution') },
    { format: 'popeye', end: '.txt', label: t('Popeye’s solution'), title: t('The solution as Popeye writes it') },
];

/** What is asked for in one go. */
export const formats = texts.map(({ format }) => format);

export class Export {
    #picture = html('img', { class: 'drawing', alt: t('The diagram as journals print it') });
    #drawing = '';
    #mistake = html('p', { class: 'mistake-note', role: 'alert' });
    element = html('section', { class: 'panel export', 'aria-labelledby': 'export-title', hidden: true });

    /**
     * @param {HTMLElement} letters a field: whose letters men have in LaTeX
     * @param {() => Promise<Written[] | null>} written the texts, once they are known; null: they will not be
     */
    constructor(letters, written) {
        const picture = (/** @type {string} */ label, /** @type {(name: string, drawing: string) => Promise<void>} */ hand) => button(label, () => hand('problem', this.#drawing).catch(error => notify(messageOf(error), 'en')));
        this.element.append(html('h2', { id: 'export-title' }, t('Export')), this.#picture,
            html('div', { class: 'row' }, picture('SVG', saveSvg), picture('PNG', savePng),
                ...texts.map(({ format, end, label, title }) => button(label, async () => {
                    const found = (await written())?.find(text => text.format === format);
                    this.#mistake.replaceChildren(english(found?.error ?? ''));
                    if (found?.text) save('problem' + end, new Blob([found.text], { type: 'text/plain' }));
                }, { title }))),
            letters, this.#mistake);
    }

    /** @param {string} drawing SVG; empty: there is none */
    show(drawing) {
        this.#mistake.textContent = '';
        this.element.hidden = !drawing;
        if (drawing === this.#drawing) return;
        URL.revokeObjectURL(this.#picture.src);
        this.#drawing = drawing;
        if (drawing) this.#picture.src = URL.createObjectURL(new Blob([drawing], { type: 'image/svg+xml' }));
        else this.#picture.removeAttribute('src');
    }
}
