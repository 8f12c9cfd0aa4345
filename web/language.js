// SPDX-License-Identifier: GPL-3.0-or-later
// The language of the page. English texts stand where they are used, and are the keys of the others, of which each language has one file in
// `languages/`, loaded where it is chosen. What the program says is English, but for its fixed words.

import { kept } from './kept.js';

/**
 * @typedef {object} Language
 * @property {Record<string, string>} texts
 * @property {Record<string, string>} names fixed words of the program: kinds of pieces, walls, what becomes of a problem's intended solutions
 */

/** Languages as they call themselves. */
export const languages = { en: 'English', de: 'Deutsch', es: 'Español', fr: 'Français', ja: '日本語', zh: '中文' };
/** @typedef {keyof typeof languages} Code */

/** @type {Record<Exclude<Code, 'en'>, string>} */
const files = { de: './de.js', es: './es.js', fr: './fr.js', ja: './ja.js', zh: './zh.js' };

/** @returns {Code} */
function wanted() {
    if (typeof document === 'undefined') return 'en';  // read by tools/site, and not in a browser
    const found = [kept('language') ?? '', ...navigator.languages.map(tag => tag.split('-')[0])].find(code => Object.hasOwn(languages, code));
    return /** @type {Code} */ (found ?? 'en');
}

/** @type {Language} */
const english = { texts: {}, names: {} };

/** @param {Code} code @returns {Promise<{code: Code, own: Language}>} */
async function load(code) {
    if (code === 'en') return { code, own: english };
    try {
        return { code, own: (await import(files[code])).default };
    } catch {
        return { code: 'en', own: english };  // its file did not come
    }
}

// Other modules have their texts as soon as they begin.
const { code, own } = await load(wanted());

/** The language that the page is in. */
export const language = code;
const plurals = new Intl.PluralRules(language);
const lists = new Intl.ListFormat(language);
const grouped = new Intl.NumberFormat(language);

/**
 * A text in the language of the page. Values stand in braces, and numbers among them are grouped. Where a number matters, `n`, the text has two
 * forms with `|` between, of one and of more; languages that do not tell them apart have one.
 * @param {string} text in English, written out where this is called: tests/page/languages.mjs finds it there
 * @param {Record<string, string | number>} [values]
 */
export function t(text, values = {}) {
    const [one, more = one] = (own.texts[text] ?? text).split('|');
    const form = plurals.select(Number(values.n)) === 'one' ? one : more;
    return form.replace(/\{(\w+)\}/g, (_, name) => {
        const value = values[name];
        return typeof value === 'number' ? number(value) : value;
    });
}

/**
 * A fixed word of the program, such as "queen".
 * @param {string} word
 */
export const named = word => own.names[word] ?? word;

/** @param {number} value */
export const number = value => grouped.format(value);

/** @param {string[]} parts with commas and "and" */
export const list = parts => lists.format(parts);

/** @param {(string | null | undefined | false)[]} parts those that say something, with commas */
export const commas = parts => parts.filter(Boolean).join(t(', '));

/**
 * Another language from now on: the page is loaded anew, and its address has its state.
 * @param {string} chosen
 */
export function choose(chosen) {
    kept('language', chosen);
    location.reload();
}
