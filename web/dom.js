// SPDX-License-Identifier: GPL-3.0-or-later
// Elements made in one expression, and small things that every part of the page does with them.

import { t } from './language.js';

/** @typedef {Node | string | null | undefined | false} Child */

/**
 * @param {Element} element
 * @param {Record<string, any>} attributes
 * @param {Child[]} children
 */
function fill(element, attributes, children) {
    for (const [name, value] of Object.entries(attributes)) {
        if (value === null || value === undefined || value === false) continue;
        if (typeof value === 'function') element.addEventListener(name.slice(2), value);
        else element.setAttribute(name, value === true ? '' : String(value));
    }
    for (const child of children) if (child) element.append(child);
}

/**
 * An HTML element. A function under `onclick` and the like is a listener; an attribute that is null, undefined or false is left out.
 * @template {keyof HTMLElementTagNameMap} Name
 * @param {Name} name
 * @param {Record<string, any>} [attributes]
 * @param {Child[]} children
 * @returns {HTMLElementTagNameMap[Name]}
 */
export function html(name, attributes = {}, ...children) {
    const element = document.createElement(name);
    fill(element, attributes, children);
    return element;
}

/**
 * An SVG element, made as `html` makes others.
 * @template {keyof SVGElementTagNameMap} Name
 * @param {Name} name
 * @param {Record<string, any>} [attributes]
 * @param {Child[]} children
 * @returns {SVGElementTagNameMap[Name]}
 */
export function svg(name, attributes = {}, ...children) {
    const element = document.createElementNS('http://www.w3.org/2000/svg', name);
    fill(element, attributes, children);
    return element;
}

/**
 * What stands between backticks is code.
 * @param {string} text
 */
export const marked = text => text.split('`').map((part, index) => (index % 2 ? html('code', {}, part) : part));

/**
 * A paragraph of that.
 * @param {string} text
 * @param {Record<string, any>} [attributes]
 */
export const prose = (text, attributes = {}) => html('p', attributes, ...marked(text));

/**
 * The element of index.html with this id.
 * @template {Element} Kind
 * @param {string} id
 * @param {new () => Kind} kind
 * @returns {Kind}
 */
export function byId(id, kind) {
    const element = document.getElementById(id);
    if (!(element instanceof kind)) throw new Error(`index.html has no #${id}`);
    return element;
}

/**
 * A button. Its label is what is read; `attributes.title` tells more.
 * @param {Child} label
 * @param {() => void} onclick
 * @param {Record<string, any>} [attributes]
 */
export function button(label, onclick, attributes = {}) {
    return html('button', { type: 'button', onclick, ...attributes }, label);
}

/**
 * What the program says, which is English whatever the language of the page.
 * @param {string} text
 */
export const english = text => text && html('span', { lang: 'en' }, text);

/** @param {unknown} error */
export const messageOf = error => (error instanceof Error ? error.message : String(error));

/**
 * Scrolls a list, and nothing else, so that one of its entries is seen.
 * @param {HTMLElement} list
 * @param {string} selector
 */
export function reveal(list, selector) {
    const entry = list.querySelector(selector);
    if (!entry) return;
    const [box, own] = [list.getBoundingClientRect(), entry.getBoundingClientRect()];
    if (own.top < box.top) list.scrollTop -= box.top - own.top + 4;
    else if (own.bottom > box.bottom) list.scrollTop += own.bottom - box.bottom + 4;
}

/** Only what is told last is read out, once the page is calm. */
let telling = 0;
/** What is read out: kept, since it goes with a dialog that is taken off the page. @type {HTMLElement | null} */
let voice = null;

/**
 * What is to be read out together, by what it is about.
 * @type {Map<string, {text: string, lang: string | null}>}
 */
const texts = new Map();

/**
 * Tells users of screen readers. What is said at about the same time is read out together, in its order; of what is about the same, the
 * last.
 * @param {string} text
 * @param {string} [about]
 * @param {string | null} [lang] another language than that of the page: what the program says is English
 */
export function say(text, about = '', lang = null) {
    clearTimeout(telling);
    texts.delete(about);
    texts.set(about, { text: text.replace(/[.。]$/, ''), lang });
    const live = voice ??= byId('live', HTMLElement);
    const place = document.querySelector('dialog[open]') ?? document.body;
    if (live.parentElement !== place) place.append(live);  // beside an open dialog nothing is read out
    telling = window.setTimeout(() => {
        live.replaceChildren(...[...texts.values()].flatMap(({ text, lang }, index) => [index ? ' ' : '', html('span', { lang }, text + (lang ? '.' : t('. ').trimEnd()))]));
        texts.clear();
    }, 120);
}

/**
 * Whether a key is a command to the browser or the system. Some keyboards have the characters that are keys here only with Option, or with AltGr,
 * which is Ctrl and Alt.
 * @param {KeyboardEvent} event
 */
export function isCommand({ key, ctrlKey, altKey, metaKey }) {
    const isCharacter = altKey && !metaKey && ['#', '*', '[', ']'].includes(key);
    return !isCharacter && (ctrlKey || altKey || metaKey);
}

let hiding = 0;

/**
 * Shows a short message for some seconds.
 * @param {string} text
 * @param {string | null} [lang] as of `say`
 */
export function notify(text, lang = null) {
    say(text, 'toast', lang);
    const toast = byId('toast', HTMLElement);
    toast.replaceChildren(html('span', { lang }, text));
    toast.hidden = false;
    clearTimeout(hiding);
    hiding = window.setTimeout(() => { toast.hidden = true; }, 4000);
}

/**
 * Marks an element as busy while work goes on, but not for what is done at once.
 * @template Result
 * @param {Element} element
 * @param {Promise<Result>} work
 * @returns {Promise<Result>}
 */
export async function whileBusy(element, work) {
    const mark = {};
    busy.set(element, mark);
    const timer = setTimeout(() => element.setAttribute('aria-busy', 'true'), quietMilliseconds);
    try {
        return await work;
    } finally {
        clearTimeout(timer);
        if (busy.get(element) === mark) element.removeAttribute('aria-busy');
    }
}

/**
 * Who made an element busy last: only that work ends it.
 * @type {WeakMap<Element, object>}
 */
const busy = new WeakMap();

/** Nothing that is over within this time is shown as work. */
export const quietMilliseconds = 150;

/** @param {number} milliseconds @returns {Promise<void>} */
export function pause(milliseconds) {
    return new Promise(resolve => setTimeout(resolve, milliseconds));
}

/**
 * Copies text, also where the browser has no clipboard for pages that came without TLS.
 * @param {string} text
 * @param {string} told once it is copied
 */
export async function copy(text, told) {
    try {
        await navigator.clipboard.writeText(text);
    } catch {
        const focused = document.activeElement;
        const field = html('textarea', { 'aria-hidden': 'true', class: 'unseen' });
        field.value = text;
        (document.querySelector('dialog[open]') ?? document.body).append(field);
        field.select();
        const copied = document.execCommand('copy');
        field.remove();
        if (focused instanceof HTMLElement) focused.focus();
        if (!copied) return notify(t('This browser does not let the page copy.'));
    }
    notify(told);
}

/**
 * Hands a file to the user.
 * @param {string} name
 * @param {Blob} content
 */
export function save(name, content) {
    const address = URL.createObjectURL(content);
    const link = html('a', { href: address, download: name });
    document.body.append(link);
    link.click();
    link.remove();
    setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

/**
 * Asks the user for a file and reads it as text.
 * @param {string} kinds of names that are offered, such as ".ini"
 * @param {number} limit in bytes
 * @param {(text: string, name: string) => void} use
 */
export function openFile(kinds, limit, use) {
    const input = html('input', { type: 'file', accept: kinds, class: 'unseen', 'aria-label': t('File to open') });
    input.addEventListener('change', async () => {
        const file = input.files?.[0];
        input.remove();
        if (!file) return;
        if (file.size > limit) notify(t('{name} is larger than the {n} byte that the program reads here.|{name} is larger than the {n} bytes that the program reads here.', { name: file.name, n: limit }));
        else use(await file.text(), file.name);
    });
    input.addEventListener('cancel', () => input.remove());
    (document.querySelector('dialog[open]') ?? document.body).append(input);
    input.click();
}
