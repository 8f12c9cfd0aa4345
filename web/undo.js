// SPDX-License-Identifier: GPL-3.0-or-later
// What was before each change, and what was undone.

const most = 200;  // changes that are kept

/** @template State */
export class Undo {
    /** @type {State[]} */
    #before = [];
    /** @type {State[]} */
    #undone = [];

    get canUndo() {
        return this.#before.length > 0;
    }

    get canRedo() {
        return this.#undone.length > 0;
    }

    /**
     * A change is made.
     * @param {State} before
     */
    remember(before) {
        this.#before = [...this.#before, before].slice(-most);
        this.#undone = [];
    }

    /**
     * What was before the last change; nothing if there was none.
     * @param {State} now
     */
    undo(now) {
        const state = this.#before.pop();
        if (state) this.#undone.push(now);
        return state;
    }

    /**
     * What was undone last; nothing if another change has been made since.
     * @param {State} now
     */
    redo(now) {
        const state = this.#undone.pop();
        if (state) this.#before.push(now);
        return state;
    }
}
