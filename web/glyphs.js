// SPDX-License-Identifier: GPL-3.0-or-later
// Drawings of pieces: the program's own, in one hidden place of the document from where boards and palettes use them.

import { byId, svg } from './dom.js';
import { kept } from './kept.js';
import { t } from './language.js';
import * as program from './program.js';

/** @typedef {import('./program.js').OwnPictures} OwnPictures */
/** @typedef {import('./program.js').Variant} Variant */
/** @typedef {'figure' | 'wedge' | 'red' | 'green'} Make how sides are told apart, and what stands for a man without a drawing */
/** @typedef {{letter: string, white: boolean, promoted?: boolean, wasPawn?: boolean, name: string, picture: string | null, make?: Make}} Piece */

let western = kept('western') === 'true';

/** Whether boards and men are those of chess, whatever the variant's own are. */
export const isWestern = () => western;

/** @param {boolean} wanted kept in this browser */
export function setWestern(wanted) {
    western = wanted;
    kept('western', String(wanted));
}

/** @type {Partial<Record<Variant['look'], Make>>} */
const makes = { shogi: 'wedge', xiangqi: 'red', janggi: 'green' };

/**
 * What a man of a kind looks like.
 * @param {Variant['look'] | undefined} look
 * @param {{picture: string | null, own_pictures?: OwnPictures | null} | undefined} kind
 * @param {{white: boolean, promoted?: boolean}} man
 * @returns {{picture: string | null, make: Make}}
 */
export function drawingOf(look, kind, { white, promoted }) {
    if (!kind?.own_pictures || isWestern()) return { picture: kind?.picture ?? null, make: 'figure' };
    return { picture: kind.own_pictures[promoted ? 'turned' : white ? 'white' : 'black'], make: makes[look ?? 'western'] ?? 'figure' };
}

/** @type {Map<string, Promise<void>>} */
const known = new Map();

/**
 * Loads the drawings of these kinds, each once.
 * @param {Iterable<{picture: string | null, own_pictures?: OwnPictures | null}>} kinds
 */
export async function loadGlyphs(kinds) {
    const work = [];
    for (const picture of [...kinds].flatMap(({ picture, own_pictures: own }) => (own && !isWestern() ? [own.white, own.black, own.turned] : [picture]))) {
        if (!picture) continue;
        let loading = known.get(picture);
        if (!loading) {
            loading = load(picture);
            known.set(picture, loading);
            loading.catch(() => known.delete(picture));
        }
        work.push(loading);
    }
    await Promise.all(work);
}

/** @param {string} picture */
async function load(picture) {
    const drawing = new DOMParser().parseFromString(await program.piece(picture), 'image/svg+xml').documentElement;
    const glyph = svg('g', { id: 'glyph-' + picture });
    for (const child of [...drawing.children]) glyph.append(document.importNode(child, true));
    byId('glyphs', SVGSVGElement).append(glyph);
}

/**
 * A piece in a box of 100 by 100 at x, y, with the looks that `zermelo draw` gives it.
 * @param {Piece} piece
 * @param {number} [x]
 * @param {number} [y]
 * @param {boolean} [flipped] Black's side is at the bottom
 */
export function pieceDrawing(piece, x = 0, y = 0, flipped = false) {
    const { body, line } = colorsOf(piece);
    const wedge = piece.make === 'wedge';
    const turn = wedge && piece.white === flipped ? ' rotate(180 50 50)' : '';
    const group = svg('g', { class: 'piece', transform: `translate(${x} ${y})${turn}`, 'stroke-linejoin': 'round', 'stroke-linecap': 'round' });
    if (piece.picture)
        group.append(svg('use', { href: '#glyph-' + piece.picture, fill: body, color: line, stroke: '#111', 'stroke-width': 3.2 }));
    else if (wedge)
        group.append(
            svg('path', { d: 'M50 7L78 19L89 91H11L22 19Z', fill: body, stroke: '#111', 'stroke-width': 3.2 }),
            svg('text', { x: 50, y: 72, 'font-size': 46, 'font-weight': 'bold', 'text-anchor': 'middle', fill: line }, piece.letter));
    else
        group.append(
            svg('circle', { cx: 50, cy: 50, r: 37, fill: body, stroke: '#111', 'stroke-width': 3.2 }),
            svg('circle', { cx: 50, cy: 50, r: 31.5, fill: 'none', stroke: line, 'stroke-width': 1.8 }),
            svg('text', { x: 50, y: 65, 'font-size': 42, 'font-weight': 'bold', 'text-anchor': 'middle', fill: line }, piece.letter));
    // What has turned is red, or another figure, among the men of other boards.
    const shown = piece.make && piece.make !== 'figure' ? wedge : piece.picture?.includes('-');
    const mark = piece.promoted && !shown ? '+' : piece.wasPawn ? '~' : '';
    const corner = { x: 17, y: 33, 'font-size': 40, 'font-weight': 'bold', 'text-anchor': 'middle' };
    if (mark)
        group.append(svg('text', { ...corner, fill: 'none', stroke: '#fff', 'stroke-width': 8 }, mark), svg('text', { ...corner, fill: '#8A2500' }, mark));
    return group;
}

/** @param {Piece} piece */
function colorsOf({ white, promoted, make = 'figure' }) {
    const [red, green, ink] = ['#A3201A', '#0B5D3B', '#1a1a1a'];
    if (make === 'figure') return white ? { body: '#fff', line: ink } : { body: '#2b2b2b', line: '#f2f2f2' };
    const body = white ? '#FBEFD3' : '#DDB87B';
    if (make === 'wedge') return { body, line: promoted ? red : ink };
    return make === 'red' ? { body, line: white ? red : ink } : { body, line: white ? green : red };
}

/**
 * A piece as a picture of its own.
 * @param {Piece} piece
 * @param {boolean} [flipped]
 */
export function pieceIcon(piece, flipped) {
    return svg('svg', { viewBox: '0 0 100 100', 'aria-hidden': 'true', class: 'icon' }, pieceDrawing(piece, 0, 0, flipped));
}

/** @param {Piece} piece */
export function pieceName({ white, promoted, name, wasPawn }) {
    const man = promoted ? t('promoted {man}', { man: name }) : name;
    const words = white ? t('white {man}', { man }) : t('black {man}', { man });
    return wasPawn ? t('{man} (a promoted pawn)', { man: words }) : words;
}
