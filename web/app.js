// SPDX-License-Identifier: GPL-3.0-or-later
// The shell: six places, their addresses, the language, the theme, and whether the program is there.

import { address, readAddress } from './address.js';
import { AtlasPlace } from './atlas.js';
import { byId, copy, html, say } from './dom.js';
import { welcomeTitle, welcomeWords } from './first.js';
import { HelpPlace } from './help.js';
import { kept } from './kept.js';
import { choose, language, languages, t } from './language.js';
import { PositionPlace } from './position.js';
import { ProblemsPlace } from './problems.js';
import { connection, ready } from './program.js';
import { PuzzlesPlace } from './puzzles.js';
import { SolvedPlace } from './solved.js';

/**
 * @typedef {object} Place
 * @property {string} title
 * @property {HTMLElement} element
 * @property {(values: Record<string, string>) => void} show restores the state that an address tells
 * @property {() => Record<string, string | number | boolean | null>} values what its address is to tell
 * @property {() => void} leave ends what goes on
 * @property {() => void} refresh asks again: the program is back
 */

/** @type {Record<string, Place>} */
const places = {};
let current = '';

/**
 * The state of a place has changed: the address follows.
 * @param {string} name
 * @param {boolean} replace
 */
function update(name, replace) {
    if (name !== current) return;
    const now = address(name, places[name].values());
    if (now !== location.hash) history[replace ? 'replaceState' : 'pushState'](null, '', now);
    mark();
}

places.position = new PositionPlace(replace => update('position', replace));
places.problems = new ProblemsPlace(replace => update('problems', replace));
places.puzzles = new PuzzlesPlace(replace => update('puzzles', replace));
places.solved = new SolvedPlace(replace => update('solved', replace));
places.atlas = new AtlasPlace(replace => update('atlas', replace));
places.help = new HelpPlace();

/** Links to the other places lead to where one was there. */
function mark() {
    for (const link of document.querySelectorAll('nav a')) {
        const name = link.getAttribute('data-place') ?? '';
        link.setAttribute('href', address(name, places[name].values()));
        if (name === current) link.setAttribute('aria-current', 'page');
        else link.removeAttribute('aria-current');
    }
}

/** Shows what the address tells. */
function show() {
    const asked = readAddress(location.hash);
    const name = Object.hasOwn(places, asked.place) ? asked.place : 'position';
    if (name !== current) {
        if (current) places[current].leave();
        byId('main', HTMLElement).replaceChildren(places[name].element);
        if (current) say(places[name].title);
        current = name;
        window.scrollTo(0, 0);
    }
    document.title = `${places[name].title} – Zermelo`;
    places[name].show(asked.values);
    mark();
}

window.addEventListener('popstate', show);
window.addEventListener('pagehide', () => places[current].leave());
window.addEventListener('pageshow', event => { if (event.persisted) places[current].refresh(); });

// What stands in index.html, in the language of the page.
document.documentElement.lang = language;
byId('skip', HTMLAnchorElement).textContent = t('Skip to the content');
document.querySelector('.mark')?.setAttribute('aria-label', t('Zermelo, start page'));
document.querySelector('nav')?.setAttribute('aria-label', t('Places'));
for (const link of document.querySelectorAll('nav a')) link.textContent = places[link.getAttribute('data-place') ?? ''].title;
const share = byId('share', HTMLButtonElement);
share.textContent = t('Copy link');
share.title = t('Copy the address of what is shown');
for (const [tag, text] of [['h1', welcomeTitle], ['p', welcomeWords]]) document.querySelector(`.on-its-way ${tag}`)?.replaceChildren(text);
document.querySelector('.on-its-way img')?.setAttribute('alt', t('The position'));

byId('skip', HTMLAnchorElement).addEventListener('click', event => {
    event.preventDefault();
    byId('main', HTMLElement).focus();
});
share.addEventListener('click', () => copy(location.href, t('Link copied.')));

const banner = byId('gone', HTMLElement);
connection.addEventListener('gone', () => {
    banner.textContent = t('The program does not answer. The page goes on by itself when it is back.');
    banner.hidden = false;
});
connection.addEventListener('loading', event => {
    const share = /** @type {CustomEvent<number>} */ (event).detail;
    const words = t('The program is on its way: {share} %', { share: 10 * Math.floor(10 * share) });
    if (banner.textContent !== words) banner.textContent = words;  // it is read out
    banner.hidden = share >= 1;
    banner.classList.toggle('calm', share < 1);
});
connection.addEventListener('back', () => {
    banner.hidden = true;
    say(t('The program is back.'));
    places[current].refresh();
});

const themes = ['system', 'light', 'dark'];
const themeNames = { system: t('Theme: as the system'), light: t('Theme: light'), dark: t('Theme: dark') };
const themeSigns = { system: '◐', light: '☀', dark: '☾' };

/** @param {string} theme */
function setTheme(theme) {
    const known = /** @type {keyof typeof themeNames} */ (themes.includes(theme) ? theme : 'system');
    document.documentElement.dataset.theme = known;
    const button = byId('theme', HTMLButtonElement);
    button.textContent = themeSigns[known];
    button.title = themeNames[known];
    button.setAttribute('aria-label', button.title);
}

setTheme(kept('theme') ?? 'system');
byId('theme', HTMLButtonElement).addEventListener('click', () => {
    setTheme(kept('theme', themes[(themes.indexOf(document.documentElement.dataset.theme ?? 'system') + 1) % themes.length]) ?? 'system');
    say(byId('theme', HTMLButtonElement).title);
});

const languageChoice = byId('language', HTMLSelectElement);
languageChoice.append(...Object.entries(languages).map(([code, name]) => html('option', { value: code, lang: code, selected: code === language }, name)));
languageChoice.setAttribute('aria-label', t('Language'));
languageChoice.addEventListener('change', () => choose(languageChoice.value));

// What stands there already, for the first address alone, stays until there is more to show.
if (!document.documentElement.classList.contains('first')) show();
else ready.then(show, show).finally(() => document.documentElement.classList.remove('first'));
