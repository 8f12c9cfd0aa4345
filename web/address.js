// SPDX-License-Identifier: GPL-3.0-or-later
// Addresses behind `#`: a place and its state, as `#/position?variant=chess&fen=…`.

/** @typedef {{place: string, values: Record<string, string>}} Address */

/** Characters of a text that an address can tell; a longer one is left out. */
export const longestText = 30_000;

/** Characters that stand for themselves, so that addresses can be read; a blank is written `_`, which FENs do not have. */
const plain = /%(?:2F|2C|3A|3B|2A|7E|7C|40|28|29)/g;

/** @param {string} value */
function encoded(value) {
    return encodeURIComponent(value).replaceAll('_', '%5F').replaceAll('%20', '_').replace(plain, decodeURIComponent);
}

/** @param {string} value */
function decoded(value) {
    return decodeURIComponent(value.replaceAll('_', '%20'));
}

/**
 * @param {string} place
 * @param {Record<string, string | number | boolean | null | undefined>} values those that are empty, false or null are left out
 */
export function address(place, values) {
    const parts = [];
    for (const [name, value] of Object.entries(values))
        if (value !== null && value !== undefined && value !== false && value !== '')
            parts.push(`${name}=${encoded(value === true ? '1' : String(value))}`);
    return `#/${place}` + (parts.length ? '?' + parts.join('&') : '');
}

/**
 * Reads what `address` wrote; what cannot be read is left out.
 * @param {string} hash
 * @returns {Address}
 */
export function readAddress(hash) {
    const [place, query = ''] = hash.replace(/^#\/?/, '').split('?', 2);
    /** @type {Record<string, string>} */
    const values = {};
    for (const part of query.split('&')) {
        const equal = part.indexOf('=');
        if (equal < 1) continue;
        try {
            values[part.slice(0, equal)] = decoded(part.slice(equal + 1));
        } catch {
            // A broken escape: somebody's mail program cut the address. The rest of it still says something.
        }
    }
    return { place, values };
}
