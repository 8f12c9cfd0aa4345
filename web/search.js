// SPDX-License-Identifier: GPL-3.0-or-later
// A job of the program, followed until it ends. Who asks keeps it alive; a page that is closed ends its jobs by not asking.

import { pause } from './dom.js';
import * as program from './program.js';

/** @typedef {import('./program.js').Job} Job */

const pollMilliseconds = 200;

export class Search {
    /** @type {string | null} */
    #id = null;
    #stopped = false;

    /**
     * Begins a job and follows it.
     * @param {Promise<Job>} begun
     * @param {(job: Job) => Promise<void>} report each time that something is heard of it, the end included
     * @returns {Promise<Job>} as it was at its end
     */
    async follow(begun, report) {
        let job = await begun;
        this.#id = job.id;
        if (this.#stopped) this.stop();
        while (job.state === 'queued' || job.state === 'running') {
            await report(job);
            await pause(pollMilliseconds);
            job = await program.job(job.id);
        }
        await report(job);
        return job;
    }

    /** Ends the job; what it has found is still reported. */
    stop() {
        this.#stopped = true;
        if (this.#id) program.cancelJob(this.#id);
    }
}
