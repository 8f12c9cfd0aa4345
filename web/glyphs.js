// SPDX-License-Identifier: GPL-3.0-or-later
// Drawings of pieces: the program's own, in one hidden place of the document from where boards and palettes use them.

import { byId, svg } from './dom.js';
import { t } from './language.js';
import * as program from './program.js';

/** @typedef {{letter: string, white: boolean, promoted?: boolean, wasPawn?: boolean, name: string, picture: string | null}} Piece */

/** @type {Map<string, Promise<void>>} */
const known = new Map();

/**
 * Loads the drawings of these kinds, each once.
 * @param {Iterable<{picture: string | null}>} kinds
 */
export async function loadGlyphs(kinds) {
    const work = [];
    for (const { picture } of kinds) {
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
 */
export function pieceDrawing(piece, x = 0, y = 0) {
    const body = piece.white ? '#fff' : '#2b2b2b';
    const line = piece.white ? '#1a1a1a' : '#f2f2f2';
    const group = svg('g', { class: 'piece', transform: `translate(${x} ${y})`, 'stroke-linejoin': 'round', 'stroke-linecap': 'round' });
    if (piece.picture)
        group.append(svg('use', { href: '#glyph-' + piece.picture, fill: body, color: line, stroke: '#111', 'stroke-width': 3.2 }));
    else
        group.append(
            svg('circle', { cx: 50, cy: 50, r: 37, fill: body, stroke: '#111', 'stroke-width': 3.2 }),
            svg('circle', { cx: 50, cy: 50, r: 31.5, fill: 'none', stroke: line, 'stroke-width': 1.8 }),
            svg('text', { x: 50, y: 65, 'font-size': 42, 'font-weight': 'bold', 'text-anchor': 'middle', fill: line }, piece.letter));
    const mark = piece.promoted ? '+' : piece.wasPawn ? '~' : '';
    const corner = { x: 17, y: 33, 'font-size': 40, 'font-weight': 'bold', 'text-anchor': 'middle' };
    if (mark)
        group.append(svg('text', { ...corner, fill: 'none', stroke: '#fff', 'stroke-width': 8 }, mark), svg('text', { ...corner, fill: '#8A2500' }, mark));
    return group;
}

/**
 * A piece as a picture of its own.
 * @param {Piece} piece
 */
export function pieceIcon(piece) {
    return svg('svg', { viewBox: '0 0 100 100', 'aria-hidden': 'true', class: 'icon' }, pieceDrawing(piece));
}

/** @param {Piece} piece */
export function pieceName({ white, promoted, name, wasPawn }) {
    const man = promoted ? t('promoted {man}', { man: name }) : name;
    const words = white ? t('white {man}', { man }) : t('black {man}', { man });
    return wasPawn ? t('{man} (a promoted pawn)', { man: words }) : words;
}
