// SPDX-License-Identifier: GPL-3.0-or-later
// What the program has said of positions, kept for a while: stepping back and forth asks nothing twice.

import { pause } from './dom.js';
import { loadGlyphs } from './glyphs.js';
import * as program from './program.js';

/** @typedef {import('./program.js').Game} Game */
/** @typedef {import('./program.js').Setup} Setup */
/** @typedef {import('./program.js').Value} Value */
/** @typedef {import('./program.js').Variant} Variant */
/** @typedef {{setup: Setup, value: Value | null}} Knowledge value: null while it is not known what tables say */

const most = 300;  // positions that are kept

/** @param {Game} game */
const keyOfGame = game => game.variant + '\n' + (game.rules ?? '');

/** @type {Map<string, Knowledge>} */
const positions = new Map();
/** @type {Map<string, Variant>} */
const variants = new Map();

/** @type {Promise<Variant[]> | null} */
let list = null;

/** All variants, asked for once. */
export function allVariants() {
    list ??= program.variants().catch(error => {
        list = null;
        throw error;
    });
    return list;
}

/** All is asked anew: the program may have other tables now. */
export function forget() {
    positions.clear();
    normalForms.clear();
    variants.clear();
    list = null;
}

/**
 * @param {Game} game
 * @param {AbortSignal} [signal]
 * @returns {Promise<Variant>} with the drawings of its pieces at hand
 */
export async function findVariant(game, signal) {
    const key = keyOfGame(game);
    let variant = variants.get(key);
    if (!variant) {
        variant = await program.variant(game, signal);
        await loadGlyphs(variant.kinds);
        variants.set(key, variant);
    }
    return variant;
}

/**
 * The FENs that were asked about, and what the program calls the same position.
 * @type {Map<string, string>}
 */
const normalForms = new Map();

/**
 * @param {Game} game
 * @param {string} fen
 */
const keyOf = (game, fen) => keyOfGame(game) + '\n' + fen;

/**
 * @param {Game} game
 * @param {string} fen
 * @returns {Knowledge | undefined}
 */
export function known(game, fen) {
    const key = keyOf(game, fen);
    return positions.get(normalForms.get(key) ?? key);
}

/**
 * @param {Game} game
 * @param {string} fen
 * @param {Knowledge} knowledge
 */
function keep(game, fen, knowledge) {
    const key = keyOf(game, knowledge.setup.fen);
    normalForms.set(keyOf(game, fen), key);
    positions.delete(key);
    positions.set(key, knowledge);
    if (positions.size > most) positions.delete(positions.keys().next().value ?? '');
    if (normalForms.size > 2 * most) normalForms.clear();  // that costs a question, no more
}

/**
 * A search has found more than tables know.
 * @param {Game} game
 * @param {string} fen
 * @param {Value} value
 */
export function learn(game, fen, value) {
    const before = known(game, fen);
    if (before) keep(game, fen, { ...before, value });
}

/** The line that was made readable last: a search tells the same one many times. */
let readLine = { key: '', moves: /** @type {program.LineMove[]} */ ([]) };

/**
 * The same value with its line in the notation that people read.
 * @param {Game} game
 * @param {Value} value
 * @param {AbortSignal} [signal]
 * @returns {Promise<Value>}
 */
export async function readable(game, value, signal) {
    if (!value.line?.length) return value;
    const moves = value.line.map(({ move }) => move);
    const key = keyOf(game, value.fen) + moves.join(' ');
    if (readLine.key !== key) readLine = { key, moves: (await program.line(game, value.fen, moves, signal)).moves };
    return { ...value, line: readLine.moves };
}

/**
 * Asks about a position: first comes what the rules say, then what tables know.
 * @param {Game} game
 * @param {string} fen
 * @param {AbortSignal} signal
 * @param {(knowledge: Knowledge) => void} report called once or twice
 * @param {number | null} patience how long, in milliseconds, the first report waits for the second; null: there is one report
 */
export async function ask(game, fen, signal, report, patience) {
    const before = known(game, fen);
    if (before?.value || before?.setup.violations.length) {
        report(before);
        return;
    }
    const setup = before?.setup ?? await program.setup(game, fen, signal);
    keep(game, fen, { setup, value: null });
    if (setup.violations.length) {
        report({ setup, value: null });
        return;
    }
    const asked = program.value(game, fen, signal).then(value => readable(game, value, signal));
    let value = patience === null ? await asked : await Promise.race([asked, pause(patience)]);
    if (!value) {
        if (!signal.aborted) report({ setup, value: null });
        value = await asked;
    }
    keep(game, fen, { setup, value });
    if (!signal.aborted) report({ setup, value });
}
