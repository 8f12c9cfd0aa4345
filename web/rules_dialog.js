// SPDX-License-Identifier: GPL-3.0-or-later
// The rules of the game that is shown: in words, and as a file that can be changed, with its mistakes marked.

import { button, copy, english, html, messageOf, openFile, save, whileBusy } from './dom.js';
import { Editor } from './editor.js';
import { t } from './language.js';
import { Latest } from './latest.js';
import * as program from './program.js';

/** @typedef {import('./program.js').Variant} Variant */

const biggestFile = 65_536;  // that the program takes
const template = `# A game of your own. docs/rules.md tells every key.
[mygame:chess]
maxFile = 5
maxRank = 5
startFen = rnbqk/ppppp/5/PPPPP/RNBQK w - - 0 1
castling = false
doubleStep = false
`;

export class RulesDialog {
    #words = html('pre', { class: 'words', tabindex: 0, lang: 'en', 'aria-label': t('Rules in words') });
    #editor = new Editor('rules-text', t('Rules file'), () => this.#check());
    #verdict = html('p', { class: 'note', role: 'status' });
    #variants = html('select', { 'aria-label': t('Variant of this file') });
    #use;
    #tabs;
    #latest = new Latest();
    #changed;
    #title = html('h2', { id: 'rules-title' }, t('Rules'));

    /**
     * @param {(rules: string, variant: string) => void} use the rules are good, and wanted
     * @param {(tab: string, rules: string) => void} changed what the address is to tell; both empty: closed
     */
    constructor(use, changed) {
        this.#changed = changed;
        this.#use = button(t('Use these rules'), () => { use(this.#editor.text, this.#variants.value); this.element.close(); }, { class: 'main', disabled: true });
        this.#tabs = {
            words: button(t('In words'), () => this.#tab('words'), { role: 'tab', id: 'tab-words', 'aria-controls': 'panel-words' }),
            file: button(t('As a file'), () => this.#tab('file'), { role: 'tab', id: 'tab-file', 'aria-controls': 'panel-file' }),
        };
        this.panels = {
            words: html('div', { role: 'tabpanel', id: 'panel-words', 'aria-labelledby': 'tab-words' }, this.#words),
            file: html('div', { role: 'tabpanel', id: 'panel-file', 'aria-labelledby': 'tab-file' },
                html('div', { class: 'row' },
                    button(t('Open file…'), () => openFile('.ini,text/plain', biggestFile, text => { this.#editor.text = text; this.#check(); })),
                    button(t('New game'), () => { this.#editor.text = template; this.#check(); }),
                    button(t('Copy'), () => copy(this.#editor.text, t('Rules copied.'))),
                    button(t('Save'), () => save('rules.ini', new Blob([this.#editor.text], { type: 'text/plain' })))),
                this.#editor.element,
                this.#verdict,
                html('div', { class: 'row end' }, this.#variants, this.#use)),
        };
        const close = button(t('Close'), () => this.element.close());
        this.element = html('dialog', { class: 'rules', 'aria-labelledby': 'rules-title', onclose: () => { this.#latest.cancel(); changed('', ''); } },
            html('div', { class: 'dialog-head' }, this.#title, close),
            html('div', { role: 'tablist', 'aria-label': t('Rules'), class: 'tabs', onkeydown: (/** @type {KeyboardEvent} */ event) => {
                if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return;
                const other = event.target === this.#tabs.words ? 'file' : 'words';
                this.#tab(other);
                this.#tabs[other].focus();
            } }, this.#tabs.words, this.#tabs.file),
            this.panels.words, this.panels.file);
    }

    /**
     * @param {'words' | 'file'} tab
     * @param {Variant | null} variant null: the rules of the address are wrong
     * @param {string} rules the file; empty: that of the variant
     */
    open(tab, variant, rules) {
        this.#title.textContent = variant ? t('Rules of {variant}', { variant: variant.name }) : t('Rules');
        this.#words.textContent = variant?.text ?? '';
        this.#editor.text = rules || variant?.ini || '';
        this.#tab(tab);
        // One that the page was left with is open, but nothing holds the rest of the page any more.
        if (!this.element.matches(':modal')) {
            this.element.removeAttribute('open');
            this.element.showModal();
        }
        this.#check(variant?.name);
    }

    close() {
        if (this.element.open) this.element.close();
    }

    /** @param {'words' | 'file'} chosen */
    #tab(chosen) {
        for (const name of /** @type {const} */ (['words', 'file'])) {
            this.#tabs[name].setAttribute('aria-selected', String(name === chosen));
            this.#tabs[name].tabIndex = name === chosen ? 0 : -1;
            this.panels[name].hidden = name !== chosen;
        }
        this.#tell();
    }

    #tell() {
        if (this.element.open) this.#changed(this.panels.words.hidden ? 'file' : 'words', this.#editor.text);
    }

    /** @param {string} [wanted] the variant to choose, if the file has it */
    async #check(wanted = this.#variants.value) {
        this.#tell();
        this.#use.disabled = true;  // nobody has looked at this text yet
        try {
            const answer = await this.#latest.run(signal => whileBusy(this.#verdict, program.checkRules(this.#editor.text, signal)));
            if (!answer) return;
            this.#editor.mark(answer.errors);
            this.#variants.replaceChildren(...answer.variants.map(({ name }) => html('option', { value: name, selected: name === wanted }, name)));
            const good = answer.variants.length > 0;  // whatever is wrong with others
            this.#use.disabled = !good;
            this.#variants.hidden = !good;
            this.#verdict.textContent = !good
                ? answer.errors.length ? '' : t('The file has no variant yet.')
                : answer.variants.map(({ name, files, ranks, kinds }) => `${name}: ${files}×${ranks}, ${kinds.map(kind => kind.letter).join(' ')}`).join('; ') + t(': good.');
        } catch (error) {
            this.#editor.mark([]);
            this.#verdict.replaceChildren(english(messageOf(error)));
        }
    }
}
