// SPDX-License-Identifier: GPL-3.0-or-later
// The rows of the atlas (docs/atlas/README.md), asked for when somebody looks at them, and the rules of a row's game.

/** @typedef {'mating' | 'pairs' | 'starts' | 'hunts'} FamilyName */
/** @typedef {Record<string, string>} Row by the columns of the file */
/** @typedef {{by: string[], texts: Record<string, string>}} Patterns rules files by the values of these columns, with other columns in braces */

const files = { mating: './mating.csv', pairs: './pairs.csv', starts: './starts.csv', hunts: './hunts.csv', rules: './rules.json' };

/** @type {Map<string, Promise<string>>} */
const asked = new Map();

/**
 * The text of a file of the atlas, which may be packed. One that did not come is asked for again.
 * @param {keyof typeof files} name
 * @returns {Promise<string>}
 */
function textOf(name) {
    const there = asked.get(name);
    if (there) return there;
    const text = load(new URL(files[name], import.meta.url));
    asked.set(name, text);
    text.catch(() => asked.delete(name));
    return text;
}

/** @param {URL} address */
async function load(address) {
    const response = await fetch(address);
    if (!response.ok) throw new Error(`${address.pathname}: status ${response.status}`);
    const bytes = new Uint8Array(await response.arrayBuffer());
    if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return new TextDecoder().decode(bytes);
    return new Response(new Blob([bytes]).stream().pipeThrough(new (/** @type {any} */ (window)).DecompressionStream('gzip'))).text();
}

/**
 * The cells of a line of a file; one with a comma or a quotation mark stands in quotation marks.
 * @param {string} line
 */
function cellsOf(line) {
    if (!line.includes('"')) return line.split(',');
    return [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)].map(([, quoted, plain]) => quoted?.replaceAll('""', '"') ?? plain);
}

/**
 * All rows of a family, in the order of its file.
 * @param {FamilyName} family
 * @returns {Promise<Row[]>}
 */
export async function rowsOf(family) {
    const [head, ...lines] = (await textOf(family)).trimEnd().split('\n');
    const columns = head.split(',');
    return lines.map(line => {
        const cells = cellsOf(line);
        return Object.fromEntries(columns.map((column, index) => [column, cells[index]]));
    });
}

/**
 * The rules file of a row's game, whose start is the row's position.
 * @param {FamilyName} family
 * @param {Row} row
 */
export async function rulesOf(family, row) {
    /** @type {Record<FamilyName, Patterns>} */
    const all = JSON.parse(await textOf('rules'));
    const { by, texts } = all[family];
    return texts[by.map(column => row[column]).join(' ')].replace(/\{(\w+)\}/g, (_, column) => row[column]);
}
