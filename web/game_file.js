// SPDX-License-Identifier: GPL-3.0-or-later
// Games as files: PGN, whose moves the program names and reads, and an animated picture.

import { animated } from './animated.js';
import { readFen } from './fen.js';
import { allVariants, findVariant } from './knowledge.js';
import { variantCalled } from './pasted.js';
import { isWestern } from './glyphs.js';
import { readPgn, writePgn } from './pgn.js';
import { pngOf } from './picture.js';
import * as program from './program.js';
import { withLine } from './tree.js';

/** @typedef {import('./game_tree.js').GameTree} GameTree */
/** @typedef {import('./program.js').Game} Game */
/** @typedef {import('./tree.js').Line} Line */

/**
 * The game of a PGN. Rejects where there is no such variant, or a move is not legal.
 * @param {string} text
 * @param {Game} current the game where the text names none
 * @returns {Promise<{game: Game, fen: string, lines: Line[]}>} fen: empty for the variant's start
 */
export async function readGame(text, current) {
    const { tags, lines } = readPgn(text);
    const named = tags.get('Variant');
    const variant = named ? variantCalled(named, await allVariants()) : 'chess';
    if (!variant) throw new Error(`There is no variant that is called ${named}.`);
    const game = named || !current.rules ? { variant } : current;
    const fen = tags.get('FEN') ?? '';
    const begin = fen || (await findVariant(game)).start_fen;
    /** @type {Line[]} */
    let read = [];
    for (const line of lines) read = withLine(read, (await program.line(game, begin, line)).moves.map(({ move }) => move));
    return { game, fen, lines: read };
}

/**
 * A game with its variations as PGN, and the moves marked that wasted something.
 * @param {string} variant
 * @param {GameTree} tree
 * @param {Line[]} lines
 * @param {boolean} fromStart the game begins where the variant does
 */
export function writeGame(variant, tree, lines, fromStart) {
    const { side, counters } = readFen(tree.begin);
    const end = tree.knowledge(lines[0] ?? []).at(-1)?.setup;
    const whiteWins = end && (end.category === 'win') === (end.side_to_move === 'white');
    const result = !end?.game_over ? '*' : end.category === 'draw' ? '1/2-1/2' : whiteWins ? '1-0' : '0-1';
    const unknown = { Event: '?', Site: '?', Date: '????.??.??', Round: '?', White: '?', Black: '?', Result: result };
    const tags = { ...unknown, ...(variant === 'chess' ? {} : { Variant: variant }), ...(fromStart ? {} : { SetUp: '1', FEN: tree.begin }) };
    return writePgn(tags, lines, side === 'b', Number(counters.split(' ').at(-1)) || 1, path => tree.nameOf(path) + (tree.judgement(path)?.mark ?? ''));
}

const frameMilliseconds = 900;  // that each position is seen

/**
 * Positions as an animated picture.
 * @param {Game} game
 * @param {string[]} fens
 * @param {boolean} flipped
 */
export async function film(game, fens, flipped) {
    const frames = [];
    for (const fen of fens) frames.push(new Uint8Array(await (await pngOf(await program.draw(game, fen, flipped, isWestern()), 1)).arrayBuffer()));
    return animated(frames, frameMilliseconds);
}
