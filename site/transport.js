// SPDX-License-Identifier: GPL-3.0-or-later
// How what the page asks reaches the program, where it is a module of WebAssembly beside the page: questions go to one thread, one
// after the other, and each job has a thread of its own. It stands in the place of the module that asks a server.

/** The program did not answer at all. */
export class ProgramGone extends Error {}

/**
 * Tells `gone` when the program cannot be loaded, and `back` when it is there; while it is on its way, `loading` with the share that is
 * there.
 */
export const connection = new EventTarget();

export const gone = () => new ProgramGone('The program does not answer.');

const maxJobs = 8;   // at work
const maxKept = 64;  // with those that have ended
const idleMilliseconds = 10_000;  // nobody asked about a job: it is ended

/** @typedef {import('./instance.js').Answer} Answer */
/** @typedef {{answer?: Answer, told?: string, failed?: string}} Message */

/**
 * The bytes of a file, which may be packed, whatever its server says of it.
 * @param {Response} response
 */
async function unpacked(response) {
    const bytes = await received(response);
    if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return bytes;
    return new Response(new Blob([bytes]).stream().pipeThrough(new (/** @type {any} */ (window)).DecompressionStream('gzip'))).arrayBuffer();
}

/**
 * The whole body of an answer; what takes long is told.
 * @param {Response} response
 */
async function received(response) {
    const size = Number(response.headers.get('Content-Length'));
    const reader = response.body?.getReader();
    if (!size || !reader || response.headers.has('Content-Encoding')) return new Uint8Array(await response.arrayBuffer());
    const bytes = new Uint8Array(size);
    const begun = performance.now();
    let at = 0;
    for (let part = await reader.read(); part.value; part = await reader.read()) {
        bytes.set(part.value, at);
        at += part.value.length;
        if (performance.now() - begun > 500) connection.dispatchEvent(new CustomEvent('loading', { detail: at / size }));
    }
    return bytes;
}

async function load() {
    const response = await fetch(new URL('program.wasm.gz', import.meta.url));
    if (!response.ok) throw new ProgramGone(`The program cannot be loaded (status ${response.status}).`);
    return WebAssembly.compile(await unpacked(response));
}

/** @type {Promise<WebAssembly.Module> | null} */
let loading = load();

/** That the program can be asked. */
export const ready = loading.then(() => {
    // Without it, the page needs the network.
    if ('serviceWorker' in navigator) navigator.serviceWorker.register('offline.js').catch(() => undefined);
});
const againMilliseconds = 2000;
ready.catch(async () => {
    connection.dispatchEvent(new Event('gone'));
    for (let loaded = false; !loaded;) {
        await new Promise(resolve => setTimeout(resolve, againMilliseconds));
        loaded = await module().then(() => true, () => false);
    }
    connection.dispatchEvent(new Event('back'));
});

/** The module; one that could not be loaded is asked for again. */
async function module() {
    try {
        return await (loading ??= load());
    } catch (error) {
        loading = null;
        throw error instanceof ProgramGone ? error : new ProgramGone(`The program cannot be loaded: ${error}`);
    }
}

/** What the server has of tables, by variant and tier; where it has none, there is no list of them. */
async function listTables() {
    try {
        const folder = new URL('../tables/', import.meta.url);
        const response = await fetch(new URL('index.json', folder));
        /** @type {{path: string, size: number}[]} */
        const listed = response.ok ? await response.json() : [];
        return listed.map(({ path, size }) => ({ path, size, address: new URL(path, folder).href }));
    } catch {
        return [];  // no network
    }
}

const served = listTables();
/** @type {{path: string, file: File}[]} tables that somebody has opened */
const opened = [];

/** A thread with an instance of the program, which takes one question at a time. */
class Thread {
    /** @type {(message: Message) => void} */
    onMessage = () => undefined;

    /** @returns {Promise<Thread>} */
    static async begin() {
        return new Thread(await module(), await served);
    }

    /**
     * @param {WebAssembly.Module} compiled
     * @param {{path: string, size: number, address: string}[]} tables
     */
    constructor(compiled, tables) {
        this.worker = new Worker(new URL('program_worker.js', import.meta.url), { type: 'module' });
        this.worker.onmessage = ({ data }) => this.onMessage(data);
        this.worker.onerror = event => this.onMessage({ failed: event.message ?? 'its thread cannot begin' });
        this.worker.postMessage({ module: compiled, served: tables, opened });
    }

    /** @param {string} method @param {string} path @param {string | null} body */
    ask(method, path, body) {
        this.worker.postMessage({ method, path, body });
    }

    end() {
        this.worker.terminate();
    }
}

/** @param {number} status @param {object} body */
const json = (status, body) => new Response(JSON.stringify(body), { status, headers: { 'Content-Type': 'application/json' } });

/**
 * An error as docs/json.md has them.
 * @param {number} status
 * @param {string} message
 */
const refusal = (status, message) => json(status, { schema: 1, type: 'error', message, input: null, line: null, column: null });

/** @param {string | undefined} why */
const endInWords = why => `The program came to its end in this browser, most often for lack of memory (${why}).`;

/** @param {Answer} answer */
const response = ({ status, headers, body }) => new Response([204, 304].includes(status) ? null : body, { status, headers });

/** @type {Thread | null} */
let answering = null;
/** @type {Promise<unknown>} */
let last = Promise.resolve();

/**
 * @param {string} method
 * @param {string} path
 * @param {string | null} body
 * @returns {Promise<Response>}
 */
async function answerOf(method, path, body) {
    answering ??= await Thread.begin();
    const thread = answering;
    return new Promise(resolve => {
        thread.onMessage = ({ answer, failed }) => {
            if (answer) return resolve(response(answer));
            thread.end();
            answering = null;
            resolve(refusal(500, endInWords(failed)));
        };
        thread.ask(method, path, body);
    });
}

/**
 * What was asked for last is answered last; what is not wanted any more when its turn comes is not asked.
 * @param {string} method
 * @param {string} path
 * @param {string | null} body
 * @param {AbortSignal} [signal]
 */
function inTurn(method, path, body, signal) {
    const answer = last.then(() => {
        signal?.throwIfAborted();
        return answerOf(method, path, body);
    });
    last = answer.catch(() => undefined);
    return answer;
}

/**
 * Gives the program tables of this computer, by variant and tier, as `chess/KRvK.zt`.
 * @type {((files: {path: string, file: File}[]) => Promise<void>) | null}
 */
export const openTables = async files => {
    opened.push(...files);
    await inTurn('GET', 'server', null);  // what is asked now is asked before
    answering?.end();
    answering = null;
};

/** A job, in a thread of its own. */
class Job {
    begun = performance.now();
    asked = performance.now();
    /** @type {any} */
    told = null;
    isOver = false;
    /** @type {number | null} */
    secondsGiven = null;

    /** @param {Thread} thread */
    constructor(thread) {
        this.thread = thread;
        this.watch = setInterval(() => {
            if (performance.now() - this.asked > idleMilliseconds) this.cancel();
        }, 1000);
    }

    /** What the program says of it, with the time that has gone by since. */
    look() {
        this.asked = performance.now();
        if (!this.isOver) {
            this.told.seconds = (performance.now() - this.begun) / 1000;
            this.told.seconds_left = Math.max(0, (this.secondsGiven ?? 0) - this.told.seconds);
        }
        return json(200, this.told);
    }

    /** @param {any} told */
    heed(told) {
        this.told = told;
        this.secondsGiven ??= told.seconds_left;
        if (['done', 'failed', 'cancelled'].includes(told.state)) this.end();
        else this.told.state = 'running';
    }

    cancel() {
        if (this.isOver) return;
        this.told = { ...this.told, state: 'cancelled', seconds: (performance.now() - this.begun) / 1000, seconds_left: null };
        this.end();
    }

    /** @param {string} why */
    fail(why) {
        this.told = { ...this.told, state: 'failed', seconds_left: null, error: { message: why, input: null, line: null, column: null } };
        this.end();
    }

    end() {
        this.isOver = true;
        this.thread.end();
        clearInterval(this.watch);
    }
}

/** @type {Map<string, Job>} */
const jobs = new Map();

/** @param {string | null} body @returns {Promise<Response>} */
async function beginJob(body) {
    if ([...jobs.values()].filter(job => !job.isOver).length >= maxJobs) return refusal(503, `${maxJobs} jobs are at work`);
    const thread = await Thread.begin();
    return new Promise(resolve => {
        const job = new Job(thread);
        thread.onMessage = ({ answer, told, failed }) => {
            if (answer) {
                const given = response(answer);
                if (answer.status >= 300) {
                    job.end();
                } else {
                    job.heed(JSON.parse(new TextDecoder().decode(answer.body)));
                    jobs.set(job.told.id, job);
                    for (const [id, { isOver }] of jobs) if (isOver && jobs.size > maxKept) jobs.delete(id);
                }
                resolve(given);
            } else if (told !== undefined) {
                job.heed(JSON.parse(told));
            } else if (job.told) {
                job.fail(endInWords(failed));
            } else {
                job.end();
                resolve(refusal(500, endInWords(failed)));
            }
        };
        thread.ask('POST', 'jobs', body);
    });
}

/**
 * The program's answer, which may be an error; throws ProgramGone, and what an aborted signal throws.
 * @param {string} method
 * @param {string} path from `api/v1/` on
 * @param {string | null} body JSON
 * @param {AbortSignal} [signal]
 * @returns {Promise<Response>}
 */
export async function send(method, path, body, signal) {
    if (method === 'POST' && path === 'jobs') return beginJob(body);
    const job = jobs.get(path.slice('jobs/'.length));
    if (!path.startsWith('jobs/') || !job) return inTurn(method, path, body, signal);
    if (method === 'DELETE') job.cancel();
    return job.look();
}
