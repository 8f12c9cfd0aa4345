// SPDX-License-Identifier: GPL-3.0-or-later
// Setting up a position on a board: with pieces of a palette, by dragging, with the keyboard.

import { say } from './dom.js';
import { withSquare } from './fen.js';
import { drawingOf, isWestern, pieceName } from './glyphs.js';
import { named, t } from './language.js';
import { Palette } from './palette.js';

/** @typedef {import('./board.js').Board} Board */
/** @typedef {import('./fen.js').Man} Man */
/** @typedef {import('./fen.js').Placement} Placement */
/** @typedef {import('./glyphs.js').Piece} Piece */
/** @typedef {import('./palette.js').Brush} Brush */
/** @typedef {import('./program.js').Variant} Variant */
/**
 * The place that has the board, and what is set up on it.
 * @typedef {object} Place
 * @property {() => Board} board
 * @property {() => Variant | null} variant
 * @property {() => Placement} placement
 * @property {() => string | null} selected the square whose piece a click moves
 * @property {(square: string | null) => void} select
 * @property {(placement: Placement) => void} edit the placement is another one now
 * @property {(brush: Brush | null) => void} chosen a piece of the palette is chosen, or none any more
 */

export class SettingUp {
    #place;

    /** @param {Place} place */
    constructor(place) {
        this.#place = place;
        this.palette = new Palette(place.chosen, (event, piece) => place.board().drag(event, piece, square => { if (square) this.#put(square, piece); }));
    }

    /** The palette has the pieces of another variant. */
    showPieces() {
        const variant = this.#place.variant();
        this.palette.show({ white: piecesOf(variant, true), black: piecesOf(variant, false) }, ['eraser', variant?.wall ? 'wall' : 'hole', 'barred']);
    }

    /**
     * A click or Enter on a square.
     * @param {string} square
     */
    choose(square) {
        const { brush } = this.palette;
        const { men } = this.#place.placement();
        const selected = this.#place.selected();
        if (brush === 'eraser') this.#put(square, null);
        else if (brush === 'hole' || brush === 'wall' || brush === 'barred') this.#put(square, brush === 'wall' ? 'hole' : brush);
        else if (typeof brush === 'object' && brush) {
            const there = men.get(square);
            this.#put(square, there && there.letter === brush.letter.toUpperCase() && there.white === brush.white ? null : brush);
        } else if (selected && selected !== square) {
            this.drop(selected, square);
        } else {
            this.#place.select(selected || !men.has(square) ? null : square);
        }
    }

    /**
     * @param {string} square
     * @param {string} key
     * @returns {boolean} whether it meant something
     */
    key(square, key) {
        const what = this.#meaning(key);
        if (what !== undefined) this.#put(square, what);
        return what !== undefined;
    }

    /**
     * Whether a key means something.
     * @param {string} key
     */
    means(key) {
        return this.#meaning(key) !== undefined;
    }

    /**
     * What a key puts on a square.
     * @param {string} key
     * @returns {Piece | 'hole' | 'barred' | null | undefined} null: nothing stands there then; undefined: it means nothing
     */
    #meaning(key) {
        if (key === 'Delete' || key === 'Backspace') return null;
        if (key === '*') return 'hole';
        if (key === '#') return 'barred';
        const kind = key.length === 1 ? this.#place.variant()?.kinds.find(({ letter }) => letter.toUpperCase() === key.toUpperCase()) : undefined;
        return kind && pieceOf(this.#place.variant(), { letter: kind.letter.toUpperCase(), white: key !== key.toLowerCase(), promoted: false });
    }

    /** @param {string} from @param {string | null} to null: beside the board */
    drop(from, to) {
        const placement = this.#place.placement();
        const man = placement.men.get(from);
        if (!man || from === to) return;
        const without = withSquare(placement, from, null);
        this.#place.edit(to ? withSquare(without, to, man) : without);
    }

    /** @param {string} square @param {Piece | 'hole' | 'barred' | null} what */
    #put(square, what) {
        const man = what && typeof what === 'object' ? { letter: what.letter.toUpperCase(), white: what.white, promoted: !!what.promoted } : what;
        this.#place.edit(withSquare(this.#place.placement(), square, man));
        say(typeof what === 'object' && what ? t('{man} on {square}', { man: pieceName(what), square }) : t('{square} changed', { square }));
    }
}

/** @param {Variant | null} variant @param {boolean} white @returns {Piece[]} */
function piecesOf(variant, white) {
    return (variant?.kinds ?? []).map(({ letter }) => pieceOf(variant, { letter: letter.toUpperCase(), white, promoted: false }));
}

/** @param {Variant | null} variant @param {Man} man @returns {Piece} */
export function pieceOf(variant, man) {
    const kind = variant?.kinds.find(({ letter }) => letter.toUpperCase() === man.letter);
    return { ...man, name: kind ? shownName(kind.name, kind.letter) : man.letter, ...drawingOf(variant?.look, kind, man) };
}

/**
 * The board below the men of a variant, as boards show it.
 * @param {Variant | null} variant
 */
export const groundOf = variant => (isWestern() ? null : variant?.board);

/**
 * Pieces of rules files that have no name are called by their letter.
 * @param {string | null} name
 * @param {string} letter
 */
export const shownName = (name, letter) => (name ? named(name) : t('piece {letter}', { letter }));
