// SPDX-License-Identifier: GPL-3.0-or-later
// How what the page asks reaches the program: over HTTP, at the server that the page came from. The page as static files (`site/`)
// has another module in the place of this one.

/** The program did not answer at all. */
export class ProgramGone extends Error {}

/**
 * Tells `gone` when the program stops answering, and `back` when it answers again; elsewhere also, while it is on its way, `loading` with
 * the share that is there.
 */
export const connection = new EventTarget();

/** That the program can be asked: here a server is there, or it is gone. */
export const ready = Promise.resolve();

let isGone = false;
const root = 'api/v1/';
const againMilliseconds = 700;

/** Asks until the program is there again. */
async function waitForReturn() {
    for (;;) {
        await new Promise(resolve => setTimeout(resolve, againMilliseconds));
        try {
            if ((await fetch(root + 'server', { cache: 'no-store' })).ok) break;
        } catch {
            // Not yet.
        }
    }
    isGone = false;
    connection.dispatchEvent(new Event('back'));
}

/** The error that says so, and tells it to all. */
export function gone() {
    if (!isGone) {
        isGone = true;
        connection.dispatchEvent(new Event('gone'));
        waitForReturn();
    }
    return new ProgramGone('The program does not answer.');
}

/**
 * Gives the program tables of this computer, by variant and tier, as `chess/KRvK.zt`; null: here it reads its own folders.
 * @type {((files: {path: string, file: File}[]) => Promise<void>) | null}
 */
export const openTables = null;

/**
 * The program's answer, which may be an error; throws ProgramGone, and what an aborted signal throws.
 * @param {string} method
 * @param {string} path from `api/v1/` on
 * @param {string | null} body JSON
 * @param {AbortSignal} [signal]
 * @returns {Promise<Response>}
 */
export async function send(method, path, body, signal) {
    let response;
    try {
        response = await fetch(root + path, {
            method,
            signal,
            keepalive: method === 'DELETE',  // also from a page that is being closed
            headers: body === null ? undefined : { 'Content-Type': 'application/json' },
            body: body ?? undefined,
        });
    } catch (error) {
        if (signal?.aborted) throw error;
        throw gone();
    }
    // A proxy: the program is not there, or it was not asked.
    if (response.status >= 502 && !response.headers.get('Content-Type')?.startsWith('application/json')) throw gone();
    return response;
}
