// SPDX-License-Identifier: GPL-3.0-or-later
// The place Atlas: families of small games and endings, a row a game, each with its exact value (docs/atlas/README.md).

import { address } from './address.js';
import { rowsOf, rulesOf } from './atlas_rows.js';
import { button, english, html, messageOf, prose, say, whileBusy } from './dom.js';
import { isWestern } from './glyphs.js';
import { number, t } from './language.js';
import { Latest } from './latest.js';
import * as program from './program.js';
import { badge, percentText, pliesInWords } from './values.js';

/** @typedef {import('./atlas_rows.js').FamilyName} FamilyName */
/** @typedef {import('./atlas_rows.js').Row} Row */
/** @typedef {import('./dom.js').Child} Child */
/**
 * @typedef {object} Column
 * @property {string} title
 * @property {(row: Row) => string | number | null} value what rows are sorted by; null comes last
 * @property {(row: Row) => string} text
 * @property {(row: Row) => Child} [cell] the text, with more than letters
 * @property {(row: Row) => string} [id] what an address calls it where the text depends on the language
 * @property {boolean} [isNumber]
 */
/**
 * @typedef {object} Family
 * @property {string} title
 * @property {string} question
 * @property {string[]} key the columns of the file that name a row
 * @property {Record<string, Column>} columns by what an address calls them
 * @property {string[]} choices those of them by whose words rows can be chosen
 * @property {string} order as `sort` of an address has it, where it has none
 * @property {string} [note] what the picture shows
 */

const initial = { family: 'mating', sort: '', find: '', row: '', chosen: /** @type {Record<string, string>} */ ({}) };
/** @typedef {typeof initial} State */

const mostRows = 60;  // that the list shows at once

/** @param {string} title @param {string} name of a column of the file @returns {Column} */
const words = (title, name) => ({ title, value: row => row[name], text: row => row[name], cell: row => english(row[name]) });

/** @param {string} title @param {string} name @returns {Column} */
const code = (title, name) => ({ title, value: row => row[name], text: row => row[name], cell: row => html('code', {}, row[name]) });

/** @param {string} title @param {string} name @returns {Column} */
const count = (title, name) => ({ title, value: row => (row[name] === '' ? null : Number(row[name])), text: row => (row[name] === '' ? '–' : number(Number(row[name]))), isNumber: true });

/**
 * A part of all positions.
 * @param {string} title
 * @param {string} part
 * @param {string} whole
 * @returns {Column}
 */
const share = (title, part, whole) => {
    const of = (/** @type {Row} */ row) => 100 * Number(row[part]) / Math.max(1, Number(row[whole]));
    return { title, value: of, text: row => percentText(of(row)), isNumber: true };
};

/**
 * Small boards come first.
 * @param {(row: Row) => string[]} sides files and ranks
 * @returns {Column}
 */
const board = sides => ({ title: t('Board'), value: row => Number(sides(row)[0]) * Number(sides(row)[1]) + Number(sides(row)[0]) / 100, text: row => sides(row).join('×'), id: row => sides(row).join('x') });
const square = board(row => [row.size, row.size]);
const oblong = board(row => row.board.split('x'));

/** @param {Row} row whoever has the piece and the move wins more than half of all positions */
const forces = row => 2 * Number(row.won) > Number(row.positions);

/** @type {Column} */
const mate = { title: t('Mate'), value: row => (forces(row) ? 0 : 1), text: row => (forces(row) ? t('forced') : t('not forced')), id: row => (forces(row) ? 'forced' : 'not') };

const outcomes = { win: t('the first player wins'), loss: t('the second player wins'), draw: t('draw'), unknown: t('not settled') };

/** @param {Row} row @returns {keyof typeof outcomes} */
const outcomeOf = row => /** @type {keyof typeof outcomes} */ (Object.hasOwn(outcomes, row.outcome) ? row.outcome : 'unknown');

/** @type {Column} */
const outcome = {
    title: t('Result'), value: row => Object.keys(outcomes).indexOf(outcomeOf(row)), text: row => outcomes[outcomeOf(row)], id: outcomeOf,
    cell: row => html('span', { class: 'outcome' }, badge(outcomeOf(row)), html('span', {}, outcomes[outcomeOf(row)])),
};

/** @type {Column} */
const longest = { title: t('Longest win'), value: row => (row.longest === '' ? null : Number(row.longest)), text: row => (row.longest === '' ? t('no win') : pliesInWords(Number(row.longest))), isNumber: true };

/** @type {Column} */
const firstMoves = {
    title: t('First moves that win'), value: row => (row.first_moves ? Number(row.winning) / Math.max(1, Number(row.first_moves)) : null),
    text: row => (row.first_moves ? t('{some} of {all}', { some: Number(row.winning), all: Number(row.first_moves) }) : '–'), isNumber: true,
};

const endings = { size: square, mate, won: share(t('Won'), 'won', 'positions'), longest, positions: count(t('Positions'), 'positions') };

/** @type {Record<FamilyName, Family>} */
const families = {
    mating: {
        title: t('Mating power'), question: t('Can a king and this piece force mate on a bare king? Pieces are written in Betza’s notation.'), key: ['piece', 'size'], note: t('On boards up to 8×8 the picture shows a longest win, where there is one.'),
        columns: { piece: code(t('Piece'), 'piece'), ...endings }, choices: ['size', 'mate'], order: '-longest',
    },
    pairs: {
        title: t('Two pieces'), question: t('Can a king and two pieces force mate, neither of which does alone?'), key: ['piece', 'other', 'size'],
        columns: { piece: code(t('Piece'), 'piece'), other: code(t('Other piece'), 'other'), ...endings }, choices: ['size', 'mate'], order: '-longest',
    },
    starts: {
        title: t('Small games'), question: t('Who wins small games from their start, in how many plies, and by how many first moves?'), key: ['game', 'board', 'line_up', 'end'],
        columns: {
            game: words(t('Game'), 'game'), board: oblong, line_up: words(t('Line-up'), 'line_up'), end: words(t('End'), 'end'), outcome, plies: count(t('Plies'), 'plies'), moves: firstMoves,
        },
        choices: ['game', 'board', 'end', 'outcome'], order: '-plies',
    },
    hunts: {
        title: t('Queen hunts'), question: t('Who takes the other’s queen first? Shares are of all placements, with the first army to move.'), key: ['board', 'army', 'other'],
        columns: {
            army: code(t('Army'), 'army'), other: code(t('Against'), 'other'), board: oblong, won: share(t('Won'), 'won', 'placements'), at_once: share(t('At once'), 'won_in_1', 'placements'), lost: share(t('Lost'), 'lost', 'placements'),
            mover: share(t('Whoever begins wins'), 'mover_wins', 'placements'), longest, placements: count(t('Positions'), 'placements'),
        },
        choices: ['board', 'army', 'other'], order: '-longest',
    },
};

/** @param {Family} family @param {Row} row */
const nameOf = ({ key }, row) => key.map(column => row[column]).join('|');

/** @param {Column} column @param {Row} row */
const cellOf = ({ text, cell = text }, row) => cell(row);

/** @param {Column} column @param {Row} row */
const idOf = ({ text, id = text }, row) => id(row);

export class AtlasPlace {
    title = t('Atlas');
    #changed;
    /** @type {State} */
    #state = initial;
    #latest = new Latest();
    /** @type {Row[]} */
    #all = [];
    #shown = mostRows;
    #pictured = '';
    /** A row was chosen, which is told elsewhere on the page. */
    #toBeSeen = false;

    #tabs = html('div', { class: 'segments', role: 'group', 'aria-label': t('Families of games') }, ...Object.entries(families).map(([name, { title }]) =>
        button(title, () => this.#change({ family: name, sort: '', find: '', row: '', chosen: {} }), { 'data-key': `family ${name}` })));
    #question = html('p', { class: 'note' });
    #note = html('div', { class: 'note', role: 'status' });
    #choices = html('div', { class: 'choices' });
    #find = html('input', { id: 'atlas-find', size: 12, spellcheck: 'false', autocomplete: 'off', autocapitalize: 'off', oninput: () => this.#change({ find: this.#find.value }, true) });
    #count = html('p', { class: 'totals' });
    #table = html('div', { class: 'scroller', tabindex: 0, role: 'group', 'aria-label': t('Rows of the atlas') });
    #list = html('section', { class: 'panel', 'aria-label': t('Rows of the atlas') });
    #detail = html('section', { class: 'panel detail', 'aria-labelledby': 'row-title' });

    /** @param {(replace: boolean) => void} changed the address is to follow the state */
    constructor(changed) {
        this.#changed = changed;
        this.#list.append(this.#choices, this.#count, this.#table);
        this.element = html('div', { class: 'place atlas' },
            html('h1', { class: 'unseen' }, this.title), html('div', { class: 'head' }, this.#tabs, this.#question, this.#note), this.#list, this.#detail);
    }

    get #family() {
        return families[/** @type {FamilyName} */ (this.#state.family)];
    }

    values() {
        const { family, sort, find, row, chosen } = this.#state;
        return { family: family === 'mating' ? null : family, sort, find, row, ...Object.fromEntries(Object.entries(chosen).map(([column, value]) => [`only-${column}`, value])) };
    }

    /** @param {Record<string, string>} values */
    show(values) {
        const family = /** @type {FamilyName} */ (Object.hasOwn(families, values.family ?? '') ? values.family : 'mating');
        const { columns, choices } = families[family];
        this.#state = {
            family, sort: Object.hasOwn(columns, (values.sort ?? '').replace(/^-/, '')) ? values.sort : '', find: values.find ?? '', row: values.row ?? '',
            chosen: Object.fromEntries(choices.flatMap(column => (values[`only-${column}`] ? [[column, values[`only-${column}`]]] : []))),
        };
        this.#refresh();
    }

    refresh() {
        this.#refresh();
    }

    leave() {
        this.#latest.cancel();
    }

    /** @param {Partial<State>} part @param {boolean} [replace] */
    #change(part, replace = false) {
        this.#state = { ...this.#state, ...part };
        this.#changed(replace);
        if (part.row === undefined) this.#shown = mostRows;
        this.#refresh();
    }

    #refresh() {
        this.#latest.run(signal => whileBusy(this.element, this.#load(signal))).catch(error => {
            this.#note.replaceChildren(prose(messageOf(error), { lang: 'en' }));
            for (const part of [this.#list, this.#detail]) part.hidden = true;
        });
    }

    /** @param {AbortSignal} signal */
    async #load(signal) {
        const rows = await rowsOf(/** @type {FamilyName} */ (this.#state.family));
        if (signal.aborted) return;
        this.#all = rows;
        this.#note.replaceChildren();
        for (const part of [this.#list, this.#detail]) part.hidden = false;
        const focused = this.element.contains(document.activeElement) ? document.activeElement?.getAttribute('data-key') : null;
        for (const tab of this.#tabs.children) tab.setAttribute('aria-pressed', String(tab.getAttribute('data-key') === `family ${this.#state.family}`));
        this.#question.textContent = this.#family.question;
        this.#showChoices();
        const found = this.#found();
        this.#showRows(found);
        if (focused) /** @type {HTMLElement | null} */ (this.element.querySelector(`[data-key="${CSS.escape(focused)}"]`))?.focus({ preventScroll: true });
        await this.#showDetail(found);
    }

    /** The rows that are asked for, in their order. */
    #found() {
        const { find, chosen } = this.#state;
        const family = this.#family;
        const sort = this.#sort;
        const wanted = find.trim().toLowerCase().replaceAll('×', 'x').split(/\s+/);
        const found = this.#all.filter(row => {
            const name = nameOf(family, row).toLowerCase();
            return wanted.every(word => name.includes(word)) && Object.entries(chosen).every(([column, value]) => idOf(family.columns[column], row) === value);
        });
        const { value } = family.columns[sort.replace(/^-/, '')];
        const way = sort.startsWith('-') ? -1 : 1;
        const compared = (/** @type {string | number | null} */ a, /** @type {string | number | null} */ b) =>
            a === b ? 0 : a === null ? 1 : b === null ? -1 : way * (typeof a === 'string' ? a.localeCompare(String(b), 'en') : a - Number(b));
        return found.sort((a, b) => compared(value(a), value(b)));
    }

    #showChoices() {
        const family = this.#family;
        if (document.activeElement !== this.#find) this.#find.value = this.#state.find;
        const select = (/** @type {string} */ column) => {
            const { title, value, text } = family.columns[column];
            const cells = new Map(this.#all.map(row => [idOf(family.columns[column], row), row]));
            const inOrder = [...cells].sort(([, a], [, b]) => (typeof value(a) === 'number' ? Number(value(a)) - Number(value(b)) : 0));
            const chosen = this.#state.chosen[column] ?? '';
            const id = `atlas-${column}`;
            const field = html('select', { id, 'data-key': id, onchange: () => this.#choose(column, field.value) },
                html('option', { value: '' }, t('all')), ...inOrder.map(([name, row]) => html('option', { value: name, selected: name === chosen }, text(row))));
            return html('span', {}, html('label', { for: id }, title), field);
        };
        // The field in which somebody writes stays as it is.
        const fields = this.#choices.querySelectorAll('span:not(.find)');
        for (const field of fields) field.remove();
        if (!this.#choices.firstChild) this.#choices.append(html('span', { class: 'find' }, html('label', { for: 'atlas-find' }, t('Find')), this.#find));
        this.#choices.append(...family.choices.map(select));
    }

    /** @param {string} column @param {string} value */
    #choose(column, value) {
        const { [column]: _, ...others } = this.#state.chosen;
        this.#change({ chosen: value ? { ...others, [column]: value } : others }, true);
    }

    get #sort() {
        return this.#state.sort || this.#family.order;
    }

    /**
     * Numbers from the most and words from the first, and then the other way round.
     * @param {string} column
     */
    #sortBy(column) {
        const first = (this.#family.columns[column].isNumber ? '-' : '') + column;
        const second = first.startsWith('-') ? column : '-' + column;
        const sort = this.#sort === first ? second : first;
        this.#change({ sort: sort === this.#family.order ? '' : sort }, true);
    }

    /** @param {Row[]} found */
    #showRows(found) {
        const family = this.#family;
        const current = this.#state.row;
        const sort = this.#sort;
        const told = found.length === this.#all.length ? t('{n} row|{n} rows', { n: found.length }) : t('{n} of {total} row|{n} of {total} rows', { n: found.length, total: this.#all.length });
        if (this.#count.textContent !== told) say(told, 'atlas');
        this.#count.textContent = told;
        if (!found.length) {
            this.#table.replaceChildren(html('p', { class: 'note' }, t('No row is like this.')));
            return;
        }
        const columns = Object.entries(family.columns);
        const heads = columns.map(([name, { title, isNumber }]) => {
            const way = sort === name ? 'ascending' : sort === '-' + name ? 'descending' : null;
            return html('th', { scope: 'col', class: isNumber ? 'number' : null, 'aria-sort': way },
                button(title, () => this.#sortBy(name), { 'data-key': `sort ${name}`, title: t('Sort by this') }), html('span', { 'aria-hidden': 'true', class: 'way' }, way ? (way === 'ascending' ? '▲' : '▼') : ''));
        });
        const shown = found.slice(0, this.#shown);
        this.#table.replaceChildren(html('table', { class: 'tiers' }, html('thead', {}, html('tr', {}, ...heads)), html('tbody', {}, ...shown.map(row => {
            const name = nameOf(family, row);
            return html('tr', { 'aria-current': name === current ? 'true' : null }, ...columns.map(([, column], at) => html('td', { class: column.isNumber ? 'number' : null },
                at ? cellOf(column, row) : button(cellOf(column, row), () => this.#open(name), { 'data-key': name, 'aria-label': family.key.map(column => row[column]).join(', ') }))));
        }))));
        if (shown.length < found.length) this.#table.append(html('p', {}, button(t('Show more of {n} row|Show more of {n} rows', { n: found.length }), () => this.#showMore(found))));
    }

    /** @param {Row[]} found */
    #showMore(found) {
        const before = this.#shown;
        this.#shown += mostRows;
        this.#showRows(found);
        /** @type {NodeListOf<HTMLElement>} */ (this.#table.querySelectorAll('tbody button'))[before]?.focus();
    }

    /** @param {string} name */
    #open(name) {
        this.#toBeSeen = true;
        this.#change({ row: name });
    }

    /** @param {Row[]} found */
    async #showDetail(found) {
        const family = this.#family;
        const name = /** @type {FamilyName} */ (this.#state.family);
        const row = this.#all.find(one => nameOf(family, one) === this.#state.row) ?? found[0];
        this.#detail.classList.toggle('unasked', !this.#state.row);
        this.#detail.hidden = !row;
        if (!row) return;
        const shown = `${name} ${nameOf(family, row)}`;
        if (this.#toBeSeen) this.#detail.scrollIntoView({ block: 'nearest' });
        this.#toBeSeen = false;
        if (shown === this.#pictured) return;
        this.#pictured = shown;
        const picture = html('img', { class: 'drawing', alt: row.position, hidden: true });
        const facts = Object.values(family.columns).flatMap(column => [html('dt', {}, column.title), html('dd', {}, cellOf(column, row))]);
        const link = html('p', {});
        this.#detail.replaceChildren(
            html('h2', { id: 'row-title', class: 'name', lang: 'en' }, family.key.map(column => (family.columns[column] ? family.columns[column].text(row) : row[column])).join(', ')), picture, link,
            html('dl', {}, ...facts), html('p', { class: 'note' }, family.note), html('p', { class: 'note' }, t('The same row on the command line:'), ' ', html('code', {}, `tools/atlas row ${name} ${family.key.map(column => quoted(row[column])).join(' ')}`)));
        if (!row.position) {
            link.replaceChildren(html('span', { class: 'note' }, t('No position of this game goes on.')));
            return;
        }
        const rules = await rulesOf(name, row);
        if (this.#pictured !== shown) return;
        link.replaceChildren(html('a', { href: address('position', { variant: 'atlas', rules, ask: name !== 'starts' || row.outcome !== 'unknown' }) }, t('Open on the board')));
        const drawing = await program.draw({ variant: 'atlas', rules }, row.position, false, isWestern()).catch(() => null);
        if (!drawing || this.#pictured !== shown) return;
        picture.src = 'data:image/svg+xml;charset=utf-8,' + encodeURIComponent(drawing);
        picture.hidden = false;
    }
}

/**
 * As a shell reads it.
 * @param {string} word
 */
const quoted = word => (/^[\w.]+$/.test(word) ? word : `'${word}'`);
