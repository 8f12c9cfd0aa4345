// SPDX-License-Identifier: GPL-3.0-or-later
// A board that can be seen, clicked, dragged on and walked over with the keyboard. It knows no rules. What it shows looks as `zermelo draw`
// draws it: one unit is a hundredth of a square.

import { html, isCommand, svg } from './dom.js';
import { squareName, squarePlace } from './fen.js';
import { pieceDrawing, pieceName } from './glyphs.js';
import { commas, t } from './language.js';
import { squareBadge } from './values.js';

/** @typedef {import('./glyphs.js').Piece} Piece */
/** @typedef {'main' | 'try' | 'refutation' | 'check' | 'pin' | 'choice'} ArrowKind */
/** @typedef {{from: string, to: string, kind: ArrowKind, label?: string}} Arrow */
/** @typedef {{category: import('./program.js').Category, plies: number | null, size: 'large' | 'small'}} Sign */
/**
 * @typedef {object} View
 * @property {number} files
 * @property {number} ranks
 * @property {boolean} [flipped]
 * @property {import('./program.js').Ground | null} [ground] null: squares are light and dark
 * @property {'letters' | 'numbers' | 'downwards' | 'none'} [names] how files and ranks are called; downwards: numbers, rows counted from the top
 * @property {Map<string, Piece>} pieces by square; squares are called as in chess here, whatever the names are
 * @property {Set<string>} [holes]
 * @property {Set<string>} [walls] squares that play has taken away
 * @property {string} [wall] what stands on one, in words
 * @property {Map<string, string>} [barred] the letters of the pieces that may not enter; `*`: none may
 * @property {Map<string, string>} [noted] squares with a letter of their own, hatched
 * @property {Set<string>} [crosses] squares where something may not be
 * @property {Set<string>} [faulty] squares that a reason names
 * @property {Set<string>} [last] the squares of the last move
 * @property {string | null} [selected]
 * @property {Map<string, {capture: boolean}>} [targets] where the selected piece may go
 * @property {Map<string, Sign>} [signs]
 * @property {Arrow[]} [arrows]
 */
/**
 * @typedef {object} Listeners
 * @property {(square: string) => void} choose a click, Enter or the space bar
 * @property {(square: string, key: string) => boolean} [key] another key; whether it meant something
 * @property {(square: string) => boolean} [lift] whether the piece there can be dragged
 * @property {(from: string, to: string | null) => void} [drop] null: beside the board
 * @property {(square: string) => string} [describe] what is to be read beside square and piece
 */

const unit = 100;
const lightSquare = '#F5F1E6';
const darkSquare = '#B3C3CE';
const wood = '#EDD9A9';
const crossColor = '#8A2500';
const wallColor = '#7A746B';
export const bricks = 'M4 4h44v27h-44zM52 4h44v27h-44zM4 36h20v28h-20zM28 36h44v28h-44zM76 36h20v28h-20zM4 69h44v27h-44zM52 69h44v27h-44z';

/** Colours of Okabe and Ito, and something else that differs, too. */
const arrowStyles = {
    main: { color: '#0072B2', dashes: null, width: 10, hollow: false },
    try: { color: '#E69F00', dashes: '14 7', width: 10, hollow: true },
    refutation: { color: '#D55E00', dashes: '6 6', width: 10, hollow: false },
    check: { color: '#D55E00', dashes: null, width: 12, hollow: false },
    pin: { color: '#9A4F7C', dashes: '16 9', width: 8, hollow: true },
    choice: { color: '#0072B2', dashes: null, width: 5, hollow: false },
    drawn: { color: '#007A5A', dashes: null, width: 12, hollow: false },
};

/**
 * What arrows, crosses and walls of these kinds mean.
 * @template {ArrowKind | 'cross' | 'wall'} Kind
 * @param {Iterable<Kind>} kinds
 * @param {Record<Kind, string>} words
 */
export function legend(kinds, words) {
    return html('ul', { class: 'legend', 'aria-label': t('Legend') }, ...[...new Set(kinds)].map(kind => {
        const sample = svg('svg', { viewBox: '0 0 60 24', 'aria-hidden': 'true' });
        if (kind === 'wall') {
            sample.append(svg('path', { d: bricks, transform: 'translate(18 0) scale(0.24)', fill: wallColor, stroke: '#111', 'stroke-width': 4 }));
        } else if (kind === 'cross') {
            for (const [color, width] of [['#fff', 9], [crossColor, 5]])
                sample.append(svg('path', { d: 'M22 4l16 16m0 -16l-16 16', stroke: color, 'stroke-width': width, 'stroke-linecap': 'round' }));
        } else {
            const { color, dashes, width, hollow } = arrowStyles[/** @type {ArrowKind} */ (kind)];
            sample.append(svg('path', { d: 'M3 12H40', stroke: color, 'stroke-width': width * 0.6, 'stroke-dasharray': dashes }),
                svg('path', { d: 'M57 12L38 3V21Z', fill: hollow ? '#fff' : color, stroke: color, 'stroke-width': 3, 'stroke-linejoin': 'round' }));
        }
        return html('li', {}, sample, html('span', {}, words[kind]));
    }));
}

/**
 * How a square is called.
 * @param {string} square
 * @param {View} view
 */
export function nameOf(square, view) {
    const [file, rank] = squarePlace(square);
    if (view.names === 'numbers') return `(${file + 1},${rank + 1})`;
    if (view.names === 'downwards') return `(${file + 1},${view.ranks - rank})`;
    return square;
}

export class Board {
    /** @type {View} */
    #view = { files: 1, ranks: 1, pieces: new Map() };
    #shape = '';
    /** @type {Map<string, HTMLElement>} */
    #cells = new Map();
    #focused = '';
    /**
     * Arrows and circles that somebody drew with the right button.
     * @type {{from: string, to: string, kind: 'drawn', label?: undefined}[]}
     */
    #drawn = [];
    #picture = svg('svg', { 'aria-hidden': 'true', class: 'picture' });
    #grid;
    #listeners;

    /**
     * @param {string} label
     * @param {Listeners} listeners
     */
    constructor(label, listeners) {
        this.#listeners = listeners;
        this.#grid = html('div', {
            role: 'grid', 'aria-label': label, class: 'squares', onkeydown: this.#onKey,
            onclick: (/** @type {Event} */ event) => { const square = this.#squareAt(event.target); if (square) listeners.choose(square); },
            onpointerdown: this.#onPointer, oncontextmenu: (/** @type {Event} */ event) => event.preventDefault(),
        });
        this.element = html('div', { class: 'board' }, this.#picture, this.#grid);
    }

    /**
     * A picture alone, without names of squares.
     * @param {View} view
     */
    static picture(view) {
        const board = new Board('', { choose: () => undefined });
        board.show({ ...view, names: 'none' });
        board.#picture.setAttribute('class', 'still');
        return board.#picture;
    }

    /** @param {View} view */
    show(view) {
        this.#view = view;
        const shape = `${view.files} ${view.ranks} ${!!view.flipped}`;
        if (shape !== this.#shape) {
            this.#shape = shape;
            this.#build();
        }
        this.#draw();
        for (const [square, cell] of this.#cells) {
            const piece = view.pieces.get(square);
            const barred = view.barred?.get(square);
            const noted = view.noted?.get(square);
            const text = commas([
                nameOf(square, view),
                view.holes?.has(square) ? t('no square') : view.walls?.has(square) ? view.wall : piece ? pieceName(piece) : t('empty'),
                barred && (barred === '*' ? t('no piece may enter') : t('these may not enter: {letters}', { letters: barred })),
                noted && t('marked {letter}', { letter: noted }),
                view.targets?.has(square) && t('can move here'),
                this.#listeners.describe?.(square),
            ]);
            if (cell.getAttribute('aria-label') !== text) cell.setAttribute('aria-label', text);
            if (view.selected !== undefined) cell.setAttribute('aria-selected', String(view.selected === square));
            cell.classList.toggle('can-drag', !!piece && !!this.#listeners.lift?.(square));
        }
    }

    /** Makes the cells anew: the board has another size or is flipped. */
    #build() {
        const { files, ranks, flipped } = this.#view;
        const hadFocus = this.#grid.contains(document.activeElement);
        this.#cells.clear();
        this.#grid.replaceChildren();
        for (let row = 0; row < ranks; ++row) {
            const line = html('div', { role: 'row' });
            for (let column = 0; column < files; ++column) {
                const square = squareName(flipped ? files - 1 - column : column, flipped ? row : ranks - 1 - row);
                const cell = html('div', { role: 'gridcell', tabindex: -1, 'data-square': square });
                this.#cells.set(square, cell);
                line.append(cell);
            }
            this.#grid.append(line);
        }
        if (!this.#cells.has(this.#focused)) this.#focused = squareName(0, 0);
        this.#cells.get(this.#focused)?.setAttribute('tabindex', '0');
        if (hadFocus) this.#moveTo(this.#focused);
        const { left, bottom, top, width, height } = this.#measures();
        this.element.style.setProperty('--ratio', String(width / height));
        this.element.style.setProperty('--files', String(files));
        this.#grid.style.left = `${100 * left / width}%`;
        this.#grid.style.top = `${100 * top / height}%`;
        this.#grid.style.width = `${100 * files * unit / width}%`;
        this.#grid.style.height = `${100 * (height - top - bottom) / height}%`;
    }

    /** The room around the squares, and the size of the names there: on the screen about the same for all boards. */
    #measures() {
        const { files, ranks } = this.#view;
        const scale = Math.max(0.4, Math.max(files, ranks) / 8);
        const edge = 5;
        const left = this.#view.names === 'none' ? edge : 36 * scale;
        const bottom = this.#view.names === 'none' ? 0 : 36 * scale;
        return { scale, left, bottom, top: edge, width: left + files * unit + edge, height: ranks * unit + bottom + edge };
    }

    /** @param {string} square @returns {[x: number, y: number]} its upper left corner */
    #corner(square) {
        const [file, rank] = squarePlace(square);
        const { files, ranks, flipped } = this.#view;
        const { left, top } = this.#measures();
        return [left + unit * (flipped ? files - 1 - file : file), top + unit * (flipped ? rank : ranks - 1 - rank)];
    }

    /** @param {string} square @returns {[x: number, y: number]} */
    #center(square) {
        const [x, y] = this.#corner(square);
        return [x + unit / 2, y + unit / 2];
    }

    #draw() {
        const view = this.#view;
        const { width, height } = this.#measures();
        this.#picture.setAttribute('viewBox', `0 0 ${width} ${height}`);
        const squares = svg('g');
        const marks = svg('g');
        const pieces = svg('g');
        const signs = svg('g');
        for (const square of this.#cells.keys()) {
            if (view.holes?.has(square)) continue;
            const [x, y] = this.#corner(square);
            const [file, rank] = squarePlace(square);
            const fill = view.ground ? wood : (file + rank) % 2 === 0 ? darkSquare : lightSquare;
            squares.append(svg('rect', { x, y, width: unit, height: unit, fill, class: !view.ground ? null : view.ground.points ? 'joined' : 'ruled' }));
            if (view.last?.has(square)) marks.append(svg('rect', { x, y, width: unit, height: unit, class: 'last' }));
            this.#drawMarks(marks, square, x, y);
            if (view.selected === square) marks.append(svg('rect', { x: x + 4, y: y + 4, width: unit - 8, height: unit - 8, class: 'selected' }));
            if (view.faulty?.has(square)) marks.append(svg('rect', { x: x + 4, y: y + 4, width: unit - 8, height: unit - 8, class: 'faulty' }));
            const piece = view.pieces.get(square);
            if (piece) pieces.append(pieceDrawing(piece, x, y, !!view.flipped));
            const target = view.targets?.get(square);
            const sign = view.signs?.get(square);
            if (target) signs.append(target.capture
                ? svg('circle', { cx: x + 50, cy: y + 50, r: 43, class: 'target' })
                : sign ? svg('g') : svg('circle', { cx: x + 50, cy: y + 50, r: 14, class: 'target dot' }));
            if (sign) {
                const drawn = squareBadge(sign.category, sign.plies, sign.size);
                drawn.setAttribute('transform', `translate(${x} ${y})`);
                signs.append(drawn);
            }
            if (view.crosses?.has(square))
                for (const [color, size] of [['#fff', 14], [crossColor, 8]])
                    signs.append(svg('path', { d: `M${x + 36} ${y + 36}l28 28m0 -28l-28 28`, stroke: color, 'stroke-width': size, 'stroke-linecap': 'round', fill: 'none' }));
        }
        if (view.ground?.points) squares.append(this.#pointLines(view.ground));
        this.#picture.replaceChildren(squares, marks, this.#outline(), this.#names(), pieces, this.#arrows(), signs);
    }

    /**
     * Lines from the middle of each square to those of its neighbours, and across palaces.
     * @param {import('./program.js').Ground} ground
     */
    #pointLines({ palaces, river }) {
        const { files, holes } = this.#view;
        let path = '';
        const line = (/** @type {string} */ from, /** @type {string} */ to) => {
            if ([from, to].some(square => !this.#cells.has(square) || holes?.has(square))) return;
            path += `M${this.#center(from).join(' ')}L${this.#center(to).join(' ')}`;
        };
        for (const square of this.#cells.keys()) {
            const [file, rank] = squarePlace(square);
            line(square, squareName(file + 1, rank));
            if (rank + 1 !== river || file === 0 || file + 1 === files) line(square, squareName(file, rank + 1));
        }
        for (const [a, b] of palaces) {
            line(a, b);
            line(a[0] + b.slice(1), b[0] + a.slice(1));
        }
        return svg('path', { d: path, class: 'lines' });
    }

    /** @param {SVGElement} marks @param {string} square @param {number} x @param {number} y */
    #drawMarks(marks, square, x, y) {
        const barred = this.#view.barred?.get(square);
        const noted = this.#view.noted?.get(square);
        const hatches = 'M0 20L20 0M0 40L40 0M0 60L60 0M0 80L80 0M0 100L100 0M20 100L100 20M40 100L100 40M60 100L100 60M80 100L100 80';
        const group = svg('g', { transform: `translate(${x} ${y})`, fill: 'none', stroke: '#4d4d4d' });
        if (this.#view.walls?.has(square)) group.append(svg('path', { d: bricks, class: 'wall', fill: wallColor, stroke: '#111', 'stroke-width': 2.5 }));
        if (noted || barred === '*')
            group.append(svg('path', { d: hatches, 'stroke-width': 3, 'stroke-opacity': 0.7 }));
        if (barred === '*')
            group.append(
                svg('path', { d: 'M27 27L73 73M73 27L27 73', stroke: '#fff', 'stroke-width': 19, 'stroke-linecap': 'round' }),
                svg('path', { d: 'M27 27L73 73M73 27L27 73', 'stroke-width': 9, 'stroke-linecap': 'round' }));
        else if (barred)
            group.append(svg('rect', { x: 5, y: 5, width: 90, height: 90, 'stroke-width': 4, 'stroke-dasharray': '4 6' }));
        const letters = noted ?? (barred === '*' ? undefined : barred);
        if (letters) {
            const large = noted && !this.#view.pieces.has(square);
            const place = large ? { x: 50, y: 72, 'font-size': 62, 'text-anchor': 'middle' } : { x: 10, y: 32, 'font-size': 28 };
            group.append(
                svg('text', { ...place, 'font-weight': 'bold', stroke: '#fff', 'stroke-width': 9, 'stroke-linejoin': 'round' }, letters),
                svg('text', { ...place, 'font-weight': 'bold', fill: '#333', stroke: 'none' }, letters));
        }
        if (group.childElementCount) marks.append(group);
    }

    /** A line between each square and what is no square. */
    #outline() {
        const { files, ranks, flipped, holes } = this.#view;
        const step = flipped ? -1 : 1;
        const has = (/** @type {number} */ file, /** @type {number} */ rank) =>
            file >= 0 && rank >= 0 && file < files && rank < ranks && !holes?.has(squareName(file, rank));
        let path = '';
        for (const square of this.#cells.keys()) {
            const [file, rank] = squarePlace(square);
            if (!has(file, rank)) continue;
            const [x, y] = this.#corner(square);
            if (!has(file, rank + step)) path += `M${x} ${y}h100`;
            if (!has(file, rank - step)) path += `M${x} ${y + unit}h100`;
            if (!has(file - step, rank)) path += `M${x} ${y}v100`;
            if (!has(file + step, rank)) path += `M${x + unit} ${y}v100`;
        }
        return svg('path', { d: path, class: 'outline' });
    }

    #names() {
        const { files, ranks, names = 'letters' } = this.#view;
        if (names === 'none') return svg('g');
        const { left, top, scale } = this.#measures();
        const group = svg('g', { class: 'names', 'font-size': 23 * scale, 'text-anchor': 'middle' });
        for (let file = 0; file < files; ++file)
            group.append(svg('text', { x: this.#center(squareName(file, 0))[0], y: top + ranks * unit + 30 * scale },
                names === 'letters' ? String.fromCharCode(97 + file) : String(file + 1)));
        for (let rank = 0; rank < ranks; ++rank)
            group.append(svg('text', { x: left - 20 * scale, y: this.#center(squareName(0, rank))[1] + 9 * scale },
                String(names === 'downwards' ? ranks - rank : rank + 1)));
        return group;
    }

    #arrows() {
        const group = svg('g', { class: 'arrows', 'stroke-linejoin': 'round' });
        const labels = svg('g', { 'text-anchor': 'middle', 'font-weight': 'bold', 'font-size': 20 });
        const arrows = [...this.#view.arrows ?? [], ...this.#drawn];
        arrows.forEach(({ from, to, kind, label }, index) => {
            if (!this.#cells.has(from) || !this.#cells.has(to)) return;
            const style = arrowStyles[kind];
            let [x1, y1] = this.#center(from);
            const [x2, y2] = this.#center(to);
            if (from === to) {
                group.append(svg('circle', { cx: x1, cy: y1, r: 43, fill: 'none', stroke: style.color, 'stroke-width': 7, 'stroke-dasharray': style.dashes }));
                return;
            }
            const length = Math.hypot(x2 - x1, y2 - y1);
            const [dx, dy] = [(x2 - x1) / length, (y2 - y1) / length];
            // Arrows between the same two squares lie beside each other.
            const same = arrows.map((arrow, i) => ({ arrow, i })).filter(({ arrow }) => (arrow.from === from && arrow.to === to) || (arrow.from === to && arrow.to === from));
            const shift = (from < to ? 1 : -1) * 26 * (same.findIndex(({ i }) => i === index) - (same.length - 1) / 2);
            const size = style.width < 6 ? 0.7 : 1;
            const tip = [x2 - dx * 10 - dy * shift, y2 - dy * 10 + dx * shift];
            const neck = [tip[0] - dx * 30 * size, tip[1] - dy * 30 * size];
            [x1, y1] = [x1 + dx * 22 - dy * shift, y1 + dy * 22 + dx * shift];
            const shaft = `M${x1} ${y1}L${neck[0]} ${neck[1]}`;
            const head = `M${tip[0]} ${tip[1]}L${neck[0] - dy * 19 * size} ${neck[1] + dx * 19 * size}L${neck[0] + dy * 19 * size} ${neck[1] - dx * 19 * size}Z`;
            group.append(
                svg('path', { d: shaft + head, fill: '#fff', stroke: '#fff', 'stroke-width': style.width + 5, 'stroke-opacity': 0.8 }),
                svg('path', { d: shaft, fill: 'none', stroke: style.color, 'stroke-width': style.width, 'stroke-dasharray': style.dashes }),
                svg('path', { d: head, fill: style.hollow ? '#fff' : style.color, stroke: style.color, 'stroke-width': style.hollow ? 5 : 3 }));
            if (label) {
                const [x, y] = [x1 + (neck[0] - x1) * 0.45, y1 + (neck[1] - y1) * 0.45];
                labels.append(
                    svg('circle', { cx: x, cy: y, r: 16, fill: '#fff', stroke: style.color, 'stroke-width': 4 }),
                    svg('text', { x, y: y + 7, fill: '#000' }, label));
            }
        });
        group.append(labels);
        return group;
    }

    /** @param {EventTarget | null} target */
    #squareAt(target) {
        const cell = target instanceof Element ? target.closest('[data-square]') : null;
        return cell && this.#grid.contains(cell) ? cell.getAttribute('data-square') : null;
    }

    /**
     * Puts the keyboard on a square.
     * @param {string} square
     */
    #moveTo(square) {
        const cell = this.#cells.get(square);
        if (!cell) return;
        this.#cells.get(this.#focused)?.setAttribute('tabindex', '-1');
        this.#focused = square;
        cell.setAttribute('tabindex', '0');
        cell.focus();
    }

    /** @param {KeyboardEvent} event */
    #onKey = event => {
        const square = this.#squareAt(event.target);
        if (!square || isCommand(event)) return;
        const { files, ranks, flipped } = this.#view;
        const sign = flipped ? -1 : 1;
        const [file, rank] = squarePlace(square);
        /** @type {Record<string, [number, number]>} */
        const ways = {
            ArrowLeft: [file - sign, rank], ArrowRight: [file + sign, rank], ArrowUp: [file, rank + sign], ArrowDown: [file, rank - sign],
            Home: [flipped ? files - 1 : 0, rank], End: [flipped ? 0 : files - 1, rank],
            PageUp: [file, flipped ? 0 : ranks - 1], PageDown: [file, flipped ? ranks - 1 : 0],
        };
        const way = ways[event.key];
        if (way) this.#moveTo(squareName(...way));
        else if (event.key === 'Enter' || event.key === ' ') this.#listeners.choose(square);
        else if (!this.#listeners.key?.(square, event.key)) return;
        event.preventDefault();
    };

    /** @param {PointerEvent} event */
    #onPointer = event => {
        const square = this.#squareAt(event.target);
        if (!square) return;
        this.#cells.get(this.#focused)?.setAttribute('tabindex', '-1');
        this.#focused = square;
        this.#cells.get(square)?.setAttribute('tabindex', '0');
        if (event.button === 2) return this.#drawFrom(event, square);
        if (event.button === 0) this.erase();
        const piece = this.#view.pieces.get(square);
        if (!piece || event.button !== 0 || !this.#listeners.lift?.(square)) return;
        this.drag(event, piece, to => this.#listeners.drop?.(square, to));
    };

    /** The arrows and circles that somebody drew go. */
    erase() {
        if (!this.#drawn.length) return;
        this.#drawn = [];
        this.#draw();
    }

    /**
     * An arrow to where the right button is let go, or a circle; the same again takes it away.
     * @param {PointerEvent} event @param {string} from
     */
    #drawFrom(event, from) {
        const up = (/** @type {PointerEvent} */ now) => {
            if (now.pointerId !== event.pointerId) return;
            window.removeEventListener('pointerup', up);
            const to = this.#squareAt(document.elementFromPoint(now.clientX, now.clientY));
            if (!to) return;
            const others = this.#drawn.filter(arrow => arrow.from !== from || arrow.to !== to);
            this.#drawn = others.length < this.#drawn.length ? others : [...others, { from, to, kind: 'drawn' }];
            this.#draw();
        };
        window.addEventListener('pointerup', up);
    }

    /**
     * Lets a piece follow the pointer from here, once it moves, to a square of this board.
     * @param {PointerEvent} event
     * @param {Piece} piece
     * @param {(square: string | null) => void} drop null: beside the board
     */
    drag(event, piece, drop) {
        const { pointerId, clientX, clientY } = event;
        const source = /** @type {Element} */ (event.target);
        const side = this.#grid.getBoundingClientRect().width / this.#view.files;
        /** @type {SVGSVGElement | null} */
        let ghost = null;
        const end = () => {
            ghost?.remove();
            window.removeEventListener('pointermove', move);
            window.removeEventListener('pointerup', up);
            window.removeEventListener('pointercancel', cancel);
        };
        const move = (/** @type {PointerEvent} */ now) => {
            if (now.pointerId !== pointerId) return;
            if (!ghost) {
                if (Math.hypot(now.clientX - clientX, now.clientY - clientY) < 5) return;
                ghost = svg('svg', { viewBox: '0 0 100 100', class: 'dragged' }, pieceDrawing(piece, 0, 0, !!this.#view.flipped));
                ghost.style.width = ghost.style.height = `${side}px`;
                document.body.append(ghost);
            }
            ghost.style.transform = `translate(${now.clientX - side / 2}px, ${now.clientY - side / 2}px)`;
        };
        const up = (/** @type {PointerEvent} */ now) => {
            if (now.pointerId !== pointerId) return;
            const dragged = !!ghost;
            end();
            if (!dragged) return;
            // The click that follows is the end of the drag and no click.
            const swallow = (/** @type {Event} */ click) => { click.stopPropagation(); click.preventDefault(); };
            window.addEventListener('click', swallow, { capture: true, once: true });
            setTimeout(() => window.removeEventListener('click', swallow, { capture: true }));
            drop(this.#squareAt(document.elementFromPoint(now.clientX, now.clientY)));
        };
        const cancel = () => end();
        if (source.hasPointerCapture(pointerId)) source.releasePointerCapture(pointerId);
        window.addEventListener('pointermove', move);
        window.addEventListener('pointerup', up);
        window.addEventListener('pointercancel', cancel);
    }
}
