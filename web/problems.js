// SPDX-License-Identifier: GPL-3.0-or-later
// The place Problems: a diagram, what is asked of it, and all that answers it.

import { address } from './address.js';
import { Board, legend } from './board.js';
import { button, copy, english, html, isCommand, messageOf, say, whileBusy } from './dom.js';
import { Export, formats } from './export.js';
import { barredSquares, readFen, writeFen } from './fen.js';
import { findVariant, forget } from './knowledge.js';
import { language, named, t } from './language.js';
import { Latest } from './latest.js';
import * as program from './program.js';
import { RulesDialog } from './rules_dialog.js';
import { Search } from './search.js';
import { groundOf, pieceOf, SettingUp } from './setting_up.js';
import { signOf, Solution } from './solution.js';
import { Twins } from './twins.js';
import { movesOf, placesOf } from './uci.js';
import { sideName } from './values.js';
import { VariantsList } from './variants_list.js';

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
    start: '',        // where play begins that is to come to the diagram, of a=>b
    twins: '',        // a line each
    set: false,       // with set play
    tries: 0,         // with tries that have at most this number of refutations
    postkey: false,   // the diagram is the position after the key
    keys: false,      // without the play after the keys
    duplex: false,
    intended: '',     // how many solutions there are to be; empty: nobody says
    black: false,     // Black is the attacker
    quodlibet: false,
    restrict: '',     // to some of the attacker's moves
    verify: false,
    authors: '',      // with ";" between them
    title: '',
    source: '',
    award: '',
    letters: 'en',    // what men are called in LaTeX
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
    title = t('Problems');
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
     * @type {{search: Search, key: string, texts: string, done: Promise<void>} | null}
     */
    #running = null;
    /**
     * `texts`: what the written texts depend on beside the question.
     * @type {{key: string, texts: string, diagrams: SolvedDiagram[], written: program.Written[] | null, words: string} | null}
     */
    #answer = null;

    /** @type {Board} */
    #board;
    /** @type {SettingUp} */
    #setting;

    /** @param {(replace: boolean) => void} changed the address is to follow the state */
    constructor(changed) {
        this.#changed = changed;
        this.#board = new Board(t('Diagram'), {
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
    #variants = new VariantsList('problem-variant', variant => this.#change({ variant, rules: '', fen: '', solve: false }));
    #stipulation = html('input', { id: 'stipulation', size: 12, maxlength: 40, spellcheck: 'false', autocomplete: 'off', autocapitalize: 'off', required: true, onchange: () => this.#change({ stipulation: this.#stipulation.value.trim() }) });
    #start = html('input', { id: 'start', class: 'fen', spellcheck: 'false', autocomplete: 'off', autocapitalize: 'off', onchange: () => this.#change({ start: this.#start.value.trim() }) });
    #intended = html('input', { id: 'intended', type: 'number', min: 0, max: 999999, onchange: () => this.#change({ intended: countIn(this.#intended.value) }) });
    /** @type {Twins} */
    #twins = new Twins(() => this.#change({ twins: this.#twins.text }));
    /** What is asked beside that: the member of the state, and its box. */
    #boxes = {
        variations: this.#box('variations', on => ({ keys: !on })),
        set: this.#box('set-play', on => ({ set: on })),
        postkey: this.#box('postkey', on => ({ postkey: on })),
        duplex: this.#box('duplex', on => ({ duplex: on })),
        quodlibet: this.#box('quodlibet', on => ({ quodlibet: on })),
        verify: this.#box('verify', on => ({ verify: on })),
    };
    #tries = html('input', { id: 'tries', type: 'number', min: 0, max: 1000, onchange: () => this.#change({ tries: wholeNumber(this.#tries.value, 1000) }) });
    #restrict = html('input', { id: 'restrict', maxlength: 80, placeholder: 'flights=2,threat=1', spellcheck: 'false', autocomplete: 'off', autocapitalize: 'off', onchange: () => this.#change({ restrict: this.#restrict.value.trim() }) });
    #attacker = html('select', { id: 'attacker', onchange: () => this.#change({ black: this.#attacker.value === 'black' }) }, html('option', { value: 'white' }, sideName('white')), html('option', { value: 'black' }, sideName('black')));
    /** Who made it, and where it stood: nothing of it is solved anew. */
    #heading = {
        authors: this.#line('authors'), title: this.#line('title'), source: this.#line('source'), award: this.#line('award'),
    };
    #letters = html('select', { id: 'letters', onchange: () => this.#change({ letters: this.#letters.value }, true, true) },
        ...['en', 'de', 'fr', 'es'].map(value => html('option', { value }, new Intl.DisplayNames(language, { type: 'language' }).of(value))));
    #solveButton = html('button', { type: 'submit', class: 'main' }, t('Solve'));
    #mistake = html('p', { class: 'mistake-note', role: 'alert' });
    #fenInput = html('input', { id: 'problem-fen', class: 'fen', spellcheck: 'false', autocomplete: 'off', autocapitalize: 'off', onchange: () => this.#change({ fen: this.#fenInput.value.trim(), solve: false }) });
    #edits = html('div', { class: 'edit' });
    #stepping = html('div', { class: 'row steppers' });
    #steppers = {
        first: button('«', () => this.#step(0), { 'aria-label': t('To the diagram'), title: t('To the diagram') }),
        back: button('‹', () => this.#step(this.#state.at - 1), { 'aria-label': t('One move back'), title: t('One move back') }),
        forward: button('›', () => this.#step(this.#state.at + 1), { 'aria-label': t('One move forward'), title: t('One move forward') }),
        last: button('»', () => this.#step(this.#state.line.length), { 'aria-label': t('To the end'), title: t('To the end') }),
    };
    #inPosition = html('a', {}, t('Open in Position'));
    #legend = html('div');
    #work = html('div', { class: 'who' });
    #tabs = html('div', { role: 'tablist', 'aria-label': t('Diagrams'), class: 'tabs', onkeydown: (/** @type {KeyboardEvent} */ event) => this.#tabKey(event) });
    #changes = html('p', { class: 'note', lang: 'en' });
    #solution = new Solution(words => this.#play(words));
    #panel = html('div', { id: 'diagram-panel' }, this.#changes, this.#solution.element);
    #more = html('details', {}, html('summary', {}, t('More that is asked')));
    #about = html('details', { class: 'about' }, html('summary', {}, t('Author, title, source')));
    #export = new Export(html('div', { class: 'field' }, html('label', { for: 'letters' }, t('Letters of men in LaTeX')), this.#letters), () => this.#texts());

    /** @param {string} id @param {(on: boolean) => Partial<State>} part */
    #box(id, part) {
        const box = html('input', { id, type: 'checkbox', onchange: () => this.#change(part(box.checked)) });
        return box;
    }

    /** @param {'authors' | 'title' | 'source' | 'award'} part */
    #line(part) {
        const line = html('input', { id: part, maxlength: 200, autocomplete: 'off', onchange: () => this.#change({ [part]: line.value.trim() }, true, true) });
        return line;
    }

    #layout() {
        const check = (/** @type {HTMLInputElement} */ box, /** @type {string} */ words) => html('div', { class: 'check' }, box, html('label', { for: box.id }, words));
        const field = (/** @type {HTMLElement} */ input, /** @type {string} */ words) => html('div', { class: 'field' }, html('label', { for: input.id }, words), input);
        this.#more.append(
            check(this.#boxes.variations, t('Variations: all play after the keys')),
            check(this.#boxes.set, t('Set play')),
            check(this.#boxes.postkey, t('Postkey play: the key is made, and the defender begins')),
            check(this.#boxes.duplex, t('Duplex: once more with the sides exchanged')),
            check(this.#boxes.quodlibet, t('Quodlibet: the attacker may reach the goal, too')),
            check(this.#boxes.verify, t('Verify: count once more, plainly')),
            field(this.#tries, t('Tries, with at most this number of refutations')),
            field(this.#attacker, t('Attacker: who has White’s part')),
            field(this.#start, t('Of a=>b: the FEN where play begins')),
            field(this.#restrict, t('Only moves of the attacker with (flights, replies, threat, nontrivial)')));
        this.#about.append(field(this.#heading.authors, t('Authors, with “;” between')), field(this.#heading.title, t('Title')), field(this.#heading.source, t('Source')), field(this.#heading.award, t('Award')));
        const form = html('form', { class: 'panel ask', 'aria-labelledby': 'problem-title', onsubmit: (/** @type {Event} */ event) => { event.preventDefault(); this.#solve(); } },
            html('h2', { id: 'problem-title' }, t('Problem')),
            this.#variants.element,
            html('div', { class: 'row' }, button(t('Your own rules…'), () => this.#dialog.open('file', this.#variant, this.#state.rules))),
            field(this.#stipulation, t('Stipulation')),
            html('p', { class: 'note' }, t('#2, s#3, r#2, h#2.5, hs#3, ser-h=4, ser-#5, …: it says who begins. dia7.5: a proof game of the diagram.')),
            field(this.#intended, t('Solutions that it is to have')),
            this.#twins.element, this.#more, this.#about,
            html('div', { class: 'row' }, this.#solveButton), this.#mistake);
        this.#edits.append(this.#setting.palette.element, html('div', { class: 'row' },
            button(t('Clear'), () => this.#edit({ ...this.#placement, men: new Map(), hands: this.#placement.hands && '[]', castling: '-', enPassant: '-' })),
            html('p', { class: 'note' }, t('A side may have no king.'))));
        this.#stepping.append(...Object.values(this.#steppers), button(t('Change the diagram'), () => this.#change({ solve: false })), this.#inPosition);
        const table = html('section', { class: 'table', 'aria-label': t('Board') },
            this.#board.element, this.#legend, this.#stepping, this.#edits,
            html('div', { class: 'fen-row' }, html('label', { for: 'problem-fen' }, 'FEN'), this.#fenInput,
                button(t('Copy'), () => copy(this.#fenInput.value, t('FEN copied.'))),
                button(t('Flip'), () => this.#change({ flipped: !this.#state.flipped }, true, true), { title: t('Flip the board (f)') })));
        const answers = html('section', { class: 'panel', 'aria-labelledby': 'solution-title' }, html('h2', { id: 'solution-title' }, t('Solution')), this.#work, this.#tabs, this.#panel);
        document.addEventListener('keydown', event => this.#shortcut(event));
        return html('div', { class: 'place problems' },
            html('h1', { class: 'unseen' }, this.title),
            html('div', { class: 'side inputs' }, form), table, html('div', { class: 'side answers' }, answers, this.#export.element), this.#variants.dialog, this.#dialog.element);
    }

    values() {
        const { tries, diagram, line, at, flipped, black, letters, rules, ...rest } = this.#state;
        return {
            ...rest, tries: tries || null, attacker: black && 'black', letters: letters !== initial.letters && letters, diagram: diagram || null,
            line: line.join(','), at: line.length ? at : null, flip: flipped, rules,
        };
    }

    /** @param {Record<string, string>} values */
    show(values) {
        const line = movesOf(values.line ?? '');
        const at = wholeNumber(values.at ?? String(line.length), line.length);
        this.#state = {
            variant: values.variant || (values.rules ? '' : 'chess'), rules: values.rules ?? '', fen: values.fen ?? '', stipulation: values.stipulation || initial.stipulation,
            start: values.start ?? '', twins: values.twins ?? '', set: !!values.set, tries: wholeNumber(values.tries ?? '', 1000), keys: !!values.keys, postkey: !!values.postkey, duplex: !!values.duplex,
            intended: countIn(values.intended ?? ''), black: values.attacker === 'black', quodlibet: !!values.quodlibet, restrict: values.restrict ?? '', verify: !!values.verify,
            authors: values.authors ?? '', title: values.title ?? '', source: values.source ?? '', award: values.award ?? '', letters: values.letters || initial.letters,
            solve: !!values.solve, diagram: wholeNumber(values.diagram ?? '', 1000), line, at, flipped: !!values.flip,
        };
        const { start, set, tries, postkey, duplex, black, quodlibet, restrict, verify, keys, authors, title, source, award } = this.#state;
        this.#more.open ||= !!(start || set || tries || postkey || duplex || black || quodlibet || restrict || verify || keys);
        this.#about.open ||= !!(authors || title || source || award);
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
        const message = messageOf(error);
        const place = error instanceof program.ProgramError && error.mistake.input && error.mistake.input !== 'body' ? error.mistake : null;
        const input = place?.input === 'STIPULATION' ? t('Stipulation') : place?.input;
        const where = input && place?.column && place.column > 1 ? t('{input}, column {column}', { input, column: place.column }) : input;
        const twin = Number(/^twin (\d+)$/.exec(place?.input ?? '')?.[1] ?? 0);
        if (!this.#twins.mark(twin, message)) this.#mistake.replaceChildren(where ? `${where}: ` : '', english(message));
        this.#stipulation.setAttribute('aria-invalid', String(place?.input === 'STIPULATION'));
        this.#fenInput.setAttribute('aria-invalid', String(place?.input === 'FEN'));
        this.#export.show('');
        this.#showAnswer();
    }

    /** @param {AbortSignal} signal */
    async #find(signal) {
        const state = this.#state;
        this.#showInputs();
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
        const begin = this.#begin();
        this.#showDiagram((await whileBusy(this.#board.element, program.setup(game, begin, signal))).fen);
        this.#export.show(await program.drawProblem(game, { ...this.#question(begin), ...this.#headingOf() }, signal));
        if (!state.solve) {
            this.#stop();
            this.#answer = null;
            this.#showAnswer();
            return;
        }
        await this.#findAnswer(this.#question(begin));
        if (signal.aborted) return;
        this.#showAnswer();
        const diagram = this.#diagram();
        if (!diagram) return;
        this.#showDiagram(diagram.fen);
        await this.#findSteps(diagram.fen, signal);
        if (!signal.aborted) this.#showSteps(diagram);
    }

    /** The diagram that is solved. */
    #begin() {
        const { fen, variant, rules } = this.#state;
        return fen || (variant === 'chess' && !rules ? example : this.#variant?.start_fen ?? '');
    }

    /** @param {string} fen @returns {ProblemQuestion} */
    #question(fen) {
        const { stipulation, start, twins, intended, set, tries, keys, postkey, duplex, black, quodlibet, restrict } = this.#state;
        return {
            fen, stipulation, twins: twins.split('\n').map(twin => twin.trim()).filter(Boolean), intended: intended ? Number(intended) : null,
            set_play: set, tries, variations: !keys, postkey, duplex, attacker: black ? 'black' : 'white', quodlibet, ...(restrict && { restrict }), ...(start && { start }),
        };
    }

    /** @returns {program.Heading} */
    #headingOf() {
        const { authors, title, source, award } = this.#state;
        return { authors: authors.split(';').map(author => author.trim()).filter(Boolean), title, source, award };
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
        const { stipulation, start, set, tries, keys, postkey, duplex, intended, black, quodlibet, restrict, verify, letters, twins, solve, line, at } = this.#state;
        this.#mistake.textContent = '';
        this.#stipulation.removeAttribute('aria-invalid');
        this.#fenInput.removeAttribute('aria-invalid');
        this.#stipulation.value = stipulation;
        this.#start.value = start;
        this.#intended.value = intended;
        const on = { variations: !keys, set, postkey, duplex, quodlibet, verify };
        for (const name of /** @type {const} */ (['variations', 'set', 'postkey', 'duplex', 'quodlibet', 'verify'])) this.#boxes[name].checked = on[name];
        this.#tries.value = String(tries);
        this.#restrict.value = restrict;
        this.#attacker.value = black ? 'black' : 'white';
        this.#twins.show(twins);
        for (const part of /** @type {const} */ (['authors', 'title', 'source', 'award'])) this.#heading[part].value = this.#state[part];
        this.#letters.value = letters;
        this.#steppers.first.disabled = this.#steppers.back.disabled = at === 0;
        this.#steppers.last.disabled = this.#steppers.forward.disabled = at === line.length;
        this.#edits.hidden = solve;
        this.#stepping.hidden = !solve;
        this.element.classList.toggle('solving', solve);
    }

    #showVariant() {
        if (this.#variant) this.#variants.show(this.#variant, !!this.#state.rules);
    }

    /** @param {Placement} placement */
    #edit(placement) {
        this.#placement = placement;  // seen at once
        this.#change({ fen: writeFen(placement), solve: false });
    }

    /** Solves, also what was solved and stopped before. */
    #solve() {
        this.#answer = null;
        this.#change({ stipulation: this.#stipulation.value.trim(), twins: this.#twins.text, intended: countIn(this.#intended.value), tries: wholeNumber(this.#tries.value, 1000), solve: true }, this.#state.solve);
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
        this.#legend.replaceChildren(wall && holes.size ? legend(['wall'], { wall: named(wall) }) : '');
        this.#board.show({
            files, ranks, flipped, ground: groundOf(this.#variant), pieces: new Map([...men].map(([square, man]) => [square, pieceOf(this.#variant, man)])),
            holes: wall ? undefined : holes, walls: wall ? holes : undefined, wall: wall ? named(wall) : undefined, barred: barredSquares(this.#placement), selected: this.#selected,
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
     * The texts for other programs. Where the heading is another one than when it was solved, it is solved once more.
     * @returns {Promise<program.Written[] | null>}
     */
    async #texts() {
        if (!this.#state.solve) this.#change({ solve: true });
        const state = this.#state;
        try {
            await this.#findAnswer(this.#question(this.#begin()), true);
        } catch (error) {
            this.#fail(error);
            return null;
        }
        if (state === this.#state) this.#showAnswer();
        return this.#answer?.written ?? null;
    }

    /**
     * Asks, unless this is known or on its way.
     * @param {ProblemQuestion} question
     * @param {boolean} [withTexts] not only the solution is to be known, but the texts, too
     */
    async #findAnswer(question, withTexts = false) {
        const solved = { ...question, verify: this.#state.verify };
        const written = { ...this.#headingOf(), write: formats, letters: this.#state.letters };
        const key = JSON.stringify([this.#game, solved]);
        const texts = JSON.stringify(written);
        if (this.#answer?.key === key && (!withTexts || this.#answer.texts === texts)) return;
        if (this.#answer?.key !== key) this.#answer = null;
        this.#showAnswer();
        if (this.#running?.key !== key || (withTexts && this.#running.texts !== texts)) {
            this.#stop();
            const search = new Search();
            this.#running = { search, key, texts, done: this.#follow(search, key, texts, program.solveProblem(this.#game, { ...solved, ...written })) };
        }
        await this.#running.done;
    }

    /** @param {Search} search @param {string} key @param {string} texts @param {Promise<Job>} begun */
    async #follow(search, key, texts, begun) {
        const progress = html('progress', { 'aria-label': t('Time that solving may take') });
        const words = html('p', { class: 'note' }, t('Solving…'));
        this.#work.replaceChildren(words, html('div', { class: 'row' }, progress, button(t('Stop'), () => search.stop())));
        try {
            const end = await search.follow(begun, async job => {
                const total = job.seconds + (job.seconds_left ?? 0);
                progress.max = total || 1;
                progress.value = job.seconds;
                words.textContent = job.state === 'queued' ? t('Waiting for other searches…') : t('Solving… {seconds} s of {total} s', { seconds: Math.floor(job.seconds), total: Math.round(total) });
            });
            if (end.error) throw new program.ProgramError(end.error, 400);
            const none = end.state === 'cancelled' ? t('Stopped.') : '';
            // What is shown of the same question stays as it is.
            const shown = this.#answer?.key === key ? this.#answer.diagrams : null;
            if (this.#running?.search === search) this.#answer = { key, texts, diagrams: shown ?? end.result?.diagrams ?? [], written: end.result?.written ?? null, words: none };
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
        else if (!this.#running && !this.#answer) this.#work.replaceChildren(html('p', { class: 'note' }, t('Set a diagram up, say what is asked of it, and solve it.')));
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
        this.#solution.show(shown, this.#state.verify);
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

/** @param {string} text a number, or nothing */
const countIn = text => (text.trim() ? String(wholeNumber(text, 999_999)) : '');

/** @param {SolvedDiagram} diagram @param {SolvedDiagram[]} all */
function tabName({ twin, attacker, soundness }, all) {
    const exchanged = all.some(other => other.attacker !== attacker) ? sideName(attacker) : '';
    return html('span', {}, [twin && `${twin})`, exchanged].filter(Boolean).join(' '), soundness && ' ', signOf(soundness));
}
