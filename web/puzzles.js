// SPDX-License-Identifier: GPL-3.0-or-later
// The place Puzzles: an input of a judge, its verdicts, and the reason of each.

import { Board, legend, nameOf } from './board.js';
import { button, copy, english, html, messageOf, notify, openFile, reveal, save, say, whileBusy } from './dom.js';
import { Editor } from './editor.js';
import { writeFen } from './fen.js';
import { address, longestText } from './address.js';
import { loadGlyphs } from './glyphs.js';
import { named, t } from './language.js';
import { Latest } from './latest.js';
import { OutputPanel } from './output_panel.js';
import { Palette } from './palette.js';
import { savePng, saveSvg } from './picture.js';
import * as program from './program.js';
import { meaningsOf, stepsOf } from './puzzle_steps.js';
import { alone, boardOf, formats, linesOf, withBoard } from './puzzle_text.js';

/** @typedef {import('./fen.js').Man} Man */
/** @typedef {import('./glyphs.js').Piece} Piece */
/** @typedef {import('./program.js').Puzzle} Puzzle */
/** @typedef {import('./puzzle_steps.js').PlayStep} PlayStep */
/** @typedef {import('./puzzle_text.js').GameBoard} GameBoard */

const initial = {
    puzzle: 'simplified',
    /**
     * The input; null: the puzzle's example.
     * @type {string | null}
     */
    text: null,
    game: 1,
    step: 0,
    family: '',
    seed: 1,
};
/** @typedef {typeof initial} State */

const typingMilliseconds = 150;  // after the last key, before the judge is asked
const mostVerdicts = 300;        // that are listed at once

export class PuzzlesPlace {
    title = t('Puzzles');
    #changed;
    /** @type {State} */
    #state = initial;
    #latest = new Latest();
    #typing = 0;
    /** @type {Puzzle | null} */
    #puzzle = null;
    /** @type {program.Judged | null} */
    #judged = null;
    #judgedInput = { puzzle: '', text: '' };
    #listed = mostVerdicts;
    /** @type {program.Explained | null} */
    #explained = null;
    /** @type {GameBoard | null} */
    #board = null;
    /** @type {PlayStep[]} */
    #steps = [];
    #listSays = '';
    #revealed = 0;  // the game whose verdict was brought into sight last
    /** @type {string | null} */
    #selected = null;
    #limit = 1_000_000;

    /** @param {(replace: boolean) => void} changed the address is to follow the state */
    constructor(changed) {
        this.#changed = changed;
        this.#view = new Board(t('Board of the game'), {
            choose: square => this.#choose(square),
            key: (square, key) => this.#key(square, key),
            lift: square => !!this.#board?.men.has(square) && this.#state.step === 0,
            drop: (from, to) => this.#move(from, to),
        });
        this.#palette = new Palette(() => undefined, (event, piece) => this.#view.drag(event, piece, square => { if (square) this.#put(square, piece); }));
        this.#editor = new Editor('puzzle-text', t('Input of the judge'), () => this.#typed());
        this.#output = new OutputPanel(game => this.#chooseGame(game));
        this.element = this.#layout();
    }

    #view;
    #palette;
    #editor;
    #output;
    #choice = html('select', { id: 'puzzle', onchange: () => this.#change({ puzzle: this.#choice.value, text: null, game: 1, step: 0, family: '' }) });
    #question = html('p', { class: 'question', lang: 'en' });
    #rules = html('pre', { class: 'words', tabindex: 0, lang: 'en', 'aria-label': t('Rules') });
    #family = html('select', { id: 'family', onchange: () => this.#describeFamily() });
    #familyNote = html('p', { class: 'note' });
    #seed = html('input', { id: 'seed', type: 'number', min: 0, value: 1 });
    #verdicts = html('ol', { class: 'verdicts', 'aria-label': t('Verdicts') });
    #tally = html('p', { class: 'note', role: 'status' });
    #answer = html('p', { class: 'verdict' });
    #summary = html('div', { class: 'sentences' });
    #number = html('input', { id: 'puzzle-number', type: 'number', min: 1, onchange: () => this.#renumber() });
    #numberLabel = html('label', { for: 'puzzle-number' });
    #numberField = html('div', { class: 'field' }, this.#numberLabel, this.#number);
    #list = html('ol', { class: 'steps', 'aria-label': t('Steps') });
    #steppers = {
        first: button('«', () => this.#go(0), { 'aria-label': t('To the position') }),
        back: button('‹', () => this.#along(-1), { 'aria-label': t('One step back') }),
        forward: button('›', () => this.#along(1), { 'aria-label': t('One step forward') }),
        last: button('»', () => this.#along(Infinity), { 'aria-label': t('To the last step') }),
    };
    #legend = html('div');
    #noBoard = html('p', { class: 'note' });
    #picture = html('img', { class: 'drawing', alt: '' });
    #details = html('details', { class: 'panel picture-panel', ontoggle: () => this.#showPicture() }, html('summary', {}, t('The picture, as a file')),
        this.#picture,
        html('div', { class: 'row' },
            button('SVG', () => this.#savePicture(saveSvg)), button('PNG', () => this.#savePicture(savePng)),
            button(t('Explanation'), () => save('explanation.txt', new Blob([this.#explained?.text ?? ''], { type: 'text/plain' })))));
    #inPosition = html('a', {}, t('Open in Position'));
    #edit = html('div', { class: 'edit' });

    #stepping = html('div', { class: 'row steppers' });
    #middle = html('div', { class: 'side middle' });
    #answers = html('div', { class: 'side answers' });

    #layout() {
        this.#edit.append(this.#palette.element, this.#numberField, html('p', { class: 'note' }, t('Drag pieces, or choose one and click. The verdict follows.')));
        const input = html('section', { class: 'panel', 'aria-labelledby': 'input-title' },
            html('h2', { id: 'input-title' }, t('Input')),
            html('label', { for: 'puzzle' }, t('Puzzle')), this.#choice, this.#question,
            html('details', { class: 'rules-text' }, html('summary', {}, t('Rules and format')), this.#rules),
            html('div', { class: 'row' },
                button(t('Open file…'), () => openFile('.in,.txt,text/plain', this.#limit, text => this.#change({ text, game: 1, step: 0 }))),
                button(t('Sample'), () => this.#change({ text: null, game: 1, step: 0 })),
                button(t('Copy'), () => copy(this.#editor.text, t('Input copied.'))),
                button(t('Copy this game'), () => copy(this.#explained?.game_text ?? '', t('Game copied.')))),
            this.#editor.element);
        const generate = html('section', { class: 'panel generate', 'aria-labelledby': 'generate-title' },
            html('h2', { id: 'generate-title' }, t('Generate')),
            html('div', { class: 'row' },
                html('label', { for: 'family' }, t('Family')), this.#family,
                html('span', { class: 'row' }, html('label', { for: 'seed' }, t('Seed')), this.#seed),
                button(t('Generate'), () => this.#generate(), { class: 'main' })),
            this.#familyNote);
        const verdicts = html('section', { class: 'panel', 'aria-labelledby': 'verdicts-title' }, html('h2', { id: 'verdicts-title' }, t('Verdicts')), this.#tally, this.#verdicts);
        const board = html('section', { class: 'table', 'aria-label': t('Game') },
            this.#view.element, this.#noBoard, this.#legend,
            this.#stepping, this.#edit);
        this.#stepping.append(this.#steppers.first, this.#steppers.back, this.#steppers.forward, this.#steppers.last, this.#inPosition);
        const answer = html('section', { class: 'panel reason', 'aria-labelledby': 'answer-title' }, html('h2', { id: 'answer-title', class: 'unseen' }, t('Reason')), this.#answer, this.#summary, this.#list);
        this.#middle.append(board);
        this.#answers.append(verdicts, answer, this.#output.element, this.#details);
        return html('div', { class: 'place puzzles' },
            html('h1', { class: 'unseen' }, this.title),
            html('div', { class: 'side inputs' }, input, generate),
            this.#middle, this.#answers);
    }

    values() {
        const { puzzle, text, game, step, family, seed } = this.#state;
        const fits = text === null || text.length <= longestText;
        return { puzzle, game: game > 1 ? game : null, step: step || null, family, seed: seed === 1 ? null : seed, text: fits ? (text === '' ? '\n' : text) : null };
    }

    /** @param {Record<string, string>} values */
    show(values) {
        const number = (/** @type {string | undefined} */ text, /** @type {number} */ least) => Math.max(least, Math.floor(Number(text)) || 0);
        const puzzle = values.puzzle || 'simplified';
        // A text that is too long for addresses stays where it is while one steps through its games.
        const kept = values.text === undefined && this.#state.puzzle === puzzle && (this.#state.text?.length ?? 0) > longestText;
        this.#state = { puzzle, text: kept ? this.#state.text : values.text ?? null, game: number(values.game, 1), step: number(values.step, 0), family: values.family ?? '', seed: values.seed === undefined ? 1 : number(values.seed, 0) };
        this.#refresh();
    }

    refresh() {
        this.#judged = null;
        this.#refresh();
    }

    leave() {
        clearTimeout(this.#typing);
        this.#latest.cancel();
        this.#output.leave();
    }

    /** @param {Partial<State>} part @param {boolean} [replace] */
    #change(part, replace = false) {
        this.#state = { ...this.#state, ...part };
        this.#changed(replace);
        if ((this.#state.text?.length ?? 0) > longestText && 'text' in part) notify(t('This input is too long for the address: a link to this page will not have it.'));
        this.#refresh();
    }

    #refresh() {
        clearTimeout(this.#typing);
        this.#selected = null;
        this.#latest.run(async signal => {
            const { puzzle: name } = this.#state;
            if (!this.#choice.options.length) {
                const [list, server] = await Promise.all([program.puzzles(), program.server()]);
                this.#limit = this.#output.limit = server.limits.body_bytes;
                if (!this.#choice.options.length) this.#choice.append(...list.map(puzzle => html('option', { value: puzzle.name, lang: 'en' }, `${puzzle.name}: ${puzzle.source}`)));
            }
            if (this.#puzzle?.name !== name) {
                const puzzle = await program.puzzle(name, signal);
                const format = formats[name];
                if (format) await loadGlyphs(format.kinds);
                if (signal.aborted) return;
                this.#showPuzzle(puzzle);
            }
            this.#choice.value = name;
            const text = this.#asked;
            this.#editor.text = text;
            if (this.#state.family) this.#family.value = this.#state.family;
            this.#seed.value = String(this.#state.seed);
            this.#showBoard();
            await whileBusy(this.#verdicts, this.#judge(text, signal));
        }).catch(error => this.#fail(error));
    }

    /** @param {unknown} error */
    #fail(error) {
        if (error instanceof program.ProgramGone) return;  // the shell says it, and comes back to us
        this.#tally.replaceChildren(english(messageOf(error)));
        if (!(error instanceof program.ProgramError)) throw error;
    }

    /** @param {Puzzle} puzzle */
    #showPuzzle(puzzle) {
        this.#puzzle = puzzle;
        this.#question.textContent = puzzle.question;
        this.#rules.textContent = `${puzzle.source}\n\n${puzzle.rules}\n\nInput: ${puzzle.format}`;
        this.#family.replaceChildren(html('option', { value: '' }, t('a mix of all')), ...(puzzle.families ?? []).map(({ name }) => html('option', { value: name, lang: 'en' }, name)));
        this.#describeFamily();
        const format = formats[puzzle.name];
        const men = (/** @type {string} */ letters, /** @type {boolean} */ white) => [...letters].map(letter => this.#piece({ letter, white, promoted: false }));
        if (format) this.#palette.show({ white: men(format.palette[0], true), black: men(format.palette[1], false) }, format.hasTerrain ? ['eraser', 'barred', 'dangerous'] : ['eraser']);
    }

    #describeFamily() {
        const about = this.#puzzle?.families?.find(({ name }) => name === this.#family.value)?.about;
        this.#familyNote.replaceChildren(about ? english(about) : t('All families that fit, in turn.'));
    }

    // The judge.

    /** The text that the judge was asked about last: what stands in the editor, less what was typed a moment ago. */
    get #asked() {
        return this.#state.text ?? this.#puzzle?.example ?? '';
    }

    #typed() {
        clearTimeout(this.#typing);
        this.#typing = window.setTimeout(() => {
            const text = this.#editor.text;
            if (text !== this.#asked) this.#change({ text, step: 0 }, true);
        }, typingMilliseconds);
    }

    /** @param {string} text @param {AbortSignal} signal */
    async #judge(text, signal) {
        const { puzzle } = this.#state;
        if (this.#judged && this.#judgedInput.puzzle === puzzle && this.#judgedInput.text === text) {
            // Another game of the same input.
        } else if (text.length > this.#limit) {
            this.#judged = { games: [], error: { message: `The input is longer than the ${this.#limit.toLocaleString('en')} bytes that the program reads here. On the command line there is no such limit.`, input: null, line: null, column: null } };
        } else {
            const judged = await program.judge(puzzle, text, signal);
            if (signal.aborted) return;
            this.#judged = judged;
        }
        if (this.#judgedInput.puzzle !== puzzle || this.#judgedInput.text !== text) this.#listed = mostVerdicts;
        this.#judgedInput = { puzzle, text };
        const { games, error } = this.#judged;
        this.#editor.mark(error ? [error] : []);
        this.#tally.textContent = error ? t('{n} game, then a mistake|{n} games, then a mistake', { n: games.length }) : t('{n} game|{n} games', { n: games.length });
        this.#showVerdicts();
        this.#output.compare(puzzle, text, error !== null);
        await this.#explain(text, signal);
    }

    #showVerdicts() {
        const games = this.#judged?.games ?? [];
        const shown = games.slice(0, Math.max(this.#listed, Math.min(this.#state.game, games.length)));
        const label = (/** @type {{game: number, verdict: string}} */ { game, verdict }) => t('Game {game}: {verdict}', { game, verdict });
        const more = shown.length < games.length ? t('Show more of {n} game|Show more of {n} games', { n: games.length }) : '';
        const says = [...shown.map(label), more].join('\n');
        // A list that says the same stays, and stays where it was scrolled to: somebody may be about to click on it.
        const isNew = says !== this.#listSays;
        if (isNew) {
            this.#listSays = says;
            this.#verdicts.replaceChildren(...shown.map(judgement => html('li', {},
                button(html('span', { class: 'game-number' }, String(judgement.game)), () => this.#chooseGame(judgement.game), { 'aria-label': label(judgement) }))));
            shown.forEach(({ verdict }, index) => this.#verdicts.children[index].firstElementChild?.append(html('span', { lang: 'en' }, verdict)));
            if (more) this.#verdicts.append(html('li', {}, button(more, () => { this.#listed += mostVerdicts; this.#showVerdicts(); })));
        }
        [...this.#verdicts.querySelectorAll('button[aria-label]')].forEach((listed, index) => {
            if (shown[index].game === this.#state.game) listed.setAttribute('aria-current', 'true');
            else listed.removeAttribute('aria-current');
        });
        if (isNew || this.#state.game !== this.#revealed) reveal(this.#verdicts, '[aria-current]');
        this.#revealed = this.#state.game;
    }

    /** @param {number} game */
    #chooseGame(game) {
        const text = this.#editor.text;
        this.#editor.reveal(linesOf(this.#state.puzzle, text, game)?.first ?? 1);
        // What was typed a moment ago is judged, too.
        this.#change(text === this.#asked ? { game, step: 0 } : { text, game, step: 0 });
    }

    /** @param {string} text @param {AbortSignal} signal */
    async #explain(text, signal) {
        const judgement = this.#judged?.games[this.#state.game - 1];
        if (!judgement) {
            this.#explained = null;
            this.#steps = [];
            this.#answer.replaceChildren(this.#judged?.error ? t('No verdict') : t('No game'));
            this.#summary.replaceChildren(html('p', { class: 'note' }, this.#judged?.error ? t('The first mistake in the input ends the run, as it does at a judge.') : t('The input has no game of this number.')));
            this.#showStep();
            return;
        }
        // The game alone is explained: what comes after it may be wrong, or long.
        const own = alone(this.#state.puzzle, text, this.#state.game);
        const explained = await program.explain(this.#state.puzzle, own ?? text, own ? 1 : this.#state.game, signal);
        if (signal.aborted) return;
        this.#explained = explained;
        this.#steps = this.#board ? stepsOf(explained.explanation, this.#board) : [];
        const { verdict, summary, details } = explained.explanation;
        this.#answer.replaceChildren(english(verdict));
        this.#summary.replaceChildren(...summary.map(sentence => html('p', { lang: 'en' }, sentence)), ...(this.#steps.length > 1 ? [] : details.map(sentence => html('p', { lang: 'en' }, sentence))));
        this.#showStep();
        this.#showPicture();
        say(t('Game {game}', { game: this.#state.game }), 'game');
        say(`${verdict}. ${summary.join(' ')}`, 'verdict', 'en');
    }

    async #generate() {
        const family = this.#family.value;
        const seed = Math.max(0, Math.floor(Number(this.#seed.value)) || 0);
        try {
            const text = await program.generate(this.#state.puzzle, { ...(family ? { family } : {}), seed, count: 10 });
            this.#change({ text, game: 1, step: 0, family, seed });
        } catch (error) {
            this.#fail(error);
        }
    }

    // The board.

    /** @param {Man} man @returns {Piece} */
    #piece(man) {
        const found = formats[this.#state.puzzle]?.kinds.find(({ letter }) => letter === man.letter);
        return { ...man, name: found?.name ? named(found.name) : man.letter, picture: found?.picture ?? null };
    }

    /** The board of the text, before the judge has spoken. */
    #showBoard() {
        const { puzzle, game } = this.#state;
        this.#board = boardOf(puzzle, this.#editor.text, game);
        this.#editor.choose(linesOf(puzzle, this.#editor.text, game));
        this.#steps = [];
        this.#showStep();
    }

    #showStep() {
        const { puzzle } = this.#state;
        const format = formats[puzzle];
        const board = this.#board;
        this.#view.element.hidden = this.#edit.hidden = !board;
        if (!board) this.#legend.replaceChildren();
        this.#noBoard.textContent = board ? '' : this.#explained ? t('This board is too large to be edited here; this is its picture.') : '';
        const index = Math.min(this.#state.step, Math.max(0, this.#steps.length - 1));
        const step = this.#steps[index];
        if (board && format) {
            const men = step?.men ?? board.men;
            this.#view.show({
                files: board.files, ranks: board.ranks, names: format.names, selected: this.#selected,
                pieces: new Map([...men].map(([square, man]) => [square, this.#piece(man)])),
                barred: new Map([...board.forbidden].map(square => [square, '*'])),
                noted: new Map([...board.dangerous].map(square => [square, 'D'])),
                arrows: step?.arrows, crosses: step?.crosses, last: new Set(step?.last),
            });
            const kinds = (step?.arrows ?? []).map(({ kind }) => kind);
            this.#legend.replaceChildren(kinds.length || step?.crosses.size ? legend([...kinds, ...(step?.crosses.size ? [/** @type {const} */ ('cross')] : [])], meaningsOf(puzzle)) : '');
            this.#numberField.hidden = format.number === null;
            this.#numberLabel.textContent = format.number ?? '';
            if (document.activeElement !== this.#number) this.#number.value = String(board.number);
        }
        const asHunt = puzzle === 'simplified' && board;
        this.#inPosition.hidden = !asHunt;
        if (asHunt) this.#inPosition.href = address('position', {
            variant: 'simplified',
            fen: writeFen({ files: 4, ranks: 4, men: step?.men ?? board.men, holes: new Set(), side: this.#plyOf(index) % 2 ? 'b' : 'w', castling: '-', enPassant: '-', counters: '0 1', barred: [] }),
        });
        this.#list.replaceChildren(...this.#steps.map(({ caption, lang, aside }, at) => html('li', { class: aside ? 'aside' : null },
            button(caption, () => this.#go(at), { lang, 'aria-current': at === index ? 'step' : null }))));
        this.#list.hidden = this.#steps.length < 2;
        reveal(this.#list, '[aria-current]');
        const none = this.#steps.length < 2;
        this.#steppers.first.disabled = this.#steppers.back.disabled = none || index === 0;
        this.#steppers.forward.disabled = this.#steppers.last.disabled = none || this.#next(index, 1) === index;
        this.#details.hidden = !this.#explained;
        // Where there is no board to edit, the picture stands in its place.
        if (!board && this.#explained) this.#details.open = true;
        const place = board ? this.#answers : this.#middle;
        if (this.#details.parentElement !== place) place.append(this.#details);
        this.#stepping.hidden = !board;
    }

    /**
     * How many moves of the main line have been made at a step.
     * @param {number} index
     */
    #plyOf(index) {
        return this.#steps.slice(1, index + 1).filter(({ aside }) => !aside).length;
    }

    /**
     * The next step of the main line; where there is none, the next of all.
     * @param {number} index
     * @param {number} way
     */
    #next(index, way) {
        const all = this.#steps.slice(1).every(({ aside }) => aside);
        for (let at = index + way; at >= 0 && at < this.#steps.length; at += way) if (all || !this.#steps[at].aside) return at;
        return way < 0 ? 0 : index;
    }

    /** @param {number} way */
    #along(way) {
        let index = this.#state.step;
        if (Number.isFinite(way)) index = this.#next(index, way);
        else for (let next = this.#next(index, 1); next !== index; next = this.#next(index, 1)) index = next;
        this.#go(index);
    }

    /** @param {number} step */
    #go(step) {
        this.#state = { ...this.#state, step };
        this.#selected = null;
        this.#changed(true);
        this.#showStep();
        say(this.#steps[step]?.caption ?? '', '', this.#steps[step]?.lang);
    }

    // Editing.

    /** @param {string} square */
    #choose(square) {
        const { brush } = this.#palette;
        if (brush) {
            const there = this.#board?.men.get(square);
            const same = typeof brush === 'object' && there?.letter === brush.letter && there.white === brush.white;
            this.#put(square, brush === 'eraser' || same ? null : brush);
        } else if (this.#selected && this.#selected !== square) {
            this.#move(this.#selected, square);
        } else {
            this.#selected = !this.#selected && this.#board?.men.has(square) ? square : null;
            this.#showStep();
        }
    }

    /** @param {string} square @param {string} key */
    #key(square, key) {
        const format = formats[this.#state.puzzle];
        if (key === 'Escape') {
            this.#palette.choose(null);
            this.#selected = null;
            this.#showStep();
            return true;
        }
        if (key === 'Delete' || key === 'Backspace') this.#put(square, null);
        else if (format?.hasTerrain && (key === '#' || key === 'F')) this.#put(square, 'barred');
        else if (format?.hasTerrain && key === 'D') this.#put(square, 'dangerous');
        else {
            const letter = key.toUpperCase();
            const white = (key === letter) === format?.whiteIsCapital;
            if (key.length > 1 || !format?.palette[white ? 0 : 1].includes(letter)) return false;
            this.#put(square, this.#piece({ letter, white, promoted: false }));
        }
        return true;
    }

    /** @param {string} square @param {Piece | import('./palette.js').Tool | null} what */
    #put(square, what) {
        if (!this.#board) return;
        const format = formats[this.#state.puzzle];
        const men = new Map(this.#board.men);
        const forbidden = new Set(this.#board.forbidden);
        const dangerous = new Set(this.#board.dangerous);
        const there = men.get(square);
        if (what === null) {
            forbidden.delete(square);
            dangerous.delete(square);
            if (!format.hasTerrain) men.delete(square);  // there is always one king and one pawn
        } else if (what === 'barred' || what === 'dangerous') {
            const [own, others] = what === 'barred' ? [forbidden, dangerous] : [dangerous, forbidden];
            if (!own.delete(square)) own.add(square);
            others.delete(square);
        } else if (typeof what === 'object') {
            if (format.hasTerrain && there && there.letter !== what.letter) return;
            if (format.single.includes(what.letter))
                for (const [other, man] of men) if (man.letter === what.letter && man.white === what.white) men.delete(other);
            men.set(square, { letter: what.letter, white: what.white, promoted: false });
        }
        this.#rewrite({ ...this.#board, men, forbidden, dangerous });
        say(t('{square} changed', { square: nameOf(square, { files: this.#board?.files ?? 0, ranks: this.#board?.ranks ?? 0, names: format.names, pieces: new Map() }) }));
    }

    /** @param {string} from @param {string | null} to */
    #move(from, to) {
        const man = this.#board?.men.get(from);
        if (!this.#board || !man || from === to) return;
        const keeps = formats[this.#state.puzzle].hasTerrain;
        if (keeps && (!to || this.#board.men.has(to))) return;
        const men = new Map(this.#board.men);
        men.delete(from);
        if (to) men.set(to, man);
        this.#rewrite({ ...this.#board, men });
    }

    #renumber() {
        const number = Math.floor(Number(this.#number.value));
        if (this.#board && number >= 1) this.#rewrite({ ...this.#board, number });
    }

    /**
     * The board has changed: the text follows, and the verdict.
     * @param {GameBoard} board
     */
    #rewrite(board) {
        this.#change({ text: withBoard(this.#state.puzzle, this.#editor.text, this.#state.game, board), step: 0 });
    }

    // The picture.

    #showPicture() {
        if (!this.#details.open || !this.#explained) return;
        const { svg, explanation } = this.#explained;
        this.#picture.src = 'data:image/svg+xml;charset=utf-8,' + encodeURIComponent(svg);
        this.#picture.alt = t('Game {game}: {verdict}', { game: this.#state.game, verdict: explanation.summary.join(' ') });
    }

    /** @param {(name: string, drawing: string) => Promise<void>} write */
    async #savePicture(write) {
        if (this.#explained) await write(`${this.#state.puzzle}-${this.#state.game}`, this.#explained.svg);
    }
}
