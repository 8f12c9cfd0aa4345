// SPDX-License-Identifier: GPL-3.0-or-later
// The choice of a variant: a button that opens a list with pictures, in groups, the best known first, and a field that finds by words.

import { Board } from './board.js';
import { button, html, messageOf } from './dom.js';
import { readFen } from './fen.js';
import { isWestern, loadGlyphs } from './glyphs.js';
import { allVariants } from './knowledge.js';
import { t } from './language.js';
import { groundOf, pieceOf } from './setting_up.js';

/** @typedef {import('./program.js').Variant} Variant */
/** @typedef {{variant: Variant, option: HTMLElement, picture: HTMLElement, group: HTMLElement, names: string[], words: string}} Row */

/**
 * What players call a variant.
 * @param {Variant} variant
 */
export const titleOf = variant => variant.catalogue?.title ?? variant.name;

/**
 * Small letters without accents, as people type.
 * @param {string} text
 */
const plain = text => text.normalize('NFD').replace(/\p{M}/gu, '').replaceAll('×', 'x').toLowerCase();

export class VariantsList {
    #chosen;
    #id;
    #button;
    #find;
    #none = html('p', { class: 'note', role: 'status' });
    #list;
    /** @type {Row[]} */
    #rows = [];
    /** @type {Row | null} the one that Enter takes */
    #active = null;
    #current = '';
    /** Enter was pressed before the list had come. */
    #entered = false;
    #drawn = isWestern();
    /** Pictures are drawn once they are nearly seen. */
    #seen;

    /**
     * @param {string} id of the button
     * @param {(name: string) => void} chosen
     */
    constructor(id, chosen) {
        this.#chosen = chosen;
        this.#id = id;
        this.#button = button('', () => this.#open(), { id, class: 'variant', 'aria-haspopup': 'dialog', 'aria-labelledby': `${id}-label ${id}` });
        this.#find = html('input', {
            id: `${id}-find`, type: 'search', role: 'combobox', 'aria-expanded': 'true', 'aria-controls': `${id}-list`, 'aria-autocomplete': 'list', 'aria-label': t('Find a variant'),
            placeholder: t('Name, size or words'), autocomplete: 'off', spellcheck: 'false', oninput: () => this.#filter(), onkeydown: (/** @type {KeyboardEvent} */ event) => this.#onKey(event),
        });
        this.#list = html('div', { id: `${id}-list`, role: 'listbox', 'aria-label': t('Variants'), onclick: (/** @type {Event} */ event) => this.#take(this.#rowAt(event.target)) });
        /** @type {HTMLDialogElement} to stand somewhere in the place */
        this.dialog = html('dialog', { class: 'variants', 'aria-labelledby': `${id}-title` },
            html('div', { class: 'dialog-head' }, html('h2', { id: `${id}-title` }, t('Variants')), button(t('Close'), () => this.dialog.close())),
            this.#find, this.#none, this.#list);
        this.#seen = new IntersectionObserver(entries => {
            for (const { isIntersecting, target } of entries) if (isIntersecting) this.#draw(target);
        }, { root: this.#list, rootMargin: '120px' });
        this.element = html('div', { class: 'variants-list' }, html('span', { id: `${id}-label`, class: 'label' }, t('Variant')), this.#button);
    }

    /**
     * Which one it is now.
     * @param {Variant} variant
     * @param {boolean} own by the user's own rules
     */
    show(variant, own) {
        this.#current = own ? '' : variant.name;
        this.#button.textContent = own ? t('{variant} (your rules)', { variant: variant.name }) : titleOf(variant);
    }

    async #open() {
        this.dialog.showModal();
        this.#find.value = '';
        this.#find.focus();
        this.#entered = false;
        if (!this.#rows.length) {
            this.#none.textContent = t('Asking the program…');
            try {
                this.#fill(await allVariants());
            } catch (error) {
                this.#none.textContent = messageOf(error);
                return;
            }
        }
        if (this.#drawn !== isWestern()) for (const { picture } of this.#rows) this.#forget(picture);
        this.#drawn = isWestern();
        for (const { variant, option } of this.#rows) option.classList.toggle('current', variant.name === this.#current);
        // What was typed while the list was on its way is kept.
        this.#filter();
        if (this.#entered && this.dialog.open) this.#take(this.#active);
    }

    /** @param {Variant[]} variants */
    #fill(variants) {
        if (this.#rows.length) return;
        /** @type {Map<string, HTMLElement>} */
        const groups = new Map();
        const known = variants.filter(({ catalogue }) => catalogue).sort((a, b) => (a.catalogue?.place ?? 0) - (b.catalogue?.place ?? 0));
        for (const variant of known) {
            const { group: heading, sentence } = variant.catalogue ?? { group: '', sentence: '' };
            let group = groups.get(heading);
            if (!group) {
                const id = `${this.#id}-group-${groups.size}`;
                group = html('div', { role: 'group', 'aria-labelledby': id }, html('div', { class: 'heading', id, role: 'presentation', lang: 'en' }, heading));
                groups.set(heading, group);
            }
            const size = `${variant.files}×${variant.ranks}`;
            const picture = html('span', { class: 'start', 'data-variant': variant.name, 'aria-hidden': 'true' });
            const option = html('div', { role: 'option', id: `${this.#id}-${variant.name}`, 'aria-selected': 'false', 'data-variant': variant.name }, picture,
                html('span', { class: 'about', lang: 'en' }, html('span', { class: 'title' }, titleOf(variant)), ' ', html('span', { class: 'size' }, size), ' ', html('span', { class: 'sentence' }, sentence)));
            group.append(option);
            this.#seen.observe(picture);
            const names = [variant.name, titleOf(variant)].map(plain);
            this.#rows.push({ variant, option, picture, group, names, words: plain([variant.name, titleOf(variant), size, heading, sentence].join(' ')) });
        }
        this.#list.replaceChildren(...groups.values());
    }

    /** Shows what has all words; the first one is at hand, or what is called so. */
    #filter() {
        if (!this.#rows.length) return;
        const asked = plain(this.#find.value.trim());
        const words = asked.split(/\s+/);
        const found = this.#rows.filter(row => words.every(word => row.words.includes(word)));
        for (const row of this.#rows) row.option.hidden = true;
        for (const { group } of this.#rows) group.hidden = true;
        for (const { option, group } of found) option.hidden = group.hidden = false;
        this.#none.textContent = found.length ? '' : t('No variant has these words.');
        const current = asked ? null : found.find(({ variant }) => variant.name === this.#current);
        const called = (/** @type {(name: string) => boolean} */ fits) => found.find(({ names }) => names.some(fits));
        this.#point(current ?? called(name => name === asked) ?? called(name => asked !== '' && name.startsWith(asked)) ?? found[0] ?? null, 'center');
    }

    /** @param {Row | null} row @param {ScrollLogicalPosition} [block] */
    #point(row, block = 'nearest') {
        this.#active?.option.setAttribute('aria-selected', 'false');
        this.#active = row;
        if (!row) {
            this.#find.removeAttribute('aria-activedescendant');
            return;
        }
        row.option.setAttribute('aria-selected', 'true');
        this.#find.setAttribute('aria-activedescendant', row.option.id);
        row.option.scrollIntoView({ block });
    }

    /** @param {KeyboardEvent} event */
    #onKey(event) {
        const shown = this.#rows.filter(({ option }) => !option.hidden);
        const at = this.#active ? shown.indexOf(this.#active) : -1;
        /** @type {Record<string, number>} */
        const ways = { ArrowDown: at + 1, ArrowUp: at - 1, PageDown: at + 6, PageUp: at - 6 };
        if (event.key in ways) this.#point(shown[Math.max(0, Math.min(shown.length - 1, ways[event.key]))] ?? null);
        else if (event.key === 'Enter' && !this.#rows.length) this.#entered = true;
        else if (event.key === 'Enter') this.#take(this.#active);
        else return;
        event.preventDefault();
    }

    /** @param {EventTarget | null} target */
    #rowAt(target) {
        const option = target instanceof Element ? target.closest('[role="option"]') : null;
        return this.#rows.find(row => row.option === option) ?? null;
    }

    /** @param {Row | null} row */
    #take(row) {
        if (!row) return;
        this.dialog.close();
        this.#chosen(row.variant.name);
    }

    /** @param {Element} place */
    async #draw(place) {
        const variant = this.#rows.find(({ picture }) => picture === place)?.variant;
        if (!variant) return;
        this.#seen.unobserve(place);
        try {
            await loadGlyphs(variant.kinds);
        } catch {
            this.#forget(place);  // the program is gone: another time
            return;
        }
        const { files, ranks, men, holes } = readFen(variant.start_fen);
        const pieces = new Map([...men].map(([square, man]) => [square, pieceOf(variant, man)]));
        place.replaceChildren(Board.picture({ files, ranks, pieces, holes, ground: groundOf(variant) }));
    }

    /** @param {Element} place */
    #forget(place) {
        place.replaceChildren();
        this.#seen.observe(place);
    }
}
