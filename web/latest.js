// SPDX-License-Identifier: GPL-3.0-or-later

/** Work of which only the newest counts: an answer that comes late never replaces a newer one. */
export class Latest {
    /** @type {AbortController | null} */
    #running = null;

    /**
     * Ends what ran before and runs `work`.
     * @template Result
     * @param {(signal: AbortSignal) => Promise<Result>} work
     * @returns {Promise<Result | undefined>} undefined where newer work has taken its place
     */
    async run(work) {
        this.cancel();
        const own = this.#running = new AbortController();
        try {
            const result = await work(own.signal);
            return own.signal.aborted ? undefined : result;
        } catch (error) {
            if (own.signal.aborted) return undefined;
            throw error;
        }
    }

    cancel() {
        this.#running?.abort();
        this.#running = null;
    }
}
