// SPDX-License-Identifier: GPL-3.0-or-later
// The place Problems: a diagram, what is asked of it, and all that answers it.

import { address } from './address.js';
import { Board, legend } from './board.js';
import { button, copy, html, isCommand, say, whileBusy } from './dom.js';
import { barredSquares, readFen, writeFen } from './fen.js';
import { findVariant, forget } from './knowledge.js';
import { Latest } from './latest.js';
import * as program from './program.js';
import { RulesDialog } from './rules_dialog.js';
import { Search } from './search.js';
import { pieceOf, SettingUp } from './setting_up.js';
import { Solution } from './solution.js';
import { movesOf, placesOf } from './uci.js';
import { sideName } from './values.js';

/** @typedef {import('./fen.js').Placement} Placement */
/** @typedef {import('./program.js').Job} Job */
/** @typedef {import('./program.js').ProblemQuestion} ProblemQuestion */
/** @typedef {import('./program.js').SolvedDiagram} SolvedDiagram */
/** @typedef {import('./program.js').Step} Step */
/** @typedef {import('./program.js').Variant} Variant */

/** What the address tells. */
const initial = {
    variant: 'chess',
    rules: '',        // a rules file; empty: a shipped variant
    fen: '',          // the diagram; empty: an example, or the variant's start
    stipulation: '#3',
    twins: '',        // a line each
    set: false,       // with set play
    tries: 0,         // with tries that have at most this number of refutations
    keys: false,      // without the play after the keys
    duplex: false,
    solve: false,     // it is solved, and not set up
    diagram: 0,       // which of the solved diagrams is shown
    /** @type {string[]} */
    line: [],         // moves from there, and passes
    at: 0,            // how many of them are played on the board
    flipped: false,
};
/** @typedef {typeof initial} State */

const example = '6B1/8/5Q2/8/2K1k3/8/8/8 w - - 0 1';

export class ProblemsPlace {
    title = 'Problems';
    #changed;
    /** @type {State} */
    #state = initial;
    #latest = new Latest();

    // What is shown.
    /** @type {Variant | null} */
    #variant = null;
    /** @type {program.Game} */
    #game = { variant: 'chess' };
    /** @type {Placement} */
    #placement = readFen(example);
    /** @type {string | null} */
    #selected = null;
    /** @type {{key: string, moves: Step[]}} */
    #steps = { key: '', moves: [] };
    /**
     * The job that goes on, and what it is about.
     * @type {{search: Search, key: string, done: Promise<void>} | null}
     */
    #running = null;
    /** @type {{key: string, diagrams: SolvedDiagram[], words: string} | null} */
    #answer = null;

    /** @type {Board} */
    #board;
    /** @type {SettingUp} */
    #setting;

    /** @param {(replace: boolean) => void} changed the address is to follow the state */
    constructor(changed) {
        this.#changed = changed;
        this.#board = new Board('Diagram', {
            choose: square => { if (!this.#state.solve) this.#setting.choose(square); },
            key: (square, key) => this.#key(square, key),
            lift: square => !this.#state.solve && this.#placement.men.has(square),
            drop: (from, to) => { if (!this.#state.solve) this.#setting.drop(from, to); },
        });
        this.#setting = new SettingUp({
            board: () => this.#board, variant: () => this.#variant, placement: () => this.#placement, selected: () => this.#selected,
            select: square => { this.#selected = square; this.#drawBoard(); }, edit: placement => this.#edit(placement), chosen: () => undefined,
        });
        this.#dialog = new RulesDialog((rules, variant) => this.#change({ rules, variant, fen: '', solve: false }), () => undefined);
        this.element = this.#layout();
    }

    #dialog;
    #variants = html('select', { id: 'problem-variant', onchange: () => { if (this.#variants.value) this.#change({ variant: this.#variants.value, rules: '', fen: '', solve: false }); } });
    #stipulation = html('input', { id: 'stipulation', size: 12, maxlength: 40, spellcheck: 'false', autocomplete: 'off', autocapitalize: 'off', required: true, onchange: () => this.#change({ stipulation: this.#stipulation.value.trim() }) });
    #set = html('input', { id: 'set-play', type: 'checkbox', onchange: () => this.#change({ set: this.#set.checked }) });
    #variations = html('input', { id: 'variations', type: 'checkbox', onchange: () => this.#change({ keys: !this.#variations.checked }) });
    #duplex = html('input', { id: 'duplex', type: 'checkbox', onchange: () => this.#change({ duplex: this.#duplex.checked }) });
    #tries = html('input', { id: 'tries', type: 'number', min: 0, max: 1000, onchange: () => this.#change({ tries: wholeNumber(this.#tries.value, 1000) }) });
    #twins = html('textarea', { id: 'twins', rows: 3, spellcheck: 'false', autocapitalize: 'off', placeholder: 'b: move h3 h4', 'aria-describedby': 'twins-note', onchange: () => this.#change({ twins: this.#twins.value.trimEnd() }) });
    #solveButton = html('button', { type: 'submit', class: 'main' }, 'Solve');
    #mistake = html('p', { class: 'mistake-note', role: 'alert' });
    #fenInput = html('input', { id: 'problem-fen', class: 'fen', spellcheck: 'false', autocomplete: 'off', autocapitalize: 'off', onchange: () => this.#change({ fen: this.#fenInput.value.trim(), solve: false }) });
    #edits = html('div', { class: 'edit' });
    #stepping = html('div', { class: 'row steppers' });
    #steppers = {
        first: button('«', () => this.#step(0), { 'aria-label': 'To the diagram', title: 'To the diagram' }),
        back: button('‹', () => this.#step(this.#state.at - 1), { 'aria-label': 'One move back', title: 'One move back' }),
        forward: button('›', () => this.#step(this.#state.at + 1), { 'aria-label': 'One move forward', title: 'One move forward' }),
        last: button('»', () => this.#step(this.#state.line.length), { 'aria-label': 'To the end', title: 'To the end' }),
    };
    #inPosition = html('a', {}, 'Open in Position');
    #legend = html('div');
    #work = html('div', { class: 'who' });
    #tabs = html('div', { role: 'tablist', 'aria-label': 'Diagrams', class: 'tabs', onkeydown: (/** @type {KeyboardEvent} */ event) => this.#tabKey(event) });
    #changes = html('p', { class: 'note' });
    #solution = new Solution(words => this.#play(words));
    #panel = html('div', { id: 'diagram-panel' }, this.#changes, this.#solution.element);

    #layout() {
        const check = (/** @type {HTMLInputElement} */ box, /** @type {string} */ words) => html('div', { class: 'check' }, box, html('label', { for: box.id }, words));
        const form = html('form', { class: 'panel ask', 'aria-labelledby': 'problem-title', onsubmit: (/** @type {Event} */ event) => { event.preventDefault(); this.#solve(); } },
            html('h2', { id: 'problem-title' }, 'Problem'),
            html('div', { class: 'field' }, html('label', { for: 'problem-variant' }, 'Variant'), this.#variants),
            html('div', { class: 'row' }, button('Your own rules…', () => this.#dialog.open('file', this.#variant, this.#state.rules))),
            html('div', { class: 'field' }, html('label', { for: 'stipulation' }, 'Stipulation'), this.#stipulation),
            html('p', { class: 'note' }, '#2, s#3, r#2, h#2.5, hs#3, ser-h=4, ser-#5, …: it says who begins.'),
            check(this.#variations, 'Variations: all play after the keys'),
            check(this.#set, 'Set play'),
            check(this.#duplex, 'Duplex: once more with the sides exchanged'),
            html('div', { class: 'field' }, html('label', { for: 'tries' }, 'Tries, with at most this number of refutations'), this.#tries),
            html('label', { for: 'twins' }, 'Twins, a line each'), this.#twins,
            html('p', { class: 'note', id: 'twins-note' }, 'move, exchange, remove, add, substitute, shift, rotate, mirror, stipulation; continued first: from the twin before.'),
            html('div', { class: 'row' }, this.#solveButton), this.#mistake);
        this.#edits.append(this.#setting.palette.element, html('div', { class: 'row' },
            button('Clear', () => this.#edit({ ...this.#placement, men: new Map(), hands: this.#placement.hands && '[]', castling: '-', enPassant: '-' })),
            html('p', { class: 'note' }, 'A side may have no king.')));
        this.#stepping.append(...Object.values(this.#steppers), button('Change the diagram', () => this.#change({ solve: false })), this.#inPosition);
        const table = html('section', { class: 'table', 'aria-label': 'Board' },
            this.#board.element, this.#legend, this.#stepping, this.#edits,
            html('div', { class: 'fen-row' }, html('label', { for: 'problem-fen' }, 'FEN'), this.#fenInput,
                button('Copy', () => copy(this.#fenInput.value, 'FEN')),
                button('Flip', () => this.#change({ flipped: !this.#state.flipped }, true, true), { title: 'Flip the board (f)' })));
        const answers = html('section', { class: 'panel', 'aria-labelledby': 'solution-title' }, html('h2', { id: 'solution-title' }, 'Solution'), this.#work, this.#tabs, this.#panel);
        document.addEventListener('keydown', event => this.#shortcut(event));
        return html('div', { class: 'place problems' },
            html('h1', { class: 'unseen' }, 'Problems'),
            html('div', { class: 'side inputs' }, form), table, html('div', { class: 'side answers' }, answers), this.#dialog.element);
    }

    values() {
        const { variant, rules, fen, stipulation, twins, set, tries, keys, duplex, solve, diagram, line, at, flipped } = this.#state;
        return {
            variant, fen, stipulation, twins, set, tries: tries || null, keys, duplex, solve, diagram: diagram || null,
            line: line.join(','), at: line.length ? at : null, flip: flipped, rules,
        };
    }

    /** @param {Record<string, string>} values */
    show(values) {
        const line = movesOf(values.line ?? '');
        const at = wholeNumber(values.at ?? String(line.length), line.length);
        this.#state = {
            variant: values.variant || (values.rules ? '' : 'chess'), rules: values.rules ?? '', fen: values.fen ?? '', stipulation: values.stipulation || initial.stipulation,
            twins: values.twins ?? '', set: !!values.set, tries: wholeNumber(values.tries ?? '', 1000), keys: !!values.keys, duplex: !!values.duplex,
            solve: !!values.solve, diagram: wholeNumber(values.diagram ?? '', 1000), line, at, flipped: !!values.flip,
        };
        this.#refresh();
    }

    refresh() {
        forget();
        this.#refresh();
    }

    leave() {
        this.#stop();
        this.#latest.cancel();
        this.#dialog.close();
    }

    /** @param {Partial<State>} part @param {boolean} [replace] whether "back" is to skip what was before @param {boolean} [same] the problem and its line are the same */
    #change(part, replace = false, same = false) {
        this.#state = { ...this.#state, ...(same ? {} : { diagram: 0, line: [], at: 0 }), ...part };
        this.#selected = null;
        this.#changed(replace);
        this.#refresh();
    }

    #refresh() {
        this.#latest.run(signal => this.#find(signal)).catch(error => {
            if (error instanceof program.ProgramGone) return;  // the shell says it, and comes back to us
            this.#fail(error);
            if (!(error instanceof program.ProgramError)) throw error;
        });
    }

    /** @param {unknown} error */
    #fail(error) {
        const message = error instanceof Error ? error.message : String(error);
        const place = error instanceof program.ProgramError && error.mistake.input && error.mistake.input !== 'body' ? error.mistake : null;
        const column = place?.column && place.column > 1 ? `, column ${place.column}` : '';
        this.#mistake.textContent = place ? `${inputName(place.input ?? '')}${column}: ${message}` : message;
        this.#stipulation.setAttribute('aria-invalid', String(place?.input === 'STIPULATION'));
        this.#fenInput.setAttribute('aria-invalid', String(place?.input === 'FEN'));
        this.#showAnswer();
    }

    /** @param {AbortSignal} signal */
    async #find(signal) {
        const state = this.#state;
        this.#showInputs();
        await this.#findVariants();
        /** @type {program.Game} */
        const game = state.rules ? { variant: state.variant, rules: state.rules } : { variant: state.variant };
        const variant = await findVariant(game, signal);
        if (signal.aborted) return;
        this.#game = game;
        if (this.#variant !== variant) {
            this.#variant = variant;
            this.#setting.showPieces();
        }
        this.#showVariant();
        const begin = state.fen || (state.variant === 'chess' && !state.rules ? example : variant.start_fen);
        this.#showDiagram((await whileBusy(this.#board.element, program.setup(game, begin, signal))).fen);
        if (!state.solve) {
            this.#stop();
            this.#answer = null;
            this.#showAnswer();
            return;
        }
        await this.#findAnswer({
            fen: begin, stipulation: state.stipulation, twins: state.twins.split('\n').map(twin => twin.trim()).filter(Boolean),
            set_play: state.set, tries: state.tries, variations: !state.keys, duplex: state.duplex,
        });
        if (signal.aborted) return;
        this.#showAnswer();
        const diagram = this.#diagram();
        if (!diagram) return;
        this.#showDiagram(diagram.fen);
        await this.#findSteps(diagram.fen, signal);
        if (!signal.aborted) this.#showSteps(diagram);
    }

    /** The list of variants is the same until the page is loaded again. */
    async #findVariants() {
        if (this.#variants.options.length) return;
        const variants = await program.variants();
        if (this.#variants.options.length) return;
        this.#variants.append(...variants.map(({ name, files, ranks }) => html('option', { value: name }, `${name} (${files}×${ranks})`)));
    }

    /** @param {string} fen @param {AbortSignal} signal */
    async #findSteps(fen, signal) {
        const key = JSON.stringify([this.#game, fen, this.#state.line]);
        if (this.#steps.key === key) return;
        const { line } = this.#state;
        const moves = line.length ? (await program.problemLine(this.#game, fen, line, signal)).moves : [];
        if (!signal.aborted) this.#steps = { key, moves };
    }

    // The problem.

    #showInputs() {
        const { stipulation, set, tries, keys, duplex, twins, solve, line, at } = this.#state;
        this.#mistake.textContent = '';
        this.#stipulation.removeAttribute('aria-invalid');
        this.#fenInput.removeAttribute('aria-invalid');
        this.#stipulation.value = stipulation;
        this.#set.checked = set;
        this.#variations.checked = !keys;
        this.#duplex.checked = duplex;
        this.#tries.value = String(tries);
        this.#twins.value = twins;
        this.#steppers.first.disabled = this.#steppers.back.disabled = at === 0;
        this.#steppers.last.disabled = this.#steppers.forward.disabled = at === line.length;
        this.#edits.hidden = solve;
        this.#stepping.hidden = !solve;
        this.element.classList.toggle('solving', solve);
    }

    #showVariant() {
        const { variant, rules } = this.#state;
        this.#variants.querySelector('[data-own]')?.remove();
        if (rules) this.#variants.prepend(html('option', { value: '', 'data-own': true }, `${this.#variant?.name ?? variant} (your rules)`));
        this.#variants.value = rules ? '' : variant;
    }

    /** @param {Placement} placement */
    #edit(placement) {
        this.#placement = placement;  // seen at once
        this.#change({ fen: writeFen(placement), solve: false });
    }

    /** Solves, also what was solved and stopped before. */
    #solve() {
        this.#answer = null;
        this.#change({ stipulation: this.#stipulation.value.trim(), twins: this.#twins.value.trimEnd(), tries: wholeNumber(this.#tries.value, 1000), solve: true }, this.#state.solve);
    }

    // The board.

    /** @param {string} fen */
    #showDiagram(fen) {
        this.#placement = readFen(fen);
        this.#fenInput.value = fen;
        this.#inPosition.href = address('position', { variant: this.#state.variant, rules: this.#state.rules, fen });
        this.#drawBoard();
    }

    #drawBoard() {
        const { files, ranks, men, holes } = this.#placement;
        const wall = this.#variant?.wall;
        const { flipped, at, line } = this.#state;
        const shown = this.#steps.moves.length === line.length;
        const places = (/** @type {Step | undefined} */ step) => (shown && step && step.move !== program.passed ? placesOf(step.move) : null);
        const last = at > 0 ? places(this.#steps.moves[at - 1]) : null;
        const next = places(this.#steps.moves[at]);
        this.#legend.replaceChildren(wall && holes.size ? legend(['wall'], { wall }) : '');
        this.#board.show({
            files, ranks, flipped, pieces: new Map([...men].map(([square, man]) => [square, pieceOf(this.#variant, man)])),
            holes: wall ? undefined : holes, walls: wall ? holes : undefined, wall: wall ?? undefined, barred: barredSquares(this.#placement), selected: this.#selected,
            last: new Set(last ? [last.from, last.to] : []), arrows: next ? [{ ...next, kind: /** @type {const} */ ('choice') }] : [],
        });
    }

    /** @param {string} square @param {string} key */
    #key(square, key) {
        if (this.#state.solve) return false;
        if (key !== 'Escape') return this.#setting.key(square, key);
        this.#setting.palette.choose(null);
        this.#selected = null;
        this.#drawBoard();
        return true;
    }

    // Lines.

    /** @param {string[]} words */
    #play(words) {
        this.#change({ line: words, at: words.length }, false, true);
    }

    /** @param {number} at */
    #step(at) {
        const { line } = this.#state;
        // A pass is no step of its own.
        const onwards = at > this.#state.at ? 1 : -1;
        let to = at;
        while (to > 0 && to < line.length && line[to - 1] === program.passed) to += onwards;
        if (to >= 0 && to <= line.length && to !== this.#state.at) this.#change({ at: to }, true, true);
    }

    /** @param {SolvedDiagram} diagram */
    #showSteps(diagram) {
        const { at, line } = this.#state;
        const step = at > 0 ? this.#steps.moves[at - 1] : null;
        this.#showDiagram(step?.fen ?? diagram.fen);
        this.#solution.mark(line.slice(0, at));
        if (step) say(`${sideName(readFen(step.fen).side === 'b' ? 'white' : 'black')}: ${step.san}`);
    }

    /** @param {KeyboardEvent} event */
    #shortcut(event) {
        const field = event.target instanceof Element && event.target.closest('input, textarea, select');
        if (!this.element.isConnected || field || isCommand(event) || document.querySelector('dialog[open]')) return;
        const inBoard = event.target instanceof Element && event.target.closest('[role=grid]');
        if (event.key === '[') this.#step(this.#state.at - 1);
        else if (event.key === ']') this.#step(this.#state.at + 1);
        else if (event.key === 'f' && (!inBoard || this.#state.solve)) this.#change({ flipped: !this.#state.flipped }, true, true);
    }

    // The answer.

    #diagram() {
        const diagrams = this.#answer?.diagrams ?? [];
        return diagrams[Math.min(this.#state.diagram, diagrams.length - 1)] ?? null;
    }

    /**
     * Asks, unless this is known or on its way.
     * @param {ProblemQuestion} question
     */
    async #findAnswer(question) {
        const key = JSON.stringify([this.#game, question]);
        if (this.#answer?.key === key) return;
        this.#answer = null;
        this.#showAnswer();
        if (this.#running?.key !== key) {
            this.#stop();
            const search = new Search();
            this.#running = { search, key, done: this.#follow(search, key, program.solveProblem(this.#game, question)) };
        }
        await this.#running.done;
    }

    /** @param {Search} search @param {string} key @param {Promise<Job>} begun */
    async #follow(search, key, begun) {
        const progress = html('progress', { 'aria-label': 'Time that solving may take' });
        const words = html('p', { class: 'note' }, 'Solving…');
        this.#work.replaceChildren(words, html('div', { class: 'row' }, progress, button('Stop', () => search.stop())));
        try {
            const end = await search.follow(begun, async job => {
                const total = job.seconds + (job.seconds_left ?? 0);
                progress.max = total || 1;
                progress.value = job.seconds;
                words.textContent = job.state === 'queued' ? 'Waiting for other searches…' : `Solving… ${Math.floor(job.seconds)} s of ${Math.round(total)} s`;
            });
            if (end.error) throw new program.ProgramError(end.error, 400);
            const none = end.state === 'cancelled' ? 'Stopped.' : '';
            if (this.#running?.search === search) this.#answer = { key, diagrams: end.result?.diagrams ?? [], words: none };
        } finally {
            if (this.#running?.search === search) {
                this.#running = null;
                this.#work.replaceChildren();
            }
        }
    }

    /** Ends the search that goes on, if one does. */
    #stop() {
        this.#running?.search.stop();
        this.#running = null;
        this.#work.replaceChildren();
    }

    #showAnswer() {
        const diagrams = this.#answer?.diagrams ?? [];
        const shown = this.#diagram();
        if (this.#answer?.words) this.#work.replaceChildren(html('p', { class: 'note', role: 'status' }, this.#answer.words));
        else if (!this.#running && !this.#answer) this.#work.replaceChildren(html('p', { class: 'note' }, 'Set a diagram up, say what is asked of it, and solve it.'));
        this.#tabs.hidden = diagrams.length < 2;
        const focused = this.#tabs.contains(document.activeElement);
        this.#tabs.replaceChildren(...diagrams.map((diagram, index) => button(tabName(diagram, diagrams), () => this.#change({ diagram: index, line: [], at: 0 }, true, true), {
            role: 'tab', id: `diagram-${index}`, 'aria-controls': 'diagram-panel', 'aria-selected': String(diagram === shown), tabindex: diagram === shown ? 0 : -1,
        })));
        if (focused) /** @type {HTMLElement | null} */ (this.#tabs.querySelector('[aria-selected="true"]'))?.focus();
        if (diagrams.length > 1) {
            this.#panel.setAttribute('role', 'tabpanel');
            this.#panel.setAttribute('aria-labelledby', `diagram-${shown ? diagrams.indexOf(shown) : 0}`);
        } else {
            this.#panel.removeAttribute('role');
            this.#panel.removeAttribute('aria-labelledby');
        }
        this.#changes.textContent = shown?.changes.join(', ') ?? '';
        this.#solution.show(shown);
    }

    /** @param {KeyboardEvent} event */
    #tabKey(event) {
        const way = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
        const count = this.#answer?.diagrams.length ?? 0;
        if (way && count) this.#change({ diagram: (this.#state.diagram + way + count) % count, line: [], at: 0 }, true, true);
    }
}

/** @param {string} text @param {number} most */
const wholeNumber = (text, most) => Math.min(most, Math.max(0, Math.floor(Number(text)) || 0));

/**
 * What the program calls an input, in the words of the form.
 * @param {string} input
 */
function inputName(input) {
    const twin = /^--twin (\d+)$/.exec(input)?.[1];
    return twin ? `Twin ${twin}` : input === 'STIPULATION' ? 'Stipulation' : input;
}

/** @param {SolvedDiagram} diagram @param {SolvedDiagram[]} all */
function tabName({ twin, attacker }, all) {
    const exchanged = all.some(other => other.attacker !== attacker) ? sideName(attacker) : '';
    return [twin && `${twin})`, exchanged].filter(Boolean).join(' ');
}
