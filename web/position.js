// SPDX-License-Identifier: GPL-3.0-or-later
// The place Position: set one up, see the truth of it, play against the best defence, try other moves.

import { longestText } from './address.js';
import { Board, legend } from './board.js';
import { judged } from './course.js';
import { button, copy, english, html, isCommand, marked, messageOf, notify, openFile, quietMilliseconds, save, say, whileBusy } from './dom.js';
import { characterAt } from './editor.js';
import { barredSquares, handOf, mirrored, readFen, rotated, swapped, withoutWall, writeFen } from './fen.js';
import { film, readGame, writeGame } from './game_file.js';
import { GameTree } from './game_tree.js';
import { isWestern, loadGlyphs, pieceIcon, pieceName, setWestern } from './glyphs.js';
import { allVariants, ask, findVariant, forget, known, learn, readable } from './knowledge.js';
import { HandEditor } from './hand_editor.js';
import { commas, named, t } from './language.js';
import { Latest } from './latest.js';
import { LinePanel } from './line_panel.js';
import { MovesList } from './moves_list.js';
import { readPasted } from './pasted.js';
import { saveSvg, savePng } from './picture.js';
import * as program from './program.js';
import { RulesDialog } from './rules_dialog.js';
import { Search } from './search.js';
import { groundOf, pieceOf, SettingUp, shownName } from './setting_up.js';
import { beginsWith, lineFrom, movesAfter, promoted, readLines, withLine, withoutBranch, writeLines } from './tree.js';
import { movesOf, placesOf } from './uci.js';
import { Undo } from './undo.js';
import { badge, isExact, moveInWords, movesOfWinner, numberOf, other, positionInWords, sideName } from './values.js';
import { first, Welcome } from './welcome.js';
import { VariantsList } from './variants_list.js';

/** @typedef {import('./fen.js').Man} Man */
/** @typedef {import('./fen.js').Placement} Placement */
/** @typedef {import('./glyphs.js').Piece} Piece */
/** @typedef {import('./knowledge.js').Knowledge} Knowledge */
/** @typedef {import('./program.js').Value} Value */
/** @typedef {import('./program.js').Variant} Variant */
/** @typedef {import('./tree.js').Line} Line */
/** @typedef {import('./values.js').Side} Side */

/** What the address tells. */
const initial = {
    variant: 'chess',
    rules: '',        // a rules file; empty: a shipped variant
    fen: '',          // where the line begins; empty: the variant's start
    /** @type {Line} */
    line: [],         // moves from there
    at: 0,            // how many of them are played on the board
    /** @type {Line[]} */
    lines: [],        // that line and its variations, as tree.js has them
    flipped: false,
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
const longestPgn = 1_000_000;  // bytes

export class PositionPlace {
    title = t('Position');
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
    #tree = new GameTree();
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
    /**
     * A move that was chosen before the moves were known.
     * @type {{from: string, to: string} | null}
     */
    #wanted = null;
    /** The position was set up by hand: the program waits until a move is made. */
    #settingUp = false;
    /** Somebody has said already that moves that are not legal set the board up. */
    #mayMoveFreely = false;
    /** @type {Undo<State>} */
    #undo = new Undo();
    /** The last position that was searched unasked. */
    #searched = '';
    /** The last one whose squares were shown unasked. */
    #shown = '';

    /** @param {(replace: boolean) => void} changed the address is to follow the state */
    constructor(changed) {
        this.#changed = changed;
        this.#board = new Board(t('Board'), {
            choose: square => this.#choose(square),
            key: (square, key) => this.#key(square, key),
            lift: square => this.#placement.men.has(square),
            drop: (from, to) => this.#drop(from, to),
            describe: square => this.#describe(square),
        });
        this.#setting = new SettingUp({
            board: () => this.#board, variant: () => this.#variant, placement: () => this.#placement, selected: () => this.#selected,
            select: square => this.#select(square), edit: placement => this.#edit(placement), chosen: () => this.#select(null),
        });
        this.#moves = new MovesList(move => this.#play(move), move => this.#look(move));
        this.#dialog = new RulesDialog(
            (rules, variant) => this.#change({ rules, variant, ...fromHere('') }),
            (panel, draft) => { this.#state = { ...this.#state, panel, draft: panel === 'file' ? draft : '' }; this.#changed(true); });
        this.element = this.#layout();
    }

    /** @type {Board} */
    #board;
    /** @type {SettingUp} */
    #setting;
    #moves;
    #dialog;
    #variants = new VariantsList('variant', variant => this.#change({ variant, rules: '', ...fromHere('') }));
    #western = html('input', { type: 'checkbox', onchange: () => this.#dress() });
    #westernLabel = html('label', { class: 'check' }, this.#western, t('Western men'));
    #gameNote = html('p', { class: 'note' });
    #sides = {
        w: button(sideName('white'), () => this.#edit({ ...this.#placement, side: 'w', enPassant: '-' }), { 'aria-pressed': 'false' }),
        b: button(sideName('black'), () => this.#edit({ ...this.#placement, side: 'b', enPassant: '-' }), { 'aria-pressed': 'false' }),
    };
    #castling = html('input', {
        id: 'castling', size: 6, maxlength: 40, spellcheck: 'false', autocomplete: 'off',
        onchange: () => this.#edit({ ...this.#placement, castling: this.#castling.value.trim() || '-' }),
    });
    #opponent = html('select', { id: 'opponent', onchange: () => this.#chooseOpponent() },
        html('option', { value: '' }, t('nobody: move both sides')), html('option', { value: 'white' }, t('White, at its best')), html('option', { value: 'black' }, t('Black, at its best')));
    #asking = html('input', { type: 'checkbox', id: 'asking', onchange: () => this.#change({ asking: this.#asking.checked }, true) });
    #guess = html('input', { type: 'checkbox', id: 'guess', onchange: () => this.#change({ guess: this.#guess.checked }, true) });
    #hands = new HandEditor(() => this.#variant, () => this.#placement, placement => this.#edit(placement));
    #strips = { white: html('div', { class: 'strip' }), black: html('div', { class: 'strip' }) };
    #fenInput = html('input', {
        id: 'fen', class: 'fen', spellcheck: 'false', autocomplete: 'off', autocapitalize: 'off', 'aria-describedby': 'fen-note',
        onchange: () => this.#takeFen(this.#fenInput.value),
    });
    #fenNote = html('p', { id: 'fen-note', class: 'mistake-note', role: 'alert' });
    #steppers = {
        first: button('«', () => this.#step(0), { 'aria-label': t('To the beginning'), title: t('To the beginning') }),
        back: button('‹', () => this.#step(this.#state.at - 1), { 'aria-label': t('One move back'), title: t('One move back') }),
        forward: button('›', () => this.#step(this.#state.at + 1), { 'aria-label': t('One move forward'), title: t('One move forward') }),
        last: button('»', () => this.#step(this.#state.line.length), { 'aria-label': t('To the end'), title: t('To the end') }),
        takeBack: button(t('Take back'), () => this.#takeBack()),
    };
    #branch = {
        promote: button(t('Main line'), () => this.#change({ lines: promoted(this.#state.lines, this.#path()) }), { title: t('Make this variation the main line') }),
        remove: button(t('Delete'), () => this.#removeBranch(), { title: t('Delete this move and all that follows it') }),
    };
    #undoers = {
        undo: button(t('Undo'), () => this.#undoOne(), { title: t('Undo (Ctrl-Z)') }),
        redo: button(t('Redo'), () => this.#redoOne(), { title: t('Redo (Ctrl-Shift-Z)') }),
    };
    #line = new LinePanel(path => this.#goTo(path));
    #verdict = html('p', { class: 'verdict' });
    #source = html('p', { class: 'note' });
    #reasons = html('ul', { class: 'reasons', 'aria-label': t('Why this is no legal position') });
    #who = html('div', { class: 'who' });
    #best = html('div', { class: 'best-play' });
    #value = html('section', { class: 'panel value', 'aria-labelledby': 'value-title' });
    #certificate = button(t('Certificate'), () => this.#saveCertificate());
    #hint = html('p', { class: 'note hint' });
    #legend = html('div');
    #welcome = new Welcome(() => this.#change({ welcome: false }, true));
    #question = html('dialog', { class: 'asked', 'aria-labelledby': 'question-words' });

    #layout() {
        const game = html('section', { class: 'panel game', 'aria-labelledby': 'game-title' },
            html('h2', { id: 'game-title' }, t('Game')),
            this.#variants.element, this.#gameNote,
            html('div', { class: 'row' },
                button(t('Rules'), () => this.#openRules('words')),
                button(t('Your own rules…'), () => this.#openRules('file'))),
            html('label', { for: 'opponent' }, t('The program plays')), this.#opponent,
            html('label', { class: 'check' }, this.#asking, t('Search where nothing is known')),
            html('label', { class: 'check' }, this.#guess, t('Guess first: hide the values')),
            this.#westernLabel);
        const setup = html('section', { class: 'panel setup', 'aria-labelledby': 'setup-title' },
            html('h2', { id: 'setup-title' }, t('Board')),
            this.#setting.palette.element, this.#hands.element,
            html('div', { class: 'field' }, html('span', { id: 'side-label' }, t('To move')),
                html('div', { class: 'segments', role: 'group', 'aria-labelledby': 'side-label' }, this.#sides.w, this.#sides.b)),
            html('div', { class: 'field' }, html('label', { for: 'castling' }, t('Castling rights')), this.#castling),
            html('div', { class: 'row' },
                button(t('Start'), () => this.#change(fromHere(''))),
                button(t('Clear'), () => this.#edit({ ...this.#placement, men: new Map(), hands: this.#placement.hands && '[]', castling: '-', enPassant: '-' })),
                this.#undoers.undo, this.#undoers.redo),
            html('div', { class: 'row' },
                button(t('Mirror'), () => this.#edit(mirrored(this.#placement)), { title: t('Left and right change places') }),
                button(t('Swap'), () => this.#edit(swapped(this.#placement)), { title: t('White and Black change places') }),
                button(t('Rotate'), () => this.#edit(rotated(this.#placement)), { title: t('The board is turned by half a turn') })));
        const table = html('div', { class: 'table' },
            this.#welcome.element, this.#strips.black, this.#board.element, this.#strips.white, this.#legend,
            html('div', { class: 'fen-row' },
                html('label', { for: 'fen' }, 'FEN'), this.#fenInput,
                button(t('Copy'), () => copy(this.#fen, t('FEN copied.'))),
                button(t('Flip'), () => this.#change({ flipped: !this.#state.flipped }, true), { title: t('Flip the board (f)') })),
            this.#fenNote);
        this.#value.append(html('h2', { id: 'value-title', class: 'unseen' }, t('Value')), this.#verdict, this.#source, this.#reasons, this.#who, this.#best);
        const line = html('section', { class: 'panel played', 'aria-labelledby': 'line-title' },
            html('h2', { id: 'line-title' }, t('Line')),
            ...this.#line.elements,
            html('div', { class: 'row steppers' }, this.#steppers.first, this.#steppers.back, this.#steppers.forward, this.#steppers.last, this.#branch.promote, this.#branch.remove, this.#steppers.takeBack));
        const moves = html('section', { class: 'panel moves', 'aria-labelledby': 'moves-title' }, html('h2', { id: 'moves-title' }, t('Moves')), this.#moves.element, this.#hint);
        const files = html('section', { class: 'panel files', 'aria-labelledby': 'save-title' },
            html('h2', { id: 'save-title' }, t('Save and open')),
            html('div', { class: 'row' },
                button('SVG', () => this.#savePicture(saveSvg)), button('PNG', () => this.#savePicture(savePng)),
                button(t('Film'), () => this.#saveFilm(), { title: t('The line as an animated picture (APNG)') }),
                button('PGN', () => this.#savePgn()),
                button('FEN', () => save('position.fen', new Blob([this.#fen + '\n'], { type: 'text/plain' }))), this.#certificate,
                button(t('Open PGN…'), () => openFile('.pgn,.txt', longestPgn, text => this.#takePgn(text)))));
        document.addEventListener('paste', event => this.#paste(event));
        document.addEventListener('keydown', event => this.#shortcut(event));
        return html('div', { class: 'place position' },
            html('h1', { class: 'unseen' }, this.title),
            table,
            html('div', { class: 'side tools-side' }, game, setup, files),
            html('div', { class: 'side answers' }, this.#value, moves, line),
            this.#dialog.element, this.#variants.dialog, this.#question);
    }

    values() {
        const { variant, rules, fen, line, lines, at, flipped, program, asking, guess, welcome, panel, draft } = this.#state;
        const tree = lines.length > 1 ? writeLines(lines, line) : '';
        return {
            variant, fen, line: line.join(','), at: line.length ? at : null, tree: tree.length <= longestText ? tree : '', flip: flipped, program, ask: asking, guess, welcome, rules, panel,
            draft: draft.length <= longestText ? draft : '',
        };
    }

    /** @param {Record<string, string>} told */
    show(told) {
        const values = Object.keys(told).length ? told : first;
        const line = movesOf(values.line ?? '');
        const at = Number(values.at ?? line.length);
        // A draft that is too long for addresses stays.
        const keptDraft = values.panel === 'file' && values.draft === undefined && this.#state.draft.length > longestText;
        this.#state = {
            variant: values.variant || (values.rules ? '' : 'chess'), rules: values.rules ?? '', fen: values.fen ?? '', line, lines: readLines(values.tree ?? '', line),
            at: Number.isInteger(at) && at >= 0 && at <= line.length ? at : line.length,
            flipped: !!values.flip,
            program: values.program === 'white' || values.program === 'black' ? values.program : '',
            asking: !!values.ask, guess: !!values.guess, welcome: !!values.welcome,
            panel: values.panel ?? '', draft: keptDraft ? this.#state.draft : values.draft ?? '',
        };
        this.#forgetChoice();
        this.#settingUp = false;
        this.#refresh(true);
    }

    /** Nothing is chosen on the board any more. */
    #forgetChoice() {
        this.#selected = null;
        this.#walls = [];
        this.#wanted = null;
    }

    refresh() {
        forget();
        this.#refresh(true);
    }

    leave() {
        this.#stop();
        this.#latest.cancel();
        this.#ahead.cancel();
        if (this.#question.open) this.#question.close();
    }

    /** @param {Partial<State>} part @param {boolean} [replace] whether "back" is to skip what was before */
    #change(part, replace = false) {
        // What only looks elsewhere is not undone.
        if (/** @type {const} */ (['variant', 'rules', 'fen', 'lines']).some(name => part[name] !== undefined && part[name] !== this.#state[name])) {
            this.#undo.remember(this.#state);
        }
        this.#become({ ...this.#state, ...part }, replace);
    }

    /** @param {State} state @param {boolean} [replace] */
    #become(state, replace = false) {
        if (state.fen !== this.#state.fen || state.lines !== this.#state.lines) this.#board.erase();
        this.#state = state;
        this.#forgetChoice();
        this.#changed(replace);
        this.#refresh(false);
    }

    #undoOne() {
        const before = this.#undo.undo(this.#state);
        if (!before) return;
        this.#settingUp = true;  // the program does not make the same move again
        this.#become(before);
        say(t('Undone'));
    }

    #redoOne() {
        const after = this.#undo.redo(this.#state);
        if (!after) return;
        this.#become(after);
        say(t('Done again'));
    }

    /** The moves up to the position on the board. */
    #path() {
        return this.#state.line.slice(0, this.#state.at);
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
        this.#tree.from(this.#game, begin);
        await this.#tree.find(state.line, signal, fen => this.#movesIn(fen));
        if (signal.aborted) return;
        this.#fen = this.#tree.fenAfter(this.#path()) ?? begin;
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
        this.#findVariations(signal).catch(() => undefined);  // what cannot be played is not shown
        // What is said of another position goes, but not for what is answered at once.
        const waiting = setTimeout(() => { if (!signal.aborted && !this.#current()) this.#showNothing(t('Asking the program…'), ''); }, quietMilliseconds);
        try {
            await ask(this.#game, this.#fen, signal, knowledge => { clearTimeout(waiting); this.#learnt(knowledge); }, quietMilliseconds);
        } finally {
            clearTimeout(waiting);
        }
    }

    /**
     * Nothing is known of the position on the board.
     * @param {string} verdict
     * @param {string | Node} reason
     */
    #showNothing(verdict, reason) {
        this.#verdict.replaceChildren(html('span', { class: 'words' }, verdict));
        this.#source.replaceChildren(reason);
        this.#reasons.replaceChildren();
        this.#welcome.tell(null, 'white');
        if (!this.#running) this.#who.replaceChildren();
        this.#best.replaceChildren();
        this.#moves.show([], false);
        this.#certificate.disabled = true;
    }

    /** @param {string} fen */
    #movesIn(fen) {
        return (known(this.#game, fen) ?? (this.#knowledge?.setup.fen === fen ? this.#knowledge : null))?.setup.moves ?? [];
    }

    /**
     * The moves of the lines that are not shown get their names.
     * @param {AbortSignal} signal
     */
    async #findVariations(signal) {
        const missing = this.#state.lines.filter(line => this.#tree.of(line).length < line.length);
        for (const line of missing) await this.#tree.find(line, signal, fen => this.#movesIn(fen));
        if (missing.length && !signal.aborted) this.#showLine();
    }

    /** @param {Knowledge} knowledge */
    #learnt(knowledge) {
        const { setup } = knowledge;
        this.#knowledge = knowledge;
        this.#fen = setup.fen;
        this.#placement = readFen(setup.fen);
        // A square that was chosen before its moves were known.
        const wanted = this.#wanted;
        this.#wanted = null;
        if (!setup.moves.some(move => originOf(move) === this.#selected)) {
            this.#selected = null;
            this.#walls = [];
        }
        this.#fenNote.textContent = '';
        this.#fenInput.removeAttribute('aria-invalid');
        this.#showFen();
        this.#drawBoard();
        this.#showLine();
        this.#showValue();
        if (wanted && wanted.from === this.#selected) return this.#choose(wanted.to);
        this.#reply();
        this.#askUnasked();
    }

    /** Begins a search, where one is wanted in every position, and this one has had none. */
    #askUnasked() {
        const knowledge = this.#current();
        const about = this.#about(this.#fen);
        if (!this.#state.asking || this.#running || !knowledge?.value || this.#searched === about) return;
        if (isExact(knowledge.value) && knowledge.value.category !== 'unknown') return;
        if (knowledge.setup.violations.length || knowledge.setup.game_over) return;
        this.#searched = about;
        this.#searchValue(null);
    }

    /** @param {unknown} error */
    #fail(error) {
        if (error instanceof program.ProgramGone) {
            if (!this.#current()) this.#showNothing(t('The program does not answer'), '');
            return;  // the shell comes back to us
        }
        if (error instanceof program.ProgramError && error.mistake.input === 'FEN') {
            const { column } = error.mistake;
            this.#showFen();
            this.#fenInput.value = this.#state.fen;
            this.#fenInput.setAttribute('aria-invalid', 'true');
            this.#fenNote.replaceChildren(column && column > 1 ? t('Column {column}: ', { column }) : '', english(error.message));
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
            this.#source.replaceChildren(english(error.message));
            return;
        }
        this.#knowledge = null;
        this.#drawBoard();
        this.#showNothing(t('This cannot be read'), english(messageOf(error)));
        say(t('This cannot be read'), 'value');
        if (!(error instanceof program.ProgramError)) throw error;
    }

    // The game.

    #showGame() {
        const { rules, program } = this.#state;
        const variant = /** @type {Variant} */ (this.#variant);
        const { files, ranks, kinds } = variant;
        this.#variants.show(variant, !!rules);
        this.#westernLabel.hidden = variant.look === 'western';
        this.#western.checked = isWestern();
        this.#gameNote.textContent = `${files}×${ranks} · ${commas(kinds.map(({ name, letter }) => shownName(name, letter)))}`;
        this.#opponent.value = program;
        this.#asking.checked = this.#state.asking;
        this.#guess.checked = this.#state.guess;
        this.#welcome.element.hidden = !this.#state.welcome;
    }

    #chooseOpponent() {
        this.#settingUp = false;  // it may begin
        this.#change({ program: this.#opponent.value }, true);
    }

    /** Boards and men are the variant's own, or those of chess. */
    async #dress() {
        setWestern(this.#western.checked);
        await loadGlyphs(this.#variant?.kinds ?? []);
        this.#setting.showPieces();
        this.#drawBoard();
    }

    /** @param {'words' | 'file'} panel */
    #openRules(panel) {
        this.#dialog.open(panel, this.#variant, this.#state.rules);
    }

    // The board.

    #drawBoard() {
        // A wall is chosen on the board as the move leaves it.
        const { files, ranks, men, holes } = this.#walls[0]?.to ? withoutWall(readFen(this.#walls[0].fen), this.#walls[0].wall, this.#placement) : this.#placement;
        const inWalls = this.#variant?.wall;
        this.#legend.replaceChildren(inWalls && holes.size ? legend(['wall'], { wall: named(inWalls) }) : '');
        const { flipped, at, line } = this.#state;
        const moves = this.#current()?.setup.moves ?? [];
        const value = this.#state.guess ? null : this.#current()?.value;
        const pieces = new Map([...men].map(([square, man]) => [square, pieceOf(this.#variant, man)]));
        /** @type {Map<string, import('./board.js').Sign>} */
        const signs = new Map();
        const targets = new Map();
        const arrows = [];
        for (const { move, category, plies } of this.#walls.length ? [] : value?.moves ?? []) {
            const legal = moves.find(other => other.move === move);
            const origin = legal && originOf(legal);
            if (!origin || !legal.to) continue;
            // Moves come best first: the first of a square says the most that it can do.
            if (origin === this.#selected) { if (!signs.has(legal.to)) signs.set(legal.to, { category, plies, size: 'large' }); }
            else if (!this.#selected && category !== 'unknown' && legal.from && !signs.has(legal.from)) signs.set(legal.from, { category, plies, size: 'small' });
        }
        for (const { wall } of this.#walls) if (wall) targets.set(wall, { capture: false });
        for (const move of this.#walls.length ? [] : moves) if (this.#selected && originOf(move) === this.#selected && move.to) targets.set(move.to, { capture: move.is_capture });
        const pointed = moves.find(({ move }) => move === this.#pointed);
        const after = pointed && !this.#state.guess ? known(this.#game, pointed.fen) : undefined;
        const best = after?.value?.moves.find(({ optimal }) => optimal);
        const reply = best && after?.setup.moves.find(({ move }) => move === best.move);
        if (pointed?.to) arrows.push({ from: pointed.from ?? pointed.to, to: pointed.to, kind: /** @type {const} */ ('main') });
        if (reply?.to) arrows.push({ from: reply.from ?? reply.to, to: reply.to, kind: /** @type {const} */ ('refutation') });
        this.#hint.textContent = !pointed ? '' : !reply ? pointed.san : t('{move}; the best reply is {reply}', { move: pointed.san, reply: reply.san });
        const next = !this.#selected && !arrows.length && this.#tree.of(line).length === line.length ? line[at] : null;
        const ahead = next && placesOf(next);
        if (ahead) arrows.push({ ...ahead, kind: /** @type {const} */ ('choice') });
        const last = at > 0 ? placesOf(line[at - 1]) : null;
        this.#board.show({
            files, ranks, flipped, pieces, ground: groundOf(this.#variant), holes: inWalls ? undefined : holes, walls: inWalls ? holes : undefined, wall: inWalls ? named(inWalls) : undefined,
            barred: barredSquares(this.#placement), selected: this.#selected, targets, signs, arrows,
            last: new Set(last ? [last.from, last.to] : []),
            faulty: new Set(this.#current()?.setup.violations.flatMap(({ square }) => square ?? []) ?? []),
        });
        for (const side of /** @type {const} */ (['w', 'b'])) this.#sides[side].setAttribute('aria-pressed', String(this.#placement.side === side));
        if (document.activeElement !== this.#castling) this.#castling.value = this.#placement.castling;
        this.#hands.show();
        this.#undoers.undo.disabled = !this.#undo.canUndo;
        this.#undoers.redo.disabled = !this.#undo.canRedo;
        this.#showStrips();
    }

    /** Beside each edge of the board: whose it is, what that side has in hand, and who is to move. */
    #showStrips() {
        const { flipped, program } = this.#state;
        const mover = this.#placement.side === 'b' ? 'black' : 'white';
        for (const side of /** @type {const} */ (['white', 'black'])) {
            const strip = this.#strips[flipped ? (side === 'white' ? 'black' : 'white') : side];
            const held = strip.contains(document.activeElement) ? document.activeElement?.getAttribute('data-held') : null;
            strip.replaceChildren(html('span', { class: `dot ${side}` }), html('span', { class: 'name' }, sideName(side)));
            if (program === side) strip.append(html('span', { class: 'soft' }, t('the program')));
            const hand = this.#hand(side === 'white');
            if (hand.length) strip.append(html('div', { class: 'hand', role: 'group', 'aria-label': t('{side}’s hand', { side: sideName(side) }) }, ...hand));
            if (mover === side) strip.append(html('span', { class: 'to-move' }, t('to move')));
            if (held) /** @type {HTMLElement | null} */ (strip.querySelector(`[data-held="${held}"]`))?.focus();
        }
    }

    /**
     * The men that a side has in hand, or may drop without having them there: to be chosen and dropped.
     * @param {boolean} white
     */
    #hand(white) {
        const hand = handOf(this.#placement, white);
        const drops = (this.#placement.side !== 'b') !== white ? [] : (this.#current()?.setup.moves ?? []).filter(({ drop }) => drop);
        const droppable = new Set(drops.map(originOf));
        for (const { drop } of drops) if (drop && !hand.has(drop.toUpperCase())) hand.set(drop.toUpperCase(), 0);
        const letters = (this.#variant?.kinds ?? []).map(({ letter }) => letter.toUpperCase()).filter(letter => hand.has(letter));
        return letters.map(letter => {
            const piece = pieceOf(this.#variant, { letter, white, promoted: false });
            const count = hand.get(letter) ?? 0;
            const origin = letter + '@';
            const words = commas([t('{man} in hand', { man: pieceName(piece) }), hand.get(letter) !== 0 && String(count)]);
            const one = button(html('span', {}, pieceIcon(piece, this.#state.flipped), count > 1 ? html('span', { class: 'count' }, `×${count}`) : null),
                () => this.#select(this.#selected === origin ? null : origin),
                { class: 'held', 'data-held': origin, 'aria-label': words, title: pieceName(piece), 'aria-pressed': String(this.#selected === origin && droppable.has(origin)) });
            one.disabled = !droppable.has(origin);
            one.addEventListener('pointerdown', event => {
                if (event.button !== 0 || one.disabled) return;
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
        if (!known) return '';
        const { setup, value } = known;
        const moves = setup.moves.filter(move => (this.#selected ? originOf(move) === this.#selected && move.to === square : move.from === square));
        if (!moves.length) return '';
        const best = this.#state.guess ? undefined : value?.moves.find(({ move }) => moves.some(other => other.move === move));
        const words = best ? moveInWords(best.category, best.plies) : '';
        if (this.#selected) return words;
        return this.#state.guess ? t('{n} move|{n} moves', { n: moves.length }) : t('{n} move, best: {worth}|{n} moves, best: {worth}', { n: moves.length, worth: words });
    }

    /**
     * A click or Enter on a square.
     * @param {string} square
     */
    #choose(square) {
        if (this.#setting.palette.brush) return this.#setting.choose(square);
        const known = this.#current();
        if (!known) {
            if (this.#selected && this.#selected !== square) this.#wanted = { from: this.#selected, to: square };
            else this.#select(this.#selected !== square && this.#placement.men.has(square) ? square : null);
            return;
        }
        const { moves } = known.setup;
        const alone = this.#selected ? [] : moves.filter(({ from, to }) => !from && !to);
        const walled = (this.#walls.length ? this.#walls : alone).find(({ wall }) => wall === square);
        if (walled) return this.#play(walled.move);
        if (this.#walls.length) return this.#select(null);
        const chosen = this.#selected ? moves.filter(move => originOf(move) === this.#selected && move.to === square) : dropsOn(square, moves);
        if (chosen.length) this.#playOneOf(chosen);
        else this.#select(this.#selected !== square && moves.some(({ from }) => from === square) ? square : null);
    }

    /** @param {string | null} square */
    #select(square) {
        this.#selected = square;
        this.#walls = [];
        this.#drawBoard();
        if (!square) return;
        const n = this.#current()?.setup.moves.filter(move => originOf(move) === square).length ?? 0;
        say(square.endsWith('@') ? t('{n} move from the hand|{n} moves from the hand', { n }) : t('{n} move from {square}|{n} moves from {square}', { n, square }));
    }

    /** @param {string} square @param {string} key */
    #key(square, key) {
        if (key === 'Escape' && (this.#selected || this.#setting.palette.brush)) {
            this.#setting.palette.choose(null);
            this.#select(null);
            return true;
        }
        if (this.#mayMoveFreely || !this.#setting.means(key)) return this.#setting.key(square, key);
        this.#askToSetUp('', () => this.#setting.key(square, key));
        return true;
    }

    /**
     * A man is dragged: a legal move is played, and all else sets the board up.
     * @param {string} from @param {string | null} to
     */
    async #drop(from, to) {
        if (from === to) return;
        const moves = this.#current()?.setup.moves.filter(move => move.from === from && move.to === to) ?? [];
        if (moves.length) return this.#playOneOf(moves);
        const [game, fen] = [this.#game, this.#fen];
        const why = to && this.#current() ? whyNotLegal(game, fen, from + to) : Promise.resolve('');
        if (this.#mayMoveFreely && !this.#state.program) {
            this.#setting.drop(from, to);
            const words = await why;
            return notify(words ? t('{why}: set up. Ctrl-Z undoes it.', { why: words }) : t('Set up. Ctrl-Z undoes it.'));
        }
        const words = await why;
        if (fen === this.#fen) this.#askToSetUp(words, () => this.#setting.drop(from, to));
    }

    /**
     * Once, and in each game against the program.
     * @param {string} why that is no move
     * @param {() => void} act
     */
    #askToSetUp(why, act) {
        this.#ask(html('div', {}, why && html('p', { lang: 'en' }, `${why}.`), html('p', {}, t('Set the board up so? A game that is played here ends; Ctrl-Z brings it back.'))), [
            button(t('Set up'), () => {
                this.#question.close();
                this.#mayMoveFreely = true;
                act();
            }, { class: 'main' }),
            button(t('Cancel'), () => this.#question.close()),
        ]);
    }

    /** @param {Element} words @param {HTMLButtonElement[]} buttons */
    #ask(words, buttons) {
        words.id = 'question-words';
        this.#question.replaceChildren(words, html('div', { class: 'row' }, ...buttons));
        this.#question.showModal();
    }

    /** @param {Placement} placement */
    #edit(placement) {
        if (!this.#variant) return;  // nothing is shown yet
        this.#placement = placement;  // seen at once
        this.#fen = writeFen(placement);
        this.#change(fromHere(this.#fen));
        this.#settingUp = true;
    }

    /** @param {string} fen */
    #takeFen(fen) {
        this.#change(fromHere(fen.trim()));
    }

    #showFen() {
        if (document.activeElement !== this.#fenInput || !this.#fenInput.hasAttribute('aria-invalid')) this.#fenInput.value = this.#fen;
    }

    /**
     * What is pasted anywhere but in a field: a FEN, a game, an address.
     * @param {ClipboardEvent} event
     */
    async #paste(event) {
        const text = event.clipboardData?.getData('text') ?? '';
        if (!this.element.isConnected || isField(event.target)) return;
        const pasted = await readPasted(text, allVariants);
        if (!pasted) return;
        if ('address' in pasted) location.hash = pasted.address;
        else if ('pgn' in pasted) this.#takePgn(pasted.pgn);
        else if (pasted.variant) this.#change({ variant: pasted.variant, rules: '', ...fromHere(pasted.fen) });
        else this.#takeFen(pasted.fen);
    }

    /** @param {string} text */
    async #takePgn(text) {
        try {
            const { game, fen, lines } = await readGame(text, this.#game);
            const line = lines[0] ?? [];
            this.#change({ variant: game.variant, rules: game.rules ?? '', fen, lines, line, at: 0 });
            notify(t('{n} move read.|{n} moves read.', { n: line.length }));
        } catch (error) {
            notify(messageOf(error), 'en');
        }
    }

    /** @param {KeyboardEvent} event */
    #shortcut(event) {
        if (event.defaultPrevented || !this.element.isConnected || isField(event.target) || document.querySelector('dialog[open]')) return;
        const key = event.key.toLowerCase();
        const isUndoing = (event.ctrlKey || event.metaKey) && !event.altKey;
        if (!isUndoing && isCommand(event)) return;
        /** @type {Record<string, () => void>} */
        const keys = isUndoing ? { z: () => (event.shiftKey ? this.#redoOne() : this.#undoOne()), y: () => this.#redoOne() } : {
            '[': () => this.#step(this.#state.at - 1), ']': () => this.#step(this.#state.at + 1), f: () => this.#change({ flipped: !this.#state.flipped }, true),
            arrowleft: () => this.#step(this.#state.at - 1), arrowright: () => this.#step(this.#state.at + 1),
            arrowup: () => this.#toVariation(-1), arrowdown: () => this.#toVariation(1),
            home: () => this.#step(0), end: () => this.#step(this.#state.line.length),
        };
        // Where there is no game the arrows scroll.
        if (!keys[key] || (!this.#state.line.length && /^(arrow|home|end)/.test(key))) return;
        event.preventDefault();
        keys[key]();
    }

    /**
     * Another move in the place of the one that was made last.
     * @param {1 | -1} way
     */
    #toVariation(way) {
        const path = this.#path();
        if (!path.length) return;
        const moves = movesAfter(this.#state.lines, path.slice(0, -1));
        const other = moves[moves.indexOf(path[path.length - 1]) + way];
        if (other) this.#goTo([...path.slice(0, -1), other]);
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
        const kinds = this.#variant?.kinds ?? [];
        const letterOf = (/** @type {program.LegalMove} */ move) => (move.promotion ?? move.drop ?? move.gated)?.toLowerCase();
        // The queen comes first, and what is no promotion last.
        const rank = (/** @type {program.LegalMove} */ move) => (!move.promotion ? 1 : letterOf(move) === 'q' ? -Infinity : -kinds.findIndex(({ letter }) => letter.toLowerCase() === letterOf(move)));
        this.#ask(html('p', {}, t('Which of these moves?')), [...[...ways].sort(([, a], [, b]) => rank(a[0]) - rank(b[0])).map(([san, way]) => {
            const kind = kinds.find(({ letter }) => letter.toLowerCase() === letterOf(way[0]));
            const worth = way.length === 1 && !this.#state.guess && value?.moves.find(other => other.move === way[0].move);
            const label = html('span', { class: 'promotion' }, kind && pieceIcon(pieceOf(this.#variant, { letter: kind.letter.toUpperCase(), white, promoted: false }), this.#state.flipped), html('span', {}, san), worth && badge(worth.category));
            return button(label, () => { this.#question.close(); take(way); }, { 'aria-label': commas([san, worth && moveInWords(worth.category, worth.plies)]) });
        }), button(t('Cancel'), () => this.#question.close())]);
    }

    /** @param {program.LegalMove[]} moves that differ in their walls alone */
    #askForWall(moves) {
        this.#walls = moves;
        this.#drawBoard();
        notify(t('Choose the square of the wall.'));
    }

    /**
     * @param {string} move in UCI
     * @param {boolean} [asReply] "back" leads past it, to where one moved oneself
     */
    #play(move, asReply = false) {
        const known = this.#current();
        const legal = known?.setup.moves.find(other => other.move === move);
        if (!known || !legal) return;
        const path = [...this.#path(), move];
        const judgement = judged(this.#game, this.#fen, move);
        this.#settingUp = false;
        this.#goTo(path, asReply);
        const words = `${sideName(known.setup.side_to_move)}: ${legal.san}`;
        if (judgement?.lost || (judgement && this.#state.guess)) notify(judgement.words);
        else if (this.#state.guess && known.value && known.value.category !== 'unknown') notify(t('{move} is best: {worth}.', { move: legal.san, worth: moveInWords(known.value.category, known.value.plies) }));
        else say(words, `move ${path.length}`);
    }

    /**
     * Goes to the position after some moves; those that no line has become a variation.
     * @param {Line} path
     * @param {boolean} [replace]
     */
    #goTo(path, replace = false) {
        const lines = withLine(this.#state.lines, path);
        this.#change({ lines, line: beginsWith(this.#state.line, path) ? this.#state.line : lineFrom(lines, path), at: path.length }, replace);
    }

    #removeBranch() {
        const path = this.#path();
        const lines = withoutBranch(this.#state.lines, path);
        this.#change({ lines, line: lineFrom(lines, path.slice(0, -1)), at: path.length - 1 });
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
        if (at > 0) this.#change({ lines: withoutBranch(this.#state.lines, line.slice(0, at - back + 1)), line: line.slice(0, at - back), at: at - back });
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
        const { lines, line, at, guess } = this.#state;
        this.#line.show(this.#tree, lines, line, at, guess);
        this.#branch.promote.hidden = !this.#path().length || promoted(this.#state.lines, this.#path()) === this.#state.lines;
        this.#branch.remove.hidden = this.#state.lines.length < 2 || at === 0;
        this.#steppers.first.disabled = this.#steppers.back.disabled = this.#steppers.takeBack.disabled = at === 0;
        this.#steppers.last.disabled = this.#steppers.forward.disabled = at === line.length;
    }

    // The value.

    #showValue() {
        const knowledge = this.#current();
        if (!knowledge) return;
        const { setup } = knowledge;
        if (setup.violations.length) {
            this.#showNothing(t('No legal position'), t('{n} reason; go on setting up.|{n} reasons; go on setting up.', { n: setup.violations.length }));
            this.#reasons.replaceChildren(...setup.violations.map(({ message }) => html('li', { lang: 'en' }, message)));
            say(t('No legal position'), 'value');
            say(setup.violations.map(({ message }) => message).join('; '), 'reasons', 'en');
            return;
        }
        this.#reasons.replaceChildren();
        if (this.#state.guess && !setup.game_over) {
            const isKnown = knowledge.value && knowledge.value.category !== 'unknown';
            this.#verdict.replaceChildren(html('span', { class: 'words' }, t('Which move is best?')));
            this.#source.textContent = isKnown ? t('The program knows. Make a move, and it says what that is worth.') : t('The program does not know yet.');
            this.#certificate.disabled = true;
            this.#moves.show(unknownValue(knowledge).moves, false);
            this.#best.replaceChildren();
            this.#welcome.tell(null, 'white');
            if (!this.#running) this.#offerSearch(!isKnown);
            return;
        }
        const value = knowledge.value ?? unknownValue(knowledge);
        const words = setup.game_over ? endInWords(setup, value) : positionInWords(value.category, value.plies, setup.side_to_move, isExact(value));
        this.#verdict.replaceChildren(verdictBadge(value, setup.side_to_move), html('span', { class: 'words' }, words));
        this.#source.replaceChildren(...(setup.game_over ? [t('The game is over.')] : !knowledge.value ? [t('Looking it up…')] : [winnersMovesInWords(value, setup.side_to_move, !!this.#variant?.wins_by_mate), ...sourceInWords(value)]));
        this.#certificate.disabled = value.category !== 'win' || value.plies === null || value.plies === 0;
        this.#certificate.title = this.#certificate.disabled ? t('There is a certificate where the side to move is known to win.') : t('The whole winning strategy, as text that anyone can check');
        this.#moves.show(value.moves.length ? value.moves : unknownValue(knowledge).moves, !!this.#variant?.wins_by_mate, t('There are no moves.'));
        document.title = `${this.#material()}: ${words} – Zermelo`;
        this.#showBest(value);
        this.#welcome.tell(value, setup.side_to_move);
        this.#showSquares(value);
        if (!this.#running) this.#offerSearch(knowledge.value !== null && (value.category === 'unknown' || !isExact(value)) && !setup.game_over);
        say(words + t('. ') + t('{side} to move', { side: sideName(setup.side_to_move) }), 'value');
    }

    /** The men of both sides where they are few, as players name an ending; else the variant. */
    #material() {
        const men = [...this.#placement.men.values()];
        const order = (this.#variant?.kinds ?? []).map(({ letter }) => letter.toUpperCase());
        const army = (/** @type {boolean} */ white) => men.filter(man => man.white === white).map(({ letter }) => letter.toUpperCase())
            .sort((a, b) => order.indexOf(a) - order.indexOf(b));
        const [own, other] = [army(true), army(false)].map(letters => [...letters.filter(letter => letter === 'K'), ...letters.filter(letter => letter !== 'K')].join('+'));
        const variant = this.#variant?.name ?? '';
        return men.length > mostNamed || !own || !other ? variant : commas([t('{own} v {other}', { own, other }), variant !== 'chess' && variant]);
    }

    /**
     * In a first position the man with the best move is chosen, so that the squares say what its moves are worth.
     * @param {Value} value
     */
    #showSquares(value) {
        const best = value.moves.find(({ optimal }) => optimal);
        const legal = this.#current()?.setup.moves.find(({ move }) => move === best?.move);
        const about = this.#about(this.#fen);
        if (!this.#state.welcome || this.#state.at || !legal || this.#shown === about) return;
        this.#shown = about;
        this.#selected ??= originOf(legal);
        this.#drawBoard();
    }

    /** @param {Value} value */
    #showBest(value) {
        const line = value.line ?? [];
        this.#best.replaceChildren();
        if (!line.length) return;
        const before = this.#state.at + (readFen(this.#tree.begin).side === 'b' ? 1 : 0);
        this.#best.append(html('h3', {}, t('Best play')), html('ol', { class: 'line' }, ...line.map(({ move, san }, index) =>
            html('li', {}, html('span', { class: 'number' }, numberOf(before + index, index === 0)), button(san ?? move, () => this.#goTo([...this.#path(), ...line.slice(0, index + 1).map(step => step.move)]), { title: t('Play the line up to here') })))));
    }

    /** @param {boolean} offered */
    #offerSearch(offered) {
        this.#who.replaceChildren();
        if (offered) this.#who.append(button(t('Who wins?'), () => this.#searchValue(null), { class: 'main', title: t('Search for a proof') }), html('p', { class: 'note' }, t('No table knows. A search may.')));
    }

    /** @param {number | null} seconds at most; null: as the program allows */
    async #searchValue(seconds) {
        const search = this.#begin();
        const [game, fen] = [this.#game, this.#fen];
        const progress = html('progress', { 'aria-label': t('Time that the search may take') });
        const words = html('p', { class: 'note' }, t('Searching…'));
        this.#who.replaceChildren(words, html('div', { class: 'row' }, progress, button(t('Stop'), () => search.stop())));
        let ending = '';
        let lang = null;
        try {
            const end = await search.follow(program.searchValue(game, fen, seconds), async job => {
                if (this.#running?.search !== search) return;
                const total = job.seconds + (job.seconds_left ?? 0);
                progress.max = total || 1;
                progress.value = job.seconds;
                const what = commas([job.depth !== null && pliesDeep(job.depth), t('{seconds} s of {total} s', { seconds: Math.floor(job.seconds), total: Math.round(total) })]);
                const { value: found } = this.#current() ?? {};
                words.textContent = job.state === 'queued' ? t('Waiting for other searches…')
                    : found && found.category !== 'unknown' && isExact(found) ? t('That is known. Searching the other moves… {what}', { what }) : t('Searching… {what}', { what });
                const value = job.result && await readable(game, job.result);
                if (!value || this.#running?.search !== search) return;
                this.#found(value);
                if (seconds !== null && value.category !== 'unknown') search.stop();  // that is enough to move
            });
            if (end.error) [ending, lang] = [end.error.message, 'en'];
            else if (end.result?.category === 'unknown' || !end.result)
                ending = end.state === 'cancelled' ? t('Stopped. Not known yet.')
                    : end.depth === null ? t('Not known after {seconds} s.', { seconds: Math.round(end.seconds) })
                    : t('Not known after {seconds} s: searched {n} ply deep.|Not known after {seconds} s: searched {n} plies deep.', { seconds: Math.round(end.seconds), n: end.depth });
        } catch (error) {
            [ending, lang] = [messageOf(error), 'en'];
        }
        if (this.#running?.search !== search) return;
        this.#running = null;
        this.#offerSearch(!!ending);
        if (ending) {
            this.#who.querySelector('.note')?.replaceWith(html('p', { class: 'note', role: 'status', lang }, ending));
            say(ending, '', lang);
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
        const { program, line, at } = this.#state;
        const knowledge = this.#current();
        if (!program || this.#settingUp || at !== line.length || !knowledge?.value) return;
        const { setup, value } = knowledge;
        if (setup.side_to_move !== program || setup.violations.length || setup.game_over) return;
        const best = value.category === 'unknown' ? undefined : value.moves.find(({ optimal }) => optimal) ?? value.moves.find(({ keeps_result }) => keeps_result);
        if (best) this.#play(best.move, true);
        else if (!searched) this.#searchValue(replySeconds);
        else notify(t('The best move of {side} is not known yet. Make it yourself, or search for longer.', { side: sideName(setup.side_to_move) }));
    }

    // Files.

    /** @param {(name: string, drawing: string) => Promise<void>} write */
    async #savePicture(write) {
        try {
            await write('position', await program.draw(this.#game, this.#fen, this.#state.flipped, isWestern()));
        } catch (error) {
            notify(messageOf(error), 'en');
        }
    }

    #savePgn() {
        const text = writeGame(this.#variant?.name ?? '', this.#tree, this.#state.lines, !this.#state.fen);
        save('game.pgn', new Blob([text], { type: 'application/x-chess-pgn' }));
    }

    async #saveFilm() {
        try {
            save('line.png', await film(this.#game, this.#tree.fens(this.#state.line), this.#state.flipped));
        } catch (error) {
            notify(messageOf(error), 'en');
        }
    }

    async #saveCertificate() {
        const value = this.#current()?.value;
        if (!value || value.plies === null) return;
        const plies = value.plies;
        const search = this.#begin();
        const words = html('p', { class: 'note', role: 'status' }, t('Writing the certificate…'));
        this.#who.replaceChildren(words, html('div', { class: 'row' }, button(t('Stop'), () => search.stop())));
        try {
            const end = await search.follow(program.certify(this.#game, this.#fen, plies), async () => undefined);
            if (end.result?.certificate) {
                save('certificate.txt', new Blob([end.result.certificate], { type: 'text/plain' }));
                words.replaceChildren(...marked(t('The certificate is saved; `zermelo verify` checks it.')));
            } else {
                words.replaceChildren(end.error ? english(end.error.message) : t('The program did not finish the certificate within its limits.'));
            }
        } catch (error) {
            words.replaceChildren(english(messageOf(error)));
        }
        if (this.#running?.search === search) {
            this.#running = null;
            this.#who.replaceChildren(words);
        }
    }
}

/**
 * A position from which nothing has been played.
 * @param {string} fen
 */
const fromHere = fen => ({ fen, line: [], lines: [], at: 0 });

/**
 * The drops that a click on a square means where there is no choice: one kind can be dropped; where men fall, anywhere in the file.
 * @param {string} square
 * @param {program.LegalMove[]} moves
 */
function dropsOn(square, moves) {
    const drops = moves.filter(({ drop }) => drop);
    if (!drops.length || new Set(drops.map(originOf)).size > 1) return [];
    const here = drops.filter(({ to }) => to === square);
    const falls = drops.length === moves.length && new Set(drops.map(({ to }) => to?.[0])).size === drops.length;
    return here.length || !falls ? here : drops.filter(({ to }) => to?.[0] === square[0]);
}

/**
 * Why there is no such move, as the beginning of a sentence; empty if the program does not say.
 * @param {program.Game} game
 * @param {string} fen
 * @param {string} move
 */
async function whyNotLegal(game, fen, move) {
    try {
        await program.line(game, fen, [move]);
    } catch (error) {
        const why = error instanceof program.ProgramError && / is not legal in .*: (.*)$/.exec(error.message)?.[1];
        return why ? why[0].toUpperCase() + why.slice(1) : '';
    }
    return '';
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
 * @param {boolean} mates
 */
function winnersMovesInWords(value, mover, mates) {
    const { category, plies } = value;
    if (!plies || plies < 2 || (category !== 'win' && category !== 'loss')) return '';
    const n = movesOfWinner(category, plies);
    return mates && isExact(value) ? t('Mate in {n}. ', { n }) : t('{n} move of {side}. |{n} moves of {side}. ', { n, side: sideName(category === 'win' ? mover : other(mover)) });
}

/** @param {Value} value */
function sourceInWords(value) {
    const source = value.source === 'tables' ? isExact(value) ? t('Exact, from tables.') : t('Proved by tables.') : value.source === 'search' ? isExact(value) ? t('Exact, proved by search.') : t('Proved by search.') : '';
    const doubt = value.doubt ? [' ', t('The game before may change more:'), ' ', english(value.doubt + '.')] : [];
    const damage = value.table_error ? [' ', t('A table cannot be read:'), ' ', english(value.table_error + '.')] : [];
    return [source, ...doubt, ...damage];
}

/** @param {number} depth */
const pliesDeep = depth => t('{n} ply deep|{n} plies deep', { n: depth });

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
    return setup.checkmate ? t('Checkmate: {words}', { words }) : setup.stalemate ? t('Stalemate: {words}', { words }) : words;
}

/** @param {EventTarget | null} target */
const isField = target => target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement;
