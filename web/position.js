// SPDX-License-Identifier: GPL-3.0-or-later
// The place Position: set one up, see the truth of it, play against the best defence.

import { longestText } from './address.js';
import { Board, legend } from './board.js';
import { chart, judged, lossInWords } from './course.js';
import { button, copy, counted, html, isCommand, notify, quietMilliseconds, reveal, save, say, whileBusy } from './dom.js';
import { characterAt } from './editor.js';
import { barredSquares, handOf, readFen, withInHand, writeFen } from './fen.js';
import { pieceIcon, pieceName } from './glyphs.js';
import { ask, findVariant, forget, known, learn, readable } from './knowledge.js';
import { Latest } from './latest.js';
import { MovesList } from './moves_list.js';
import { saveSvg, savePng } from './picture.js';
import * as program from './program.js';
import { RulesDialog } from './rules_dialog.js';
import { Search } from './search.js';
import { pieceOf, SettingUp, shownName } from './setting_up.js';
import { movesOf, placesOf } from './uci.js';
import { badge, isExact, moveInWords, other, positionInWords, sideName } from './values.js';
import { first, Welcome } from './welcome.js';

/** @typedef {import('./fen.js').Man} Man */
/** @typedef {import('./fen.js').Placement} Placement */
/** @typedef {import('./glyphs.js').Piece} Piece */
/** @typedef {import('./knowledge.js').Knowledge} Knowledge */
/** @typedef {import('./program.js').Step} Step */
/** @typedef {import('./program.js').Value} Value */
/** @typedef {import('./program.js').Variant} Variant */
/** @typedef {import('./values.js').Side} Side */

/** What the address tells. */
const initial = {
    variant: 'chess',
    rules: '',        // a rules file; empty: a shipped variant
    fen: '',          // where the line begins; empty: the variant's start
    /** @type {string[]} */
    line: [],         // moves from there
    at: 0,            // how many of them are played on the board
    flipped: false,
    setup: false,     // the board is edited, not played on
    program: '',      // the side that the program plays
    asking: false,    // a search is begun wherever nothing is known
    guess: false,     // values are hidden until a move is made
    welcome: false,   // what this is stands above the board
    panel: '',        // what is shown of the rules: words or file
    draft: '',        // the rules file in the editor
};
/** @typedef {typeof initial} State */

/**
 * What is chosen before its move is: a square, or what leaves the hand, "P@".
 * @param {program.LegalMove} move
 */
const originOf = ({ from, drop }) => (drop ? drop.toUpperCase() + '@' : from);
const mostNamed = 6;    // men of an ending that has a name
const replySeconds = 5;  // that the program searches for its own move where no table knows one

export class PositionPlace {
    title = 'Position';
    #changed;
    /** @type {State} */
    #state = initial;
    #latest = new Latest();
    #ahead = new Latest();
    /**
     * The job that goes on, and what it is about.
     * @type {{search: Search, about: string} | null}
     */
    #running = null;

    // What is shown.
    /** @type {Variant | null} */
    #variant = null;
    /**
     * The rules that the board plays by: those of the state, unless they are wrong.
     * @type {program.Game}
     */
    #game = { variant: 'chess' };
    /** @type {{key: string, moves: Step[]}} */
    #steps = { key: '', moves: [] };
    #fen = '';
    /** Whether the board shows what the state says; before that, and where it says nothing that can be read, it may show something else. */
    #reached = false;
    /** @type {Placement} */
    #placement = readFen('8/8/8/8/8/8/8/8 w - - 0 1');
    /** @type {Knowledge | null} */
    #knowledge = null;
    /** @type {string | null} */
    #selected = null;
    /** @type {program.LegalMove[]} among which the square of a wall chooses */
    #walls = [];
    /** @type {string | null} */
    #pointed = null;
    /** The last position that was searched unasked. */
    #searched = '';
    /** The last one whose squares were shown unasked. */
    #shown = '';

    /** @param {(replace: boolean) => void} changed the address is to follow the state */
    constructor(changed) {
        this.#changed = changed;
        this.#board = new Board('Board', {
            choose: square => this.#choose(square),
            key: (square, key) => this.#key(square, key),
            lift: square => this.#state.setup || !!this.#knowledge?.setup.moves.some(move => move.from === square),
            drop: (from, to) => this.#drop(from, to),
            describe: square => this.#describe(square),
        });
        this.#setting = new SettingUp({
            board: () => this.#board, variant: () => this.#variant, placement: () => this.#placement, selected: () => this.#selected,
            select: square => this.#select(square), edit: placement => this.#edit(placement),
            chosen: brush => { if (brush && !this.#state.setup) this.#change({ setup: true }); },
        });
        this.#moves = new MovesList(move => this.#play(move), move => this.#look(move));
        this.#dialog = new RulesDialog(
            (rules, variant) => this.#change({ rules, variant, fen: '', line: [], at: 0, setup: false }),
            (panel, draft) => { this.#state = { ...this.#state, panel, draft: panel === 'file' ? draft : '' }; this.#changed(true); });
        this.element = this.#layout();
    }

    /** @type {Board} */
    #board;
    /** @type {SettingUp} */
    #setting;
    #moves;
    #dialog;
    #variants = html('select', { id: 'variant', onchange: () => this.#chooseVariant() });
    #gameNote = html('p', { class: 'note' });
    #modes = {
        play: button('Play', () => this.#change({ setup: false }), { 'aria-pressed': 'true' }),
        setup: button('Set up', () => this.#change({ setup: true }), { 'aria-pressed': 'false' }),
    };
    #sides = {
        w: button('White', () => this.#edit({ ...this.#placement, side: 'w', enPassant: '-' }), { 'aria-pressed': 'false' }),
        b: button('Black', () => this.#edit({ ...this.#placement, side: 'b', enPassant: '-' }), { 'aria-pressed': 'false' }),
    };
    #castling = html('input', {
        id: 'castling', size: 6, maxlength: 40, spellcheck: 'false', autocomplete: 'off',
        onchange: () => this.#edit({ ...this.#placement, castling: this.#castling.value.trim() || '-' }),
    });
    #opponent = html('select', { id: 'opponent', onchange: () => this.#change({ program: this.#opponent.value }, true) },
        html('option', { value: '' }, 'nobody: move both sides'), html('option', { value: 'white' }, 'White, at its best'), html('option', { value: 'black' }, 'Black, at its best'));
    #asking = html('input', { type: 'checkbox', id: 'asking', onchange: () => this.#change({ asking: this.#asking.checked }, true) });
    #guess = html('input', { type: 'checkbox', id: 'guess', onchange: () => this.#change({ guess: this.#guess.checked }, true) });
    #strips = { white: html('div', { class: 'strip' }), black: html('div', { class: 'strip' }) };
    #fenInput = html('input', {
        id: 'fen', class: 'fen', spellcheck: 'false', autocomplete: 'off', autocapitalize: 'off', 'aria-describedby': 'fen-note',
        onchange: () => this.#takeFen(this.#fenInput.value),
    });
    #fenNote = html('p', { id: 'fen-note', class: 'mistake-note', role: 'alert' });
    #steppers = {
        first: button('«', () => this.#step(0), { 'aria-label': 'To the beginning', title: 'To the beginning' }),
        back: button('‹', () => this.#step(this.#state.at - 1), { 'aria-label': 'One move back', title: 'One move back' }),
        forward: button('›', () => this.#step(this.#state.at + 1), { 'aria-label': 'One move forward', title: 'One move forward' }),
        last: button('»', () => this.#step(this.#state.line.length), { 'aria-label': 'To the end', title: 'To the end' }),
        takeBack: button('Take back', () => this.#takeBack()),
    };
    #line = html('ol', { class: 'line', 'aria-label': 'Moves of this game' });
    #course = html('div');
    #loss = html('p', { class: 'note loss' });
    #verdict = html('p', { class: 'verdict' });
    #source = html('p', { class: 'note' });
    #reasons = html('ul', { class: 'reasons', 'aria-label': 'Why this is no legal position' });
    #who = html('div', { class: 'who' });
    #best = html('div', { class: 'best-play' });
    #value = html('section', { class: 'panel value', 'aria-labelledby': 'value-title' });
    #certificate = button('Certificate', () => this.#saveCertificate());
    #hint = html('p', { class: 'note hint' });
    #legend = html('div');
    #welcome = new Welcome(() => this.#change({ welcome: false }, true));
    #promotions = html('dialog', { class: 'promotions', 'aria-label': 'Which of these moves?' });

    #layout() {
        const game = html('section', { class: 'panel game', 'aria-labelledby': 'game-title' },
            html('h2', { id: 'game-title' }, 'Game'),
            html('label', { for: 'variant' }, 'Variant'), this.#variants, this.#gameNote,
            html('div', { class: 'row' },
                button('Rules', () => this.#openRules('words')),
                button('Your own rules…', () => this.#openRules('file'))),
            html('label', { for: 'opponent' }, 'The program plays'), this.#opponent,
            html('label', { class: 'check' }, this.#asking, 'Search where nothing is known'),
            html('label', { class: 'check' }, this.#guess, 'Guess first: hide the values'));
        const setup = html('section', { class: 'panel setup', 'aria-labelledby': 'setup-title' },
            html('h2', { id: 'setup-title' }, 'Board'),
            html('div', { class: 'segments', role: 'group', 'aria-label': 'What a click on the board does' }, this.#modes.play, this.#modes.setup),
            this.#setting.palette.element,
            html('div', { class: 'field' }, html('span', { id: 'side-label' }, 'To move'),
                html('div', { class: 'segments', role: 'group', 'aria-labelledby': 'side-label' }, this.#sides.w, this.#sides.b)),
            html('div', { class: 'field' }, html('label', { for: 'castling' }, 'Castling rights'), this.#castling),
            html('div', { class: 'row' },
                button('Start', () => this.#change({ fen: '', line: [], at: 0 })),
                button('Clear', () => this.#edit({ ...this.#placement, men: new Map(), hands: this.#placement.hands && '[]', castling: '-', enPassant: '-' }))));
        const table = html('div', { class: 'table' },
            this.#welcome.element, this.#strips.black, this.#board.element, this.#strips.white, this.#legend,
            html('div', { class: 'fen-row' },
                html('label', { for: 'fen' }, 'FEN'), this.#fenInput,
                button('Copy', () => copy(this.#fen, 'FEN')),
                button('Flip', () => this.#change({ flipped: !this.#state.flipped }, true), { title: 'Flip the board (f)' })),
            this.#fenNote);
        this.#value.append(html('h2', { id: 'value-title', class: 'unseen' }, 'Value'), this.#verdict, this.#source, this.#reasons, this.#who, this.#best);
        const line = html('section', { class: 'panel played', 'aria-labelledby': 'line-title' },
            html('h2', { id: 'line-title' }, 'Line'),
            this.#line, this.#course, this.#loss,
            html('div', { class: 'row steppers' }, this.#steppers.first, this.#steppers.back, this.#steppers.forward, this.#steppers.last, this.#steppers.takeBack));
        const moves = html('section', { class: 'panel moves', 'aria-labelledby': 'moves-title' }, html('h2', { id: 'moves-title' }, 'Moves'), this.#moves.element, this.#hint);
        const files = html('section', { class: 'panel files', 'aria-labelledby': 'save-title' },
            html('h2', { id: 'save-title' }, 'Save'),
            html('div', { class: 'row' },
                button('SVG', () => this.#savePicture(saveSvg)), button('PNG', () => this.#savePicture(savePng)),
                button('FEN', () => save('position.fen', new Blob([this.#fen + '\n'], { type: 'text/plain' }))), this.#certificate));
        document.addEventListener('paste', event => this.#paste(event));
        document.addEventListener('keydown', event => this.#shortcut(event));
        return html('div', { class: 'place position' },
            html('h1', { class: 'unseen' }, 'Position'),
            table,
            html('div', { class: 'side tools-side' }, game, setup, files),
            html('div', { class: 'side answers' }, this.#value, moves, line),
            this.#dialog.element, this.#promotions);
    }

    values() {
        const { variant, rules, fen, line, at, flipped, setup, program, asking, guess, welcome, panel, draft } = this.#state;
        return { variant, fen, line: line.join(','), at: line.length ? at : null, flip: flipped, setup, program, ask: asking, guess, welcome, rules, panel, draft: draft.length <= longestText ? draft : '' };
    }

    /** @param {Record<string, string>} told */
    show(told) {
        const values = Object.keys(told).length ? told : first;
        const line = movesOf(values.line ?? '');
        const at = Number(values.at ?? line.length);
        // A draft that is too long for addresses stays.
        const keptDraft = values.panel === 'file' && values.draft === undefined && this.#state.draft.length > longestText;
        this.#state = {
            variant: values.variant || (values.rules ? '' : 'chess'), rules: values.rules ?? '', fen: values.fen ?? '', line,
            at: Number.isInteger(at) && at >= 0 && at <= line.length ? at : line.length,
            flipped: !!values.flip, setup: !!values.setup,
            program: values.program === 'white' || values.program === 'black' ? values.program : '',
            asking: !!values.ask, guess: !!values.guess, welcome: !!values.welcome,
            panel: values.panel ?? '', draft: keptDraft ? this.#state.draft : values.draft ?? '',
        };
        this.#selected = null;
        this.#walls = [];
        this.#refresh(true);
    }

    refresh() {
        forget();
        this.#refresh(true);
    }

    leave() {
        this.#stop();
        this.#latest.cancel();
        this.#ahead.cancel();
        if (this.#promotions.open) this.#promotions.close();
    }

    /** @param {Partial<State>} part @param {boolean} [replace] whether "back" is to skip what was before */
    #change(part, replace = false) {
        this.#state = { ...this.#state, ...part };
        this.#selected = null;
        this.#walls = [];
        this.#changed(replace);
        this.#refresh(false);
    }

    /**
     * Shows the state, and asks what is not known of it yet.
     * @param {boolean} restored it comes from the address
     */
    #refresh(restored) {
        this.#ahead.cancel();
        this.#pointed = null;
        this.#latest.run(async signal => {
            await whileBusy(this.#value, this.#find(signal, restored));
        }).catch(error => {
            const { panel, draft, rules } = this.#state;
            if (restored && panel === 'file' && !this.#dialog.element.matches(':modal') && error instanceof program.ProgramError) this.#dialog.open(panel, null, draft || rules);
            this.#fail(error);
        });
    }

    /** @param {AbortSignal} signal @param {boolean} restored */
    async #find(signal, restored) {
        const state = this.#state;
        this.#reached = false;
        await this.#findVariants();
        /** @type {program.Game} */
        const game = state.rules ? { variant: state.variant, rules: state.rules } : { variant: state.variant };
        if (state.rules && !game.variant) game.variant = (await program.checkRules(state.rules, signal)).variants[0]?.name ?? '';
        const variant = await findVariant(game, signal);
        if (signal.aborted) return;
        if (this.#variant !== variant) {
            this.#variant = variant;
            this.#game = game;
            this.#setting.showPieces();
        }
        this.#showGame();
        const begin = state.fen || variant.start_fen;
        const steps = await this.#findSteps(begin, signal);
        if (signal.aborted) return;
        this.#fen = state.at === 0 ? begin : steps[state.at - 1].fen;
        if (this.#running && this.#running.about !== this.#about(known(this.#game, this.#fen)?.setup.fen ?? this.#fen)) this.#stop();
        this.#showFen();
        this.#knowledge = known(this.#game, this.#fen) ?? null;
        if (this.#knowledge) this.#fen = this.#knowledge.setup.fen;
        // What somebody types and cannot be read yet leaves the board as it is; an address that cannot be read shows nobody's men.
        const fits = (/** @type {Placement} */ { files, ranks }) => files === variant.files && ranks === variant.ranks;
        const read = readFen(this.#fen);
        if (fits(read)) this.#placement = read;
        else if (restored) this.#placement = emptyBoard(variant);
        else if (!fits(this.#placement)) this.#placement = readFen(variant.start_fen);
        this.#reached = true;
        this.#drawBoard();
        this.#showLine();
        if (restored && this.#state.panel === state.panel) {  // nobody has opened or closed them since
            if (state.panel === 'words' || state.panel === 'file') this.#dialog.open(state.panel, variant, state.draft || state.rules);
            else this.#dialog.close();
        }
        // What is said of another position goes, but not for what is answered at once.
        const waiting = setTimeout(() => { if (!signal.aborted && !this.#current()) this.#showNothing('Asking the program…', ''); }, quietMilliseconds);
        try {
            await ask(this.#game, this.#fen, signal, knowledge => { clearTimeout(waiting); this.#learnt(knowledge); }, quietMilliseconds);
        } finally {
            clearTimeout(waiting);
        }
    }

    /**
     * Nothing is known of the position on the board.
     * @param {string} verdict
     * @param {string} reason
     */
    #showNothing(verdict, reason) {
        this.#verdict.replaceChildren(html('span', { class: 'words' }, verdict));
        this.#source.textContent = reason;
        this.#reasons.replaceChildren();
        this.#welcome.tell(null, 'white');
        if (!this.#running) this.#who.replaceChildren();
        this.#best.replaceChildren();
        this.#moves.show([]);
        this.#certificate.disabled = true;
    }

    /** The list of variants is the same until the page is loaded again. */
    async #findVariants() {
        if (this.#variants.options.length) return;
        const variants = await program.variants();
        if (this.#variants.options.length) return;
        this.#variants.append(...variants.map(({ name, files, ranks }) => html('option', { value: name }, `${name} (${files}×${ranks})`)));
        this.#variants.selectedIndex = -1;  // none is shown yet
    }

    /** @param {string} begin @param {AbortSignal} signal */
    async #findSteps(begin, signal) {
        const { line } = this.#state;
        const prefix = `${this.#game.variant}\n${this.#game.rules ?? ''}\n${begin}\n`;
        const key = prefix + line.join(' ');
        if (this.#steps.key !== key) {
            if (line.length && this.#steps.key === prefix + line.slice(0, -1).join(' ')) {
                // One move more: it is known what comes of it.
                const before = line.length > 1 ? this.#steps.moves[line.length - 2].fen : begin;
                const move = (known(this.#game, before) ?? this.#knowledge)?.setup.moves.find(({ move }) => move === line[line.length - 1]);
                if (move) this.#steps = { key, moves: [...this.#steps.moves, move] };
            }
            if (this.#steps.key !== key)
                this.#steps = { key, moves: line.length ? (await program.line(this.#game, begin, line, signal)).moves : [] };
        }
        return this.#steps.moves;
    }

    /** @param {Knowledge} knowledge */
    #learnt(knowledge) {
        const { setup } = knowledge;
        this.#knowledge = knowledge;
        this.#fen = setup.fen;
        this.#placement = readFen(setup.fen);
        // A square that was chosen before its moves were known.
        if (!this.#state.setup && !setup.moves.some(move => originOf(move) === this.#selected)) {
            this.#selected = null;
            this.#walls = [];
        }
        this.#fenNote.textContent = '';
        this.#fenInput.removeAttribute('aria-invalid');
        this.#showFen();
        this.#drawBoard();
        this.#showLine();
        this.#showValue();
        this.#reply();
        this.#askUnasked();
    }

    /** Begins a search, where one is wanted in every position, and this one has had none. */
    #askUnasked() {
        const knowledge = this.#current();
        const about = this.#about(this.#fen);
        if (!this.#state.asking || this.#state.setup || this.#running || !knowledge?.value || this.#searched === about) return;
        if (isExact(knowledge.value) && knowledge.value.category !== 'unknown') return;
        if (knowledge.setup.violations.length || knowledge.setup.game_over) return;
        this.#searched = about;
        this.#searchValue(null);
    }

    /** @param {unknown} error */
    #fail(error) {
        if (error instanceof program.ProgramGone) {
            if (!this.#current()) this.#showNothing('The program does not answer', '');
            return;  // the shell comes back to us
        }
        if (error instanceof program.ProgramError && error.mistake.input === 'FEN') {
            const { column } = error.mistake;
            this.#showFen();
            this.#fenInput.value = this.#state.fen;
            this.#fenInput.setAttribute('aria-invalid', 'true');
            this.#fenNote.textContent = column && column > 1 ? `Column ${column}: ${error.message}` : error.message;
            if (column && document.activeElement === this.#fenInput) {
                const at = characterAt(this.#state.fen, column);
                this.#fenInput.setSelectionRange(at, at + 1);
            }
        }
        if (!this.#reached) {
            // A game that there is not, a move that is not legal: nothing of what was there before is about this.
            this.#stop();
            this.#fen = this.#state.fen;
            this.#placement = emptyBoard(this.#variant ?? { files: 8, ranks: 8 });
            this.#showFen();
        }
        const legal = this.#reached && this.#knowledge?.setup.fen === this.#fen ? this.#knowledge : null;
        if (error instanceof program.ProgramError && legal && !legal.setup.violations.length && error.mistake.input !== 'FEN') {
            // The rules are clear, the tables are not.
            this.#knowledge = { ...legal, value: unknownValue(legal) };
            this.#showValue();
            this.#source.textContent = error.message;
            return;
        }
        this.#knowledge = null;
        this.#drawBoard();
        this.#showNothing('This cannot be read', error instanceof Error ? error.message : String(error));
        say('This cannot be read', 'value');
        if (!(error instanceof program.ProgramError)) throw error;
    }

    // The game.

    #showGame() {
        const { variant, rules, program } = this.#state;
        this.#variants.querySelector('[data-own]')?.remove();
        if (rules) this.#variants.prepend(html('option', { value: '', 'data-own': true }, `${this.#variant?.name ?? variant} (your rules)`));
        this.#variants.value = rules ? '' : variant;
        const { files, ranks, kinds } = /** @type {Variant} */ (this.#variant);
        this.#gameNote.textContent = `${files}×${ranks} · ${kinds.map(({ name, letter }) => shownName(name, letter)).join(', ')}`;
        this.#opponent.value = program;
        this.#asking.checked = this.#state.asking;
        this.#guess.checked = this.#state.guess;
        this.#welcome.element.hidden = !this.#state.welcome;
    }

    #chooseVariant() {
        const variant = this.#variants.value;
        if (variant) this.#change({ variant, rules: '', fen: '', line: [], at: 0, setup: false });
    }

    /** @param {'words' | 'file'} panel */
    #openRules(panel) {
        this.#dialog.open(panel, this.#variant, this.#state.rules);
    }

    // The board.

    #drawBoard() {
        const { files, ranks, men, holes } = this.#placement;
        const inWalls = this.#variant?.wall;
        this.#legend.replaceChildren(inWalls && holes.size ? legend(['wall'], { wall: inWalls }) : '');
        const { setup, flipped, at } = this.#state;
        const moves = this.#current()?.setup.moves ?? [];
        const value = this.#state.guess ? null : this.#current()?.value;
        const pieces = new Map([...men].map(([square, man]) => [square, pieceOf(this.#variant, man)]));
        /** @type {Map<string, import('./board.js').Sign>} */
        const signs = new Map();
        const targets = new Map();
        const arrows = [];
        if (!setup) {
            for (const { move, category, plies } of value?.moves ?? []) {
                const legal = moves.find(other => other.move === move);
                const origin = legal && originOf(legal);
                if (!origin || !legal.to) continue;
                // Moves come best first: the first of a square says the most that it can do.
                if (origin === this.#selected) { if (!signs.has(legal.to)) signs.set(legal.to, { category, plies, size: 'large' }); }
                else if (!this.#selected && category !== 'unknown' && legal.from && !signs.has(legal.from)) signs.set(legal.from, { category, plies, size: 'small' });
            }
            for (const { wall } of this.#walls) if (wall) targets.set(wall, { capture: false });
            for (const move of this.#walls.length ? [] : moves) if (this.#selected && originOf(move) === this.#selected && move.to) targets.set(move.to, { capture: move.is_capture });
        }
        const pointed = setup ? undefined : moves.find(({ move }) => move === this.#pointed);
        const after = pointed && !this.#state.guess ? known(this.#game, pointed.fen) : undefined;
        const best = after?.value?.moves.find(({ optimal }) => optimal);
        const reply = best && after?.setup.moves.find(({ move }) => move === best.move);
        if (pointed?.to) arrows.push({ from: pointed.from ?? pointed.to, to: pointed.to, kind: /** @type {const} */ ('main') });
        if (reply?.to) arrows.push({ from: reply.from ?? reply.to, to: reply.to, kind: /** @type {const} */ ('refutation') });
        this.#hint.textContent = !pointed ? '' : !reply ? pointed.san : `${pointed.san}; the best reply is ${reply.san}`;
        const next = !setup && !this.#selected && !arrows.length && this.#steps.moves.length === this.#state.line.length ? this.#steps.moves[at]?.move : null;
        const ahead = next && placesOf(next);
        if (ahead) arrows.push({ ...ahead, kind: /** @type {const} */ ('choice') });
        const step = at > 0 ? this.#steps.moves[at - 1] : null;
        const last = step && placesOf(step.move);
        this.#board.show({
            files, ranks, flipped, pieces, holes: inWalls ? undefined : holes, walls: inWalls ? holes : undefined, wall: inWalls ?? undefined,
            barred: barredSquares(this.#placement), selected: this.#selected, targets, signs, arrows,
            last: new Set(last ? [last.from, last.to] : []),
            faulty: new Set(this.#current()?.setup.violations.flatMap(({ square }) => square ?? []) ?? []),
        });
        this.#modes.play.setAttribute('aria-pressed', String(!setup));
        this.#modes.setup.setAttribute('aria-pressed', String(setup));
        for (const side of /** @type {const} */ (['w', 'b'])) this.#sides[side].setAttribute('aria-pressed', String(this.#placement.side === side));
        if (document.activeElement !== this.#castling) this.#castling.value = this.#placement.castling;
        this.#showStrips();
        this.element.classList.toggle('setting-up', setup);
    }

    /** Beside each edge of the board: whose it is, what that side has in hand, and who is to move. */
    #showStrips() {
        const { flipped, program } = this.#state;
        const mover = this.#placement.side === 'b' ? 'black' : 'white';
        for (const side of /** @type {const} */ (['white', 'black'])) {
            const strip = this.#strips[flipped ? (side === 'white' ? 'black' : 'white') : side];
            const held = strip.contains(document.activeElement) ? document.activeElement?.getAttribute('data-held') : null;
            strip.replaceChildren(html('span', { class: `dot ${side}` }), html('span', { class: 'name' }, sideName(side)));
            if (program === side) strip.append(html('span', { class: 'soft' }, 'the program'));
            const hand = this.#hand(side === 'white');
            if (hand.length) strip.append(html('div', { class: 'hand', role: 'group', 'aria-label': `${sideName(side)}'s hand` }, ...hand));
            if (mover === side) strip.append(html('span', { class: 'to-move' }, 'to move'));
            if (held) /** @type {HTMLElement | null} */ (strip.querySelector(`[data-held="${held}"]`))?.focus();
        }
    }

    /**
     * The men that a side has in hand, or may drop without having them there: to be chosen and dropped, or put there and taken away.
     * @param {boolean} white
     */
    #hand(white) {
        const { setup } = this.#state;
        const hand = handOf(this.#placement, white);
        const drops = setup || (this.#placement.side !== 'b') !== white ? [] : (this.#current()?.setup.moves ?? []).filter(({ drop }) => drop);
        const droppable = new Set(drops.map(originOf));
        for (const { drop } of drops) if (drop && !hand.has(drop.toUpperCase())) hand.set(drop.toUpperCase(), 0);
        const kinds = (this.#variant?.kinds ?? []).map(({ letter }) => letter.toUpperCase());
        const letters = setup && this.#placement.hands ? kinds : kinds.filter(letter => hand.has(letter));
        return letters.map(letter => {
            const piece = pieceOf(this.#variant, { letter, white, promoted: false });
            const count = hand.get(letter) ?? 0;
            const origin = letter + '@';
            const words = `${pieceName(piece)} in hand${hand.get(letter) === 0 ? '' : `, ${count}`}`;
            const one = button(html('span', {}, pieceIcon(piece), count > 1 || setup ? html('span', { class: 'count' }, `×${count}`) : null),
                () => (setup ? this.#edit(withInHand(this.#placement, letter, white, 1)) : this.#select(this.#selected === origin ? null : origin)), {
                    class: 'held', 'data-held': origin, 'aria-label': setup ? `${words}: one more` : words, title: setup ? 'One more; with the right button one less' : pieceName(piece),
                    'aria-pressed': setup ? null : String(this.#selected === origin && droppable.has(origin)),
                });
            one.disabled = !setup && !droppable.has(origin);
            one.addEventListener('keydown', event => { if (setup && count && (event.key === 'Delete' || event.key === 'Backspace')) this.#edit(withInHand(this.#placement, letter, white, -1)); });
            one.addEventListener('contextmenu', event => { if (setup) { event.preventDefault(); if (count) this.#edit(withInHand(this.#placement, letter, white, -1)); } });
            one.addEventListener('pointerdown', event => {
                if (event.button !== 0 || setup || one.disabled) return;
                this.#board.drag(event, piece, square => {
                    const moves = drops.filter(move => originOf(move) === origin && move.to === square);
                    if (moves.length) this.#playOneOf(moves);
                });
            });
            return one;
        });
    }

    /** What is known of the position on the board; null: it is another one. */
    #current() {
        return this.#knowledge?.setup.fen === this.#fen ? this.#knowledge : null;
    }

    /** @param {string} square */
    #describe(square) {
        const known = this.#current();
        if (this.#state.setup || !known) return '';
        const { setup, value } = known;
        const moves = setup.moves.filter(move => (this.#selected ? originOf(move) === this.#selected && move.to === square : move.from === square));
        if (!moves.length) return '';
        const best = this.#state.guess ? undefined : value?.moves.find(({ move }) => moves.some(other => other.move === move));
        const words = best ? moveInWords(best.category, best.plies) : '';
        if (this.#state.guess) return this.#selected ? '' : counted(moves.length, 'move');
        return this.#selected ? words : `${counted(moves.length, 'move')}, best: ${words}`;
    }

    /**
     * A click or Enter on a square.
     * @param {string} square
     */
    #choose(square) {
        if (this.#state.setup) return this.#setting.choose(square);
        const known = this.#current();
        const moves = known?.setup.moves ?? [];
        const alone = this.#selected ? [] : moves.filter(({ from, to }) => !from && !to);
        const walled = (this.#walls.length ? this.#walls : alone).find(({ wall }) => wall === square);
        if (walled) return this.#play(walled.move);
        if (this.#walls.length) return this.#select(null);
        const chosen = moves.filter(move => originOf(move) === this.#selected && move.to === square);
        if (this.#selected && chosen.length) this.#playOneOf(chosen);
        else this.#select(this.#selected !== square && (known ? moves.some(({ from }) => from === square) : this.#placement.men.has(square)) ? square : null);
    }

    /** @param {string | null} square */
    #select(square) {
        this.#selected = square;
        this.#walls = [];
        this.#drawBoard();
        if (square && !this.#state.setup)
            say(`${counted(this.#current()?.setup.moves.filter(move => originOf(move) === square).length ?? 0, 'move')} from ${square.endsWith('@') ? 'the hand' : square}`);
    }

    /** @param {string} square @param {string} key */
    #key(square, key) {
        if (key === 'Escape' && (this.#selected || this.#setting.palette.brush)) {
            this.#setting.palette.choose(null);
            this.#select(null);
            return true;
        }
        return this.#state.setup && this.#setting.key(square, key);
    }

    /** @param {string} from @param {string | null} to */
    #drop(from, to) {
        if (this.#state.setup) return this.#setting.drop(from, to);
        const moves = this.#current()?.setup.moves.filter(move => move.from === from && move.to === to) ?? [];
        if (moves.length) this.#playOneOf(moves);
    }

    /** @param {Placement} placement */
    #edit(placement) {
        this.#placement = placement;  // seen at once
        this.#fen = writeFen(placement);
        this.#change({ fen: this.#fen, line: [], at: 0, setup: true });
    }

    /** @param {string} fen */
    #takeFen(fen) {
        this.#change({ fen: fen.trim(), line: [], at: 0 });
    }

    #showFen() {
        if (document.activeElement !== this.#fenInput || !this.#fenInput.hasAttribute('aria-invalid')) this.#fenInput.value = this.#fen;
    }

    /**
     * A FEN that is pasted anywhere but in a field.
     * @param {ClipboardEvent} event
     */
    #paste(event) {
        const text = event.clipboardData?.getData('text').trim() ?? '';
        if (!this.element.isConnected || isField(event.target) || !/^[^\s/]+(\/[^\s/]+)*( |$)/.test(text) || text.includes('\n')) return;
        this.#takeFen(text);
    }

    /** @param {KeyboardEvent} event */
    #shortcut(event) {
        if (!this.element.isConnected || isField(event.target) || isCommand(event) || document.querySelector('dialog[open]')) return;
        const inBoard = event.target instanceof Element && event.target.closest('[role=grid]');
        const keys = { '[': () => this.#step(this.#state.at - 1), ']': () => this.#step(this.#state.at + 1), ...(inBoard && this.#state.setup ? {} : { f: () => this.#change({ flipped: !this.#state.flipped }, true) }) };
        const act = keys[/** @type {keyof typeof keys} */ (event.key)];
        if (!act) return;
        event.preventDefault();
        act();
    }

    // Moves.

    /**
     * Several moves may lead from one square to another: promotions, men that come into gates, walls.
     * @param {program.LegalMove[]} moves
     */
    #playOneOf(moves) {
        /** @type {Map<string, program.LegalMove[]>} */
        const ways = new Map();
        for (const move of moves) {
            const way = move.wall ? move.san.split(',')[0] : move.san;  // its wall is the next choice
            ways.set(way, ways.get(way) ?? []);
            ways.get(way)?.push(move);
        }
        const take = (/** @type {program.LegalMove[]} */ way) => (way.length === 1 ? this.#play(way[0].move) : this.#askForWall(way));
        if (ways.size === 1) return take(moves);
        const white = this.#placement.side !== 'b';
        const value = this.#current()?.value;
        this.#promotions.replaceChildren(html('p', {}, 'Which of these moves?'), html('div', { class: 'row' }, ...[...ways].map(([san, way]) => {
            const kind = this.#variant?.kinds.find(({ letter }) => letter.toLowerCase() === (way[0].promotion ?? way[0].drop ?? way[0].gated));
            const worth = way.length === 1 && !this.#state.guess && value?.moves.find(other => other.move === way[0].move);
            const label = html('span', { class: 'promotion' }, kind && pieceIcon({ ...kind, name: shownName(kind.name, kind.letter), white }), html('span', {}, san), worth && badge(worth.category));
            return button(label, () => { this.#promotions.close(); take(way); }, { 'aria-label': `${san}${worth ? ', ' + moveInWords(worth.category, worth.plies) : ''}` });
        }), button('Cancel', () => this.#promotions.close())));
        this.#promotions.showModal();
    }

    /** @param {program.LegalMove[]} moves that differ in their walls alone */
    #askForWall(moves) {
        this.#walls = moves;
        this.#drawBoard();
        notify('Choose the square of the wall.');
    }

    /**
     * @param {string} move in UCI
     * @param {boolean} [asReply] "back" leads past it, to where one moved oneself
     */
    #play(move, asReply = false) {
        const known = this.#current();
        const legal = known?.setup.moves.find(other => other.move === move);
        if (!known || !legal) return;
        const line = [...this.#state.line.slice(0, this.#state.at), move];
        // A move of the line that is there goes on in it.
        const judgement = judged(this.#game, this.#fen, move);
        if (this.#state.line[this.#state.at] === move) this.#change({ at: this.#state.at + 1 }, asReply);
        else this.#change({ line, at: line.length }, asReply);
        const words = `${sideName(known.setup.side_to_move)}: ${legal.san}`;
        if (judgement?.lost || (judgement && this.#state.guess)) notify(judgement.words);
        else if (this.#state.guess && known.value && known.value.category !== 'unknown') notify(`${legal.san} is best: ${moveInWords(known.value.category, known.value.plies)}.`);
        else say(words, `move ${line.length}`);
    }

    /** @param {number} at */
    #step(at) {
        if (at >= 0 && at <= this.#state.line.length && at !== this.#state.at) this.#change({ at }, true);
    }

    #takeBack() {
        const { line, at, program } = this.#state;
        // With the program as opponent: to where one is to move oneself.
        const beginner = readFen(this.#state.fen || (this.#variant?.start_fen ?? '')).side === 'b' ? 1 : 0;
        const back = program && at > 1 && (at - 1 + beginner) % 2 === (program === 'black' ? 1 : 0) ? 2 : 1;
        if (at > 0) this.#change({ line: line.slice(0, at - back), at: at - back });
    }

    /**
     * Looks a move up ahead that is pointed at.
     * @param {string | null} move
     */
    #look(move) {
        this.#pointed = move;
        this.#drawBoard();
        const legal = this.#current()?.setup.moves.find(other => other.move === move);
        if (!legal) return this.#ahead.cancel();
        this.#ahead.run(async signal => {
            await ask(this.#game, legal.fen, signal, () => { if (this.#pointed === move) this.#drawBoard(); }, null);
        }).catch(() => undefined);  // it was a favour
    }

    #showLine() {
        const { line, at, fen } = this.#state;
        const beginner = readFen(fen || (this.#variant?.start_fen ?? '')).side === 'b' ? 1 : 0;
        const fens = [fen || (this.#variant?.start_fen ?? ''), ...this.#steps.moves.map(step => step.fen)];
        const judgements = this.#steps.moves.map(({ move }, index) => judged(this.#game, fens[index], move));
        this.#line.replaceChildren(...this.#steps.moves.map(({ san }, index) => {
            const ply = index + beginner;
            const number = ply % 2 === 0 ? `${ply / 2 + 1}.` : index === 0 ? '1…' : '';
            const judgement = judgements[index];
            return html('li', {}, number && html('span', { class: 'number' }, number),
                button(san, () => this.#step(index + 1), { 'aria-current': index + 1 === at ? 'step' : null }),
                judgement && html('span', { class: `mark ${judgement.lost ? 'lost' : 'wasted'}`, title: judgement.words, role: 'img', 'aria-label': judgement.words }, judgement.mark));
        }));
        this.#loss.textContent = lossInWords(judgements);
        this.#course.replaceChildren(this.#state.guess ? '' : chart(this.#game, fens, at) ?? '');
        if (!line.length) this.#line.replaceChildren(html('li', { class: 'soft' }, 'No move has been made yet.'));
        reveal(this.#line, '[aria-current]');
        this.#steppers.first.disabled = this.#steppers.back.disabled = this.#steppers.takeBack.disabled = at === 0;
        this.#steppers.last.disabled = this.#steppers.forward.disabled = at === line.length;
    }

    // The value.

    #showValue() {
        const knowledge = this.#current();
        if (!knowledge) return;
        const { setup } = knowledge;
        if (setup.violations.length) {
            this.#showNothing('No legal position', `${counted(setup.violations.length, 'reason')}; go on setting up.`);
            this.#reasons.replaceChildren(...setup.violations.map(({ message }) => html('li', {}, message)));
            say(`No legal position: ${setup.violations.map(({ message }) => message).join('; ')}`, 'value');
            return;
        }
        this.#reasons.replaceChildren();
        if (this.#state.guess && !setup.game_over) {
            const isKnown = knowledge.value && knowledge.value.category !== 'unknown';
            this.#verdict.replaceChildren(html('span', { class: 'words' }, 'Which move is best?'));
            this.#source.textContent = isKnown ? 'The program knows. Make a move, and it says what that is worth.' : 'The program does not know yet.';
            this.#certificate.disabled = true;
            this.#moves.show(unknownValue(knowledge).moves);
            this.#best.replaceChildren();
            this.#welcome.tell(null, 'white');
            if (!this.#running) this.#offerSearch(!isKnown);
            return;
        }
        const value = knowledge.value ?? unknownValue(knowledge);
        const words = setup.game_over ? endInWords(setup, value) : positionInWords(value.category, value.plies, setup.side_to_move, isExact(value));
        this.#verdict.replaceChildren(verdictBadge(value, setup.side_to_move), html('span', { class: 'words' }, words));
        this.#source.textContent = setup.game_over ? 'The game is over.' : !knowledge.value ? 'Looking it up…' : winnersMovesInWords(value, setup.side_to_move) + sourceInWords(value);
        this.#certificate.disabled = value.category !== 'win' || value.plies === null || value.plies === 0;
        this.#certificate.title = this.#certificate.disabled ? 'There is a certificate where the side to move is known to win.' : 'The whole winning strategy, as text that anyone can check';
        this.#moves.show(value.moves.length ? value.moves : unknownValue(knowledge).moves, 'There are no moves.');
        document.title = `${this.#material()}: ${words} – Zermelo`;
        this.#showBest(value);
        this.#welcome.tell(value, setup.side_to_move);
        this.#showSquares(value);
        if (!this.#running) this.#offerSearch(knowledge.value !== null && (value.category === 'unknown' || !isExact(value)) && !setup.game_over);
        say(`${words}. ${sideName(setup.side_to_move)} to move.`, 'value');
    }

    /** The men of both sides where they are few, as players name an ending; else the variant. */
    #material() {
        const men = [...this.#placement.men.values()];
        const order = (this.#variant?.kinds ?? []).map(({ letter }) => letter.toUpperCase());
        const army = (/** @type {boolean} */ white) => men.filter(man => man.white === white).map(({ letter }) => letter.toUpperCase())
            .sort((a, b) => order.indexOf(a) - order.indexOf(b));
        const [own, other] = [army(true), army(false)].map(letters => [...letters.filter(letter => letter === 'K'), ...letters.filter(letter => letter !== 'K')].join('+'));
        const variant = this.#variant?.name ?? '';
        return men.length > mostNamed || !own || !other ? variant : `${own} v ${other}${variant === 'chess' ? '' : `, ${variant}`}`;
    }

    /**
     * In a first position the man with the best move is chosen, so that the squares say what its moves are worth.
     * @param {Value} value
     */
    #showSquares(value) {
        const best = value.moves.find(({ optimal }) => optimal);
        const legal = this.#current()?.setup.moves.find(({ move }) => move === best?.move);
        const about = this.#about(this.#fen);
        if (!this.#state.welcome || this.#state.at || this.#state.setup || !legal || this.#shown === about) return;
        this.#shown = about;
        this.#selected ??= originOf(legal);
        this.#drawBoard();
    }

    /** @param {Value} value */
    #showBest(value) {
        const line = value.line ?? [];
        this.#best.replaceChildren();
        if (!line.length) return;
        this.#best.append(html('h3', {}, 'Best play'), html('ol', { class: 'line' }, ...line.map(({ move, san }, index) =>
            html('li', {}, button(san ?? move, () => {
                const moves = [...this.#state.line.slice(0, this.#state.at), ...line.slice(0, index + 1).map(step => step.move)];
                this.#change({ line: moves, at: moves.length });
            }, { title: 'Play the line up to here' })))));
    }

    /** @param {boolean} offered */
    #offerSearch(offered) {
        this.#who.replaceChildren();
        if (offered) this.#who.append(button('Who wins?', () => this.#searchValue(null), { class: 'main', title: 'Search for a proof' }), html('p', { class: 'note' }, 'No table knows. A search may.'));
    }

    /** @param {number | null} seconds at most; null: as the program allows */
    async #searchValue(seconds) {
        const search = this.#begin();
        const [game, fen] = [this.#game, this.#fen];
        const progress = html('progress', { 'aria-label': 'Time that the search may take' });
        const words = html('p', { class: 'note' }, 'Searching…');
        this.#who.replaceChildren(words, html('div', { class: 'row' }, progress, button('Stop', () => search.stop())));
        let ending = '';
        try {
            const end = await search.follow(program.searchValue(game, fen, seconds), async job => {
                if (this.#running?.search !== search) return;
                const total = job.seconds + (job.seconds_left ?? 0);
                progress.max = total || 1;
                progress.value = job.seconds;
                words.textContent = job.state === 'queued' ? 'Waiting for other searches…'
                    : `Searching… ${job.depth === null ? '' : pliesDeep(job.depth) + ', '}${Math.floor(job.seconds)} s of ${Math.round(total)} s`;
                const value = job.result && await readable(game, job.result);
                if (!value || this.#running?.search !== search) return;
                this.#found(value);
                if (seconds !== null && value.category !== 'unknown') search.stop();  // that is enough to move
            });
            if (end.error) ending = end.error.message;
            else if (end.result?.category === 'unknown' || !end.result)
                ending = end.state === 'cancelled' ? 'Stopped. Not known yet.' : `Not known after ${Math.round(end.seconds)} s${end.depth === null ? '' : ': searched ' + pliesDeep(end.depth)}.`;
        } catch (error) {
            ending = error instanceof Error ? error.message : String(error);
        }
        if (this.#running?.search !== search) return;
        this.#running = null;
        this.#offerSearch(!!ending);
        if (ending) {
            this.#who.querySelector('.note')?.replaceWith(html('p', { class: 'note', role: 'status' }, ending));
            say(ending);
        }
        if (seconds !== null) this.#reply(true);
    }

    /**
     * A search knows more of the position on the board.
     * @param {Value} value
     */
    #found(value) {
        const knowledge = this.#current();
        if (!knowledge || JSON.stringify(knowledge.value) === JSON.stringify(value)) return;
        learn(this.#game, this.#fen, value);
        this.#knowledge = { ...knowledge, value };
        this.#drawBoard();
        this.#showLine();
        this.#showValue();
    }

    /** Ends the search that goes on, if one does. */
    #stop() {
        this.#running?.search.stop();
        this.#running = null;
    }

    /** A job about the position on the board takes the place of what goes on. */
    #begin() {
        this.#stop();
        const search = new Search();
        this.#running = { search, about: this.#about(this.#fen) };
        return search;
    }

    /** @param {string} fen */
    #about(fen) {
        return `${this.#game.variant}\n${this.#game.rules ?? ''}\n${fen}`;
    }

    /**
     * The program moves, where that is its part.
     * @param {boolean} [searched] it has looked for its best move already
     */
    #reply(searched = false) {
        const { program, setup: editing, line, at } = this.#state;
        const knowledge = this.#current();
        if (!program || editing || at !== line.length || !knowledge?.value) return;
        const { setup, value } = knowledge;
        if (setup.side_to_move !== program || setup.violations.length || setup.game_over) return;
        const best = value.category === 'unknown' ? undefined : value.moves.find(({ optimal }) => optimal) ?? value.moves.find(({ keeps_result }) => keeps_result);
        if (best) this.#play(best.move, true);
        else if (!searched) this.#searchValue(replySeconds);
        else notify(`The best move of ${sideName(setup.side_to_move)} is not known yet. Make it yourself, or search for longer.`);
    }

    // Files.

    /** @param {(name: string, drawing: string) => Promise<void>} write */
    async #savePicture(write) {
        try {
            await write('position', await program.draw(this.#game, this.#fen, this.#state.flipped));
        } catch (error) {
            notify(error instanceof Error ? error.message : String(error));
        }
    }

    async #saveCertificate() {
        const value = this.#current()?.value;
        if (!value || value.plies === null) return;
        const plies = value.plies;
        const search = this.#begin();
        const words = html('p', { class: 'note', role: 'status' }, 'Writing the certificate…');
        this.#who.replaceChildren(words, html('div', { class: 'row' }, button('Stop', () => search.stop())));
        try {
            const end = await search.follow(program.certify(this.#game, this.#fen, plies), async () => undefined);
            if (end.result?.certificate) {
                save('certificate.txt', new Blob([end.result.certificate], { type: 'text/plain' }));
                words.replaceChildren('The certificate is saved; ', html('code', {}, 'zermelo verify'), ' checks it.');
            } else {
                words.textContent = end.error?.message ?? 'The program did not finish the certificate within its limits.';
            }
        } catch (error) {
            words.textContent = error instanceof Error ? error.message : String(error);
        }
        if (this.#running?.search === search) {
            this.#running = null;
            this.#who.replaceChildren(words);
        }
    }
}

/** @param {{files: number, ranks: number}} size */
function emptyBoard({ files, ranks }) {
    return readFen(`${Array(ranks).fill(files).join('/')} w - - 0 1`);
}

/**
 * What is shown until more is known.
 * @param {Knowledge} knowledge
 * @returns {Value}
 */
function unknownValue({ setup }) {
    return {
        fen: setup.fen, category: setup.category ?? 'unknown', plies: setup.game_over ? 0 : null, no_win_within: 0, no_loss_within: 0, doubt: null, table_error: null, game_over: setup.game_over, line: null, source: setup.game_over ? 'rules' : null,
        moves: setup.moves.map(({ move, san }) => ({ move, san, category: 'unknown', plies: null, optimal: null, keeps_result: null })),
    };
}

/**
 * How many moves the winner makes: players count these.
 * @param {Value} value
 * @param {Side} mover
 */
function winnersMovesInWords({ category, plies }, mover) {
    if (!plies || plies < 2 || (category !== 'win' && category !== 'loss')) return '';
    const wins = category === 'win';
    return `${counted(Math.floor((plies + (wins ? 1 : 0)) / 2), 'move')} of ${sideName(wins ? mover : other(mover))}. `;
}

/** @param {Value} value */
function sourceInWords(value) {
    const source = value.source === 'tables' ? isExact(value) ? 'Exact, from tables.' : 'Proved by tables.' : value.source === 'search' ? isExact(value) ? 'Exact, proved by search.' : 'Proved by search.' : '';
    const doubt = value.doubt ? ` The game before may change more: ${value.doubt}.` : '';
    const damage = value.table_error ? ` A table cannot be read: ${value.table_error}.` : '';
    return source + doubt + damage;
}

/** @param {number} depth */
const pliesDeep = depth => `${depth} ${depth === 1 ? 'ply' : 'plies'} deep`;

/**
 * The badge of a verdict has the colour of the winner's men, so that it means the same whoever moves.
 * @param {Value} value
 * @param {Side} mover
 */
function verdictBadge(value, mover) {
    if (value.category === 'draw' || value.category === 'unknown') return badge(value.category);
    const winner = (value.category === 'win') === (mover === 'white') ? 'white' : 'black';
    return html('span', { class: `dot large ${winner}` });
}

/** @param {program.Setup} setup @param {Value} value */
function endInWords(setup, value) {
    const words = positionInWords(value.category, 0, setup.side_to_move);
    return setup.checkmate ? `Checkmate: ${words}` : setup.stalemate ? `Stalemate: ${words}` : words;
}

/** @param {EventTarget | null} target */
const isField = target => target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement;
