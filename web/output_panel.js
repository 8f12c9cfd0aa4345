// SPDX-License-Identifier: GPL-3.0-or-later
// What a contestant's program wrote, compared with the verdicts of the input.

import { button, html, messageOf, openFile, say } from './dom.js';
import { Editor } from './editor.js';
import { t } from './language.js';
import { Latest } from './latest.js';
import * as program from './program.js';

const typingMilliseconds = 150;  // after the last key

export class OutputPanel {
    /** Bytes of a question to the program. */
    limit = 1_000_000;
    #choose;
    #latest = new Latest();
    #typing = 0;
    #input = { puzzle: '', text: '', isBroken: false };
    /** What was compared last, and whether its first difference was shown. */
    #compared = { puzzle: '', text: '', output: '' };
    #editor = new Editor('output-text', t('Output of your program'), () => this.#typed());
    #says = html('p', { class: 'checked', role: 'status' });
    #show = button('', () => this.#choose(this.#game), { hidden: true });
    #game = 1;

    /** @param {(game: number) => void} choose shows a game */
    constructor(choose) {
        this.#choose = choose;
        this.element = html('section', { class: 'panel output', 'aria-labelledby': 'output-title' },
            html('h2', { id: 'output-title' }, t('Your output')),
            html('p', { class: 'note' }, t('What your program wrote for this input: the first game that it has wrong is shown.')),
            html('div', { class: 'row' },
                button(t('Open output…'), () => openFile('.out,.ans,.txt,text/plain', this.limit, text => this.#take(text))),
                button(t('Clear output'), () => this.#take(''))),
            this.#editor.element,
            html('div', { class: 'row' }, this.#says, this.#show));
    }

    /**
     * This is the input now.
     * @param {string} puzzle
     * @param {string} text
     * @param {boolean} isBroken it has a mistake: no output is right
     */
    compare(puzzle, text, isBroken) {
        this.#input = { puzzle, text, isBroken };
        this.#check();
    }

    leave() {
        clearTimeout(this.#typing);
        this.#latest.cancel();
    }

    /** @param {string} output */
    #take(output) {
        this.#editor.text = output;
        this.#check();
    }

    #typed() {
        clearTimeout(this.#typing);
        this.#typing = window.setTimeout(() => this.#check(), typingMilliseconds);
    }

    #check() {
        clearTimeout(this.#typing);
        const { puzzle, text, isBroken } = this.#input;
        const output = this.#editor.text;
        const { puzzle: comparedPuzzle, text: comparedText, output: comparedOutput } = this.#compared;
        if (puzzle === comparedPuzzle && text === comparedText && output === comparedOutput) return;
        const isNew = output !== comparedOutput;
        this.#compared = { puzzle, text, output };
        this.#latest.run(async signal => {
            if (!output.trim() || isBroken) return this.#tell(null, output.trim() ? t('The input has a mistake: nothing can be compared.') : '');
            if (text.length + output.length > this.limit)
                return this.#tell(null, t('Input and output are longer than the {bytes} bytes that the program reads here: the command zermelo check compares them.', { bytes: this.limit }));
            const checked = await program.check(puzzle, text, output, signal);
            if (signal.aborted) return;
            this.#tell(checked, '');
            if (isNew && checked.game !== null) this.#choose(checked.game);
        }).catch(error => {
            this.#compared = { puzzle: '', text: '', output: '' };  // it is asked again
            if (error instanceof program.ProgramGone) return;  // the shell says it
            this.#tell(null, messageOf(error));
            if (!(error instanceof program.ProgramError)) throw error;
        });
    }

    /** @param {program.Checked | null} checked @param {string} note */
    #tell(checked, note) {
        const isRight = checked?.outcome === 'accepted';
        this.#says.textContent = isRight ? t('✓ All right.') : checked ? t('✗ Not right.') : note;
        this.#says.className = checked ? `checked ${isRight ? 'good' : 'bad'}` : 'note';
        this.#editor.mark(checked && !isRight ? [{ message: checked.message, input: null, line: checked.line, column: null }] : []);
        this.#show.hidden = checked?.game == null;
        this.#game = checked?.game ?? 1;
        this.#show.textContent = t('Show game {game}', { game: String(this.#game) });
        if (checked) say(isRight ? t('The output is right.') : t('The output is wrong: {message}', { message: checked.message }), 'output');
        if (checked?.line) this.#editor.reveal(checked.line);
    }
}
