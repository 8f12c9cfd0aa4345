// SPDX-License-Identifier: GPL-3.0-or-later
// The place Help: what an exact value is, what is not known, the API, the keys.

import { address } from './address.js';
import { button, copy, html, prose } from './dom.js';
import { t } from './language.js';
import { server } from './program.js';
import { badge } from './values.js';

/** @typedef {import('./dom.js').Child} Child */

/** @param {string} id @param {string} title @param {Child[]} content */
const section = (id, title, ...content) => html('section', { class: 'panel', 'aria-labelledby': id }, html('h2', { id }, title), ...content);

const ending = '8/8/8/8/8/2k5/1R6/K7 w';
const mate = '6B1/8/5Q2/8/2K1k3/8/8/8 w';

/**
 * What each call is for, and a line that can be pasted into a shell.
 * @type {[words: string, method: string, path: string, body?: object | string][]}
 */
const calls = [
    [t('The program: its version, its limits.'), 'GET', 'server'],
    [t('All variants.'), 'GET', 'variants'],
    [t('One: its board, its pieces, its rules in words and as a file.'), 'GET', 'variants/knightmate'],
    [t('The same of a rules file of your own.'), 'POST', 'variant', { rules: '[mini:chess]\nmaxFile = 5\nmaxRank = 5\nstartFen = rnbqk/ppppp/5/PPPPP/RNBQK w - - 0 1\ncastling = false\ndoubleStep = false\n' }],
    [t('Is a rules file good? Each mistake has its line and column.'), 'POST', 'rules', { rules: '[mine:chess]\nmaxFile = 99\n' }],
    [t('The drawing of a piece.'), 'GET', 'pieces/knight.svg'],
    [t('A position checked, all reasons at once; its legal moves.'), 'POST', 'position', { variant: 'chess', fen: '4k3/8/8/8/8/8/8/4K2R w K - 0 1' }],
    [t('Moves played one after the other.'), 'POST', 'line', { variant: 'chess', line: 'e2e4 e7e5 g1f3' }],
    [t('The value of a position and of every move, from tables; with best play.'), 'POST', 'value', { variant: 'chess', fen: ending, line: true }],
    [t('The same by search: a job.'), 'POST', 'jobs', { kind: 'moves', variant: 'chess', fen: mate }],
    [t('Who wins, at any length: a job.'), 'POST', 'jobs', { kind: 'value', variant: 'chess', fen: mate }],
    [t('A proof of a win within a number of plies, with its certificate: a job.'), 'POST', 'jobs', { kind: 'prove', variant: 'chess', fen: mate, plies: 5, certificate: true }],
    [t('All solutions of a composed problem: a job.'), 'POST', 'jobs', { kind: 'problem', variant: 'chess', fen: mate, stipulation: '#3', variations: true }],
    [t('How far a job is, and what it has found. Ask again within ten seconds, or it ends.'), 'GET', 'jobs/ID'],
    [t('End a job.'), 'DELETE', 'jobs/ID'],
    [t('A picture.'), 'POST', 'draw', { variant: 'chess', line: 'e2e4' }],
    [t('A composed problem as journals print it.'), 'POST', 'problem/draw', { variant: 'chess', fen: mate, stipulation: '#3', authors: ['A. Nonym'] }],
    [t('The puzzles; one with its families of generated games.'), 'GET', 'puzzles'],
    [t('One puzzle.'), 'GET', 'puzzles/simplified'],
    [t('Verdicts of an input.'), 'POST', 'puzzles/simplified/judge', { text: '1\n2 1 1\nN B 2\nQ B 1\nQ A 4\n' }],
    [t('The reason of one of them.'), 'POST', 'puzzles/simplified/explain', { text: '1\n2 1 1\nN B 2\nQ B 1\nQ A 4\n', game: 1 }],
    [t('Games of a family.'), 'POST', 'puzzles/cheesy/generate', { family: 'walls', seed: 1, count: 3 }],
    [t('The tables at hand.'), 'GET', 'tables'],
    [t('What they know of a variant.'), 'GET', 'tables/chess'],
    [t('Many positions: a line of JSON in for each, a line out, in order.'), 'POST', 'batch', `{"variant":"chess","fen":"${ending}"}\n`],
    [t('All of this for machines.'), 'GET', 'openapi.json'],
    [t('The shape of every answer.'), 'GET', 'schema.json'],
];

/** @param {string} method @param {string} path @param {object | string} [body] */
function curl(method, path, body) {
    const quoted = (/** @type {string} */ text) => `'${text.replaceAll("'", "'\\''")}'`;
    const target = `${location.origin}/api/v1/${path}`;
    if (method === 'DELETE') return `curl -X DELETE ${target}`;
    if (!body) return `curl ${target}`;
    return typeof body === 'string'
        ? `printf '%s' ${quoted(body.trimEnd())} | curl -H 'Content-Type: application/x-ndjson' --data-binary @- ${target}`
        : `curl --json ${quoted(JSON.stringify(body))} ${target}`;
}

/** @type {[keys: string[], words: string][]} */
const keys = [
    [['Tab'], t('to the board and away from it; on the board, one square has the keyboard')],
    [['←', '→', '↑', '↓'], t('to the next square')],
    [[t('Home'), t('End'), t('Page Up'), t('Page Down')], t('to the edge of the board')],
    [[t('Enter'), t('Space')], t('take the piece there; again elsewhere: move it. With a piece of the palette: put it')],
    [['Esc'], t('let go')],
    [['K', 'k', '…'], t('the white, the black piece with this letter')],
    [[t('Del')], t('take the piece away')],
    [['*'], t('no square here, or one again; a wall in games that make walls')],
    [['#'], t('a square that no piece may enter')],
    [['[', ']'], t('one move back, one forward')],
    [['←', '→'], t('beside the board: one move back, one forward')],
    [['↑', '↓'], t('beside the board: the variation before, the next')],
    [[t('Home'), t('End')], t('beside the board: to the beginning of the line, to its end')],
    [[t('Ctrl-Z')], t('undo, and with Shift redo')],
    [['f'], t('flip the board')],
];

/** The program that answers here. */
const about = html('p', { class: 'note' });

export class HelpPlace {
    title = t('Help');
    element = html('div', { class: 'place help' },
        html('h1', {}, t('The truth of a position')),
        section('help-exact', t('What an exact value is'),
            prose(t('In 1913 Ernst Zermelo showed that every position of a game like chess has an exact value: one side can force a win, or neither can. This page shows that value. It is no estimate, and it does not get better with more time.')),
            prose(t('A win or a loss comes with its distance: the number of plies to the end if both sides play their best. A ply is one move by one side. Who wins hastens, who loses delays.')),
            html('ul', { class: 'signs' },
                html('li', {}, badge('win'), html('span', {}, t('Who makes this move can force a win.'))),
                html('li', {}, badge('draw'), html('span', {}, t('Neither side can force a win.'))),
                html('li', {}, badge('loss'), html('span', {}, t('After this move the other side can force a win.'))),
                html('li', {}, badge('unknown'), html('span', {}, t('Not known yet. It may be any of the three.'))))),
        section('help-unknown', t('What “not known yet” means'),
            prose(t('Values come from tables of solved positions, or from a search that proves them. Where no table knows a position, the page says so. “Who wins?” then starts a search within limits of time and memory. If it ends without a proof, the value is still not known. That is never taken for a draw.')),
            about),
        section('help-places', t('The places'),
            html('ul', {},
                html('li', {}, html('a', { href: address('position', {}) }, t('Position')), t(': set a position up, of a shipped game or of your own rules, and see what every move is worth. Let the program play one side at its best.')),
                html('li', {}, html('a', { href: address('problems', {}) }, t('Problems')), t(': mates, selfmates, helpmates and series that people compose, with their twins. All solutions are found, each can be played through, and what is sound is exported for print and for other programs.')),
                html('li', {}, html('a', { href: address('puzzles', {}) }, t('Puzzles')), t(': paste the input of a judge and see each verdict with its reason. Change the board and watch the verdict change.')),
                html('li', {}, html('a', { href: address('solved', {}) }, t('Solved')), t(': what the tables at hand know, and the longest wins.')),
                html('li', {}, html('a', { href: address('atlas', {}) }, t('Atlas')), t(': thousands of small games and endings with their exact values, to be sorted, found and opened.'))),
            prose(t('The address in the browser holds all that is shown. “Copy link” copies it.'))),
        section('help-keys', t('Keys'), html('dl', {}, ...keys.flatMap(([names, words]) => [
            html('dt', {}, ...names.flatMap((name, index) => [index > 0 && ' ', html('kbd', {}, name)])), html('dd', {}, words)]))),
        section('help-api', t('The same answers for programs'),
            prose(t('All that the page shows comes from this server as JSON. Each answer has a `type`; every number of plies has its `unit` beside it. Mistakes come as an object of the type `error`, with line and column where they have a place in a text.')),
            ...calls.map(([words, method, path, body]) => {
                const command = curl(method, path, body);
                return html('div', { class: 'call' }, html('p', {}, words),
                    html('div', { class: 'command' }, html('pre', { tabindex: 0, 'aria-label': words }, command), button(t('Copy'), () => copy(command, t('Command copied.')), { 'aria-label': t('Copy the command: {what}', { what: words }) })));
            }),
            html('div', { class: 'call' }, prose(t('Clients of lila-tablebase work here, too:')),
                html('div', { class: 'command' }, html('pre', { tabindex: 0, 'aria-label': t('As lila-tablebase') }, `curl '${location.origin}/chess?fen=${ending.replaceAll(' ', '_')}'`)))));

    show() {
        this.refresh();
    }

    values() {
        return {};
    }

    leave() {}

    refresh() {
        server().then(({ version, limits }) => {
            about.textContent = t('This is Zermelo {version}. A search may take {seconds} s here.', { version, seconds: Math.round(limits.job_seconds) });
        }, () => undefined);  // the rest of the page does not need it
    }
}
