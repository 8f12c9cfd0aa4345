// SPDX-License-Identifier: GPL-3.0-or-later
// A thread with an instance of the program. It is given the compiled module, and then questions, one at a time; of a question that
// begins a job it does the job, too, and tells how far it is. Who has it ends it to stop a job. Tables are files that the page's
// server has, as `tables/index.json` says, or files that somebody has chosen.

import { ofFile, ofServer } from './files.js';
import { system } from './wasi.js';

/**
 * @typedef {object} Exports of the module
 * @property {WebAssembly.Memory} memory
 * @property {() => void} _initialize
 * @property {(bytes: number) => number} room_for_request where a request of so many bytes is to stand
 * @property {() => number} answer where the answer to it begins
 * @property {() => number} answer_bytes
 * @property {() => number} work does the job that was begun
 */
/** @typedef {{status: number, headers: [string, string][], body: Uint8Array}} Answer */

/** @type {Exports} */
let program;

/** @param {number} begin @param {number} bytes */
const copied = (begin, bytes) => new Uint8Array(program.memory.buffer).slice(begin, begin + bytes);

/**
 * @param {string} method
 * @param {string} path
 * @param {string | null} body
 * @returns {Answer}
 */
function ask(method, path, body) {
    const question = new TextEncoder().encode(`${method} /api/v1/${path}\n${body === null ? '' : 'content-type: application/json\n'}\n${body ?? ''}`);
    const room = program.room_for_request(question.length);
    new Uint8Array(program.memory.buffer).set(question, room);
    const begin = program.answer();
    const answer = copied(begin, program.answer_bytes());
    let end = 0;
    const line = () => {
        const next = answer.indexOf(10, end);
        const text = new TextDecoder().decode(answer.subarray(end, next));
        end = next + 1;
        return text;
    };
    const status = Number(line());
    /** @type {[string, string][]} */
    const headers = [];
    for (let header = line(); header; header = line()) {
        const colon = header.indexOf(':');
        headers.push([header.slice(0, colon), header.slice(colon + 1).trim()]);
    }
    return { status, headers, body: answer.slice(end) };
}

/** @type {Map<string, import('./files.js').Source>} */
const files = new Map();

/** What the server has of tables; where it has none, there is no list of them. */
async function findTables() {
    try {
        const folder = new URL('../tables/', import.meta.url);
        const response = await fetch(new URL('index.json', folder));
        if (!response.ok) return;
        for (const { path, size } of await response.json()) files.set(`tables/${path}`, ofServer(new URL(path, folder).href, size));
    } catch {
        // No network, or no list.
    }
}

/** @param {WebAssembly.Module} module */
async function begin(module) {
    await findTables();
    const imports = {
        wasi_snapshot_preview1: system(module, () => program.memory, files),
        zermelo: {
            /** @param {number} text @param {number} bytes */
            told: (text, bytes) => postMessage({ told: new TextDecoder().decode(copied(text, bytes)) }),
        },
    };
    program = /** @type {any} */ ((await WebAssembly.instantiate(module, imports)).exports);
    program._initialize();
}

/** @type {Promise<void>} */
let ready;

onmessage = async ({ data }) => {
    try {
        if (data.module) {
            ready = begin(data.module);
            await ready;
            return;
        }
        await ready;
        for (const { path, file } of data.files ?? []) files.set(`tables/${path}`, ofFile(file));
        if (data.files) return;
        const answer = ask(data.method, data.path, data.body);
        postMessage({ answer });
        if (data.path === 'jobs' && answer.status < 300) program.work();
    } catch (error) {
        // A trap: it has no more memory, or worse. The instance is of no use any more.
        postMessage({ failed: String(error) });
    }
};
