// SPDX-License-Identifier: GPL-3.0-or-later
// What answers a diagram of a composed problem: a tree of keys, defences and continuations, or lines. Every move can be put on the board.

import { button, english, html } from './dom.js';
import { commas, named, t } from './language.js';
import { passed } from './program.js';
import { numberOf, sideName } from './values.js';

/** @typedef {import('./dom.js').Child} Child */
/** @typedef {import('./program.js').Continuation} Continuation */
/** @typedef {import('./program.js').Defence} Defence */
/** @typedef {import('./program.js').HalfMove} HalfMove */
/** @typedef {import('./program.js').PostkeyPlay} PostkeyPlay */
/** @typedef {import('./program.js').SolutionLine} SolutionLine */
/** @typedef {import('./program.js').Solutions} Solutions */
/** @typedef {import('./program.js').SolvedDiagram} SolvedDiagram */

const reasons = { time: t('the time is over'), nodes: t('the positions are used up'), request: t('it was stopped') };

export class Solution {
    element = html('div', { class: 'solution' });
    #play;
    /** @type {SolvedDiagram | null} */
    #diagram = null;
    #line = '';

    /** @param {(words: string[]) => void} play puts a line on the board: moves in UCI, and passes */
    constructor(play) {
        this.#play = play;
    }

    /** @param {SolvedDiagram | null} diagram @param {boolean} verify whether it was to be verified */
    show(diagram, verify) {
        if (diagram === this.#diagram) return;
        this.#diagram = diagram;
        this.element.replaceChildren();
        if (!diagram) return;
        const { soundness, verified } = diagram;
        if (soundness) this.element.append(html('p', { class: `soundness ${soundness === 'as intended' ? 'good' : soundness === 'not decided' ? 'open' : 'bad'}` }, signOf(soundness), capital(named(soundness))));
        this.element.append(html('p', { class: 'answer', role: 'status' }, ...headingOf(diagram)));
        if (verify && !diagram.illegal) this.element.append(html('p', { class: verified === false ? 'mistake-note' : 'note' },
            verified === null ? t('The plain enumeration did not come to its end.') : verified ? t('A plain enumeration comes to the same.') : t('A plain enumeration does not come to the same.')));
        if (!diagram.illegal) this.element.append(...(diagram.keys ? this.#battle(diagram) : this.#lines(diagram)).flatMap(part => part || []));
        this.mark();
    }

    /**
     * Shows which move is the last one on the board.
     * @param {string[]} [words] the line that is on it; as before if absent
     */
    mark(words) {
        if (words) this.#line = words.join(' ');
        for (const one of this.element.querySelectorAll('button[data-line]')) {
            if (one.getAttribute('data-line') === this.#line) one.setAttribute('aria-current', 'step');
            else one.removeAttribute('aria-current');
        }
    }

    /**
     * A move, as a button that plays up to it.
     * @param {string} text
     * @param {HalfMove[]} path from the diagram
     */
    #move(text, path) {
        const words = wordsOf(path, /** @type {SolvedDiagram} */ (this.#diagram).begins);
        return button(text, () => this.#play(words), { 'data-line': words.join(' ') });
    }

    // Play against a defender.

    /** @param {SolvedDiagram} diagram */
    #battle({ keys, short_keys, tries, set_play, postkey_play, tree_whole }) {
        const list = (/** @type {Continuation[] | null} */ moves) => moves?.length ? html('ul', {}, ...moves.map(key => this.#continuation(key, [], 1, '!'))) : null;
        return [
            set_play?.length && part(t('Set play'), html('ul', {}, ...set_play.map(defence => this.#defence(defence, [], 1)))),
            tries?.length && part(t('{n} try|{n} tries', { n: tries.length }), html('ul', {}, ...tries.map(({ move, refutations, threats, defences }) => {
                const told = defences.filter(defence => !defence.idle && !refutes(defence));
                const after = this.#playAfter(threats, [move], 2);
                return html('li', {}, html('span', { class: 'node' }, this.#move(`1.${move.san}?`, [move]), ...this.#threats(t('threatens'), threats, [move], 2),
                    html('span', { class: 'soft' }, t('but')), ...refutations.map(refutation => this.#move(`1…${refutation.san}!`, [move, refutation]))),
                after, told.length > 0 && later(t('Play'), () => html('ul', {}, ...told.map(defence => this.#defence(defence, [move], 1)))));
            }))),
            ...(postkey_play ? this.#postkey(postkey_play) : []),
            list(keys),
            short_keys?.length && part(t('Short'), list(short_keys)),
            tree_whole === false && html('p', { class: 'note' }, t('There is more play than is told here.')),
        ];
    }

    /** @param {PostkeyPlay} play */
    #postkey({ check, threats, defences }) {
        const told = defences.filter(defence => !refutes(defence) && !defence.idle), refutations = defences.filter(refutes);
        return [
            threats.length > 0 && html('p', { class: 'node' }, ...this.#threats(t('Threat:'), threats, [], 2)),
            this.#playAfter(threats, [], 2),
            !check && !threats.length && html('p', { class: 'soft' }, t('Zugzwang')),
            told.length > 0 && html('ul', {}, ...told.map(defence => this.#defence(defence, [], 1))),
            refutations.length > 0 && part(t('{n} refutation|{n} refutations', { n: refutations.length }), html('ul', {}, ...refutations.map(defence => this.#defence(defence, [], 1)))),
        ];
    }

    /**
     * @param {Continuation} continuation
     * @param {HalfMove[]} before
     * @param {number} number of the move
     * @param {string} sign
     * @returns {HTMLElement}
     */
    #continuation({ move, threats, defences }, before, number, sign = '') {
        const path = [...before, move];
        const head = html('span', { class: 'node' }, this.#move(`${number}.${move.san}${sign}`, path), ...this.#threats(t('threatens'), threats, path, number + 1));
        if (!defences.length) return html('li', {}, head);
        const after = this.#playAfter(threats, path, number + 1);
        const stopping = defences.filter(({ idle }) => !idle);
        const others = stopping.length ? stopping : defences;
        const met = stopping.length ? defences.filter(({ idle }) => idle) : [];
        return html('li', {}, head, html('ul', {},
            after && html('li', {}, after),
            ...others.map(defence => this.#defence(defence, path, number)),
            met.length > 0 && html('li', {}, later(t('{n} defence met by the threat|{n} defences met by the threat', { n: met.length }), () => html('ul', {}, ...met.map(defence => this.#defence(defence, path, number)))))));
    }

    /**
     * Threats as buttons, if there are any.
     * @param {string} title before them
     * @param {Continuation[]} threats
     * @param {HalfMove[]} before
     * @param {number} number
     */
    #threats(title, threats, before, number) {
        return threats.length ? [html('span', { class: 'soft' }, title), ...threats.map(({ move }) => this.#move(`${number}.${move.san}`, [...before, move]))] : [];
    }

    /**
     * What follows threats, where there is any play.
     * @param {Continuation[]} threats
     * @param {HalfMove[]} before
     * @param {number} number
     */
    #playAfter(threats, before, number) {
        const long = threats.filter(threat => threat.threats.length || threat.defences.length);
        return long.length > 0 && later(t('After the threat'), () => html('ul', {}, ...long.map(threat => this.#continuation(threat, before, number))));
    }

    /**
     * @param {Defence} defence
     * @param {HalfMove[]} before
     * @param {number} number
     * @returns {HTMLElement}
     */
    #defence({ move, continuations }, before, number) {
        const path = move ? [...before, move] : before;
        const head = move ? this.#move(`${number}…${move.san}`, path) : html('span', { class: 'soft' }, `${number}…${t('passes')}`);
        const [only] = continuations;
        if (!only) return html('li', {}, html('span', { class: 'node' }, head));
        // One answer without play after it stands on the same line.
        if (continuations.every(({ defences }) => !defences.length))
            return html('li', {}, html('span', { class: 'node' }, head, ...continuations.map(({ move: next }) => this.#move(`${number + 1}.${next.san}`, [...path, next]))));
        return html('li', {}, html('span', { class: 'node' }, head),
            later(continuations.map(({ move: next }) => `${number + 1}.${next.san}`).join(', '),
                () => html('ul', {}, ...continuations.map(next => this.#continuation(next, path, number + 1)))));
    }

    // Help and series play.

    /** @param {SolvedDiagram} diagram */
    #lines(diagram) {
        const { solutions, solution_count, short_solutions, set_solutions } = diagram;
        return [
            set_solutions && part(t('Set play: {n} line|Set play: {n} lines', { n: set_solutions.count }), this.#list(set_solutions.lines, set_solutions.count, diagram, 0, true)),
            solutions?.length ? this.#list(solutions, solution_count, diagram, introductionOf(diagram.stipulation), false) : null,
            ...(short_solutions ?? []).map(short => part(t('Short: {count} of {length}', { count: countOf(short), length: lengthOf(short, diagram.stipulation) }),
                this.#list(short.lines, short.count, diagram, short.introduction, false))),
        ];
    }

    /** @param {SolutionLine[]} lines @param {number} count @param {SolvedDiagram} diagram @param {number} introduction @param {boolean} set */
    #list(lines, count, diagram, introduction, set) {
        return html('ol', { class: 'solutions' }, ...lines.map(line => this.#solution(line, diagram, introduction, set)),
            count > lines.length && html('li', { class: 'soft' }, t('… and {n} more', { n: count - lines.length })));
    }

    /** @param {SolutionLine} line @param {SolvedDiagram} diagram @param {number} introduction @param {boolean} set */
    #solution({ moves, ends }, { stipulation }, introduction, set) {
        const numbers = numbersOf(moves, stipulation, introduction, set);
        const many = ends.length > 1;
        return html('li', { class: 'node' },
            ...moves.flatMap((move, index) => [introduction > 0 && index === introduction && html('span', { class: 'soft' }, '→'),
                this.#move(numbers[index] + move.san, moves.slice(0, index + 1))]),
            many && html('span', { class: 'soft' }, t('and then')),
            ...ends.flatMap((end, way) => [way > 0 && html('span', { class: 'soft' }, t('or')),
                ...end.map((move, index) => this.#move(move.san, [...moves, ...end.slice(0, index + 1)]))]));
    }
}

/** @param {Defence} defence */
const refutes = ({ goal, continuations }) => !goal && !continuations.length;

/** @param {string} text */
const capital = text => text[0].toUpperCase() + text.slice(1);

/**
 * What stands beside what becomes of the intended number of solutions.
 * @param {string | null} soundness
 */
export function signOf(soundness) {
    return soundness && html('span', { 'aria-hidden': 'true', class: 'sign-of' }, soundness === 'as intended' ? '✓' : soundness === 'not decided' ? '?' : '✗');
}

/** @param {string} title @param {Child} content */
function part(title, content) {
    return html('details', { open: true }, html('summary', {}, title), content);
}

/**
 * What is made when somebody opens it.
 * @param {string} title
 * @param {() => HTMLElement} content
 */
function later(title, content) {
    const details = html('details', {}, html('summary', {}, title));
    details.addEventListener('toggle', () => { if (details.open && details.childElementCount === 1) details.append(content()); });
    return details;
}

/**
 * The words of a line. In series a side moves again: the other one passes before that.
 * @param {HalfMove[]} path
 * @param {'white' | 'black'} begins
 */
function wordsOf(path, begins) {
    const words = [];
    let mover = begins;
    for (const { side, uci } of path) {
        if (side !== mover) words.push(passed);
        words.push(uci);
        mover = side === 'white' ? 'black' : 'white';
    }
    return words;
}

/**
 * How many moves the introduction of a stipulation has: "3->ser-h#2".
 * @param {string} stipulation
 */
const introductionOf = stipulation => Number(/(\d+)->/.exec(stipulation)?.[1] ?? 0);

/**
 * Whether the sides move in turn and help: h#, hs#, hr#, reci-h#.
 * @param {string} stipulation
 */
const isHelp = stipulation => /^(?:exact-|\d+->)*(?:h|reci-h)/.test(stipulation);

/** @param {Solutions} solutions @param {string} stipulation */
function lengthOf({ introduction, length }, stipulation) {
    if (isHelp(stipulation)) return introduction ? t('{introduction} and {n} half-move|{introduction} and {n} half-moves', { introduction, n: length }) : t('{n} half-move|{n} half-moves', { n: length });
    return introduction ? t('{introduction} and {n} move|{introduction} and {n} moves', { introduction, n: length }) : t('{n} move|{n} moves', { n: length });
}

/** @param {Solutions} solutions */
const countOf = ({ complete, count }) => (complete ? t('{n} solution|{n} solutions', { n: count }) : t('at least {n} solution|at least {n} solutions', { n: count }));

/**
 * What stands before each move of a line. Where half a move comes first, or one is left out, the numbers begin in the middle of a move.
 * @param {HalfMove[]} moves
 * @param {string} stipulation
 * @param {number} introduction
 * @param {boolean} set
 */
function numbersOf(moves, stipulation, introduction, set) {
    const half = stipulation.endsWith('.5');
    return moves.map(({ side }, index) => {
        if (index < introduction) return `${index + 1}.`;
        const at = index - introduction;
        if (isHelp(stipulation)) {
            return numberOf(at + (half !== set ? 1 : 0), at === 0);
        }
        if (set) return '1…';
        const own = moves.slice(introduction, index + 1).filter(move => move.side === moves[introduction].side).length;
        return side === moves[introduction].side ? `${own}.` : '';
    });
}

/** @param {SolvedDiagram} diagram */
function headingOf(diagram) {
    const { stipulation, begins, attacker, illegal, keys, postkey_play, duals, solution_count, complete, complete_moves, stopped_by } = diagram;
    const who = commas([stipulation, postkey_play && t('postkey play'), t('{side} begins', { side: sideName(begins) }), attacker === 'black' && t('Black is the attacker')]);
    if (illegal) return [t('{who}: illegal: ', { who }), english(illegal)];
    const reason = reasons[/** @type {keyof typeof reasons} */ (stopped_by)] ?? stopped_by;
    const found = postkey_play ? postkey_play.solves ? t('the key solves') : t('the key does not solve')
        : keys ? t('{n} key|{n} keys', { n: solution_count }) : t('{n} solution|{n} solutions', { n: solution_count });
    const told = commas([found, duals?.major ? t('{n} major dual|{n} major duals', { n: duals.major }) : '', duals?.mating ? t('{n} mating dual|{n} mating duals', { n: duals.mating }) : '']);
    return [complete ? t('{who}: {found}', { who, found: told })
        : t('{who}: {found} as far as it was solved, complete up to {n} move: {reason}|{who}: {found} as far as it was solved, complete up to {n} moves: {reason}', { who, found: told, n: complete_moves, reason: reason ?? '' })];
}
