// SPDX-License-Identifier: GPL-3.0-or-later

/** A text by its lines, each counted from 0: where they are is looked for once. */
export class Lines {
    #starts;

    /** @param {string} text */
    constructor(text) {
        this.text = text;
        let starts = new Uint32Array(1024);
        let count = 1;
        for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) {
            if (count === starts.length) {
                const more = new Uint32Array(2 * count);
                more.set(starts);
                starts = more;
            }
            starts[count++] = at + 1;
        }
        this.#starts = starts;
        this.count = count;
    }

    /**
     * Where a line begins, in characters.
     * @param {number} line
     */
    start(line) {
        return line < this.count ? this.#starts[line] : this.text.length;
    }

    /**
     * A line without its end; nothing of one that the text does not have.
     * @param {number} line
     */
    line(line) {
        const end = line + 1 < this.count ? this.#starts[line + 1] - 1 : this.text.length;
        return this.text.slice(this.start(line), end);
    }
}
