// SPDX-License-Identifier: GPL-3.0-or-later
// The place Solved: what the tables at hand know.

import { address } from './address.js';
import { button, html, messageOf, notify, prose, svg, whileBusy } from './dom.js';
import { isWestern } from './glyphs.js';
import { forget } from './knowledge.js';
import { number, t } from './language.js';
import { Latest } from './latest.js';
import * as program from './program.js';
import { badge, moveInWords, percentText, pliesInWords, sideName } from './values.js';

/** @typedef {import('./program.js').Tier} Tier */
/** @typedef {'wins' | 'draws' | 'losses' | 'longest'} Measure */

const initial = { variant: '', tier: '', side: 'white', measure: 'wins', sort: 'name', filter: '' };
/** @typedef {typeof initial} State */

const mostArmies = 30;    // armies of a side, in a matrix
const mostRows = 60;      // rows of the list, at once
const mostLongest = 8;
const measures = { wins: t('White wins'), draws: t('draw'), losses: t('White loses'), longest: t('longest win') };
const orders = { name: t('by name'), positions: t('most positions'), longest: t('longest win') };

/** @param {number} part @param {number} whole */
const percent = (part, whole) => (whole ? 100 * part / whole : 0);

/**
 * @param {string} tier
 * @param {import('./values.js').Side} side
 */
const tierInWords = (tier, side) => t('{tier}, {side} to move', { tier, side: sideName(side) });

export class SolvedPlace {
    title = t('Solved');
    #changed;
    /** @type {State} */
    #state = initial;
    #latest = new Latest();
    #loaded = '';
    /** @type {Tier[]} */
    #tiers = [];
    #rows = mostRows;

    #variants = html('select', { id: 'solved-variant', onchange: () => this.#change({ variant: this.#variants.value, tier: '', filter: '' }) });
    #totals = html('p', { class: 'totals' });
    #folder = html('input', { type: 'file', multiple: true, webkitdirectory: true, hidden: true, 'aria-label': t('Folder of tables'), onchange: () => this.#openFolder() });
    #open = html('span', {}, button(t('Open a folder…'), () => this.#folder.click(), { title: t('Tables of this computer, as zermelo solve writes them') }), this.#folder);
    #note = html('div', { class: 'note', role: 'status' });
    #matrix = html('section', { class: 'panel', 'aria-labelledby': 'matrix-title' });
    #list = html('section', { class: 'panel', 'aria-labelledby': 'tiers-title' });
    #detail = html('section', { class: 'panel', 'aria-labelledby': 'tier-title' });
    #longest = html('section', { class: 'panel', 'aria-labelledby': 'longest-title' });
    #order = html('select', { id: 'tier-order', onchange: () => this.#change({ sort: this.#order.value }, true) },
        ...Object.entries(orders).map(([value, text]) => html('option', { value }, text)));
    #filter = html('input', { id: 'tier-filter', size: 10, spellcheck: 'false', autocomplete: 'off', oninput: () => this.#change({ filter: this.#filter.value }, true) });
    #table = html('div', { class: 'scroller', tabindex: 0, role: 'group', 'aria-label': t('List of tiers') });

    /** @param {(replace: boolean) => void} changed the address is to follow the state */
    constructor(changed) {
        this.#changed = changed;
        this.#list.append(html('h2', { id: 'tiers-title' }, t('Tiers')),
            html('div', { class: 'row' }, html('label', { for: 'tier-order' }, t('Order')), this.#order, html('label', { for: 'tier-filter' }, t('Find')), this.#filter), this.#table);
        this.element = html('div', { class: 'place solved' },
            html('h1', { class: 'unseen' }, this.title),
            html('div', { class: 'head' }, html('label', { for: 'solved-variant' }, t('Variant')), this.#variants, program.openTables ? this.#open : null, this.#totals, this.#note),
            html('div', { class: 'side' }, this.#matrix, this.#list),
            html('div', { class: 'side' }, this.#detail, this.#longest));
    }

    /** Tables of a folder of this computer, by variant and tier. */
    async #openFolder() {
        const files = [...(this.#folder.files ?? [])].filter(({ name }) => name.endsWith('.zt'))
            .map(file => ({ path: file.webkitRelativePath.split('/').slice(-2).join('/'), file }));
        if (!files.length) return notify(t('No tables are in that folder.'));
        await program.openTables?.(files);
        forget();
        this.#variants.replaceChildren();
        this.refresh();
    }

    values() {
        const { variant, tier, side, measure, sort, filter } = this.#state;
        return { variant, tier, side: side === 'white' ? null : side, measure: measure === 'wins' ? null : measure, sort: sort === 'name' ? null : sort, filter };
    }

    /** @param {Record<string, string>} values */
    show(values) {
        this.#state = {
            variant: values.variant ?? '', tier: values.tier ?? '', side: values.side === 'black' ? 'black' : 'white',
            measure: values.measure && Object.hasOwn(measures, values.measure) ? values.measure : 'wins', sort: values.sort && Object.hasOwn(orders, values.sort) ? values.sort : 'name', filter: values.filter ?? '',
        };
        this.#refresh();
    }

    refresh() {
        this.#loaded = '';
        this.#refresh();
    }

    leave() {
        this.#latest.cancel();
    }

    /** @param {Partial<State>} part @param {boolean} [replace] */
    #change(part, replace = false) {
        this.#state = { ...this.#state, ...part };
        this.#changed(replace);
        this.#refresh();
    }

    #refresh() {
        this.#latest.run(signal => whileBusy(this.element, this.#find(signal))).catch(error => {
            if (error instanceof program.ProgramGone) return;  // the shell says it, and comes back to us
            this.#empty(messageOf(error), 'en');
            if (!(error instanceof program.ProgramError)) throw error;
        });
    }

    /** @param {string} message @param {string | null} [lang] */
    #empty(message, lang = null) {
        this.#note.replaceChildren(prose(message, { lang }));
        for (const part of [this.#matrix, this.#list, this.#detail, this.#longest]) part.hidden = true;
        this.#totals.replaceChildren();
    }

    /** @param {AbortSignal} signal */
    async #find(signal) {
        if (!this.#variants.options.length || !this.#loaded) {
            const tables = await program.tables();
            if (signal.aborted) return;
            this.#variants.replaceChildren(...tables.map(({ variant, table_count }) => html('option', { value: variant }, t('{variant} ({n} table)|{variant} ({n} tables)', { variant, n: table_count }))));
            this.#variants.disabled = tables.length === 0;
            if (!tables.length) {
                this.#empty(program.openTables ? t('No tables are at hand. `zermelo solve` makes them, and this page reads their folder.') : t('No tables are at hand. `zermelo solve` makes them, `zermelo serve --tables DIR` shows them.'));
                return;
            }
        }
        const names = [...this.#variants.options].map(({ value }) => value);
        const variant = this.#state.variant || (names.includes('simplified') ? 'simplified' : names[0]);
        this.#variants.value = variant;
        if (this.#loaded !== variant) {
            const tiers = await program.statistics(variant, signal);
            if (signal.aborted) return;
            if (!tiers.length) {
                this.#loaded = '';
                this.#empty(t('No tables of {variant} are at hand.', { variant }));
                return;
            }
            this.#tiers = tiers;
            this.#loaded = variant;
            this.#rows = mostRows;
        }
        this.#state = { ...this.#state, variant };
        this.#note.replaceChildren();
        for (const part of [this.#matrix, this.#list, this.#detail, this.#longest]) part.hidden = false;
        const focused = this.element.contains(document.activeElement) ? document.activeElement?.getAttribute('data-key') : null;
        this.#showTotals();
        this.#showMatrix();
        this.#showTiers();
        this.#showDetail();
        this.#showLongest();
        if (focused) /** @type {HTMLElement | null} */ (this.element.querySelector(`[data-key="${focused}"]`))?.focus();
    }

    /** Whether men are in hand: then a tier has all deals of its men, whoever has them. */
    #hasHands() {
        return this.#tiers.some(({ longest_win, longest_loss }) => (longest_win ?? longest_loss)?.fen.includes('['));
    }

    #showTotals() {
        const sum = (/** @type {(tier: Tier) => number} */ of) => this.#tiers.reduce((total, tier) => total + of(tier), 0);
        const total = sum(tier => tier.position_count);
        const share = (/** @type {string} */ name, /** @type {number} */ count) => html('span', {}, html('b', {}, percentText(percent(count, total))), ' ' + name);
        this.#totals.replaceChildren(html('span', {}, html('b', {}, number(total)), ' ' + t('positions, both sides to move')),
            share(t('won'), sum(tier => tier.win_count)), share(t('drawn'), sum(tier => tier.draw_count)), share(t('lost'), sum(tier => tier.loss_count)));
    }

    /** Tiers as armies of both sides, with White to move. */
    #showMatrix() {
        const cells = new Map();
        const white = new Set();
        const black = new Set();
        for (const tier of this.#tiers) {
            const [own, other] = tier.tier.split('v');
            if (tier.to_move !== 'white' || !other) continue;
            white.add(own);
            black.add(other);
            cells.set(tier.tier, tier);
        }
        this.#matrix.hidden = !cells.size || this.#hasHands() || white.size > mostArmies || black.size > mostArmies;
        if (this.#matrix.hidden) return;
        const measure = /** @type {Measure} */ (this.#state.measure);
        const longest = Math.max(1, ...[...cells.values()].map(tier => tier.longest_win?.plies ?? 0));
        const rows = [...white].sort(byStrength);
        const columns = [...black].sort(byStrength);
        const first = cells.has(this.#state.tier) ? this.#state.tier : [...cells.keys()].find(name => name.startsWith(rows[0] + 'v')) ?? '';
        const shareOf = (/** @type {Tier} */ tier) => measure === 'longest' ? (tier.longest_win?.plies ?? 0) / longest
            : (measure === 'wins' ? tier.win_count : measure === 'draws' ? tier.draw_count : tier.loss_count) / Math.max(1, tier.position_count);
        const shares = [...cells.values()].map(shareOf);
        const [least, most] = [Math.min(...shares), Math.max(...shares)];
        const cell = (/** @type {string} */ own, /** @type {string} */ other) => {
            const tier = cells.get(`${own}v${other}`);
            if (!tier) return html('td', { class: 'none' }, html('span', { role: 'img', 'aria-label': t('not solved here') }, '·'));
            const share = shareOf(tier);
            const depth = most > least ? (share - least) / (most - least) : 0.5;  // as large as the differences are
            const text = measure === 'longest' ? String(tier.longest_win?.plies ?? '–') : share > 0 && share < 0.005 ? '<1' : share < 1 && share >= 0.995 ? '>99' : String(Math.round(share * 100));
            const words = measure === 'longest' ? (tier.longest_win ? t('longest win {n} ply|longest win {n} plies', { n: tier.longest_win.plies }) : t('no win')) : `${measures[measure]} ${percentText(share * 100)}`;
            const part = html('td', { class: depth > 0.5 ? 'dark' : 'light' }, button(text, () => this.#change({ tier: tier.tier, side: 'white' }), {
                'aria-label': t('{own} against {other}: {what}', { own, other, what: words }), title: `${own} – ${other}: ${words}`, 'aria-pressed': String(tier.tier === this.#state.tier), tabindex: tier.tier === first ? 0 : -1, 'data-tier': tier.tier, 'data-key': `cell ${tier.tier}`,
            }));
            part.style.background = shade(depth);
            return part;
        };
        this.#matrix.replaceChildren(
            html('h2', { id: 'matrix-title' }, t('Which army beats which')),
            html('div', { class: 'segments', role: 'group', 'aria-label': t('What the matrix shows') }, ...Object.entries(measures).map(([value, text]) =>
                button(text, () => this.#change({ measure: value }, true), { 'aria-pressed': String(value === measure), 'data-key': value }))),
            html('p', { class: 'axes' }, t('Rows: White’s army, to move. Columns: Black’s.') + ' ' + (measure === 'longest' ? t('Plies.') : t('Per cent of all placements.'))),
            html('div', { class: 'scroller' }, html('table', { class: 'matrix', 'aria-labelledby': 'matrix-title', onkeydown: (/** @type {KeyboardEvent} */ event) => walk(event, rows, columns) },
                html('thead', {}, html('tr', {}, html('td', {}), ...columns.map(other => html('th', { scope: 'col' }, other)))),
                html('tbody', {}, ...rows.map(own => html('tr', {}, html('th', { scope: 'row' }, own), ...columns.map(other => cell(own, other))))))));
    }

    #showTiers() {
        const { sort, filter, tier: current, side } = this.#state;
        this.#order.value = sort;
        if (document.activeElement !== this.#filter) this.#filter.value = filter;
        const found = this.#tiers.filter(({ tier }) => tier.toLowerCase().includes(filter.trim().toLowerCase()));
        if (sort === 'positions') found.sort((a, b) => b.position_count - a.position_count);
        if (sort === 'longest') found.sort((a, b) => (b.longest_win?.plies ?? -1) - (a.longest_win?.plies ?? -1));
        const shown = found.slice(0, this.#rows);
        this.#table.replaceChildren(html('table', { class: 'tiers' },
            html('thead', {}, html('tr', {}, ...[t('Tier'), t('To move')].map(name => html('th', { scope: 'col' }, name)),
                html('th', { scope: 'col', class: 'number' }, t('Positions')), html('th', { scope: 'col' }, t('Won, drawn, lost')),
                ...[t('Won'), t('Lost'), t('Longest win')].map(name => html('th', { scope: 'col', class: 'number' }, name)))),
            html('tbody', {}, ...shown.map(tier => html('tr', { 'aria-current': tier.tier === current && tier.to_move === side ? 'true' : null },
                html('td', {}, button(tier.tier, () => this.#change({ tier: tier.tier, side: tier.to_move }), { 'aria-label': tierInWords(tier.tier, tier.to_move), 'data-key': `${tier.tier} ${tier.to_move}` })),
                html('td', {}, sideName(tier.to_move)),
                html('td', { class: 'number' }, number(tier.position_count)),
                html('td', {}, bar(tier)),
                html('td', { class: 'number' }, percentText(percent(tier.win_count, tier.position_count))),
                html('td', { class: 'number' }, percentText(percent(tier.loss_count, tier.position_count))),
                html('td', { class: 'number' }, tier.longest_win ? pliesInWords(tier.longest_win.plies) : '–'))))));
        if (shown.length < found.length)
            this.#table.append(html('p', {}, button(t('Show more of {n} row|Show more of {n} rows', { n: found.length }), () => this.#showMore())));
        if (!found.length) this.#table.replaceChildren(html('p', { class: 'note' }, t('No tier has this in its name.')));
    }

    #showMore() {
        const before = this.#rows;
        this.#rows += mostRows;
        this.#showTiers();
        /** @type {NodeListOf<HTMLElement>} */ (this.#table.querySelectorAll('tbody button'))[before]?.focus();
    }

    #showDetail() {
        const wanted = this.#state.tier;
        const tier = wanted ? this.#tiers.find(({ tier, to_move }) => tier === wanted && to_move === this.#state.side) : this.#byLength()[0] ?? this.#tiers[0];
        if (!tier) {
            this.#detail.replaceChildren(html('h2', { id: 'tier-title' }, t('A tier in detail')), html('p', { class: 'note' }, t('The tables at hand do not have {wanted}.', { wanted })));
            return;
        }
        const row = (/** @type {program.Category} */ category, /** @type {string} */ name, /** @type {number} */ count) =>
            html('tr', {}, html('td', {}, badge(category)), html('th', { scope: 'row' }, name), html('td', { class: 'number' }, number(count)), html('td', { class: 'number' }, percentText(percent(count, tier.position_count))));
        this.#detail.replaceChildren(
            html('h2', { id: 'tier-title', class: 'name' }, tierInWords(tier.tier, tier.to_move)),
            html('table', { class: 'counts' }, html('tbody', {}, row('win', t('won'), tier.win_count), row('draw', t('drawn'), tier.draw_count), row('loss', t('lost'), tier.loss_count))));
        // A table of outcomes alone has no distances.
        if ([...tier.wins, ...tier.losses].some(({ plies }) => plies !== null))
            this.#detail.append(html('h3', {}, t('Positions by plies to the end, on a logarithmic scale')), histogram(tier), key(tier),
                html('details', {}, html('summary', { class: 'note' }, t('As a table')), html('div', { class: 'scroller' }, distances(tier))));
        for (const [name, longest] of /** @type {[string, program.Longest | null][]} */ ([[t('Longest win'), tier.longest_win], [t('Longest loss'), tier.longest_loss]])) if (longest) {
            const picture = html('img', { class: 'drawing', alt: `${name}: ${longest.fen}` });
            this.#detail.append(html('div', { class: 'two' }, picture, html('div', {}, html('h3', {}, `${name}: ${pliesInWords(longest.plies)}`),
                html('p', {}, html('code', {}, longest.fen)), html('p', {}, html('a', { href: this.#through(longest) }, t('Play it through'))))));
            program.draw({ variant: this.#state.variant }, longest.fen, false, isWestern()).then(drawing => { picture.src = 'data:image/svg+xml;charset=utf-8,' + encodeURIComponent(drawing); }, () => picture.remove());
        }
    }

    /**
     * The address on which a longest win can be stepped through.
     * @param {program.Longest} longest
     */
    #through({ fen, line }) {
        return address('position', { variant: this.#state.variant, fen, line: line.map(({ move }) => move).join(','), at: 0 });
    }

    /** Tiers with wins, the longest first; of two that are the same with the colours changed, the one in which White wins. */
    #byLength() {
        const whites = new Map(this.#tiers.filter(({ to_move }) => to_move === 'white').map(tier => [tier.tier, tier.longest_win?.plies]));
        const twin = (/** @type {string} */ tier) => (this.#hasHands() ? tier : tier.split('v').reverse().join('v'));
        const isTwin = (/** @type {Tier} */ { tier, to_move, longest_win }) => to_move === 'black' && whites.get(twin(tier)) === longest_win?.plies;
        return this.#tiers.filter(tier => tier.longest_win && !isTwin(tier)).sort((a, b) => (b.longest_win?.plies ?? 0) - (a.longest_win?.plies ?? 0));
    }

    #showLongest() {
        const best = this.#byLength().slice(0, mostLongest);
        this.#longest.replaceChildren(html('h2', { id: 'longest-title' }, t('Longest wins')),
            html('ol', { class: 'longest' }, ...best.map(({ tier, to_move, longest_win }) => longest_win && html('li', {},
                html('b', {}, pliesInWords(longest_win.plies)), html('span', {}, tierInWords(tier, to_move)),
                html('a', { href: this.#through(longest_win), 'aria-label': t('Play the longest win of {tier} through, {side} to move', { tier, side: sideName(to_move) }) }, t('Play it through'))))));
        if (!best.length) this.#longest.append(html('p', { class: 'note' }, t('Nobody ever wins here.')));
    }
}

/**
 * Weaker armies first: fewer men, then weaker men.
 * @param {string} a
 * @param {string} b
 */
function byStrength(a, b) {
    const order = 'PNBRQK';
    const ranks = (/** @type {string} */ army) => [...army].map(letter => order.indexOf(letter));
    if (a.length !== b.length) return a.length - b.length;
    const [left, right] = [ranks(a), ranks(b)];
    const at = left.findIndex((rank, index) => rank !== right[index]);
    return at < 0 ? (a < b ? -1 : 1) : left[at] - right[at];
}

/**
 * From pale to dark blue, with a leap in the middle: black letters can be read on one side of it, white ones on the other.
 * @param {number} share from 0 to 1
 */
function shade(share) {
    const mix = (/** @type {number} */ from, /** @type {number} */ to, /** @type {number} */ part) => Math.round(from + (to - from) * part);
    const [a, b, part] = share <= 0.5 ? [[247, 240, 212], [150, 184, 206], share * 2] : [[68, 118, 156], [9, 56, 98], share * 2 - 1];
    return `rgb(${a.map((value, index) => mix(value, b[index], part)).join(' ')})`;
}

/**
 * Arrow keys in the matrix.
 * @param {KeyboardEvent} event
 * @param {string[]} rows
 * @param {string[]} columns
 */
function walk(event, rows, columns) {
    const ways = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0] };
    const way = ways[/** @type {keyof typeof ways} */ (event.key)];
    const from = event.target instanceof HTMLElement ? event.target.dataset.tier?.split('v') : null;
    if (!way || !from) return;
    event.preventDefault();
    let [row, column] = [rows.indexOf(from[0]), columns.indexOf(from[1])];
    for (;;) {
        [row, column] = [row + way[0], column + way[1]];
        if (row < 0 || column < 0 || row >= rows.length || column >= columns.length) return;
        const next = /** @type {HTMLElement | null} */ (/** @type {Element} */ (event.currentTarget).querySelector(`[data-tier="${rows[row]}v${columns[column]}"]`));
        if (!next) continue;
        /** @type {HTMLElement} */ (event.target).tabIndex = -1;
        next.tabIndex = 0;
        next.focus();
        return;
    }
}

/** @param {Tier} tier */
function bar(tier) {
    const share = (/** @type {number} */ count) => percentText(percent(count, tier.position_count));
    const parts = html('div', { class: 'bar', role: 'img', 'aria-label': t('{won} won, {drawn} drawn, {lost} lost', { won: share(tier.win_count), drawn: share(tier.draw_count), lost: share(tier.loss_count) }) });
    for (const [name, count] of /** @type {const} */ ([['win', tier.win_count], ['draw', tier.draw_count], ['loss', tier.loss_count]])) {
        if (!count) continue;
        const part = html('span', { class: name });
        part.style.flex = `${count} 1 1px`;
        parts.append(part);
    }
    return parts;
}

/**
 * Bars by plies: wins upwards, losses downwards; counts differ so much that only their logarithms can be seen.
 * @param {Tier} tier
 */
function histogram(tier) {
    const [width, left, bottom] = [440, 8, 22];
    const most = Math.max(1, ...tier.wins.map(({ count }) => count), ...tier.losses.map(({ count }) => count));
    const longest = Math.max(1, ...tier.wins.map(({ plies }) => plies), ...tier.losses.map(({ plies }) => plies));
    const up = tier.wins.length ? 110 : 4;
    const down = tier.losses.length ? 110 : 4;
    const height = up + down + bottom;
    const slot = (width - left * 2) / (longest + 1);
    const picture = svg('svg', { viewBox: `0 0 ${width} ${height}`, class: 'histogram', role: 'img', 'aria-label': t('Positions by plies to the end, up to {n} ply|Positions by plies to the end, up to {n} plies', { n: longest }) });
    for (const [counts, name, direction, room] of /** @type {const} */ ([[tier.wins, 'win', -1, up], [tier.losses, 'loss', 1, down]]))
        for (const { plies, count } of counts) {
            const size = (room - 6) * Math.log(count + 1) / Math.log(most + 1);
            picture.append(svg('rect', { class: name, x: left + plies * slot + slot * 0.04, y: direction < 0 ? up - size : up, width: slot * 0.92, height: size },
                svg('title', {}, `${moveInWords(name, plies)}: ${number(count)}`)));
        }
    picture.append(svg('path', { class: 'axis', d: `M${left} ${up}H${width - left}` }));
    const every = [1, 2, 5, 10, 20, 50, 100].find(step => (longest + 1) / step <= 12) ?? 200;
    for (let plies = 0; plies <= longest; plies += every)
        picture.append(svg('text', { x: left + (plies + 0.5) * slot, y: height - 6, 'text-anchor': 'middle' }, String(plies)));
    return picture;
}

/** @param {Tier} tier */
function key(tier) {
    return html('p', { class: 'key' }, tier.wins.length > 0 && html('span', {}, badge('win'), t('win in this number of plies')), tier.losses.length > 0 && html('span', {}, badge('loss'), t('loss in this number of plies')));
}

/** @param {Tier} tier */
function distances(tier) {
    const wins = new Map(tier.wins.map(({ plies, count }) => [plies, count]));
    const losses = new Map(tier.losses.map(({ plies, count }) => [plies, count]));
    const all = [...new Set([...wins.keys(), ...losses.keys()])].sort((a, b) => a - b);
    return html('table', { class: 'counts' },
        html('thead', {}, html('tr', {}, ...[t('Plies'), t('Won'), t('Lost')].map(name => html('th', { scope: 'col', class: 'number' }, name)))),
        html('tbody', {}, ...all.map(plies => html('tr', {}, html('th', { scope: 'row', class: 'number' }, String(plies)),
            ...[wins, losses].map(counts => html('td', { class: 'number' }, number(counts.get(plies) ?? 0)))))));
}
