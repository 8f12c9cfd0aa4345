// SPDX-License-Identifier: GPL-3.0-or-later
// What people paste: a FEN, a game, an address of this page or of another that has a FEN in it.

import { looksLikePgn } from './pgn.js';

/** @typedef {{address: string} | {pgn: string} | {fen: string, variant: string | null}} Pasted variant: null if nothing says which */

/** Names that others give to variants, without what is no letter or digit. */
const otherNames = new Map(Object.entries({ standard: 'chess', fromposition: 'chess', chess960: 'chess960', threecheck: '3check', '3check': '3check', koth: 'kingofthehill' }));

/** @param {string} name */
const bare = name => name.toLowerCase().replace(/[^a-z0-9]/g, '');

/**
 * The variant that others call so.
 * @param {string} name
 * @param {{name: string}[]} variants
 */
export function variantCalled(name, variants) {
    const wanted = otherNames.get(bare(name)) ?? bare(name);
    return variants.find(variant => bare(variant.name) === wanted)?.name ?? null;
}

const fen = /^[^\s/]+(\/[^\s/]+)*( |$)/;

/**
 * @param {string} text
 * @param {() => Promise<{name: string, ranks: number}[]>} allVariants asked where the text is an address of another page
 * @returns {Promise<Pasted | null>} null: nothing of these
 */
export async function readPasted(text, allVariants) {
    const words = text.trim();
    if (looksLikePgn(words)) return { pgn: words };
    if (!/^(https?:\/\/|www\.)/.test(words)) return fen.test(words) && !words.includes('\n') ? { fen: words, variant: null } : null;
    const own = /#\/\w+(\?|$)/.exec(words);
    if (own) return { address: words.slice(own.index) };
    let address;
    try {
        address = new URL(words.startsWith('www.') ? `https://${words}` : words);
    } catch {
        return null;
    }
    const variants = await allVariants();
    const segments = decoded(address.pathname).split('/').filter(Boolean);
    const variant = [...segments, address.searchParams.get('variant') ?? ''].map(name => variantCalled(name, variants)).find(Boolean) ?? null;
    const asked = address.searchParams.get('fen');
    if (asked) return { fen: asked.replaceAll('_', ' '), variant };
    const ranks = variants.find(({ name }) => name === (variant ?? 'chess'))?.ranks ?? 8;
    const board = segments.slice(-ranks).join('/').replaceAll('_', ' ');
    return segments.length >= ranks && fen.test(board) ? { fen: board, variant } : null;
}

/** @param {string} text */
function decoded(text) {
    try {
        return decodeURIComponent(text);
    } catch {
        return text;
    }
}
