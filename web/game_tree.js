// SPDX-License-Identifier: GPL-3.0-or-later
// What the moves of a game and its variations are called and lead to, as the program tells it.

import { judged } from './course.js';
import { known } from './knowledge.js';
import * as program from './program.js';

/** @typedef {import('./program.js').Game} Game */
/** @typedef {import('./program.js').Step} Step */
/** @typedef {import('./tree.js').Line} Line */

export class GameTree {
    /** @type {Game} */
    #game = { variant: 'chess' };
    begin = '';
    /**
     * By the moves up to them.
     * @type {Map<string, Step>}
     */
    #steps = new Map();

    /**
     * The lines begin there.
     * @param {Game} game
     * @param {string} begin FEN
     */
    from(game, begin) {
        if (begin !== this.begin || game.variant !== this.#game.variant || game.rules !== this.#game.rules) this.#steps.clear();
        this.#game = game;
        this.begin = begin;
    }

    /**
     * Asks what the moves of a line lead to, unless it is known.
     * @param {Line} line
     * @param {AbortSignal} signal
     * @param {(fen: string) => Step[]} movesIn what is known of the moves of a position
     */
    async find(line, signal, movesIn) {
        const steps = this.#steps;
        const known = this.of(line).length;
        if (known === line.length) return;
        const last = line[line.length - 1];
        // One move more: it is known what comes of it.
        const move = known === line.length - 1 ? movesIn(this.fenAfter(line.slice(0, -1)) ?? '').find(other => other.move === last) : undefined;
        if (move) steps.set(line.join(' '), move);
        else (await program.line(this.#game, this.begin, line, signal)).moves.forEach((step, index) => steps.set(line.slice(0, index + 1).join(' '), step));
    }

    /**
     * What the moves of a line lead to, up to the first of which it is not known.
     * @param {Line} line
     */
    of(line) {
        const steps = [];
        for (let length = 1; length <= line.length; ++length) {
            const step = this.#steps.get(line.slice(0, length).join(' '));
            if (!step) break;
            steps.push(step);
        }
        return steps;
    }

    /**
     * What the last move of a path is called; the move itself where that is not known.
     * @param {Line} path
     */
    nameOf(path) {
        return this.#steps.get(path.join(' '))?.san ?? path[path.length - 1];
    }

    /** @param {Line} path */
    fenAfter(path) {
        return path.length ? this.#steps.get(path.join(' '))?.fen : this.begin;
    }

    /**
     * The positions of a line, the first one included.
     * @param {Line} line
     */
    fens(line) {
        return [this.begin, ...this.of(line).map(({ fen }) => fen)];
    }

    /**
     * What the last move of a path was worth beside the best one; null: not known, or nothing was lost.
     * @param {Line} path
     */
    judgement(path) {
        const before = this.fenAfter(path.slice(0, -1));
        return before === undefined ? null : judged(this.#game, before, path[path.length - 1]);
    }

    /**
     * The values of the positions of a line, as far as they are known.
     * @param {Line} line
     */
    knowledge(line) {
        return this.fens(line).map(fen => known(this.#game, fen));
    }
}
